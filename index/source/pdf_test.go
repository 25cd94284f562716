package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// tinyPDF writes a file with these lines on each page, the first of each set large and bold.
func tinyPDF(pages ...[]string) []byte {
	var out strings.Builder
	var offsets []int
	object := func(body string) {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(offsets), body)
	}
	out.WriteString("%PDF-1.7\n")
	kids := ""
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", 5+2*i)
	}
	object("<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /S /r >>] >> >>")
	object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(pages)))
	object("<< /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /B << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >>")
	for _, lines := range pages {
		content := ""
		for j, l := range lines {
			font := "/F 12"
			if j == 0 {
				font = "/B 18"
			}
			content += fmt.Sprintf("BT %s Tf 72 %d Td (%s) Tj ET\n", font, 700-40*j, l)
		}
		object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
		object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font 3 0 R >> >>", len(offsets)))
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return []byte(out.String())
}

// checkPDF holds a Document against the contract in document.go.
func checkPDF(t *testing.T, doc Document) {
	t.Helper()
	if doc.Title == "" || doc.Kind != Docs || !utf8.ValidString(doc.Text) {
		t.Errorf("title %q, kind %q", doc.Title, doc.Kind)
	}
	if strings.ContainsFunc(doc.Text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		t.Error("control characters in the text")
	}
	end, page := 0, 1
	for i, b := range doc.Blocks {
		if b.Start < end || b.End <= b.Start || b.End > len(doc.Text) || strings.TrimSpace(doc.Text[end:b.Start]) != "" {
			t.Fatalf("block %d spans %d to %d after %d", i, b.Start, b.End, end)
		}
		if b.Page < page || b.Page > doc.Pages || b.StartLine != 0 || b.EndLine != 0 {
			t.Fatalf("block %d is on page %d after %d, lines %d to %d", i, b.Page, page, b.StartLine, b.EndLine)
		}
		if b.Kind == Heading && (len(b.Section) == 0 || b.Section[len(b.Section)-1] != doc.Text[b.Start:b.End]) {
			t.Fatalf("heading %q has section %q", doc.Text[b.Start:b.End], b.Section)
		}
		end, page = b.End, b.Page
	}
}

func TestReadPDF(t *testing.T) {
	doc, err := readPDF(context.Background(), "docs/report.pdf", tinyPDF(
		[]string{"1. Introduction", "The first paragraph."}, []string{"1.1 Sizes", "The sizes are here."}, []string{"2. Conclusion", "The end."}))
	if err != nil {
		t.Fatal(err)
	}
	checkPDF(t, doc)
	if doc.Pages != 3 || !reflect.DeepEqual(doc.Labels, []string{"i", "ii", "iii"}) || doc.Title != "1 Introduction" {
		t.Errorf("%d pages, labels %q, title %q", doc.Pages, doc.Labels, doc.Title)
	}
	var got strings.Builder
	for _, b := range doc.Blocks {
		fmt.Fprintln(&got, b.Page, strings.Join(b.Section, " > "), "|", doc.Text[b.Start:b.End])
	}
	want := `1 1 Introduction | 1 Introduction
1 1 Introduction | The first paragraph.
2 1 Introduction > 1.1 Sizes | 1.1 Sizes
2 1 Introduction > 1.1 Sizes | The sizes are here.
3 2 Conclusion | 2 Conclusion
3 2 Conclusion | The end.
`
	if got.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
	}
}

