package engine

import (
	"context"
	"fmt"

	"ibid/guard"
	"ibid/index"
)

const (
	jointHits   = 4   // hits that may support a sentence together, where none does alone
	maxPrepared = 500 // chunks kept ready for the next sentence: some 10 MB
)

// find looks a sentence up in the documents. It is supported if one passage says it, or else if the best ones do
// together; otherwise what comes nearest is quoted.
func (v *Verifier) find(ctx context.Context, claim string) (Verified, error) {
	if len(claim) > guard.MaxClaim {
		return v.check(claim, nil, nil), nil
	}
	res, err := v.documents.Search(ctx, index.Query{Text: OneLine(claim), K: v.opt.Hits})
	if err != nil {
		return Verified{}, fmt.Errorf("search: %w", err)
	}
	best := Verified{Text: claim, Verdict: VerdictUnsupported, Score: -1, Reason: "nothing in the documents speaks of this"}
	var evidence []Evidence
	var prepared []*guard.Prepared
	for _, h := range res.Hits {
		if v.opt.Except != nil && v.opt.Except(h.Path) {
			continue
		}
		evidence = append(evidence, Evidence{Chunk: h.Chunk, Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank})
		n := len(evidence) - 1
		prepared = append(prepared, v.prepare(&evidence[n]))
		got := v.check(claim, evidence[n:], prepared[n:])
		if got.Verdict != VerdictUnsupported {
			return got, nil
		}
		if got.Score > best.Score {
			best = got
		}
	}
	if n := min(jointHits, len(evidence)); n > 1 {
		if got := v.check(claim, evidence[:n], prepared[:n]); got.Verdict == VerdictSupported {
			return got, nil
		}
	}
	best.Score = max(best.Score, 0)
	return best, nil
}

// prepare analyses a chunk, or returns it from the last time. Sentences that follow each other draw on the same chunks.
func (v *Verifier) prepare(ev *Evidence) *guard.Prepared {
	v.mu.Lock()
	p, ok := v.prepared[ev.ID]
	v.mu.Unlock()
	if ok {
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
