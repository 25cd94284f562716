package engine

import (
	"context"
	"fmt"
	"strings"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
)

const (
	maxPrepared = 500 // chunks kept ready for the next sentence: some 10 MB

	// benefit is how much nearer to a sentence a passage must be that says otherwise, to outweigh one that supports it.
	benefit = 0.1
)

// find looks a sentence up in the documents, passage by passage: what is put together from several places proves
// little. The nearest passage decides. If it says otherwise, words scattered over a passage about something else do not
// make the sentence true.
func (v *Verifier) find(ctx context.Context, claim string) (Verified, error) {
	if len(claim) > support.MaxClaim {
		return v.check(claim, nil, nil), nil
	}
	res, err := v.documents.Search(ctx, index.Query{Text: OneLine(claim), K: v.opt.Hits})
	if err != nil {
		return Verified{}, fmt.Errorf("search: %w", err)
	}
	best, most := Verified{Text: claim, Verdict: VerdictUnsupported, Reason: "nothing in the documents speaks of this"}, 0.0
	for _, h := range res.Hits {
		if v.opt.Except != nil && v.opt.Except(h.Path) {
			continue
		}
		ev := Evidence{Chunk: h.Chunk, Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank}
		got := v.check(claim, []Evidence{ev}, []*support.Prepared{v.prepare(&ev)})
		n := nearness(&got)
		switch got.Verdict {
		case VerdictUnchecked:
			return got, nil
		case VerdictSupported:
			n += benefit
		}
		if n > most {
			best, most = got, n
		}
	}
	return best, nil
}

// nearness is the share of a sentence's words that its quotes have. The score will not do: it is lowest where the source
// speaks of the very same thing and says otherwise.
func nearness(s *Verified) float64 {
	var quotes strings.Builder
	for i := range s.Basis {
		quotes.WriteString(s.Basis[i].Quote + "\n")
	}
	return guard.SelectionOverlap(s.Text, quotes.String()).Ratio
}

// prepare analyses a chunk, or returns it from the last time. Sentences that follow each other draw on the same chunks.
func (v *Verifier) prepare(ev *Evidence) *support.Prepared {
	v.mu.Lock()
	p := v.prepared[ev.ID]
	v.mu.Unlock()
	if p != nil {
		return p
	}
	p = v.checker.Prepare(guard.Passage{Key: ev.DocID, Text: ev.Text})
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.prepared) >= maxPrepared {
		clear(v.prepared)
	}
	v.prepared[ev.ID] = p
	return p
}
