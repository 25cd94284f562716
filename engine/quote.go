package engine

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

// What a statement must hold of a claim's weight to stand in its place, and what speaks for one that does.
const (
	carries   = 0.45 // least share
	carriesA  = 0.15 // least share of the whole that a further statement must add
	elsewhere = 0.35 // the same, if it stands neither where the first one does nor where the claim says
	carriesIn = 0.7  // least share of a part that a statement must hold to stand for that part
	maxQuotes = 6    // statements in the place of one claim
	citedFor  = 0.1  // the claim cites its chunk
	nearest   = 0.1  // the check found the claim nearest to it
	noLonger  = 0.3  // it says nothing else
)

// joints part a claim into what it says one by one.
var joints = regexp.MustCompile(`[;,()]|\b(?:and|then|but)\b`)

// quotation is what the source says where a draft says something that is not proven.
type quotation struct {
	text      string // Markdown with markers; "" where the answer quotes all of it already
	sentences []Sentence
	near      []string // what the statements are read with
}

// quote puts the source's own words in the place of a claim that is not proven: the statement of the evidence that
// holds most of it by weight, and those that hold a good part of the rest. It is nil where no statement carries the
// claim.
func (x *run) quote(ctx context.Context, shown []Sentence, claim *Sentence) (*quotation, error) {
	terms, err := index.Terms(ctx, question.Parse(claim.Text), x.retriever)
	if err != nil {
		return nil, err
	}
	all := append(slices.Clip(x.request.Statements), lists(x.request.Statements)...)
	picked := x.carriers(claim, terms, all)
	if len(picked) == 0 {
		return nil, nil
	}
	q := &quotation{}
	for _, i := range picked {
		s := &all[i]
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
			q.sentences = append(q.sentences, Sentence{Text: quoted, Citations: []string{key}, Verdict: support.Supported, Score: 1, Instead: claim.Text,
				Quotes: []Quote{{Key: key, Text: text, Span: [2]int{s.Start, s.End}}}})
			q.near = append(q.near, s.Near)
			q.text = strings.TrimLeft(fmt.Sprintf("%s %s [%s].", q.text, quoted, key), " ")
		}
	}
	return q, nil
}

// carriers are the statements that hold a claim between them, in the order of the evidence.
func (x *run) carriers(claim *Sentence, terms []question.Term, all []Statement) []int {
	said := question.NewBag(claim.Text)
	var picked []int
	best := func(least float64, fits func(s *Statement) bool, holds func(s *Statement) float64) int {
		best, most := -1, 0.0
		for i := range all {
			s := &all[i]
			if s.code(x.request.Evidence) || guard.LikeMarker(s.Text) || slices.Contains(picked, i) || !fits(s) {
				continue
			}
			cited := slices.Contains(claim.Citations, x.request.Evidence[s.Evidence].Key)
			share := holds(s)
			if share < least || len(picked) > 0 && share < elsewhere && !cited && s.Evidence != all[picked[0]].Evidence {
				continue
			}
			score := share * (1 + noLonger*overlap(s.Bag, said))
			if x.compared(claim, s) {
				score += nearest
			}
			if cited {
				score += citedFor
			}
			if score > most {
				best, most = i, score
			}
		}
		return best
	}
	least := carries
	for rest := terms; len(picked) < maxQuotes && len(rest) > 0; least = carriesA {
		i := best(least, func(s *Statement) bool {
			return len(picked) == 0 && s.Kind == source.Table && x.compared(claim, s) || several(s, rest)
		}, func(s *Statement) float64 {
			if len(picked) == 0 {
				return s.Coverage(terms)
			}
			return question.Coverage(terms, func(t *question.Term) float64 { // what the first does not hold
				if slices.ContainsFunc(rest, func(r question.Term) bool { return r.Start == t.Start }) {
					return s.Bag.Match(t)
				}
				return 0
			})
		})
		if i < 0 {
			break
		}
		picked = append(picked, i)
		own := &all[i]
		about := own.Context
		if i > 0 && strings.HasSuffix(own.Near, "\n"+all[i-1].Text) { // what the sentence before holds can be quoted too
			about = question.NewBag(place(&x.request.Evidence[own.Evidence])...)
		}
		rest = slices.DeleteFunc(slices.Clone(rest), func(t question.Term) bool { return max(own.Bag.Match(&t), about.Match(&t)) > 0 })
	}
	for _, part := range parts(claim.Text, terms) { // each has a statement that holds it as a whole
		had := 0.0
		for _, i := range picked {
			had = max(had, all[i].Coverage(part))
		}
		i := best(max(carriesIn, had+carriesA), func(s *Statement) bool { return several(s, part) }, func(s *Statement) float64 { return s.Coverage(part) })
		if i >= 0 && len(picked) < maxQuotes {
			picked = append(picked, i)
		}
	}
	if question.Coverage(terms, func(t *question.Term) float64 {
		held := 0.0
		for _, i := range picked {
			held = max(held, all[i].Bag.Match(t), contextCredit*all[i].Context.Match(t))
		}
		return held
	}) < carries {
		return nil
	}
	slices.Sort(picked)
	return picked
}

// parts are the terms of a claim by what it says one by one; nil where that is one thing.
func parts(claim string, terms []question.Term) [][]question.Term {
	var out [][]question.Term
	from := 0
	for _, joint := range append(joints.FindAllStringIndex(claim, -1), []int{len(claim), len(claim)}) {
		var part []question.Term
		for _, t := range terms {
			if from <= t.Start && t.Start < joint[0] {
				part = append(part, t)
			}
		}
		if from = joint[1]; len(part) > 1 && len(part) < len(terms) {
			out = append(out, part)
		}
	}
	return out
}

// lists are the lists with what leads in to them, each as one statement: what a claim names one by one may be the
// items of one, which say little apart.
func lists(all []Statement) []Statement {
	var out []Statement
	for i, whole := range all {
		var items []string
		for k := i + 1; whole.Leads > 0 && k < len(all) && all[k].Evidence == whole.Evidence; k++ {
			if s := &all[k]; s.List == whole.Leads && s.Lead != "" {
				items, whole.End = append(items, strings.TrimRight(OneLine(guard.Split(s.Text)[0].Text), ".,;")), s.End
			}
		}
		if len(items) > 1 && len(items) <= LongestList {
			whole.Text += " " + strings.Join(items, ", ")
			whole.Bag = question.NewBag(whole.Text)
			out = append(out, whole)
		}
	}
	return out
}

// code tells whether the words of a statement are lines of a listing, and not what leads in to one.
func (s *Statement) code(evidence []Evidence) bool {
	return evidence[s.Evidence].Blocks[s.Block].Kind == source.Code && strings.Contains(strings.TrimSpace(s.Full), "\n")
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
