package pdf

import (
	"bytes"
	"context"
	"fmt"
	"ibid/index/source/pdf/layout"
	"strings"
	"testing"
)

// builder writes small PDF files for tests.
type builder struct {
	objects []string
	pages   []int
	fonts   string
}

// newBuilder starts a file with the fonts R (Helvetica), B (bold), M (Courier) and S (Symbol).
func newBuilder() *builder {
	b := &builder{}
	b.object("") // the catalog
	b.object("") // the page tree
	for name, base := range []string{"Helvetica", "Helvetica-Bold", "Courier", "Symbol"} {
		encoding := " /Encoding /WinAnsiEncoding"
		if base == "Symbol" {
			encoding = ""
		}
		n := b.object(fmt.Sprintf("<< /Type /Font /Subtype /Type1 /BaseFont /%s%s >>", base, encoding))
		b.fonts += fmt.Sprintf("/%c %d 0 R ", "RBMS"[name], n)
	}
	return b
}

// object adds an object and returns its number.
func (b *builder) object(body string) int {
	b.objects = append(b.objects, body)
	return len(b.objects)
}

// stream adds a stream object.
func (b *builder) stream(dict, data string) int {
	return b.object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data))
}

// page adds a page with a content stream and further entries for its resources.
func (b *builder) page(content string, resources ...string) {
	c := b.stream("", content)
	b.pages = append(b.pages, b.object(fmt.Sprintf(
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << %s >> %s >> >>",
		c, b.fonts, strings.Join(resources, " "))))
}

// bytes writes the file with a cross-reference table. Extra goes into the catalog.
func (b *builder) bytes(extra ...string) []byte {
	kids := ""
	for _, p := range b.pages {
		kids += fmt.Sprintf("%d 0 R ", p)
	}
	b.objects[0] = "<< /Type /Catalog /Pages 2 0 R " + strings.Join(extra, " ") + " >>"
	b.objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(b.pages))
	var out bytes.Buffer
	out.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(b.objects))
	for i, o := range b.objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(b.objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(b.objects)+1, xref)
	return out.Bytes()
}

// at shows text at a place in a font ("R", "B", "M", "S") and size.
func at(x, y float64, font string, size float64, text string) string {
	escaped := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(text)
	return fmt.Sprintf("BT /%s %g Tf %g %g Td (%s) Tj ET\n", font, size, x, y, escaped)
}

// prose shows lines of text from the top, 14 points apart.
func prose(x, y float64, lines ...string) string {
	var out strings.Builder
	for i, l := range lines {
		out.WriteString(at(x, y-14*float64(i), "R", 12, l))
	}
	return out.String()
}

// level draws a horizontal rule, upright a vertical one.
func level(x0, x1, y float64) string { return fmt.Sprintf("%g %g m %g %g l S\n", x0, y, x1, y) }
func upright(x, y0, y1 float64) string {
	return fmt.Sprintf("%g %g %g %g re f\n", x, y0, 0.5, y1-y0)
}

func mustRead(t *testing.T, data []byte) *Document {
	t.Helper()
	doc, err := Read(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// onePage reads a file with one page of this content and returns the page's blocks, one a line with its kind.
func onePage(t *testing.T, content string, resources ...string) string {
	t.Helper()
	b := newBuilder()
	b.page(content, resources...)
	return dump(mustRead(t, b.bytes()).Pages[0])
}

// dump writes the blocks of a page: kind and level, then the text.
func dump(p []layout.Block) string {
	var out strings.Builder
	for _, b := range p {
		fmt.Fprintf(&out, "%c", "PHITC"[b.Kind])
		if b.Level > 0 {
			fmt.Fprint(&out, b.Level)
		}
		fmt.Fprintf(&out, " %s\n", b.Text)
	}
	return out.String()
}

func expect(t *testing.T, got, want string) {
	t.Helper()
	if got = strings.TrimSpace(got); got != strings.TrimSpace(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, strings.TrimSpace(want))
	}
}
