package support

import (
	"slices"
	"strings"
	"sync"

	"ibid/guard"
	"ibid/guard/words"
)

// Prepared is a passage that is ready to be checked against, any number of times.
type Prepared struct {
	guard.Passage
	reader     *reader // knows the acronyms that the passage introduces
	sentences  []segment
	prose      int // sentences that stand in the text in their order; those in the cells of tables come behind
	statements []statement
	postings   map[string][]int32 // the statements that have a word, by its id and by its root
	tables     []table
	rows       []row              // of all tables, those of their headers too
	openings   map[string][]int32 // the sentences that a claim may have word for word, by their first word
	title      map[string]bool    // the words of the passage's title and section
	labels     map[string]bool    // words that stand alone, as a glossary's do before what they mean
	topic      string             // the name that the passage has most often, "" if none twice
	mu         sync.Mutex         // guards the forms of statements
}

// Prepare analyses a passage.
func (c *Checker) Prepare(passage guard.Passage) *Prepared {
	p := &Prepared{Passage: passage, reader: &reader{stems: c.stems, aliases: c.aliases}, postings: make(map[string][]int32)}
	if len(p.Text) > MaxEvidence {
		return p
	}
	p.sentences = p.reader.readSentences(&p.Passage)
	p.prose = len(p.sentences)
	if found := findAliases(p.sentences); len(found) > 0 {
		p.reader = &reader{stems: c.stems, aliases: append(slices.Clone(c.aliases), found...)}
		for i := range p.sentences {
			p.sentences[i].atoms = p.reader.fold(p.sentences[i].atoms)
		}
	}
	p.title = p.reader.read(p.Heading, 0).into(make(map[string]bool))
	p.labels = make(map[string]bool)
	for i := range p.sentences {
		if s := p.sentences[i].atoms.trim(); len(s) == 1 {
			p.labels[s[0].id] = true
		}
	}
	p.readTables()
	p.findOpenings()
	p.makeStatements()
	p.findTopic()
	for i := range p.statements {
		p.index(int32(i))
	}
	return p
}

func (p *Prepared) index(n int32) {
	put := func(key string) {
		if l := p.postings[key]; key != "" && (len(l) == 0 || l[len(l)-1] != n) {
			p.postings[key] = append(l, n)
		}
	}
	for i := range p.statements[n].atoms {
		if a := &p.statements[n].atoms[i]; a.is(number) {
			put(a.quantity.key())
		} else if a.is(content) {
			put(a.id)
			put("~" + a.root)
			if a.is(name) {
				stem, _ := p.reader.stems.Stems(a.norm)
				put(stem)
			}
			if a.is(common) {
				for _, key := range words.EquivalentKeys(a.id) {
					put(key)
				}
			}
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
