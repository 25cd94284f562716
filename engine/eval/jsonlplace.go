package eval

import (
	"errors"
	"fmt"
)

// placeRow is a place as it is written.
type placeRow struct {
	docID, symbol      string
	startPage, endPage *int
	startLine, endLine *int
}

func (p *placeRow) field(name string) (into any, want string) {
	const number = "a whole number"
	switch name {
	case "doc_id":
		return &p.docID, "a text"
	case "symbol":
		return &p.symbol, "a text"
	case "start_page":
		return &p.startPage, number
	case "end_page":
		return &p.endPage, number
	case "start_line":
		return &p.startLine, number
	case "end_line":
		return &p.endLine, number
	}
	return nil, ""
}

// check says what is wrong with a place.
func (p *placeRow) check() error {
	hasPages, hasLines := p.startPage != nil || p.endPage != nil, p.startLine != nil || p.endLine != nil
	switch {
	case p.docID == "" && p.symbol == "":
		return errors.New(`no "doc_id" and no "symbol"; name the document`)
	case p.docID == "" && (hasPages || hasLines):
		return errors.New(`no "doc_id"; name the document that the pages or lines are of`)
	case hasPages && hasLines:
		return errors.New("pages and lines; a document has either, leave out the others")
	case hasPages:
		return checkSpan("page", p.startPage, p.endPage)
	case hasLines:
		return checkSpan("line", p.startLine, p.endLine)
	}
	return nil
}

func checkSpan(what string, start, end *int) error {
	switch {
	case start == nil:
		return fmt.Errorf(`"end_%s" without "start_%s"`, what, what)
	case *start < 1:
		return fmt.Errorf(`"start_%s" is %d; %ss are counted from 1`, what, *start, what)
	case end != nil && *end < *start:
		return fmt.Errorf(`"start_%s" %d comes after "end_%s" %d`, what, *start, what, *end)
	}
	return nil
}

// made is the place, after check.
func (p *placeRow) made() Place {
	out := Place{DocID: p.docID, Symbol: p.symbol}
	out.StartPage, out.EndPage = span(p.startPage, p.endPage)
	out.StartLine, out.EndLine = span(p.startLine, p.endLine)
	return out
}

func span(start, end *int) (from, to int) {
	switch {
	case start == nil:
		return 0, 0
	case end == nil:
		return *start, *start
	}
	return *start, *end
}
