package tui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/session"
	"ibid/ui/text"
)

// phase is how far a turn has come.
type phase int

const (
	waiting   phase = iota // for the index
	searching              // or reading what changed
	drafting               // the evidence is there
	answered               // or refused
	failed                 // there is no answer, and will be none
)

// turn is one question and what became of it.
type turn struct {
	typed     string // the question as it was written
	question  Question
	projects  []string // that narrow it
	narrowed  bool     // its mentions were read
	notes     []string // what is to be said of them
	saved     bool     // the session has the question
	literal   bool     // it is no follow-up, whatever it leaves out
	at        time.Time
	folder    string   // that its paths start from
	roots     []string // of the documents
	elsewhere bool     // these are others than those that are open
	phase     phase

	evidence []engine.Evidence // as soon as it is found
	draft    string            // of which only the checked sentences are verified
	checked  []checked
	drafts   int // that were begun
	tokens   int
	writer   string // of the draft
	why      string // it is not the first one

	answer   *engine.Answer // nil until it is read from the session
	refused  bool           // it is a refusal
	exchange engine.Exchange
	kept     *session.Session // that its answer is read from
	number   int              // of the turn in it
	problem  string           // why there is no answer

	sentence int // the one under the cursor
	view     answerView
}

// checked is a sentence of a draft that was checked: where it ends, and the verdict.
type checked struct {
	end     int
	verdict guard.Verdict
}

// fail ends a turn without an answer. Of a draft what was checked stays.
func (t *turn) fail(why string) {
	t.phase, t.problem = failed, why
	end := 0
	if n := len(t.checked); n > 0 {
		end = t.checked[n-1].end
	}
	if t.draft = t.draft[:end]; end == 0 {
		t.view = answerView{}
	}
}

// take gives a turn its answer. What was told while it was made is in it.
func (t *turn) take(a *engine.Answer) {
	t.answer, t.phase, t.refused = a, answered, a.Refused
	t.exchange = engine.Exchange{Question: cmp.Or(a.Asked, t.question.Text), Answer: a.Text}
	t.evidence, t.draft, t.checked = nil, "", nil
	t.view.of, t.view.parts = layoutOf{}, nil // what is shown stays until the answer is laid out
	if t.refused {
		t.view.lines = nil // a refusal is not laid out
	}
}

// about is the text that alone may answer, nil for the documents.
func (t *turn) about() *Selected {
	if t.checks() {
		return nil
	}
	return t.question.Selected
}

// checks tells that a text was held against the documents: nothing was asked.
func (t *turn) checks() bool { return t.question.Selected != nil && t.question.Selected.Check }

// outcome says in a few words what became of a turn: of a text that was verified how many sentences have which sign.
func (t *turn) outcome() string {
	if !t.checks() || t.answer.Refused {
		return strings.TrimSuffix(text.Outcome(t.answer), text.NotJudged)
	}
	var words []string
	count := map[string]int{}
	for _, s := range t.answer.Sentences {
		_, word := text.SentenceMark(&s)
		if count[word]++; count[word] == 1 {
			words = append(words, word)
		}
	}
	for i, word := range words {
		words[i] = fmt.Sprintf("%d %s", count[word], word)
	}
	return "verified: " + strings.Join(words, ", ")
}

// found is the evidence of a turn: that of its answer, or what is there before it.
func (t *turn) found() []engine.Evidence {
	if t.answer != nil {
		return t.answer.Evidence
	}
	return t.evidence
}

// quotes are what bears out the current sentence, or all that the answer cites where there is none.
func (t *turn) quotes() []guard.Quote {
	a := t.answer
	if a == nil {
		return nil
	}
	if a.Refused {
		return []guard.Quote{a.Nearest}
	}
	if s, ok := t.current(); ok {
		return s.Quotes
	}
	var out []guard.Quote
	for _, s := range a.Sentences {
		out = append(out, s.Quotes...)
	}
	return out
}

// current is the sentence under the cursor.
func (t *turn) current() (guard.Sentence, bool) {
	if t.answer == nil || t.sentence < 0 || t.sentence >= len(t.answer.Sentences) {
		return guard.Sentence{}, false
	}
	return t.answer.Sentences[t.sentence], true
}
