#!/usr/bin/env python3
"""make.py SEED OUTDIR [--count 40] [--engine NAME] [--jobs 2]: PDFs of long tables with the truth beside each as JSON."""
import argparse, json, os, random, shutil, sys
from concurrent.futures import ThreadPoolExecutor
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from reportlab.pdfbase.pdfmetrics import stringWidth
import cross

ENGINES = ["latex", "typst", "libreoffice", "reportlab"]
SIZES = {"a4": (595.28, 841.89), "letter": (612, 792), "a4-landscape": (841.89, 595.28),
         "letter-landscape": (792, 612), "a5": (419.53, 595.28)}
STYLES = ["grid", "hrules", "booktabs", "zebra", "none", "box", "vrules"]

NOUNS = """pump valve boiler filter sensor cable bridge culvert tower engine turbine compressor hinge bearing gasket flange relay
switch lamp ladder crane hoist winch anchor beacon buoy fender bollard meter gauge burner chimney duct damper grille louvre
tank silo hopper chute belt roller pulley gear clutch brake axle spindle rotor stator coil magnet fuse socket plug panel""".split()
ADJ = """red blue green spare heavy light double single north south east west upper lower main reserve mobile fixed portable
coated galvanised painted rusty repaired narrow wide shallow deep hollow solid silent rapid slow""".split()
PLACES = """Alton Barrow Corby Dover Epping Fowey Goole Harwich Ilkley Jarrow Kendal Lowick Marlow Newark Oakham Penrith Quorn
Ripon Selby Thirsk Ulpha Ventnor Whitby Yarm Zeal Lübeck Orléans Málaga Tromsø""".split()
NAMES = """Adams Baker Carter Dunn Ellis Foster Grant Hughes Irwin Jones Keller Lowe Mason Nolan Owens Price Quinn Reid Shaw
Turner Usher Vance Walsh Young Zeller Müller Peña""".split()
VERBS = "inspected replaced cleaned moved painted measured ordered returned tested sealed adjusted welded".split()
STATES = [["open", "closed", "pending"], ["yes", "no"], ["A", "B", "C", "D"], ["good", "fair", "poor"], ["in service", "out of use", "on loan"]]
SUBJECTS = ["Pumping stations", "Harbour equipment", "Workshop inventory", "Bridges of the district", "Boiler inspections",
            "Cable register", "Tower crane log", "Meter readings", "Spare parts", "Street lighting", "Water quality samples",
            "Library loans", "Seed collection", "Weather buoys", "Field trials", "Tram stops"]
SECTIONS = ["Register of items", "Results", "Detailed list", "Annex B: complete list", "4.2 Measured values", "Inventory", "Schedule 3"]
UNITS = ["mm", "kW", "L/s", "kg", "°C", "EUR", "h", "%", "bar", "V", "m", "dB", "km/h", "t"]
MEASURES = ["Flow", "Head", "Mass", "Power", "Width", "Length", "Height", "Load", "Price", "Value", "Speed", "Depth", "Pressure",
            "Level", "Net weight", "Running time", "Peak load", "Mean depth", "Yield", "Loss"]
KEYNAMES = ["Code", "Item", "ID", "Ref.", "Key", "Tag", "Part no.", "Asset", "Sample"]


class Keys:
    def __init__(self, r):
        self.style = r.choice(["dash", "dash", "plain", "letter", "slash", "num", "dot"])
        self.a = "".join(r.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(2))
        self.b = "".join(r.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(2))
        self.start, self.step = r.choice([1, 1, 101, 1001, 137]), r.choice([1, 1, 1, 2, 5])
        self.width = r.choice([0, 3, 4])
        self.skip = r.random() < .3
        self.n, self.r = self.start, r

    def next(self):
        n, r = self.n, self.r
        self.n += self.step * (r.choice([1, 1, 1, 2, 3]) if self.skip else 1)
        s = str(n).zfill(self.width)
        return {"dash": f"{self.a}-{s}", "plain": f"{self.a}{n:04d}", "letter": f"{self.a}{n}{self.b[0]}", "slash": f"{self.a}/{n}",
                "num": str(40000 + n), "dot": f"{self.a}.{n // 20 + 1}.{n % 20}.{n}"}[self.style]


