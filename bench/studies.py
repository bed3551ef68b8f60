#!/usr/bin/env python3
"""Twenty studies in one process: memory when idle, time until each of them replies after the start, and the time of
writes in one study while another one is exported. Prints; changes nothing.

    bench/studies.py <unmask>                  # what the README's figures come from
    bench/studies.py <unmask> --studies 3 --runs 1 --seconds 1 --participants 6
"""

import argparse
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import statistics
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).parent.parent
SMALL = ROOT / "studies/_fixtures/small"
PASSWORD = "seven quiet lanterns by the river"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Lab:
    """An installation in a folder of its own."""

    def __init__(self, binary: str, folder: str, studies: int):
        self.binary, self.folder, self.port = binary, folder, free_port()
        self.environment = {
            "PATH": os.environ["PATH"],
            "UNMASK_STUDY": str(SMALL),
            "UNMASK_LISTEN": f"127.0.0.1:{self.port}",
            "UNMASK_ADMIN_PASSWORD": PASSWORD,
            "UNMASK_ADDRESS_LIMIT": "0",
            "UNMASK_LOG": "error",
        }
        self.bases = [""] + [f"/s/study-{number}" for number in range(1, studies)]
        for base in self.bases[1:]:
            self.run("study", "add", base.rsplit("/", 1)[1])

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [self.binary, *command], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise SystemExit(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self) -> subprocess.Popen:
        log = open(pathlib.Path(self.folder) / "log", "a", encoding="utf-8")  # closed with the process
        return subprocess.Popen([self.binary, "serve"], cwd=self.folder, env=self.environment, stdout=log, stderr=log)

    def call(self, connection, method: str, path: str, body=None, token=None):
        headers = {"content-type": "application/json"} if body is not None else {}
        if token:
            headers["authorization"] = f"Bearer {token}"
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        reply = connection.getresponse()
        data = reply.read()
        if reply.status >= 300:
            raise SystemExit(f"{method} {path}: {reply.status} {data[:300]!r}")
        return json.loads(data) if data else None

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)


def stop(server: subprocess.Popen) -> None:
    server.send_signal(signal.SIGTERM)
    server.wait()


def until_reply(lab: Lab, base: str, begun: float, found: list) -> None:
    """Seconds from the start of the process until a study replies."""
    while True:
        try:
            connection = lab.connection()
            connection.request("GET", f"{base}/api/study")
            if connection.getresponse().status == 200:
                found.append(time.monotonic() - begun)
                return
        except OSError:
            pass
        time.sleep(0.002)


def resident(process: subprocess.Popen) -> float:
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024


def starts(lab: Lab, runs: int, idle: float) -> None:
    first, last, memory = [], [], []
    for _ in range(runs):
        begun, found = time.monotonic(), []
        server = lab.start()
        threads = [threading.Thread(target=until_reply, args=(lab, base, begun, found)) for base in lab.bases]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        time.sleep(idle)
        first.append(min(found) * 1000)
        last.append(max(found) * 1000)
        memory.append(resident(server))
        stop(server)
    print(f"{len(lab.bases)} studies, medians of {runs}:")
    print(f"first reply {statistics.median(first):.0f} ms after the start, of the last study {statistics.median(last):.0f} ms")
    print(f"resident memory, idle: {statistics.median(memory):.1f} MiB")
    print("Limits for 20 studies: first reply 300 ms, 80 MiB (bench/README.md)")


def register(lab: Lab, base: str, name: str) -> str:
    connection = lab.connection()
    consent = {"version": "1", "locale": "en", "ticks": {"take_part": True, "analytics": False}}
    body = {"username": name, "password": PASSWORD, "consent": consent}
    return lab.call(connection, "POST", f"{base}/api/auth/register", body)["access_token"]


def writes(lab: Lab, base: str, tokens: list, stopping: threading.Event) -> list:
    """Seconds of durable writes of a study's participants, one after the other each, 20 times a second."""
    times: list = []

    def participant(token: str) -> None:
        connection, number = lab.connection(), 0
        while not stopping.is_set():
            begun, number = time.monotonic(), number + 1
            lab.call(connection, "PATCH", f"{base}/api/users/profile", {"firstName": f"x{number}"}, token)
            times.append(time.monotonic() - begun)
            time.sleep(0.05)

    threads = [threading.Thread(target=participant, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def p99(times: list) -> float:
    return sorted(times)[int(len(times) * 0.99)] * 1000


def during_export(lab: Lab, participants: int, seconds: float, runs: int) -> None:
    server = lab.start()
    until_reply(lab, lab.bases[-1], time.monotonic(), [])
    other, own = lab.bases[1], lab.bases[0]
    tokens = [register(lab, own, f"heron-{number}") for number in range(10)]
    lab.run("simulate", "--url", f"http://127.0.0.1:{lab.port}{other}", "--participants", str(participants),
            "--study-id", other.rsplit("/", 1)[1])
    alone, beside = [], []
    for run in range(runs):
        for found, exports in [(alone, False), (beside, True)]:
            stopping = threading.Event()
            if exports:
                def export(number=run):
                    until = time.monotonic() + seconds
                    count = 0
                    while time.monotonic() < until:
                        count += 1
                        lab.run("export", "--simulated", "--study-id", other.rsplit("/", 1)[1], f"out-{number}-{count}")
                    stopping.set()
                threading.Thread(target=export).start()
            else:
                threading.Timer(seconds, stopping.set).start()
            found.append(p99(writes(lab, own, tokens, stopping)))
    stop(server)
    print(f"p99 of durable writes in one study, medians of {runs}: {statistics.median(alone):.1f} ms, "
          f"and {statistics.median(beside):.1f} ms while another study with {participants} participants is exported")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("unmask")
    arguments.add_argument("--studies", type=int, default=20)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=10)
    arguments.add_argument("--participants", type=int, default=200)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(str(pathlib.Path(given.unmask).resolve()), folder, given.studies)
        starts(lab, given.runs, min(given.seconds, 10))
        during_export(lab, given.participants, given.seconds, given.runs)


main()
