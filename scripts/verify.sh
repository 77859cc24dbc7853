#!/bin/sh
# The command of the README's section on tests: set up, then every check and test. Ends with a plain count.
set -eu
cd "$(dirname "$0")/.."

# The tests run every format with two FFmpeg builds, the bundled one and the system's, and the farm on a real Redis.
sh scripts/debian-packages.sh ffmpeg redis-server &
programs=$!
sh scripts/install.sh || { wait "$programs"; exit 1; }
wait "$programs"

PATH="$PWD/node_modules/.bin:$PATH"
export PATH
# Formatting, lint, the types of the tests and the directions of imports are checked from sources, beside the build.
{ biome check . && npm run --silent check:tests && npm run --silent check:directions; } &
sources=$!
npm run --silent build || { kill "$sources"; exit 1; }
wait "$sources"
exec node scripts/tests/run-tests.mjs
