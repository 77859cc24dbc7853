#!/bin/sh
# Sets up and starts a whole farm on this machine: producer, worker and a Redis of its own. Ctrl-C ends it.
set -eu
cd "$(dirname "$0")/.."
sh scripts/setup.sh
sh scripts/debian-packages.sh redis-server
exec node_modules/.bin/framefarm farm start "$@"
