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

// newSelection is an empty one with the whole of the budgets.
func (e *Engine) newSelection() *selection {
	return &selection{chunks: e.opt.Chunks, characters: e.opt.Characters, have: map[string]bool{}}
}

// take adds the hits, each once, in a total order, then the neighbours of the best ones, as far as the budgets allow.
func (e *Engine) take(s *selection, hits []index.Hit) error {
	sort.SliceStable(hits, func(i, j int) bool { return before(&hits[i], &hits[j]) })
	for _, h := range hits {
		s.add(Evidence{Chunk: h.Chunk, Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank})
	}
	if e.opt.NoNeighbours {
		return nil
	}
	for _, h := range hits[:min(neighboured, len(hits))] {
		for _, id := range []string{h.Prev, h.Next} {
			if id == "" || s.have[id] {
				continue
			}
			c, err := e.retriever.Chunk(id)
			if err != nil {
				return err
			}
			s.add(Evidence{Chunk: c, Neighbour: true})
		}
	}
	return nil
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

// selection collects evidence within the budgets and numbers it c1, c2 …
type selection struct {
	chunks, characters int // left
	have               map[string]bool
	taken              []Evidence
}

// add takes a chunk unless it is there or there is no room, and tells whether it did.
func (s *selection) add(ev Evidence) bool {
	n := utf8.RuneCountInString(ev.Text)
	if s.have[ev.ID] || s.chunks == 0 || n > s.characters && len(s.taken) > 0 {
		return false
	}
	s.have[ev.ID] = true
	s.chunks--
	s.characters -= n
	ev.Key = fmt.Sprintf("c%d", len(s.taken)+1)
	s.taken = append(s.taken, ev)
	return true
}
