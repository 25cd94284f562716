"""PDFs by LibreOffice Writer, from fodt, docx and html."""
import os, re, shutil, subprocess, tempfile
from html import escape


def make_all(docs, out):
    with tempfile.TemporaryDirectory() as tmp:
        files = []
        for d in docs:
            v = d["options"]["variant"]
            d["flavour"] = "fodt" if v < .6 else "docx" if v < .8 else "html"
            path = os.path.join(tmp, d["id"] + "." + d["flavour"])
            try: {"fodt": fodt, "docx": docx, "html": html}[d["flavour"]](d, path)
            except Exception as err:
                d["error"] = repr(err)
                continue
            if os.environ.get("KEEP"): shutil.copy(path, out)
            files.append(path)
        for ext, filt in (("fodt", None), ("docx", None), ("html", "HTML (StarWriter)")):
            mine = [f for f in files if f.endswith(ext)]
            if not mine: continue
            cmd = ["soffice", "-env:UserInstallation=file://" + tmp + "/profile", "--headless"] + (["--infilter=" + filt] if filt else []) + ["--convert-to", "pdf:writer_pdf_Export", "--outdir", out] + mine
            r = subprocess.run(cmd, capture_output=True, text=True, timeout=300, env={**os.environ, "SOURCE_DATE_EPOCH": "1000000000"})
            for d in docs:
                if d["flavour"] == ext: d.setdefault("error", (r.stdout + r.stderr)[-300:])


FONTS = {"serif": "Liberation Serif", "sans": "Liberation Sans"}


def fields(x, first, page, count):
    return escape(x).replace("{p}", page).replace("{n}", count)


