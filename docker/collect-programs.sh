#!/bin/sh
# collect-programs.sh DIRECTORY PROGRAM...: copies programs with every library they load into a directory laid out like a
# root file system, with the licences of the packages they come from and a list of these packages.
set -eu
target=$1
shift
list=$(mktemp)
for program in "$@"; do
  path=$(command -v "$program")
  echo "$path"
  # A static program has no libraries: ldd says so and fails.
  ldd "$path" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\// { print $1 }' || true
done | sort -u >"$list"

mkdir -p "$target/usr/share/framefarm"
while IFS= read -r file; do
  # Debian keeps libraries below /usr and reaches them through a link as well.
  real=$(readlink -f "$(dirname "$file")")/$(basename "$file")
  mkdir -p "$target$(dirname "$real")"
  cp -L "$real" "$target$real"
  # The package knows the file by one of the two names.
  dpkg-query -S "$real" 2>/dev/null || dpkg-query -S "${real#/usr}" 2>/dev/null || dpkg-query -S "$(readlink -f "$real")"
done <"$list" | sed 's/: .*//; s/:[a-z0-9]*$//' | sort -u | while IFS= read -r package; do
  dpkg-query -W -f '${Package} ${Version}\n' "$package" >>"$target/usr/share/framefarm/packages-$(basename "$target").txt"
  mkdir -p "$target/usr/share/doc/$package"
  cp -L "/usr/share/doc/$package/copyright" "$target/usr/share/doc/$package/"
done
rm -f "$list"
