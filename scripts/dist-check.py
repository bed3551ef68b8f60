#!/usr/bin/env python3
"""Installs the packages of scripts/dist.py as a lab does, and runs a study with them. Needs root, for chroot.

    scripts/dist-check.py target/x86_64-unknown-linux-gnu/release/unmask target/dist --cache target/dist-check

The Debian package goes into a clean root of the oldest Debian release for which it is (debootstrap, from the mirror of this
machine's apt; kept in the cache). There is no systemd there: the server is started as the user `unmask`. It serves HTTPS with a
certificate from Pebble, Let's Encrypt's ACME server for tests. The image is unpacked and verified without a container daemon,
and its entry point runs in a chroot.
"""

import argparse
import contextlib
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import dist

SCRIPTS = Path(__file__).resolve().parent
PASSWORD = "lanterns over the harbour"
TITLE = "Original or Altered?"
SETTINGS = "/etc/unmask/unmask.toml"
# The answers to the example study's consent statements.
TICKS = {"take_part": True, "data_processing": True, "open_data": False, "contact_again": False, "usage_analytics": False}
# Longer than a start with a new database on a busy machine.
PATIENCE = 60


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("binary", type=Path)
    options.add_argument("packages", type=Path)
    options.add_argument("--cache", type=Path, required=True)
    options.add_argument("--previous", type=Path, help="package of an earlier version, for the upgrade; default: the same program")
    asked = options.parse_args()
    if os.geteuid() != 0:
        sys.exit("chroot needs root: run this with sudo")
    with tempfile.TemporaryDirectory(prefix="unmask-dist-") as folder:
        trial = Path(folder)
        checksums(asked.packages)
        archive(asked.packages, trial / "archive")
        image(asked.binary, asked.packages, trial)
        debian(asked.binary, asked.packages, asked.previous, asked.cache, trial)


# The archive and the checksums


def checksums(packages: Path) -> None:
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], cwd=packages, check=True)
    report("SHA256SUMS: all packages have these checksums")


def archive(packages: Path, folder: Path) -> None:
    with tarfile.open(one(packages, "*.tar.gz")) as source:
        source.extractall(folder, filter="data")
    top = next(folder.iterdir())
    run(top / "unmask", "check", top / "studies/original-or-altered")
    for name in ("LICENSE-MIT", "THIRD-PARTY.txt", "systemd/unmask.service", "docs/INSTALL.md"):
        expect((top / name).is_file(), f"the archive has no {name}")
    report("Archive: the program runs, and finds no error in the example study")


# The image


def image(binary: Path, packages: Path, trial: Path) -> None:
    path = one(packages, "*-oci.tar")
    again = trial / "again"
    subprocess.run([SCRIPTS / "dist.py", binary, again, "--only", "oci"], check=True, stdout=subprocess.DEVNULL)
    expect(sha256(path.read_bytes()) == sha256(one(again, "*-oci.tar").read_bytes()), "the image is not reproducible")
    root = trial / "image"
    config = unpack(path, root)
    report("Image: reproducible, all digests match")
    expect(config["User"] == f"{dist.UID}:{dist.UID}", "the image does not run as its user")
    environment = dict(line.split("=", 1) for line in config["Env"])
    expect(environment["UNMASK_LISTEN"].endswith(":8080") and "8080/tcp" in config["ExposedPorts"], "the image's port is not 8080")
    port = free_port()
    environment["UNMASK_LISTEN"] = f"127.0.0.1:{port}"
    start = ["chroot", f"--userspec={config['User']}", "--groups=", root, *config["Entrypoint"], *config["Cmd"]]
    with Server(start, port, environment) as server:
        server.register("heron")
    with Server(start, port, environment) as server:
        server.sign_in("heron")
    # `--read-only` must work: everything that the server writes is in the volume.
    written = {path.relative_to(root).parts[0] for path in root.rglob("*") if path.stat(follow_symlinks=False).st_uid == dist.UID}
    expect(written <= {"data", "tmp"}, f"the server has written outside its volume: {written}")
    report("Image: the entry point serves the example study, and data in the volume outlive it")


