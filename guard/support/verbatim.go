package support

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/sentence"
)

// verbatim finds a sentence that stands in the evidence word for word: one whole statement, or several in a row.
// White space, marks of emphasis, spelling that sentence.Fold knows and the final stop do not count, and only what
// cannot change the meaning may be missing: the number of an item, an opening "However,", and a parenthesis that
// holds no condition, denial, number or exception. A statement that says nothing by itself is not found: a question,
// words in somebody's mouth, an item whose lead-in denies or conditions it.
func verbatim(claim string, evidence []*Prepared) (Quote, bool) {
	words := wordsOf(claim)
	if n := len(words); n > 1 && strings.HasPrefix(words[0], "“") && strings.HasSuffix(words[n-1], "”") {
		words[0], words[n-1] = strings.TrimPrefix(words[0], "“"), strings.TrimSuffix(words[n-1], "”")
	}
	asks := strings.HasSuffix(strings.TrimRight(claim, " \t\n*_\"”)"), "?")
	for len(words) > 0 && saysNothing(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return Quote{}, false
	}
	for n, p := range evidence {
		for _, i := range p.openings[opening(words[0])] {
			s := &p.sentences[i]
			if s.bound >= 0 && !p.names(s) || s.spoken || !asks && s.asks(p.Text) {
				continue
			}
			if end, ok := p.matchFrom(int(i), words); ok {
				return p.quote(n, s.start, end), true
			}
		}
		if start, end, ok := p.matchCells(words); ok {
			return p.quote(n, start, end), true
		}
	}
	return Quote{}, false
}

// names tells whether an item of a choice says nothing by itself: "INT" below "one of the following types:".
func (p *Prepared) names(s *segment) bool {
	lead := &p.sentences[s.bound]
	return lead.bound < 0 && !lead.atoms.restricts() && len(s.atoms) <= maxNamedWords && !s.atoms.has(verb) && !slices.ContainsFunc(s.atoms, func(a atom) bool { return a.op != 0 })
}

const maxNamedWords = 3 // atoms of an item that is a name

// wordsOf cuts a text at its white space, folded and without marks of emphasis.
func wordsOf(text string) []string {
	folded, _ := sentence.Fold(text)
	out := strings.Fields(folded)
	for i, w := range out {
		bare := strings.Trim(strings.ReplaceAll(w, "**", ""), "*")
		if end := strings.TrimRight(bare, stops); len(end) > 2 && end[0] == '_' && end[len(end)-1] == '_' {
			bare = end[1:len(end)-1] + bare[len(end):]
		}
		if bare != "" {
			out[i] = bare
		}
	}
	return out
}

// opening is a word as openings has it.
func opening(word string) string { return strings.ToLower(strings.TrimRight(word, ".!?;:,”")) }

// findOpenings lists the statements by the word that a claim may begin with.
func (p *Prepared) findOpenings() {
	p.openings = make(map[string][]int32)
	for i := range p.sentences {
		s := &p.sentences[i]
		said := p.Text[s.start:s.end]
		if guard.LikeMarker(said) {
			said = guard.Unmarked(said) // a marker of the document itself says nothing
		}
		s.words = wordsOf(said)
		s.skip = 0
		put := func(k int) {
			if k < len(s.words) {
				key := opening(s.words[k])
				if l := p.openings[key]; len(l) == 0 || l[len(l)-1] != int32(i) {
					p.openings[key] = append(l, int32(i))
				}
			}
		}
		put(0)
		if len(s.words) > 1 && (numbers(s.words[0]) || strings.EqualFold(s.words[0], "however,")) {
			s.skip = 1
			put(1)
		}
	}
}

// numbers tells whether a word is the number or the letter of an item: "3.", "a)", "(iv)", "12:" of a listing. One
// without a mark counts things: "3 pumps".
func numbers(word string) bool {
	label := strings.TrimRight(word, ".:)]")
	return label != word && sentence.IsEnumerator(strings.TrimLeft(label, "(["))
}

// matchFrom returns where the statement ends, from statement i on, that ends with the words.
func (p *Prepared) matchFrom(i int, claim []string) (end int, ok bool) {
	first := i
	for len(claim) > 0 {
		s := &p.sentences[i]
		said := s.words
		if i == first && s.skip > 0 && opening(claim[0]) != opening(said[0]) {
			if said = said[s.skip:]; upper(said[0]) == upper(claim[0]) {
				said = append(claim[:1:1], said[1:]...)
			}
		}
		n := p.matchWords(said, claim, s.kind)
		if n < 0 {
			return 0, false
		}
		if claim = claim[n:]; len(claim) == 0 {
			return s.start + len(strings.TrimRight(p.Text[s.start:s.end], ".!?;:,")), true
		}
		i++
		if first >= p.prose || i == p.prose || p.sentences[i].bound >= 0 || p.sentences[i].asks(p.Text) {
			return 0, false
		}
	}
	return 0, false
}

