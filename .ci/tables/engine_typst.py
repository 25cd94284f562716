"""PDFs by typst."""
import os, re
import typst


def esc(s):
    return re.sub(r"([\\\[\]#$*_`<>@~\"'/=+\-])", r"\\\1", s)


def make(d, out):
    from make import SIZES
    o = d["options"]
    pw, ph = SIZES[o["page"]]
    l, rt, top, bot = o["margins"]
    n = len(d["rows"][0])
    font = {"serif": "Libertinus Serif" if o["variant"] < .5 else "New Computer Modern", "sans": "Liberation Sans"}[o["font"]]
    fs = o["fs"]

    def run(where):
        if not any(d["run"][where]["odd"] + d["run"][where]["even"]): return "none"
        def side(t):
            cell = lambda x: "[" + esc(x).replace("{p}", "#p").replace("{n}", "#n") + "]"
            a, b, c = t
            if not a and not c: return "align(center, %s)" % cell(b)
            return "grid(columns: (1fr, 1fr), align(left, %s), align(right, %s))" % (cell(a), cell(c))
        return "context { let p = counter(page).display(\"1\"); let n = str(counter(page).final().first()); if calc.even(counter(page).get().first()) {%s} else {%s} }" % (
            side(d["run"][where]["even"]), side(d["run"][where]["odd"]))
    src = [f'#set document(title: "{d["title"]}", date: none)',
           f"#set page(width: {pw}pt, height: {ph}pt, margin: (left: {l}pt, right: {rt}pt, top: {top}pt, bottom: {bot}pt), header: {run('head')}, footer: {run('foot')})",
           f'#set text(font: "{font}", size: 10pt, hyphenate: false, lang: "en")', "#set par(justify: %s)" % ("true" if o["variant"] < .4 else "false"),
           f"#counter(page).update({o['first_page_number']})"]
    if d["show_title"]: src.append(f"#text(size: 18pt, weight: \"bold\")[{esc(d['title'])}]\n" if o["variant"] < .5 else f"= {esc(d['title'])}\n")
    if d["show_section"]: src.append(f"== {esc(d['section'])}\n")
    src += [esc(t) + "\n" for t in d["before"]]
    AL = {"l": "left", "c": "center", "r": "right"}
    cols = ["%spt" % round(w, 1) if o["wide"] or d["wraps"][k] else "auto" for k, w in enumerate(d["widths"])]
    if o["wide"] and o["variant"] < .5: cols = ["1fr" if d["wraps"][k] else c for k, c in enumerate(cols)]
    s = o["style"]
    stroke, fill = "none", "none"
    nh = 0
    if d["header"]: nh = 2 if o["two_line_head"] and o["head_as_rows"] else 1
    if s == "grid": stroke = "0.5pt"
    if s == "hrules": stroke = "(x, y) => (bottom: 0.4pt)"
    if s == "booktabs": stroke = f"(x, y) => if y == {nh - 1} {{ (bottom: 0.6pt) }}"
    if s == "box": stroke = f"(x, y) => (left: if x == 0 {{0.8pt}} else {{0pt}}, right: if x == {n - 1} {{0.8pt}} else {{0pt}}, bottom: if y == {nh - 1} {{0.8pt}} else {{0pt}})"
    if s == "vrules": stroke = f"(x, y) => if x < {n - 1} {{ (right: 0.5pt) }}"
    if s == "zebra": fill = f"(x, y) => if y < {nh} {{ rgb(190, 200, 210) }} else if calc.even(y) {{ rgb(232, 236, 242) }}"
    va = {"top": "top", "middle": "horizon"}[o["valign"]]
    t = [f"table(columns: ({', '.join(cols)}{',' if n == 1 else ''}), align: ({', '.join(AL[a] + ' + ' + va for a in o['aligns'])}), stroke: {stroke}, fill: {fill}, inset: (x: {o['pad']}pt, y: {max(o['rowpad'], 1)}pt),"]
    B = lambda x: "[*" + esc(x) + "*]" if x and o["bold_head"] else "[" + esc(x) + "]"
    cont = []
    if d["header"]:
        if nh == 2: hs = [B(h[0]) for h in d["heads"]] + [B(h[1] if len(h) > 1 else "") for h in d["heads"]]
        else: hs = ["[" + " \\ ".join(B(x)[1:-1] for x in h) + "]" for h in d["heads"]]
        rule = ["table.hline(stroke: 1pt),"] if s == "booktabs" else []
        if o["repeat_head"]: t += ["table.header(repeat: true, " + " ".join(rule) + ", ".join(hs) + "),"]
        else: t += rule + [", ".join(hs) + ","]
    for row in d["rows"]: t.append(", ".join("[" + esc(c) + "]" for c in row) + ",")
    if d["total"]: t.append(", ".join(B(c) for c in d["total"]) + ",")
    if s == "booktabs": t.append("table.hline(stroke: 1pt),")
    if d["continued_foot"]:
        t.append(f"table.footer(repeat: true, table.cell(colspan: {n}, align: right, stroke: none, fill: none, context if here().page() < query(<tabend>).first().location().page() [_{esc(d['continued_foot'])}_])),")
    d["continued_head"] = None
    t.append(")")
    if not o["split_rows"]: t[0] = "{ show table.cell: set block(breakable: false); " + t[0]; t[-1] += "}"
    src.append(f"#set text(size: {fs}pt)\n#show figure: set block(breakable: true)")
    if d["caption"]:
        m = re.match(r"(Table [\d.]*\d)([.:]) (.*)", d["caption"])
        if o["caption_below"]: pos = "bottom"
        else: pos = "top"
        src.append(f"#set figure.caption(position: {pos}, separator: [{m[2]} ])\n#figure(kind: \"tab\", supplement: [Table], numbering: _ => \"{m[1][6:]}\", caption: [{esc(m[3])}], {' '.join(t) if False else chr(10).join(t)})<tab>")
    else: src.append("#" + "\n".join(t) if t[0].startswith("{") else "#" + "\n".join(t))
    src.append("#metadata(0)<tabend>\n#set text(size: 10pt)\n")
    src += [esc(x) + "\n" for x in d["after"]]
    d["flavour"] = font
    text = "\n".join(src)
    if os.environ.get("KEEP"): open(os.path.join(out, d["id"] + ".typ"), "w").write(text)
    pdf = typst.compile(text.encode())
    with open(os.path.join(out, d["id"] + ".pdf"), "wb") as f: f.write(pdf)
