#!/bin/sh
# Brings everything the project needs from npm: Node 24, the headless browser, FFmpeg, fonts. Safe to run again.
set -eu
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null 2>&1; then
  echo "framefarm needs npm: install Node.js 20 or newer with npm." >&2
  exit 1
fi

# npm ci empties node_modules first; skip it when the installed tree already matches the lock file.
if [ ! -f node_modules/.framefarm-lock ] || ! cmp -s package-lock.json node_modules/.framefarm-lock; then
  npm ci
  cp package-lock.json node_modules/.framefarm-lock
fi

if ! node_modules/.bin/node -e 'process.exit(0)' >/dev/null 2>&1; then
  echo "The bundled Node.js is missing: run \"npm ci\" with install scripts allowed." >&2
  exit 1
fi
