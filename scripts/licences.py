"""The licences of the Rust crates and JavaScript packages that the release binary contains, as one text."""

import json
import os
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
NAMES = ("licen", "copying", "notice", "copyright", "unlicense")


def third_party() -> str:
    """A list of all packages with their licences, then each licence text once with the packages that it is for."""
    packages = [*crates(), *javascript()]
    texts: dict[str, list[str]] = {}
    for name, _, folder in packages:
        for text in licence_texts(folder):
            texts.setdefault(text, []).append(name)
    parts = ["Software of others that Unmask contains\n"]
    parts += [f"{name}: {licence}" for name, licence, _ in packages]
    for text, names in texts.items():
        parts.append(f"\n{'-' * 80}\n{', '.join(names)}\n{'-' * 80}\n\n{text}")
    return "\n".join(parts) + "\n"


def crates() -> list[tuple[str, str, Path]]:
    """Name, licence and source of each crate in Cargo.lock. What Cargo has not unpacked, it has not compiled."""
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    found = []
    for package in tomllib.loads((REPOSITORY / "Cargo.lock").read_text())["package"]:
        if "source" not in package:
            continue
        name = f"{package['name']}-{package['version']}"
        for folder in sorted(cargo.glob(f"registry/src/*/{name}"))[:1]:
            manifest = tomllib.loads((folder / "Cargo.toml").read_text())["package"]
            licence = manifest.get("license") or manifest.get("license-file") or "?"
            found.append((f"{package['name']} {package['version']}", licence, folder))
    if not found:
        raise SystemExit("the sources of the crates are not there; run `cargo fetch --locked`")
    return found


def javascript() -> list[tuple[str, str, Path]]:
    """Name, licence and folder of each package that the web app contains."""
    found = []
    for path, package in json.loads((REPOSITORY / "web/package-lock.json").read_text())["packages"].items():
        if not path or package.get("dev") or package.get("optional"):
            continue
        folder = REPOSITORY / "web" / path
        manifest = json.loads((folder / "package.json").read_text())
        found.append((f"{manifest['name']} {manifest['version']} (npm)", str(manifest.get("license", "?")), folder))
    return found


def licence_texts(folder: Path) -> list[str]:
    files = [path for path in folder.iterdir() if path.is_file() and path.name.lower().startswith(NAMES)]
    return [path.read_text(errors="replace").replace("\r\n", "\n").strip() for path in sorted(files)]
