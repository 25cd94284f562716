#!/bin/bash
# Rebuilds docs/ of the corpus "munipack" in the current (empty) folder from the Debian (bookworm) package
# munipack-doc 0.6.1-1. (Run apt-get update once before.)
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
(cd "$T" && apt-get -o APT::Sandbox::User=root download munipack-doc=0.6.1-1 >/dev/null 2>&1)
echo "a249071d3ba6224f7ad2647a2a36992f4bf7abf871c9edfb4dd1fec5162242f0  $(ls "$T"/*.deb)" | sha256sum -c --quiet -
dpkg-deb -x "$T"/*.deb "$T/x"
mkdir docs
cp "$T"/x/usr/share/doc/munipack/*.html docs/
cd docs
rm changes.html classics.html colorcal.html credits.html dataform_biasdark.html dataform_flat.html \
  debbuilder.html debbundle.html deka154.html docs.html download.html external.html fwhm.html guide.html \
  man_help.html man_list.html munipack.html notfound.html rpmbuilder.html rpmbundle.html shcripts.html \
  version.html
chmod 644 ./*
