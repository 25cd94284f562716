package source

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"ibid/index/source/budget"
)

const (
	spent  = "reading it costs too much"
	asText = "read as plain text"
	table  = "only its first rows were read"
	marker = "A gauge measures."
)

// TestBombs reads small files that are made to cost much: each must end as the part that can be paid for, with a warning
// where that is not all. What a file may cost is counted work, so the same part on every machine.
func TestBombs(t *testing.T) {
	words := strings.Repeat("some words to be read, one after the other. ", 20)
	line := "BT /F 10 Tf 72 700 Td (" + marker + ") Tj ET\n"
	for _, c := range []struct {
		name    string
		warning string // that must be given; "" for a file that is read to its end
		kept    string // that must have been read
		data    []byte
	}{
		{"lists.html", spent, "- x", repeated("<ul><li>x", 30_000)},
		{"span.html", table, "some words", repeated("<table><tr><td>x<td colspan=1000000 rowspan=1000000>", 1, words, 300, "<tr>", 100)},
		{"ragged.html", table, "x | ", repeated("<table><tr><td>x<td>y", 1, "<td>", 100_000, "<tr><td>x", 30_000)},
		{"cell.html", spent, "a a a", repeated("<table><tr><td>x<td colspan=100>", 1, "a<p>", 100_000)},
		{"title.html", "", marker, repeated("<title>", 1, words, 300, "</title><p>"+marker, 1, "<p>"+words, 1000)},
		{"heading.html", "", marker, repeated("<h1>", 1, words, 300, "</h1><p>"+marker, 1, "<p>"+words, 1000)},
		{"paragraphs.html", spent, "a\n\na", repeated("<p>a", 200_000)},
		{"styles.html", "", marker, repeated("<style>", 1, ".a{display:none}@media{", 50_000, "</style><p>"+marker, 1, "<p class='"+strings.Repeat("b ", 200)+"'>a", 2_000)},
		{"struck.html", "", marker, repeated("<p>"+marker+"</p>", 1, "<s><aside>a", 50_000)},
		{"formula.html", "", marker, repeated("<p>"+marker+"<math>", 1, "<mrow><mfrac>a", 50_000, "</b>", 50_000)},
		{"raised.html", "", marker, repeated("<p>"+marker, 1, "<sup>1", 50_000, "</sup><sub>", 50_000)},
		{"matter.md", "", marker, repeated("---\ntags:\n", 1, "- a, b\n", 50_000, "---\n"+marker, 1)},
		{"marks.md", asText, "[[a", repeated("~a==b^[c [[a %%\n", 20_000)},
		{"raw.md", asText, "a", repeated("<s>a<sup>b", 20_000)},
		{"names.rst", spent, "|b|", repeated(".. |a| replace:: ", 1, words, 10, "\n\n", 1, "|a| |b|\n\n", 20_000)},
		{"nested.md", asText, ">>> x", repeated(">", 1_000_000, " x\n", 1)},
		{"lists.md", asText, "- x", repeated("- ", 100_000, "x\n", 1)},
		{"deeper.md", asText, "- x", deeper(1200, "- x\n")},
		{"brackets.md", asText, "[a][b]", repeated("[a][b]\n", 30_000)},
		{"emphasis.md", asText, "*a", repeated("*a", 60_000, "\n", 1)},
		{"ticks.md", asText, "`a``b", repeated("`a``b\n", 30_000)},
		{"columns.md", asText, "|a|a", repeated("|a", 5_000, "|\n", 1, "|-", 5_000, "|\n", 1, "|x|\n", 5_000)},
		{"title.md", "", marker, repeated("---\ntitle: ", 1, words, 300, "\n---\n"+marker+"\n\n", 1, words+"\n\n", 1000)},
		{"cells.ipynb", "first 50,000 cells", marker, repeated(`{"cells":[{"cell_type":"markdown","source":"`+marker+`"}`, 1, `,{}`, 60_000, `]}`, 1)},
		{"borders.rst", "", "a", repeated("=== ===\na\n\n", 20_000)},
		{"grid.rst", "", "+-+-", repeated("+-", 20_000, "+\n", 1, "+\n", 60_000)},
		{"continued.rst", spent, "a | b", repeated("=== ===\na   b\n", 1, "    b\n", 30_000, "=== ===\n\n", 1)},
		{"csv.rst", table, "a | a", repeated(".. csv-table::\n\n   ", 1, "a,", 100_000, "\n   a", 50_000)},
		{"blocks.txt", spent, "a\n\na", repeated("a\n\n", 200_000)},
		{"symbol.py", "", "x = 1", repeated("class ", 1, "a", 200_000, ":\n", 1, " x = 1\n", 50_000)},
		{"rows.csv", "", "a | a", repeated("a,a\n", 500_000)},
		{"wide.csv", table, "a | ", repeated("a,b\n", 1, "a,", 100_000, "\n", 1, "a\n", 50_000)},
		{"options.tex", spent, marker, repeated(marker, 1, "\\x[", 300_000)},
		{"groups.tex", "", marker, repeated(marker, 1, "\\section{", 300_000)},
		{"labels.tex", spent, marker, repeated(marker, 1, "\\begin{description}\\item[", 100_000, "]", 100_000)},

		{"paragraphs.docx", spent, marker, zipped("word/document.xml", repeated("<w><p><r><t>"+marker+"</t></r></p>", 2_000_000))},
		{"nested.docx", spent, marker, zipped("word/document.xml", repeated("<w><p><r><t>"+marker, 1_000_000))},
		{"cells.docx", spent, marker, zipped("word/document.xml", repeated("<w><p><t>"+marker+"</t></p><tbl><tr>", 1, "<tc><p><t>a</t></p></tc>", 3_000_000))},
		{"repeated.odt", spent, "a", zipped("content.xml", repeated("<table>", 1, `<table-row><table-cell number-columns-repeated="100"><p>a</p></table-cell></table-row>`, 100_000))},
		{"lists.odt", spent, "- a", zipped("content.xml", repeated("<list><list-item><p>a</p>", 500_000))},
		{"attributes.odt", "", marker, zipped("content.xml", repeated("<w><p>"+marker+"</p><p ", 1, `a="b" `, 8_000_000, "/>", 1))},
		{"chapters.epub", spent, marker, zipped("META-INF/container.xml", []byte(`<rootfile full-path="a/b"/>`),
			"a/b", repeated(`<item id="c" href="c"/>`, 1, `<itemref idref="c"/>`, 20_000), "a/c", repeated("<p>"+marker+"</p>", 1000, "<p ", 1, " ", 1_000_000, ">", 1))},

		{"tounicode.pdf", spent, "AAAA", fontPDF(helvetica+" /ToUnicode 6 0 R", "BT /F 10 Tf 72 700 Td ("+strings.Repeat("A", 400_000)+") Tj ET",
			"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <"+strings.Repeat("0041", 1_000_000)+"> endbfchar")},
		{"ranges.pdf", "", "A", fontPDF(composite+" /Encoding /Identity-H /ToUnicode 6 0 R", line+"BT /F 10 Tf 72 600 Td (\xfd\xe7) Tj ET",
			"1 beginbfrange <"+strings.Repeat("00", 100_000)+"> <FFFF> ["+strings.Repeat("<0041>", 70_000)+"] endbfrange "+numbered(65_000, "1 beginbfrange <%04X> <%04[1]X> <0041> endbfrange\n"))},
		{"widths.pdf", "", "Abc", fontPDF(strings.Replace(composite, "CIDFontType2", "CIDFontType2 /W ["+strings.Repeat("0 99999 500 ", 5_000)+"]", 1)+" /Encoding /UniGB-UTF16-H",
			"BT /F 10 Tf 72 700 Td (\x00A\x00b\x00c) Tj ET", "")},
		{"arrays.pdf", "", marker, contentPDF("", line+strings.Repeat("[", 20_000_000))},
		{"images.pdf", spent, marker, contentPDF("", line+strings.Repeat("BI ", 500_000))},
		{"accents.pdf", "", "b", fontPDF("/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /uni0301] >>", "BT /F 10 Tf 72 700 Td ("+strings.Repeat("bA", 100_000)+") Tj ET", "")},
		{"actual.pdf", spent, "aaaa", contentPDF("/Properties << /P << /ActualText ("+strings.Repeat("a", 200_000)+") >> >>",
			"BT /F 10 Tf 72 700 Td "+strings.Repeat("/Span /P BDC (a) Tj EMC ", 50_000)+" ET")},
		{"forms.pdf", spent, "gauge", formsPDF(line)},
		{"contents.pdf", "too many operators", "gauge", contentsPDF(line)},
		{"pages.pdf", spent, "some words", pagesPDF()},
		{"labels.pdf", "", marker, labelsPDF(line)},
		{"outline.pdf", "", marker, outlinePDF(line)},
		{"objects.pdf", "", marker, objectsPDF(line)},
		{"lines.pdf", spent, "ab", contentPDF(">> /CropBox [0 0 612 100000] /More <<", numbered(100_000, "BT /F 1 Tf 1 0 0 1 72 %d.5 Tm (ab) Tj ET\n"))},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Second) // against a hang
			defer cancel()
			doc, err := Read(ctx, c.name, c.data)
			if err != nil {
				t.Fatal(err)
			}
			checkCost(t, len(c.data), doc)
			if !strings.Contains(doc.Text, c.kept) {
				t.Errorf("%q was not kept of %d bytes of text", c.kept, len(doc.Text))
			}
			warnings := strings.Join(doc.Warnings, "\n")
			if c.warning == "" && (strings.Contains(warnings, spent) || strings.Contains(warnings, asText)) || !strings.Contains(warnings, c.warning) {
				t.Errorf("warnings %q, want %q", warnings, c.warning)
			}
			checkChunks(t, doc, Chunks(doc, "doc"))
		})
	}
}

