"""A mail server (aiosmtpd) that takes messages only over STARTTLS and after a sign-in. It prints its port, then each
message as a line of JSON, as Python's standard library reads it.

    mail-server.py <certificate> <key> <user> <password>
"""

import asyncio
import email
import email.policy
import json
import socket
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

certificate, key, user, password = sys.argv[1:]


class Printing:
    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
        line = {
            "encrypted": session.ssl is not None,
            "to": envelope.rcpt_tos,
            "headers": {name.lower(): str(value) for name, value in message.items()},
            "kind": message.get_content_type(),
            "text": parts.get("text/plain", ""),
            "html": parts.get("text/html", ""),
            "defects": [type(one).__name__ for part in message.walk() for one in part.defects],
        }
        print(json.dumps(line), flush=True)
        return "250 accepted"


def sign_in(server, session, envelope, mechanism, given):
    is_right = (given.login, given.password) == (user.encode(), password.encode())
    return AuthResult(success=is_right, handled=is_right)


def connection():
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    rules = {"require_starttls": True, "auth_required": True}
    return SMTP(Printing(), hostname="localhost", tls_context=tls, authenticator=sign_in, **rules)


async def serve():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(connection, "localhost", 0, family=socket.AF_INET)
    print(server.sockets[0].getsockname()[1], flush=True)
    # Until the test ends.
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(serve())
