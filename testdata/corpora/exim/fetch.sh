#!/bin/bash
# rebuilds docs/ in the current (empty) folder from Debian's exim4-doc-html 4.96-1 (after apt-get update)
set -euo pipefail
top=$PWD
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -q exim4-doc-html=4.96-1 >/dev/null 2>&1
echo "f0613395fd73c3c278b619c8162c5a183e7874cbfdebe3614b4b3339d5d8a120  exim4-doc-html_4.96-1_all.deb" | sha256sum -c - >&2
dpkg-deb -x exim4-doc-html_4.96-1_all.deb x
mkdir -p "$top/docs"
for f in x/usr/share/doc/exim4-doc-html/spec_html/{ch-,filter_ch-}*.html; do
  case $f in
    *ch-concept_index.html|*ch-option_index.html|*ch-variable_index.html) continue;;
  esac
  cp "$f" "$top/docs/"
done
chmod 644 "$top"/docs/*
