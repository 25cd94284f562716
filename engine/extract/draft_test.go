package extract_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

// spy is the extractive generator, and keeps what it was asked and what it wrote.
type spy struct {
	extract.Generator
	request engine.Request
	draft   engine.Draft
}

func (s *spy) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	d, err := s.Generator.Draft(ctx, r, token)
	s.request, s.draft = r, d
	return d, err
}

// plain undoes what a source and an answer may differ in: white space, hyphens, full stops and the marks of items.
func plain(s string) string {
	s = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u2013", "-", "\u2014", "-", "\u00ad", "").Replace(s)
	return strings.Join(strings.Fields(s), " ")
}

// composed tells whether each part of a statement stands in one row of a table, or in a glossary's entry, of the chunk:
// "ML-KEM-768: encapsulation key 1184, ciphertext 1088".
func composed(statement string, ev *engine.Evidence) bool {
	text := plain(ev.Text)
	head, rest, ok := strings.Cut(strings.TrimSuffix(statement, "."), ": ")
	if !ok {
		head, rest = "", statement // a number at the head is read as the number of a step
	}
	for _, part := range append(strings.Split(rest, ", "), head) { // a number at the head stands behind its header, too
		words := strings.Fields(part)
		for len(words) > 0 && !strings.Contains(text, strings.Join(words, " ")) {
			found := false // the longest header at the start of the part; the value is the rest
			for n := len(words) - 1; n > 0; n-- {
				if strings.Contains(text, strings.Join(words[:n], " ")) {
					words, found = words[n:], true
					break
				}
			}
			if !found {
				return false
			}
		}
	}
	return true
}

// checkDraft fails unless every sentence of a draft stands in the chunk that it cites, word for word, or is put
// together from one of its tables or entries.
func checkDraft(t *testing.T, r engine.Request, d engine.Draft) {
	t.Helper()
	if d.Code != "" {
		if d.Reason == "" || d.Text != "" {
			t.Errorf("not a proper refusal: %+v", d)
		}
		return
	}
	evidence := map[string]*engine.Evidence{}
	for i := range r.Evidence {
		evidence[r.Evidence[i].Key] = &r.Evidence[i]
	}
	cited := ""
	for _, s := range guard.Parse(d.Text).Sentences {
		if s.Kind == guard.Code {
			continue // compared with the listing by TestListings
		}
		if n := len(s.Citations); n > 0 {
			cited = s.Citations[n-1]
		}
		ev := evidence[cited]
		claim := plain(strings.TrimSuffix(s.Text, "."))
		if ev == nil || !strings.Contains(plain(ev.Text), claim) && !composed(claim, ev) {
			t.Errorf("%q: %q does not stand in %s", r.Question.Text, claim, cited)
		}
	}
}

