package eval

import (
	"path"
	"slices"
	"strings"
)

// How far off a place is still near.
const (
	nearPages = 1
	nearLines = 10
)

// Matches tells whether a chunk holds a part of the place: it is of the same document and their pages or lines overlap, or it is
// the symbol. Any chunk of a document matches a place that is the whole of it.
func (p *Place) Matches(f *Found) bool { return p.within(f, 0, 0) }

// Near tells whether a chunk matches or stands at most one page or ten lines off.
func (p *Place) Near(f *Found) bool { return p.within(f, nearPages, nearLines) }

// SameDocument tells whether a chunk is of the place's document. A place that names a symbol and no document has that of the symbol.
func (p *Place) SameDocument(f *Found) bool {
	if p.DocID == "" {
		return p.isSymbol(f)
	}
	return sameDocument(p.DocID, f.DocID)
}

func (p *Place) within(f *Found, pages, lines int) bool {
	switch {
	case !p.SameDocument(f):
		return false
	case p.isSymbol(f):
		return true
	case p.StartPage > 0:
		return overlap(p.StartPage, p.EndPage, f.StartPage, f.EndPage, pages)
	case p.StartLine > 0:
		return overlap(p.StartLine, p.EndLine, f.StartLine, f.EndLine, lines)
	}
	return p.Symbol == ""
}

// overlap tells whether two ranges have a number in common, or at most slack numbers apart. A chunk without such numbers starts at 0.
func overlap(from, to, start, end, slack int) bool {
	return start > 0 && start-slack <= to && end >= from-slack
}

// isSymbol tells whether a chunk is of the place's symbol. A symbol's card has the qualified name, tidewater.frames.Frame.read, a
// chunk of source code the name that its file declares, Frame.read: then what is before that must be named as the file, or as its
// folder, so that Frame.read is not taken for a function read.
func (p *Place) isSymbol(f *Found) bool {
	if p.Symbol == "" || f.Symbol == "" {
		return false
	}
	if p.Symbol == f.Symbol {
		return true
	}
	module, ok := strings.CutSuffix(p.Symbol, "."+f.Symbol)
	if !ok {
		return false
	}
	last := module[strings.LastIndexAny(module, "./")+1:]
	folder, file := path.Split(f.DocID)
	return last == strings.TrimSuffix(file, path.Ext(file)) || last == path.Base(folder)
}

// sameDocument tells whether a document of a question set is one of the index. Sets may name prose with the ending that its id in
// the index does without. Not the other way round: an index that keeps guide.md has another guide.
func sameDocument(gold, id string) bool {
	if gold == id {
		return true
	}
	ending, ok := strings.CutPrefix(gold, id)
	return ok && id != "" && slices.Contains(bareEndings(), strings.ToLower(ending))
}

// bareEndings are those of files whose ids in an index do without.
func bareEndings() []string {
	return []string{".pdf", ".md", ".markdown", ".html", ".htm", ".ipynb", ".txt", ".rst"}
}
