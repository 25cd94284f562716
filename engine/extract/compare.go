package extract

import (
	"fmt"
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index/question"
	"ibid/index/source"
)

const (
	perSide      = 2   // sentences for each side of a comparison
	otherPenalty = 0.2 // for a sentence on one side that also names the other
)

// comparison answers with what the evidence says of each side, sentences that speak of all sides first. Where it says
// nothing of one side the comparison is refused: half of it would mislead.
func (c *composer) comparison() ([]piece, engine.Draft) {
	q := c.request.Question
	if before, side, ok := strings.Cut(q.Sides[0], " of "); ok && before != "" { // "the sizes of A and B": A is compared, not its sizes
		if rows := c.rowPerName(); rows != nil {
			return rows, engine.Draft{}
		}
		q.Sides = append([]string{side}, q.Sides[1:]...)
	}
	rows, both := c.rowsOf(q.Sides), c.about(q.Sides, nil)
	var out []piece
	picked := append([]int(nil), both[:min(perSide, len(both))]...)
	for n, side := range q.Sides {
		others := append(append([]string(nil), q.Sides[:n]...), q.Sides[n+1:]...)
		entry, one := c.entry(side), c.about([]string{side}, others)
		if entry == nil {
			entry = c.spelled(side)
		}
		if len(entry)+len(rows)+len(both)+len(one) == 0 {
			return nil, engine.Draft{Code: guard.OneSided, Reason: fmt.Sprintf("nothing in the evidence speaks of “%s”, so it cannot be compared", side)}
		}
		out = append(out, entry...)
		picked = append(picked, one[:min(perSide, len(one))]...)
	}
	out = append(out, rows...)
	return append(out, c.pieces(picked)...), engine.Draft{}
}

// rowsOf are the rows that a table has for every side, under its caption.
func (c *composer) rowsOf(sides []string) []piece {
	for i := range c.tables {
		t := &c.tables[i]
		rows := t.matching(func(cell string) bool {
			for _, s := range sides {
				if question.ContainsWord(s, cell) {
					return true
				}
			}
			return false
		})
		if len(rows) >= len(sides) {
			return t.pieces(rows, t.every())
		}
	}
	return nil
}

// about lists, best first, the units that name all of the sides; naming one of others counts against a unit.
func (c *composer) about(sides, others []string) []int {
	var us []unit
	var at []int
	for i := range c.units {
		u := c.units[i]
		ok := u.Kind != source.Code || c.request.Question.Code
		for _, s := range sides {
			ok = ok && mentions(&u, s)
		}
		if !ok {
			continue
		}
		if len(sides) == 1 && isSaidOf(u.Text, sides[0]) {
			u.score += formBonus
		}
		for _, o := range others {
			if question.ContainsWord(u.Text, o) {
				u.score -= otherPenalty
			}
		}
		us = append(us, u)
		at = append(at, i)
	}
	out := choose(us, perSide)
	for k := range out {
		out[k] = at[out[k]]
	}
	return out
}

// mentions tells whether a unit speaks of a side: by its name, or by all of its words.
func mentions(u *unit, side string) bool {
	if question.ContainsWord(u.Text, strings.Trim(side, "\"'“”‘’")) {
		return true
	}
	stems := question.Stems(side)
	for _, s := range stems {
		if !u.Bag[s] {
			return false
		}
	}
	return len(stems) > 0
}

var says = regexp.MustCompile(`^(?: \([^)]*\))?,? (?:(?:is|are|was|were) (?:an?|the|based|not|no|only|used|allowed|defined)\b|an? |means\b|denotes\b|refers to\b|describes\b|consists of\b|uses?\b|relies\b|requires?\b)`)

// isSaidOf tells whether a text says what something is or how it is done: "X is a …".
func isSaidOf(text, subject string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], subject)
		if i < 0 {
			return false
		}
		at += i + len(subject)
		if says.MatchString(text[at:]) {
			return true
		}
	}
}
