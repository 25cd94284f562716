package support

import (
	"slices"
	"strings"

	"ibid/guard/sentence"
)

// verbatim finds a claim that stands in the evidence word for word, or that reads out a row of a table or an entry of a
// glossary: "name: explanation".
func verbatim(claim string, evidence []*Prepared) (Quote, bool) {
	words := wordsOf(claim)
	if n := len(words); n > 1 && strings.HasPrefix(words[0], "“") && strings.HasSuffix(words[n-1], "”") {
		words[0], words[n-1] = strings.TrimPrefix(words[0], "“"), strings.TrimSuffix(words[n-1], "”")
	}
	if len(words) == 0 {
		return Quote{}, false
	}
	name, explanation, isEntry := strings.Cut(claim, ": ")
	for n, p := range evidence {
		q, ok := p.sentence(n, words, "", isQuestion(claim))
		if !ok {
			q, ok = p.readOut(n, claim)
		}
		if said := wordsOf(explanation); !ok && isEntry && len(said) > 0 {
			if q, ok = p.sentence(n, said, name, false); !ok {
				q, ok = p.sentence(n, append(wordsOf(name), said...), "", false)
			}
		}
		if ok {
			return q, true
		}
	}
	return Quote{}, false
}

// sentence finds one whole statement, or several in a row, that have the words. White space, marks of emphasis, spelling
// that sentence.Fold knows and the final stop do not count. A statement that says nothing by itself is not found: a
// question, words in somebody's mouth, an item whose lead-in denies or conditions it. With a name, what stands in a table
// must stand in a row of that name.
func (p *Prepared) sentence(passage int, words []string, name string, asks bool) (Quote, bool) {
	for i := range p.sentences {
		end, ok := p.matchFrom(i, words)
		s := &p.sentences[i]
		if !ok || s.bound >= 0 && !p.names(s) || s.spoken || s.asks(p.Text) && !asks {
			continue
		}
		if name == "" || s.cell != nil && p.sentences[s.cell[0]].text(p) == name {
			return p.quote(passage, s.start, end), true
		}
	}
	return Quote{}, false
}

// maxNameWords is how many atoms an item has at most that is a name.
const maxNameWords = 3

// names tells an item of a choice that says nothing by itself: "INT" below "one of the following types:".
func (p *Prepared) names(s *segment) bool {
	lead := &p.sentences[s.bound]
	return lead.bound < 0 && !lead.atoms.restricts() && len(s.atoms) <= maxNameWords &&
		!slices.ContainsFunc(s.atoms, func(a atom) bool { return a.is(verb) || a.op != 0 })
}

// wordsOf cuts a text at its white space, folded, without marks of emphasis and without the stops at its end.
func wordsOf(text string) []string {
	folded, _ := sentence.Fold(text)
	out := strings.Fields(folded)
	for i, w := range out {
		bare := strings.Trim(strings.ReplaceAll(w, "**", ""), "*")
		if end := strings.TrimRight(bare, ".!?;:,”"); len(end) > 2 && end[0] == '_' && end[len(end)-1] == '_' {
			bare = end[1:len(end)-1] + bare[len(end):]
		}
		if bare != "" {
			out[i] = bare
		}
	}
	return out
}

// matchFrom returns where the statement ends, from statement i on, that ends with the words. The number of its first
// item may be missing: "3." is one; a number without a mark counts things, "3 pumps".
func (p *Prepared) matchFrom(i int, claim []string) (end int, ok bool) {
	for first := i; ; i++ {
		s := &p.sentences[i]
		said := s.words
		if i == first && len(said) > 1 && said[0] != claim[0] {
			if label := strings.TrimRight(said[0], ".:)]"); label != said[0] && sentence.IsEnumerator(strings.TrimLeft(label, "([")) {
				said = said[1:]
			}
		}
		switch last := min(len(said), len(claim)) - 1; {
		case len(said) == 0 && i == first:
			return 0, false
		case len(said) == 0:
		case !slices.Equal(said[:last], claim[:last]) || len(said) > len(claim) || bareEnd(said[last]) != bareEnd(claim[last]):
			return 0, false
		case len(said) == len(claim):
			return s.start + len(strings.TrimRight(p.Text[s.start:s.end], ".!?;:,")), true
		}
		claim = claim[len(said):]
		if i+1 == len(p.sentences) || i+1 == p.prose || !slices.Equal(p.sentences[i+1].cell, s.cell) || p.sentences[i+1].bound >= 0 || p.sentences[i+1].asks(p.Text) {
			return 0, false
		}
	}
}

// bareEnd is a word without the stops behind it.
func bareEnd(word string) string { return strings.TrimRight(word, ".!?;:,”\"") }

// readOut finds a row of a table that a claim reads out, or cells of it, one behind the other, with "|" between them or,
// behind the first, ": ".
func (p *Prepared) readOut(passage int, claim string) (Quote, bool) {
	said := " | " + strings.Trim(bareEnd(strings.Join(wordsOf(claim), " ")), "| ") + " | "
	claim = strings.TrimSuffix(oneLine(claim), ".")
	entry := strings.Replace(said, ": ", " | ", 1)
	for i := range p.tables {
		if r := p.tables[i].readsOut(claim); r != nil {
			return p.quote(passage, r.start, r.end), true
		}
		for _, r := range p.tables[i].all {
			at := strings.Index(r.plain, said)
			if at < 0 && r.plain == entry {
				at, said = 0, entry
			}
			if at >= 0 && len(said) > len(" |  | ") {
				first := strings.Count(r.plain[:at], " | ")
				last := &r.cells[first+strings.Count(said, " | ")-2]
				return p.quote(passage, r.cells[first].at, last.at+len(last.text)), true
			}
		}
	}
	return Quote{}, false
}
