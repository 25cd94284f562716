package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
)

// parseDraft takes the text of a draft apart, without characters that cannot be seen. It refuses what is no answer,
// whatever its sentences say.
func (x *run) parseDraft(t *attempt) bool {
	if t.draft.Code != "" {
		t.refuse(t.draft.Code, t.draft.Reason)
		t.declined = true
		return false
	}
	if n := len(t.draft.Text); n > maxDraft {
		t.refuse(guard.BrokenDraft, fmt.Sprintf("the draft is %d bytes long; more than %d are no answer", n, maxDraft))
		return false
	}
	t.marked = x.parse(guard.Sanitize(t.draft.Text))
	if t.marked.Text != t.draft.Text {
		t.rewrite(StageSanitise, []string{"the draft has characters that cannot be seen or that control a terminal"}, t.draft.Text)
	}
	if why := x.broken(t.marked); why != "" {
		t.refuse(guard.BrokenDraft, why)
	} else if guard.IsRefusal(t.marked) {
		t.refuse(guard.GeneratorRefused, "the generator found no answer in the evidence")
		t.declined = true
		if t.refusal = undocumented(t.marked); t.refusal != "" {
			t.reason = "the generator found nothing documented that does it: " + strings.TrimPrefix(t.refusal, guard.NotDocumentedPrefix)
		}
	}
	return !t.refused()
}

// undocumented is the refusal of a draft that says what has no documented API, "" for other drafts. Only its first
// sentence is kept, and not much of it: nothing that a refusal says has been checked.
func undocumented(d *guard.Draft) string {
	prefix := strings.TrimSpace(guard.NotDocumentedPrefix)
	if !strings.HasPrefix(strings.TrimSpace(d.Text), prefix) {
		return ""
	}
	for i := range d.Sentences {
		what := strings.TrimSpace(strings.TrimPrefix(d.Sentences[i].Text, prefix))
		if what, _, _ = strings.Cut(what, "\n"); what != "" {
			return guard.NotDocumentedPrefix + guard.Shorten(OneLine(strings.TrimSuffix(what, ".")))
		}
	}
	return ""
}

const (
	maxDraft  = 64 << 10 // bytes; more is no answer, and dear to check
	maxSame   = 3        // times that a draft may say one sentence
	maxPhrase = 4        // times that a sentence may say one run of words
	phrase    = 4        // words of such a run
)

// controlToken is what parts the turns of a chat in a model's prompt: <|im_end|>, <|start_header_id|>.
var controlToken = regexp.MustCompile(`<\|[\w -]{1,40}\|>`)

// broken says why a draft is no answer, "" if it may be one.
func (x *run) broken(d *guard.Draft) string {
	switch {
	case !strings.ContainsFunc(d.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "the generator wrote nothing"
	case guard.HasFence(d.Text):
		return "the draft repeats the prompt"
	}
	for _, token := range controlToken.FindAllString(d.Text, -1) {
		if !x.holds(token) {
			return fmt.Sprintf("the draft runs on into the prompt's own sign %q", token)
		}
	}
	if s, n := repeated(d); n > maxSame {
		return fmt.Sprintf("the draft says “%s” %d times", guard.Shorten(s), n)
	}
	if w := x.stutter(d); w != "" {
		return fmt.Sprintf("the draft repeats “%s” on end", guard.Shorten(w))
	}
	return ""
}

// holds tells whether the evidence has a text to the letter.
func (x *run) holds(text string) bool {
	return slices.ContainsFunc(x.request.Evidence, func(ev Evidence) bool { return strings.Contains(ev.Text, text) })
}

// repeated finds the sentence that a draft says most often. Labels too short to say anything do not count, nor does
// code.
func repeated(d *guard.Draft) (sentence string, times int) {
	count := map[string]int{}
	for i := range d.Sentences {
		s := &d.Sentences[i]
		said := OneLine(s.Text)
		key := strings.ToLower(strings.TrimRight(said, " .!?"))
		if s.Kind == guard.Code || s.Kind == guard.Heading || utf8.RuneCountInString(key) < shortestStatement {
			continue
		}
		if count[key]++; count[key] > times {
			sentence, times = said, count[key]
		}
	}
	return sentence, times
}

// stutter finds a run of words that a sentence says too often, be it one word that follows itself. Numbers may be
// repeated as often as the evidence repeats them, a table of zeros, a dump of bytes, and so may all of a sentence
// that stands in it: the forms of a function.
func (x *run) stutter(d *guard.Draft) string {
	for i := range d.Sentences {
		s := &d.Sentences[i]
		if s.Kind == guard.Code {
			continue
		}
		count := map[string]int{}
		words := strings.Fields(strings.ToLower(s.Text))
		for i := range len(words) - phrase + 1 {
			said := strings.Join(words[i:i+phrase], " ")
			if count[said]++; count[said] > maxPhrase && (strings.ContainsFunc(said, unicode.IsLetter) || !x.holds(said)) && !x.copied(s.Text) {
				return said
			}
		}
	}
	return ""
}

// copied tells whether a sentence stands in the evidence word for word.
func (x *run) copied(sentence string) bool {
	words := strings.TrimRight(OneLine(sentence), ".")
	return slices.ContainsFunc(x.request.Evidence, func(ev Evidence) bool { return strings.Contains(OneLine(ev.Text), words) })
}

const (
	// certain is the support from which a sentence may be given the marker of the one chunk that supports it. It is far
	// above what a sentence needs that names its chunk itself: here the guard alone says where it comes from.
	certain = 0.9

	maxGiven = 16 // sentences of a draft that are looked up in all of the evidence
)

// backward opens a sentence that speaks of what the one before it names: alone it may fit a chunk about something else.
var backward = regexp.MustCompile(`(?i)^\W*(?:it|its|they|their|this|that|these|those|such|he|she|his|her|both|the (?:former|latter|same|others?))\b`)

// giveMarkers gives the sentences that cite nothing the marker of their chunk, where exactly one supports them and does
// so for certain.
func (x *run) giveMarkers(t *attempt) {
	var reasons []string
	before, tried := t.marked.Text, 0
	for i := range t.marked.Sentences {
		s := &t.marked.Sentences[i]
		claims := (s.Kind == guard.Prose || s.Kind == guard.Item) && strings.ContainsFunc(s.Text, unicode.IsLetter) // a number alone says nothing
		if len(s.Markers) > 0 || !claims || backward.MatchString(s.Text) || tried == maxGiven {
			continue
		}
		tried++
		if key := x.onlySupport(s.Text); key != "" {
			s.Give(key)
			reasons = append(reasons, fmt.Sprintf("“%s” cites nothing, and stands in %s alone", guard.Shorten(s.Text), key))
		}
	}
	t.rewrite(StageRepair, reasons, before)
}

// onlySupport is the key of the one chunk that supports a claim, "" where none does for certain or more than one does.
func (x *run) onlySupport(claim string) string {
	only := ""
	for _, key := range x.keys {
		s := x.checker.Check(claim, x.passages[key])
		if s.Verdict != guard.Supported {
			continue
		}
		if only != "" || s.Score < certain {
			return ""
		}
		only = key
	}
	return only
}
