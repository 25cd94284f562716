package guard

import (
	"regexp"
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

// Truncate cuts a selected text to SelectionTokens and SelectionCharacters, after a whole sentence, list item, table row
// or code block; only if more than half of the room would be lost, because one of them is that long, it cuts after a word.
func Truncate(text string) Truncation {
	limit, characters := len(text), 0
	for i := range text {
		if characters++; characters > SelectionCharacters {
			limit = i
			break
		}
	}
	if tokens := token.FindAllStringIndex(text[:limit], SelectionTokens+1); len(tokens) > SelectionTokens {
		limit = tokens[SelectionTokens][0]
	}
	kept := text[:limit]
	if limit < len(text) {
		const lookAhead = 1 << 12 // bytes beyond the limit that show what the limit cuts through
		best := 0
		for _, s := range Parse(text[:min(len(text), limit+lookAhead)]).Sentences {
			if s.End <= limit {
				best = s.End
			}
		}
		if best < limit/2 {
			best = strings.LastIndexAny(kept, " \t\n")
		}
		if best >= limit/2 {
			kept = text[:best]
		}
	}
	return Truncation{Text: kept, Tokens: CountTokens(kept), Truncated: len(kept) < len(text)}
}

// token is about what a language model takes for one: six letters of a word or three digits of a number, begun or
// whole, any other character that is not white space, and a line end.
var token = regexp.MustCompile(`[0-9]{1,3}|[\p{Latin}\p{Greek}\p{Cyrillic}\p{Arabic}\p{Hebrew}]{1,6}|\n|[^\s\p{Z}]`)

// CountTokens estimates how many tokens a language model sees in text. The estimate is made without the model's
// vocabulary; on English prose and on code it is somewhat high.
func CountTokens(text string) int { return len(token.FindAllStringIndex(text, -1)) }

// Overlap compares the words of an answer with those of a selected text.
type Overlap struct {
	Ratio   float64  // the share of the answer's distinct content words that the selection has too; 0 without any
	Missing []string // the content words that it does not have, as the answer spells them first
}

// Explain says in words what the selection lacks, "" if nothing.
func (o Overlap) Explain() string {
	if len(o.Missing) == 0 {
		return ""
	}
	return "the answer says what the selection does not: " + firstOf(o.Missing)
}

var contentWord = regexp.MustCompile(`[\pL\p{Nd}](?:[\pL\p{Nd}\p{Mn}_.'’-]*[\pL\p{Nd}\p{Mn}])?`)

// SelectionOverlap returns how much of the wording of an answer's claims is in the selection. Words are compared by
// their English stem, function words left out.
func SelectionOverlap(claims []string, selection string) (o Overlap) {
	seen := make(map[string]bool) // by the form under which words are compared
	present := make(map[string]bool)
	for _, w := range contentWord.FindAllString(selection, -1) {
		present[wordKey(w)] = true
	}
	shared := 0
	for _, w := range contentWord.FindAllString(strings.Join(claims, "\n"), -1) {
		key := wordKey(w)
		switch {
		case seen[key] || words.Function.Has(strings.ToLower(w)):
		case present[key]:
			shared++
		default:
			o.Missing = append(o.Missing, w)
		}
		seen[key] = true
	}
	o.Ratio = share(shared, len(o.Missing))
	return o
}

// wordKey is the form under which words are compared.
func wordKey(w string) string {
	w = strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(w), "’", "'"), "'s")
	const longestStemmed = 40 // bytes; longer ones are no English words
	if len(w) > longestStemmed || strings.ContainsFunc(w, func(r rune) bool { return r != '\'' && !unicode.IsLetter(r) }) {
		return w
	}
	return words.Snowball(w)
}
