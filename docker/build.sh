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
node=${NODE_IMAGE:-$(sed -n 's/^ARG NODE_IMAGE=//p' docker/Dockerfile)}
debian=${DEBIAN_IMAGE:-$(sed -n 's/^ARG DEBIAN_IMAGE=//p' docker/Dockerfile)}

# The digest by which a registry knows an image; of one that was made here, the engine's own.
digest_of() {
  "$engine" image inspect "$1" >/dev/null 2>&1 || "$engine" pull --quiet "$1" >/dev/null
  "$engine" image inspect --format '{{if .RepoDigests}}{{index .RepoDigests 0}}{{else}}{{.Id}}{{end}}' "$1" | sed 's/.*@//'
}
node_digest=$(digest_of "$node")
debian_digest=$(digest_of "$debian")

[ $# -gt 0 ] || set -- render worker producer
for target in "$@"; do
  "$engine" build --file docker/Dockerfile --target "$target" --tag "$prefix/$target:$version" \
    --label org.opencontainers.image.version="$version" --label org.opencontainers.image.revision="$revision" \
    --label org.opencontainers.image.base.name="$debian" --label org.opencontainers.image.base.digest="$debian_digest" \
    --label org.framefarm.node.name="$node" --label org.framefarm.node.digest="$node_digest" \
    --build-arg NODE_IMAGE="$node" --build-arg DEBIAN_IMAGE="$debian" \
    ${registry:+--build-arg NPM_CONFIG_REGISTRY="$registry"} .
  echo "$prefix/$target:$version"
done
