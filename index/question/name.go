package question

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard/sentence"
	"ibid/guard/words"
	"ibid/index/lexical"
)

// Name is something that a question names to the letter.
type Name struct {
	Text         string
	Forms        []string // Text, and what the documents say it stands for
	Noun, Number string   // of "error 418": its noun as an index term, and its number or letter; "" for other names
	Part         string   // of "Clause 2.1", where nothing else is asked: the number that it begins with, else ""
}

// Names are the identifiers, the numbered parts and the numbered things of a question. expand tells what the
// documents say that a name stands for.
func (q Question) Names(expand func(string) []string) []Name {
	var out []Name
	named := func(text string) Name { return Name{Text: text, Forms: append([]string{text}, expand(text)...)} }
	for _, id := range q.Identifiers {
		out = append(out, named(id))
	}
	for _, r := range q.References {
		out = append(out, named(r.String()))
		if len(q.Terms()) <= mostOfPart && strings.Contains("Section Clause Chapter Appendix Annex", r.Label) {
			out[len(out)-1].Part = r.Number // which often stands in front of its title without the label
		}
	}
	for _, n := range numberedThings(q.Text) {
		if !slices.ContainsFunc(out, func(o Name) bool { return ContainsWord(o.Text, n.Text) }) {
			out = append(out, n)
		}
	}
	return out
}

var (
	quoted = compiled(`["“` + "`" + `]([^"”` + "`" + `]{2,60})["”` + "`" + `]|` +
		`(?:^|[\s(])['‘]([^'’]{2,60})['’](?:[\s?.,;:)]|$)`)
	joint       = compiled(`[/=&]|\+\b`) // of a=1&b=2 and Alt+S; WOTS+ and Notepad++ end in theirs
	capitalised = compiled(`^\p{Lu}`)
	label       = compiled(`(?i)^(?:` + labels + `)s?$`)
	numberPart  = compiled(`^[0-9]+(?:[.-][0-9]+)*[A-Za-z]?$`) // 1.3 of TLS 1.3
	nameLike    = compiled(`\p{Nd}|.[_.^].|\p{Lu}.*\p{Lu}|^[^-]+\p{Lu}[^-]*$`)
	quantity    = compiled(`^[0-9][0-9.,]*(?:\^[0-9]+|-?[a-z]+)?$`)
	option      = compiled(`^(?:-[A-Za-z]|--[A-Za-z][\w-]*)$`)
	codeName    = compiled(`_|\(|^[a-z]\w*\.[a-z]|[a-z][A-Z]`)
)

// identifiers finds the words of a question that are names rather than language: with a digit, an inner capital,
// two capitals, an underscore or a dot inside, the options of programs, and what the question puts in quotation marks.
func identifiers(text string) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !hasFolded(out, s) {
			out = append(out, s)
		}
	}
	for _, m := range quoted().FindAllStringSubmatch(text, -1) {
		add(m[1] + m[2])
	}
	fields := append(strings.Fields(text), "")
	for i := 0; i+1 < len(fields); i++ {
		w, next := bareWord(fields[i]), bareWord(fields[i+1])
		named := isIdentifier(w) || i > 0 && capitalised().MatchString(w) // no first word
		switch {
		case i > 0 && measured(fields[i-1], w):
		case named && numberPart().MatchString(next) && !label().MatchString(w): // TLS 1.3
			add(w + " " + next)
			i++
		default:
			for _, part := range joint().Split(w, -1) {
				if isIdentifier(part) || IsOption(part) {
					add(part)
				}
			}
		}
	}
	return out
}

// hasFolded tells whether a word is in a list, in any case.
func hasFolded(list []string, word string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return strings.EqualFold(w, word) })
}

// IsOption tells whether a word is the option of a program: -F, --force.
func IsOption(word string) bool { return option().MatchString(word) }

// bareWord is a word without the punctuation around it and without a possessive.
func bareWord(w string) string {
	w = strings.Trim(w, "?!.,;:\"'“”‘’`()[]{}")
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
}

func isIdentifier(w string) bool {
	return nameLike().MatchString(w) && strings.ToUpper(w) != strings.ToLower(w) && !isQuantity(w)
}

// isQuantity tells a number, with or without its unit, which is no name: 1.5, 10ms, 1TiB.
func isQuantity(w string) bool {
	unit := strings.TrimLeft(w, "0123456789.,")
	return quantity().MatchString(w) || len(unit) < len(w) && words.IsUnit(unit)
}

// measured tells whether a word is the unit of the number that ends what stands before it.
func measured(before, word string) bool {
	last := before[strings.LastIndexByte(strings.TrimRight(before, " "), ' ')+1:]
	return isQuantity(bareWord(strings.TrimSpace(last)) + word)
}

// IsCode tells whether a word is written as a name of source code is.
func IsCode(word string) bool { return codeName().MatchString(word) || isIdentifier(word) }

var (
	numberedThing = compiled(`\b([A-Za-z][a-z]{2,}) ((?:0|[1-9][0-9]{0,4})(?:\.[0-9]+)*|[A-HJ-Z])` +
		`(?:[?!.,;:)"”’]|$| ([a-z]*))`)
	year         = compiled(`^(?:1[5-9]|20)[0-9]{2}$`)
	inflected    = compiled(`(?:s|ing|ed)$`)
	wholeRelease = compiled(`(?i)^(?:(\S+) |v)?[0-9]+$`)
)