def sentence(r):
    f = r.choice([
        "The {a} {n} near {p} was {v} before the winter and has since run without trouble.",
        "All figures were taken by {m} and checked again at {p}.",
        "Where a {n} was {v} more than once, only the last visit is given.",
        "It is not known why the {a} {n} at {p} wears faster than the others.",
        "Values in brackets come from the maker and were not measured.",
        "{m} wrote that each {n} must be {v} once a year, and the owners agreed.",
        "Older lists used other names for the {n}, which are left out here."])
    return f.format(a=r.choice(ADJ), n=r.choice(NOUNS), p=r.choice(PLACES), m=r.choice(NAMES), v=r.choice(VERBS))


def paragraphs(r, n):
    return [" ".join(sentence(r) for _ in range(r.randint(2, 6))) for _ in range(n)]


def column(r, kind, used):
    def name(options):
        left = [o for o in options if o not in used] or options
        used.add(x := r.choice(left))
        return x
    c = {"kind": kind, "unit": "", "align": "l", "wrap": False, "empty": 0.0}
    if kind == "counter":
        c["name"], c["align"] = name(["No.", "Page", "Line", "Pos.", "Step", "Seq."]), r.choice("rrcl")
        n, step = r.choice([1, 1, 2, 10, 100, 501]), r.choice([1, 1, 1, 1, 2, 10])
        state = [n - step]
        def gen():
            state[0] += step
            return str(state[0])
    elif kind == "number":
        c["name"], c["align"] = name(MEASURES), r.choice("rrrcl")
        c["unit"] = r.choice(UNITS) if r.random() < .7 else ""
        top, dec = r.choice([9, 99, 999, 9999, 99999]), r.choice([0, 0, 1, 2, 3])
        comma, neg = r.random() < .3, r.random() < .15
        def gen():
            x = r.uniform(0, top)
            s = f"{x:,.{dec}f}" if comma else f"{x:.{dec}f}"
            return ("-" if neg and r.random() < .4 and x > 1 else "") + s
    elif kind == "word":
        c["name"] = name(["Type", "Kind", "Place", "Owner", "Station", "Keeper", "Material"])
        pool = PLACES if c["name"] in ("Place", "Station") else NAMES if c["name"] in ("Owner", "Keeper") else NOUNS
        def gen(): return r.choice(pool)
    elif kind == "words":
        c["name"] = name(["Description", "Name", "Designation", "Object", "Title", "What it is"])
        def gen():
            w = [r.choice(ADJ) for _ in range(r.randint(1, 2))] + [r.choice(NOUNS)]
            if r.random() < .3: w += ["at", r.choice(PLACES)]
            w[0] = w[0].capitalize()
            return " ".join(w)
    elif kind == "long":
        c["name"], c["wrap"] = name(["Remarks", "Notes", "Finding", "Comment", "Work done"]), True
        share = r.choice([.15, .4, .8])
        def gen():
            w = [r.choice(NOUNS), r.choice(VERBS)]
            if r.random() < share: w += ["by", r.choice(NAMES), "near", "the", r.choice(ADJ), r.choice(NOUNS)]
            if r.random() < share / 2: w += ["of", r.choice(PLACES)]
            if r.random() < .6: w[0] = w[0].capitalize()
            return " ".join(w) + ("." if r.random() < .1 else "")
    elif kind == "date":
        c["name"], c["align"] = name(["Date", "Last visit", "Due", "Built", "Signed on"]), r.choice("lcr")
        form = r.choice(["iso", "iso", "dot", "words", "month", "year"])
        def gen():
            y, m, d = r.randint(1994, 2026), r.randint(1, 12), r.randint(1, 28)
            mon = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()[m - 1]
            return {"iso": f"{y}-{m:02d}-{d:02d}", "dot": f"{d:02d}.{m:02d}.{y}", "words": f"{d} {mon} {y}", "month": f"{mon} {y}", "year": str(y)}[form]
    elif kind == "code":
        c["name"], c["align"] = name(["Class", "Norm", "Drawing", "Model", "Size"]), r.choice("lc")
        form = r.choice(["EN {a}", "DN{b}", "{l}{a}", "{b}x{c}", "{l}.{c}", "ISO {a}"])
        def gen(): return form.format(a=r.randint(100, 9999), b=r.choice([15, 20, 25, 50, 80, 100]), c=r.randint(1, 99), l=r.choice("ABCDEFGH"))
    elif kind == "state":
        c["name"], c["align"] = name(["State", "Status", "Result", "Grade", "Checked"]), r.choice("lc")
        pool = r.choice(STATES)
        def gen(): return r.choice(pool)
    c["gen"] = gen
    if kind not in ("counter",) and r.random() < .3:
        c["empty"] = r.choice([.05, .15, .4])
    return c


