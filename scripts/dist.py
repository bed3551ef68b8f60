#!/usr/bin/env python3
"""Makes the packages of a release from its binary: an archive, a Debian package, an OCI image, and their checksums.

    scripts/dist.py target/release/unmask target/dist

Needs neither root nor a container daemon. The same binary, commit and build machine give the same bytes: entries are sorted,
owned by root, and have the time of the commit (or SOURCE_DATE_EPOCH).
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from licences import third_party

REPOSITORY = Path(__file__).resolve().parent.parent
DEPLOY = REPOSITORY / "deploy"
STUDY = REPOSITORY / "studies/original-or-altered"
EXAMPLE = "usr/share/unmask/studies/original-or-altered"
# Debian's packages of the libraries that the binary may need. Any other is an error.
PACKAGES = {"libgcc_s.so.1": "libgcc-s1", "ld-linux": "libc6"} | dict.fromkeys(
    # The last four are parts of the first one since glibc 2.34; programs for an older one name them.
    ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1"], "libc6"
)  # fmt: skip
# The newest C library that the packages may need: that of Debian 11. `make dist` builds for it.
OLDEST_GLIBC = (2, 31)
# The C library of each release: (version, number, name).
DEBIAN = [((2, 31), 11, "bullseye"), ((2, 36), 12, "bookworm"), ((2, 41), 13, "trixie")]
# The image's user. A number, because Kubernetes can't check a name.
UID = 10001


@dataclass(frozen=True)
class Entry:
    """A file, a folder (no content) or a symbolic link of a package."""

    content: bytes | None = None
    mode: int = 0o644
    link: str | None = None
    owner: int = 0


Tree = dict[str, Entry]


@dataclass(frozen=True)
class Release:
    binary: Path
    version: str
    architecture: str
    time: int

    @property
    def name(self) -> str:
        return f"unmask-{self.version}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("binary", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("--version", help="another version than the binary's, for tests of upgrades")
    options.add_argument("--any-glibc", action="store_true", help="also package a binary that needs a newer C library")
    options.add_argument("--only", choices=["archive", "deb", "oci"], help="one of the packages, without checksums")
    asked = options.parse_args()
    if not asked.any_glibc:
        is_old_enough(asked.binary)
    release = Release(
        asked.binary.resolve(),
        asked.version or output(asked.binary.resolve(), "--version").split()[1],
        output("dpkg", "--print-architecture"),
        int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", REPOSITORY, "log", "-1", "--format=%ct")),
    )
    asked.folder.mkdir(parents=True, exist_ok=True)
    makers = {"archive": archive, "deb": deb, "oci": oci}
    wanted = [asked.only] if asked.only else list(makers)
    made = [makers[name](release, asked.folder) for name in wanted]
    if not asked.only:
        sums = "".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in made)
        (asked.folder / "SHA256SUMS").write_text(sums)
    for path in made:
        print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
    version, number, name = lowest_debian(libraries(release.binary))
    print(f"Runs on Debian {number} ({name}) and later, and elsewhere with glibc {version[0]}.{version[1]} or later")


# The three packages


def archive(release: Release, folder: Path) -> Path:
    """The program with everything that is needed to install it by hand."""
    top = f"{release.name}-{release.architecture}"
    tree = {"unmask": program(release), "THIRD-PARTY.txt": Entry(third_party().encode())}
    tree |= documents() | files(DEPLOY / "systemd", "systemd") | files(DEPLOY / "nginx", "nginx")
    tree |= files(DEPLOY / "caddy", "caddy") | files(STUDY, "studies/original-or-altered")
    tree["unmask.toml"] = Entry((DEPLOY / "debian/unmask.toml").read_bytes())
    path = folder / f"{top}.tar.gz"
    path.write_bytes(packed(tar({f"{top}/{name}": entry for name, entry in tree.items()}, release.time)))
    return path


def deb(release: Release, folder: Path) -> Path:
    needed = libraries(release.binary)
    tree = {"usr/bin/unmask": program(release)} | files(STUDY, EXAMPLE) | shared_documents()
    tree |= files(DEPLOY / "nginx", "usr/share/doc/unmask/nginx") | files(DEPLOY / "caddy", "usr/share/doc/unmask/caddy")
    tree["usr/share/doc/unmask/copyright"] = Entry((DEPLOY / "debian/copyright").read_bytes())
    tree["etc/unmask/unmask.toml"] = Entry((DEPLOY / "debian/unmask.toml").read_bytes())
    tree["usr/lib/unmask/backup"] = Entry((DEPLOY / "systemd/backup").read_bytes(), 0o755)
    for unit in ("unmask.service", "unmask.socket", "unmask-https.socket", "unmask-backup.service", "unmask-backup.timer"):
        text = (DEPLOY / "systemd" / unit).read_text()
        # The repository's units are for a program that was installed by hand.
        tree[f"usr/lib/systemd/system/{unit}"] = Entry(text.replace("/usr/local/", "/usr/").encode())
    size = sum(len(entry.content or b"") for entry in tree.values())
    control = (DEPLOY / "debian/control").read_text()
    for key, value in {
        "version": release.version,
        "architecture": release.architecture,
        "size": str(-(-size // 1024)),
        "depends": depends(needed),
    }.items():
        control = control.replace(f"@{key}@", value)
    sums = (f"{hashlib.md5(entry.content).hexdigest()}  {name}\n" for name, entry in sorted(tree.items()) if entry.content is not None)
    tree["DEBIAN/md5sums"] = Entry("".join(sums).encode())
    tree["DEBIAN/control"] = Entry(control.encode())
    tree["DEBIAN/conffiles"] = Entry(b"/etc/unmask/unmask.toml\n")
    for script in ("postinst", "prerm", "postrm"):
        tree[f"DEBIAN/{script}"] = Entry((DEPLOY / "debian" / script).read_bytes(), 0o755)
    path = folder / f"unmask_{release.version}_{release.architecture}.deb"
    with tempfile.TemporaryDirectory(prefix="unmask-deb-") as staging:
        write(tree, Path(staging))
        # Most of it is media, which no compression makes smaller.
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", staging, path],
            check=True, stdout=subprocess.DEVNULL, env=os.environ | {"SOURCE_DATE_EPOCH": str(release.time)},
        )  # fmt: skip
    return path


def oci(release: Release, folder: Path) -> Path:
    """An OCI image layout (specification 1.1) as a tar, with Docker's `manifest.json` beside it for `docker load`."""
    layers = [
        ("libraries and certificates", base(release)),
        ("documents and example study", files(STUDY, EXAMPLE) | shared_documents()),
        ("unmask", {"usr/bin/unmask": program(release)}),
    ]
    time = datetime.fromtimestamp(release.time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    blobs: dict[str, bytes] = {}

    def descriptor(media_type: str, content: bytes) -> dict:
        blobs[digest(content)] = content
        return {"mediaType": f"application/vnd.oci.image.{media_type}", "digest": f"sha256:{digest(content)}", "size": len(content)}

    tars = [tar(with_folders(tree), release.time) for _, tree in layers]
    labels = {
        "org.opencontainers.image.title": "Unmask",
        "org.opencontainers.image.version": release.version,
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
    }
    config = {
        "created": time,
        "architecture": release.architecture,
        "os": "linux",
        "config": {
            "User": f"{UID}:{UID}",
            "ExposedPorts": {"8080/tcp": {}},
            "Env": [
                "PATH=/usr/bin",
                "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
                "UNMASK_LISTEN=0.0.0.0:8080",
                "UNMASK_DATA=/data",
                "UNMASK_DATABASE_URL=sqlite:/data/unmask.db",
                f"UNMASK_STUDY=/{EXAMPLE}",
            ],
            "Entrypoint": ["/usr/bin/unmask"],
            "Cmd": ["serve"],
            "Volumes": {"/data": {}},
            "WorkingDir": "/data",
            "Labels": labels,
            "StopSignal": "SIGTERM",
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(layer)}" for layer in tars]},
        "history": [{"created": time, "created_by": "scripts/dist.py", "comment": comment} for comment, _ in layers],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": descriptor("config.v1+json", compact(config)),
        "layers": [descriptor("layer.v1.tar+gzip", packed(layer)) for layer in tars],
        "annotations": labels,
    }
    platform = {"platform": {"architecture": release.architecture, "os": "linux"}}
    named = {"annotations": {"org.opencontainers.image.ref.name": release.version}}
    index = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [descriptor("manifest.v1+json", compact(manifest)) | platform | named],
    }

    def blob(one: dict) -> str:
        return f"blobs/sha256/{one['digest'].removeprefix('sha256:')}"

    docker = [{"Config": blob(manifest["config"]), "RepoTags": [f"unmask:{release.version}"], "Layers": [blob(one) for one in manifest["layers"]]}]
    layout = {
        "oci-layout": Entry(compact({"imageLayoutVersion": "1.0.0"})),
        "index.json": Entry(compact(index)),
        "manifest.json": Entry(compact(docker)),
    } | {f"blobs/sha256/{name}": Entry(content) for name, content in blobs.items()}
    path = folder / f"{release.name}-oci.tar"
    path.write_bytes(tar(with_folders(layout), release.time))
    return path