// numberedThings are the things that a question tells from others of their kind by a number or a letter: error 418,
// version 3, a Class D probe. The number alone, or the noun alone, is something else.
func numberedThings(question string) []Name {
	var out []Name
	for _, m := range numberedThing().FindAllStringSubmatch(question, -1) {
		noun, number, next := strings.ToLower(m[1]), m[2], m[3]
		isYear := year().MatchString(number) && !words.Numbered.Has(noun)
		counts := isYear || words.Counting.Has(noun) || words.Month(noun) > 0
		isClass := unicode.IsLetter(rune(number[0])) && (noun != m[1] || words.ClassNoun.Has(noun))  // Class D
		measures := next != "" && !isClass && !words.BehindName.Has(next) && !words.Series.Has(noun) // 5 bar; old R scripts
		stem := Stems(noun)
		does := len(stem) == 1 && words.Verb.Has(stem[0]) && inflected().MatchString(noun) // it says 72
		if len(stem) == 1 && !counts && !measures && !does {
			name := m[1] + " " + number
			out = append(out, Name{Text: name, Forms: []string{name}, Noun: stem[0], Number: number})
		}
	}
	return out
}

// In tells whether a text has a name word for word, in any of its forms.
func (n *Name) In(text string) bool {
	holds := func(form string) bool { return ContainsWord(text, form) || releaseIn(text, form) }
	isVersion := n.Noun == "version" || n.Noun == "releas"
	return slices.ContainsFunc(n.Forms, holds) ||
		isVersion && (holds("v"+n.Number) || strings.Contains(n.Number, ".") && ContainsWord(text, n.Number)) ||
		n.Number != "" && n.numberIn(text) || n.Part != "" && n.begins(text)
}

// releaseIn tells whether a text has a release of what a name gives the whole number of: METIS 5.1 is METIS 5. Parts
// of documents have no releases.
func releaseIn(text, name string) bool {
	m := wholeRelease().FindStringSubmatch(name)
	return m != nil && !label().MatchString(m[1]) && anyCase(regexp.QuoteMeta(name)+`\.[0-9x]`).MatchString(text)
}

// numberIn tells whether a number follows its noun with nothing but other numbers between them: "classes A, B and C".
func (n *Name) numberIn(text string) bool {
	const (
		apart  = "[\\s,;:()/–—#`'\"“”*|-]+"
		listed = `(?:(?:and|or|to|through|no\.?|number|[0-9]+(?:\.[0-9]+)*|(?-i:[A-Z])|code)` + apart + `){0,5}`
	)
	noun := `(?:^|[\W_])` + strings.TrimSuffix(n.Noun, "i") + `[a-z]*`
	return ContainsWord(text, n.Number) &&
		anyCase(noun+apart+listed+regexp.QuoteMeta(n.Number)+`[.?!]*(?:`+apart+`|$)`).MatchString(text)
}

// begins tells whether a line of a text begins with the number of a part.
func (n *Name) begins(text string) bool {
	return regexp.MustCompile("(?m)^[ \t`-]*" + regexp.QuoteMeta(n.Part) + "[.`]* ").MatchString(text)
}

// ContainsWord tells whether a text holds a name as a whole word, in any spelling that sentence.Fold knows, and in
// any case unless it is one letter, the option of a program: "SHA3-25" is not in "SHA3-256", nor "-F" in "-f".
func ContainsWord(text, name string) bool {
	text, _ = sentence.Fold(text)
	name, _ = sentence.Fold(name)
	if len(name) != len("-F") || name[0] != '-' {
		text, name = strings.ToLower(text), strings.ToLower(name)
	}
	for from := 0; name != ""; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			break
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+i])
		if from += i + len(name); !wordRune(before) && !goesOn(text[from:]) {
			return true
		}
	}
	return false
}

const joins = "-._" // make one word of what stands on both sides of them

// goesOn tells whether a word goes on with a text: XQ is no word of XQ-77, but one of XQ/77.
func goesOn(text string) bool {
	next, size := utf8.DecodeRuneInString(text)
	ahead, _ := utf8.DecodeRuneInString(text[size:])
	return wordRune(next) || strings.ContainsRune(joins, next) && wordRune(ahead)
}

// Span is a run of bytes in a question.
type Span struct{ From, To int }

// occurrences are the places where a term stands in a text as words of their own, in any case.
func occurrences(text, term string) []Span {
	var out []Span
	for _, at := range anyCase(regexp.QuoteMeta(term)).FindAllStringIndex(text, -1) {
		before, size := utf8.DecodeLastRuneInString(text[:at[0]])
		beyond, _ := utf8.DecodeLastRuneInString(text[:at[0]-size])
		if term != "" && !wordRune(before) && !(strings.ContainsRune(joins, before) && wordRune(beyond)) && !goesOn(text[at[1]:]) {
			out = append(out, Span{at[0], at[1]})
		}
	}
	return out
}

// wordRune reports the characters that go on to a word: of those of East Asia any may begin or end one.
func wordRune(r rune) bool {
	return (sentence.IsWord(r) || unicode.IsMark(r)) && !lexical.IsEastAsian(r)
}