def width(s, fs, bold=False):
    return stringWidth(s, "Helvetica-Bold" if bold else "Helvetica", fs) * 1.06


def make_doc(seed, i, engine):
    r = random.Random(f"{seed}/{i}")
    d = {"engine": engine, "id": f"{i:02d}-{engine}"}
    o = d["options"] = {}
    o["page"] = r.choice(["a4", "a4", "letter", "letter", "a4-landscape", "letter-landscape", "a5"])
    o["style"] = r.choice(STYLES)
    o["repeat_head"] = r.random() < .7
    o["bold_head"] = r.random() < .6
    o["no_head"] = r.random() < .05
    o["two_line_head"] = r.random() < .35
    o["head_as_rows"] = r.random() < .5
    o["font"] = r.choice(["serif", "sans"])
    o["fs"] = r.choice([7.5, 8, 9, 9, 10, 10, 11, 12])
    o["pad"] = r.choice([3, 4, 5, 6, 8])
    o["rowpad"] = r.choice([0.5, 1, 2, 3, 5])
    o["wide"] = r.random() < .4
    o["unit_form"] = r.choice(["({})", "[{}]", "in {}"])
    o["valign"] = r.choice(["top", "top", "middle"])
    o["margins"] = [round(r.uniform(42, 80), 1), round(r.uniform(42, 80), 1), round(r.uniform(58, 120), 1), round(r.uniform(58, 120), 1)]
    o["split_rows"] = r.random() < .25
    o["variant"] = r.random()
    pw, ph = SIZES[o["page"]]
    if pw < 450: o["fs"] = min(o["fs"], 9)
    tw = pw - o["margins"][0] - o["margins"][1]

    # columns
    want, used = r.randint(3, 7), set()
    kinds = ["words"] if r.random() < .6 else ["word"]
    pool = ["number"] * 5 + ["word"] * 2 + ["words", "date", "date", "code", "state", "counter"]
    if r.random() < .5: kinds.append("long")
    if r.random() < .3: kinds.append("counter")
    while len(kinds) < want - 1:
        k = r.choice(pool)
        if kinds.count(k) < (4 if k == "number" else 1): kinds.append(k)
    kinds = kinds[:want - 1]
    r.shuffle(kinds)
    cols = [column(r, k, used) for k in kinds]
    keys = Keys(r)
    key = {"kind": "key", "name": r.choice(KEYNAMES), "unit": "", "align": r.choice("llllcr"), "wrap": False, "empty": 0, "gen": keys.next}
    kc = 0 if r.random() < .85 else r.randint(1, len(cols))
    cols.insert(kc, key)
    nrows = r.randint(60, 300)
    rows = [["" if c["empty"] and r.random() < c["empty"] else c["gen"]() for c in cols] for _ in range(nrows)]

    # heads: a list of lines for each column
    def head(c):
        u = o["unit_form"].format(c["unit"]) if c["unit"] else ""
        if not o["two_line_head"]: return [(c["name"] + " " + u).strip()]
        if u: return [c["name"], u]
        w = c["name"].split()
        return [w[0], " ".join(w[1:])] if len(w) > 1 else [c["name"]]
    # fit to the page
    while True:
        heads = [head(c) for c in cols]
        widths = []
        for k, c in enumerate(cols):
            hw = max(width(l, o["fs"], True) for l in heads[k])
            cells = [width(row[k], o["fs"]) for row in rows]
            if c["wrap"]:
                long = max(cells)
                word = max(width(w, o["fs"]) for row in rows for w in row[k].split() or [""])
                widths.append(max(hw, word + 6, long * .58))
            else:
                widths.append(max(hw, *cells))
        total = sum(widths) + 2 * o["pad"] * len(cols)
        if total <= tw - 4: break
        if o["fs"] > 7: o["fs"] -= .5
        elif o["pad"] > 3: o["pad"] -= 1
        else:
            k = max((k for k in range(len(cols)) if k != kc), key=lambda k: widths[k])
            cols.pop(k)
            for row in rows: row.pop(k)
            if k < kc: kc -= 1
    if all(len(h) == 1 for h in heads): o["two_line_head"] = False
    full = [w + 2 * o["pad"] for w in widths]
    if o["wide"]:
        rest = tw - 4 - sum(full)
        full = [w + rest / len(full) for w in full]
    o["columns"], o["rows"] = len(cols), nrows
    o["kinds"] = [c["kind"] for c in cols]
    o["wrapped_cells"] = any(c["wrap"] for c in cols)
    o["empty_cells"] = any(not x for row in rows for x in row)
    o["key_style"] = keys.style
    o["aligns"] = "".join(c["align"] for c in cols)
    d["widths"], d["heads"], d["wraps"] = full, heads, [c["wrap"] for c in cols]
    d["header"] = None if o["no_head"] else [" ".join(h) for h in heads]
    d["rows"], d["key_column"] = rows, kc
    d["total"] = None
    if r.random() < .15:
        nums = [k for k, c in enumerate(cols) if c["kind"] == "number"]
        if nums:
            t = [""] * len(cols)
            t[0] = "Total"
            if 0 not in nums and width("Total", o["fs"], True) <= widths[0]:
                t[nums[0]] = str(sum(1 for row in rows if row[nums[0]]))
                d["total"] = t

    # words around
    d["title"] = r.choice(SUBJECTS) + r.choice(["", " 2025", ", second edition", " of the county"])
    d["section"] = r.choice(SECTIONS)
    d["show_title"] = r.random() < .8
    d["show_section"] = r.random() < .6
    d["before"] = paragraphs(r, r.choice([0, 1, 1, 2, 4]))
    d["after"] = paragraphs(r, r.choice([0, 0, 1, 2]))
    d["caption"] = r.choice([None, "Table 1: " + d["title"] + " by " + cols[kc]["name"], "Table 3.2. Complete list of items"])
    o["caption_below"] = r.random() < .2
    d["continued_foot"] = r.choice([None, None, None, "Continued on next page", "continued on next page ...", "(continued overleaf)"])
    d["continued_head"] = r.choice([None, None, None, "Table 1 (continued)", "Continued from previous page"])

    # running heads and feet: left, centre and right, on right-hand and left-hand pages
    title, section = d["title"], d["section"]
    t3 = lambda a="", b="", c="": [a, b, c]
    kind = o["head"] = r.choice(["none", "none", "title", "title", "section", "both", "title+page", "book", "book"])
    H = {"none": [t3(), t3()], "title": [t3("", title, "")] * 2, "section": [t3(section)] * 2, "both": [t3(title, "", section)] * 2,
         "title+page": [t3(title, "", "{p}")] * 2, "book": [t3(section, "", "{p}"), t3("{p}", "", title)]}[kind]
    kind = o["foot"] = r.choice(["none", "page of", "page of", "bare", "bare", "dashes", "title|page", "slash"])
    if kind != "none" and "{p}" in str(H): kind = o["foot"] = r.choice(["none", "date"])
    F = {"none": t3(), "page of": t3("", "Page {p} of {n}"), "bare": t3("", "{p}"), "dashes": t3("", "- {p} -"), "title|page": t3(title, "", "Page {p}"),
         "slash": t3("", "", "{p}/{n}"), "date": t3("Printed on 12 May 2025", "", "Confidential")}[kind]
    d["run"] = {"head": {"odd": H[0], "even": H[1]}, "foot": {"odd": F, "even": F}}
    d["book"] = o["head"] == "book"
    o["first_page_number"] = r.choice([1, 1, 1, 1, 1, 17, 120]) if "{n}" not in str(d["run"]) else 1
    return d


