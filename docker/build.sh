#!/bin/sh
# Builds images of framefarm with the version of this source as tag, all or those that are named:
#   sh docker/build.sh [render] [worker] [producer]
# CONTAINER_ENGINE (docker or podman), IMAGE_PREFIX (framefarm), NODE_IMAGE and DEBIAN_IMAGE may name others, such as images
# pinned by digest. npm's registry is the one that npm uses here; proxies are those of the engine.
set -eu
cd "$(dirname "$0")/.."
engine=${CONTAINER_ENGINE:-docker}
prefix=${IMAGE_PREFIX:-framefarm}
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' oclif/package.json)
revision=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
registry=${NPM_CONFIG_REGISTRY:-$(npm config get registry 2>/dev/null || true)}

[ $# -gt 0 ] || set -- render worker producer
for target in "$@"; do
  "$engine" build --file docker/Dockerfile --target "$target" --tag "$prefix/$target:$version" \
    --label org.opencontainers.image.version="$version" --label org.opencontainers.image.revision="$revision" \
    ${registry:+--build-arg NPM_CONFIG_REGISTRY="$registry"} \
    ${NODE_IMAGE:+--build-arg NODE_IMAGE="$NODE_IMAGE"} ${DEBIAN_IMAGE:+--build-arg DEBIAN_IMAGE="$DEBIAN_IMAGE"} .
  echo "$prefix/$target:$version"
done