def fodt(d, path):
    from make import SIZES
    o = d["options"]
    pw, ph = SIZES[o["page"]]
    l, rt, top, bot = o["margins"]
    fs, font, n = o["fs"], FONTS[o["font"]], len(d["rows"][0])
    d["continued_foot"] = d["continued_head"] = None
    PAGE, COUNT = '<text:page-number text:select-page="current">1</text:page-number>', '<text:page-count>9</text:page-count>'
    tw = pw - l - rt

    def side(t, style):
        if not any(t): return f'<text:p text:style-name="{style}"/>'
        a, b, c = (fields(x, 1, PAGE, COUNT) for x in t)
        return f'<text:p text:style-name="{style}">{a}<text:tab/>{b}<text:tab/>{c}</text:p>'

    def region(tag):
        t = d["run"][tag]
        if not any(t["odd"] + t["even"]): return ""
        name = {"head": "header", "foot": "footer"}[tag]
        s = f'<style:{name}>{side(t["odd"], "Run")}</style:{name}>'
        if d["book"]: s += f'<style:{name}-left>{side(t["even"], "Run")}</style:{name}-left>'
        return s
    hasH, hasF = region("head"), region("foot")
    hh = 20
    nh = 0 if not d["header"] else 2 if o["two_line_head"] and o["head_as_rows"] else 1
    s = o["style"]
    line = "0.5pt solid #000000"

    def border(k, r, last):  # r < 0: a line of the head
        b = dict(top="none", bottom="none", left="none", right="none")
        if s == "grid": b = dict.fromkeys(b, line)
        if s == "hrules": b["bottom"] = line
        if s == "booktabs":
            if r == -nh: b["top"] = "1pt solid #000000"
            if r == -1: b["bottom"] = line
            if last: b["bottom"] = "1pt solid #000000"
        if s == "box":
            if k == 0: b["left"] = line
            if k == n - 1: b["right"] = line
            if r == -nh: b["top"] = line
            if r == -1 or last: b["bottom"] = line
        if s == "vrules" and k < n - 1: b["right"] = line
        return b
    styles = {}

    def cellstyle(k, r, last):
        b = border(k, r, last)
        bg = ""
        if s == "zebra": bg = "#c0c8d0" if r < 0 else "#e8ecf2" if r % 2 else ""
        key = (tuple(b.items()), bg, r < 0)
        if key not in styles:
            va = "bottom" if r < 0 else o["valign"]
            styles[key] = (f"ce{len(styles)}", f'<style:table-cell-properties style:vertical-align="{va}" fo:padding-left="{o["pad"]}pt" fo:padding-right="{o["pad"]}pt" fo:padding-top="{o["rowpad"]}pt" fo:padding-bottom="{o["rowpad"]}pt" '
                           + " ".join(f'fo:border-{a}="{x}"' for a, x in b.items()) + (f' fo:background-color="{bg}"' if bg else "") + "/>")
        return styles[key][0]

    def cell(k, r, text, last=False, bold=False):
        st = ("H" if bold else "P") + o["aligns"][k]
        return f'<table:table-cell table:style-name="{cellstyle(k, r, last)}" office:value-type="string"><text:p text:style-name="{st}">{text}</text:p></table:table-cell>'

    def row(cells): return '<table:table-row table:style-name="row">' + "".join(cells) + "</table:table-row>"
    T = []
    hb = o["bold_head"]
    if nh == 2: heads = [row(cell(k, -2, escape(h[0]), bold=hb) for k, h in enumerate(d["heads"])), row(cell(k, -1, escape(h[1]) if len(h) > 1 else "", bold=hb) for k, h in enumerate(d["heads"]))]
    elif nh: heads = [row(cell(k, -1, "<text:line-break/>".join(map(escape, h)), bold=hb) for k, h in enumerate(d["heads"]))]
    else: heads = []
    if heads: T.append("<table:table-header-rows>" + "".join(heads) + "</table:table-header-rows>" if o["repeat_head"] else "".join(heads))
    body = d["rows"] + ([d["total"]] if d["total"] else [])
    for r, x in enumerate(body):
        T.append(row(cell(k, r, escape(c), r == len(body) - 1, r >= len(d["rows"])) for k, c in enumerate(x)))
    full = sum(d["widths"])
    colst = "".join(f'<style:style style:name="co{k}" style:family="table-column"><style:table-column-properties style:column-width="{w:.2f}pt"/></style:style>' for k, w in enumerate(d["widths"]))
    AL = {"l": "start", "r": "end", "c": "center"}
    para = "".join(f'<style:style style:name="{p}{a}" style:family="paragraph"><style:paragraph-properties fo:text-align="{AL[a]}"/><style:text-properties style:font-name="F" fo:font-size="{fs}pt"{" fo:font-weight=" + chr(34) + "bold" + chr(34) if p == "H" else ""}/></style:style>' for p in "PH" for a in "lrc")
    keep = "" if o["split_rows"] else ' fo:keep-together="always"'
    table = (f'<table:table table:name="T1" table:style-name="ta">' + "".join(f'<table:table-column table:style-name="co{k}"/>' for k in range(n)) + "".join(T) + "</table:table>")
    cap = f'<text:p text:style-name="Cap">{escape(d["caption"])}</text:p>' if d["caption"] else ""
    content = []
    if d["show_title"]: content.append(f'<text:p text:style-name="Ti">{escape(d["title"])}</text:p>' if o["variant"] < .3 else f'<text:h text:style-name="Ti" text:outline-level="1">{escape(d["title"])}</text:h>')
    if d["show_section"]: content.append(f'<text:h text:style-name="Se" text:outline-level="2">{escape(d["section"])}</text:h>')
    content += [f'<text:p text:style-name="Bo">{escape(x)}</text:p>' for x in d["before"]]
    content += [table, cap] if o["caption_below"] else [cap, table]
    content += [f'<text:p text:style-name="Bo">{escape(x)}</text:p>' for x in d["after"] or [""]]
    first = o["first_page_number"]
    if first > 1 and d["show_title"]: extra = f' style:page-number="{first}"'
    else: extra = ""
    m = 'style:master-page-name="Standard"' if extra else ""
    F = 'style:font-name="F"'
    doc = f'''<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls><style:font-face style:name="F" svg:font-family="'{font}'"/></office:font-face-decls>
<office:styles><style:default-style style:family="paragraph"><style:text-properties {F} fo:font-size="10pt" fo:language="en" fo:country="GB" fo:hyphenate="false"/></style:default-style>
<style:style style:name="Run" style:family="paragraph"><style:paragraph-properties><style:tab-stops><style:tab-stop style:position="{tw/2:.1f}pt" style:type="center"/><style:tab-stop style:position="{tw:.1f}pt" style:type="right"/></style:tab-stops></style:paragraph-properties><style:text-properties {F} fo:font-size="9pt"/></style:style>
</office:styles><office:automatic-styles>
<style:page-layout style:name="pm" {'style:page-usage="mirrored"' if d["book"] else ""}><style:page-layout-properties fo:page-width="{pw}pt" fo:page-height="{ph}pt" style:print-orientation="{'landscape' if pw > ph else 'portrait'}" fo:margin-left="{l}pt" fo:margin-right="{rt}pt" fo:margin-top="{top - (hh + 8 if hasH else 0)}pt" fo:margin-bottom="{bot - (hh + 8 if hasF else 0)}pt"/>
{f'<style:header-style><style:header-footer-properties svg:height="{hh+8}pt" fo:min-height="{hh}pt" fo:margin-bottom="8pt"/></style:header-style>' if hasH else ""}{f'<style:footer-style><style:header-footer-properties svg:height="{hh+8}pt" fo:min-height="{hh}pt" fo:margin-top="8pt"/></style:footer-style>' if hasF else ""}</style:page-layout>
<style:style style:name="ta" style:family="table"><style:table-properties style:width="{full:.2f}pt" table:align="{'left' if o['variant'] < .3 else 'center'}" fo:margin-top="4pt" fo:margin-bottom="8pt" table:border-model="collapsing"/></style:style>
<style:style style:name="row" style:family="table-row"><style:table-row-properties{keep}/></style:style>{colst}{para}
{"".join(f'<style:style style:name="{nm}" style:family="table-cell">{x}</style:style>' for nm, x in styles.values())}
<style:style style:name="Ti" style:family="paragraph" {m}><style:paragraph-properties fo:margin-bottom="10pt"{extra}/><style:text-properties {F} fo:font-size="18pt" fo:font-weight="bold"/></style:style>
<style:style style:name="Se" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="6pt"/><style:text-properties {F} fo:font-size="13pt" fo:font-weight="bold"/></style:style>
<style:style style:name="Bo" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="6pt"/><style:text-properties {F} fo:font-size="10pt"/></style:style>
<style:style style:name="Cap" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="4pt" fo:margin-top="4pt" fo:keep-with-next="always"/><style:text-properties {F} fo:font-size="9pt" fo:font-style="italic"/></style:style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm">{hasH}{hasF}</style:master-page></office:master-styles>
<office:body><office:text>{"".join(content)}</office:text></office:body></office:document>'''
    if not extra: o["first_page_number"] = 1
    open(path, "w").write(doc)


