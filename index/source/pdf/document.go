// Package pdf reads the text of PDF files page by page, as a person would read it aloud.
//
//	doc, err := pdf.Read(ctx, data)
//	for i, page := range doc.Pages { // physical page i+1
//		for _, block := range page { fmt.Println(block.Text) }
//	}
//
// The objects of a file (cross references, filters, encryption) come from pdfcpu. What is drawn with them is worked
// out in two steps: package draw runs the content streams and says which word stands where, and package layout puts
// words, lines and columns together and finds headings, paragraphs, lists, tables and listings. Here the file is
// opened, or what is left of a damaged one, its outline and page labels are read, and the two are driven page by
// page.
//
// Everything is paid from a budget that follows from the size of the file: a file made to cost much ends as the pages
// that could be paid for, with a warning.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
	"ibid/index/source/pdf/layout"
)

// Document is the text of one file.
type Document struct {
	Title    string   // from the metadata, may be empty
	Labels   []string // what is printed on each page ("iv", "19"); nil where the file does not say
	Outline  []layout.OutlineEntry
	Pages    [][]layout.Block // the blocks of each physical page in reading order; lost pages are empty
	Warnings []string         // what was lost and why
}

// Read extracts a document. It fails only where no page can be read at all; ErrEncrypted says that a password is
// missing. Damaged pages are left empty with a warning each. The result depends on data alone.
func Read(ctx context.Context, data []byte) (*Document, error) {
	const headerZone = 1024 // bytes in which readers look for the header (ISO 32000-1, annex H)
	if !bytes.Contains(data[:min(len(data), headerZone)], []byte("%PDF-")) {
		return nil, errors.New("not a PDF: there is no %PDF- header")
	}
	work := budget.New(ctx, len(data))
	f, err := open(ctx, work, data)
	var warnings []string
	if err != nil {
		if ctx.Err() != nil || errors.Is(err, ErrEncrypted) {
			return nil, err
		}
		var ordered bool
		var lost error
		if f, ordered, lost = salvage(ctx, work, data); lost != nil {
			return nil, fmt.Errorf("the PDF cannot be read (%w; %w): get a new copy or try `qpdf in.pdf out.pdf`", err, lost)
		}
		warnings = append(warnings, fmt.Sprintf("the file is damaged (%v): only the objects that are left were read", err))
		if !ordered {
			warnings = append(warnings, "the list of pages is damaged: page numbers may be wrong")
		}
	}
	f.objects.Form, f.objects.Off = f.catalog.Key("AcroForm"), f.layers()
	doc := &Document{
		Title: f.title(), Labels: f.labels(), Outline: f.outline(), Warnings: append(warnings, f.unread()...),
	}
	if work.Err() != nil { // damaged objects and bookmarks may cost as much as pages
		doc.Warnings = append(doc.Warnings, fmt.Sprintf("some of the outline was left out: %v", work.Err()))
		work = work.Another()
		f.objects.Work = work
	}
	fonts := draw.Fonts{}
	sheets := make([]*draw.Sheet, len(f.pages))
	lost := 0
	for i, p := range f.pages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := work.Err(); err != nil {
			doc.warn(i, "and those after it were left out: %v", err)
			break
		}
		s, err := draw.Page(work, p, fonts)
		sheets[i] = s
		switch {
		case err != nil && (s == nil || len(s.Words) == 0):
			lost++
			doc.warn(i, "cannot be read: %v", err)
		case err != nil:
			doc.warn(i, "is incomplete: %v", err)
		case len(s.Words) == 0 && s.Drawn:
			doc.warn(i, "has no text (scanned?)")
		}
	}
	doc.warnLeftOut(sheets)
	if lost == len(sheets) {
		return nil, fmt.Errorf("none of the %d pages can be read: %s", lost, doc.Warnings[len(doc.Warnings)-1])
	}
	pages, err := layout.Pages(work, sheets, doc.Outline)
	if err != nil {
		doc.Warnings = append(doc.Warnings, fmt.Sprintf("some of the text was left out: %v", err))
	}
	doc.Pages = pages
	return doc, ctx.Err()
}

// fewWords is how many words beside a large image do not say what it shows.
const fewWords = 20

// warnLeftOut tells what the sheets show that is not read, and counts the passages that are not in force.
func (d *Document) warnLeftOut(sheets []*draw.Sheet) {
	pages := map[string][]int{} // what some pages have → these pages
	struck, hidden := 0, 0
	for i, s := range sheets {
		if s == nil {
			continue
		}
		struck, hidden = struck+s.Struck, hidden+s.Hidden
		if s.Nameless > 0 {
			const what = "characters that the fonts do not name"
			pages[what] = append(pages[what], i+1)
		}
		if s.Image && len(s.Words) > 0 && len(s.Words) < fewWords {
			const what = "an image with few words beside it: what the image says is not read"
			pages[what] = append(pages[what], i+1)
		}
		if s.Slanted != "" {
			what := "text at an angle, which was left out: " + oneLine(s.Slanted)
			pages[what] = append(pages[what], i+1)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(pages)) {
		d.warnPages(pages[what], what)
	}
	for _, c := range []struct {
		n    int
		what string
	}{{struck, "struck out"}, {hidden, "hidden"}} {
		switch {
		case c.n == 1:
			d.Warnings = append(d.Warnings, "1 passage is "+c.what+" and was left out")
		case c.n > 1:
			d.Warnings = append(d.Warnings, fmt.Sprintf("%d passages are %s and were left out", c.n, c.what))
		}
	}
}

// warnPages says what pages have, in one line: page 7 has …, pages 1, 3–5 have ….
func (d *Document) warnPages(pages []int, what string) {
	list := ""
	for i, n := range pages {
		switch in := i > 0 && pages[i-1] == n-1; {
		case in && i+1 < len(pages) && pages[i+1] == n+1:
		case in:
			list += fmt.Sprintf("–%d", n)
		default:
			list += fmt.Sprintf(", %d", n)
		}
	}
	have := "pages " + list[len(", "):] + " have "
	if len(pages) == 1 {
		have = "page " + list[len(", "):] + " has "
	}
	d.Warnings = append(d.Warnings, have+what)
}

func (d *Document) warn(page int, format string, args ...any) {
	d.Warnings = append(d.Warnings, fmt.Sprintf("page %d ", page+1)+fmt.Sprintf(format, args...))
}
