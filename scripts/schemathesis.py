#!/usr/bin/env python3
"""Holds the running program against its own OpenAPI document, with Schemathesis: whatever anybody sends, there is no
5xx, no status or content type that the document does not name, and no reply that has another shape.

    scripts/schemathesis.py target/release/unmask            # what `make test` runs
    scripts/schemathesis.py target/release/unmask --cases 500    # longer

Every call of the document is covered, also a new one, as those for whom it may do something: what is open without a token, what
a participant can ask, what the admin can ask. That no secured call works without its token is one of the checks. Who gets a 403 or
a 404 is the business of crates/server/tests/api/matrix. Two run side by side. The cases are the same in every run.
"""

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
ADMIN = {"username": "admin@example.org", "password": "four blue herons over the estuary"}
PASSWORD = "lanterns over the harbour"
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,negative_data_rejection,unsupported_method,ignored_auth"
)
# They end the session that the other cases need; they have a turn of their own.
LEAVING = ["/api/auth/logout", "/api/users/withdraw"]
IMPORT = "/api/collect/import"
# It goes on until the admin signs out: anyone who waits for its end waits for ever.
ENDLESS = ["/api/admin/live"]
# It can't write ZIP files, and what is wrong in one is part of a reply of 200: tests/api/folder.rs has the cases.
UPLOAD = "admin_study_upload_folder"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("binary", type=Path)
    options.add_argument("--cases", type=int, default=12, help="cases of each call and person")
    options.add_argument("--schemathesis", default="schemathesis", type=program, help="the tool")
    options.add_argument("--only", help="one call, by its path")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="unmask-schemathesis-") as folder:
        with Server(asked.binary.resolve(), Path(folder)) as server:
            # Schemathesis is busy with itself, on one core: two of them use both. The longest begin.
            with ThreadPoolExecutor(2) as side_by_side:
                runs = {
                    who: side_by_side.submit(run, asked, server, who, extra)
                    for who, extra in turns(server, asked.only).items()
                }
            failed = [who for who, passed in runs.items() if not passed.result()]
            died = server.process.poll()
        log = (Path(folder) / "server.log").read_text()
    if died is not None or "panicked" in log:
        print(log)
        sys.exit("the server ended by itself, or panicked")
    if failed:
        sys.exit(f"the API is not what its document says; found as: {', '.join(failed)}")


def program(name: str) -> str:
    """The program's absolute path: it runs in another folder than this script was started in."""
    found = shutil.which(name)
    if not found:
        raise argparse.ArgumentTypeError(f"there is no program {name}; `make tools` installs it")
    return str(Path(found).absolute())


def turns(server: "Server", only: str | None) -> dict[str, list[str]]:
    """Who calls, and the options of Schemathesis for them: credentials, and the paths that they call."""
    paths = server.get("/api/openapi.json")["paths"]
    opened = {path for path, calls in paths.items() if not any("security" in call for call in calls.values())}
    console = {path for path in paths if path.startswith("/api/admin/")}
    secured = paths.keys() - opened - {*LEAVING, IMPORT}
    callers = {
        "the admin": (secured - {*ENDLESS} if not only else secured, bearer(server.post("/api/auth/login", ADMIN))),
        "a participant": (secured - console, bearer(server.register("heron"))),
        "nobody": (opened, None),
        "a participant who leaves": ({*LEAVING}, bearer(server.register("otter"))),
        "an importer": ({IMPORT}, "--auth=sesame:"),
    }
    wanted = {who: (called & {only} if only else called, credentials) for who, (called, credentials) in callers.items()}
    missed = ({only} if only else paths.keys() - {*ENDLESS}) - set().union(*(called for called, _ in wanted.values()))
    if missed:
        sys.exit(f"no caller is meant to call {', '.join(sorted(missed))}")
    return {
        who: [*([credentials] if credentials else []), *(f"--include-path={path}" for path in sorted(called))]
        for who, (called, credentials) in wanted.items()
        if called
    }


def bearer(session: dict) -> str:
    return f"--header=Authorization: Bearer {session['access_token']}"


def run(asked: argparse.Namespace, server: "Server", who: str, extra: list[str]) -> bool:
    started = time.monotonic()
    command = [
        asked.schemathesis, "run", f"{server.address}/api/openapi.json", "--no-color", "--workers=1",
        "--phases=examples,coverage,fuzzing", f"--max-examples={asked.cases}", "--generation-deterministic", "--suppress-health-check=all",
        f"--checks={CHECKS}", "--continue-on-failure",
        "--request-timeout=30", "--warnings=off", f"--exclude-operation-id={UPLOAD}", *extra,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=server.folder, capture_output=True, text=True, check=False)
    calls = re.search(r"[\d,]+ generated[^\n]*", done.stdout)
    print(f"As {who}: {calls.group() if calls else 'no cases'}, {time.monotonic() - started:.0f} s", flush=True)
    if done.returncode != 0:
        print(done.stdout, done.stderr)
    return done.returncode == 0


class Server:
    """The program on a folder of its own, without the limits that so many calls from one address would meet."""

    def __init__(self, binary: Path, folder: Path):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            listen = f"127.0.0.1:{probe.getsockname()[1]}"
        self.address, self.folder = f"http://{listen}", folder
        environment = {
            "PATH": os.environ["PATH"],
            "UNMASK_STUDY": str(REPOSITORY / "studies/_fixtures/small"),
            "UNMASK_LISTEN": listen,
            "UNMASK_ADMIN_PASSWORD": ADMIN["password"],
            "UNMASK_ADDRESS_LIMIT": "0",
            "UNMASK_ANALYTICS_LIMIT": "0",
            "UNMASK_ANALYTICS_SECRET": "sesame",
            "UNMASK_LOG": "warn",
        }
        log = open(folder / "server.log", "w")
        self.process = subprocess.Popen([binary, "serve"], cwd=folder, env=environment, stdout=log, stderr=log)

    def __enter__(self) -> "Server":
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/readyz")
                return self
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        sys.exit(f"the server did not start:\n{(self.folder / 'server.log').read_text()}")

    def __exit__(self, *_) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)

    def get(self, path: str) -> dict:
        with urllib.request.urlopen(self.address + path) as reply:
            return json.load(reply)

    def post(self, path: str, body: dict) -> dict:
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)

    def register(self, name: str) -> dict:
        consent = {"version": "1", "locale": "en", "ticks": {"take_part": True, "analytics": False}}
        return self.post("/api/auth/register", {"username": name, "password": PASSWORD, "consent": consent})


if __name__ == "__main__":
    main()