# What they contain


def program(release: Release) -> Entry:
    return Entry(release.binary.read_bytes(), 0o755)


def files(folder: Path, below: str) -> Tree:
    """The files of a folder of the repository, executable for those who may execute them there."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        f"{below}/{path.relative_to(folder)}": Entry(path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)
        for path in found
    }


def documents() -> Tree:
    names = ["README.md", "CHANGELOG.md", "SECURITY.md", "CITATION.cff", "LICENSE-MIT", "LICENSE-APACHE"]
    found = [REPOSITORY / name for name in names] + sorted((REPOSITORY / "docs").glob("*.md"))
    return {str(path.relative_to(REPOSITORY)): Entry(path.read_bytes()) for path in found}


def shared_documents() -> Tree:
    all_documents = documents() | {"THIRD-PARTY.txt": Entry(third_party().encode())}
    return {f"usr/share/doc/unmask/{name}": entry for name, entry in all_documents.items()}


def base(release: Release) -> Tree:
    """The smallest root in which the binary runs, from the build machine's packages, and the user."""
    tree: Tree = {
        # As Debian has it, so that paths of libraries are found by either name.
        "lib": Entry(link="usr/lib"),
        "lib64": Entry(link="usr/lib64"),
        "tmp": Entry(mode=0o1777),
        "data": Entry(mode=0o700, owner=UID),
        "etc/passwd": Entry(f"root:x:0:0:root:/:/sbin/nologin\nunmask:x:{UID}:{UID}:Unmask:/data:/sbin/nologin\n".encode()),
        "etc/group": Entry(f"root:x:0:\nunmask:x:{UID}:\n".encode()),
        "etc/nsswitch.conf": Entry(b"passwd: files\ngroup: files\nhosts: files dns\n"),
        "etc/ssl/certs/ca-certificates.crt": Entry(Path("/etc/ssl/certs/ca-certificates.crt").read_bytes()),
    }
    for path in re.findall(r"(/\S+) \(0x", output("ldd", release.binary)):
        # The loader's own folder is /lib64 or /lib; both lead below /usr.
        tree[f"usr{path}".replace("usr/usr/", "usr/")] = Entry(Path(path).read_bytes(), 0o755)
    packages = {package_of(name) for name in libraries(release.binary)}
    changed = output("dpkg", "--verify", *sorted(packages))
    if changed := [line for line in changed.splitlines() if "/lib" in line]:
        raise SystemExit(f"libraries of this machine are not those of its packages: {changed}")
    for package in sorted(packages | {"ca-certificates"}):
        # Where scanners of images look for packages that were not installed by dpkg.
        tree[f"var/lib/dpkg/status.d/{package}"] = Entry(output("dpkg-query", "--status", package).encode() + b"\n")
        copyright_file = Path(f"/usr/share/doc/{package}/copyright")
        tree[f"usr/share/doc/{package}/copyright"] = Entry(copyright_file.read_bytes())
    return tree


