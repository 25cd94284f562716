package source

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// bomb is a small file that is made to cost much.
type bomb struct {
	name string // with the extension that chooses the reader
	make func() []byte
}

func repeated(parts ...any) func() []byte {
	return func() []byte {
		var out strings.Builder
		for i := 0; i+1 < len(parts); i += 2 {
			out.WriteString(strings.Repeat(parts[i].(string), parts[i+1].(int)))
		}
		return []byte(out.String())
	}
}

// numbered writes a line for each number up to n.
func numbered(n int, format string) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, format, i)
	}
	return out.String()
}

func bombs() []bomb {
	words := strings.Repeat("some words to be read, one after the other. ", 20)
	return []bomb{
		{"ulist.html", repeated("<ul><li>x", 220_000)},
		{"divs.html", repeated("<div>x", 500_000)},
		{"inline.html", repeated("<b>", 800_000, "x", 1)},
		{"cells.html", repeated("<table>", 1, "<tr><td>x", 300_000)},
		{"celldeep.html", repeated("<table><tr><td>x", 150_000)},
		{"span.html", func() []byte {
			return []byte("<table>" + strings.Repeat("<tr>"+strings.Repeat("<td colspan=1000000 rowspan=1000000>"+words, 3), 100))
		}},
		{"bigspan.html", repeated("<table><tr><td colspan=100 rowspan=100>", 1, words, 1000, "<tr>", 100)},
		{"ragged.html", repeated("<table><tr>", 1, "<td>", 900_000, "<tr><td>x", 100_000)},
		{"cellparts.html", repeated("<table><tr><td colspan=100>", 1, "a<p>", 1_000_000)},
		{"attributes.html", repeated("<p ", 1, "a=b ", 1_000_000, ">x", 1)},
		{"attributes2.html", func() []byte { return []byte("<p " + numbered(400_000, "a%d=b ") + ">x") }},
		{"entities.html", repeated("<p>", 1, "&NotSucceedsTilde;", 250_000)},
		{"entities2.html", repeated("<p>", 1, "&", 4_000_000)},
		{"heading.html", repeated("<h1>", 1, words, 2000, "</h1>", 1, "<p>"+words+"</p>", 2000)},
		{"title.html", repeated("<title>", 1, words, 2500, "</title>", 1, "<p>"+words+"</p>", 2500)},
		{"blocks.html", repeated("<p>a", 1_200_000)},
		{"codes.html", repeated("<code>a", 600_000)},
		{"extend.html", repeated("<ul><li>", 1, "a<p>", 1_200_000)},
		{"unclosed.html", repeated("<", 4_000_000)},
		{"comments.html", repeated("<!--", 1_200_000)},
		{"ends.html", repeated("<td>", 300, "</div>", 600_000)},
		{"langs.html", repeated("<pre class='"+strings.Repeat("a ", 500_000)+"'>x", 4)},

		{"quotes.md", repeated(">", 10_000, " x\n", 1)},
		{"quotes2.md", repeated(strings.Repeat(">", 500)+" x\n", 9000)},
		{"lists.md", repeated("- ", 100_000, "x\n", 1)},
		{"lists2.md", func() []byte {
			var out strings.Builder
			for i := range 2000 {
				out.WriteString(strings.Repeat(" ", 2*i) + "- x\n")
			}
			return []byte(out.String())
		}},
		{"lists3.md", repeated(strings.Repeat("- ", 400)+"x\n", 5000)},
		{"emphasis.md", repeated("*a", 120_000, "\n", 1)},
		{"emphasis2.md", repeated("*a **b _c __d\n", 300_000)},
		{"emphasis3.md", repeated("a**b", 60_000, "c* ", 60_000)},
		{"brackets.md", repeated("[", 250_000, "\n", 1)},
		{"brackets2.md", repeated("[a", 80_000, "](b", 60_000)},
		{"brackets3.md", repeated("[a][b]\n", 600_000)},
		{"images.md", repeated("![[]()", 40_000)},
		{"ticks.md", func() []byte {
			var out strings.Builder
			for i := 1; i < 2800; i++ {
				out.WriteString(strings.Repeat("`", i) + "a\n")
			}
			return []byte(out.String())
		}},
		{"ticks2.md", repeated("`a``b\n", 700_000)},
		{"definitions.md", func() []byte { return []byte(numbered(100_000, "[a%d]: /x\n\n") + numbered(200_000, "[a%d] ")) }},
		{"definitions2.md", repeated("[a]: b\n", 600_000)},
		{"columns.md", repeated("|a", 10_000, "|\n", 1, "|-", 10_000, "|\n", 1, "|x|\n", 100_000)},
		{"angle.md", repeated("<a ", 80_000)},
		{"angle2.md", repeated("<a b='\n", 600_000)},
		{"dollars.md", repeated("$$ ", 80_000, "\n$a", 100_000)},
		{"entities.md", repeated("&a", 120_000, "\n&#x", 100_000)},
		{"escapes.md", repeated("\\*", 120_000)},
		{"fences.md", repeated("```a\n", 900_000)},
		{"paragraph.md", repeated("some words\n", 450_000)},
		{"blocks.md", repeated("a\n\n", 1_600_000)},
		{"htmlblocks.md", repeated("<div>\n\n", 700_000)},
		{"htmllist.md", repeated("<ul><li>x\n", 480_000)},
		{"headings.md", repeated("# ", 1, strings.Repeat("long ", 50_000)+"\n\n", 1, words+"\n\n", 2000)},
		{"setext.md", repeated("a\n", 2_000_000, "===\n", 1)},
		{"tabs.md", repeated("\t- a\n", 900_000)},
		{"frontmatter.md", repeated("---\ntitle: ", 1, words, 2500, "\n---\n", 1, words+"\n\n", 2500)},
		{"attrs.md", repeated("# a {", 1, "a=b ", 60_000, "}\n", 1)},

		{"cells.ipynb", repeated(`{"cells":[`, 1, `{},`, 1_500_000, `{}]}`, 1)},
		{"markdown.ipynb", repeated(`{"cells":[`, 1, `{"cell_type":"markdown","source":"a"},`, 120_000, `{}]}`, 1)},
		{"nested.ipynb", repeated(`{"cells":[{"metadata":`, 1, `[`, 4_000_000)},
		{"nested2.ipynb", repeated(`{"cells":[{"metadata":`, 1, `{"a":`, 900_000)},
		{"outputs.ipynb", repeated(`{"cells":[{"cell_type":"code","source":"a","outputs":[`, 1, `{"text":"a"},`, 350_000, `{}]}]}`, 1)},
		{"lines.ipynb", repeated(`{"cells":[{"cell_type":"code","source":[`, 1, `"\n",`, 900_000, `"a"]}]}`, 1)},
		{"image.ipynb", repeated(`{"cells":[{"cell_type":"code","source":"a","outputs":[{"data":{"image/png":"`, 1, `iVBORw0K`, 600_000, `"}}]}]}`, 1)},

		{"borders.rst", repeated("=== ===\na\n\n", 400_000)},
		{"grid.rst", repeated("+-", 100_000, "+\n", 1, "+\n", 1_000_000)},
		{"simple.rst", repeated("= ", 100_000, "=\n", 1, "a\n", 1_000_000, "= =\n\n", 1)},
		{"continued.rst", repeated("=== ===\n", 1, "a b\n", 1, "    b\n", 800_000, "=== ===\n\n", 1)},
		{"gridcell.rst", repeated("+-----+---+\n", 1, "| abc | d |\n", 400_000, "+-----+---+\n\n", 1)},
		{"csv.rst", repeated(".. csv-table::\n\n   ", 1, "a,", 500_000, "\n   a", 500_000)},
		{"listtable.rst", repeated(".. list-table::\n\n   * - a\n", 1, "       b\n", 400_000)},
		{"ragged.rst", repeated(".. list-table::\n\n   * - a\n", 1, "     - b\n", 200_000, "   * - a\n", 200_000)},
		{"directives.rst", func() []byte {
			var out strings.Builder
			for i := range 1500 {
				out.WriteString(strings.Repeat(" ", 3*i%3000) + ".. note::\n\n")
			}
			return []byte(out.String())
		}},
		{"inline.rst", repeated("`a ``b *c **d :e:`f\n", 200_000)},
		{"roles.rst", repeated(":a", 2_000_000, "`", 1)},
		{"items.rst", repeated("- a\n", 1_100_000)},
		{"footnotes.rst", repeated(".. [a] b\n", 450_000)},
		{"sections.rst", func() []byte { return []byte(numbered(200_000, "a%d\n====\n\n")) }},
		{"terms.rst", repeated("a\n b\n", 700_000)},
		{"literal.rst", repeated("a::\n\n\n", 600_000)},

		{"word.txt", repeated("a", 4_900_000)},
		{"words.txt", func() []byte { return []byte(numbered(600_000, "w%06dx ")) }},
		{"blocks.txt", repeated("a\n\n", 1_600_000)},
		{"lines.txt", repeated("\n", 4_900_000)},
		{"items.txt", repeated("- a\n", 1_200_000)},
		{"underlined.txt", repeated("a\n===\n", 800_000)},
		{"longline.txt", repeated(words, 5000)},
		{"invalid.txt", repeated("\xff\xc3a ", 1_200_000)},
		{"utf16.txt", repeated("\xff\xfe", 1, "\x4e\x00", 2_400_000)},
		{"cjk.txt", repeated("漢字仮名", 400_000)},
		{"acronyms.txt", repeated("Long Form (LF) ", 320_000)},
		{"acronyms2.txt", func() []byte { return []byte(numbered(150_000, "Alpha Beta Gamma%d (ABG%[1]d) ")) }},
		{"parens.txt", repeated("(", 4_900_000)},
		{"escapes.txt", repeated("\x1b]", 100_000, "a b c d e f g h i j k l m n o p q r s t u v w x y z ", 80_000)},
		{"combining.txt", repeated("a", 1, "\u0301", 2_400_000)},
		{"stops.txt", repeated("a. A", 1_200_000)},
		{"data.csv", repeated("a,", 2_400_000)},
		{"deep.json", repeated("[", 4_900_000)},
		{"deep.go", repeated("package a\nvar x = ", 1, "(", 2_000_000)},
		{"funcs.go", repeated("package a\n", 1, "func a(){}\n", 400_000)},
		{"name.go", repeated("package a\nfunc ", 1, "a", 2_000_000, "(){\n", 1, "x = 1\n", 400_000, "}\n", 1)},
		{"name.py", repeated("class ", 1, "a", 2_000_000, ":\n", 1, " x = 1\n", 400_000)},
		{"funcs.py", repeated("def f(): pass\n", 350_000)},
		{"classes.py", func() []byte {
			var out strings.Builder
			for i := range 2000 {
				out.WriteString(strings.Repeat(" ", i) + "class A:\n")
			}
			return []byte(out.String())
		}},
		{"decorators.py", repeated("@a\n", 1_200_000)},
		{"comments.py", repeated("# a\n", 1_200_000, "def f(): pass\n", 1)},
		{"blank.c", repeated("a\n\n", 1_600_000)},
	}
}

