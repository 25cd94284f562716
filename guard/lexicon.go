package guard

import "strings"

// concept is one sense of a word: the number of a group of synonyms and the side of it that the word is on. Two words
// with the same id mean the same on the same side and deny each other on different sides.
type concept struct {
	id     uint16
	side   int8 // 0, or 1 for the right side of a pair of opposites
	paired bool // of a pair of opposites
}

// phrase is an expression of several words that has a sense of its own.
type phrase struct {
	rest    []string // the stems after the first
	concept concept
}

// lexicon knows general English. It is read-only once built.
type lexicon struct {
	stem      *stemmer
	function  map[string]bool // words
	light     map[string]bool // words and their stems
	senses    map[string][]concept
	phrases   map[string][]phrase // by the stem of the first word
	contrasts map[string][]uint16 // stem to sets of neighbours
}

func newLexicon(stem *stemmer) *lexicon {
	l := &lexicon{
		stem:      stem,
		function:  make(map[string]bool),
		light:     make(map[string]bool),
		senses:    make(map[string][]concept),
		phrases:   make(map[string][]phrase),
		contrasts: make(map[string][]uint16),
	}
	for _, w := range strings.Fields(functionWords) {
		l.function[w] = true
	}
	for _, w := range strings.Fields(lightWords) {
		l.light[w] = true
		l.light[stem.of(w).stem] = true
	}
	id := uint16(1)
	for _, data := range []string{synonyms, opposites} {
		for line := range strings.SplitSeq(strings.TrimSpace(data), "\n") {
			for side, group := range strings.Split(line, "|") {
				for entry := range strings.SplitSeq(group, ",") {
					l.add(strings.Fields(entry), concept{id, int8(side), strings.Contains(line, "|")})
				}
			}
			id++
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(contrasts), "\n") {
		for entry := range strings.SplitSeq(line, ",") {
			s := stem.of(strings.TrimSpace(entry)).stem
			l.contrasts[s] = append(l.contrasts[s], id)
		}
		id++
	}
	return l
}

func (l *lexicon) add(words []string, c concept) {
	first := l.stem.of(words[0]).stem
	if len(words) == 1 {
		l.senses[first] = append(l.senses[first], c)
		return
	}
	p := phrase{concept: c}
	for _, w := range words[1:] {
		p.rest = append(p.rest, l.stem.of(w).stem)
	}
	l.phrases[first] = append(l.phrases[first], p)
}

// neighbours tells whether two tokens name different things of one kind, as "client" and "server" do.
func neighbours(a, b *token) bool {
	if len(a.kinds) == 0 || len(b.kinds) == 0 || a.stem == b.stem {
		return false
	}
	for _, x := range a.kinds {
		for _, y := range b.kinds {
			if x == y {
				return true
			}
		}
	}
	return false
}
