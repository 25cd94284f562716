package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

const (
	mostCompared = 8 // chunks that a claim is read with, of those that it cites and of the others
	mostQuoted   = 2 // statements in the place of one claim

	furtherShare = 3   // the share of a claim's words that the second has and the first has not is at least one in so many
	repeats      = 0.8 // share of the words of a statement that say nothing new
)

// quote gives the source's own words for a claim that is not proven, those of the statements that the reader takes it
// to be about, without what sentences that are shown say. It tells whether there are any.
func (x *run) quote(ctx context.Context, shown []guard.Sentence, claim *guard.Sentence) (out []guard.Sentence, found bool, err error) {
	picked, err := x.nearest(ctx, claim)
	for _, s := range picked {
		key := x.request.Evidence[s.Evidence].Key
		quote := guard.Quote{Key: key, Text: x.request.Evidence[s.Evidence].Text[s.Start:s.End], Span: [2]int{s.Start, s.End}}
		for _, words := range s.Sentences() {
			if words = strings.TrimRight(words, "."); !saysNothingNew(words, quote, slices.Concat(shown, out)) {
				out = append(out, guard.Sentence{Text: "“" + words + "”", Citations: []string{key}, Verdict: guard.Quoted, Score: 1,
					Instead: claim.Text, Quotes: []guard.Quote{quote}})
			}
		}
	}
	return out, len(picked) > 0, err
}

// saysNothingNew tells that sentences say words to the letter, that one of the draft's own rests on the place where
// they stand, or that what is quoted of that place says nearly all of them.
func saysNothingNew(words string, place guard.Quote, sentences []guard.Sentence) bool {
	said, all := question.Bag{}, question.NewBag(words)
	for _, s := range sentences {
		here := slices.ContainsFunc(s.Quotes, func(q guard.Quote) bool { return overlap(q, place) })
		if here && s.Instead == "" || strings.Contains(OneLine(s.Text), words) {
			return true
		}
		if here {
			said = said.With(question.NewBag(s.Text))
		}
	}
	return len(all) > 0 && float64(all.Common(said)) >= repeats*float64(len(all))
}

// overlap tells whether two quotes have a place in common.
func overlap(a, b guard.Quote) bool {
	return a.Key == b.Key && a.Span[0] < b.Span[1] && b.Span[0] < a.Span[1]
}

// nearest are the statements that a claim is about, in the order of the evidence: the likeliest, and those that say
// more of what it says. They stand in what it cites or, where nothing there fits, elsewhere. One word in common says
// nothing.
func (x *run) nearest(ctx context.Context, claim *guard.Sentence) (picked []*Statement, err error) {
	r := &x.request
	for _, cited := range []bool{true, false} {
		var chunks []*source.Chunk
		for i := range r.Evidence {
			if ev := &r.Evidence[i]; slices.Contains(claim.Citations, ev.Key) == cited && len(chunks) < mostCompared {
				chunks = append(chunks, &ev.Chunk.Chunk)
			}
		}
		read, err := index.Nearest(ctx, x.opt.Reader, claim.Text, chunks)
		if err != nil {
			return nil, fmt.Errorf("find what a sentence is about: %w", err)
		}
		readings := map[string][]index.Reading{}
		for i, c := range chunks {
			readings[c.ID] = read[i]
		}
		all := statements(r.Evidence, readings)
		withItems(all)
		said := question.NewBag(claim.Text)
		least, further := 2, max(2, len(said)/furtherShare)
		for len(picked) < mostQuoted {
			var best *Statement
			for i := range all {
				s := &all[i]
				fits := s.Read && s.Score >= minNearest && (best == nil || s.Score > best.Score) && !s.code(r.Evidence) && !guard.LikeMarker(s.Text)
				if fits && question.NewBag(s.Said()).Common(said) >= least {
					best = s
				}
			}
			if best == nil {
				break
			}
			picked, least = append(picked, best), further
			for term := range question.NewBag(best.Said()) {
				delete(said, term)
			}
		}
		if picked != nil {
			break
		}
	}
	slices.SortFunc(picked, func(a, b *Statement) int { return cmp.Or(a.Evidence-b.Evidence, a.Start-b.Start) })
	return picked, nil
}

// withItems has what leads in to a list say its items, too: alone it says nothing.
func withItems(all []Statement) {
	for i := range all {
		lead, items := &all[i], []string(nil)
		for k := i + 1; lead.Leads > 0 && k < len(all) && all[k].Evidence == lead.Evidence; k++ {
			if s := &all[k]; s.List == lead.Leads && s.Lead != "" && len(items) < LongestList {
				items, lead.End = append(items, strings.TrimRight(OneLine(guard.Parse(s.Text).Sentences[0].Raw), ".,;")), s.End
			}
		}
		if items != nil {
			lead.Text += " " + strings.Join(items, ", ")
			lead.Bag = question.NewBag(lead.Text)
		}
	}
}

// code tells whether the words of a statement are lines of a listing, and not what leads in to one.
func (s *Statement) code(evidence []Evidence) bool {
	return evidence[s.Evidence].Blocks[s.Block].Kind == source.Code && strings.Contains(strings.TrimSpace(s.Full), "\n")
}

// cite lists the evidence and the documents that the sentences cite, in numeric order.
func (a *Answer) cite() {
	quotes := map[string][]guard.Quote{}
	used := map[string]bool{}
	for _, s := range a.Sentences {
		for _, k := range s.Citations {
			used[k] = true
		}
		for _, q := range s.Quotes {
			quotes[q.Key] = append(quotes[q.Key], q)
		}
	}
	seen := map[string]bool{}
	for _, ev := range a.Evidence {
		if !used[ev.Key] {
			continue
		}
		a.Citations = append(a.Citations, Cite(ev, quotes[ev.Key]...))
		if !seen[ev.DocID] {
			seen[ev.DocID] = true
			a.Sources = append(a.Sources, Source{DocID: ev.DocID, Path: ev.Path, Title: ev.Title})
		}
	}
}

// Cite is the citation of the quotes of a piece of evidence.
func Cite(ev Evidence, quotes ...guard.Quote) Citation {
	c := Citation{Evidence: ev}
	var spans [][2]int
	for _, q := range quotes {
		spans = append(spans, q.Span)
	}
	if c.Chunk.Chunk = ev.At(spans...); len(quotes) > 0 {
		c.Quote, c.Span = quotes[0].Text, quotes[0].Span
	}
	return c
}
