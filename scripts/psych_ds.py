#!/usr/bin/env python3
"""Is a data package a Psych-DS dataset?

    scripts/psych_ds.py <package>

The project's own validator (psychds-validator 1.5.0, github.com/psych-ds/psychds-validator) is in no registry that a plain
machine can install it from. These are its rules, errors and warnings alike, each under the validator's own code, read from
its schema (schema_model 1.5.0, github.com/psych-ds/psych-DS) and from how it applies them. Two are stricter here: every
variable says what it is, and the context is schema.org's in one word, so that nothing has to be fetched to read the
description. One is not here: which properties schema.org has.
"""

import csv
import json
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

csv.field_size_limit(1 << 30)

# schema_model: meta.context.context.properties.keywords.properties
KEYWORDS = {"study", "site", "subject", "session", "task", "condition", "trial", "stimulus", "description"}
# rules.files.tabular_data.data.Datafile.fileRegex
FILE_NAME = re.compile(r"([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.(csv|tsv)")
# rules.compiled_metadata.CompiledMetadata.fields
REQUIRED = ("name", "description", "variableMeasured")
# rules.files.common.core: files with the stem, and folders
STEMS = {"README": (".md", ".txt"), "CHANGES": (".md", ".txt")}
FOLDERS = ("analysis", "results", "materials", "documentation")
# files/ignore.ts: what the validator ignores without being told
IGNORED = ("materials/", "results/", "analysis/", "documentation/")
SCHEMA_ORG = ("http://schema.org/", "https://schema.org/", "http://schema.org", "https://schema.org")


def problems(package):
    """What the validator would call an error or a warning, as (code, where)."""
    path = package / "dataset_description.json"
    if not path.is_file():
        yield "MISSING_DATASET_DESCRIPTION", path
        return
    try:
        description = json.loads(path.read_bytes().decode("utf-8"))
    except UnicodeDecodeError:
        yield "JSON_ENCODING_ERROR", path
        return
    except ValueError:
        yield "INVALID_JSON_FORMATTING", path
        return
    yield from of_description(path, description)
    yield from of_files(package)
    if not (package / "data").is_dir():
        yield "MISSING_DATA_DIRECTORY", package / "data"
        return
    files = sorted(file for file in (package / "data").rglob("*") if file.suffix in (".csv", ".tsv"))
    if not files:
        yield "MISSING_DATAFILE", package / "data"
    if not (package / "data" / "file_metadata.json").is_file():
        yield "MISSING_DIRECTORY_METADATA", package / "data"
    columns, named = set(), names_of(description)
    for file in files:
        sidecar = file.with_suffix(".json")
        if not sidecar.is_file():
            yield "MISSING_SIDECAR_METADATA", file
            continue
        # It overrides the description, key by key.
        own = description | json.loads(sidecar.read_text(encoding="utf-8"))
        yield from of_description(sidecar, own)
        names = names_of(own)
        named |= names
        if not FILE_NAME.fullmatch(file.name):
            yield "FILENAME_KEYWORD_FORMATTING_ERROR", file
        for part in file.stem.split("_")[:-1]:
            if part.split("-")[0] not in KEYWORDS:
                yield "FILENAME_UNOFFICIAL_KEYWORD_ERROR", file
        header, found = of_table(file)
        yield from found
        for column in header:
            if column not in names:
                yield "CSV_COLUMN_MISSING_FROM_METADATA", f"{file}: {column}"
        columns.update(header)
    for name in named - columns:
        yield "VARIABLE_MISSING_FROM_CSV_COLUMNS", name


def names_of(description):
    return {variable if isinstance(variable, str) else variable.get("name")
            for variable in description.get("variableMeasured", [])}


def of_files(package):
    """Recommended files and folders, and files that are neither known nor ignored."""
    for stem, endings in STEMS.items():
        if not any((package / (stem + ending)).is_file() for ending in endings):
            yield f"MISSING_{stem}_DOC", package
    for folder in FOLDERS:
        if not (package / folder).is_dir():
            yield f"MISSING_{folder.upper()}_DIRECTORY", package
    listed = package / ".psychds-ignore"
    if not listed.is_file():
        yield "MISSING_PSYCHDSIGNORE", package
        return
    ignored = [line for line in listed.read_text(encoding="utf-8").splitlines() if line]
    # The validator compares paths that begin with a slash, so such a line ignores nothing.
    for line in ignored:
        if line.startswith("/"):
            yield "FILE_NOT_CHECKED", f"{listed}: {line}"
    known = {"dataset_description.json"} | {stem + ending for stem, endings in STEMS.items() for ending in endings}
    for file in sorted(path for path in package.rglob("*") if path.is_file()):
        path = file.relative_to(package).as_posix()
        in_data = path.startswith("data/") and (file.stem.endswith("_data") or file.name == "file_metadata.json")
        skipped = any(path.startswith(line) if line.endswith("/") else fnmatch(path, line)
                      for line in [*IGNORED, *ignored])
        if path not in known and not in_data and not skipped:
            yield "FILE_NOT_CHECKED", file


def of_description(path, description):
    if description.get("@context") not in SCHEMA_ORG:
        yield "INVALID_JSONLD_FORMATTING", path
    kind = description.get("@type")
    if kind is None:
        yield "MISSING_DATASET_TYPE", path
    elif kind != "Dataset":
        yield "INCORRECT_DATASET_TYPE", path
    for key in REQUIRED:
        if not description.get(key):
            yield "JSON_KEY_REQUIRED", f"{path}: {key}"
    for variable in description.get("variableMeasured", []):
        if not (isinstance(variable, dict) and variable.get("@type") == "PropertyValue"
                and variable.get("name") and variable.get("description")):
            yield "OBJECT_TYPE_MISSING", f"{path}: {variable}"


def of_table(file):
    """The header, and what is wrong with the rows."""
    found = []
    try:
        with open(file, encoding="utf-8", newline="") as text:
            rows = csv.reader(text, strict=True, delimiter="\t" if file.suffix == ".tsv" else ",")
            header = next(rows, [])
            ids = header.index("row_id") if "row_id" in header else None
            seen = set()
            for number, row in enumerate(rows, start=2):
                if len(row) != len(header):
                    found.append(("CSV_HEADER_LENGTH_MISMATCH", f"{file}: row {number}"))
                elif ids is not None and (row[ids] in seen or seen.add(row[ids])):
                    found.append(("ROWID_VALUES_NOT_UNIQUE", f"{file}: row {number}"))
    except (csv.Error, UnicodeDecodeError) as error:
        return [], [("CSV_FORMATTING_ERROR", f"{file}: {error}")]
    if not header:
        found.append(("CSV_HEADER_MISSING", file))
    if len(set(header)) != len(header):
        found.append(("CSV_HEADER_REPEATED", file))
    return header, found


def main():
    package = Path(sys.argv[1])
    found = list(problems(package))
    for code, where in found:
        print(f"Psych-DS: {code}: {where}")
    if found:
        sys.exit(1)
    print("Psych-DS: no error, no warning")


if __name__ == "__main__":
    main()
