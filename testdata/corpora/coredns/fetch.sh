#!/bin/bash
# rebuilds docs/ in the current (empty) folder from the Go module github.com/coredns/coredns v1.11.1
set -euo pipefail
top=$PWD
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
info=$(go mod download -json github.com/coredns/coredns@v1.11.1)
grep -q '"Sum": "h1:IYBM+j/Xx3nTV4HE1s626G9msmJZSdKL9k0ZagYcZFQ="' <<<"$info" || { echo "wrong checksum" >&2; exit 1; }
src=$(sed -n 's/.*"Dir": "\(.*\)".*/\1/p' <<<"$info")
cd "$src"
mkdir -p "$top/docs"
for f in README.md plugin.md corefile.5.md coredns.1.md \
         notes/coredns-1.9.*.md notes/coredns-1.1[01].*.md plugin/*/README.md \
         plugin/{cache,forward,hosts,loop,reload,loadbalance,health,acl,dns64,sign}/*.go request/*.go plugin/plugin.go; do
  case $f in *_test.go|*/fuzz.go) continue;; esac
  mkdir -p "$top/docs/$(dirname "$f")"
  cp "$f" "$top/docs/$f"
done
chmod -R u=rwX,go=rX "$top/docs"
