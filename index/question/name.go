package question

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard/words"
)

// Name is something that a question names to the letter.
type Name struct {
	Text         string
	Forms        []string // Text, and what the documents say it stands for
	Noun, Number string   // of "error 418": its noun as an index term, and its number or letter; "" for other names
	Part         string   // of "Clause 2.1", where nothing else is asked: the number that it begins with; "" for other names
}

// Numbered tells that a name is a noun with a number or a letter: error 418.
func (n *Name) Numbered() bool { return n.Number != "" }

// Names are the identifiers, the numbered parts and the numbered things of a question. expand tells what the
// documents say that a name stands for.
func (q Question) Names(expand func(string) []string) []Name {
	var out []Name
	for i, t := range q.written() {
		out = append(out, Name{Text: t, Forms: append([]string{t}, expand(t)...)})
		if i -= len(q.Identifiers); i >= 0 && q.References[i].titled() && len(q.Terms()) <= mostOfPart {
			out[len(out)-1].Part = q.References[i].Number
		}
	}
	for _, n := range numberedThings(q.Text) {
		if !slices.ContainsFunc(out, func(o Name) bool { return ContainsWord(o.Text, n.Text) }) {
			out = append(out, n)
		}
	}
	return out
}

// written are the identifiers and the numbered parts of a question.
func (q Question) written() []string {
	out := slices.Clone(q.Identifiers)
	for _, r := range q.References {
		out = append(out, r.String())
	}
	return out
}

// capitalised are the names of a question in their order: what is written as one, and what has a capital. That of the
// first word is no sign of a name.
func (q Question) capitalised() []string {
	names := q.written()
	for i, w := range strings.Fields(q.Text) {
		w = bareWord(w)
		if r := []rune(w); i > 0 && len(r) > 1 && unicode.IsUpper(r[0]) &&
			!slices.ContainsFunc(names, func(n string) bool { return ContainsWord(n, w) || ContainsWord(w, n) }) {
			names = append(names, w)
		}
	}
	at := func(n string) int { return strings.Index(strings.ToLower(q.Text), strings.ToLower(n)) }
	slices.SortStableFunc(names, func(a, b string) int { return at(a) - at(b) })
	return names
}

var (
	quoted     = regexp.MustCompile(`["“` + "`" + `]([^"”` + "`" + `]{2,60})["”` + "`" + `]|(?:^|[\s(])['‘]([^'’]{2,60})['’](?:[\s?.,;:)]|$)`)
	quantity   = regexp.MustCompile(`^[0-9][0-9.,]*(?:\^[0-9]+|-?[a-z]+)?$`)
	codeName   = regexp.MustCompile(`_|\(|^[a-z]\w*\.[a-z]|[a-z][A-Z]`)
	numberPart = regexp.MustCompile(`^[0-9]+(?:[.-][0-9]+)*[A-Za-z]?$`)
	optionName = regexp.MustCompile(`^(?:-[A-Za-z]|--[A-Za-z][\w-]*)$`)
	labelWord  = regexp.MustCompile(`(?i)^(?:` + labels + `)s?$`)
)

// identifiers finds the words of a question that are names rather than language: with a digit, an inner capital,
// two capitals, an underscore or a dot inside, the options of programs, and what the question puts in quotation marks.
func identifiers(text string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !seen[strings.ToLower(s)] {
			seen[strings.ToLower(s)] = true
			out = append(out, s)
		}
	}
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		add(m[1] + m[2])
	}
	fields := strings.Fields(text)
	for i := 0; i < len(fields); i++ {
		w := bareWord(fields[i])
		if i > 0 && measured(fields[i-1], w) {
			continue
		}
		if i+1 < len(fields) && numbered(w, bareWord(fields[i+1]), i == 0) {
			add(w + " " + bareWord(fields[i+1]))
			i++
			continue
		}
		for _, part := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("/=&", r) || r == '+' && isChord(w) }) { // a=1&b=2 is no name
			if isIdentifier(part) || IsOption(part) {
				add(part)
			}
		}
	}
	return out
}

