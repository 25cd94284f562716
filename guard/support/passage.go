package support

import (
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/words"
)

// Prepared is a passage that is ready to be checked against, any number of times.
type Prepared struct {
	guard.Passage
	parser     *parser // knows the acronyms that the passage introduces
	sentences  []segment
	prose      int // sentences that stand in the text in their order; those in the cells of tables come behind
	statements []statement
	postings   map[string][]int32 // the statements that have a word, by its id and by its root
	tables     []table
	rows       []row              // of all tables, those of their headers too
	openings   map[string][]int32 // the sentences that a claim may have word for word, by their first word
	title      sequence           // the passage's title and section
	topic      string             // the name that the passage has most often, "" if none twice
	forms      map[string]int     // a statement that has a form, by the form's key
}

// Prepare analyses a passage.
func (c *Checker) Prepare(passage guard.Passage) *Prepared {
	p := &Prepared{Passage: passage, parser: &parser{stems: c.stems, aliases: c.aliases}, postings: make(map[string][]int32), forms: make(map[string]int)}
	if len(p.Text) > MaxEvidence {
		return p
	}
	p.sentences = p.parser.readSentences(&p.Passage)
	p.prose = len(p.sentences)
	if found := findAliases(p.sentences); len(found) > 0 {
		p.parser = &parser{stems: c.stems, aliases: append(slices.Clone(c.aliases), found...)}
		for i := range p.sentences {
			p.sentences[i].atoms = p.parser.fold(p.sentences[i].atoms)
		}
	}
	p.title = p.parser.read(p.Heading, 0)
	p.readTables()
	p.findOpenings()
	p.makeStatements()
	p.findTopic()
	for i := range p.statements {
		p.index(int32(i))
	}
	return p
}

// index lists a statement under its words and its forms.
func (p *Prepared) index(n int32) {
	st := &p.statements[n]
	for i := range st.atoms {
		for _, key := range st.atoms[i].postingKeys() {
			if l := p.postings[key]; len(l) == 0 || l[len(l)-1] != n {
				p.postings[key] = append(l, n)
			}
		}
	}
	if st.row || p.sentences[st.parts[0]].first >= 0 {
		return // what stands in a cell says nothing without its row and its column
	}
	for _, key := range st.atoms.forms(true) {
		if _, had := p.forms[key]; !had {
			p.forms[key] = int(n)
		}
	}
}

// findTopic finds the name that the passage has most often: what a sentence of it speaks of when it does not say.
func (p *Prepared) findTopic() {
	count := make(map[string]int)
	most := 1
	for i := range p.sentences {
		s := p.sentences[i].atoms
		for k := range s {
			a := &s[k]
			capital := a.start > 0 && a.end <= len(p.Text) && k > 0 && p.Text[a.start] >= 'A' && p.Text[a.start] <= 'Z'
			if !capital || !a.is(content) || a.is(number) || words.Opener.Has(a.norm) || strings.ContainsAny(a.id, "0123456789") {
				continue
			}
			if count[a.id]++; count[a.id] > most {
				most, p.topic = count[a.id], a.id
			}
		}
	}
}
