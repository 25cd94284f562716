package symbol

import (
	"strings"
	"unicode"
)

// wordsOf are the words that a name is made of, in lower case: HTTPServer.read_text2 gives http, server, read, text2.
func wordsOf(name string) []string {
	var words []string
	start := -1
	runes := []rune(name)
	flush := func(end int) {
		if start >= 0 && end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = -1
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			continue
		case start < 0:
			start = i
			continue
		case unicode.IsUpper(r):
			after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || after {
				flush(i)
				start = i
			}
		}
	}
	flush(len(runes))
	return words
}

// LastPart is what follows the last dot, slash or colon of a qualified name: encode of json.JSONEncoder.encode.
func LastPart(name string) string { return name[strings.LastIndexAny(name, "./:")+1:] }

// EndsIn tells whether a qualified name is tail, or ends in tail behind a dot or a slash: json.JSONEncoder.encode
// ends in JSONEncoder.encode, but not in coder.encode.
func EndsIn(name, tail string) bool {
	rest, ok := strings.CutSuffix(name, tail)
	return ok && (rest == "" || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "/"))
}
