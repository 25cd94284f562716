package eval

import (
	"math"
	"path"
	"slices"
	"strings"
)

// Ranking scores the first k hits against gold places. A hit is credited to the first place that it matches and that no earlier hit
// was credited to.
//
// Recall is the share of the places that were credited, MRR is 1/rank of the first hit that matches any place, nDCG has gain 1 for
// each credited hit and the discount 1/log2(rank+1). All are from 0 to 1, and 0 without gold.
func Ranking(hits []Found, gold []Place, k int) (recall, mrr, ndcg float64) {
	if len(gold) == 0 {
		return 0, 0, 0
	}
	credited := make([]bool, len(gold))
	found, gained := 0, 0.0
	for i := range hits[:clamp(k, len(hits))] {
		for g := range gold {
			if !gold[g].Matches(&hits[i]) {
				continue
			}
			if mrr == 0 {
				mrr = 1 / float64(i+1)
			}
			if !credited[g] {
				credited[g] = true
				found++
				gained += discount(i)
				break
			}
		}
	}
	ideal := 0.0
	for i := range clamp(k, len(gold)) {
		ideal += discount(i)
	}
	return float64(found) / float64(len(gold)), mrr, ratio(gained, ideal)
}

// Graded scores the first k documents, the best first, against graded judgements. A document is relevant where its grade is above 0,
// and counts once.
//
// Recall is the share of the relevant documents that are there, MRR is 1/rank of the first of them, nDCG has the grade as gain and
// the discount 1/log2(rank+1). All are from 0 to 1, and 0 where no document is relevant.
func Graded(ids []string, relevant map[string]int, k int) (recall, mrr, ndcg float64) {
	var grades []int
	for _, g := range relevant {
		if g > 0 {
			grades = append(grades, g)
		}
	}
	if len(grades) == 0 {
		return 0, 0, 0
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	ids = ids[:clamp(k, len(ids))]
	found, gained := 0, 0.0
	for i, id := range ids {
		grade := relevant[id]
		if grade <= 0 || slices.Contains(ids[:i], id) {
			continue
		}
		if mrr == 0 {
			mrr = 1 / float64(i+1)
		}
		found++
		gained += float64(grade) * discount(i)
	}
	ideal := 0.0
	for i, g := range grades[:clamp(k, len(grades))] {
		ideal += float64(g) * discount(i)
	}
	return float64(found) / float64(len(grades)), mrr, ratio(gained, ideal)
}

// clamp is k between 0 and n.
func clamp(k, n int) int { return max(0, min(k, n)) }

// discount is what a gain at an index is worth.
func discount(i int) float64 { return 1 / math.Log2(float64(i+2)) }

// ratio is a/b, and 0 where b is.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

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
