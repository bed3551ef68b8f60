#!/usr/bin/env bash
# `make run` serves the example study: starts it, waits until the first page is there, and ends it.
set -euo pipefail
cd "$(dirname "$0")/.."
limit=${TRY_RUN_SECONDS:-2700} # a build with empty caches takes 12 minutes on two idle cores
log=$(mktemp)
setsid make run >"$log" 2>&1 &
run=$!
end() {
  kill -- "-$run" 2>/dev/null || true
  wait "$run" 2>/dev/null || true
  cat "$log"
  rm -f "$log"
}
trap end EXIT
address=
while [[ -z $address ]]; do
  kill -0 "$run" 2>/dev/null || { echo "make run ended before it served the study" >&2; exit 1; }
  ((SECONDS < limit)) || { echo "make run neither served the study nor ended within $limit seconds" >&2; exit 1; }
  sleep 1
  address=$(sed -n "s/^Unmask serves .* on \(http:.*\)$/\1/p" "$log")
done
page=$(curl --silent --show-error --fail --max-time 60 "$address/")
[[ $page == *'<main'* ]] || { echo "$address/ is not the study's first page" >&2; exit 1; }
scripts/say "make run serves the study at $address"