def docx(d, path):
    from make import SIZES
    import docx as D
    from docx.enum.section import WD_ORIENT
    from docx.enum.text import WD_ALIGN_PARAGRAPH as A, WD_TAB_ALIGNMENT as TA
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt
    o = d["options"]
    pw, ph = SIZES[o["page"]]
    l, rt, top, bot = o["margins"]
    d["continued_foot"] = d["continued_head"] = None
    o["first_page_number"] = 1
    o["total"] = False
    doc = D.Document()
    st = doc.styles["Normal"]
    st.font.name, st.font.size = FONTS[o["font"]], Pt(10)
    st.paragraph_format.space_after = Pt(6)
    sec = doc.sections[0]
    if pw > ph: sec.orientation = WD_ORIENT.LANDSCAPE
    sec.page_width, sec.page_height = Pt(pw), Pt(ph)
    sec.left_margin, sec.right_margin, sec.top_margin, sec.bottom_margin = Pt(l), Pt(rt), Pt(top), Pt(bot)
    sec.header_distance, sec.footer_distance = Pt(top * .45), Pt(bot * .45)
    if d["book"]: doc.settings.odd_and_even_pages_header_footer = True

    def field(p, code):
        for kind, text in (("begin", None), (None, code), ("separate", None), ("t", "1"), ("end", None)):
            r = p.add_run()
            if kind == "t": r.text = text; continue
            e = OxmlElement("w:instrText" if kind is None else "w:fldChar")
            if kind: e.set(qn("w:fldCharType"), kind)
            else: e.text = text
            r._r.append(e)
    for tag in ("head", "foot"):
        for side in (("odd", "even") if d["book"] else ("odd",)):
            t = d["run"][tag][side]
            part = {"headodd": sec.header, "headeven": sec.even_page_header, "footodd": sec.footer, "footeven": sec.even_page_footer}[tag + side]
            if not any(t): continue
            p = part.paragraphs[0]
            p.style = doc.styles["Normal"]
            p.paragraph_format.tab_stops.add_tab_stop(Pt((pw - l - rt) / 2), TA.CENTER)
            p.paragraph_format.tab_stops.add_tab_stop(Pt(pw - l - rt), TA.RIGHT)
            for x in re.split(r"(\{p\}|\{n\})", "\t".join(t)):
                if x == "{p}": field(p, "PAGE")
                elif x == "{n}": field(p, "NUMPAGES")
                elif x: p.add_run(x)
    if d["show_title"]: doc.add_heading(d["title"], 0 if o["variant"] < .7 else 1)
    if d["show_section"]: doc.add_heading(d["section"], 2)
    for x in d["before"]: doc.add_paragraph(x)
    cap = lambda: d["caption"] and doc.add_paragraph(d["caption"], style="Caption")
    if not o["caption_below"]: cap()
    name = {"grid": "Table Grid", "hrules": "Light List", "booktabs": "Light Shading", "zebra": "Light Shading Accent 1", "none": "Normal Table", "box": "Light List", "vrules": "Table Grid"}[o["style"]]
    o["docx_style"] = name
    nh = 0 if not d["header"] else 2 if o["two_line_head"] and o["head_as_rows"] else 1
    rows = []
    if nh == 2: rows += [[h[0] for h in d["heads"]], [h[1] if len(h) > 1 else "" for h in d["heads"]]]
    elif nh: rows += [["\n".join(h) for h in d["heads"]]]
    rows += d["rows"] + ([d["total"]] if d["total"] else [])
    t = doc.add_table(0, len(d["rows"][0]), style=None if name == "Normal Table" else name)
    t.autofit = False
    look = t._tbl.tblPr.find(qn("w:tblLook"))
    if look is not None: look.set(qn("w:firstColumn"), "0")
    for k, w in enumerate(d["widths"]): t.columns[k].width = Pt(max(w + 4, 10.8 + w - 2 * o["pad"] + 4))
    AL = {"l": A.LEFT, "c": A.CENTER, "r": A.RIGHT}
    base = t._tbl
    for r, row in enumerate(rows):
        tr = OxmlElement("w:tr")
        pr = OxmlElement("w:trPr")
        if not o["split_rows"]: pr.append(OxmlElement("w:cantSplit"))
        if r < nh and o["repeat_head"]: pr.append(OxmlElement("w:tblHeader"))
        tr.append(pr)
        for k, x in enumerate(row):
            tc = OxmlElement("w:tc")
            tcpr = OxmlElement("w:tcPr")
            tcw = OxmlElement("w:tcW"); tcw.set(qn("w:w"), str(int(t.columns[k].width.pt * 20))); tcw.set(qn("w:type"), "dxa")
            tcpr.append(tcw); tc.append(tcpr)
            p = OxmlElement("w:p"); ppr = OxmlElement("w:pPr")
            sp = OxmlElement("w:spacing"); sp.set(qn("w:after"), str(int(o["rowpad"] * 20))); sp.set(qn("w:before"), str(int(o["rowpad"] * 20))); ppr.append(sp)
            jc = OxmlElement("w:jc"); jc.set(qn("w:val"), {"l": "left", "c": "center", "r": "right"}[o["aligns"][k]]); ppr.append(jc)
            p.append(ppr)
            for j, part in enumerate(x.split("\n")):
                run = OxmlElement("w:r"); rpr = OxmlElement("w:rPr")
                if r < nh:
                    b = OxmlElement("w:b")
                    if not o["bold_head"]: b.set(qn("w:val"), "0")
                    rpr.append(b)
                sz = OxmlElement("w:sz"); sz.set(qn("w:val"), str(int(o["fs"] * 2))); rpr.append(sz)
                run.append(rpr)
                if j: run.append(OxmlElement("w:br"))
                tx = OxmlElement("w:t"); tx.text = part; tx.set(qn("xml:space"), "preserve"); run.append(tx)
                p.append(run)
            tc.append(p); tr.append(tc)
        base.append(tr)
    if o["caption_below"]: cap()
    for x in d["after"]: doc.add_paragraph(x)
    doc.save(path)


