#!/usr/bin/env bash
# Where the time of `make test` went: from each heading to the next, in minutes and seconds.
set -euo pipefail
printf '\n'
awk -F'\t' '
  function row(seconds, title) { printf "%3d:%02d  %s\n", seconds / 60, seconds % 60, title }
  NR > 1 { row($1 - time, title) }
  NR == 1 { start = $1 }
  { time = $1; title = $2 }
  END { row(time - start, "in all") }
' "$UNMASK_TIMES"