// checkCost holds a document to what a file of size bytes may become.
func checkCost(t *testing.T, size int, doc Document) {
	t.Helper()
	most := budget.New(context.Background(), size).Left()
	if len(doc.Text) > most/byteWork || len(doc.Blocks) > most/blockWork {
		t.Errorf("%d bytes of text in %d blocks of a file of %d bytes", len(doc.Text), len(doc.Blocks), size)
	}
	names := []string{doc.Title}
	for _, b := range doc.Blocks {
		names = append(append(names, b.Symbol, b.Lang), b.Section...)
	}
	for _, name := range names {
		if len(name) > maxName+len("…") {
			t.Fatalf("a name of %d bytes", len(name))
		}
	}
}

// repeated writes each text as often as the number after it says.
func repeated(parts ...any) []byte {
	var out strings.Builder
	for i := 0; i+1 < len(parts); i += 2 {
		out.WriteString(strings.Repeat(parts[i].(string), parts[i+1].(int)))
	}
	return []byte(out.String())
}

// zipped is an archive of files, each given by its name and its content.
func zipped(parts ...any) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i+1 < len(parts); i += 2 {
		w, err := z.Create(parts[i].(string))
		if err == nil {
			_, err = w.Write(parts[i+1].([]byte))
		}
		if err != nil {
			panic(err)
		}
	}
	z.Close()
	return out.Bytes()
}