# What the binary needs


def libraries(binary: Path) -> dict[str, tuple[int, ...]]:
    """The libraries that the binary needs, each with the newest version of its symbols: {"libc.so.6": (2, 34)}."""
    needed: dict[str, tuple[int, ...]] = {}
    library = ""
    for line in output("readelf", "--version-info", "--wide", binary).split("version_r", 1)[1].splitlines():
        if found := re.search(r"File: (\S+)", line):
            library = found[1]
            needed[library] = (0,)
        elif found := re.search(r"Name: \w+?_([\d.]+) ", line):
            needed[library] = max(needed[library], tuple(map(int, found[1].split("."))))
        elif "GLIBC_ABI_DT_RELR" in line:
            # A mark of the file's format, which glibc 2.36 is the first to read.
            needed[library] = max(needed[library], (2, 36))
    if unversioned := set(re.findall(r"NEEDED.*\[(.+)\]", output("readelf", "--dynamic", binary))) - needed.keys():
        raise SystemExit(f"the binary needs {unversioned}, of which no version is known")
    return needed


def is_old_enough(binary: Path) -> None:
    """Ends the program if the binary does not run with OLDEST_GLIBC."""
    newer = {name: version for name, version in libraries(binary).items() if package_of(name) == "libc6" and version > OLDEST_GLIBC}
    if newer:
        needed = ", ".join(f"{name} with symbols of {'.'.join(map(str, version))}" for name, version in newer.items())
        raise SystemExit(
            f"{binary} needs {needed}; the packages are for glibc {'.'.join(map(str, OLDEST_GLIBC))} and later. `make dist` builds "
            "such a binary; `objdump -T` lists the symbols"
        )


