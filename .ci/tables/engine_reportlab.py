"""PDFs by reportlab's platypus."""
import os
from reportlab.lib import colors
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen import canvas
from reportlab.platypus import BaseDocTemplate, Frame, LongTable, PageTemplate, Paragraph, Spacer, Table
from xml.sax.saxutils import escape


def make(d, out):
    from make import SIZES
    o = d["options"]
    pw, ph = SIZES[o["page"]]
    l, rt, top, bot = o["margins"]
    font, bold = {"serif": ("Times-Roman", "Times-Bold"), "sans": ("Helvetica", "Helvetica-Bold")}[o["font"]]
    fs = o["fs"]
    d["flavour"] = flavour = "paragraph cells" if o["variant"] < .3 else "string cells"
    first = o["first_page_number"]

    class Pages(canvas.Canvas):  # knows the number of pages when it draws the heads
        def __init__(self, *a, **k):
            super().__init__(*a, **k)
            self.saved = []
        def showPage(self):
            self.saved.append(dict(self.__dict__))
            self._startPage()
        def save(self):
            for n, s in enumerate(self.saved):
                self.__dict__.update(s)
                p = n + first
                side = "even" if p % 2 == 0 else "odd"
                self.setFont(font, max(fs - 1, 7))
                for where, y in (("head", ph - top * .55), ("foot", bot * .5)):
                    a, b, c = (x.format(p=p, n=len(self.saved)) for x in d["run"][where][side])
                    if a: self.drawString(l, y, a)
                    if b: self.drawCentredString(pw / 2, y, b)
                    if c: self.drawRightString(pw - rt, y, c)
                super().showPage()
            super().save()

    P = lambda name, **k: ParagraphStyle(name, **{"fontName": font, "fontSize": fs, "leading": fs * 1.2, **k})
    body = P("b", fontSize=10, leading=12.5, spaceAfter=6)
    story = []
    if d["show_title"]: story.append(Paragraph(escape(d["title"]), P("t", fontName=bold, fontSize=18, leading=22, spaceAfter=10)))
    if d["show_section"]: story.append(Paragraph(escape(d["section"]), P("s", fontName=bold, fontSize=13, leading=16, spaceAfter=6)))
    story += [Paragraph(escape(t), body) for t in d["before"]]
    cap = d["caption"] and Paragraph(escape(d["caption"]), P("c", spaceBefore=6, spaceAfter=6, alignment=1))
    if cap and not o["caption_below"]: story.append(cap)
    AL = {"l": 0, "c": 1, "r": 2}

    def cell(s, k, b=False):
        if not s: return ""
        if not b and (d["wraps"][k] or flavour == "paragraph cells"):
            return Paragraph(escape(s), P("x", alignment=AL[o["aligns"][k]]))
        return s
    data, heads = [], 0
    if d["header"]:
        if o["two_line_head"] and o["head_as_rows"]:
            data = [[h[0] for h in d["heads"]], [h[1] if len(h) > 1 else "" for h in d["heads"]]]
        else: data = [["\n".join(h) for h in d["heads"]]]
        heads = len(data)
    data += [[cell(s, k) for k, s in enumerate(row)] for row in d["rows"]]
    if d["total"]: data.append([cell(s, k, True) for k, s in enumerate(d["total"])])
    st = [("FONT", (0, 0), (-1, -1), font, fs, fs * 1.2), ("LEFTPADDING", (0, 0), (-1, -1), o["pad"]), ("RIGHTPADDING", (0, 0), (-1, -1), o["pad"]),
          ("TOPPADDING", (0, 0), (-1, -1), o["rowpad"]), ("BOTTOMPADDING", (0, 0), (-1, -1), o["rowpad"]),
          ("VALIGN", (0, 0), (-1, -1), {"top": "TOP", "middle": "MIDDLE"}[o["valign"]])]
    for k, a in enumerate(o["aligns"]): st.append(("ALIGN", (k, 0), (k, -1), {"l": "LEFT", "c": "CENTER", "r": "RIGHT"}[a]))
    if heads and o["bold_head"]: st.append(("FONT", (0, 0), (-1, heads - 1), bold, fs, fs * 1.2))
    if heads: st.append(("VALIGN", (0, 0), (-1, heads - 1), "BOTTOM"))
    black, s = colors.black, o["style"]
    if s == "grid": st.append(("GRID", (0, max(heads - 1, 0)), (-1, -1), .5, black)); st.append(("BOX", (0, 0), (-1, -1), .5, black))
    if s == "grid" and heads == 2: st.append(("INNERGRID", (0, 0), (-1, 0), .5, black)) if o["variant"] < .5 else st.append(("LINEBEFORE", (0, 0), (-1, 1), .5, black))
    if s == "hrules": st.append(("LINEBELOW", (0, max(heads - 1, 0)), (-1, -1), .4, colors.grey))
    if s == "booktabs": st += [("LINEABOVE", (0, 0), (-1, 0), 1, black), ("LINEBELOW", (0, -1), (-1, -1), 1, black)]
    if s == "booktabs" and heads: st.append(("LINEBELOW", (0, heads - 1), (-1, heads - 1), .5, black))
    if s == "zebra": st.append(("ROWBACKGROUNDS", (0, heads), (-1, -1), [colors.white, colors.Color(.9, .92, .95)]))
    if s == "zebra" and heads: st.append(("BACKGROUND", (0, 0), (-1, heads - 1), colors.Color(.7, .75, .8)))
    if s == "box": st += [("BOX", (0, 0), (-1, -1), .8, black)] + ([("LINEBELOW", (0, heads - 1), (-1, heads - 1), .8, black)] if heads else [])
    if s == "vrules": st.append(("LINEAFTER", (0, 0), (-2, -1), .5, black))
    story.append(LongTable(data, colWidths=d["widths"], repeatRows=heads if o["repeat_head"] else 0, style=st, hAlign=["LEFT", "CENTER"][o["variant"] < .5],
                           splitByRow=1, splitInRow=0))
    d["continued_foot"] = d["continued_head"] = None
    if cap and o["caption_below"]: story.append(cap)
    story.append(Spacer(1, 8))
    story += [Paragraph(escape(t), body) for t in d["after"]]
    doc = BaseDocTemplate(os.path.join(out, d["id"] + ".pdf"), pagesize=(pw, ph), title=d["title"], invariant=1)
    doc.addPageTemplates([PageTemplate("p", [Frame(l, bot, pw - l - rt, ph - top - bot, 0, 0, 0, 0)])])
    doc.build(story, canvasmaker=lambda *a, **k: Pages(*a, **{**k, "invariant": 1}))
