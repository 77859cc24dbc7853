#!/bin/sh
# The second command of the README: set up, then every check and test. Ends with a plain count.
set -eu
cd "$(dirname "$0")/.."
sh scripts/setup.sh

# The tests run every format with two FFmpeg builds, the bundled one and the system's, and the farm on a real Redis.
missing=""
command -v ffmpeg >/dev/null 2>&1 || missing="ffmpeg"
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  # RUNLEVEL=1: the package starts no server of its own; tests and the farm start theirs.
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

PATH="$PWD/node_modules/.bin:$PATH"
export PATH
npm run --silent check
exec node scripts/run-tests.mjs