def html(d, path):
    o = d["options"]
    d["continued_foot"] = d["continued_head"] = None
    d["no_running"] = True
    o["first_page_number"] = 1
    from make import SIZES
    pw, ph = SIZES[o["page"]]
    l, rt, top, bot = o["margins"]
    s = o["style"]
    attr = {"grid": 'border="1" cellspacing="0"', "hrules": 'rules="rows" border="0" cellspacing="0"', "box": 'border="1" rules="none" cellspacing="0"', "vrules": 'rules="cols" cellspacing="0"'}.get(s, 'border="0" cellspacing="0"')
    AL = {"l": "left", "c": "center", "r": "right"}
    P = [f'<html><head><meta charset="utf-8"><title>{escape(d["title"])}</title><style>@page {{ size: {pw}pt {ph}pt; margin: {top}pt {rt}pt {bot}pt {l}pt }} body, p, td, th {{ font-family: "{FONTS[o["font"]]}"; font-size: 10pt }} td p, th p, td, th {{ font-size: {o["fs"]}pt; margin: 0 }}</style></head><body>']
    if d["show_title"]: P.append(f"<h1>{escape(d['title'])}</h1>")
    if d["show_section"]: P.append(f"<h2>{escape(d['section'])}</h2>")
    P += [f"<p>{escape(x)}</p>" for x in d["before"]]
    capt = f"<p align='center'>{escape(d['caption'])}</p>" if d["caption"] else ""
    if not o["caption_below"]: P.append(capt)
    P.append(f'<table {attr} cellpadding="{int(max(4, o["pad"]))}">')
    for w in d["widths"]: P.append(f'<col width="{int((w + 10) * 4 / 3)}">')
    head = []
    tag = "th" if o["bold_head"] else "td"
    C = lambda k, x, tag="td", bg="": f'<{tag} align="{AL[o["aligns"][k]]}"{bg}>{x or "<br>"}</{tag}>'
    bg = ' bgcolor="#c0c8d0"' if s == "zebra" else ""
    if d["header"]:
        if o["two_line_head"] and o["head_as_rows"]:
            for j in (0, 1): head.append("<tr>" + "".join(C(k, escape(h[j]) if len(h) > j else "", tag, bg) for k, h in enumerate(d["heads"])) + "</tr>")
        else: head.append("<tr>" + "".join(C(k, "<br>".join(map(escape, h)), tag, bg) for k, h in enumerate(d["heads"])) + "</tr>")
    if head and o["repeat_head"]: P.append("<thead>" + "".join(head) + "</thead>")
    P.append("<tbody>")
    if not o["repeat_head"]: P += head
    for i, row in enumerate(d["rows"] + ([d["total"]] if d["total"] else [])):
        bg = ' bgcolor="#e8ecf2"' if s == "zebra" and i % 2 else ""
        P.append("<tr>" + "".join(C(k, escape(x), "td", bg) for k, x in enumerate(row)) + "</tr>")
    P.append("</tbody></table>")
    if o["caption_below"]: P.append(capt)
    P += [f"<p>{escape(x)}</p>" for x in d["after"]]
    P.append("</body></html>")
    open(path, "w").write("\n".join(P))
