#!/usr/bin/env bash
# All benchmarks: the server (SQLite), what a researcher waits for, what a phone sees (Lighthouse) and fetches, and oTree's figures for the
# same. Prints; changes nothing.
#   bench/run.sh <unmask> <unmask-bench>            # what the README's figures come from
#   bench/run.sh <unmask> <unmask-bench> --smoke    # every part for about a second: does it still run?
set -euo pipefail
binary=$(realpath "$1") bench=$(realpath "$2")
load=() package=() otree=() studies=()
if [[ ${3:-} == --smoke ]]; then
  load=(--seconds 1 --flood-seconds 1 --runs 1)
  package=(--participants 12 --simulated 6 --runs 1)
  otree=(--seconds 1 --runs 1 --participants 20)
  studies=(--studies 3 --seconds 1 --runs 1 --participants 6)
  export RUNS=1
fi
cd "$(dirname "$0")/.."
"$bench" --binary "$binary" "${load[@]}"
bench/export.py "$binary" "${package[@]}"
bench/export.py "$binary" "${package[@]}" --study studies/original-or-altered
bench/studies.py "$binary" "${studies[@]}"
UNMASK_BINARY=$binary npm --prefix e2e run --silent bench
bench/otree/run.py "${otree[@]}"