def unpack(path: Path, root: Path) -> dict:
    """Verifies the layout from `index.json` down, and applies its layers. Returns the configuration for running it."""
    with tarfile.open(path) as source:
        members = {member.name: source.extractfile(member).read() for member in source if member.isfile()}
    expect(json.loads(members.pop("oci-layout")) == {"imageLayoutVersion": "1.0.0"}, "oci-layout")

    def blob(descriptor: dict) -> bytes:
        algorithm, digest = descriptor["digest"].split(":")
        content = members[f"blobs/{algorithm}/{digest}"]
        expect(sha256(content) == digest and len(content) == descriptor["size"], f"{digest} has another digest or size")
        return content

    docker = json.loads(members.pop("manifest.json"))[0]
    [named] = json.loads(members.pop("index.json"))["manifests"]
    manifest = json.loads(blob(named))
    config = json.loads(blob(manifest["config"]))
    expect(len(members) == len(manifest["layers"]) + 2, "the image has blobs that nothing names")
    expect(docker["Layers"] == [f"blobs/sha256/{layer['digest'][7:]}" for layer in manifest["layers"]], "manifest.json")
    for layer, diff in zip(manifest["layers"], config["rootfs"]["diff_ids"], strict=True):
        content = dist.gzip.decompress(blob(layer))
        expect(f"sha256:{sha256(content)}" == diff, f"{diff} is not the digest of its layer")
        with tarfile.open(fileobj=dist.io.BytesIO(content)) as source:
            source.extractall(root, numeric_owner=True, filter="fully_trusted")
    return config["config"]


# The Debian package


