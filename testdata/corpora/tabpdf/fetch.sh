#!/bin/bash
# Rebuilds docs/ in the current (empty) folder from pinned Debian 12 (bookworm) packages. Run `apt-get update` once before.
set -euo pipefail
w=$(mktemp -d); trap 'rm -rf "$w"' EXIT; chmod 755 "$w"
get() { # name version sha256 file-name-pattern
  (cd "$w" && apt-get -q download "$1=$2" >/dev/null 2>&1)
  local f; f=$(ls "$w"/"$1"_*.deb)
  echo "$3  $f" | sha256sum -c --quiet -
  mkdir -p "$w/x/$1"
  dpkg-deb --fsys-tarfile "$f" | tar -x -C "$w/x/$1" --wildcards "${@:4}"
}
get r-cran-vcd 1:1.4-11-1 959639853b06a9056b4494e145bf84394a329805645e80c4384091323b6c6ae4 '*/strucplot.pdf'
get r-cran-survival 3.5-3-1 f7b474e37620b54bd0112b3847bbad0a6b75b9c2121d6936548dd74ebd4003d5 '*/adjcurve.pdf' '*/timedep.pdf'
get r-cran-multcomp 1.4-22-1 c60126df9eb74d61d6101163fd4ba3c7484c5773fd1013e95bae11ecfa1740b5 '*/chfls1.pdf'
get fasta3-doc 36.3.8i.14-Nov-2020-1 443aa2beffdc73f79535686f76b3eb7dabadae7f4d32aea8a6dd58a60dc2901c '*/fasta_guide.pdf*'
get texlive-latex-recommended-doc 2022.20230122-3 8bea1f81bf50354fa4f3046c2dbb82efba9b8520aca0b2ab12eed18554a66c11 '*/booktabs.pdf'
get expeyes-doc-en 4.3-3 7ec4d091b6538304afd5b00320ff1ad02a9e618ddeec069dbb5c2f6b90e37909 '*/en-eyesj.pdf' '*/en-eyesj-progman.pdf'
find "$w/x" -name '*.pdf.gz' -exec gunzip {} +
mkdir docs
find "$w/x" -type f -name '*.pdf' -exec cp {} docs/ \;
