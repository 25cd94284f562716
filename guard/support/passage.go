package support

import (
	"strconv"
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
	postings   map[string][]int // the statements that have a word, by its key
	tables     []table
	titles     []sequence // the passage's title and sections
}

// Prepare analyses a passage.
func Prepare(passage guard.Passage) *Prepared {
	p := &Prepared{Passage: passage, postings: make(map[string][]int)}
	if len(p.Text) > MaxEvidence {
		return p
	}
	p.readSentences()
	p.prose = len(p.sentences)
	for line := range strings.Lines(p.Heading) {
		p.titles = append(p.titles, read(line, 0))
	}
	p.readTables()
	for i := range p.sentences {
		s := &p.sentences[i]
		s.words = wordsOf(s.text(p))
		if guard.LikeMarker(s.text(p)) {
			s.words = wordsOf(guard.Unmarked(s.text(p))) // a marker of the document itself says nothing
		}
	}
	p.makeStatements()
	for n := range p.statements {
		for i := range p.statements[n].atoms {
			key := p.statements[n].atoms[i].key()
			if list := p.postings[key]; key != "" && (list == nil || list[len(list)-1] != n) {
				p.postings[key] = append(list, n)
			}
		}
	}
	return p
}

// key is what atoms that say the same have in common, "" where that says nothing.
func (a *atom) key() string {
	switch {
	case a.is(number):
		return "#" + strconv.FormatFloat(a.quantity.value, 'g', 9, 64) + string(a.quantity.dim)
	case a.word():
		return words.EquivalentKey(a.id)
	}
	return ""
}

// quoteOf is the text of a statement, from the first of its sentences to the last.
func (p *Prepared) quoteOf(passage int, st *statement) Quote {
	return p.quote(passage, p.sentences[st.parts[0]].start, p.sentences[st.parts[len(st.parts)-1]].end)
}

func (p *Prepared) quote(passage, start, end int) Quote {
	text := p.Text[start:end]
	start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	text = strings.TrimSpace(text)
	return Quote{Passage: passage, Start: start, End: start + len(text), Text: text}
}
