#!/bin/sh
# The second command of the README: set up, then every check and test. Ends with a plain count.
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh

# The tests run every format with two FFmpeg builds, the bundled one and the system's, and the farm on a real Redis.
sh scripts/debian-packages.sh ffmpeg redis-server

PATH="$PWD/node_modules/.bin:$PATH"
export PATH
# Formatting, lint and the types of the tests are checked from sources, beside the build, which keeps one core busy.
{ biome check . && npm run --silent check:tests; } &
sources=$!
npm run --silent build || { kill "$sources"; exit 1; }
wait "$sources"
npm run --silent check:directions
exec node scripts/tests/run-tests.mjs