// IsOption tells whether a word is the option of a program: -F, --force.
func IsOption(word string) bool { return optionName.MatchString(word) }

// isChord tells whether a word is keys pressed together, which are written in many ways: Alt+S, [Alt] + [S]. A + at the end is part of a
// name: WOTS+, Notepad++.
func isChord(word string) bool { return strings.Contains(strings.TrimRight(word, "+"), "+") }

// bareWord is a word without the punctuation around it and without a possessive.
func bareWord(w string) string {
	w = strings.Trim(w, "?!.,;:\"'“”‘’`()[]{}")
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
}

// numbered tells whether two words are one name with its number: FIPS 206, SP 800-56A, TLS 1.3. A capital alone is no
// sign of a name at the start of a question.
func numbered(w, next string, first bool) bool {
	if !numberPart.MatchString(next) || labelWord.MatchString(w) || w == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(w)
	return isIdentifier(w) || unicode.IsUpper(r) && !first
}

func isIdentifier(w string) bool {
	upper, lower, digit, joint := 0, 0, 0, 0
	inner := false
	for i, r := range w {
		switch {
		case unicode.IsUpper(r):
			upper++
			inner = inner || i > 0
		case unicode.IsLower(r):
			lower++
		case unicode.IsDigit(r):
			digit++
		case (r == '_' || r == '.' || r == '^') && i > 0 && i < len(w)-1:
			joint++
		}
	}
	if upper+lower == 0 || isQuantity(w) {
		return false
	}
	return digit > 0 || joint > 0 || upper >= 2 || inner && upper > 0 && !strings.Contains(w, "-")
}

// isQuantity tells a number, with or without its unit, which is no name: 1.5, 10ms, 1TiB.
func isQuantity(w string) bool {
	unit := strings.TrimLeft(w, "0123456789.,")
	return quantity.MatchString(w) || len(unit) < len(w) && words.IsUnit(unit)
}

// measured tells whether a word is the unit of the number that ends what stands before it.
func measured(before, word string) bool {
	last := before[strings.LastIndexByte(strings.TrimRight(before, " "), ' ')+1:]
	return isQuantity(bareWord(strings.TrimSpace(last)) + word)
}

// IsCode tells whether a word is written as a name of source code is.
func IsCode(word string) bool { return codeName.MatchString(word) || isIdentifier(word) }

var (
	numberedThing = regexp.MustCompile(`\b([A-Za-z][a-z]{2,}) ((?:0|[1-9][0-9]{0,4})(?:\.[0-9]+)*|[A-HJ-Z])(?:[?!.,;:)"”’]|$| ([a-z]*))`)
	year          = regexp.MustCompile(`^(?:1[5-9]|20)[0-9]{2}$`)
)

// numberedThings are the things that a question tells from others of their kind by a number or a letter: error 418,
// version 3, a Class D probe. The number alone, or the noun alone, is something else.
func numberedThings(question string) []Name {
	var out []Name
	for _, m := range numberedThing.FindAllStringSubmatch(question, -1) {
		noun, number, next := strings.ToLower(m[1]), m[2], m[3]
		counts := words.Counting.Has(noun) || words.Month(noun) > 0 || year.MatchString(number) && !words.Numbered.Has(noun)
		measures := next != "" && !words.BehindName.Has(next) && !words.Series.Has(noun) // 5 bar; and old R scripts are no "old R"
		if unicode.IsLetter(rune(number[0])) {
			measures = measures && noun == m[1] && !words.ClassNoun.Has(noun)
		}
		if stem := Stems(noun); len(stem) == 1 && !counts && !measures && !((strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "ing") || strings.HasSuffix(noun, "ed")) && words.Verb.Has(stem[0])) { // "it says 72"
			name := m[1] + " " + number
			out = append(out, Name{Text: name, Forms: []string{name}, Noun: stem[0], Number: number})
		}
	}
	return out
}

