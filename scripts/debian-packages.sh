#!/bin/sh
# Brings the named programs from Debian's packages of the same name, where this runs as root; does nothing for those that are there.
set -eu
missing=""
for program in "$@"; do
  command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
done
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  # RUNLEVEL=1: a package starts no server of its own; tests and the farm start theirs.
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
