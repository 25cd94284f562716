#!/bin/bash
# Rebuilds docs/ in the current (empty) folder: the documentation of Jujutsu (jj), from the crate jj-cli 0.45.1.
set -euo pipefail
NAME=jj-cli V=0.45.1
SHA=e7326004ce731f632b5b98ebf509323c7eef3a4fdce23796b5549fe2b5ff076f
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
mkdir -p "$T/s/src"; touch "$T/s/src/lib.rs"
printf '[package]\nname="scratch"\nversion="0.1.0"\nedition="2021"\n[dependencies]\n%s="=%s"\n' $NAME $V > "$T/s/Cargo.toml"
(cd "$T/s" && cargo fetch -q)
C=$(ls -d "${CARGO_HOME:-$HOME/.cargo}"/registry/cache/*/$NAME-$V.crate | head -1)
echo "$SHA  $C" | sha256sum -c - >&2
tar xzf "$C" -C "$T"
S=$T/$NAME-$V
mkdir docs
(cd "$S/docs" && find . -name '*.md' ! -name changelog.md ! -name git-command-table.md ! -name cli-reference.md | tar cf - -T -) | tar xf - -C docs
# the command reference is generated; the crate carries it as a snapshot with a header
sed '1,/BEGIN MARKDOWN/d' "$S/tests/cli-reference@.md.snap" > docs/cli-reference.md
