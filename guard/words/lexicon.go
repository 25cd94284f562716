package words

import (
	_ "embed" // the groups
	"strings"
	"sync"
)

// Concept is one sense of a word: the number of a group of synonyms and the side of it that the word is on. Two words
// with the same ID mean the same on the same side and deny each other on different sides.
type Concept struct {
	ID     uint16
	Side   int8 // 0, or 1 for the right side of a pair of opposites
	Paired bool // of a pair of opposites
}

// Phrase is an expression of several words that has a sense of its own.
type Phrase struct {
	Rest    []string // the stems after the first
	Concept Concept
}

// Lexicon knows what words mean, relative to one another. It is read-only.
type Lexicon struct {
	senses    map[string][]Concept
	phrases   map[string][]Phrase // by the stem of the first word
	contrasts map[string][]uint16
}

//go:embed lexicon.txt
var lexiconText string

// English is the only lexicon.
var English = sync.OnceValue(func() *Lexicon {
	l := &Lexicon{make(map[string][]Concept), make(map[string][]Phrase), make(map[string][]uint16)}
	f := read(lexiconText)
	id := uint16(1)
	for _, section := range [...]string{"synonyms", "opposites"} {
		for _, line := range f[section] {
			for side, group := range strings.Split(line, "|") {
				for entry := range strings.SplitSeq(group, ",") {
					l.add(strings.Fields(entry), Concept{id, int8(side), strings.Contains(line, "|")})
				}
			}
			id++
		}
	}
	for _, line := range f["contrasts"] {
		for entry := range strings.SplitSeq(line, ",") {
			stem, _ := stems(strings.TrimSpace(entry))
			l.contrasts[stem] = append(l.contrasts[stem], id)
		}
		id++
	}
	return l
})

func (l *Lexicon) add(entry []string, c Concept) {
	first, _ := stems(entry[0])
	if len(entry) == 1 {
		l.senses[first] = append(l.senses[first], c)
		return
	}
	p := Phrase{Concept: c}
	for _, w := range entry[1:] {
		stem, _ := stems(w)
		p.Rest = append(p.Rest, stem)
	}
	l.phrases[first] = append(l.phrases[first], p)
}

// Senses returns what a word may mean, by its stem. It belongs to the lexicon.
func (l *Lexicon) Senses(stem string) []Concept { return l.senses[stem] }

// Phrases returns the expressions whose first word has the stem.
func (l *Lexicon) Phrases(stem string) []Phrase { return l.phrases[stem] }

// Kinds returns the sets of neighbours of one kind, as "client" and "server" are, that a word belongs to.
func (l *Lexicon) Kinds(stem string) []uint16 { return l.contrasts[stem] }