def debian(binary: Path, packages: Path, previous: Path | None, cache: Path, trial: Path) -> None:
    package = one(packages, "*.deb")
    version = package_version(package)
    if previous is None:
        # dpkg sorts it before the version itself.
        repackaged = [SCRIPTS / "dist.py", binary, trial / "earlier", "--only", "deb", "--version", f"{version}~before"]
        subprocess.run(repackaged, check=True, stdout=subprocess.DEVNULL)
        previous = one(trial / "earlier", "*.deb")
    earlier_version = package_version(previous)
    root = clean_root(binary, cache, trial / "debian")
    machine = Machine(root)

    machine.install(package)
    data = root / "var/lib/unmask"
    user = machine.run("id", "--user", "unmask").strip()
    for private in (data, root / "var/backups/unmask"):
        expect((str(private.stat().st_uid), private.stat().st_mode & 0o777) == (user, 0o700), f"{private} is not the user's alone")
    expect(not list(data.iterdir()), "installing has created data")
    machine.run("dpkg", "--verify", "unmask")
    for unit in ("unmask.service", "unmask.socket", "unmask-https.socket", "unmask-backup.service", "unmask-backup.timer"):
        text = (root / "usr/lib/systemd/system" / unit).read_text()
        expect("/usr/local" not in text, f"{unit} names /usr/local")
        for path in [line.split("=", 1)[1].split()[0] for line in text.splitlines() if line.startswith("ExecStart=")]:
            expect(os.access(root / path[1:], os.X_OK), f"{unit} starts {path}, which is not there")
    enabled = [path.name for path in (root / "etc/systemd/system").rglob("unmask*")]
    expect(not enabled, f"installing has enabled {enabled}")
    report(f"Package {version}: installs in a clean Debian root, starts and enables nothing")

    # Without a study, the message names the folder where one is expected.
    refused = machine.unmask("serve", check=False)
    expect(refused.returncode != 0 and "/srv/unmask/study" in refused.stderr, f"no study, and the message is: {refused.stderr}")

    (root / "srv/unmask").mkdir()
    machine.run("cp", "-r", "/usr/share/unmask/studies/original-or-altered", "/srv/unmask/study")
    # The version before, with a participant who has a session.
    machine.install(previous)
    expect(machine.version() == earlier_version, "the earlier version is not installed")
    port = free_port()
    settings = root / SETTINGS[1:]
    settings.write_text(settings.read_text().replace("127.0.0.1:8080", f"127.0.0.1:{port}"))
    chosen = settings.read_bytes()
    machine.unmask("admin", "--password-stdin", input="four blue herons over the estuary\n")
    start = machine.as_user("unmask", "serve", "--config", SETTINGS)
    with Server(start, port) as server:
        session = server.register("heron")
        position = server.position(session)
        # The new program, without installing it, beside the server of the earlier one.
        machine.unpack(package, "/tmp/new")
        checked = run(*machine.as_user("/tmp/new/usr/bin/unmask", "upgrade", "--check", "--config", SETTINGS)).stdout
        expect("main: the database" in checked, f"`unmask upgrade --check` reports: {checked}")

    machine.install(package)
    expect(machine.version() == version, "the new version is not installed")
    expect(settings.read_bytes() == chosen, "the upgrade has changed the settings")
    with Server(start, port) as server:
        expect(server.position(session) == position, "the participant's session or position is lost in the upgrade")
        server.sign_in("heron")
        server.sign_in("admin@example.org", "four blue herons over the estuary")
        backups(machine, server)
    report(f"Package: an upgrade from {earlier_version} to {version} keeps participant, session, position and settings")

    machine.install(previous)
    expect(machine.version() == earlier_version, "the earlier version is not back")
    with Server(start, port) as server:
        server.sign_in("heron")
    machine.install(package)
    with Server(start, port) as server:
        server.sign_in("heron")
    report(f"Package: going back to {earlier_version}, and to {version} again, keeps the data")

    https(machine, start, settings, trial)
    settings.write_bytes(chosen)

    machine.run("dpkg", "--remove", "unmask")
    expect(settings.read_bytes() == chosen, "removing has changed the settings")
    said = machine.run("dpkg", "--purge", "unmask")
    expect("/var/lib/unmask is kept" in said, f"purging does not say that the data are kept: {said}")
    expect(not settings.exists(), "purging has kept the settings")
    machine.install(package)
    settings.write_bytes(chosen)
    with Server(start, port) as server:
        server.sign_in("heron")
    report("Package: removing and purging keep the data")


