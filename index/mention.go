package index

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
	last  string // its last part
	owner string // what stands before that
	code  bool   // it is written as code
	used  bool   // a plain word, used as a name is
}

// The ways to use a plain word as the name of a symbol; W stands for the word.
var asName = [...]string{
	`\b(?:function|method|class|property|attribute|decorator|constructor|exception)\s+W\b`,
	`\bW\s+(?:function|method|class|property|decorator|exception|constructor|object|instance)s?\b`,
	`\b(?:do(?:es)?|can|will|should|must)\s+W\s+(?:take|accept|return|raise|throw|do|need|expect|yield|give|support|use|have|inherit|extend|of)\b`,
	`\b(?:call|use|using|import|invoke|subclass)\s+(?:the\s+)?W\b`,
	`\b(?:signature|arguments?|parameters?|defaults?|examples?|usage|results?|class(?:es)?|methods?|fields?|attributes?|members?)\s+(?:\w+\s+)?(?:of|to)\s+(?:the\s+)?W\b`,
}

// NamesSymbol tells whether a question names a symbol, or a member of it: then its card is found first.
func NamesSymbol(q Question, symbol string) bool { return worth(symbol, mentions(q)) >= named }

// usedAsName tells whether a plain word of a question is used as a symbol's name is: "what does encode return". A capital
// in the middle of a sentence is one, too.
func usedAsName(text, word string) bool {
	if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) && !strings.HasPrefix(text, word) {
		return true
	}
	for _, form := range asName {
		if re, err := regexp.Compile(`(?i)` + strings.ReplaceAll(form, "W", regexp.QuoteMeta(word))); err == nil && re.MatchString(text) {
			return true
		}
	}
	return false
}

// mentions lists the words of a question, each once, without the punctuation around them.
func mentions(q Question) []mention {
	var out []mention
	for _, w := range strings.Fields(q.Text) {
		w = strings.Trim(w, "?!,;:\"'“”‘’")
		code := strings.ContainsAny(w, "`(")
		w, _, _ = strings.Cut(strings.Trim(w, "`"), "(")
		w = strings.Trim(w, "`?!.,;:\"'“”‘’)[]{}")
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		if utf8.RuneCountInString(w) < shortestWord {
			continue
		}
		m := mention{text: w, last: lastPart(w)}
		m.owner = strings.TrimRight(strings.TrimSuffix(w, m.last), "./:")
		m.code = code || codeName.MatchString(w) || m.last != w || isIdentifier(w)
		m.used = !m.code && usedAsName(q.Text, w)
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// lastPart is what follows the last dot, slash or pair of colons of a name.
func lastPart(name string) string {
	return name[strings.LastIndexAny(name, "./:")+1:]
}

// worth is what the words of a question are worth to a card.
func worth(name string, words []mention) float64 {
	last := lastPart(name)
	best, at := 0.0, -1
	if namedByWords(last, words) {
		best = phraseName
	}
	for i := range words {
		w := &words[i]
		x := 0.0
		tail, whole := strings.CutSuffix(name, w.text)
		switch {
		case whole && tail == "":
			x = wholeName
		case whole && !strings.HasSuffix(tail, ".") && !strings.HasSuffix(tail, "/"):
		case whole && w.last != w.text:
			x = tailName
		case whole && w.code:
			x = lastName
		case w.owner != "" && endsIn(name, w.owner):
			x = ownerName
		case w.last != w.text && w.last == last:
			x = memberName
		case whole && w.used, w.code && strings.EqualFold(w.text, last):
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
	for _, part := range strings.FieldsFunc(strings.TrimSuffix(name, last), func(r rune) bool { return r == '.' || r == '/' || unicode.IsSpace(r) }) {
		for i := range words {
			if i != at && (words[i].text == part || words[i].last == part) {
				best += partName
				break
			}
		}
	}
	return best
}

// endsIn tells whether a qualified name is a tail of it, or ends in one.
func endsIn(name, tail string) bool {
	rest, ok := strings.CutSuffix(name, tail)
	return ok && (rest == "" || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "/"))
}

// namedByWords tells whether the words of a question are those that a name is made of: decode_frame by "decode a frame".
func namedByWords(last string, words []mention) bool {
	parts := nameParts(last)
	if len(parts) < 2 {
		return false
	}
	for _, part := range parts {
		if !slices.ContainsFunc(words, func(m mention) bool { return !m.code && sameWord(m.text, part) }) {
			return false
		}
	}
	return true
}

// nameParts are the words of an identifier, in lower case: decode_frame, DecodeFrame and decodeFrame have the same.
func nameParts(name string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if start < end {
			out = append(out, strings.ToLower(name[start:end]))
		}
		start = end
	}
	for i, r := range name {
		switch {
		case r == '_':
			flush(i)
			start = i + 1
		case unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(name[i-1])):
			flush(i)
		}
	}
	flush(len(name))
	return out
}

// sameWord compares a word with a part of a name, but for its ending: flags and flag, required and require.
func sameWord(word, part string) bool {
	long, short := strings.ToLower(word), part
	if len(long) < len(short) {
		long, short = short, long
	}
	return len(short) >= shortestWord && strings.HasPrefix(long, strings.TrimSuffix(short, "e")) && len(long)-len(short) <= 3
}
