#!/bin/bash
# Rebuilds docs/ in the current (empty) folder: part of the Linux 6.1 kernel documentation, from the Debian package linux-doc-6.1 6.1.176-1 (bookworm, main).
set -euo pipefail
V=6.1.176-1
SHA=0d843674607703b9ef8c1db5e715c38ed52ff23574feabfe0d961d552126859f
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT; chmod 755 "$T"
(cd "$T" && apt-get download -q linux-doc-6.1=$V >&2)   # run 'apt-get update' once before
F=$(ls "$T"/linux-doc-6.1_*.deb)
echo "$SHA  $F" | sha256sum -c - >&2
dpkg-deb --fsys-tarfile "$F" | tar xf - -C "$T" ./usr/share/doc/linux-doc-6.1/Documentation
D=$T/usr/share/doc/linux-doc-6.1/Documentation
mkdir docs
put() { mkdir -p "docs/$(dirname "$1")"; if [ -e "$D/$1.gz" ]; then zcat "$D/$1.gz" > "docs/$1"; else cat "$D/$1" > "docs/$1"; fi; }
for d in admin-guide/mm admin-guide/pm admin-guide/device-mapper admin-guide/sysctl admin-guide/laptops watchdog; do
  for f in "$D/$d"/*.rst "$D/$d"/*.rst.gz; do
    [ -e "$f" ] || continue
    b=$(basename "$f" .gz); [ "$b" = index.rst ] || put "$d/$b"
  done
done
for b in sysrq md ramoops lockup-watchdogs serial-console tainted-kernels iostats rtc; do put admin-guide/$b.rst; done
for b in coretemp k10temp nct6775 drivetemp lm90 lm75 it87 adt7475 ina2xx max6697 sht3x jc42 fam15h_power emc2103 ltc2945 tmp401 aspeed-pwm-tacho sch5627 w83795 asus_ec_sensors; do put hwmon/$b.rst; done