// pdfFile writes PDF files for tests.
type pdfFile struct{ objects []string }

func (f *pdfFile) object(body string) int {
	f.objects = append(f.objects, body)
	return len(f.objects)
}

// stream adds a stream that is compressed as often as times says.
func (f *pdfFile) stream(dict, data string, times int) int {
	filters := ""
	for range times {
		data, filters = deflate(data), filters+"/FlateDecode "
	}
	return f.object(fmt.Sprintf("<< %s /Filter [%s] /Length %d >>\nstream\n%s\nendstream", dict, filters, len(data), data))
}

// newPDF starts a file whose catalog is object 1, page tree object 2 and font object 3.
func newPDF(catalog, kids, font string) *pdfFile {
	f := &pdfFile{}
	f.object("<< /Type /Catalog /Pages 2 0 R " + catalog + " >>")
	f.object("<< /Type /Pages /Kids [" + kids + "] /Count 1 >>")
	f.object("<< /Type /Font " + font + " >>")
	return f
}

const pdfPage = "/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]"

func (f *pdfFile) bytes() []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(f.objects))
	for i, o := range f.objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(f.objects)+1, xref)
	return out.Bytes()
}

func deflate(data string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	w.Write([]byte(data))
	w.Close()
	return out.String()
}

const helvetica = "/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"