def https(machine: "Machine", start: list, settings: Path, trial: Path) -> None:
    """The server obtains its own certificate, as docs/INSTALL.md has it, and keeps it for the next start."""
    name = "study.example.org"
    ports = {key: free_port() for key in ("https", "http", "directory", "management", "dns", "dns_management")}
    folder = trial / "authority"
    folder.mkdir()
    # Without the defaults, which would make it the certificate of an authority.
    (folder / "openssl.cnf").write_text("[req]\ndistinguished_name = name\n[name]\n")
    subject = ["-config", folder / "openssl.cnf", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", 2, *subject, "-keyout", folder / "key.pem", "-out", folder / "root.pem")
    shutil.copy(folder / "root.pem", machine.root / "etc/unmask/acme-root.pem")
    # What docs/INSTALL.md changes in the settings, then what is different for this test.
    text = settings.read_text().replace('#https = "study.example.org"', f'https = "{name}"')
    expect(f'\nhttps = "{name}"' in text, "the settings file has no line for `https`")
    for key, value in {
        "https-listen": f"127.0.0.1:{ports['https']}",
        "http-listen": f"127.0.0.1:{ports['http']}",
        "acme-directory": f"https://127.0.0.1:{ports['directory']}/dir",
        "acme-root": "/etc/unmask/acme-root.pem",
    }.items():
        text += f'{key} = "{value}"\n'
    settings.write_text(text)
    with authority(folder, ports):
        issuer = secure(folder / "root.pem", ports["management"], "127.0.0.1", "/roots/0")
        (folder / "issuer.pem").write_bytes(issuer)
        with Server(start, ports["http"], pages=("/healthz", "/readyz")) as server:
            page = secure(folder / "issuer.pem", ports["https"], name, "/").decode()
            expect(TITLE in page and "<main" in page, "HTTPS does not serve the study's first page")
            redirected = http.client.HTTPConnection("127.0.0.1", ports["http"])
            redirected.request("GET", "/consent", headers={"Host": name})
            reply = redirected.getresponse()
            expect((reply.status, reply.headers["Location"]) == (308, f"https://{name}/consent"), "plain HTTP is not redirected")
            server.wait("/readyz")
    # The authority is gone.
    with Server(start, ports["http"], pages=("/healthz", "/readyz")):
        secure(folder / "issuer.pem", ports["https"], name, "/")
        found = machine.unmask("doctor", "--study-id", "main", check=False).stdout
        expect(f"for {name}, valid until" in found, f"`unmask doctor` does not report the certificate: {found}")
    kept = list((machine.root / "var/lib/unmask/acme").rglob("certificate.pem"))
    expect(len(kept) == 1 and kept[0].stat().st_mode & 0o777 == 0o600, "the certificate is not kept for the user alone")
    report("Package: the server obtains a certificate, serves HTTPS with it, and keeps it for the next start")


@contextlib.contextmanager
def authority(folder: Path, ports: dict[str, int]) -> Iterator[None]:
    """Pebble, and a DNS server in which all names lead to this machine."""
    local = {key: f"127.0.0.1:{port}" for key, port in ports.items()}
    config = {
        "listenAddress": local["directory"],
        "managementListenAddress": local["management"],
        "certificate": str(folder / "root.pem"),
        "privateKey": str(folder / "key.pem"),
        "httpPort": ports["http"],
        "tlsPort": ports["https"],
    }
    (folder / "pebble.json").write_text(json.dumps({"pebble": config}))
    dns = ["pebble-challtestsrv", "-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""]
    dns += ["-dns01", local["dns"], "-management", local["dns_management"]]
    pebble = ["pebble", "-config", folder / "pebble.json", "-dnsserver", local["dns"]]
    environment = os.environ | {"PEBBLE_VA_NOSLEEP": "1"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(dns, **quiet) as first, subprocess.Popen(pebble, env=environment, **quiet) as second:
        try:
            yield
        finally:
            second.kill()
            first.kill()


def secure(root: Path, port: int, name: str, path: str) -> bytes:
    """A page of this machine over TLS, from a client that trusts this root only; until there is one."""
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            context = ssl.create_default_context(cafile=str(root))
            with socket.create_connection(("127.0.0.1", port)) as plain, context.wrap_socket(plain, server_hostname=name) as stream:
                stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
                reply = http.client.HTTPResponse(stream)
                reply.begin()
                expect(reply.status == 200, f"https://{name}{path}: {reply.status}")
                return reply.read()
        except (ConnectionError, ssl.SSLError) as error:
            expect(time.monotonic() < limit, f"https://{name}:{port}{path}: {error}")
            time.sleep(0.1)


def package_version(package: Path) -> str:
    return dist.output("dpkg-deb", "--field", package, "Version")


def backups(machine: "Machine", server: "Server") -> None:
    """The script of the timer: a backup of every study, that can be restored, and rotation."""
    folder = machine.root / "var/backups/unmask"
    script = machine.as_user(
        "env", f"UNMASK_CONFIG={SETTINGS}", "BACKUP_KEEP=2", "BACKUP_OPTIONS=--without-media", "/usr/lib/unmask/backup"
    )
    machine.unmask("study", "add", "pilot", "--template", "training")
    run(*script)  # the server has not opened it yet, or just now
    server.wait("/s/pilot/")
    for _ in range(3):
        run(*script)
        time.sleep(1)  # their names have seconds
    kept = sorted(path.name for path in folder.iterdir())
    expect(len(kept) == 2, f"of three backups, two should be kept: {kept}")
    contents = sorted(path.name for path in (folder / kept[-1]).iterdir())
    expect(contents == ["main", "pilot"], f"the backup contains {contents}")
    machine.unmask(
        "restore", f"/var/backups/unmask/{kept[-1]}/main", "--yes", "--data", "/var/lib/unmask/drill",
        "--database-url", "sqlite:/var/lib/unmask/drill/unmask.db",
    )  # fmt: skip
    listed = machine.unmask("study", "list", "--data", "/var/lib/unmask/drill", "--database-url", "sqlite:/var/lib/unmask/drill/unmask.db")
    expect("pilot" in listed.stdout, "the list of studies is not restored")
    shutil.rmtree(machine.root / "var/lib/unmask/drill")
    # A backup that fails must not cost an earlier one.
    failed = subprocess.run([*script[:-1], "BACKUP_OPTIONS=--no-such-option", "BACKUP_KEEP=1", script[-1]], capture_output=True, text=True)
    expect(failed.returncode != 0, "a backup that failed is a success")
    left = sorted(path.name for path in folder.iterdir())
    expect(left == kept, f"a backup that failed has deleted an earlier one, or left something: {left}")
    # A study that can't be saved, here without its bundle, keeps no other one from it.
    bundle = machine.root / "var/lib/unmask/studies/pilot/study"
    aside = bundle.rename(bundle.with_name("aside"))
    failed = subprocess.run(script, capture_output=True, text=True)
    aside.rename(bundle)
    expect(failed.returncode != 0 and "Not backed up: pilot" in failed.stderr, f"a study without its bundle: {failed}")
    partial = [path for path in folder.iterdir() if path.name.startswith("partial-")]
    contents = [sorted(part.name for part in path.iterdir()) for path in partial]
    expect(contents == [["main"]], f"the partial backup contains {contents}")
    expect(sorted(path.name for path in folder.iterdir() if path not in partial) == kept, "an earlier backup is gone")
    report("Backups: every study is saved and can be restored, the newest are kept, a failure deletes nothing")


class Machine:
    """A Debian root without a running system."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: object) -> str:
        return run("chroot", self.root, *command).stdout

    def install(self, package: Path) -> None:
        shutil.copy(package, self.root / "tmp/unmask.deb")
        self.run("dpkg", "--install", "/tmp/unmask.deb")

    def unpack(self, package: Path, folder: str) -> None:
        shutil.copy(package, self.root / "tmp/unpacked.deb")
        self.run("dpkg-deb", "--extract", "/tmp/unpacked.deb", folder)

    def version(self) -> str:
        return self.run("dpkg-query", "--show", "--showformat=${Version}", "unmask")

    def as_user(self, *command: str) -> list:
        return ["chroot", "--userspec=unmask:unmask", "--groups=", self.root, *command]

    def unmask(self, *arguments: str, input: str = "", check: bool = True) -> subprocess.CompletedProcess:
        command = self.as_user("unmask", *arguments, "--config", SETTINGS)
        return run(*command, input=input, check=check)


def clean_root(binary: Path, cache: Path, root: Path) -> Path:
    """A new copy of the oldest Debian root for which the package is, with what the package depends on."""
    _, _, release = dist.lowest_debian(dist.libraries(binary))
    saved = cache / f"{release}.tar"
    if not saved.exists():
        cache.mkdir(parents=True, exist_ok=True)
        mirrors = dist.output("apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages")
        mirror = next((line.split()[1] for line in mirrors.splitlines() if line.startswith("Debian http")), None)
        expect(mirror, "apt has no mirror of Debian over HTTP (`apt-get update` reads it)")
        with tempfile.TemporaryDirectory(prefix="unmask-debootstrap-") as folder:
            run("debootstrap", "--variant=minbase", "--include=ca-certificates", release, folder, mirror)
            run("tar", "--create", "--numeric-owner", "--file", f"{saved}.unfinished", "--exclude=./var/cache/apt", "--directory", folder, ".")
        Path(f"{saved}.unfinished").rename(saved)
        report(f"A clean root of Debian {release}, kept in {saved}")
    root.mkdir()
    run("tar", "--extract", "--numeric-owner", "--preserve-permissions", "--file", saved, "--directory", root)
    # The saved one was a temporary folder.
    root.chmod(0o755)
    return root


# The server


class Server:
    """A server from its start to its orderly end. It runs in the test's own process tree, and receives signals directly."""

    def __init__(
        self, command: list, port: int, environment: dict[str, str] | None = None, pages: tuple[str, ...] = ("/healthz", "/readyz", "/")
    ) -> None:
        self.command, self.environment, self.pages = command, environment, pages
        self.address = f"http://127.0.0.1:{port}"

    def __enter__(self) -> "Server":
        self.log = tempfile.TemporaryFile("w+")
        # The path of chroot itself; inside, the image's environment holds.
        environment = self.environment or {"PATH": "/usr/local/bin:/usr/bin:/bin"}
        command = [shutil.which("chroot"), *self.command[1:]]
        self.process = subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log)
        try:
            self.wait(*self.pages)
            if "/" in self.pages:
                page = urllib.request.urlopen(self.address).read().decode()
                expect(TITLE in page and "<main" in page, "this is not the study's first page")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, error: type | None, *_: object) -> None:
        status = self.stop(quiet=error is None)
        expect(error or status == 0, f"the server ended with {status}")

    def wait(self, *paths: str) -> None:
        """Until all of them reply with 200."""
        limit = time.monotonic() + PATIENCE
        while not self.replies(paths):
            expect(self.process.poll() is None, "the server ended by itself")
            expect(time.monotonic() < limit, f"the server did not reply on {paths}")
            time.sleep(0.1)

    def replies(self, paths: tuple[str, ...]) -> bool:
        try:
            return all(urllib.request.urlopen(self.address + path).status == 200 for path in paths)
        except (urllib.error.URLError, ConnectionError):
            return False

    def stop(self, quiet: bool = False) -> int:
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        if not quiet:
            self.log.seek(0)
            print(*self.log.readlines()[-20:], sep="")
        self.log.close()
        return status

    def register(self, name: str) -> str:
        """The access token of the new participant's session."""
        consent = {"version": consent_version(), "locale": "en", "ticks": TICKS}
        session = self.post("/api/auth/register", {"username": name, "password": PASSWORD, "consent": consent})
        expect(session.get("access_token"), f"no session: {session}")
        return session["access_token"]

    def position(self, session: str) -> dict:
        """Where the participant of a session is in the study."""
        request = urllib.request.Request(self.address + "/api/users/current-state", headers={"authorization": f"Bearer {session}"})
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)

    def sign_in(self, name: str, password: str = PASSWORD) -> None:
        expect(self.post("/api/auth/login", {"username": name, "password": password}).get("access_token"), "no session")

    def post(self, path: str, body: dict) -> dict:
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"content-type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            sys.exit(f"POST {path}: {error.code} {error.read().decode()}")


# Small things


def run(*command: object, input: str = "", check: bool = True) -> subprocess.CompletedProcess:
    environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run([*map(str, command)], input=input, capture_output=True, text=True, env=environment)
    if check and done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def one(folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    expect(len(found) == 1, f"{folder} has {len(found)} files {pattern}; remove old ones")
    return found[0]


def consent_version() -> str:
    return re.search(r'^version: "(.+)"$', (dist.STUDY / "consent.yaml").read_text(), re.MULTILINE)[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def expect(holds: object, message: str) -> None:
    if not holds:
        sys.exit(f"dist-check: {message}")


def report(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
