package guard

import (
	"strings"
	"unicode"

	"ibid/guard/words"
)

// Limits of a selected text.
const (
	SelectionTokens     = 2_000
	SelectionCharacters = 10_000 // whatever the tokens are
)

// Truncation is a selected text, cut to the limits if need be.
type Truncation struct {
	Text      string // a prefix of what was selected: offsets into one are offsets into the other
	Tokens    int    // in Text, as CountTokens counts
	Truncated bool
}

// Truncate cuts a selected text to SelectionTokens and SelectionCharacters. It cuts after a whole sentence, list item,
// table row or code block; only if more than half of the room would be lost, because one of them is that long, it cuts
// inside that one, after a line or else after a word.
func Truncate(text string) Truncation {
	limit, _ := prefixWithin(text, SelectionTokens, SelectionCharacters)
	if limit < len(text) {
		limit = cutBefore(text, limit)
	}
	kept := text[:limit]
	return Truncation{Text: kept, Tokens: CountTokens(kept), Truncated: limit < len(text)}
}

// cutBefore returns the best place to cut text at limit or before it.
func cutBefore(text string, limit int) int {
	const lookAhead = 1 << 12 // bytes beyond the limit that show what the limit cuts through
	best := 0
	for _, s := range Parse(text[:min(len(text), limit+lookAhead)]).Sentences {
		if s.End > limit {
			break
		}
		best = s.End
	}
	if best >= limit/2 {
		return best
	}
	if i := strings.LastIndexByte(text[:limit], '\n'); i >= limit/2 {
		return i
	}
	if i := strings.LastIndexAny(text[:limit], " \t\n"); i >= limit/2 {
		return i
	}
	return limit
}

// CountTokens estimates how many tokens a language model sees in text: one for every six letters of a word or three
// digits of a number, begun or whole, one for every other character that is not white space, and one for a line end.
// The estimate is made without the model's vocabulary; on English prose and on code it is somewhat high.
func CountTokens(text string) int {
	_, tokens := prefixWithin(text, len(text), len(text))
	return tokens
}

// prefixWithin returns the length of the longest prefix of text with so many tokens and characters, and its tokens.
func prefixWithin(text string, tokens, characters int) (length, total int) {
	c := tokenCounter{}
	for i, r := range text {
		total = c.total
		c.add(r)
		if characters--; characters < 0 || c.total > tokens {
			return i, total
		}
	}
	return len(text), c.total
}

// tokenCounter counts along a text.
type tokenCounter struct {
	total int
	run   int  // letters or digits since the last token began
	digit bool // the run is one of digits
}

func (c *tokenCounter) add(r rune) {
	const lettersPerToken, digitsPerToken = 6, 3
	limit := 0
	switch {
	case r >= '0' && r <= '9':
		limit = digitsPerToken
	case unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		limit = lettersPerToken
	case r != '\n' && unicode.IsSpace(r):
		c.run = 0
		return
	default:
		c.total++
		c.run = 0
		return
	}
	if digit := limit == digitsPerToken; c.run == 0 || c.run == limit || digit != c.digit {
		c.total++
		c.run, c.digit = 0, digit
	}
	c.run++
}

// Overlap compares the words of an answer with those of a selected text.
type Overlap struct {
	Ratio   float64  // the share of the answer's distinct content words that the selection has too; 0 without any
	Missing []string // the content words that it does not have, as the answer spells them first: names and numbers, then the rest
}

// Explain says in words what the selection lacks: "the answer mentions Kubernetes, which is not in the selection".
// It is empty if nothing is missing.
func (o Overlap) Explain() string {
	const most = 3
	named := o.Missing[:min(len(o.Missing), most)]
	switch len(named) {
	case 0:
		return ""
	case 1:
		return "the answer mentions " + named[0] + ", which is not in the selection"
	}
	return "the answer mentions " + strings.Join(named[:len(named)-1], ", ") + " and " + named[len(named)-1] +
		", which are not in the selection"
}

// SelectionOverlap returns how much of the wording of an answer's claims is in the selection. Words are compared by
// their English stem, function words left out.
func SelectionOverlap(claims []string, selection string) Overlap {
	present := make(map[string]bool)
	eachWord(selection, func(w string) { present[wordKey(w)] = true })

	seen := make(map[string]bool)
	var names, others []string
	shared := 0
	for _, claim := range claims {
		first := true
		eachWord(claim, func(w string) {
			starts := first
			first = false
			key := wordKey(w)
			if seen[key] || words.Function.Has(strings.ToLower(w)) {
				return
			}
			seen[key] = true
			switch {
			case present[key]:
				shared++
			case isNamed(w, starts):
				names = append(names, w)
			default:
				others = append(others, w)
			}
		})
	}
	o := Overlap{Missing: append(names, others...)}
	o.Ratio = share(shared, len(o.Missing))
	return o
}

// eachWord calls f with the words of s: letters and digits, with the joints that identifiers and numbers have.
func eachWord(s string, f func(string)) {
	for _, field := range strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune("-_.'’", r)
	}) {
		if w := strings.Trim(field, "-_.'’"); w != "" {
			f(w)
		}
	}
}

// wordKey is the form under which words are compared.
func wordKey(w string) string {
	w = strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(w), "’", "'"), "'s")
	const longestStemmed = 40 // bytes; longer ones are no English words
	if len(w) > longestStemmed || strings.ContainsAny(w, "-_.0123456789") {
		return w
	}
	return words.Snowball(w)
}

// isNamed tells that a word is a name, an identifier or a number. A capital at the start of a sentence says nothing.
func isNamed(w string, starts bool) bool {
	for i, r := range w {
		if unicode.IsDigit(r) || r == '_' || unicode.IsUpper(r) && (i > 0 || !starts) {
			return true
		}
	}
	return false
}