// numbered formats each number below n.
func numbered(n int, format string) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, format, i)
	}
	return out.String()
}

// deeper indents each of n lines by two more than the one before.
func deeper(n int, line string) []byte {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.Repeat("  ", i) + line)
	}
	return []byte(out.String())
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

const composite = "/Subtype /Type0 /BaseFont /X /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 >>]"

// contentPDF is a file of one page with this content and these resources beside the font.
func contentPDF(resources, content string) []byte {
	f := newPDF("", "4 0 R", helvetica)
	f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> " + resources + " >> >>")
	f.stream("", content, 1)
	return f.bytes()
}

// fontPDF is a file of one page with this content, whose font may refer to a stream as object 6.
func fontPDF(font, content, stream string) []byte {
	f := newPDF("", "4 0 R", font)
	f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
	f.stream("", content, 1)
	f.stream("", stream, 1)
	return f.bytes()
}

// formsPDF draws a form that draws another ten times, and so on.
func formsPDF(line string) []byte {
	const form = "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F 3 0 R >> /XObject << /X %d 0 R >> >>"
	f := newPDF("", "4 0 R", helvetica)
	f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> /XObject << /X 6 0 R >> >> >>")
	f.stream("", line+"/X Do", 1)
	for i := range 10 {
		f.stream(fmt.Sprintf(form, i+7), strings.Repeat("/X Do ", 10)+strings.Repeat(" ", 100_000), 2)
	}
	f.stream(fmt.Sprintf(form, 0), line, 1)
	return f.bytes()
}

// contentsPDF has a page whose content is one stream many times.
func contentsPDF(line string) []byte {
	f := newPDF("", "4 0 R", helvetica)
	f.object("<< " + pdfPage + " /Contents [" + strings.Repeat("5 0 R ", 100_000) + "] /Resources << /Font << /F 3 0 R >> >> >>")
	f.stream("", line+strings.Repeat(" ", 500_000), 1)
	return f.bytes()
}

// pagesPDF has many pages of one long stream.
func pagesPDF() []byte {
	f := newPDF("", "", helvetica)
	f.stream("", "BT /F 1 Tf 72 700 Td ("+strings.Repeat("some words to be read ", 10_000)+") Tj ET", 1)
	var kids strings.Builder
	for range 1000 {
		fmt.Fprintf(&kids, "%d 0 R ", f.object("<< "+pdfPage+" /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>"))
	}
	f.objects[1] = "<< /Type /Pages /Kids [" + kids.String() + "] /Count 1000 >>"
	return f.bytes()
}

// labelsPDF repeats a label of a megabyte on every page.
func labelsPDF(line string) []byte {
	f := newPDF("/PageLabels << /Nums [0 << /P ("+strings.Repeat("a", 1_000_000)+") >>] >>",
		strings.Repeat("<< "+pdfPage+" /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>", 2000), helvetica)
	f.stream("", line, 1)
	return f.bytes()
}

// outlinePDF has bookmarks with a name that is looked for in a long list many times.
func outlinePDF(line string) []byte {
	f := newPDF("/Outlines << /First 7 0 R >> /Names << /Dests << /Kids ["+strings.Repeat("6 0 R ", 40_000)+"] >> >>", "4 0 R", helvetica)
	f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
	f.stream("", line, 1)
	f.object("<< /Names [" + strings.Repeat("(a) 4 0 R ", 50_000) + "] >>")
	for i := range 5_000 {
		f.object(fmt.Sprintf("<< /Title (a) /Dest (b) /Next %d 0 R >>", i+8))
	}
	return f.bytes()
}

// objectsPDF holds object streams of arrays with millions of elements.
func objectsPDF(line string) []byte {
	f := newPDF("", "4 0 R", helvetica)
	f.object("<< " + pdfPage + " /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>")
	f.stream("", line, 1)
	for i := range 3 {
		f.stream("/Type /ObjStm /N 1 /First 6", fmt.Sprintf("%d 0 [", 100+i)+strings.Repeat("0 ", 10_000_000)+"]", 1)
	}
	return f.bytes()
}
