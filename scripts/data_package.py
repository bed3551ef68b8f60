#!/usr/bin/env python3
"""Does a data package's description fit the Data Package standard, version 2?

    scripts/data_package.py <package>

Frictionless checks the tables against the description, and the description against version 1. The profiles of version 2
(JSON Schema) are those of dplib, the standard's own library.
"""

import json
import sys
from importlib.resources import files
from pathlib import Path

from jsonschema.validators import validator_for

PROFILES = files("dplib") / "profiles" / "2.0"


def problems(where, value):
    """What is wrong with a value, by the profile that it names."""
    profile = json.loads((PROFILES / Path(value["$schema"]).name).read_text(encoding="utf-8"))
    for error in validator_for(profile)(profile).iter_errors(value):
        yield f"{where}{error.json_path.removeprefix('$')}: {error.message[:200]}"


def main():
    path = Path(sys.argv[1]) / "datapackage.json"
    description = json.loads(path.read_text(encoding="utf-8"))
    found = list(problems("datapackage.json", description))
    for resource in description["resources"]:
        found += problems(resource["name"], resource["schema"])
    for problem in found:
        print(f"Data Package: {problem}")
    if found:
        sys.exit(1)
    print("Data Package 2: valid")


if __name__ == "__main__":
    main()
