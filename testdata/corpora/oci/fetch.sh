#!/bin/bash
# OCI specifications: Markdown of three Go modules, pinned by version and go.sum hash.
set -e
mkdir -p docs; export GOFLAGS=-mod=mod
get() { # module version sum
  local j; j=$(cd "$(mktemp -d)" && go mod download -json "$1@$2")
  [ "$(sed -n 's/.*"Sum": "\(.*\)".*/\1/p' <<<"$j")" = "$3" ] || { echo "checksum of $1 differs" >&2; exit 1; }
  local d; d=$(sed -n 's/.*"Dir": "\(.*\)".*/\1/p' <<<"$j")
  local n=${1##*/}; mkdir -p "docs/$n"
  cp "$d"/*.md "docs/$n/"
  if [ -d "$d/extensions" ]; then mkdir -p "docs/$n/extensions"; cp "$d"/extensions/*.md "docs/$n/extensions/"; fi
  if [ -f "$d/schema/README.md" ]; then mkdir -p "docs/$n/schema"; cp "$d/schema/README.md" "docs/$n/schema/"; fi
  chmod -R u+w docs
}
get github.com/opencontainers/image-spec v1.1.1 h1:y0fUlFfIZhPF1W537XOLg0/fcx6zcHCJwooC2xJA040=
get github.com/opencontainers/runtime-spec v1.2.1 h1:S4k4ryNgEpxW1dzyqffOmhI1BHYcjzU8lpJfSlR0xww=
get github.com/opencontainers/distribution-spec v1.1.1 h1:+/uCil0NYwTnKCqXagja0pmyHZIJ0orVTCfzZnB/Go8=
