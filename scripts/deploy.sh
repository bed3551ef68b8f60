#!/usr/bin/env bash
# The files of deploy/, as far as they can be checked without running them: the Dockerfile by hadolint, the compose file
# against the Compose specification's schema, the units by systemd where there is one.
#   scripts/deploy.sh <venv with what scripts/deploy.txt names>
set -euo pipefail
tools=$(realpath "$1")
cd "$(dirname "$0")/../deploy"
"$tools/bin/hadolint" docker/Dockerfile
echo "Dockerfile: hadolint finds nothing"
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec docker/compose.yaml
echo "compose.yaml: valid"
if command -v systemd-analyze >/dev/null; then
  units=$(mktemp -d)
  trap 'rm -rf "$units"' EXIT
  # The program is not installed here.
  sed 's#^ExecStart=[^ ]*#ExecStart=/bin/true#' systemd/unmask.service >"$units/unmask.service"
  cp systemd/unmask.socket "$units/"
  systemd-analyze verify --man=no "$units/unmask.service" "$units/unmask.socket"
  echo "Units: systemd finds nothing"
fi
