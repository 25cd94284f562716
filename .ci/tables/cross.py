"""The cross check of a PDF by poppler: are the words of each true row there, near its key, on the page and not over one another?"""
import html, os, re, subprocess, sys, json, unicodedata


def norm(s):
    return unicodedata.normalize("NFKC", s).replace("\u2212", "-").replace("\u2010", "-").replace("\u00ad", "-")


def pages(pdf):
    out = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True).stdout
    res = []
    for line in out.splitlines():
        if m := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
            res.append((float(m[1]), float(m[2]), []))
        elif m := re.search(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>', line):
            res[-1][2].append((*map(float, m.groups()[:4]), norm(html.unescape(m[5]))))
    return res


def check(pdf, truth):
    pgs = pages(pdf)
    where, overlaps, outside = {}, [], []
    for p, (w, h, words) in enumerate(pgs, 1):
        for k, x in enumerate(words):
            where.setdefault(x[4], []).append((p, x))
            if x[0] < -1 or x[1] < -1 or x[2] > w + 1 or x[3] > h + 1: outside.append([p, x[4]])
        line = sorted(words, key=lambda x: (round(x[3]), x[0]))
        for a, b in zip(line, line[1:]):
            if round(a[3]) == round(b[3]) and b[0] < a[2] - 1: overlaps.append([p, a[4], b[4]])
    bad = []
    kc = truth["key_column"]
    for n, row in enumerate(truth["rows"]):
        key = norm(row[kc])
        words = [norm(x) for c in row for x in c.split()]
        best = None
        for p, k in where.get(key.split()[0] if key else "", []):
            ys = 4.2 * (k[3] - k[1])
            near = [x[4] for x in pgs[p - 1][2] if abs(x[3] - k[3]) < ys]
            if truth["options"].get("split_rows") or truth["options"].get("flavour") == "html":  # html rows may break over pages
                for q in (p - 2, p):
                    if 0 <= q < len(pgs): near += [x[4] for x in pgs[q][2]]
            miss = [x for x in words if x not in near]
            if best is None or len(miss) < len(best): best = miss
        if best is None or best: bad.append([n, "key" if best is None else " ".join(best)])
    return {"pdf": os.path.basename(pdf), "pages": len(pgs), "rows": bad, "overlaps": overlaps[:50], "outside": outside[:50]}


if __name__ == "__main__":
    for name in sorted(os.listdir(sys.argv[1])):
        if name.endswith(".json"):
            p = os.path.join(sys.argv[1], name)
            t = json.load(open(p))
            c = check(p[:-5] + ".pdf", t)
            print(name, c["pages"], "pages;", "rows not shown as meant", len(c["rows"]), c["rows"][:3], "overlaps", c["overlaps"][:3], "outside", c["outside"][:3])
