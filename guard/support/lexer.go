package support

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard/sentence"
	"ibid/guard/words"
)

// lexer cuts a text into atoms, before quantities and operators are read from them: words, names, numbers and marks.
type lexer struct {
	text   string
	out    sequence
	opened bool // a sentence has just been opened: a capital says nothing
}

// lex returns the atoms of text, with offsets from base on: of text as it is, though sentence.Fold spells it.
func lex(text string, base int) sequence {
	folded, at := sentence.Fold(text)
	l := lexer{text: folded, opened: true, out: make(sequence, 0, len(folded)/5+4)}
	for _, at := range chunks.FindAllStringIndex(folded, -1) {
		l.chunk(at[0], at[1])
	}
	for i := range l.out {
		a := &l.out[i]
		if at != nil {
			a.start, a.end = at[a.start], at[a.end]
		}
		a.start, a.end = a.start+base, a.end+base
	}
	return l.out
}

// chunks are what stands between white space, backticks, long dashes and bars, and each of the latter.
var chunks = regexp.MustCompile("[^\\s\v\u0085\\pZ`—|]+|[—|]")

const (
	openers     = "([{\"'“‘«<*_†‡"
	closers     = ".,;:!?)]}\"'”’»>*_…"
	punctuation = ".!?:,;()[]{}\"'‘’“”«»|—–_-…†‡#&@~\\`•·−§*"
)

// alike gives marks of one use one id.
var alike = strings.NewReplacer("[", "(", "{", "(", "]", ")", "}", ")", "—", ",", "–", ",", "|", ",")

// chunk reads a run of characters without white space: the marks around it and what is left between them.
func (l *lexer) chunk(start, end int) {
	s := l.text[start:end]
	from := end - len(strings.TrimLeft(s, openers))
	to := max(from, start+len(strings.TrimRight(s, closers)))
	if to < end && strings.HasSuffix(l.text[from:to], "(") { // of a call: "open()"
		to++
	}
	l.marks(start, from)
	l.core(from, to)
	l.marks(to, end)
}

// core reads what is left of a chunk once the punctuation around it is off.
func (l *lexer) core(start, end int) {
	s := l.text[start:end]
	n, separator, named := numberLength(s), strings.IndexAny(s, "-–/"), isName(s)
	switch {
	case n > 0:
		l.numeric(start, end, n)
	case named && !words.Function.Has(strings.ToLower(s)): // "MUST" is a word
		l.name(start, end)
	case separator > 0 && !named:
		_, size := utf8.DecodeRuneInString(s[separator:])
		l.core(start, start+separator)
		l.core(start+separator+size, end)
	case strings.ContainsFunc(s, unicode.IsLetter):
		l.word(start, end)
	default:
		l.marks(start, end)
	}
}

// numeric reads a chunk that begins with a number of n bytes: "6-10", "112-bit", "3rd", "64KiB", "3a".
func (l *lexer) numeric(start, end, n int) {
	rest := l.text[start+n : end]
	dash, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "", isOrdinalSuffix(rest):
		l.number(start, end)
	case (dash == '-' || dash == '–') && len(rest) > size && isAlphanumeric(rest[size]):
		l.number(start, start+n)
		l.core(start+n+size, end)
	case words.IsUnit(rest):
		l.number(start, start+n)
		l.word(start+n, end)
	default:
		l.name(start, end)
	}
}

func (l *lexer) add(a atom, start, end int) {
	a.start, a.end, a.text = start, end, l.text[start:end]
	l.out = append(l.out, a)
	l.opened = false
}

func (l *lexer) number(start, end int) {
	l.add(atom{id: l.text[start:end], norm: l.text[start:end], trait: content | name | digits}, start, end)
}

// marks adds characters that are neither letters nor figures, one by one. What is no punctuation, as "+" and "✓" are
// none, counts.
func (l *lexer) marks(start, end int) {
	for i, r := range l.text[start:end] {
		s, opened := string(r), l.opened
		a := atom{id: alike.Replace(s), norm: s, trait: mark | content}
		if strings.Contains(punctuation, s) {
			a.trait = mark | glue
		}
		l.add(a, start+i, start+i+utf8.RuneLen(r))
		l.opened = strings.Contains(".!?:|", s) || opened && strings.Contains("(\"“*", s)
	}
}

func (l *lexer) name(start, end int) {
	norm := strings.TrimRight(strings.ToLower(l.text[start:end]), "()") // of a call: open() is open
	norm = dispossessed(norm)
	l.add(atom{id: norm, norm: norm, trait: content | name}, start, end)
}

// dispossessed is a lower-case word without its possessive ending.
func dispossessed(s string) string {
	s = strings.ReplaceAll(s, "’", "'")
	if rest, ok := strings.CutSuffix(s, "'s"); ok && len(rest) > 1 {
		return rest
	}
	return strings.TrimSuffix(s, "'")
}

func (l *lexer) word(start, end int) {
	norm := dispossessed(strings.ToLower(l.text[start:end]))
	a := atom{id: words.Stem(norm), norm: norm}
	first, _ := utf8.DecodeRuneInString(l.text[start:end])
	if !words.Function.Has(norm) {
		a.trait = content
		if unicode.IsUpper(first) && !l.opened {
			a.trait |= proper
		}
	}
	if compared(norm) && !compared(a.id) { // "faster" says more than "fast"
		a.id = norm
	}
	if words.Glue.Has(norm) {
		a.trait |= glue
	}
	if words.Preposition.Has(norm) {
		a.trait |= preposition
	}
	if a.id == "be" {
		a.trait |= glue
	}
	if a.id == "be" || words.Verb.Has(a.id) {
		a.trait |= verb
	}
	l.add(a, start, end)
}

// compared tells comparatives and superlatives from the rest.
func compared(w string) bool { return strings.HasSuffix(w, "er") || strings.HasSuffix(w, "est") }

// isName tells an identifier, a path, an acronym or a designation like ML-KEM-768 from a word and from a mark.
func isName(s string) bool {
	letters, uppers, before := 0, 0, rune(0)
	figure, sign := false, false
	for i, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) {
				uppers++
				sign = sign || unicode.IsLower(before)
			}
		case unicode.IsNumber(r):
			figure = true
		case strings.ContainsRune("-–/", r):
			sign = sign || i == 0
		case r != '\'' && r != '’':
			sign = true
		}
		before = r
	}
	return figure || letters > 0 && (sign || uppers > 1)
}

func isOrdinalSuffix(s string) bool { return s == "st" || s == "nd" || s == "rd" || s == "th" }
func isAlphanumeric(c byte) bool    { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }
