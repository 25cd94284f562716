package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/file"
	"ibid/index/source"
)

// evidenceTexts makes evidence c1, c2 … of texts.
func evidenceTexts(texts ...string) []engine.Evidence {
	var out []engine.Evidence
	for i, t := range texts {
		out = append(out, engine.Evidence{Key: fmt.Sprintf("c%d", i+1), Chunk: index.Chunk{Chunk: source.Chunk{Text: t}}})
	}
	return out
}

// verdicts is one word a sentence.
func verdicts(v *Report) string {
	var out []string
	for i := range v.Sentences {
		out = append(out, v.Sentences[i].Verdict.String())
	}
	return strings.Join(out, " ")
}

func TestVerifyText(t *testing.T) {
	const (
		error2 = "The closing error must not exceed 2 mm."
		twelve = "Read the staff 12 times."
	)
	for _, tt := range []struct {
		name, text string
		evidence   []string
		want       string
		reason     string // in the last sentence's
	}{
		{"cited", "The closing error must not exceed 2 mm [c1]. Read the staff twelve times [c2].", []string{error2, twelve}, "supported supported", ""},
		{"swapped", "The closing error must not exceed 2 mm [c2].", []string{error2, twelve}, "not_found", "nothing in c2 speaks of this"},
		{"number", "The closing error must not exceed 3 mm [c1].", []string{error2}, "contradicted", "says 3 mm; the source says 2 mm"},
		{"uncited among cited", "The closing error must not exceed 2 mm [c1]. Read the staff twelve times.", []string{error2, twelve}, "supported uncited", "it has no citation; c2 would support it"},
		{"no markers", "The closing error must not exceed 2 mm. Read the staff twelve times.", []string{error2, twelve}, "supported supported", ""},
		{"numbered", "The closing error must not exceed 2 mm [1]. Read the staff twelve times [1].", []string{error2, twelve}, "supported not_found", ""},
		{"footnote", "The closing error must not exceed 2 mm.[^1]", []string{error2}, "supported", ""},
		{"adjoining markers", "The closing error must not exceed 2 mm [c1][c2].", []string{error2, twelve}, "supported", ""},
		{"nested", "The closing error must not exceed 2 mm [[c1]].", []string{error2}, "supported", ""},
		{"range", "The closing error must not exceed 2 mm [c1, c3-c5].", []string{error2, twelve}, "unsupported", "cites c3"},
		{"zero", "The closing error must not exceed 2 mm [c0].", []string{error2}, "unsupported", "cites c0, which is not among the evidence"},
		{"huge", "The closing error must not exceed 2 mm [c99999999999].", []string{error2}, "unsupported", "cites c99999999999, which"},
		{"malformed", "The closing error must not exceed 2 mm [c1, page 4].", []string{error2}, "unsupported", "[c1, page 4] is not a citation"},
		{"invented", "The closing error must not exceed 2 mm [2].", []string{error2}, "unsupported", "cites c2"},
		{"interval", "The scale lies in [0, 1].", []string{"The scale lies in [0, 1]."}, "supported", ""},
		{"marker alone", "[c1]", []string{error2}, "unchecked", "stands alone"},
		{"tail", "The closing error must not exceed 2 mm [c1] and the staff is made of steel", []string{error2}, "uncited", "nothing cites"},
		{"no evidence", "The closing error must not exceed 2 mm.", nil, "unchecked", "no evidence"},
		{"cites without evidence", "The closing error must not exceed 2 mm [c1].", nil, "unsupported", "cites c1"},
		{"empty evidence", "The closing error must not exceed 2 mm [c1].", []string{""}, "unchecked", "no evidence"},
		{"heading", "# Errors\n\nThe closing error must not exceed 2 mm [c1].", []string{error2}, "supported", ""},
		{"heading that claims", "# The error is 9 mm.\n\nThe closing error must not exceed 2 mm [c1].", []string{error2}, "uncited supported", ""},
		{"only a heading", "Closing error at most 2 mm", []string{error2}, "supported", ""},
		{"code", "The closing error must not exceed 2 mm [c1]:\n\n```\nx := 1\n```", []string{error2}, "supported", ""},
		{"only code", "```\nx := 1\n```", []string{error2}, "", ""},
		{"only a table", "| Class | Days |\n| --- | --- |\n| A | 12 |\n| B | 13 |", []string{"| Class | Days |\n| --- | --- |\n| A | 12 |\n| B | 14 |"}, "supported contradicted", ""},
		{"not UTF-8", "The closing error must not exceed \xff 2 mm [c1].", []string{error2}, "unchecked", "UTF-8"},
		{"long sentence", strings.Repeat("very long words and ", 5000) + "[c1].", []string{error2}, "unchecked", "more than"},
		{"nothing said", "Well.", []string{error2}, "unchecked", "nothing that could be checked"},
		{"empty", "", []string{error2}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := New(nil, Options{}).Text(context.Background(), guard.ParseForeign(tt.text), evidenceTexts(tt.evidence...))
			if err != nil {
				t.Fatal(err)
			}
			if got := verdicts(v); got != tt.want {
				t.Fatalf("got %q, want %q: %+v", got, tt.want, v.Sentences)
			}
			if want := tt.want != "" && !slices.ContainsFunc(strings.Fields(tt.want), func(v string) bool { return v != "supported" }); v.OK != want {
				t.Errorf("OK is %v", v.OK)
			}
			if len(v.Sentences) == 0 {
				if len(v.Notes) == 0 {
					t.Error("nothing was checked, and no note says so")
				}
				return
			}
			last := v.Sentences[len(v.Sentences)-1]
			if (last.Reason == "") != (last.Verdict == guard.Supported) || !strings.Contains(last.Reason, tt.reason) {
				t.Errorf("the reason is %q, want %q", last.Reason, tt.reason)
			}
			for _, c := range last.Places {
				if c.Text[c.Span[0]:c.Span[1]] != c.Quote {
					t.Errorf("the span %v holds %q, not %q", c.Span, c.Text[c.Span[0]:c.Span[1]], c.Quote)
				}
			}
		})
	}
}

func TestVerifyStopsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := New(nil, Options{}).Text(ctx, guard.ParseForeign("One thing. Another thing."), nil); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// saved is an answer from one Markdown file, and the file.
func saved(t *testing.T, text, quote, answer string) *engine.Answer {
	t.Helper()
	doc, err := source.Read(context.Background(), "guide.md", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	for _, c := range source.Chunks(doc, "guide") {
		if at := strings.Index(c.Text, quote); at >= 0 {
			ev := engine.Evidence{Key: "c1", Chunk: index.Chunk{Chunk: c, Path: "docs/guide.md", Digest: hex.EncodeToString(sum[:])}}
			claim := guard.Parse(answer).Sentences[0].Text
			q := guard.Quote{Key: "c1", Text: quote, Span: [2]int{at, at + len(quote)}}
			return &engine.Answer{Text: answer, Sentences: []guard.Sentence{{Text: claim, Citations: []string{"c1"}, Quotes: []guard.Quote{q}}},
				Citations: []engine.Citation{{Evidence: ev, Quote: quote, Span: q.Span}}}
		}
	}
	t.Fatalf("no chunk holds %q", quote)
	return nil
}

const guide = `# Levelling

Level from the bench mark to the staff and back.
The closing error must not exceed 2 mm over 500 m.

Photograph the staff.
`

func TestAnswer(t *testing.T) {
	const quote = "The closing error must not exceed 2 mm over 500 m."
	const answer = "The closing error must not exceed 2 mm over 500 m [c1]."
	replace := func(old, new string) string { return strings.ReplaceAll(guide, old, new) }
	for _, tt := range []struct {
		name, now    string // "" if the file is missing
		edit         func(a *engine.Answer)
		verdict      guard.Verdict
		reason, note string
		state        DriftState
	}{
		{name: "same", now: guide, verdict: guard.Supported, state: Unchanged},
		{name: "changed elsewhere", now: replace("Photograph", "Draw"), verdict: guard.Supported, state: Changed,
			note: "guide.md changed since; the quote is still on line 4"},
		{name: "moved", now: strings.Repeat("A word.\n\n", 9) + guide, verdict: guard.Supported, state: Changed,
			note: "guide.md changed since; the quote is now on line 22"},
		{name: "reflowed", now: replace("must not exceed", "must\nnot exceed"), verdict: guard.Supported, state: Changed,
			note: "guide.md changed since; the quote is still on line 4"},
		{name: "number", now: replace("2 mm", "3 mm"), verdict: guard.Unsupported, state: Changed,
			reason: "guide.md changed since; the quote is gone; says 2 mm; the source says 3 mm"},
		{name: "word added", now: replace("must not exceed", "must not usually exceed"), verdict: guard.Unsupported, state: Changed,
			reason: "guide.md changed since; the quote is gone"},
		{name: "word gone", now: replace(" over", ""), verdict: guard.Unsupported, state: Changed,
			reason: "guide.md changed since; the quote is gone"},
		{name: "last word", now: replace("500 m.", "600 m."), verdict: guard.Unsupported, state: Changed,
			reason: "guide.md changed since; the quote is gone"},
		{name: "punctuation", now: replace("2 mm", "2 mm,"), verdict: guard.Unsupported, state: Changed,
			reason: "guide.md changed since; the quote is gone; what is there now still supports the sentence"},
		{name: "all gone", now: "# Levelling\n\nTo be written.\n", verdict: guard.Unsupported, state: Changed,
			reason: "guide.md changed since; the quote is gone"},
		{name: "empty", now: " ", verdict: guard.Unsupported, state: Changed,
			reason: "guide.md changed since; the quote is gone"},
		{name: "missing", verdict: guard.Unchecked, state: Missing, reason: "guide.md cannot be read again: open docs/guide.md: file does not exist"},
		{name: "edited answer", now: guide, verdict: guard.Contradicted, state: Unchanged, reason: "says 4 mm; the source says 2 mm",
			edit: func(a *engine.Answer) { a.Text = strings.ReplaceAll(a.Text, "2 mm", "4 mm") }},
		{name: "edited quote", now: guide, verdict: guard.Unsupported, state: Unchanged,
			reason: "guide.md does not have the quote; what is there now still supports the sentence",
			edit: func(a *engine.Answer) {
				a.Citations[0].Quote = strings.ReplaceAll(quote, "2 mm", "4 mm")
				a.Sentences[0].Quotes[0].Text = a.Citations[0].Quote
			}},
		{name: "edited quote of the citation alone", now: guide, verdict: guard.Unsupported, state: Unchanged,
			reason: "guide.md does not have the quote; what is there now still supports the sentence",
			edit:   func(a *engine.Answer) { a.Citations[0].Quote = strings.ReplaceAll(quote, "2 mm", "4 mm") }},
		{name: "edited lines", now: guide, verdict: guard.Unsupported, state: Unchanged,
			reason: "the quote is on line 4 of guide.md, not on lines 6–7 as cited; what is there now still supports the sentence",
			edit:   func(a *engine.Answer) { a.Citations[0].StartLine, a.Citations[0].EndLine = 6, 7 }},
		{name: "unknown key", now: guide, verdict: guard.Unsupported, state: Unchanged, reason: "it cites c2, which is not among the evidence",
			edit: func(a *engine.Answer) { a.Text = strings.ReplaceAll(a.Text, "[c1]", "[c2]") }},
		{name: "markers removed", now: guide, verdict: guard.NotCited, state: Unchanged, reason: "it has no citation",
			edit: func(a *engine.Answer) { a.Text = strings.ReplaceAll(a.Text, " [c1]", "") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := saved(t, guide, quote, answer)
			if tt.edit != nil {
				tt.edit(a)
			}
			v, err := Answer(context.Background(), a, guard.ParseForeign(a.Text), nowText(tt.now))
			if err != nil {
				t.Fatal(err)
			}
			s := v.Sentences[0]
			if s.Verdict != tt.verdict || !strings.HasPrefix(s.Reason, tt.reason) || s.Note != tt.note || v.OK != (tt.verdict == guard.Supported) {
				t.Errorf("got %s, reason %q, note %q\nwant %s, reason %q, note %q", s.Verdict, s.Reason, s.Note, tt.verdict, tt.reason, tt.note)
			}
			if (s.Reason == "") != (tt.verdict == guard.Supported) || len(v.Documents) != 1 || v.Documents[0].State != tt.state {
				t.Errorf("reason %q, documents %+v", s.Reason, v.Documents)
			}
		})
	}
}

// nowText is the one document that there is now, "" for none.
type nowText string

func (n nowText) Read(path string) ([]byte, error) {
	if n == "" {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return []byte(n), nil
}

// Card makes cards that say what the document says, with a name of their own.
func (n nowText) Card(ctx context.Context, path, symbol string) (source.Document, error) {
	return source.Read(ctx, symbol+".md", []byte(n))
}

// What is cited from a card is held against the card as it would be made now, not against the lines of the source.
func TestVerifyCard(t *testing.T) {
	const card = "`pump.start` takes the argument `speed`.\n"
	a := saved(t, card, "`pump.start` takes the argument `speed`.", "`pump.start` takes the argument `speed` [c1].")
	a.Citations[0].Kind, a.Citations[0].Symbol = source.SymbolCard, "pump.start"
	for _, tt := range []struct {
		now     string
		verdict guard.Verdict
	}{{card, guard.Supported}, {"`pump.start` takes the argument `rate`.\n", guard.Unsupported}, {"", guard.Unchecked}} {
		v, err := Answer(context.Background(), a, guard.ParseForeign(a.Text), nowText(tt.now))
		if err != nil || len(v.Sentences) != 1 || v.Sentences[0].Verdict != tt.verdict {
			t.Errorf("%q: %+v, %v", tt.now, v, err)
		}
	}
}

func TestVerifyRefusal(t *testing.T) {
	for text, want := range map[string]bool{guard.NotFoundText: true, guard.NotDocumentedPrefix + "x": true, "I could not find this in the documents.": true,
		"ML-KEM is broken.": false, "ML-KEM is broken. " + guard.NotFoundText: false} {
		v, err := Answer(context.Background(), &engine.Answer{Refused: true, Text: text}, guard.ParseForeign(text), nil)
		if err != nil || v.OK != want || v.Refusal != want {
			t.Errorf("%q: %+v, %v", text, v, err)
		}
	}
}

func TestFindExceptsTheTextItself(t *testing.T) {
	p := hitList{"The closing error must not exceed 2 mm."}
	for _, except := range []bool{false, true} {
		v, err := New(p, Options{Hits: 8, Except: func(path string) bool { return except && path == "notes.md" }}).
			Text(context.Background(), guard.ParseForeign("The closing error must not exceed 2 mm [c7]."), nil)
		if err != nil {
			t.Fatal(err)
		}
		want, stray := guard.Supported, "1 citation marker ignored"
		if except {
			want = guard.NotFound
		}
		if s := v.Sentences[0]; s.Verdict != want || !strings.HasPrefix(v.Notes[0], stray) {
			t.Errorf("except %v: %+v, %q", except, s, v.Notes)
		}
	}
}

func TestFindTakesTheNearestPassage(t *testing.T) {
	hits := hitList{"The door must be kept closed by all.", "The closing error must not exceed 3 mm."}
	v, err := New(hits, Options{Hits: 8}).Text(context.Background(), guard.ParseForeign("The closing error must not exceed 2 mm."), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := v.Sentences[0]; s.Reason != "says 2 mm; the source says 3 mm" {
		t.Errorf("%+v", s)
	}
}

// hitList is an engine.Retriever that always finds the same texts.
type hitList []string

func (h hitList) Search(context.Context, index.Query) (index.Result, error) {
	var res index.Result
	for i, text := range h {
		id := fmt.Sprintf("d::l%05d::c001", i)
		res.Hits = append(res.Hits, index.Hit{Chunk: index.Chunk{Path: "notes.md", Chunk: source.Chunk{ID: id, DocID: "d", Text: text}}, Rank: i + 1})
	}
	return res, nil
}
func (hitList) Chunk(string) (index.Chunk, error)                        { return index.Chunk{}, fs.ErrNotExist }
func (hitList) Rarity(context.Context, []string) ([]index.Rarity, error) { return nil, nil }
func (hitList) Expansions(string) []string                               { return nil }
func (hitList) Embedder() string                                         { return "none" }
func (h hitList) Len() int                                               { return len(h) }

// faulty panics in the middle of a search.
type faulty struct{ hitList }

func (faulty) Search(context.Context, index.Query) (index.Result, error) { panic("the fuse") }

// TestPanicIsAnError: whatever panics on the way to a verification, on any goroutine, is its error.
func TestPanicIsAnError(t *testing.T) {
	var fault *file.Fault
	if _, err := New(faulty{}, Options{}).Text(context.Background(), guard.ParseForeign("It is a fuse. It burns."), nil); !errors.As(err, &fault) || fault.Value != "the fuse" {
		t.Errorf("a text: %v", err)
	}
}

// agreeing is a judge that says yes to everything, and remembers what it was asked.
type agreeing struct{ asked []string }

func (j *agreeing) Accepts(_ context.Context, claim string, _ []string) (bool, string, error) {
	j.asked = append(j.asked, claim)
	return true, "", nil
}

// A judge has the last word where no fact is against a sentence, and is not asked about any other.
func TestVerifyWithJudge(t *testing.T) {
	judge := &agreeing{}
	text := "The closing error of a levelling must stay below 2 mm. The closing error must not exceed 3 mm. The closing error must not exceed 2 mm."
	v, err := New(nil, Options{Judge: judge}).Text(context.Background(), guard.ParseForeign(text), evidenceTexts("The closing error must stay under 2 mm. The closing error must not exceed 2 mm."))
	if err != nil {
		t.Fatal(err)
	}
	if got := verdicts(v); got != "judged contradicted supported" || len(judge.asked) != 1 || v.OK {
		t.Errorf("%s; OK is %v; asked about %q", got, v.OK, judge.asked)
	}
	if v.Sentences[0].Basis != "borne out" || v.Sentences[2].Basis != "proven" {
		t.Errorf("rest on %q, %q", v.Sentences[0].Basis, v.Sentences[2].Basis)
	}
	text = "The closing error of a levelling must stay below 2 mm. The closing error must not exceed 2 mm."
	v, err = New(nil, Options{Judge: judge}).Text(context.Background(), guard.ParseForeign(text), evidenceTexts("The closing error must stay under 2 mm. The closing error must not exceed 2 mm."))
	if err != nil || !v.OK || v.Proven() {
		t.Errorf("OK is %v, Proven %v, %v", v.OK, v.Proven(), err)
	}
}
