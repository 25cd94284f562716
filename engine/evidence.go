package engine

import (
	"fmt"
	"sort"
	"unicode/utf8"

	"ibid/index"
)

// neighboured is how many of the best hits bring the chunks before and after them along: an answer often begins in one
// chunk and ends in the next.
const neighboured = 3

// selectEvidence takes the hits, each once, in a total order, then the neighbours of the best ones, as far as the
// budgets allow, and numbers them c1, c2 …
func (e *Engine) selectEvidence(hits []index.Hit) ([]Evidence, error) {
	sort.SliceStable(hits, func(i, j int) bool { return before(&hits[i], &hits[j]) })
	s := selection{chunks: e.opt.Chunks, characters: e.opt.Characters, have: map[string]bool{}}
	for _, h := range hits {
		s.add(Evidence{Chunk: h.Chunk, Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank})
	}
	for _, h := range hits[:min(neighboured, len(hits))] {
		for _, id := range []string{h.Prev, h.Next} {
			if id == "" || s.have[id] {
				continue
			}
			c, err := e.retriever.Chunk(id)
			if err != nil {
				return nil, err
			}
			s.add(Evidence{Chunk: c, Neighbour: true})
		}
	}
	return s.taken, nil
}

// before is the order of evidence: score, then document, page and chunk.
func before(a, b *index.Hit) bool {
	switch {
	case a.Score != b.Score:
		return a.Score > b.Score
	case a.DocID != b.DocID:
		return a.DocID < b.DocID
	case a.StartPage != b.StartPage:
		return a.StartPage < b.StartPage
	case a.EndPage != b.EndPage:
		return a.EndPage < b.EndPage
	}
	return a.ID < b.ID
}

// selection collects evidence within the budgets.
type selection struct {
	chunks, characters int // left
	have               map[string]bool
	taken              []Evidence
}

func (s *selection) add(ev Evidence) {
	n := utf8.RuneCountInString(ev.Text)
	if s.have[ev.ID] || s.chunks == 0 || n > s.characters && len(s.taken) > 0 {
		return
	}
	s.have[ev.ID] = true
	s.chunks--
	s.characters -= n
	ev.Key = fmt.Sprintf("c%d", len(s.taken)+1)
	s.taken = append(s.taken, ev)
}
