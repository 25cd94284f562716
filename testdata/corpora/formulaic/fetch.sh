#!/bin/bash
# Rebuilds docs/ of the corpus "formulaic" in the current (empty) folder from the PyPI sdist formulaic 1.1.1 (MIT).
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m pip download -q --no-deps --no-binary :all: formulaic==1.1.1 -d "$T" >/dev/null 2>&1
echo "ddf80e4bef976dd99698aa27512015276c7b86c314b601ae6fd360c7741b7231  $T/formulaic-1.1.1.tar.gz" | sha256sum -c --quiet -
tar -xzf "$T/formulaic-1.1.1.tar.gz" -C "$T"
P=$T/formulaic-1.1.1
mkdir -p docs/benchmarks
cp "$P/README.md" docs/
cp "$P/benchmarks/README.md" docs/benchmarks/
cp "$P"/docsite/docs/*.md docs/
cp -r "$P/docsite/docs/guides" "$P/docsite/docs/dev" docs/
cp -r "$P/formulaic" docs/
find docs -type f ! -name '*.md' ! -name '*.ipynb' ! -name '*.py' -delete
find docs -type f -size 0 -delete
find docs -type f -name _version.py -delete
find docs -type f -exec chmod 644 {} +
