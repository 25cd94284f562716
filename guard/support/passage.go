package support

import (
	"strings"

	"ibid/guard"
	"ibid/guard/words"
)

// Prepared is a passage that is ready to be checked against, any number of times.
type Prepared struct {
	guard.Passage
	sentences  []segment
	prose      int // sentences that stand in the text in their order; those in the cells of tables come behind
	statements []statement
	postings   map[string][]int // the statements that have a word, by its id and by its root
	topic      atom             // the name that the passage has most often, empty if none twice
	tables     []table
	openings   map[string][]int // the sentences that a claim may have word for word, by their first word
	title      sequence         // the passage's title and section
	forms      map[string]int   // a statement that has a form, by the form's key
}

// Prepare analyses a passage.
func Prepare(passage guard.Passage) *Prepared {
	p := &Prepared{Passage: passage, postings: make(map[string][]int), openings: make(map[string][]int), forms: make(map[string]int)}
	if len(p.Text) > MaxEvidence {
		return p
	}
	p.readSentences()
	p.prose = len(p.sentences)
	p.title = read(p.Heading, 0)
	p.readTables()
	for i := range p.sentences {
		p.findOpenings(i)
	}
	p.makeStatements()
	p.findTopic()
	for i := range p.statements {
		p.index(i)
	}
	return p
}

// index lists a statement under its words and its forms.
func (p *Prepared) index(n int) {
	st := &p.statements[n]
	for i := range st.atoms {
		for _, key := range st.atoms[i].postingKeys() {
			p.postings[key] = appendOnce(p.postings[key], n)
		}
	}
	if st.row || p.sentences[st.parts[0]].cell != nil {
		return // what stands in a cell says nothing without its row and its column
	}
	for _, key := range st.atoms.forms(true) {
		if _, had := p.forms[key]; !had {
			p.forms[key] = n
		}
	}
}

// appendOnce appends a number to an ascending list that does not end with it.
func appendOnce(list []int, n int) []int {
	if len(list) > 0 && list[len(list)-1] == n {
		return list
	}
	return append(list, n)
}

// postingKeys are the keys under which statements that have an atom are listed.
func (a *atom) postingKeys() []string {
	switch {
	case a.is(number):
		return []string{a.quantity.key()}
	case !a.word():
		return nil
	case len(a.root) > words.MinRoot:
		return []string{words.EquivalentKey(a.id), "~" + a.root}
	}
	return []string{words.EquivalentKey(a.id)}
}

// quoteOf is the text of a statement, from the first of its sentences to the last.
func (p *Prepared) quoteOf(passage int, st *statement) Quote {
	first, last := &p.sentences[st.parts[0]], &p.sentences[st.parts[len(st.parts)-1]]
	return p.quote(passage, first.start, max(last.end, first.end))
}

func (p *Prepared) quote(passage, start, end int) Quote {
	text := p.Text[start:end]
	start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	text = strings.TrimSpace(text)
	return Quote{Passage: passage, Start: start, End: start + len(text), Text: text}
}
