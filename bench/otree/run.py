#!/usr/bin/env python3
"""Measures oTree where Unmask is compared with it: submissions per second, the CSV export, the first view of a page.

    bench/otree/run.py                                          # what the README's figures come from
    bench/otree/run.py --seconds 1 --runs 1 --participants 50   # every part, briefly

Installs oTree below target/ first, in the versions of requirements.txt. Prints tables; bench/README.md describes what is
measured. Any failure ends it with an exit code other than 0.
"""

import argparse
import asyncio
import csv
import io
import json
import os
import pwd
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import client

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
# By its real path, which its programs name: target may be a link to a cache that several clones use.
ENVIRONMENT = (REPOSITORY / os.environ.get("CARGO_TARGET_DIR", "target") / "otree").resolve()
PARTS = ["load", "export", "lighthouse"]
ENGINES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
AT_ONCE = [1, 20, 100, 300]
# More than any participant submits in a second: no run comes to the end of the study.
QUESTIONS_PER_SECOND = 500
# As many answers as a participant gives in studies/_fixtures/small: 36.
QUESTIONS_OF_EXPORT = 13
# Participants of the export who take part over HTTP; the others are copies of them.
COMPLETED = 5
REST_KEY = "bench"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=int, default=6, help="of each load")
    options.add_argument("--runs", type=int, default=3, help="of each load, export and page; the median counts")
    options.add_argument("--participants", type=int, default=10_000, help="of the export; no load has more at once")
    options.add_argument("--only", type=lambda parts: parts.split(","), default=PARTS, help=",".join(PARTS))
    options.add_argument("--engines", type=lambda engines: engines.split(","), default=[*ENGINES], help=",".join(ENGINES))
    asked = options.parse_args()
    for unknown in {*asked.only} - {*PARTS} | {*asked.engines} - {*ENGINES}:
        options.error(f"there is no {unknown}")
    install()
    for engine in asked.engines:
        if "load" in asked.only:
            loads(engine, asked)
    for engine in asked.engines:
        if "export" in asked.only:
            export(engine, asked)
    if "lighthouse" in asked.only:
        lighthouse(asked.engines[0], asked.runs)


def install():
    """oTree in its own folder, as scripts/test-tools.sh installs the other programs in Python."""
    wanted, installed = HERE / "requirements.txt", ENVIRONMENT / "installed.txt"
    if installed.exists() and installed.read_bytes() == wanted.read_bytes():
        return
    print("Installing what bench/otree/requirements.txt names", file=sys.stderr)
    quietly(sys.executable, "-m", "venv", "--clear", ENVIRONMENT)
    quietly(ENVIRONMENT / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted)
    shutil.copy(wanted, installed)


def loads(engine, asked):
    print(f"\noTree {version()} on {ENGINES[engine]}, each submission with the page that follows it\n\n"
          "| participants | submissions/s | p50 ms | p99 ms | resident MiB | of it PostgreSQL | processor of the client |\n"
          "|---|---|---|---|---|---|---|")
    for count in AT_ONCE:
        if count > asked.participants:
            continue
        with study(engine, questions=QUESTIONS_PER_SECOND * asked.seconds // count + 20) as site:
            for _ in range(asked.runs):
                site.create_session(count)
            with site.running():
                runs = [take_part(client.load(site.port, path, count, asked.seconds)) for path in site.sessions()]
                run = sorted(runs, key=lambda run: run.rate)[len(runs) // 2]
                database = site.database.resident()
                print(f"| {count} | {run.rate:.0f} | {run.percentile(50):.1f} | {run.percentile(99):.1f} "
                      f"| {site.resident() + database:.1f} | {database:.1f} | {run.client_share:.0%} |", flush=True)


def export(engine, asked):
    """The CSV files that a researcher downloads: all answers, and the time of each page."""
    completed = min(COMPLETED, asked.participants)
    with study(engine, questions=QUESTIONS_OF_EXPORT) as site:
        site.create_session(asked.participants)
        with site.running():
            take_part(client.complete(site.port, site.sessions()[0], completed))
            # Makes oTree write the page times that it holds in memory.
            site.call("/api/export_page_times")
            quietly(ENVIRONMENT / "bin/python", HERE / "multiply.py", site.url, completed)
            before, times = site.largest(), []
            for _ in range(asked.runs):
                begun = time.perf_counter()
                wide = site.call("/api/export_wide")
                middle = time.perf_counter()
                pages = site.call("/api/export_page_times")
                times.append((middle - begun, time.perf_counter() - middle))
            answers = check_export(wide, pages, asked.participants)
            largest = site.largest()
    answers_took, pages_took = map(statistics.median, zip(*times))
    print(f"\nCSV of {asked.participants} participants with {answers} answers, oTree on {ENGINES[engine]}: "
          f"{answers_took:.2f} s ({len(wide) / 2**20:.0f} MiB), page times {pages_took:.2f} s ({len(pages) / 2**20:.0f} MiB); "
          f"the server {largest - before:.0f} MiB larger meanwhile, {largest:.0f} MiB in all", flush=True)


def take_part(participants):
    """Runs the load client. A server that no longer answers ends it."""
    return asyncio.run(asyncio.wait_for(participants, 1800))


def check_export(wide, pages, participants):
    """The number of answers, if everybody's are there."""
    rows = list(csv.DictReader(io.StringIO(wide.decode("utf-8-sig"))))
    fields = [f"questionnaire.1.player.{field}" for field in (f"item_{n}" for n in range(1, 11))]
    fields += [f"questions.{n}.player.{field}" for n in range(1, QUESTIONS_OF_EXPORT + 1) for field in ("answer", "confidence")]
    answers = sum(row[field] != "" for row in rows for field in fields)
    if (len(rows), answers) != (participants, participants * len(fields)):
        raise SystemExit(f"the export has {len(rows)} participants with {answers} answers, "
                         f"expected {participants} with {len(fields)} each")
    times, expected = pages.count(b"\n") - 1, participants * len(["arrival", "statements", *range(QUESTIONS_OF_EXPORT)])
    if times != expected:
        raise SystemExit(f"the export has {times} page times, expected {expected}")
    return answers


def lighthouse(engine, runs):
    """The question page, with the same program and settings as Unmask's pages."""
    with study(engine, questions=QUESTIONS_OF_EXPORT) as site:
        site.create_session(1)
        with site.running():
            page = take_part(client.join(site.port, site.sessions()[0]))
            address = f"http://127.0.0.1:{site.port}{page}"
            print(flush=True)
            subprocess.run(["npm", "--prefix", REPOSITORY / "e2e", "run", "--silent", "bench", "--", "--grep", "oTree"],
                           env=os.environ | {"LIGHTHOUSE_ALSO": f"oTree question={address}", "RUNS": str(runs)}, check=True)


def version():
    pins = dict(line.split("==") for line in (HERE / "requirements.txt").read_text().split())
    return pins["otree"]


@contextmanager
def study(engine, questions):
    """The study of this folder with an empty database."""
    with tempfile.TemporaryDirectory(prefix="unmask-bench-otree-") as work, ExitStack() as stack:
        folder = Path(shutil.copytree(HERE / "study", Path(work, "study")))
        (folder / "_static").mkdir()
        database = stack.enter_context(closing(Postgres())) if engine == "postgres" else Sqlite(folder)
        yield Site(folder, database, questions)


class Sqlite:
    """oTree's default: a file beside the study, in the settings of Python's module."""

    def __init__(self, folder):
        self.url = f"sqlite:///{folder / 'db.sqlite3'}"

    def resident(self):
        return 0.0


class Postgres:
    """A server with PostgreSQL's default settings, as the user of Debian's package if this is root, whom it refuses."""

    def __init__(self):
        programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
        port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="unmask-bench-postgres-"))
        user = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        quietly(programs / "initdb", "--auth=trust", "--username=postgres", "--no-sync", "--pgdata=data", cwd=self.folder, **user)
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [programs / "postgres", "-D", "data", "-p", str(port), "-c", "listen_addresses=127.0.0.1",
                 "-c", "unix_socket_directories="], cwd=self.folder, stdout=log, stderr=log, start_new_session=True, **user)
        try:
            until_it_listens(port, self.process, self.folder / "log")
        except BaseException:
            self.close()
            raise
        self.url = f"postgresql://postgres@127.0.0.1:{port}/postgres"

    def resident(self):
        return resident(self.process.pid)

    def close(self):
        # SIGINT ends it at once and in order.
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        shutil.rmtree(self.folder)


