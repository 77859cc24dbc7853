#!/bin/sh
# The second command of the README: set up, then every check and test. Ends with a plain count.
set -eu
cd "$(dirname "$0")/.."
sh scripts/setup.sh

# The tests run every format with two FFmpeg builds, the bundled one and the system's, and the farm on a real Redis.
sh scripts/debian-packages.sh ffmpeg redis-server

PATH="$PWD/node_modules/.bin:$PATH"
export PATH
npm run --silent check
exec node scripts/tests/run-tests.mjs
