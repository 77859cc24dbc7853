#!/bin/sh
# The first command of the README: set up, then render one example.
set -eu
cd "$(dirname "$0")/.."
sh scripts/setup.sh
exec node_modules/.bin/framefarm render examples/title-gsap --output renders/title-gsap.mp4
