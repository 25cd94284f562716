#!/bin/bash
# Rebuilds docs/ in the current (empty) folder: part of the GRASS GIS 8.2.1 manual, from the Debian package grass-doc 8.2.1-1 (bookworm, main).
set -euo pipefail
SHA=0f6da53d1f7d51b019dfe64bf45718b64022989afc94bb6c833f495aa2f61ff7
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT; chmod 755 "$T"
(cd "$T" && apt-get download -q grass-doc=8.2.1-1 >&2)   # run 'apt-get update' once before
F=$(ls "$T"/grass-doc_*.deb)
echo "$SHA  $F" | sha256sum -c - >&2
dpkg-deb -x "$F" "$T/x"
H=$T/x/usr/share/doc/grass-doc/html
mkdir docs
for f in "$H"/i.*.html; do
  case ${f##*/} in
    i.ortho.photo.html) ;;
    i.ortho.*|i.target.html|i.zc.html|i.rgb.his.html|i.his.rgb.html) continue;;
  esac
  cp "$f" docs/
done
for m in basins.fill carve contour cost covar drain fill.dir fill.stats fillnulls flow geomorphon gwflow horizon \
  kappa lake li li.pielou li.renyi li.shannon li.simpson neighbors param.scale path proj quantile \
  random.surface regression.line regression.multi relief resamp.bspline resamp.filter resamp.interp resamp.rst resamp.stats \
  ros sim.sediment sim.water skyview slope.aspect spread spreadpath stream.extract sun sunhours sunmask surf.area surf.contour \
  surf.fractal surf.gauss surf.idw terraflow texture tile topidx topmodel uslek usler univar viewshed volume walk water.outlet watershed; do
  if [ -e "$H/r.$m.html" ]; then cp "$H/r.$m.html" docs/; fi
done
for m in surf.bspline surf.idw surf.rst kernel lidar.correction lidar.edgedetection outlier qcount normal univar; do
  if [ -e "$H/v.$m.html" ]; then cp "$H/v.$m.html" docs/; fi
done
for m in imageryintro rasterintro vectorintro projectionintro raster3dintro temporalintro lrs; do cp "$H/$m.html" docs/; done
