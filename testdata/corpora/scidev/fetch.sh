#!/bin/bash
# Rebuilds docs/ of the corpus "scidev" in the current (empty) folder from the PyPI sdist sp_repo_review 2026.8.14.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m pip download -q -d "$T" --no-binary :all: --no-deps sp_repo_review==2026.8.14 >&2
echo "8548cf930141593c82fb869e0a80333da9651bd252efb5b0bd679c2ec409175b  $(ls "$T"/*.tar.gz)" | sha256sum -c --quiet -
tar xzf "$T"/*.tar.gz -C "$T"
cp -r "$T"/sp_repo_review-2026.8.14/docs .
cd docs
rm README.md footer.md
find . -type f -not -name '*.md' -delete
find . -type d -empty -delete
chmod -R u=rwX,go=rX .
