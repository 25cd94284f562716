package engine

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

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
	text := guard.Sanitize(t.draft.Text)
	if strings.TrimRight(t.marked.Text, " \n") == text {
		t.marked.Text = text
	} else { // it is not what was told while it was written
		t.marked = &guard.Draft{}
		x.parse(t.marked, text)
	}
	if t.marked.Text != t.draft.Text {
		t.rewrite(StageSanitise, []string{"the draft has characters that cannot be seen or that control a terminal"}, t.draft.Text)
	}
	if !strings.ContainsFunc(t.marked.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		t.refuse(guard.BrokenDraft, "the generator wrote nothing")
	} else if guard.HasFence(t.marked.Text) {
		t.refuse(guard.BrokenDraft, "the draft repeats the prompt")
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

// maxDraft is how many bytes of a draft are checked: more is no answer.
const maxDraft = 64 << 10

// certain is the support from which a sentence may be given the marker of the one chunk that supports it. It is far
// above what a sentence needs that names its chunk itself: here the guard alone says where it comes from.
const certain = 0.9

// maxGiven is how many sentences of a draft are looked up in all of the evidence.
const maxGiven = 16

// backward opens a sentence that speaks of what the one before it names: alone it may fit a chunk about something else.
var backward = regexp.MustCompile(`(?i)^\W*(?:it|its|they|their|this|that|these|those|such|he|she|his|her|both|the (?:former|latter|same|others?))\b`)

// giveMarkers gives the sentences that cite nothing the marker of their chunk, where exactly one supports them and does
// so for certain.
func (x *run) giveMarkers(t *attempt) {
	var reasons []string
	before, left := t.marked.Text, maxGiven
	for i := range t.marked.Sentences {
		s := &t.marked.Sentences[i]
		if x.giveMarker(s, &left); s.Given != "" {
			reasons = append(reasons, fmt.Sprintf("“%s” cites nothing, and stands in %s alone", guard.Shorten(s.Text), s.Given))
		}
	}
	t.rewrite(StageRepair, reasons, before)
}

// giveMarker gives one sentence its marker, unless no more may be looked up. A number alone says nothing.
func (x *run) giveMarker(s *guard.Sentence, left *int) {
	claims := (s.Kind == guard.Prose || s.Kind == guard.Item) && strings.ContainsFunc(s.Text, unicode.IsLetter)
	if len(s.Markers) > 0 || !claims || backward.MatchString(s.Text) || *left == 0 {
		return
	}
	*left--
	only := ""
	for _, key := range x.keys {
		got := x.support(s.Text, []string{key})
		if got.Verdict == guard.Supported && (only != "" || got.Score < certain) {
			return
		}
		if got.Verdict == guard.Supported {
			only = key
		}
	}
	if only != "" {
		s.Give(only)
	}
}
