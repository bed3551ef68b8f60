#!/usr/bin/env bash
# The generated files in the repository are those that the code generates now.
set -euo pipefail
cd "$(dirname "$0")/.."
npm --prefix web run --silent generate
if ! git diff --exit-code --stat -- docs/generated web/src/api/schema.d.ts web/src/api/error-params.d.ts; then
  echo 'Generated files are out of date. Run `make generate` and commit what it changes.' >&2
  exit 1
fi
npm --prefix web run --silent lint:api