// contentBomb is a PDF of one page with this content.
func contentBomb(name, font, resources string, content func() string) bomb {
	return bomb{name, func() []byte {
		f := newPDF("", "4 0 R", font)
		f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> " + resources + " >> >>")
		f.stream("", content(), 1)
		return f.bytes()
	}}
}

// fontBomb is a PDF whose font refers to a stream, object 6, and whose content shows text with it.
func fontBomb(name, font string, stream, content func() string) bomb {
	return bomb{name, func() []byte {
		f := newPDF("", "4 0 R", font)
		f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
		f.stream("", content(), 1)
		f.stream("", stream(), 1)
		return f.bytes()
	}}
}

func filled(parts ...any) func() string {
	return func() string { return string(repeated(parts...)()) }
}

const composite = "/Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 %s >>] %s"

func pdfBombs() []bomb {
	line := "BT /F 10 Tf 72 700 Td (some words to be read) Tj ET\n"
	simple := func(name string, parts ...any) bomb { return contentBomb(name, helvetica, "", filled(parts...)) }
	ranges := func(op string) func() string {
		return func() string {
			var out strings.Builder
			out.WriteString("1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
			for i := range 65_000 {
				fmt.Fprintf(&out, "1 begin%s <%04X> <%04X> %s end%[1]s\n", op, i, i, map[bool]string{true: "<0041>", false: "7"}[op == "bfrange"])
			}
			return out.String()
		}
	}
	return []bomb{
		fontBomb("tounicode.pdf", helvetica+" /ToUnicode 6 0 R", filled("1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <", 1, "0041", 1_000_000, "> endbfchar", 1),
			filled("BT /F 10 Tf 72 700 Td (", 1, "A", 400_000, ") Tj ET", 1)),
		fontBomb("bfrange.pdf", fmt.Sprintf(composite, "", "/ToUnicode 6 0 R"), ranges("bfrange"), filled("BT /F 10 Tf 72 700 Td (", 1, "\xfd\xe7\xfd\xe6", 190_000, ") Tj ET", 1)),
		fontBomb("cidrange.pdf", "/Subtype /Type0 /BaseFont /X /Encoding 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 >>]", ranges("cidrange"), filled("BT /F 10 Tf 72 700 Td (", 1, "\xfd\xe7\xfd\xe6", 190_000, ") Tj ET", 1)),
		fontBomb("bfarray.pdf", fmt.Sprintf(composite, "", "/ToUnicode 6 0 R"), filled("1 beginbfrange <", 1, "00", 1_000_000, "> <FFFF> [", 1, "<0041>", 70_000, "] endbfrange", 1), filled(line, 1)),
		fontBomb("usecmap.pdf", fmt.Sprintf(composite, "", "/ToUnicode 6 0 R"), filled("/X usecmap 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange\n", 500_000), filled(line, 1)),
		{"widths.pdf", func() []byte {
			f := newPDF("", "4 0 R", fmt.Sprintf(composite, "/W ["+strings.Repeat("0 99999 500 ", 300_000)+"]", ""))
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			return f.bytes()
		}},
		{"differences.pdf", func() []byte {
			f := newPDF("", "4 0 R", "/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /uni"+strings.Repeat("0041", 1_000_000)+"] >>")
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", "BT /F 10 Tf 72 700 Td ("+strings.Repeat("A", 400_000)+") Tj ET", 1)
			return f.bytes()
		}},
		simple("arrays.pdf", "[", 20_000_000),
		simple("dicts.pdf", "<<", 20_000_000),
		simple("items.pdf", "[", 1, "0 ", 20_000_000),
		simple("strings.pdf", "()", 20_000_000),
		simple("operators.pdf", "q Q ", 1_000_000),
		simple("images.pdf", "BI ", 1_900_000),
		simple("images2.pdf", "BI ID ", 500_000),
		simple("rules.pdf", "0 0 m 500 0 l S 1 0 0 1 0 .03 cm ", 20_000),
		simple("spaces.pdf", " ", 64_000_000),
		simple("glyphs.pdf", "BT /F 10 Tf 72 700 Td (", 1, "A", 390_000, ") Tj ET", 1),
		contentBomb("scattered.pdf", helvetica, "", func() string {
			var out strings.Builder
			for i := range 200_000 {
				fmt.Fprintf(&out, "BT /F 10 Tf %d %d Td (ab) Tj ET\n", i*7919%600, i*104729%790)
			}
			return out.String()
		}),
		contentBomb("lines.pdf", helvetica, "", func() string {
			var out strings.Builder
			for i := range 200_000 {
				fmt.Fprintf(&out, "BT /F 1 Tf 72 %.3f Td (ab) Tj ET\n", float64(i)*0.004)
			}
			return out.String()
		}),
		contentBomb("grid.pdf", helvetica, "", func() string {
			var out strings.Builder
			for i := range 300 {
				fmt.Fprintf(&out, "0 %d m 600 %[1]d l S %[1]d 0 m %[1]d 600 l S\n", i*3)
			}
			for i := range 90_000 {
				fmt.Fprintf(&out, "BT /F 2 Tf %d %d Td (a) Tj ET\n", i%300*3, i/300*3)
			}
			return out.String()
		}),
		contentBomb("accents.pdf", "/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /uni0301] >>", "", filled("BT /F 10 Tf 72 700 Td (", 1, "bA", 190_000, ") Tj ET", 1)),
		contentBomb("actualtext.pdf", helvetica, "/Properties << /P << /ActualText ("+strings.Repeat("a", 1_000_000)+") >> >>", filled("BT /F 10 Tf 72 700 Td ", 1, "/Span /P BDC (a) Tj EMC ", 200_000, " ET", 1)),
		{"laughs.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> /XObject << /X 6 0 R >> >> >>")
			f.stream("", strings.Repeat("/X Do ", 10), 1)
			for i := range 11 {
				f.stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F 3 0 R >> /XObject << /X %d 0 R >> >>", i+7), strings.Repeat("/X Do ", 10)+strings.Repeat(" ", 100_000), 1)
			}
			f.stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F 3 0 R >> >>", line, 1)
			return f.bytes()
		}},
		{"selfform.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> /XObject << /X 6 0 R >> >> >>")
			f.stream("", "/X Do", 1)
			f.stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F 3 0 R >> /XObject << /X 6 0 R >> >>", strings.Repeat("/X Do ", 1000)+strings.Repeat(line, 100_000), 1)
			return f.bytes()
		}},
		{"stacked.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", strings.Repeat(line, 8_000_000), 3)
			return f.bytes()
		}},
		{"contents.pdf", func() []byte { // one stream, many times
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents [" + strings.Repeat("5 0 R ", 100_000) + "] /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", strings.Repeat(line, 20_000), 1)
			return f.bytes()
		}},
		{"samepage.pdf", func() []byte { // many pages of one stream
			f := newPDF("", "", helvetica)
			var kids strings.Builder
			f.stream("", "BT /F 1 Tf 72 700 Td ("+strings.Repeat("some words to be read ", 10_000)+") Tj ET", 1)
			for range 5000 {
				fmt.Fprintf(&kids, "%d 0 R ", f.object("<< "+pdfPage+" /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>"))
			}
			f.objects[1] = "<< /Type /Pages /Kids [" + kids.String() + "] /Count 5000 >>"
			return f.bytes()
		}},
		{"manypages.pdf", func() []byte { // 20,000 times the same page
			f := newPDF("", "", helvetica)
			var kids strings.Builder
			f.stream("", strings.Repeat(line, 100), 1)
			for range 20_000 {
				fmt.Fprintf(&kids, "%d 0 R ", f.object("<< "+pdfPage+" /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>"))
			}
			f.objects[1] = "<< /Type /Pages /Kids [" + kids.String() + "] /Count 20000 >>"
			return f.bytes()
		}},
		{"pagecycle.pdf", func() []byte {
			f := newPDF("", strings.Repeat("4 0 R 2 0 R ", 100_000), helvetica)
			f.object("<< /Type /Pages /Parent 2 0 R /Kids [" + strings.Repeat("2 0 R 4 0 R ", 100_000) + "] /Count 1000000000 >>")
			return f.bytes()
		}},
		{"labels.pdf", func() []byte {
			f := newPDF("/PageLabels << /Nums [0 << /P ("+strings.Repeat("a", 1_000_000)+") >>] >>", strings.Repeat("<< "+pdfPage+" /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>", 20_000), helvetica)
			f.stream("", line, 1)
			return f.bytes()
		}},
		{"destinations.pdf", func() []byte {
			f := newPDF("/Outlines << /First 6 0 R >> /Names << /Dests << /Names ["+strings.Repeat("(a) 4 0 R ", 300_000)+"] >> >>", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			for i := range 20_000 {
				f.object(fmt.Sprintf("<< /Title (a) /Dest (b) /Next %d 0 R >>", i+7))
			}
			return f.bytes()
		}},
		{"objstm.pdf", func() []byte { // damaged, full of object streams of nested arrays
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			for i := range 10 {
				f.stream(fmt.Sprintf("/Type /ObjStm /N 1 /First %d", len(fmt.Sprintf("%d 0 ", 100+i))), fmt.Sprintf("%d 0 ", 100+i)+"["+strings.Repeat("0 ", 25_000_000)+"]", 1)
			}
			b := f.bytes()
			return b[:bytes.LastIndex(b, []byte("xref\n0"))]
		}},
		{"objects.pdf", func() []byte { // damaged, with many small objects
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			for range 250_000 {
				f.object("[]")
			}
			b := f.bytes()
			return b[:bytes.LastIndex(b, []byte("xref\n0"))]
		}},
		{"hugearray.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /X [" + strings.Repeat("[]", 2_300_000) + "] /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			return f.bytes()
		}},
		{"deep.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /X " + strings.Repeat("[", 4_000_000) + " /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			return f.bytes()
		}},
		{"xrefloop.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			b := f.bytes()
			at := bytes.LastIndex(b, []byte("xref\n0"))
			return bytes.Replace(b, []byte("/Root 1 0 R"), fmt.Appendf(nil, "/Root 1 0 R /Prev %d", at), 1)
		}},
		{"xrefstream.pdf", func() []byte { // a cross-reference stream of ten million entries
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			n := f.stream("/Type /XRef /Size 9000000 /W [1 3 1] /Root 1 0 R", strings.Repeat("\x01\x00\x00\x09\x00", 9_000_000), 1)
			b := f.bytes()
			at := bytes.Index(b, fmt.Appendf(nil, "\n%d 0 obj", n)) + 1
			return fmt.Appendf(b[:bytes.LastIndex(b, []byte("xref\n0"))], "startxref\n%d\n%%%%EOF\n", at)
		}},
		{"encrypted.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", line, 1)
			return bytes.Replace(f.bytes(), []byte("/Root 1 0 R"), []byte("/Root 1 0 R /ID [<00><00>] /Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 /P -1 /O <"+strings.Repeat("00", 48)+"> /U <"+strings.Repeat("00", 48)+"> /OE <"+strings.Repeat("00", 32)+"> /UE <"+strings.Repeat("00", 32)+"> /Perms <"+strings.Repeat("00", 16)+"> >>"), 1)
		}},
		{"mediabox.pdf", func() []byte {
			f := newPDF("", "4 0 R", helvetica)
			f.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e30 1e30] /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
			f.stream("", strings.Repeat(line+"1 0 0 1 900 900 cm ", 50_000), 1)
			return f.bytes()
		}},
	}
}