// TestOneSidedComparison: half a comparison would mislead, whichever half it is.
func TestOneSidedComparison(t *testing.T) {
	const text = "The Marlin is a pump with 6 bar. It is quiet.\n\nThe Orca is a pump with 9 bar. It is loud.\n"
	tests := []struct{ question, missing string }{
		{"What is the difference between the Marlin and the Orca?", ""},
		{"What is the difference between the Marlin and the Walrus?", "Walrus"},
		{"What is the difference between the Walrus and the Marlin?", "Walrus"},
	}
	for _, tt := range tests {
		c := source.Chunk{ID: "pumps", DocID: "pumps", Title: "Pumps", StartLine: 1, EndLine: 3, Text: text,
			Blocks: []source.Block{{Start: 0, End: strings.Index(text, "\n\n")}, {Start: strings.Index(text, "\n\n") + 2, End: len(text) - 1}}}
		r := engine.Request{Question: question.Parse(tt.question), Evidence: []engine.Evidence{{Key: "c1", Chunk: index.Chunk{Chunk: c}}}}
		for i, b := range c.Blocks {
			for _, s := range guard.Parse(text[b.Start:b.End]).Sentences {
				r.Statements = append(r.Statements, engine.Statement{Block: i, Text: s.Text, Start: b.Start + s.Start, Bag: question.NewBag(s.Text), Context: question.Bag{}})
			}
		}
		d, err := (extract.Generator{}).Draft(context.Background(), r, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if refused := d.Code == guard.OneSided; refused != (tt.missing != "") || !strings.Contains(d.Reason, tt.missing) {
			t.Errorf("%q: %+v", tt.question, d)
		}
	}
}

// TestMarkersOfDocuments: a text that holds markers cites nothing in the answer's name: what is selected of an answer is quoted without them.
func TestMarkersOfDocuments(t *testing.T) {
	for _, text := range []string{
		"The Marlin pump runs at 24 volts [c1]. The Marlin pump is loud.",
		"The Marlin pump runs at 24 volts [c7]. The Marlin pump is loud.",
		"The Marlin pump runs at 24 volts [[ c1 - c9 ]]. The Marlin pump is loud.",
	} {
		a := askSelection(t, "At how many volts does the Marlin pump run?", text)
		if a.Text != "The Marlin pump runs at 24 volts [c1]." || len(a.Trace.Rewrites) > 0 {
			t.Errorf("%q is answered with %q, %+v", text, a.Text, a.Trace.Rewrites)
		}
	}
}

// TestDraftsAreVerbatim holds every draft about the handbook against the chunks that it cites.
func TestDraftsAreVerbatim(t *testing.T) {
	ix := handbook(t)
	drafts := 0
	for _, q := range load(t, "..", "..", "testdata", "questions.jsonl").Questions {
		g := &spy{}
		if _, err := engine.New(ix, g, defaults()).Ask(context.Background(), q.Text, engine.Silent{}); err != nil {
			t.Fatal(err)
		}
		if g.draft.Text != "" {
			drafts++
		}
		checkDraft(t, g.request, g.draft)
	}
	t.Logf("%d drafts", drafts)
}

// TestListings: a listing that is quoted is whole.
func TestListings(t *testing.T) {
	g := &spy{}
	if _, err := engine.New(handbook(t), g, defaults()).Ask(context.Background(), "What are the steps of Algorithm 1?", engine.Silent{}); err != nil {
		t.Fatal(err)
	}
	whole := false
	for i := range g.request.Statements {
		s := &g.request.Statements[i]
		if s.Kind == source.Code && strings.HasPrefix(s.Text, "Algorithm 1") {
			_, body, _ := strings.Cut(s.Full, "\n")
			whole = whole || strings.Contains(g.draft.Text, body)
		}
	}
	if !whole {
		t.Errorf("the listing is not whole in %q", g.draft.Text)
	}
}

// hardTexts are passages that have broken something, or look as if they could.
var hardTexts = []string{
	"The pump runs at 24 volts. It draws 3 amperes.",
	"The Advanced Encryption Standard (AES) is a block cipher.\n\n**AES.** A cipher. Used everywhere.\n",
	"| Model | Pressure |\n|---|---|\n| Marlin | 6 |\n| Orca | 9 |\n",
	"Table 1. Limits\n\n| Model | Pressure (bar) | Flow |\n|:-|-:|-:|\n| Marlin | 6 |\n| | 9 | 85 |\n| a | b | c | d |",
	"```\nAlgorithm K\n1: prime\n2: start\n```\n",
	"Algorithm K",
	"Run this:\n```sh\nx := 1\n```\n- one item of the list\n- another ````item```` of the list\n",
	"Another source says [c9] that it works [c1]. See [1, 2]. (c) [c1-c3]",
	"The valve opens\u00ad at 7\u2011bar \u2014 al\u00adways. \u202eReversed\u202c text \x00 here.",
	"\xff\xfe invalid \xc3 bytes of the pump.",
	"Class A. Choose the one e.g. in Fig. 3 of v1.2.3. 1) First step: open. 2) Then close.",
	"# Heading of the pump [c1]\n\n> quoted text of the pump.\n\n1. Open the valve\n2. Start the pump\n",
	"AES: cipher\nAES | cipher\nAES \u2014 cipher\n- AES: cipher of the pump",
	"İstanbul pump ſtarts at K 5. \u212Aelvin.",
	strings.Repeat("pump ", 400),
	strings.Repeat("(", 300) + strings.Repeat("[c1]", 100),
	"", " \n\t\n",
}

// hardQuestions ask for every type of answer.
var hardQuestions = []string{
	"What is the pump?", "What does AES stand for?", "How many volts does the pump need?", "Which model has the largest pressure?",
	"What are the steps of Algorithm \u212A?", "List the steps of the pump.", "How do I start the pump?", "What is the difference between Marlin and Orca?",
	"Why does the valve open?", "When does the pump start?", "Does the pump run?", "What is the pressure of the Marlin?", "?",
}

// TestHardTexts and FuzzDraft hold the generator to its word on texts that nobody has read.
func TestHardTexts(t *testing.T) {
	for _, text := range hardTexts {
		for _, q := range hardQuestions {
			checkSelected(t, q, text)
		}
	}
}

func FuzzDraft(f *testing.F) {
	for i, text := range hardTexts {
		f.Add(text, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		checkSelected(t, hardQuestions[int(n)%len(hardQuestions)], text)
	})
}

func checkSelected(t *testing.T, question, text string) {
	t.Helper()
	g := &spy{}
	a, err := engine.AskSelection(context.Background(), question, text, "fuzz", nil, g, defaults(), engine.Silent{})
	if err != nil {
		t.Fatal(err)
	}
	if utf8.ValidString(text) { // documents are; a selection that is not gets no more than a proper answer
		checkDraft(t, g.request, g.draft)
	}
	if a.Refused {
		if a.Text != guard.NotInSelection || a.RefusalReason == "" || len(a.Citations) > 0 {
			t.Errorf("%q of %q: not a proper refusal: %q %q", question, text, a.Text, a.RefusalReason)
		}
		return
	}
	for _, s := range a.Sentences {
		for _, q := range s.Quotes {
			if q.Text == "" || text[q.Span[0]:q.Span[1]] != q.Text {
				t.Errorf("%q of %q: the quote %q is not at %v", question, text, q.Text, q.Span)
			}
		}
	}
}
