"""PDFs by pdflatex: longtable, xltabular, ltablex or supertabular."""
import os, re, shutil, subprocess, tempfile


def esc(s):
    s = re.sub(r"([%&_#$^{}])", r"\\\1", s).replace("~", r"\textasciitilde{}")
    return s.replace("°", r"\textdegree{}").replace("[", "{[}").replace("]", "{]}").replace("--", "-{}-")


def make(d, out):
    from make import SIZES
    o = d["options"]
    v = o["variant"]
    pw, ph = SIZES[o["page"]]
    l, rt, top, bot = o["margins"]
    n = len(d["rows"][0])
    wrap = any(d["wraps"])
    env = "longtable" if v < .45 else "supertabular" if v < .6 else ("xltabular" if v < .8 else "ltablex") if wrap else "longtable"
    fontset = {"serif": [r"\usepackage{lmodern}", r"\usepackage{mathptmx}", "", r"\usepackage{tgpagella}"][int(v * 97) % 4],
               "sans": r"\usepackage[scaled=.92]{helvet}\renewcommand{\familydefault}{\sfdefault}" if int(v * 97) % 2 else
               r"\usepackage{lmodern}\renewcommand{\familydefault}{\sfdefault}"}[o["font"]]
    enc = r"\usepackage[T1]{fontenc}" if fontset else ""
    d["flavour"] = env + " " + (re.findall(r"\{(\w+)\}", fontset) or ["cm"])[0]
    s = o["style"]
    P = []
    P.append(r"\documentclass[%s10pt]{article}" % ("twoside," if d["book"] else "") + enc + r"\usepackage[utf8]{inputenc}\usepackage{textcomp,array,booktabs,longtable,calc}")
    if v * 31 % 1 < .5: P.append(r"\usepackage{cmap}")
    P.append(fontset)
    P.append({"longtable": "", "supertabular": r"\usepackage{supertabular}", "xltabular": r"\usepackage{xltabular}", "ltablex": r"\usepackage{ltablex}"}[env])
    P.append(r"\usepackage[table]{xcolor}" if s == "zebra" else r"\usepackage{xcolor}")
    P.append(r"\usepackage{fancyhdr,lastpage}\usepackage[paperwidth=%.1fbp,paperheight=%.1fbp,left=%.1fbp,right=%.1fbp,top=%.1fbp,bottom=%.1fbp,headsep=14bp,footskip=28bp,headheight=14bp]{geometry}" % (pw, ph, l, rt, top, bot))
    P.append(r"\pagestyle{fancy}\fancyhf{}\renewcommand{\headrulewidth}{%s}" % ("0.4pt" if int(v * 53) % 2 and o["head"] != "none" else "0pt"))
    fill = lambda x: esc(x).replace(r"\{p\}", r"\thepage{}").replace(r"\{n\}", r"\pageref{LastPage}")
    for where, cmd in (("head", "fancyhead"), ("foot", "fancyfoot")):
        for side, let in (("odd", "O"), ("even", "E")):
            for pos, x in zip("LCR", d["run"][where][side]):
                if x and (d["book"] or side == "odd"): P.append(r"\%s[%s%s]{\small %s}" % (cmd, pos, let if d["book"] else "", fill(x)))
    P.append(r"\setlength{\parindent}{0pt}\setlength{\parskip}{5pt}\hyphenpenalty=10000\exhyphenpenalty=10000\emergencystretch=3em\raggedbottom")
    P.append(r"\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}\newcolumntype{R}[1]{>{\raggedleft\arraybackslash}p{#1}}\newcolumntype{C}[1]{>{\centering\arraybackslash}p{#1}}")
    if env in ("xltabular", "ltablex"):
        P.append(r"\newcolumntype{A}{>{\raggedright\arraybackslash}X}\newcolumntype{B}{>{\raggedleft\arraybackslash}X}\newcolumntype{D}{>{\centering\arraybackslash}X}")
    P.append(r"\begin{document}\setcounter{page}{%d}" % o["first_page_number"])
    if d["show_title"]: P.append(r"{\LARGE\bfseries %s\par}\medskip" % esc(d["title"]))
    if d["show_section"]: P.append((r"\section*{%s}" if v < .7 or re.match(r"[\dAS]", d["section"]) else r"\section{%s}") % esc(d["section"]))
    if v >= .7 and d["show_section"] and not re.match(r"[\dAS]", d["section"]): d["section"] = "1 " + d["section"]
    P += [esc(t) + "\n" for t in d["before"]]
    P.append(r"\setlength{\tabcolsep}{%.1fbp}" % o["pad"])
    lead = o["fs"] * 1.2
    P.append(r"\fontsize{%.1f}{%.1f}\selectfont\renewcommand{\arraystretch}{%.2f}" % (o["fs"], lead, 1 + o["rowpad"] / lead))
    spec = []
    for k, a in enumerate(o["aligns"]):
        w = d["widths"][k] - 2 * o["pad"]
        if d["wraps"][k]:
            c = {"l": "A", "r": "B", "c": "D"}[a] if env in ("xltabular", "ltablex") else "%s{%.1fbp}" % (a.upper(), w)
        elif o["wide"] and env not in ("xltabular", "ltablex"): c = "%s{%.1fbp}" % (a.upper(), w)
        else: c = a
        spec.append(c)
    bars = {"grid": "|", "vrules": "|"}.get(s)
    col = ("|" if s in ("grid", "box") else "") + (bars or "").join(spec) + ("|" if s in ("grid", "box") else "")
    B = lambda x: (r"\textbf{%s}" % esc(x) if o["bold_head"] else esc(x)) if x else ""
    sep = r" \\ \hline" if s in ("grid", "hrules") else r" \\"
    head = []
    if d["header"]:
        if o["two_line_head"] and o["head_as_rows"]:
            head = [" & ".join(B(h[0]) for h in d["heads"]) + r" \\", " & ".join(B(h[1] if len(h) > 1 else "") for h in d["heads"]) + r" \\"]
        else:
            head = [" & ".join(B(h[0]) if len(h) == 1 else r"\begin{tabular}[b]{@{}%s@{}}%s\end{tabular}" % (o["aligns"][k], r"\\".join(B(x) for x in h)) for k, h in enumerate(d["heads"])) + r" \\"]
    topline = {"grid": r"\hline", "hrules": r"\hline", "booktabs": r"\toprule", "box": r"\hline"}.get(s, "")
    midline = {"grid": r"\hline", "hrules": r"\hline", "booktabs": r"\midrule", "box": r"\hline"}.get(s, "") if head else ""
    botline = {"booktabs": r"\bottomrule", "box": r"\hline"}.get(s, "")
    if s == "zebra" and head: head = [r"\rowcolor[gray]{.8} " + h for h in head]
    head = [topline] + head + [midline]
    body = []
    for i, row in enumerate(d["rows"]):
        pre = r"\rowcolor[gray]{.92} " if s == "zebra" and i % 2 else ""
        body.append(pre + " & ".join(esc(c) for c in row) + sep)
    if d["total"]: body.append(" & ".join(B(c) for c in d["total"]) + sep)
    cf, ch = d["continued_foot"], d["continued_head"]
    contf = r"\multicolumn{%d}{r}{\textit{%s}}\\" % (n, esc(cf)) if cf else ""
    conth = r"\multicolumn{%d}{c}{%s}\\" % (n, esc(ch)) if ch else ""
    cap = d["caption"]
    m = cap and re.match(r"Table ([\d.]*\d)([.:]) (.*)", cap)
    capcmd = ""
    if m: P.append(r"\renewcommand{\thetable}{%s}\makeatletter\long\def\@makecaption#1#2{\vskip 4pt\centering #1%s #2\par\vskip 6pt}\makeatother" % (m[1], m[2]))
    if env == "supertabular":
        if cap: P.append((r"\bottomcaption" if o["caption_below"] else r"\topcaption") + "{%s}" % esc(m[3]))
        P.append(r"\tablefirsthead{%s}" % "\n".join(head))
        P.append(r"\tablehead{%s}" % "\n".join([conth] + (head if o["repeat_head"] else [topline])))
        P.append(r"\tabletail{%s}" % "\n".join([botline, contf]))
        P.append(r"\tablelasttail{%s}" % botline)
        P.append(r"\begin{supertabular}{%s}" % col)
        P += body
        P.append(r"\end{supertabular}")
    else:
        tail = ""
        if cap:
            c = r"\caption{%s}" % esc(m[3])
            if o["caption_below"] and env == "longtable": tail = c + r" \\"
            else: capcmd = c + r" \\"
            # longtable makes the name of a caption itself
            P.append(r"\makeatletter\def\LT@makecaption#1#2#3{\LT@mcol\LT@cols c{\hbox to\z@{\hss\parbox[t]\LTcapwidth{\centering #1{#2%s }#3\par\vskip 6pt}\hss}}}\makeatother" % m[2])
        begin = {"longtable": r"\begin{longtable}[%s]{%s}" % ("lc"[int(v * 71) % 2], col), "xltabular": r"\begin{xltabular}{\textwidth}{%s}" % col, "ltablex": r"\begin{tabularx}{\textwidth}{%s}" % col}[env]
        P.append(begin)
        P.append("\n".join([capcmd] + head) + r"\endfirsthead")
        P.append("\n".join([conth] + (head if o["repeat_head"] else [topline])) + r"\endhead")
        P.append("\n".join([botline, contf]) + r"\endfoot")
        P.append("\n".join([botline, tail]) + r"\endlastfoot")
        P += body
        P.append({"longtable": r"\end{longtable}", "xltabular": r"\end{xltabular}", "ltablex": r"\end{tabularx}"}[env])
    P.append(r"\normalsize" + "\n")
    P += [esc(t) + "\n" for t in d["after"]]
    P.append(r"\end{document}")
    with tempfile.TemporaryDirectory() as tmp:
        open(os.path.join(tmp, "d.tex"), "w").write("\n".join(P))
        if os.environ.get("KEEP"): shutil.copy(os.path.join(tmp, "d.tex"), os.path.join(out, d["id"] + ".tex"))
        env_ = {**os.environ, "SOURCE_DATE_EPOCH": "1000000000", "FORCE_SOURCE_DATE": "1"}
        for k in range(5):
            r = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "d.tex"], cwd=tmp, capture_output=True, env=env_, timeout=120)
            log = r.stdout.decode("latin1")
            if r.returncode:
                d["error"] = "\n".join(x for x in log.splitlines() if x.startswith("!") or x.startswith("l."))[:600]
                return
            if k and not re.search("Rerun|have changed", log): break
        shutil.copy(os.path.join(tmp, "d.pdf"), os.path.join(out, d["id"] + ".pdf"))