def finish(d, out):
    """Writes the truth beside the PDF, with what pdftotext says of it."""
    run = sorted({x for where in d["run"].values() for side in where.values() for x in side if x})
    if d.get("no_running"): run = []
    truth = {"engine": d["engine"], "options": {**d["options"], "flavour": d.get("flavour", "")}, "header": d["header"], "rows": d["rows"],
             "head_lines": None if d["header"] is None else d["heads"],
             "key_column": d["key_column"], "total": d["total"], "caption": d["caption"], "running": run,
             "continued": [x for x in (d["continued_foot"], d["continued_head"]) if x], "title": d["title"] if d["show_title"] else None,
             "section": d["section"] if d["show_section"] else None, "before": d["before"], "after": d["after"]}
    pdf = os.path.join(out, d["id"] + ".pdf")
    if not os.path.exists(pdf):
        print("NO PDF", d["id"], d.get("flavour"), d.get("error", "")[-600:])
        return None
    truth["cross"] = cross.check(pdf, truth)
    with open(os.path.join(out, d["id"] + ".json"), "w") as f:
        json.dump(truth, f, ensure_ascii=False, indent=0)
    return truth


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("seed"); ap.add_argument("outdir")
    ap.add_argument("--count", type=int, default=40)
    ap.add_argument("--engine"); ap.add_argument("--only", type=int); ap.add_argument("--jobs", type=int, default=2)
    a = ap.parse_args()
    os.makedirs(a.outdir, exist_ok=True)
    docs = [make_doc(a.seed, i, ENGINES[i % 4]) for i in range(a.count)]
    docs = [d for i, d in enumerate(docs) if (not a.engine or d["engine"] == a.engine) and (a.only is None or a.only == i)]
    for d in docs:
        for ext in (".pdf", ".json"):
            p = os.path.join(a.outdir, d["id"] + ext)
            if os.path.exists(p): os.remove(p)
    done = []
    for e in ENGINES:
        mine = [d for d in docs if d["engine"] == e]
        if not mine: continue
        try: mod = __import__("engine_" + e)
        except ImportError as err:
            print("skipped:", err); continue
        if hasattr(mod, "make_all"): mod.make_all(mine, a.outdir)
        else:
            def one(d):
                try: mod.make(d, a.outdir)
                except Exception as err: d["error"] = repr(err)
            with ThreadPoolExecutor(a.jobs if e == "latex" else 1) as ex: list(ex.map(one, mine))
        done += [t for t in (finish(d, a.outdir) for d in mine) if t]
    rows = sum(len(t["rows"]) for t in done)
    bad = sum(len(t["cross"]["rows"]) for t in done)
    print(f"{len(done)} of {len(docs)} PDFs, {rows} rows, {bad} rows that the PDF does not show as meant")
    for t in done:
        if t["cross"]["rows"] or t["cross"]["overlaps"] or t["cross"]["outside"]:
            print("  ", t["cross"]["pdf"], {k: (v if k == "pdf" else len(v)) for k, v in t["cross"].items() if k in ("rows", "overlaps", "outside")})


if __name__ == "__main__":
    main()
