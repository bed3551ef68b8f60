#!/usr/bin/env bash
# The server in debug mode on 8080 and Vite on 5173, which passes /api on to it.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build -p unmask
cargo run -p unmask -- serve & server=$!
trap 'kill "$server" 2>/dev/null' EXIT
npm --prefix web run dev
