"""Reads the data package with pandas, typed, and checks it against its manifest.

    tables = read("path/to/package")
    tables["responses"]                     # a data frame; missing values are NA
    reasons("path/to/package", "questionnaires")   # why they are missing, cell by cell

Run as a script, it checks the package that it lies in and shows the tables.
"""

import csv
import hashlib
import json
import sys
from pathlib import Path

import pandas as pd

# Files that must not change.
DATA = ("data/", "parquet/", "spreadsheet/", "results/", "materials/")


def describe(folder):
    """The tables' descriptions by name."""
    package = json.loads((Path(folder) / "datapackage.json").read_text(encoding="utf-8"))
    return {resource["name"]: resource for resource in package["resources"] if "schema" in resource}


def codes(schema, field):
    """The codes for missing values in a column and what they mean; none in a column that always has a value."""
    return {code["value"]: code["label"] for code in field.get("missingValues", schema["missingValues"])}


def as_written(folder, resource):
    """A table as it is in its file: everything as text, nothing interpreted."""
    with open(Path(folder) / resource["path"], encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return pd.DataFrame(rows[1:], columns=rows[0], dtype="string")


def typed(column, field, missing):
    """A column in its type."""
    column = column.mask(column.isin(list(missing)))
    kind = field["type"]
    if kind == "boolean":
        return column.map({"1": True, "0": False}).astype("boolean")
    if kind == "datetime":
        return pd.to_datetime(column, utc=True, format="ISO8601")
    if kind == "date":
        return pd.to_datetime(column, format="%Y-%m-%d")
    if kind == "integer":
        return column.map(int, na_action="ignore").astype("Int64")
    if kind == "number":
        return column.map(float, na_action="ignore").astype("Float64")
    if "categories" in field:
        values = [str(category["value"]) for category in field["categories"]]
        return column.astype(pd.CategoricalDtype(values, ordered=field.get("categoriesOrdered", False)))
    return column


def read(folder):
    """All tables by name."""
    tables = {}
    for name, resource in describe(folder).items():
        table, schema = as_written(folder, resource), resource["schema"]
        columns = {field["name"]: typed(table[field["name"]], field, codes(schema, field)) for field in schema["fields"]}
        tables[name] = pd.DataFrame(columns)
    return tables


def reasons(folder, name):
    """Why values of a table are missing: the code in every cell without a value, else NA."""
    resource = describe(folder)[name]
    table, schema = as_written(folder, resource), resource["schema"]
    return table.where(table.isin({field["name"]: list(codes(schema, field)) for field in schema["fields"]}))


def check(folder):
    """Checks every file against the manifest: errors in the data, and notes on the documents about them.

    Data must be as they were exported, to the byte. A document may change: LICENSE.md waits for the researcher's words.
    """
    manifest = json.loads((Path(folder) / "manifest.json").read_text(encoding="utf-8"))
    mistakes, notes = [], []
    for file in manifest["files"]:
        path = Path(folder) / file["path"]
        found = mistakes if file["path"].startswith(DATA) else notes
        if not path.exists():
            found.append(f"{file['path']}: missing")
            continue
        with open(path, "rb") as opened:
            if hashlib.file_digest(opened, "sha256").hexdigest() != file["sha256"]:
                found.append(f"{file['path']}: was changed")
    return mistakes, notes


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    mistakes, notes = check(folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    rows = {file["path"]: file.get("rows") for file in manifest["files"]}
    described = describe(folder)
    for name, table in read(folder).items():
        expected = rows[described[name]["path"]]
        if len(table) != expected:
            mistakes.append(f"{name}: {len(table)} rows, the manifest says {expected}")
        print(f"{name}: {len(table)} rows, {len(table.columns)} columns")
    for note in notes:
        print(f"Note: {note}")
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
