// Package pdf reads the text of PDF files page by page, as a person would read it aloud.
//
//	doc, err := pdf.Read(ctx, data)
//	for i, page := range doc.Pages { // physical page i+1
//		for _, block := range page { fmt.Println(block.Text) }
//	}
//
// The objects of a file (cross references, filters, encryption) come from pdfcpu. What is drawn with them is worked
// out in two steps: package draw runs the content streams and says which word stands where, and package layout puts words,
// lines and columns together and finds headings, paragraphs, lists, tables and listings. Here the file is opened, or
// what is left of a damaged one, its outline and page labels are read, and the two are driven page by page.
//
// Everything is paid from a budget that follows from the size of the file: a file made to cost much ends as the pages that
// could be paid for, with a warning.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"

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
	doc := &Document{
		Title: f.title(), Labels: f.labels(), Outline: f.outline(), Warnings: warnings,
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

func (d *Document) warn(page int, format string, args ...any) {
	d.Warnings = append(d.Warnings, fmt.Sprintf("page %d ", page+1)+fmt.Sprintf(format, args...))
}
