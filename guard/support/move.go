package support

import (
	"strings"
)

// form is one way of putting what a sequence says.
type form struct {
	atoms sequence
	drops [][]option // by atom: up to where what begins with it may be left out; found when an alignment first gets there
	moved bool       // another order than the source's
}

const maxForms = 12

// forms puts a source in the ways that say the same: with a fronted adjunct at the end, in the active voice, without
// "no" as its subject.
func (s sequence) forms(any bool) []form {
	orders := append([]sequence{s}, s.unfronted()...)
	all := orders
	for _, o := range orders[:min(2, len(orders))] {
		all = append(all, o.active()...)
		if any {
			all = append(all, o.indicative()...)
			all = append(all, o.relative()...)
		}
	}
	var out []form
	for i, o := range all[:min(len(all), maxForms)] {
		out = append(out, form{atoms: o, moved: i > 0})
	}
	return out
}

// dropsAt is what may be left out of a form that begins with atom j.
func (f *form) dropsAt(j int) []option {
	if f.drops == nil {
		f.drops = make([][]option, len(f.atoms))
	}
	if f.drops[j] == nil {
		f.drops[j] = []option{}
		for k := j + 1; k <= min(len(f.atoms), j+maxDropped); k++ {
			if l := f.atoms.drop(j, k); l != none {
				f.drops[j] = append(f.drops[j], option{k, l})
			}
		}
	}
	return f.drops[j]
}

// unfronted moves a fronted adjunct behind the first clause, and behind all: "If X, Y" is "Y if X".
func (s sequence) unfronted() []sequence {
	if len(s) > 2 && movable(&s[0]) && s.at(1, ",") { // "Usually, X is Y"
		var out []sequence
		for i := 3; i < len(s) && len(out) == 0; i++ {
			if s[i].is(verb) || s.at(i, modals...) {
				out = []sequence{join(s[2:i], s[:1], s[i:]), join(s[2:i+1], s[:1], s[i+1:])}
			}
		}
		return out
	}
	if len(s) == 0 || !s[0].is(preposition) && !s.at(0, fronts...) {
		return nil
	}
	var out []sequence
	for p, tried := 2, 0; p < min(len(s), 32) && tried < 2; p++ {
		if !s.at(p, ",", "then") {
			continue
		}
		tried++
		adjunct, rest := s[:p], s[p+1:].trim()
		for len(rest) > 0 && rest[0].is(mark) {
			rest = rest[1:]
		}
		e := len(rest)
		for q := 2; q < len(rest); q++ {
			if rest.at(q, ";", "<but>") || rest.at(q, ",") && rest.at(q+1, "and", "<but>", "which") {
				e = q
				break
			}
		}
		out = append(out, join(rest[:e], adjunct, rest[e:]))
		if e < len(rest) {
			out = append(out, join(rest, adjunct))
		}
	}
	return out
}

// active turns "X is V-ed by Y" into "Y V X".
func (s sequence) active() []sequence {
	var out []sequence
	for q := range s {
		if !s.at(q, "by") || len(out) >= maxActive {
			continue
		}
		p, b := -1, 0
		for i := range q {
			if s.at(i, "be") {
				p = i
			}
		}
		for i := range p {
			if s.at(i, ",", ";", "<if>", "<but>", "and") {
				b = i + 1
			}
		}
		m := p
		if p > 0 && s[p-1].is(operator) {
			m = p - 1
		}
		if p < 1 || p+1 >= q || m <= b {
			continue
		}
		for e := q + 2; e <= len(s) && len(out) < maxActive; e++ {
			if e == len(s) || s.at(e, ",", ";", ".", "<if>", "<unless>") || s[e].is(preposition) {
				out = append(out, join(s[:b], s[q+1:e], s[m:p], s[p+1:p+2], s[b:m], s[p+2:q], s[e:]))
			}
			if b > 0 && e == len(s) { // what is acted on may have a clause of its own
				out = append(out, join(s[q+1:], s[m:p], s[p+1:p+2], s[:m], s[p+2:q]))
			}
		}
	}
	return out
}

const maxActive = 6 // readings of who acts and up to where

