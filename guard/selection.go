package guard

import (
	"regexp"
	"strings"

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

// Truncate cuts a selected text to SelectionTokens and SelectionCharacters, after a whole sentence, item, row or block
// of code; only if more than half of the room would be lost, because one of them is that long, it cuts after a word.
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

var contentWord = regexp.MustCompile(`[\pL\p{Nd}](?:[\pL\p{Nd}\p{Mn}_.'’-]*[\pL\p{Nd}\p{Mn}])?`)

// SelectionOverlap returns the share of the distinct content words of an answer's claims that the selection has too; 0
// without any. Words are compared by their English stem, function words left out.
func SelectionOverlap(claims []string, selection string) float64 {
	present, asked := make(map[string]bool), make(map[string]bool)
	for _, w := range contentWord.FindAllString(selection, -1) {
		present[wordKey(w)] = true
	}
	shared := 0
	for _, w := range contentWord.FindAllString(strings.Join(claims, "\n"), -1) {
		key := wordKey(w)
		if !asked[key] && !words.Function.Has(strings.ToLower(w)) {
			if asked[key] = true; present[key] {
				shared++
			}
		}
	}
	return share(shared, len(asked)-shared)
}

// wordKey is the form under which words are compared.
func wordKey(w string) string {
	const longest = 40 // bytes of an English word
	w = strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(w), "’", "'"), "'s")
	return words.Snowball(w[:min(len(w), longest)])
}
