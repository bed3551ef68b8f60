#!/usr/bin/env bash
# All benchmarks: the server's (SQLite), what a researcher waits for, then what a phone sees (Lighthouse). Prints, changes nothing.
set -euo pipefail
binary=$1 bench=$2
cd "$(dirname "$0")/.."
"$bench" --binary "$binary"
bench/export.py "$binary"
bench/export.py "$binary" --study studies/original-or-altered
UNMASK_BINARY=$binary npm --prefix e2e run --silent lighthouse
