#!/usr/bin/env bash
# Robots rehearse the example study; the data package of what they did must be valid, and R and Python must compute the
# report's numbers again from its tables, to 1e-9, and fit the same mixed model. Its Parquet opens in pandas and in DuckDB.
#   scripts/reproduce.sh <unmask> <venv with what scripts/reproduce.txt names>
set -euo pipefail
unmask=$(realpath "$1") tools=$(realpath "$2")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server"; rm -rf "$work"' EXIT
port=$("$tools/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export UNMASK_DATA=$work/data UNMASK_DATABASE_URL=sqlite:$work/unmask.db UNMASK_LISTEN=127.0.0.1:$port
"$unmask" serve >"$work/serve.log" 2>&1 &
server=$!
for _ in $(seq 100); do
  grep -q '^Unmask serves' "$work/serve.log" && break
  sleep 0.2
done
"$unmask" simulate --participants 60 --preset attrition --seed 2 >"$work/simulate.log" 2>&1 || {
  cat "$work/serve.log" "$work/simulate.log"
  exit 1
}
package=$work/package
"$unmask" export --simulated "$package" >/dev/null
"$tools/bin/python" "$package/analysis/load.py" >/dev/null
Rscript "$package/analysis/load.R" >/dev/null
# A researcher may write the licence; nobody may write data.
cp -r "$package" "$work/changed"
echo 'CC0-1.0' >"$work/changed/LICENSE.md"
"$tools/bin/python" "$work/changed/analysis/load.py" | grep -qx 'Note: LICENSE.md: was changed'
sed -i '$p' "$work/changed/data/description-participants_data.csv"
if "$tools/bin/python" "$work/changed/analysis/load.py" >/dev/null 2>"$work/changed.log" ||
  ! grep -q 'participants_data.csv: was changed' "$work/changed.log"; then
  echo "load.py did not notice a row that was added" >&2
  exit 1
fi
echo "load.py: a changed document is a note, a changed table an error"
echo "Python, then R:"
"$tools/bin/python" "$package/analysis/report.py"
Rscript "$package/analysis/report.R"
# Where everybody has the same score nothing is compared: not in the report, and in neither script.
"$tools/bin/python" - "$work/unmask.db" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    alike = "update submission set scores = json_set(scores, '$.workload_mean', 50) where scores like '%\"workload_mean\"%'"
    assert db.execute(alike).rowcount > 0, "nobody has a workload score"
END
"$unmask" export --simulated "$work/alike" >/dev/null
"$tools/bin/python" - "$work/alike/results/report.json" <<'END'
import json, sys
outcomes = {one["id"]: one["contrasts"] for one in json.load(open(sys.argv[1], encoding="utf-8"))["outcomes"]}
assert all(one["n"] == 0 for one in outcomes["scale_workload"]), "the report compares scores that are all alike"
END
echo "All workload scores alike, Python, then R:"
"$tools/bin/python" "$work/alike/analysis/report.py"
Rscript "$work/alike/analysis/report.R"
"$tools/bin/python" "$package/analysis/model.py" >"$work/model.py.txt" 2>&1 &
in_python=$!
Rscript "$package/analysis/model.R" >"$work/model.R.txt" 2>&1 || { cat "$work/model.R.txt"; exit 1; }
wait "$in_python" || { cat "$work/model.py.txt"; exit 1; }
"$tools/bin/python" scripts/models.py "$work/model.py.txt" "$work/model.R.txt"
"$tools/bin/frictionless" validate "$package/datapackage.json" >"$work/frictionless.log" || {
  cat "$work/frictionless.log"
  exit 1
}
echo "Frictionless: valid"
"$tools/bin/python" scripts/psych_ds.py "$package"
"$tools/bin/python" scripts/parquet.py "$package"
# It writes its files into the package.
cp -r "$package" "$work/spss"
"$tools/bin/python" scripts/spss.py "$work/spss"
