package index

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/question"
	"ibid/index/symbol"
)

const (
	// What a word of the question is worth to the card whose name it matches.
	wholeName     = 4.0 // json.JSONEncoder.encode
	tailName      = 3.5 // JSONEncoder.encode
	lastName      = 3.0 // encode, written as code: encode(), `encode`, raw_decode
	ownerName     = 2.5 // JSONEncoder.item_separator: the card of a class, for its member
	memberName    = 2.0 // e.encode: the last parts agree
	wordName      = 1.5 // encode, as a plain word that is used as a name
	phraseName    = 1.5 // raw_decode, by its words: how to decode raw text
	startOfName   = 1.0 // raw_dec
	partName      = 0.5 // for each further part of the name among the words: JSONEncoder
	shortestStart = 4   // characters that may start a name
	shortestWord  = 3   // characters of a plain word that may be a name
)

// mention is a word of a question that may name a symbol.
type mention struct {
	text  string
	lower string
	last  string // its last part
	owner string // what stands before that
	code  bool   // it is written as code
	used  bool   // a plain word, used as a name is
}

// Mentions are the words of a question that may name symbols, each once.
type Mentions []mention

// MentionsOf lists the words of a question, without the punctuation around them.
func MentionsOf(q question.Question) Mentions {
	var out Mentions
	fields := strings.Fields(q.Text)
	used := usedAsNames(fields)
	for _, field := range fields {
		w, code := bareName(field)
		if utf8.RuneCountInString(w) < shortestWord {
			continue
		}
		m := mention{text: w, lower: strings.ToLower(w), last: symbol.LastPart(w)}
		m.owner = strings.TrimRight(strings.TrimSuffix(w, m.last), "./:")
		m.code = code || m.last != w || question.IsCode(w)
		m.used = !m.code && (used[m.lower] || capitalInside(q.Text, w))
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// bareName is a word without the punctuation and the quotation marks around it, without arguments and a possessive.
// It tells whether the word is written as code.
func bareName(field string) (name string, code bool) {
	w := strings.Trim(field, "?!,;:\"'“”‘’")
	code = strings.ContainsAny(w, "`(")
	w, _, _ = strings.Cut(strings.Trim(w, "`"), "(")
	w = strings.Trim(w, "`?!.,;:\"'“”‘’)[]{}")
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s"), code
}

// capitalInside tells whether a word has a capital that is not that of a sentence's start.
func capitalInside(text, word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && !strings.HasPrefix(text, word)
}

// Name tells whether they are the name of a symbol, or of a member of it: then its card is found first.
func (words Mentions) Name(name string) bool { return words.worth(name) >= named }

// worth is what the words of a question are worth to a card.
func (words Mentions) worth(name string) float64 {
	last := symbol.LastPart(name)
	best, at := 0.0, -1
	if words.spell(last) {
		best = phraseName
	}
	for i := range words {
		w := &words[i]
		x := 0.0
		tail := symbol.EndsIn(name, w.text)
		switch {
		case name == w.text:
			x = wholeName
		case !tail && strings.HasSuffix(name, w.text): // the end of a longer name
		case tail && w.last != w.text:
			x = tailName
		case tail && w.code:
			x = lastName
		case w.owner != "" && symbol.EndsIn(name, w.owner):
			x = ownerName
		case w.last != w.text && w.last == last:
			x = memberName
		case tail && w.used, w.code && strings.EqualFold(w.text, last):
			x = wordName
		case w.code && utf8.RuneCountInString(w.text) >= shortestStart && (strings.HasPrefix(last, w.text) || strings.HasPrefix(name, w.text)):
			x = startOfName
		}
		if x > best {
			best, at = x, i
		}
	}
	if best == 0 {
		return 0
	}
	for part := range strings.FieldsFuncSeq(strings.TrimSuffix(name, last), func(r rune) bool { return r == '.' || r == '/' || unicode.IsSpace(r) }) {
		for i := range words {
			if i != at && (words[i].text == part || words[i].last == part) {
				best += partName
				break
			}
		}
	}
	return best
}

// spell tells whether plain words are those that a name is made of: decode_frame by "decode a frame".
func (words Mentions) spell(name string) bool {
	parts := 0
	for part := range nameParts(name) {
		parts++
		if !slices.ContainsFunc(words, func(m mention) bool { return !m.code && sameWord(m.lower, part) }) {
			return false
		}
	}
	return parts > 1
}

// nameParts are the words of an identifier, in lower case: decode_frame, DecodeFrame and decodeFrame have the same.
func nameParts(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i, r := range name {
			next := i
			switch {
			case r == '_':
				next++
			case i == 0 || !unicode.IsUpper(r) || unicode.IsUpper(rune(name[i-1])):
				continue
			}
			if start < i && !yield(strings.ToLower(name[start:i])) {
				return
			}
			start = next
		}
		if start < len(name) {
			yield(strings.ToLower(name[start:]))
		}
	}
}

// sameWord compares a word with a part of a name, both in lower case, but for its ending: flags and flag, required and require.
func sameWord(word, part string) bool {
	long, short := word, part
	if len(long) < len(short) {
		long, short = short, long
	}
	return len(short) >= shortestWord && strings.HasPrefix(long, strings.TrimSuffix(short, "e")) && len(long)-len(short) <= 3
}

// role is what a word tells of a plain word beside it, which may be the name of a symbol. A word may have several.
type role uint8

const (
	kindBefore role = 1 << iota // the function encode
	kindBehind                  // the encode function
	auxiliary                   // does encode …
	verbBehind                  // … return
	useBefore                   // call encode
	partBefore                  // the arguments of encode
)

// roles are those that words have, by the words in lower case.
var roles = func() map[string]role {
	out := map[string]role{}
	for r, words := range map[role]string{
		kindBefore: "function method class property attribute decorator constructor exception",
		kindBehind: "function functions method methods class property decorator decorators exception exceptions constructor constructors object objects instance instances",
		auxiliary:  "do does can will should must",
		verbBehind: "take accept return raise throw do need expect yield give support use have inherit extend of",
		useBefore:  "call use using import invoke subclass",
		partBefore: "signature argument arguments parameter parameters default defaults example examples usage result results class classes " +
			"method methods field fields attribute attributes member members",
	} {
		for _, w := range strings.Fields(words) {
			out[w] |= r
		}
	}
	return out
}()

// usedAsNames are the words among the fields of a question, in lower case, that are used as a symbol's name is: encode in "what
// does encode return". Punctuation between a word and what tells of it parts the two.
func usedAsNames(fields []string) map[string]bool {
	out := map[string]bool{}
	for n, field := range fields {
		name, _ := bareName(field)
		starts, ends := strings.HasPrefix(field, name), strings.HasSuffix(field, name)
		before, behind := roleBefore(fields, n), role(0)
		if n+1 < len(fields) {
			behind = roles[strings.ToLower(leadingWord(fields[n+1]))]
		}
		if starts && (before&(kindBefore|useBefore|partBefore) != 0 || ends && before&auxiliary != 0 && behind&verbBehind != 0) || ends && behind&kindBehind != 0 {
			out[strings.ToLower(name)] = true
		}
	}
	return out
}

// roleBefore is that of what stands before field n: "function", "call the", "default value of the".
func roleBefore(fields []string, n int) role {
	at := func(i int) role {
		if i < 0 {
			return 0
		}
		return roles[strings.ToLower(trailingWord(fields[i]))]
	}
	is := func(i int, word string) bool { return i >= 0 && strings.EqualFold(fields[i], word) }
	r := at(n-1) & (kindBefore | auxiliary | useBefore)
	if n--; is(n, "the") {
		n--
		r |= at(n) & useBefore
	}
	if is(n, "of") || is(n, "to") {
		r |= at(n-1) & partBefore
		if n > 0 && fields[n-1] == trailingWord(fields[n-1]) {
			r |= at(n-2) & partBefore
		}
	}
	return r
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// leadingWord is what a field starts with, up to its first punctuation.
func leadingWord(field string) string {
	i := 0
	for i < len(field) && isWordByte(field[i]) {
		i++
	}
	return field[:i]
}

// trailingWord is what a field ends with, behind its last punctuation.
func trailingWord(field string) string {
	i := len(field)
	for i > 0 && isWordByte(field[i-1]) {
		i--
	}
	return field[i:]
}
