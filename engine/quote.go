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
	mostQuoted   = 3 // statements in the place of one claim
)

// quotation is what the source says where a draft says something that is not proven.
type quotation struct {
	text      string // Markdown with markers; "" where the answer quotes all of it already
	sentences []Sentence
	near      []string // what the statements are read with
}

// quote puts the source's own words in the place of a claim that is not proven: the statements that the reader takes it
// to be about. It is nil where there is none.
func (x *run) quote(ctx context.Context, shown []Sentence, claim *Sentence) (*quotation, error) {
	picked, err := x.nearest(ctx, claim)
	if len(picked) == 0 || err != nil {
		return nil, err
	}
	q := &quotation{}
	for _, s := range picked {
		key := x.request.Evidence[s.Evidence].Key
		text := x.request.Evidence[s.Evidence].Text[s.Start:s.End]
		for _, words := range s.Sentences() {
			words = strings.TrimRight(words, ".")
			if slices.ContainsFunc(shown, func(s Sentence) bool {
				return strings.Contains(OneLine(s.Text), words) && slices.Contains(s.Citations, key)
			}) {
				continue
			}
			quoted := "“" + words + "”"
			q.sentences = append(q.sentences, Sentence{Text: quoted, Citations: []string{key}, Verdict: guard.Supported, Score: 1, Instead: claim.Text,
				Quotes: []Quote{{Key: key, Text: text, Span: [2]int{s.Start, s.End}}}})
			q.near = append(q.near, s.Near)
			q.text = strings.TrimLeft(fmt.Sprintf("%s %s [%s].", q.text, quoted, key), " ")
		}
	}
	return q, nil
}

// nearest are the statements that a claim is about, in the order of the evidence: the likeliest, and those that say
// more of what it says. They stand in what it cites or, where nothing there fits, elsewhere. One word in common says
// nothing.
func (x *run) nearest(ctx context.Context, claim *Sentence) (picked []*Statement, err error) {
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
		for len(picked) < mostQuoted {
			var best *Statement
			for i := range all {
				s := &all[i]
				fits := s.Read && s.Score >= minNearest && (best == nil || s.Score > best.Score) && !s.code(r.Evidence) && !guard.LikeMarker(s.Text)
				if fits && question.NewBag(s.Said()).Common(said) > 1 {
					best = s
				}
			}
			if best == nil {
				break
			}
			picked = append(picked, best)
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
				items, lead.End = append(items, strings.TrimRight(OneLine(guard.Split(s.Text)[0].Text), ".,;")), s.End
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
