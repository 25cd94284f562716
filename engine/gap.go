package engine

import (
	"fmt"
	"strings"

	"ibid/index"
)

// gap is something that a question asks about and its evidence does not hold.
type gap struct {
	text  string
	term  *Term // a content word
	name  *Name // something named to the letter: an identifier, a quoted phrase, a numbered part
	side  bool  // one side of a comparison
	sides Bag   // its terms
}

// reformulation is another search for the evidence of a question.
type reformulation struct{ text, reason string }

// gaps tells what the evidence lacks: what a further search may find, and the words that no document has.
func (r *Request) gaps() (gaps []gap, lost []string) {
	_, missing := r.keywords()
	named := map[string]bool{}
	for i := range r.Names {
		n := &r.Names[i]
		if !r.mentions(n) {
			gaps = append(gaps, gap{text: n.Text, name: n})
			named[strings.ToLower(n.Text)] = true
		}
	}
	for _, side := range r.Question.Sides {
		g := gap{text: side, side: true, sides: NewBag(side)}
		if len(g.sides) > 0 && !named[strings.ToLower(side)] && !g.filledByAny(r.Evidence) {
			gaps = append(gaps, g)
		}
	}
	for i := range missing {
		switch t := &missing[i]; {
		case !t.Known:
			lost = append(lost, t.Text)
		case !named[strings.ToLower(t.Text)]:
			gaps = append(gaps, gap{text: t.Text, term: t})
		}
	}
	return gaps, lost
}

// filledBy tells whether a chunk holds what is missing.
func (g *gap) filledBy(ev *Evidence) bool {
	texts := append([]string{ev.Text, ev.Title, ev.DocID}, ev.Section...)
	switch {
	case g.name != nil:
		for _, text := range texts {
			for _, f := range g.name.Forms {
				if index.ContainsWord(text, f) {
					return true
				}
			}
		}
		return false
	case g.term != nil:
		return NewBag(texts...).Match(g.term) >= partCredit
	default:
		bag := NewBag(texts...)
		for t := range g.sides {
			if !bag[t] {
				return false
			}
		}
		return true
	}
}

func (g *gap) filledByAny(evidence []Evidence) bool {
	for i := range evidence {
		if g.filledBy(&evidence[i]) {
			return true
		}
	}
	return false
}

// rest are the terms that a chunk which fills the gap must speak of too: of the question all but what was missing, of a
// side of a comparison its own, because it is spoken of for itself.
func (g *gap) rest(terms []Term) []Term {
	var out []Term
	for _, t := range terms {
		missing := g.term != nil && t.Text == g.text || g.name != nil && index.ContainsWord(g.text, t.Text)
		if g.side && g.sides[t.Whole] || !g.side && !missing {
			out = append(out, t)
		}
	}
	return out
}

// reformulations are the searches that may fill the gaps, best first, at most maxQueries, and none that was asked: each
// side of a comparison that has no evidence, what is missing alone, acronyms spelled out, and the question without the
// words that no document has.
func reformulations(r *Request, gaps []gap, lost []string, asked map[string]bool) []reformulation {
	var out []reformulation
	seen := map[string]bool{}
	add := func(text, reason string) {
		key := strings.ToLower(text)
		if text != "" && len(out) < maxQueries && !asked[key] && !seen[key] {
			seen[key] = true
			out = append(out, reformulation{text, reason})
		}
	}
	if len(gaps) == 0 {
		return nil // what no document has is not found in other words
	}
	var missing []string
	for i := range gaps {
		if gaps[i].side {
			add(gaps[i].text, fmt.Sprintf("nothing speaks of “%s”, one side of the comparison", gaps[i].text))
			continue
		}
		missing = append(missing, gaps[i].text)
	}
	lacks := fmt.Sprintf("the evidence lacks “%s”", strings.Join(missing, "”, “"))
	add(strings.Join(missing, " "), lacks)
	for i := range gaps {
		var long []string
		switch g := &gaps[i]; {
		case g.name != nil:
			long = g.name.Forms[1:]
		case g.term != nil:
			long = g.term.Long
		}
		for _, l := range long {
			add(strings.Replace(r.Question.Text, gaps[i].text, l, 1), fmt.Sprintf("“%s” stands for “%s”", gaps[i].text, l))
		}
	}
	if len(lost) > 0 {
		add(Reformulate(r.Question.Text, lost), fmt.Sprintf("no document has “%s”", strings.Join(lost, "”, “")))
	}
	return out
}
