#!/usr/bin/env bash
# The files of deploy/, as far as they can be checked without running them: the Dockerfile by hadolint, the compose file
# against the Compose specification's schema, nginx's by nginx, the units by systemd where there is one.
#   scripts/deploy.sh <venv with what scripts/deploy.txt names>
set -euo pipefail
tools=$(realpath "$1")
cd "$(dirname "$0")/../deploy"
"$tools/bin/hadolint" docker/Dockerfile
echo "Dockerfile: hadolint finds nothing"
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec compose.yaml docker/compose.yaml
echo "compose.yaml: both are valid"
for script in systemd/backup debian/postinst debian/prerm debian/postrm; do
  sh -n "$script"
done
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
# As the compose file mounts it, but for what is not here: the names of its network, the certificate, and a port that is free.
for server in app-1 app-2; do
  grep -q "^    server $server:8080 " nginx/unmask.conf
  grep -q "^  $server:$" docker/compose.yaml
done
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=study.example.org -keyout "$trial/privkey.pem" \
  -out "$trial/fullchain.pem" 2>/dev/null
sed -E "s#/etc/letsencrypt/live/study.example.org#$trial#; s#server app-[12]:#server 127.0.0.1:#; s#listen 443#listen unix:$trial/socket#" \
  nginx/unmask.conf >"$trial/site.conf"
printf 'pid %s/pid;\nevents {}\nhttp { include %s/site.conf; }\n' "$trial" "$trial" >"$trial/nginx.conf"
/usr/sbin/nginx -q -t -p "$trial" -c "$trial/nginx.conf" -e "$trial/error.log" || { cat "$trial/error.log"; exit 1; }
echo "unmask.conf: nginx finds nothing"
if command -v systemd-analyze >/dev/null; then
  # The program is not installed here.
  for unit in systemd/*.service; do
    sed 's#^ExecStart=[^ ]*#ExecStart=/bin/true#' "$unit" >"$trial/${unit#*/}"
  done
  cp systemd/*.socket systemd/*.timer "$trial/"
  systemd-analyze verify --man=no "$trial"/*.service "$trial"/*.socket "$trial"/*.timer
  echo "Units: systemd finds nothing"
fi