def package_of(library: str) -> str:
    for name, package in PACKAGES.items():
        if library.startswith(name):
            return package
    raise SystemExit(f"the binary needs {library}, and no Debian package is known for it (PACKAGES in scripts/dist.py)")


def glibc(needed: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    return max(version for library, version in needed.items() if package_of(library) == "libc6")


def depends(needed: dict[str, tuple[int, ...]]) -> str:
    others = sorted({package_of(library) for library in needed} - {"libc6"})
    return ", ".join([f"libc6 (>= {'.'.join(map(str, glibc(needed)))})", *others])


def lowest_debian(needed: dict[str, tuple[int, ...]]) -> tuple[tuple[int, ...], int, str]:
    """The C library that the binary needs, and number and name of the first Debian release that has it."""
    version = glibc(needed)
    for has, number, name in DEBIAN:
        if has >= version:
            return version, number, name
    raise SystemExit(f"no Debian release is known that has glibc {version} (DEBIAN in scripts/dist.py)")


# Bytes


def with_folders(tree: Tree) -> Tree:
    """The tree with the folders above each entry."""
    above = {str(parent): Entry(mode=0o755) for name in tree for parent in Path(name).parents if str(parent) != "."}
    return above | tree


def tar(tree: Tree, time: int) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as target:
        for name, entry in sorted(tree.items()):
            info = tarfile.TarInfo(name)
            info.mtime, info.mode, info.uid, info.gid = time, entry.mode, entry.owner, entry.owner
            if entry.link is not None:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, entry.link, 0o777
            elif entry.content is None:
                info.type = tarfile.DIRTYPE
            else:
                info.size = len(entry.content)
            target.addfile(info, io.BytesIO(entry.content or b""))
    return buffer.getvalue()


def write(tree: Tree, folder: Path) -> None:
    folder.chmod(0o755)
    for name, entry in sorted(with_folders(tree).items()):
        path = folder / name
        if entry.content is None:
            path.mkdir()
        else:
            path.write_bytes(entry.content)
        path.chmod(entry.mode)


def packed(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def output(*command: object) -> str:
    if not shutil.which(str(command[0])):
        raise SystemExit(f"{command[0]} is missing; `make tools` installs it")
    # Sorted and in English, whatever the machine is set to.
    environment = os.environ | {"LC_ALL": "C"}
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, env=environment).stdout.strip()


if __name__ == "__main__":
    main()
