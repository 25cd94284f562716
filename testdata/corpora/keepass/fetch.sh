#!/bin/bash
# Rebuilds docs/ of the corpus "keepass" in the current (empty) folder from the Debian (bookworm) package
# keepass2-doc 2.47+dfsg-2. (Run apt-get update once before.)
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
(cd "$T" && apt-get -o APT::Sandbox::User=root download keepass2-doc=2.47+dfsg-2 >/dev/null 2>&1)
echo "afc876a8e02384b68d6755f68b1b7c32982fcb999e0e80216bf70bcc5cbd6300  $(ls "$T"/*.deb)" | sha256sum -c --quiet -
dpkg-deb -x "$T"/*.deb "$T/x"
cp -r "$T/x/usr/share/doc/keepass2/Chm/help" docs
cd docs
rm -r images base/{credits,license_lgpl,terms}.html v2/{guioptions,index,license}.html
find . -type f -not -name '*.html' -delete
chmod -R u=rwX,go=rX .
