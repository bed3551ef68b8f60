#!/usr/bin/env bash
# Installs what the tests need and the machine lacks; with `browsers`, also what `make browsers` needs; with `dist`, only
# what `make dist` needs. Does nothing when all is there.
set -euo pipefail
# The C compiler and linker of Zig, which build for an older C library than this machine's.
if [[ ${1:-} == dist ]]; then
  cd "$(dirname "$0")/.."
  target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
  zig=0.17.1 zigbuild=0.24.1
  if [[ $("$target/ziglang/bin/python" -m ziglang version 2>/dev/null) != "$zig" ]]; then
    scripts/say "Installing Zig $zig"
    python3 -m venv --clear "$target/ziglang"
    "$target/ziglang/bin/pip" install --quiet --disable-pip-version-check "ziglang==$zig"
  fi
  if [[ $("$target/zigbuild/bin/cargo-zigbuild" --version 2>/dev/null) != "cargo-zigbuild $zigbuild" ]]; then
    scripts/say "Installing cargo-zigbuild $zigbuild"
    cargo install --quiet --locked --debug "cargo-zigbuild@$zigbuild" --root "$target/zigbuild"
  fi
  exit
fi
missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v sqlite3 >/dev/null || missing+=(sqlite3)
# Writes and reads the files of the tests of media.
command -v ffmpeg >/dev/null || missing+=(ffmpeg)
compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || missing+=(postgresql)
# The fault laboratory: a proxy in front of several servers, and whether an answer is on the disk before it is promised.
[[ -x /usr/sbin/nginx ]] || missing+=(nginx-light)
command -v openssl >/dev/null || missing+=(openssl)
command -v strace >/dev/null || missing+=(strace)
command -v eatmydata >/dev/null || missing+=(eatmydata)
# An ACME server and a DNS server for it: certificates that the server obtains itself.
command -v pebble >/dev/null || missing+=(pebble)
# A clean Debian root, in which the packages are installed; and what reads the libraries that the binary needs.
[[ -x /usr/sbin/debootstrap ]] || missing+=(debootstrap)
command -v readelf >/dev/null || missing+=(binutils)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)
command -v Rscript >/dev/null || missing+=(r-base-core)
Rscript -e 'quit(status = !requireNamespace("lme4", quietly = TRUE))' >/dev/null 2>&1 || missing+=(r-cran-lme4)
# brms compiles its models.
Rscript -e 'quit(status = !nzchar(system.file(package = "brms")))' >/dev/null 2>&1 || missing+=(r-cran-brms)
command -v g++ >/dev/null || missing+=(g++)
command -v pspp >/dev/null || missing+=(pspp)
if [[ ${1:-} == browsers ]]; then
  command -v firefox-esr >/dev/null || missing+=(firefox-esr)
  # A sound device that plays to nobody.
  command -v pulseaudio >/dev/null || missing+=(pulseaudio)
  command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
  # WebKit plays MP4, as iPhones do, only with this plugin.
  compgen -G '/usr/lib/*/gstreamer-1.0/libgstlibav.so' >/dev/null || missing+=(gstreamer1.0-libav)
  # A screen that nobody sees.
  command -v Xvfb >/dev/null || missing+=(xvfb)
fi
if ((${#missing[@]})); then
  "$(dirname "$0")/say" "Installing ${missing[*]} (Debian packages)"
  sudo=; ((EUID == 0)) || sudo=sudo
  $sudo apt-get update -qq
  # Debian starts a cluster when it installs PostgreSQL; the tests start their own.
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
cd "$(dirname "$0")/.."
# Python programs, each in its own folder, at the versions of scripts/<name>.txt.
for name in schemathesis reproduce cffconvert ro-crate deploy aiosmtpd; do
  folder=${CARGO_TARGET_DIR:-target}/$name
  if ! cmp -s "scripts/$name.txt" "$folder/installed.txt"; then
    scripts/say "Installing the packages of scripts/$name.txt"
    # By its real path, which its programs name: the folder may be a link to a cache that several clones use.
    mkdir -p "$folder"
    folder=$(realpath "$folder")
    python3 -m venv --clear "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check -r "scripts/$name.txt"
    cp "scripts/$name.txt" "$folder/installed.txt"
  fi
done
install() {
  cargo "$1" --version >/dev/null 2>&1 && return
  scripts/say "Installing cargo-$1"
  cargo install --locked "cargo-$1" "${@:2}"
}
install nextest
# They run for seconds: without optimisation, they are built in a quarter of the time.
install machete --debug
install deny --debug
