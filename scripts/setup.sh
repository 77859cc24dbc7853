#!/bin/sh
# Installs what the project needs and builds it. Safe to run again.
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh
# npm itself may run on Node 20; from here on the Node 24 of the project must be first on the path.
PATH="$PWD/node_modules/.bin:$PATH" npm run --silent build
