package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index/question"
	"ibid/index/source"
)

// What a statement must hold of a claim's weight to stand in its place, and what speaks for one that does.
const (
	carries   = 0.45 // least share
	carriesA  = 0.15 // least share of the whole that a further statement must add
	maxQuotes = 4    // statements in the place of one claim
	citedFor  = 0.1  // the claim cites its chunk
	nearest   = 0.1  // the check found the claim nearest to it
	noLonger  = 0.3  // it says nothing else
)

// quotation is what the source says where a draft says something that is not proven.
type quotation struct {
	text      string // Markdown with markers; "" where the answer quotes all of it already
	sentences []Sentence
	near      []string // what the statements are read with
}

// quote puts the source's own words in the place of a claim that is not proven: the statement of the evidence that holds most of
// it by weight, and those that hold a good part of the rest. It is nil where no statement carries the claim.
func (x *run) quote(ctx context.Context, shown []Sentence, claim *Sentence) (*quotation, error) {
	terms, err := x.terms(ctx, question.Parse(claim.Text))
	if err != nil {
		return nil, err
	}
	picked := x.carriers(claim, terms)
	if len(picked) == 0 {
		return nil, nil
	}
	q := &quotation{}
	for _, i := range picked {
		s := &x.request.Statements[i]
		key := x.request.Evidence[s.Evidence].Key
		words := strings.TrimRight(s.Said(), ".")
		if slices.ContainsFunc(shown, func(s Sentence) bool {
			return strings.Contains(OneLine(s.Text), OneLine(words)) && slices.Contains(s.Citations, key)
		}) {
			continue
		}
		quoted := "“" + words + "”"
		done, _ := x.support(quoted, []string{key})
		if done.Verdict != support.Supported {
			return nil, nil
		}
		done.Instead = claim.Text
		q.sentences = append(q.sentences, done)
		q.near = append(q.near, s.Near)
		q.text = strings.TrimLeft(fmt.Sprintf("%s %s [%s].", q.text, quoted, key), " ")
	}
	return q, nil
}

// carriers are the statements that hold a claim between them, in the order of the evidence.
func (x *run) carriers(claim *Sentence, terms []question.Term) []int {
	said := question.NewBag(claim.Text)
	var picked []int
	for rest := terms; len(picked) < maxQuotes && len(rest) > 0; {
		best, most, least := -1, 0.0, carries
		if len(picked) > 0 {
			least = carriesA
		}
		for i := range x.request.Statements {
			s := &x.request.Statements[i]
			if s.Kind == source.Code || guard.LikeMarker(s.Text) || slices.Contains(picked, i) {
				continue
			}
			holds := s.Coverage(terms)
			if len(picked) > 0 { // what the first does not hold
				holds = question.Coverage(terms, func(t *question.Term) float64 {
					if slices.ContainsFunc(rest, func(r question.Term) bool { return r.Start == t.Start }) {
						return s.Bag.Match(t)
					}
					return 0
				})
			}
			near := x.compared(claim, s)
			if holds < least || !(len(picked) == 0 && near && s.Kind == source.Table) && !several(s, rest) {
				continue
			}
			score := holds * (1 + noLonger*overlap(s.Bag, said))
			if near {
				score += nearest
			}
			if slices.Contains(claim.Citations, x.request.Evidence[s.Evidence].Key) {
				score += citedFor
			}
			if score > most {
				best, most = i, score
			}
		}
		if best < 0 {
			break
		}
		picked = append(picked, best)
		own := &x.request.Statements[best]
		about := own.Context
		if best > 0 && strings.HasSuffix(own.Near, "\n"+x.request.Statements[best-1].Text) { // what the sentence before holds can be quoted too
			about = question.NewBag(place(&x.request.Evidence[own.Evidence])...)
		}
		rest = slices.DeleteFunc(slices.Clone(rest), func(t question.Term) bool { return max(own.Bag.Match(&t), about.Match(&t)) > 0 })
	}
	slices.Sort(picked)
	return picked
}

// compared tells that the check found a claim nearest to a statement.
func (x *run) compared(claim *Sentence, s *Statement) bool {
	return slices.ContainsFunc(claim.Quotes, func(q Quote) bool {
		return q.Key == x.request.Evidence[s.Evidence].Key && q.Span[0] <= s.Start && s.Start < q.Span[1]
	})
}

// several tells that a statement itself holds more than one term of a claim: one word in common says nothing.
func several(s *Statement, terms []question.Term) bool {
	n := 0
	for i := range terms {
		if s.Bag.Match(&terms[i]) > 0 {
			n++
		}
	}
	return n > 1
}

// overlap is the part of a text's terms that another has.
func overlap(of, in question.Bag) float64 {
	n := 0
	for term := range of {
		if in[term] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(of)))
}
