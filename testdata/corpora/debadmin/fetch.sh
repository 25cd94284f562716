#!/bin/bash
# Rebuilds docs/ of the corpus "debadmin" in the current (empty) folder from the Debian (bookworm) package
# debian-handbook 11.20220922: chapters 9 (Unix Services), 10 (Network Infrastructure) and 14 (Security), whole, English.
# Licence: GPL-2+ or CC-BY-SA-3.0. (Run apt-get update once before.)
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
(cd "$T" && apt-get -o APT::Sandbox::User=root download debian-handbook=11.20220922 >/dev/null 2>&1)
echo "3d5dbeac1f1afc9c094eab9d0f701f6ecff99c4927d5a4794cf6c85678134faa  $T/debian-handbook_11.20220922_all.deb" | sha256sum -c --quiet -
dpkg-deb -x "$T"/debian-handbook_11.20220922_all.deb "$T/x"   # whole: the languages share hard-linked files
D=$T/x/usr/share/doc/debian-handbook/html/en-US
mkdir -p docs
for c in unix-services network-infrastructure security; do
  cp "$D/$c.html" docs/
  # the sections of a chapter name it as the page above them
  for f in $(grep -l "rel=\"up\" href=\"$c.html\"" "$D"/*.html); do cp "$f" docs/; done
done
chmod 644 docs/*