class Site:
    """`otree prodserver` on one study and database."""

    def __init__(self, folder, database, questions):
        self.folder, self.database, self.url = folder, database, database.url
        self.port = free_port()
        self.settings = os.environ | {
            "PATH": f"{ENVIRONMENT / 'bin'}:{os.environ['PATH']}", "DATABASE_URL": database.url, "QUESTIONS": str(questions),
            "OTREE_PRODUCTION": "1", "OTREE_AUTH_LEVEL": "STUDY", "OTREE_ADMIN_PASSWORD": "bench", "OTREE_REST_KEY": REST_KEY}

    def create_session(self, participants):
        """In a process of its own: what that needs is not in the server's memory."""
        quietly("otree", "create_session", "bench", participants, cwd=self.folder, env=self.settings)

    @contextmanager
    def running(self):
        log = self.folder / "server.log"
        with open(log, "wb") as output:
            # A group of its own, because oTree starts a second process for timeouts and leaves it behind.
            self.process = subprocess.Popen(["otree", "prodserver", f"127.0.0.1:{self.port}"], cwd=self.folder, env=self.settings,
                                            stdout=output, stderr=output, start_new_session=True)
        try:
            until_it_listens(self.port, self.process, log)
            yield self
            # Its websockets log an error where the browser is gone before their goodbye.
            before = re.findall(rb"(?:^|\n)([^\n]*)\n?Traceback", log.read_bytes())
            if any(line != b"closing handshake failed" for line in before):
                raise SystemExit("oTree logged an error")
        except BaseException:
            print(f"The end of oTree's log:\n{log.read_text()[-4000:]}", file=sys.stderr)
            raise
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(60)

    def sessions(self):
        """The paths that participants join them at."""
        return ["/join/" + session["session_wide_url"].rsplit("/", 1)[1] for session in json.loads(self.call("/api/sessions"))]

    def call(self, path):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers={"otree-rest-key": REST_KEY})
        with urllib.request.urlopen(request, timeout=1800) as reply:
            return reply.read()

    def resident(self):
        return resident(self.process.pid)

    def largest(self):
        """The largest resident memory of the server's process so far, in MiB."""
        return figure(self.process.pid, "status", "VmHWM")


def quietly(*command, **options):
    """Runs a command. Its output is shown if it fails."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def resident(process):
    """Resident memory of a process and its children in MiB; what they share counts once."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return sum(figure(one, "smaps_rollup", "Pss") for one in [process, *children])


def figure(process, file, name):
    lines = Path(f"/proc/{process}/{file}").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:")) / 1024


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until_it_listens(port, process, log):
    for _ in range(1200):
        if process.poll() is not None:
            raise SystemExit(f"{process.args[0]} ended with {process.returncode}:\n{log.read_text()}")
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"{process.args[0]} did not answer within 60 s:\n{log.read_text()}")


if __name__ == "__main__":
    main()
