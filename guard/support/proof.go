package support

import (
	"math"
	"slices"

	"ibid/guard/words"
)

// link is the proof of one clause of a claim from one statement.
type link struct {
	passage int
	parts   []int // the sentences of the passage that it rests on; nil where it rests on rows
	rows    []*row
	claim   sequence // as it was compared
	source  sequence
	edits   []edit
	moved   bool
	note    string // what was computed or read off, for cells and sums
	kind    licence
	cost    float32
}

// prover looks for the proof of one claim.
type prover struct {
	evidence []*Prepared
	al       aligner
	counts   [][]int16 // by passage and statement: the claim's words that it has
	memo     map[string]*link
	tried    int        // alignments made
	wrong    *wrongCell // of a table, where the claim gives another value
}

// wrongCell is the cell that stands where a claim gives another value.
type wrongCell struct {
	passage int
	table   *table
	row     *row
	column  int
	cell    *cell
	said    sequence // of the claim
	instead string   // what the table has of two cells that the claim compares
}

// The limits of a search.
const (
	maxPartings    = 16  // places where a claim is split
	maxSplits      = 2   // times that a claim is split
	maxCandidates  = 10  // statements that a clause is aligned with
	maxAlignments  = 600 // of one claim
	minSharedWords = 2   // of the clause's content
)

// prove returns what proves a claim, a link for each of its clauses, or nil.
func (pr *prover) prove(c sequence, depth int) []link {
	c = c.trim()
	if l := pr.clause(c); l != nil {
		return []link{*l}
	}
	if l := pr.cells(c); l != nil {
		return []link{*l}
	}
	if depth == 0 {
		return nil
	}
	for _, parts := range c.split() {
		if parts.head.contentCount() < minSharedWords {
			continue
		}
		a := pr.prove(parts.head, depth-1)
		if a == nil {
			continue
		}
		for _, tail := range parts.tails {
			if tail.contentCount() < minSharedWords {
				continue
			}
			if b := pr.prove(tail, depth-1); b != nil {
				return append(a, b...)
			}
		}
	}
	return nil
}

func (s sequence) contentCount() int {
	n := 0
	for i := range s {
		if s[i].is(content) {
			n++
		}
	}
	return n
}

// key tells sequences apart.
func (s sequence) key() string {
	b := make([]byte, 0, 8*len(s))
	for i := range s {
		b = append(append(b, s[i].norm...), ' ')
	}
	return string(b)
}

// clause proves one clause from one statement, or returns nil.
func (pr *prover) clause(c sequence) *link {
	if c.contentCount() < minSharedWords || len(c) > maxAtoms {
		return nil
	}
	key := c.key()
	if l, ok := pr.memo[key]; ok {
		return l
	}
	var best *link
	forms := c.forms(false)
	for _, cand := range pr.candidates(c) {
		p := pr.evidence[cand.passage]
		st := &p.statements[cand.statement]
		ctx := p.context(st)
		if st.row || !pr.covered(c, p, st, &ctx) {
			continue
		}
		claims := forms
		for _, l := range c.placed(st.atoms) {
			claims = append(claims[:len(claims):len(claims)], form{atoms: l, moved: true})
		}
		p.mu.Lock()
		if st.forms == nil {
			st.forms = st.atoms.forms(true)
		}
		for _, cf := range claims {
			for k := range st.forms {
				sf := &st.forms[k]
				if pr.tried++; pr.tried > maxAlignments {
					break
				}
				ch, ok := pr.al.align(cf.atoms, sf, &ctx)
				if ok && (best == nil || ch.cost < best.cost) && pr.sound(ch, cf.atoms, p, st) {
					best = &link{passage: cand.passage, parts: st.parts, claim: cf.atoms, source: sf.atoms, edits: ch.edits, moved: cf.moved || sf.moved, cost: ch.cost}
				}
			}
		}
		p.mu.Unlock()
		if best != nil && best.cost < 0.5 {
			break
		}
	}
	pr.memo[key] = best
	return best
}

