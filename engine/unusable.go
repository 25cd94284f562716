package engine

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
)

const (
	maxDraft  = 64 << 10 // bytes; more is no answer, and dear to check
	maxSame   = 3        // times that a draft may say one sentence
	maxPhrase = 4        // times that a sentence may say one run of words
	phrase    = 4        // words of such a run
)

// controlToken is what parts the turns of a chat in a model's prompt: <|im_end|>, <|start_header_id|>.
var controlToken = regexp.MustCompile(`<\|[\w -]{1,40}\|>`)

// unusable says why a draft is no answer, whatever its sentences say; "" if it may be one.
func (x *examiner) unusable(draft string) string {
	switch {
	case len(draft) > maxDraft:
		return fmt.Sprintf("the draft is %d bytes long; more than %d are no answer", len(draft), maxDraft)
	case !strings.ContainsFunc(draft, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "the generator wrote nothing"
	case guard.HasFence(draft):
		return "the draft repeats the prompt"
	}
	for _, token := range controlToken.FindAllString(draft, -1) {
		if !x.holds(token) {
			return fmt.Sprintf("the draft runs on into the prompt's own sign %q", token)
		}
	}
	if s, n := repeated(draft); n > maxSame {
		return fmt.Sprintf("the draft says “%s” %d times", shorten(s), n)
	}
	if w := x.stutter(draft); w != "" {
		return fmt.Sprintf("the draft repeats “%s” on end", shorten(w))
	}
	return ""
}

// holds tells whether the evidence has a text to the letter.
func (x *examiner) holds(text string) bool {
	for i := range x.request.Evidence {
		if strings.Contains(x.request.Evidence[i].Text, text) {
			return true
		}
	}
	return false
}

// repeated finds the sentence that a draft says most often. Labels too short to say anything do not count, nor does code.
func repeated(draft string) (sentence string, times int) {
	count := map[string]int{}
	for _, s := range guard.Split(draft) {
		if s.Kind == guard.Code || s.Kind == guard.Heading {
			continue
		}
		said := strings.ToLower(strings.TrimRight(OneLine(s.Claim()), " .!?"))
		if utf8.RuneCountInString(said) < shortestStatement {
			continue
		}
		if count[said]++; count[said] > times {
			sentence, times = OneLine(s.Claim()), count[said]
		}
	}
	return sentence, times
}

// stutter finds a run of words that a sentence says too often, be it one word that follows itself. Numbers may be repeated
// as often as the evidence repeats them: a table of zeros, a dump of bytes.
func (x *examiner) stutter(draft string) string {
	for _, s := range guard.Split(draft) {
		if s.Kind == guard.Code {
			continue
		}
		count := map[string]int{}
		words := strings.Fields(strings.ToLower(s.Claim()))
		for i := range len(words) - phrase + 1 {
			said := strings.Join(words[i:i+phrase], " ")
			if count[said]++; count[said] > maxPhrase && (strings.ContainsFunc(said, unicode.IsLetter) || !x.holds(said)) {
				return said
			}
		}
	}
	return ""
}