// matchCells finds cells of one row, one behind the other, in a claim that has "|" between them.
func (p *Prepared) matchCells(claim []string) (start, end int, ok bool) {
	var parts [][]string
	for part := range strings.SplitSeq(strings.Trim(strings.Join(claim, " "), "| "), " | ") {
		if parts = append(parts, wordsOf(strings.TrimRight(part, stops))); len(parts[len(parts)-1]) == 0 {
			return 0, 0, false
		}
	}
	for i := range p.rows {
		cells := p.rows[i].cells
	row:
		for c := range max(0, len(cells)-len(parts)+1) {
			for k, part := range parts {
				if !slices.Equal(wordsOf(strings.TrimRight(cells[c+k].text, stops)), part) {
					continue row
				}
			}
			last := &cells[c+len(parts)-1]
			return cells[c].at, last.at + len(last.text), true
		}
	}
	return 0, 0, false
}

// upper is a word with a capital at its start.
func upper(w string) string {
	r, size := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(r)) + w[size:]
}

// matchWords returns how many words of a claim say all that the words of a statement say, or -1.
func (p *Prepared) matchWords(said, claim []string, kind guard.Kind) int {
	i := 0
	for k := 0; k < len(said); k++ {
		w := said[k]
		if i < len(claim) && w == claim[i] {
			i++
			continue
		}
		if k+1 < len(said) && i < len(claim) && strings.HasPrefix(claim[i], w) { // "the lamp (old), lit" is "the lamp, lit"
			if n := p.parenthesis(said[k+1:]); n > 0 && claim[i][len(w):] == behindParenthesis(said[k+n]) {
				i, k = i+1, k+n
				continue
			}
		}
		if i == len(claim) || i == len(claim)-1 { // its last word may have lost the stop
			rest := said[k:]
			if i < len(claim) {
				if stem := strings.TrimRight(claim[i], stops); stem != "" && strings.HasPrefix(w, stem) && saysNothing(w[len(stem):]) {
					i, rest = len(claim), said[k+1:]
				}
			}
			if i == len(claim) && p.harmless(rest, kind) {
				return i
			}
		}
		next := p.parenthesis(said[k:])
		if next == 0 || behindParenthesis(said[k+next-1]) != "" {
			return -1
		}
		k += next - 1
	}
	return i
}

const stops = ".!?;:,”\"*"

// saysNothing tells that a text has nothing but stops and marks of emphasis.
func saysNothing(text string) bool { return strings.Trim(text, ".!?;:,*_”\" \t\n") == "" }

// harmless tells that words at the end of a statement may be missing: stops, what links an item to the next one, a
// parenthesis.
func (p *Prepared) harmless(rest []string, kind guard.Kind) bool {
	for len(rest) > 0 {
		w := rest[0]
		switch {
		case saysNothing(w):
			rest = rest[1:]
		case kind == guard.Item && len(rest) == 1 && w == "and":
			return true
		default:
			n := p.parenthesis(rest)
			if n == 0 {
				return false
			}
			rest = rest[n:]
		}
	}
	return true
}

// behindParenthesis is what a word has behind its last bracket.
func behindParenthesis(w string) string { return w[strings.LastIndexByte(w, ')')+1:] }

const longestParenthesis = 12 // words

// parenthesis is how many words a parenthesis has that the words begin with and that may be missing, 0 if none does.
func (p *Prepared) parenthesis(said []string) int {
	if !strings.HasPrefix(said[0], "(") {
		return 0
	}
	var text []string
	for n, w := range said[:min(len(said), longestParenthesis)] {
		text = append(text, w)
		if i := strings.IndexByte(w, ')'); i >= 0 {
			inner := strings.Join(text, " ")
			inner = inner[1:strings.LastIndexByte(inner, ')')]
			if strings.ContainsAny(inner, "()0123456789") || !saysNothing(w[i+1:]) {
				return 0
			}
			if !p.parser.read(inner, 0).aside() {
				return 0
			}
			return n + 1
		}
	}
	return 0
}
