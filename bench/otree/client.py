"""The load client: simulated participants who submit one page after the other, each on its own connection.

HTTP/1.1 by hand on asyncio's streams, because a load client must cost less than what it measures.
"""

import asyncio
import time
from dataclasses import dataclass

STATEMENTS = "&".join(f"item_{n}=4" for n in range(1, 11)).encode()
QUESTION = b"answer=original&confidence=70"
# The page after the last one.
END = "/OutOfRangeNotification"


class Connection:
    """One connection that is kept."""

    @classmethod
    async def open(cls, port):
        connection = cls()
        connection.reader, connection.writer = await asyncio.open_connection("127.0.0.1", port)
        return connection

    async def get(self, path):
        """Loads a page."""
        if await self.call(b"GET", path):
            raise RuntimeError(f"GET {path}: a redirect, expected a page")

    async def follow(self, path):
        """Where a link leads to."""
        return await self.redirect(b"GET", path)

    async def submit(self, path, form):
        """Submits a form. The path of the next page; a form that oTree rejects is answered with the same page."""
        return await self.redirect(b"POST", path, form)

    async def redirect(self, method, path, form=b""):
        location = await self.call(method, path, form)
        if not location:
            raise RuntimeError(f"{method.decode()} {path}: a page, expected a redirect")
        return location

    async def call(self, method, path, form=b""):
        """Where the reply redirects to, or none for a page."""
        self.writer.write(b"%s %s HTTP/1.1\r\nhost: bench\r\ncontent-type: application/x-www-form-urlencoded\r\n"
                          b"content-length: %d\r\n\r\n%s" % (method, path.encode(), len(form), form))
        status, *headers = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in headers if line)
        # oTree's redirects come without a length: nothing, in chunks.
        length = headers.get("content-length")
        await (self.reader.readuntil(b"0\r\n\r\n") if length is None else self.reader.readexactly(int(length)))
        code = int(status.split()[1])
        if code != 200 and not 300 <= code < 400:
            raise RuntimeError(f"{method.decode()} {path}: {status}")
        return headers.get("location")

    def close(self):
        self.writer.close()


@dataclass
class Run:
    """What one run measured."""

    milliseconds: list
    seconds: float
    client_share: float

    @property
    def rate(self):
        return len(self.milliseconds) / self.seconds

    def percentile(self, percent):
        """Nearest rank."""
        times = sorted(self.milliseconds)
        return times[max(0, -(-len(times) * percent // 100) - 1)]


async def join(port, path):
    """Enters a session and submits the questionnaire. The path of the first question."""
    connection = await Connection.open(port)
    page = await connection.follow(await connection.follow(path))
    await connection.get(page)
    question = await connection.submit(page, STATEMENTS)
    await connection.get(question)
    connection.close()
    return question


async def joined(port, path, count):
    """The first question of `count` new participants."""
    gate = asyncio.Semaphore(16)

    async def one():
        async with gate:
            return await join(port, path)

    return await asyncio.gather(*[one() for _ in range(count)])


async def load(port, path, count, seconds):
    """`count` participants at once submit questions for `seconds`, each as soon as the next page is there."""
    pages = await joined(port, path, count)
    connections = [await Connection.open(port) for _ in pages]
    milliseconds = []
    started, processor = time.perf_counter(), time.process_time()

    async def take_part(connection, page):
        while (begun := time.perf_counter()) - started < seconds:
            page = await submit(connection, page)
            milliseconds.append((time.perf_counter() - begun) * 1000)

    await asyncio.gather(*map(take_part, connections, pages))
    lasted, used = time.perf_counter() - started, time.process_time() - processor
    for connection in connections:
        connection.close()
    return Run(milliseconds, lasted, used / lasted)


async def submit(connection, page):
    """Submits a question and loads the page that the reply redirects to."""
    if page.startswith(END):
        raise RuntimeError("the session has too few questions for this run")
    page = await connection.submit(page, QUESTION)
    await connection.get(page)
    return page


async def complete(port, path, count):
    """`count` participants answer all questions."""
    for page in await joined(port, path, count):
        connection = await Connection.open(port)
        while not page.startswith(END):
            page = await submit(connection, page)
        connection.close()
