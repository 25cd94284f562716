package index

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
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
	used := usedAsNames(q.Text)
	for _, field := range strings.Fields(q.Text) {
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

// usedForms are the ways to use a plain word as the name of a symbol, which is their group.
var usedForms = sync.OnceValue(func() (out []*regexp.Regexp) {
	for _, form := range []string{
		`\b(?:function|method|class|property|attribute|decorator|constructor|exception)\s+W`,
		`W\s+(?:function|method|class|property|decorator|exception|constructor|object|instance)s?\b`,
		`\b(?:do|does|can|will|should|must)\s+W\s+` +
			`(?:take|accept|return|raise|throw|do|need|expect|yield|give|support|use|have|inherit|extend|of)\b`,
		`\b(?:call|use|using|import|invoke|subclass)\s+(?:the\s+)?W`,
		`\b(?:signature|arguments?|parameters?|defaults?|examples?|usage|results?|class(?:es)?|methods?|fields?|` +
			`attributes?|members?)\s+(?:\w+\s+)?(?:of|to)\s+(?:the\s+)?W`,
	} {
		out = append(out, regexp.MustCompile("(?i)"+strings.ReplaceAll(form, "W", `([\pL\pN_][\pL\pN_-]*)`)))
	}
	return out
})

// usedAsNames are the words of a question, in lower case, that are used as a symbol's name is: encode in "what does encode return".
func usedAsNames(text string) map[string]bool {
	out := map[string]bool{}
	for _, form := range usedForms() {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			out[strings.ToLower(m[1])] = true
		}
	}
	return out
}
