#!/bin/bash
# Rebuilds docs/ of the corpus "undici" in the current (empty) folder from the npm package undici 6.19.8 (MIT).
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
npm pack undici@6.19.8 --pack-destination "$T" >/dev/null 2>&1
echo "93b6baa2e83514b757b2e9c9ce6f06be816c382298fe798f856b13ec0ba0391f  $T/undici-6.19.8.tgz" | sha256sum -c --quiet -
tar -xzf "$T/undici-6.19.8.tgz" -C "$T"
P=$T/package
mkdir -p docs
cp "$P/README.md" docs/
cp -r "$P/docs/docs/api" "$P/docs/docs/best-practices" docs/
mkdir docs/lib
cp -r "$P"/lib/{api,core,dispatcher,handler,interceptor,mock,util,web} docs/lib/
rm -rf docs/lib/web/fileapi docs/lib/web/fetch/LICENSE
find docs -type f ! -name '*.md' ! -name '*.js' -delete
find docs -type f -exec chmod 644 {} +
