#!/usr/bin/env python3
"""What the researcher waits for when 10,000 people have taken part: the data package and the console's pages.

    bench/export.py <unmask> [--participants 10000] [--simulated 60] [--runs 5] [--study studies/_fixtures/small] [--keep FOLDER]

Simulated participants take part over HTTP first; then everything that they left in the database (SQLite) is copied until there are as many
participants as were asked for, with other ids and codes. So the rows are what a study stores, and only their number is made up.
With --keep the databases stay in that folder, and the next run with it, of this program or of another build, begins there.
Then the server runs on that database, and the package is made beside it by `unmask export` and through the console.
Nothing here is a test: the figures are printed, and the README of this folder says what they compare with.
"""

import argparse
import json
import os
import re
import shutil
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

# Tables whose rows belong to one participant, with the columns that hold ids of their own.
OF_PARTICIPANT = {"exposure": ["id"], "consent": [], "progress": [], "step_event": [], "submission": ["id", "receipt", "idempotency_key"]}
# The database of those who took part over HTTP, before it was multiplied.
FEW = "few.db"
PAGES = ["overview", "consort", "results", "participants", "study", "audit", "exports", "events"]


class Study:
    """A server on a folder of its own."""

    def __init__(self, unmask, study, folder):
        self.unmask, self.folder, self.token = unmask, folder, None
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{one.getsockname()[1]}"
        self.database = folder / "unmask.db"
        self.settings = os.environ | {
            "UNMASK_STUDY": str(Path(study).resolve()), "UNMASK_DATA": str(folder / "data"),
            "UNMASK_DATABASE_URL": f"sqlite:{self.database}", "UNMASK_LISTEN": self.address}

    def start(self):
        log = open(self.folder / "server.log", "a")
        self.server = subprocess.Popen([self.unmask, "serve"], env=self.settings, stdout=log, stderr=log)
        for _ in range(600):
            if self.server.poll() is not None:
                raise SystemExit((self.folder / "server.log").read_text())
            try:
                return self.call("/api/study")
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server did not answer within 30 s")

    def stop(self):
        self.server.terminate()
        self.server.wait(60)

    def call(self, path, body=None):
        request = urllib.request.Request(f"http://{self.address}{path}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=600) as reply:
            return reply.read()

    def sign_in(self):
        text = (self.folder / "server.log").read_text()
        name, password = re.search(r"Password of the admin '(.+)', shown only now: (\S+)", text).groups()
        self.token = json.loads(self.call("/api/auth/login", {"username": name, "password": password}))["access_token"]

    def run(self, *arguments, database=None):
        """Runs a command; its seconds, those of the processor, and its largest resident memory in MiB."""
        begun = time.perf_counter()
        settings = self.settings | ({"UNMASK_DATABASE_URL": f"sqlite:{database}"} if database else {})
        with open(self.folder / "command.log", "wb") as log:
            child = subprocess.Popen([self.unmask, *map(str, arguments)], env=settings, stdout=log, stderr=log)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"unmask {arguments[0]}: " + (self.folder / "command.log").read_text())
        return time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024

    def resident(self):
        status = Path(f"/proc/{self.server.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def multiply(database, wanted):
    """Copies the participants that are there until there are so many."""
    db = sqlite3.connect(database)
    db.execute("pragma foreign_keys = off")
    own = [id for (id,) in db.execute("select id from participant where kind = 'person' order by id")]
    db.execute("create temp table copy (old text, new text, n integer)")
    db.executemany("insert into copy values (?, ?, ?)", (
        (own[n % len(own)], f"{own[n % len(own)]}-{n}", n) for n in range(wanted - len(own))))
    for table, ids in ({"participant": ["id", "code", "slot"]} | OF_PARTICIPANT).items():
        columns = [row[1] for row in db.execute(f"pragma table_info({table})")]
        key = "id" if table == "participant" else "participant"

        def copied(column):
            if column == key:
                return "c.new"
            if column == "slot":
                return "null"
            if column == "code":
                return "'R' || printf('%08d', c.n)"
            return f"t.{column} || '-' || c.n" if column in ids else f"t.{column}"

        db.execute(f"insert into {table} ({', '.join(columns)}) select {', '.join(map(copied, columns))} "
                   f"from copy c join {table} t on t.{key} = c.old")
    db.commit()
    db.execute("pragma wal_checkpoint(truncate)")
    db.close()


def size_of(database):
    """The database in words."""
    db = sqlite3.connect(database)
    people, things = (db.execute(f"select count(*) from {table}").fetchone()[0] for table in ("participant", "submission"))
    db.close()
    return f"{people} participants, {things} submissions, a database of {database.stat().st_size / 2**20:.0f} MiB"


def packages(study, work, runs, *options, database=None):
    """Makes the package several times: what the median took, as text, and the largest memory."""
    seen = []
    for _ in range(runs):
        seen.append(study.run("export", "--simulated", *options, work / "package", database=database))
        shutil.rmtree(work / "package")
    seconds, processor, _ = sorted(seen)[runs // 2]
    return f"{seconds:.2f} s ({processor:.2f} s of the processor)", max(memory for *_, memory in seen)


def answers(study, people, seed, certificate):
    """The 99th percentile of what submissions took, as seen by simulated participants who arrive one by one."""
    study.run("simulate", "-n", people, "--rate", 6, "--seed", seed, "--lose-one-in", 0, "--certificate", certificate)
    return json.loads(certificate.read_text())["latenciesMs"]["answers"]["p99"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("unmask")
    parser.add_argument("--participants", type=int, default=10_000)
    parser.add_argument("--simulated", type=int, default=60, help="participants who take part over HTTP")
    parser.add_argument("--runs", type=int, default=5, help="packages of each kind; the median is printed")
    parser.add_argument("--study", default="studies/_fixtures/small")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    wanted = parser.parse_args()
    unmask = Path(wanted.unmask).resolve()
    with tempfile.TemporaryDirectory(prefix="unmask-bench-") as work:
        folder = wanted.keep.resolve() if wanted.keep else Path(work, "study")
        if not (folder / FEW).exists():
            folder.mkdir(parents=True, exist_ok=True)
            take_part(Study(unmask, wanted.study, folder), wanted)
        if wanted.keep:
            # More people take part while it is measured: what is kept stays as it is.
            folder = Path(shutil.copytree(folder, Path(work, "study")))
        measure(Study(unmask, wanted.study, folder), Path(work), wanted)


def take_part(study, wanted):
    """Simulated participants, kept in a database of their own too, then copied until there are as many as wanted."""
    study.start()
    try:
        study.run("simulate", "-n", wanted.simulated, "--seed", 1)
    finally:
        study.stop()
    few = study.folder / "few.new"
    shutil.copy(study.database, few)
    multiply(study.database, wanted.participants)
    # Last, so that nothing half done is found the next time.
    few.rename(study.folder / FEW)


def measure(study, work, wanted):
    print(f"\n{size_of(study.database)}")
    study.start()
    try:
        study.sign_in()
        pages(study)
        for options, what in [(["--csv"], "package with CSV alone"), ([], "whole package, with Parquet")]:
            _, least = packages(study, work, wanted.runs, *options, database=study.folder / FEW)
            took, memory = packages(study, work, wanted.runs, *options)
            print(f"{what}: {took}, {memory - least:.0f} MiB more than for {wanted.simulated} participants")
        through_the_console(study)
        beside_participants(study, work, wanted.simulated)
    finally:
        study.stop()


def pages(study):
    """What each page takes: the first of them counts everybody anew, as each does when a participant has moved since."""
    print("\n| page of the console | first ms | then ms |\n|---|---|---|")
    for page in PAGES:
        timed(study, page)
    code = json.loads(study.call("/api/admin/participants?simulated=true"))["participants"][0]["code"]
    timed(study, f"participants/{code}")
    print()


def timed(study, page):
    counting = "?simulated=true" if page in ("overview", "consort", "results", "participants") else ""
    times = []
    for _ in range(6):
        begun = time.perf_counter()
        study.call(f"/api/admin/{page}{counting}")
        times.append((time.perf_counter() - begun) * 1000)
    print(f"| {page.split('/')[0]}{' (one)' if '/' in page else ''} | {times[0]:.0f} | {statistics.median(times[1:]):.0f} |")


def through_the_console(study):
    before, most, done = study.resident(), [0.0], threading.Event()

    def watch():
        while not done.wait(0.05):
            most[0] = max(most[0], study.resident())

    watching = threading.Thread(target=watch)
    watching.start()
    begun = time.perf_counter()
    address = json.loads(study.call("/api/admin/exports", {"simulated": True, "reason": "a benchmark"}))["package"]
    size = len(study.call(address))
    seconds = time.perf_counter() - begun
    done.set()
    watching.join()
    print(f"through the console: {size / 2**20:.0f} MiB in {seconds:.2f} s, the server {most[0] - before:.0f} MiB larger meanwhile")


def beside_participants(study, folder, people):
    quiet = answers(study, people, 2, folder / "quiet.json")
    done = threading.Event()

    def export():
        run = 0
        while not done.is_set():
            target = folder / f"beside-{run}"
            subprocess.run([study.unmask, "export", "--simulated", target], env=study.settings, check=True,
                           stdout=subprocess.DEVNULL)
            run += 1

    exporting = threading.Thread(target=export)
    exporting.start()
    try:
        busy = answers(study, people, 3, folder / "busy.json")
    finally:
        done.set()
        exporting.join()
    print(f"answers of participants meanwhile, p99: {quiet:.1f} ms alone, {busy:.1f} ms beside one export after the other")


if __name__ == "__main__":
    main()