// relative turns "If a hook fails, it stops" into "a hook that fails stops" and "a hook stops if it fails".
func (s sequence) relative() []sequence {
	q := s.find(0, len(s), ",")
	if !s.at(0, "<if>") || q < 0 || !s.at(q+1, "it", "they") {
		return nil
	}
	for p := 2; p < min(q, 9); p++ {
		if s[p].is(verb|operator|adverb) || s[p-1].is(content) && s[p+1].is(preposition) && strings.HasSuffix(s[p].norm, "s") {
			that := atom{id: "that", norm: "that", start: s[p].start, end: s[p].start} // no small word: without it the clause is none
			return []sequence{join(s[1:p], sequence{that}, s[p:q], s[q+2:]), join(s[1:p], s[q+2:], s[:1], s[q+1:q+2], s[p:q])}
		}
	}
	return nil
}

// placed puts the adjuncts of a claim where the source has them: "in X, A is B" where that says "A in X is B". It
// moves one at a time, and only with the preposition or the conjunction that it begins with.
func (c sequence) placed(s sequence) []sequence {
	var out []sequence
	for i := 0; i < len(c) && len(out) < 3; i++ {
		if !c[i].is(preposition) && !c.at(i, fronts...) {
			continue
		}
		for k := len(c); k > i+1; k-- {
			if k < len(c) && !c.at(k, ",", ";") && !c[k].is(preposition|verb|operator) || !c.has(i+1, k, content) || c.find(i, k, ",", ";") >= 0 {
				continue
			}
			p, end := s.findAdjunct(c[i:k])
			if p <= 0 {
				continue
			}
			rest := join(c[:i], c[k:])
			if i == 0 && len(rest) > 0 && rest[0].is(mark) {
				rest = rest[1:]
			}
			at := -1 // behind the word that stands before it in the source, or before the one behind it
			for q := p - 1; q >= 0 && at < 0; q-- {
				if s[q].is(content) {
					if at = rest.placeOf(&s[q]); at >= 0 {
						at++
					}
					break
				}
			}
			for q := end; q < len(s) && at < 0; q++ {
				if s[q].is(content) {
					at = rest.placeOf(&s[q])
					break
				}
			}
			if at > 0 && at != i {
				out = append(out, join(rest[:at], c[i:k], rest[at:]))
			}
			break
		}
	}
	return out
}

// findAdjunct is where a sequence has an adjunct, small words aside; -1 if it has not.
func (s sequence) findAdjunct(adjunct sequence) (from, to int) {
	for p := range s {
		if substitute(&adjunct[0], &s[p]) == none {
			continue
		}
		i, j := 1, p+1
		for i < len(adjunct) && j < len(s) {
			switch {
			case substitute(&adjunct[i], &s[j]) != none:
				i, j = i+1, j+1
			case adjunct[i].is(glue):
				i++
			case s[j].is(glue):
				j++
			default:
				j = len(s)
			}
		}
		for i < len(adjunct) && adjunct[i].is(glue) {
			i++
		}
		if i == len(adjunct) {
			return p, j
		}
	}
	return -1, -1
}

// objectEnds are the places where the object of a verb at i may end.
func (s sequence) objectEnds(i, reach int) []int {
	var out []int
	for e := i + 2; e < min(len(s), i+reach) && len(out) < 2; e++ {
		if s[e].is(preposition|number) || s.at(e, ",", "to", "<if>", "<unless>", "and") {
			out = append(out, e)
		}
	}
	return append(out, len(s))
}

// indicative turns "Use X for Y" into "X is used for Y" and "X must be used for Y".
func (s sequence) indicative() []sequence {
	if len(s) < 3 || !s[0].is(verb) || s.at(0, "be", "have") {
		return nil
	}
	be := being(s[0].start, s[0].start)
	must := makeOperator("must", s[0].start, s[0].start)
	var out []sequence
	for _, e := range s.objectEnds(0, 12) {
		out = append(out, join(s[1:e], sequence{be, s[0]}, s[e:]), join(s[1:e], sequence{must, be, s[0]}, s[e:]))
	}
	return out
}

var modals = []string{"<must>", "<may>", "<cannot>", "<should>"}
