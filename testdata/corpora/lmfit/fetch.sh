#!/bin/bash
# rebuilds docs/ in the current (empty) folder from the PyPI sdist lmfit 1.3.2
set -euo pipefail
top=$PWD
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
python3 -m pip download -q --no-binary :all: --no-deps lmfit==1.3.2 >&2
echo "31beeae1f027c1b8c14dcd7f2e8488a80b75fb389e77fca677549bdc2fe597bb  lmfit-1.3.2.tar.gz" | sha256sum -c - >&2
tar xzf lmfit-1.3.2.tar.gz
cd lmfit-1.3.2
mkdir -p "$top/docs/doc" "$top/docs/lmfit/ui" "$top/docs/examples"
cp README.rst "$top/docs/"
cp doc/*.rst "$top/docs/doc/"
cp lmfit/*.py "$top/docs/lmfit/"
[ -d lmfit/ui ] && cp lmfit/ui/*.py "$top/docs/lmfit/ui/" || rmdir "$top/docs/lmfit/ui"
rm -f "$top/docs/lmfit/version.py"
cp examples/*.py examples/*.ipynb examples/README.txt "$top/docs/examples/"
chmod -R u=rwX,go=rX "$top/docs"
