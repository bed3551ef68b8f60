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
