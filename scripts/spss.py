#!/usr/bin/env python3
"""Does what PSPP makes of a data package with `analysis/load.sps` hold what the CSV files say?

    scripts/spss.py <package>

Runs the syntax as a researcher does, in the package's folder, and reads each .sav file: the same number of rows, the same
columns, and in every cell the same number, the same text (with spaces for line breaks), or the code of the same kind of
missing value. The CSV is read by Python's own reader.
"""

import csv
import re
import subprocess
import sys
from pathlib import Path

import pyreadstat

csv.field_size_limit(1 << 30)


def codes(syntax):
    """The number of each kind of missing value, from the syntax itself."""
    found = dict(re.findall(r"\('(NA_\w+)'=(-\d+)\)", syntax))
    if not found:
        sys.exit("load.sps has no codes for missing values")
    return {name: float(number) for name, number in found.items()}


def same(told, cell, missing):
    if isinstance(cell, float):
        return cell == missing[told] if told in missing else abs(cell - float(told)) <= 1e-9 * max(1.0, abs(cell))
    return " ".join(re.split(r"\r\n|\r|\n", told)).rstrip(" ") == cell.rstrip(" ")


def check(package):
    missing = codes((package / "analysis" / "load.sps").read_text(encoding="utf-8"))
    run = subprocess.run(["pspp", "-o", "/dev/null", "analysis/load.sps"], cwd=package, capture_output=True, text=True)
    if run.returncode or "error" in run.stderr:
        sys.exit(f"pspp: {run.stdout}{run.stderr}")
    tables = sorted((package / "data").glob("description-*_data.csv"))
    cells = 0
    for path in tables:
        name = path.stem.removeprefix("description-").removesuffix("_data")
        with open(path, encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        frame, _ = pyreadstat.read_sav(package / "analysis" / f"{name}.sav", user_missing=True)
        if len(frame) != len(rows) or sorted(map(str.lower, frame.columns)) != sorted(map(str.lower, header)):
            sys.exit(f"{name}: {len(frame)} rows and {len(frame.columns)} columns, in the CSV {len(rows)} and {len(header)}")
        for at, column in enumerate(header):
            for number, (row, cell) in enumerate(zip(rows, frame[column], strict=True), start=1):
                if not same(row[at], cell, missing):
                    sys.exit(f"{name}, row {number}, {column}: {cell!r}, in the CSV {row[at]!r}")
                cells += 1
    print(f"SPSS: {len(tables)} tables, {cells} cells, in PSPP as in the CSV")


if __name__ == "__main__":
    check(Path(sys.argv[1]))