type candidate struct{ passage, statement, shared int }

// candidates are the statements that share most words with a clause, at least half of its content.
func (pr *prover) candidates(c sequence) []candidate {
	out := pr.sharing(c, 0.5)
	slices.SortStableFunc(out, func(a, b candidate) int { return b.shared - a.shared })
	return out[:min(len(out), maxCandidates)]
}

// sharing are the statements that share words with a clause: a share of its content words at least, and one.
func (pr *prover) sharing(c sequence, share float64) []candidate {
	var out []candidate
	var keys [][]string
	for i := range c {
		a := &c[i]
		if a.is(number) && share > 0 { // the nearest may have another value
			keys = append(keys, []string{a.quantity.key()})
			continue
		}
		if !a.is(content) || a.is(number|mark) || slices.ContainsFunc(keys, func(k []string) bool { return k[0] == a.id }) {
			continue
		}
		if a.root == "" || len(a.root) <= words.MinRoot {
			keys = append(keys, []string{a.id})
		} else {
			keys = append(keys, []string{a.id, "~" + a.root})
		}
		if a.is(common) {
			keys[len(keys)-1] = append(keys[len(keys)-1], words.EquivalentKeys(a.id)...)
		}
	}
	for n, p := range pr.evidence {
		need := 0 // words that its heading does not lend
		for _, k := range keys {
			if !p.title[k[0]] {
				need++
			}
		}
		least := max(1, int(math.Ceil(float64(need)*share)))
		if pr.counts[n] == nil {
			pr.counts[n] = make([]int16, len(p.statements))
		}
		counts := pr.counts[n]
		clear(counts)
		for _, k := range keys {
			var seen []int32
			for _, key := range k {
				for _, st := range p.postings[key] {
					if !slices.Contains(seen, st) {
						counts[st]++
					}
				}
				seen = append(seen, p.postings[key]...)
			}
		}
		for st, k := range counts {
			if int(k) >= least {
				out = append(out, candidate{n, st, int(k)})
			}
		}
	}
	return out
}

// covered tells whether a statement and its context have all that a clause is about. It spares most alignments.
func (pr *prover) covered(c sequence, p *Prepared, st *statement, ctx *context) bool {
	for i := range c {
		a := &c[i]
		if !a.is(content) || a.is(number|mark) || ctx.back[a.id] || words.ClassNoun.Has(a.id) || words.Attribution.Has(a.id) {
			continue
		}
		if st.atoms.placeOf(a) < 0 {
			return false
		}
	}
	return true
}

// sound looks at a chain as a whole: some of the clause rests on the statement itself, and what the row of a table is
// about is named.
func (pr *prover) sound(ch chain, c sequence, p *Prepared, st *statement) bool {
	matched := 0
	for _, e := range ch.edits {
		switch {
		case e.licence == pronounFor: // what it stands for is said elsewhere
			matched++
		case e.c1 > e.c0 && e.s1 > e.s0:
			matched += c[e.c0:e.c1].contentCount()
		}
	}
	if matched < minSharedWords {
		return false
	}
	if first := p.sentences[st.parts[0]].first; first >= 0 {
		for i, key := 0, p.sentences[first].atoms; i < len(key) && len(key) <= maxHeaderWords; i++ {
			if (key[i].is(content) || !key[i].is(glue|mark)) && c.placeOf(&key[i]) < 0 {
				return false
			}
		}
	}
	return true
}

// cells proves a claim from a row of a table, or returns nil.
func (pr *prover) cells(c sequence) *link {
	for n, p := range pr.evidence {
		for k := range p.tables {
			t := &p.tables[k]
			got, wrong, ok := t.readOff(c)
			if wrong != nil && pr.wrong == nil {
				wrong.passage, pr.wrong = n, wrong
			}
			if ok {
				return pr.rowLink(n, t, got, c)
			}
			got, wrong, ok = t.yesNo(c)
			if wrong != nil && pr.wrong == nil {
				wrong.passage, pr.wrong = n, wrong
			}
			if ok {
				return pr.rowLink(n, t, got, c)
			}
		}
	}
	return nil
}

