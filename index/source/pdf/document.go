// Package pdf reads the text of PDF files page by page, as a person would read it aloud.
//
//	doc, err := pdf.Read(ctx, data)
//	for i, page := range doc.Pages { // physical page i+1
//		for _, block := range page.Blocks { fmt.Println(block.Text) }
//	}
//
// The objects of a file (cross references, filters, encryption) come from pdfcpu. What is drawn with them is worked
// out here: fonts and encodings turn codes into text, the content streams say where each character stands, and the
// layout puts words, lines and columns together and finds headings, paragraphs, lists, tables and listings.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"ibid/index/source/budget"
)

// Kind is the role of a block.
type Kind uint8

// The roles.
const (
	Paragraph Kind = iota
	Heading
	Item  // one list item with its marker, one entry "term | definition", one line of a table of contents
	Table // a row a line, cells separated by " | ", the same number in each row; header row first
	Code  // an algorithm or code, line breaks and indentation kept
)

// Block is a run of text of one page. Text is valid UTF-8; only Table and Code blocks contain line breaks.
type Block struct {
	Kind  Kind
	Level int // of a heading, 1 for the outermost; else 0
	Text  string
}

// Page is one physical page: its blocks in reading order, without running headers, footers and page numbers.
type Page struct {
	Blocks []Block
}

// Document is the text of one file.
type Document struct {
	Title    string   // from the metadata, may be empty
	Labels   []string // what is printed on each page ("iv", "19"); nil where the file does not say
	Outline  []OutlineEntry
	Pages    []Page   // one per physical page, lost ones empty
	Warnings []string // what was lost and why
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
		Title: f.title(), Labels: f.labels(), Outline: f.outline(), Pages: make([]Page, len(f.pages)), Warnings: warnings,
	}
	if work.Err() != nil { // damaged objects and bookmarks may cost as much as pages
		doc.Warnings = append(doc.Warnings, fmt.Sprintf("some of the outline was left out: %v", work.Err()))
		work = work.Another()
		f.objects.work = work
	}
	fonts := &fontLoader{fonts: map[string]*font{}}
	sheets := make([]*sheet, len(f.pages))
	lost := 0
	for i, p := range f.pages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := work.Err(); err != nil {
			doc.warn(i, "and those after it were left out: %v", err)
			break
		}
		s, err := extract(work, p, p.key("Resources"), fonts)
		sheets[i] = s
		switch {
		case err != nil && (s == nil || len(s.words) == 0):
			lost++
			doc.warn(i, "cannot be read: %v", err)
		case err != nil:
			doc.warn(i, "is incomplete: %v", err)
		case len(s.words) == 0 && s.drawn:
			doc.warn(i, "has no text (scanned?)")
		}
	}
	if lost == len(sheets) {
		return nil, fmt.Errorf("none of the %d pages can be read: %s", lost, doc.Warnings[len(doc.Warnings)-1])
	}
	dropMargins(work.Another(), sheets)
	newLayout(work, sheets, doc.Outline).blocks(doc)
	return doc, ctx.Err()
}

func (d *Document) warn(page int, format string, args ...any) {
	d.Warnings = append(d.Warnings, fmt.Sprintf("page %d ", page+1)+fmt.Sprintf(format, args...))
}
