#!/bin/sh
# The second command of the README: set up, then every check and test. Ends with a plain count.
set -eu
cd "$(dirname "$0")/.."
sh scripts/setup.sh

# The tests run every format with two FFmpeg builds: the bundled one and the system's.
if ! command -v ffmpeg >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ffmpeg >/dev/null
fi

PATH="$PWD/node_modules/.bin:$PATH"
export PATH
npm run --silent check
exec node scripts/run-tests.mjs