func (pr *prover) rowLink(passage int, t *table, got reading, c sequence) *link {
	r := &t.rows[got.row]
	l := &link{passage: passage, rows: []*row{r}, kind: readCell, claim: c, cost: costEdit, note: r.cells[0].text}
	for _, col := range got.columns {
		if t.header != nil {
			l.note += ", " + t.header[col].text
		}
		l.note += ": " + r.cells[col].text
	}
	return l
}

// parting is a way of splitting a claim in two, with what the second part may be in full.
type parting struct {
	head  sequence
	tails []sequence
}

// split finds the places where a claim says a second thing, and gives that its subject back.
func (c sequence) split() []parting {
	var front sequence
	body := c
	if q := c.find(2, min(len(c), 14), ","); q > 0 && (c[0].is(preposition) || c.at(0, fronts...)) {
		front, body = c[:q+1], c[q+1:]
	}
	var subjects []sequence
	for i := 1; i < min(14, len(body)) && len(subjects) < 2; i++ {
		if (body[i].is(verb) || body[i].is(operator) && !body[i].is(preposition) && !body.at(i, "<all>", "<any>", "<no>", "<only>", "<eg>", "<ie>")) && body.has(0, i, content) {
			subjects = append(subjects, body[:i])
		}
	}
	var out []parting
	for p := 3; p < len(c)-2 && len(c) <= 2*maxAtoms && len(out) < maxPartings; p++ {
		if !c.at(p, ";", "<but>", "and", ":") && !(c.at(p, "while") && p > 3) && !(c.at(p, ",") && c.at(p+1, "and", "<but>", "while", "which", "who", "where")) {
			continue
		}
		head, q := c[:p], p+1
		for q < len(c)-2 && c.at(q, "and", "<but>", ",", ";", "while") {
			q++
		}
		rest := c[q:]
		if rest.at(0, "then") { // one after the other: no two places prove that
			continue
		}
		var tails []sequence
		switch {
		case rest.at(0, "which", "who", "where"):
			for i := max(0, len(head)-6); i < len(head); i++ { // the noun before it, as long as it may be
				if i > 0 && head[i-1].is(content|mark) && !head[i-1].is(verb) { // "Mercurial's heads" are no heads
					continue
				}
				if !head[i].is(preposition) && !head.has(i, len(head), verb|mark) && head.has(i, len(head), content) {
					tails = append(tails, join(head[i:], rest[1:]))
				}
			}
			for _, s := range subjects { // "X is a tool, which": X is
				if head.at(len(s), "be") {
					tails = append(tails, join(s, rest[1:]))
				}
			}
		case rest[0].is(verb) || rest[0].is(operator) && !rest.at(0, "<all>", "<any>", "<no>"):
			for _, s := range subjects {
				if front != nil {
					tails = append(tails, join(front, s, rest))
				}
				tails = append(tails, join(s, rest))
			}
		}
		if rest.clauseLike(0, len(rest)) && !rest.at(0, "which", "who", "where") {
			tails = append(tails, rest)
			if front != nil {
				tails = append(tails, join(front, rest))
			}
			if rest.at(0, "it", "they") {
				for _, s := range subjects {
					tails = append(tails, join(s, rest[1:]))
				}
			}
		}
		if c.at(p, "and") && len(subjects) > 0 && !rest[0].is(verb) && !rest.clauseLike(0, len(rest)) { // V X and Y: V X, V Y
			v := -1
			for i := range p {
				if c[i].is(verb) {
					v = i
				}
			}
			if v >= 0 && v+1 < p {
				tails = append(tails, join(c[:v+1], rest))
				for i := v + 1; i < p-1; i++ {
					if c[i].is(preposition) {
						tails = append(tails, join(c[:i+1], rest))
					}
				}
			}
		}
		if len(tails) > 0 {
			out = append(out, parting{head, tails})
		}
	}
	return out
}
