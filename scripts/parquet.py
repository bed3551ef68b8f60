#!/usr/bin/env python3
"""Do pandas and DuckDB read in a data package's Parquet files what its CSV files say?

    scripts/parquet.py <package>

For every table: the same number of rows and the same columns, the same nulls (in the CSV a code that begins with NA_),
the same sum of every column of numbers and of true and false, and the same number of different values of every other one.
The CSV is read by Python's own reader, so that neither program vouches for itself.
"""

import csv
import math
import sys
from pathlib import Path

import duckdb
import pandas

csv.field_size_limit(1 << 30)


def told(path):
    """What the CSV says: rows, and for each column its nulls and its values as they are written."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    columns = {}
    for name, *cells in zip(*rows, strict=True):
        values = [cell for cell in cells if not cell.startswith("NA_")]
        columns[name] = (len(cells) - len(values), values)
    return len(rows) - 1, columns


def expected(values, numeric):
    """One figure for a column of the CSV: its sum, or how many different values it has."""
    if not numeric:
        return len(set(values))
    return math.fsum({"true": 1.0, "false": 0.0}.get(value) if value in ("true", "false") else float(value)
                     for value in values)


def agree(where, what, one, other):
    if not (one == other or (isinstance(one, float) and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-6))):
        sys.exit(f"{where}: {what} is {other}, in the CSV {one}")


def check(package):
    tables = sorted((package / "parquet").glob("*.parquet"))
    if not tables:
        sys.exit(f"no Parquet in {package}")
    compared = 0
    for path in tables:
        rows, columns = told(package / "data" / f"description-{path.stem}_data.csv")
        frame = pandas.read_parquet(path)
        agree(path.name, "the number of rows in pandas", rows, len(frame))
        agree(path.name, "the list of columns in pandas", list(columns), list(frame.columns))
        relation = duckdb.read_parquet(str(path))
        agree(path.name, "the number of rows in DuckDB", rows, relation.count("*").fetchall()[0][0])
        agree(path.name, "the list of columns in DuckDB", list(columns), relation.columns)
        for name, kind in zip(relation.columns, map(str, relation.types), strict=True):
            nulls, values = columns[name]
            numeric = kind in ("BIGINT", "INTEGER", "DOUBLE", "BOOLEAN")
            figure = expected(values, numeric)
            quoted = '"' + name.replace('"', '""') + '"'
            # DuckDB sums doubles in any order; its `fsum` is exact.
            sql = (f"coalesce(fsum(cast({quoted} as double)), 0)" if numeric else f"count(distinct {quoted})")
            missing, seen = relation.aggregate(f"count(*) - count({quoted}), {sql}").fetchall()[0]
            here = f"{path.name}, column {name}"
            agree(here, "the number of nulls in DuckDB", nulls, missing)
            agree(here, "the sum or number of values in DuckDB", figure, seen)
            column = frame[name]
            agree(here, "the number of nulls in pandas", nulls, int(column.isna().sum()))
            present = column.dropna()
            seen = math.fsum(present.astype(float)) if numeric else present.nunique()
            agree(here, "the sum or number of values in pandas", figure, seen)
            compared += 1
    print(f"Parquet: {len(tables)} tables, {compared} columns, in pandas and DuckDB as in the CSV")


if __name__ == "__main__":
    check(Path(sys.argv[1]))