func TestReadPDFErrors(t *testing.T) {
	if _, err := readPDF(context.Background(), "a.pdf", []byte("no PDF")); err == nil || !strings.Contains(err.Error(), "not a PDF") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readPDF(ctx, "a.pdf", tinyPDF([]string{"x"})); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// TestReadPDFSections looks at the section paths of FIPS 203, which go on over page breaks.
func TestReadPDFSections(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("../../../shared/data/nist-pqc", "NIST.FIPS.203.pdf"))
	if err != nil {
		t.Skip("needs the NIST publications: ", err)
	}
	doc, err := readPDF(context.Background(), "NIST.FIPS.203.pdf", data)
	if err != nil {
		t.Fatal(err)
	}
	checkPDF(t, doc)
	if doc.Title != "Module-Lattice-Based Key-Encapsulation Mechanism Standard" || doc.Pages != 56 || doc.Labels[27] != "19" {
		t.Errorf("title %q, %d pages, label %q", doc.Title, doc.Pages, doc.Labels[27])
	}
	for _, c := range []struct {
		page int
		text string
		want []string
	}{
		{13, "MLWE | ", []string{"2 Terms, Acronyms, and Notation", "2.2 Acronyms"}},
		{28, "Algorithm 2 SHAKE128example", []string{"4 Auxiliary Algorithms", "4.1 Cryptographic Functions"}},
		{38, "Algorithm 13 K-PKE.KeyGen", []string{"5 The K-PKE Component Scheme", "5.1 K-PKE Key Generation"}},
		{43, "Algorithm 18 ", []string{"6 Main Internal Algorithms", "6.3 Internal Decapsulation"}},
		{48, "Table 3. Sizes", []string{"8 Parameter Sets"}},
	} {
		found := false
		for _, b := range doc.Blocks {
			if b.Page == c.page && strings.HasPrefix(doc.Text[b.Start:b.End], c.text) {
				found = true
				if !reflect.DeepEqual(b.Section, c.want) {
					t.Errorf("page %d %q: section %q, want %q", c.page, c.text, b.Section, c.want)
				}
			}
		}
		if !found {
			t.Errorf("page %d has no block that starts with %q", c.page, c.text)
		}
	}
}

func TestIllegible(t *testing.T) {
	for text, want := range map[string]bool{
		"":                          false,
		"The pump holds 42 litres.": false,
		"ポンプは四十二リットルの油を保持しその蓋は常に閉じておかなければならないと説明書に書いてある。": false,
		strings.Repeat("Thepumpholdsoil", 5): true,
		"The p\ufffd\ufffdp holds \ufffdil":  true,
	} {
		if got := illegible(text) > maxIllegible; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestSentenceOverAPage: a sentence that goes on on the next page is one, in the chunk where it begins, and is cited with both pages;
// what stands on one page is cited with that.
func TestSentenceOverAPage(t *testing.T) {
	const begun = "The operator who sees the alarm of the relief valve has to close"
	for _, tt := range []struct {
		name, first, second string
		want                string // in the chunk of the first page
		end                 int    // page
	}{
		{"goes on", "The pump runs. " + begun, "the main valve at once. Then the pump stops.", begun + "\nthe main valve at once.", 2},
		{"is whole", begun + " it.", "the main valve at once. Then the pump stops.", begun + " it.", 1},
		{"another begins", begun, "The main valve is red. Then the pump stops.", begun, 1},
		{"a label", "Fig. of the valve", "the main valve at once. Then the pump stops.", "Fig. of the valve", 1},
		{"never ends", begun, "the main valve at once and then the pump", begun, 1},
	} {
		doc, err := Read(context.Background(), "pump.pdf", tinyPDF([]string{"Alarms", tt.first}, []string{"", tt.second}))
		if err != nil {
			t.Fatal(err)
		}
		checkPDF(t, doc)
		chunks := Chunks(doc, "pump")
		i := strings.Index(chunks[0].Text, tt.want)
		if i < 0 || !strings.HasSuffix(chunks[0].Text, tt.want) || chunks[0].EndPage != 1 {
			t.Errorf("%s: %q to page %d", tt.name, chunks[0].Text, chunks[0].EndPage)
			continue
		}
		if at := chunks[0].At([2]int{i, i + len(tt.want)}); at.StartPage != 1 || at.EndPage != tt.end {
			t.Errorf("%s: pages %d–%d", tt.name, at.StartPage, at.EndPage)
		}
		if at := chunks[0].At([2]int{0, 5}); at.EndPage != 1 {
			t.Errorf("%s: what stands before it is on pages %d–%d", tt.name, at.StartPage, at.EndPage)
		}
		if all := strings.Join(strings.Fields(doc.Text), " "); strings.Count(all, "the main valve at once") > 1 {
			t.Errorf("%s: said twice: %q", tt.name, all)
		}
	}
}