// In tells whether a text has a name word for word, in any of its forms.
func (n *Name) In(text string) bool {
	for _, f := range n.Forms {
		if ContainsWord(text, f) || releaseIn(text, f) {
			return true
		}
	}
	if (n.Noun == "version" || n.Noun == "releas") && (ContainsWord(text, "v"+n.Number) || releaseIn(text, "v"+n.Number) || strings.Contains(n.Number, ".") && ContainsWord(text, n.Number)) {
		return true
	}
	return n.Numbered() && (n.listedIn(text) || n.codeIn(text)) || n.Part != "" && n.begunIn(text)
}

// titled tells that the number of a part stands in front of its title or its text, often without the label.
func (r Reference) titled() bool {
	return slices.Contains([]string{"Section", "Clause", "Chapter", "Appendix", "Annex"}, r.Label)
}

// begunIn tells whether a line of a text begins with the number of the part.
func (n *Name) begunIn(text string) bool {
	for line := range strings.Lines(text) {
		rest, begins := strings.CutPrefix(strings.TrimSpace(line), n.Part)
		if begins && strings.HasPrefix(strings.TrimPrefix(rest, "."), " ") {
			return true
		}
	}
	return false
}

// codeNouns are what programs and their manuals call one and the same number, as index terms.
var codeNouns = NewBag("status code error value exit")

// codeIn tells whether a text speaks of the number as such a code, "exits with an error code of 25", or lists it as
// the term of an entry.
func (n *Name) codeIn(text string) bool {
	if !codeNouns[n.Noun] || !ContainsWord(text, n.Number) {
		return false
	}
	for line := range strings.Lines(text) {
		if term, text, entry := strings.Cut(line, " | "); entry && strings.Trim(term, " -`") == n.Number && !strings.Contains(text, " | ") {
			return true
		}
	}
	said := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:()`'\"“”", r) })
	for i, w := range said {
		if s := Stems(w); len(s) != 1 || !codeNouns[s[0]] {
			continue
		}
		for i++; i < len(said) && slices.Contains([]string{"of", "is", "code", "value", "status"}, said[i]); i++ {
		}
		if i < len(said) && strings.TrimRight(said[i], ".?!") == n.Number {
			return true
		}
	}
	return false
}

// releaseIn tells whether a text has a release of what a name gives the whole number of: METIS 5.1 is METIS 5. Parts
// of documents have no releases.
func releaseIn(text, name string) bool {
	word, number, _ := strings.Cut(name, " ")
	if labelWord.MatchString(word) || strings.Trim(cmp.Or(number, strings.TrimPrefix(name, "v")), "0123456789") != "" {
		return false
	}
	text, name = strings.ToLower(text), strings.ToLower(name)+"."
	for _, after := range strings.Split(text, name)[1:] {
		if after != "" && (after[0] >= '0' && after[0] <= '9' || after[0] == 'x') {
			return true
		}
	}
	return false
}

// listReach is how many words may stand between the noun and its number in "classes A, B and C".
const listReach = 6

var listWord = regexp.MustCompile(`^(?:and|or|to|through|no\.?|number|[0-9]+(?:\.[0-9]+)*|[A-Z])$`)

// listedIn tells whether a number follows its noun with nothing but other numbers between them.
func (n *Name) listedIn(text string) bool {
	if !ContainsWord(text, n.Number) {
		return false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:()/–—-#`'\"“”*|", r) })
	for i, w := range words {
		if s := Stems(w); len(s) == 0 || s[0] != n.Noun {
			continue
		}
		for _, next := range words[i+1 : min(len(words), i+1+listReach)] {
			if next = strings.TrimRight(next, ".?!"); strings.EqualFold(next, n.Number) {
				return true
			}
			if s := Stems(next); !listWord.MatchString(next) && !(len(s) == 1 && s[0] == n.Noun) {
				break
			}
		}
	}
	return false
}
