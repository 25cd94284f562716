package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/reader"
	"ibid/index/source"
)

const handbook = "../testdata/handbook"

// answers are real answers of every sort, and one of what the engine does not make yet.
func answers(t testing.TB) map[string]*engine.Answer {
	t.Helper()
	ctx := context.Background()
	opt := index.Options{Roots: []string{filepath.FromSlash(handbook)}, Dir: t.TempDir()}
	if _, err := index.Refresh(ctx, opt, func(index.Step) {}); err != nil {
		t.Fatal(err)
	}
	ix, err := index.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	out := map[string]*engine.Answer{"symbols": scripted(), "model": followUp(ctx, t, ix)}
	ask := engine.New(ix, extract.Generator{}, defaults())
	selected := "A Class B probe has a maximum error of 12 mm.\n\nIt is calibrated once a year."
	for name, question := range map[string]string{
		"answer": "What does TGBM mean?", "table": "What is the maximum error of a Class B probe?", "refusal": "What does MLWE mean?",
		"selection": "How often is it calibrated?", "selection refusal": "Who founded the observatory?",
	} {
		var a *engine.Answer
		if strings.HasPrefix(name, "selection") {
			a, err = engine.AskSelection(ctx, question, selected, "note", ix, extract.Generator{}, defaults(), engine.Silent{})
		} else {
			a, err = ask.Ask(ctx, question, engine.Silent{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if a.Refused != strings.Contains(name, "refusal") {
			t.Fatalf("%s: refused %v: %s", name, a.Refused, a.RefusalReason)
		}
		a.Index.Stale, a.Index.Reembedded = []string{"a.md changed"}, "the embedder was builtin and is now ollama/nomic-embed-text"
		out[name] = a
	}
	return out
}

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// defaults are the settings of a user who configured nothing.
func defaults() engine.Options {
	opt := engine.Defaults()
	opt.Reader = encoder
	return opt
}

// made is a model's stand-in, whose every draft is the same.
type made string

func (made) Name() string { return "ollama/made" }

func (m made) Draft(context.Context, engine.Request, func(string)) (engine.Draft, error) {
	return engine.Draft{Text: string(m)}, nil
}

// followUp is an answer to a question that was completed, in place of a model's draft that was refused twice.
func followUp(ctx context.Context, t testing.TB, ix *index.Index) *engine.Answer {
	t.Helper()
	opt := defaults()
	opt.Fallback = extract.Generator{}
	opt.Earlier = []engine.Exchange{{Question: "How much power does the Limpet draw?"}}
	a, err := engine.New(ix, made("It is 99 mm."), opt).Ask(ctx, "And the Periwinkle?", engine.Silent{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Asked == "" || a.Trace.Stop == "" || !slices.ContainsFunc(a.Trace.Steps, func(s engine.Step) bool { return s.Action == engine.UseFallback }) {
		t.Fatalf("asked %q, %+v, stopped by %q", a.Asked, a.Trace.Steps, a.Trace.Stop)
	}
	return a
}

// scripted is an answer whose symbols were checked.
func scripted() *engine.Answer {
	text := "Use `tidewater.read` [c1]. Not `tidewater.fetch` [c1]."
	c := index.Chunk{Path: "a/api.py", Digest: "00ff", Chunk: source.Chunk{ID: "api::l00001::c001", DocID: "api", Title: "API", Kind: source.Source, Section: []string{"tidewater", "read"}, Symbol: "tidewater.read", StartLine: 1, EndLine: 9, Text: "def read(path):  # é\u202e\n", Prev: "", Next: "api::l00010::c001"}}
	ev := engine.Evidence{Key: "c1", Chunk: c, Score: 1. / 3, LexicalRank: 1, Neighbour: true}
	return &engine.Answer{
		Question: "How are levels read?", Text: text, Warnings: []string{"something"},
		Sentences: []guard.Sentence{{Text: "Use `tidewater.read`.", Citations: []string{"c1"}, Verdict: guard.Supported, Score: .5, Quotes: []guard.Quote{{Key: "c1", Text: "def read(path)", Span: [2]int{0, 14}}}},
			{Text: "Not `tidewater.fetch`.", Citations: []string{"c1"}, Verdict: guard.Unsupported, Reason: "nothing speaks of this"}},
		Citations: []engine.Citation{{Evidence: ev, Quote: "def read(path)", Span: [2]int{0, 14}}},
		Sources:   []engine.Source{{DocID: "api", Path: "a/api.py", Title: "API"}},
		Symbols: []engine.Symbol{{Name: "tidewater.read", Span: [2]int{5, 19}, Verdict: symbols.Known},
			{Name: "tidewater.fetch", Span: [2]int{32, 47}, Verdict: symbols.Unknown, Detail: "there is no such function", Nearest: []string{"tidewater.read"}}},
		Evidence: []engine.Evidence{ev},
		Trace: engine.Trace{Rounds: 2, Fusion: "scores", Found: []index.Hit{{Chunk: c, Rank: 1, Score: 1. / 3, Cosine: 0.71}}, Gates: []guard.Gate{{Name: guard.GateAnswered, Measured: .5, Threshold: .28, Verdict: guard.Warn, Detail: "near"}},
			Rewrites: []engine.Rewrite{{Stage: "symbols", Reason: "unknown tidewater.fetch", Before: "a", After: "b", Unknown: "tidewater.fetch", Nearest: []string{"tidewater.read"}}}},
		Generator: "a model", Embedder: "none", Index: index.State{Chunks: 1}, Timings: engine.Timings{Total: engine.Took(1.2)},
	}
}

func encode(t testing.TB, a *engine.Answer) []byte {
	t.Helper()
	line, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func decode(t testing.TB, line []byte) *engine.Answer {
	t.Helper()
	var a engine.Answer
	if err := json.Unmarshal(line, &a); err != nil {
		t.Fatal(err)
	}
	a.MakeSane()
	return &a
}

func TestRoundTrip(t *testing.T) {
	for name, a := range answers(t) {
		line := encode(t, a)
		got := decode(t, line)
		if again := encode(t, got); !bytes.Equal(line, again) {
			t.Errorf("%s:\n%sbecame\n%s", name, line, again)
		}
		if got, want := dump(got), dump(keepable(a)); got != want {
			t.Errorf("%s:\n%s\nbecame\n%s", name, want, got)
		}
	}
}

// keepable is an answer without what the schema does not hold.
func keepable(a *engine.Answer) *engine.Answer {
	out := *a
	chunk := func(c *index.Chunk) {
		c.Blocks, c.Start, c.End = nil, 0, 0
		if first, _ := c.Printed(); first == "" {
			c.Labels = nil
		} else {
			c.Labels = c.Labels[:c.EndPage-c.StartPage+1]
		}
	}
	placed := func(c *index.Chunk) {
		chunk(c)
		c.Text, c.Digest, c.Title, c.Prev, c.Next = "", "", "", "", ""
		c.Section = c.Section[max(len(c.Section)-1, 0):]
	}
	out.Evidence, out.Citations, out.Trace.Found = slices.Clone(a.Evidence), slices.Clone(a.Citations), slices.Clone(a.Trace.Found)
	for i := range out.Evidence {
		chunk(&out.Evidence[i].Chunk)
	}
	for i := range out.Citations {
		chunk(&out.Citations[i].Chunk)
	}
	for i := range out.Trace.Found {
		placed(&out.Trace.Found[i].Chunk)
	}
	return &out
}

// dump is an answer in words that compare: no list and an empty one are the same. A selection has no other form than its JSON.
func dump(a *engine.Answer) string {
	flat := *a
	flat.Selection = nil
	return strings.ReplaceAll(fmt.Sprintf("%+v", flat), " {Key:", "\n{Key:")
}

// TestMakeSane is about objects that were written, or damaged, elsewhere.
func TestMakeSane(t *testing.T) {
	got := decode(t, []byte(`{"answer":"é [c1].","sentences":[{"text":"é","citations":["c1","c1","x","c01"],"verdict":"proven","score":7,
		"quotes":[{"key":"c1","text":"é","span":[1,99]},{"key":"\u001b[2J","text":"q","span":[-4,4]}]}],
		"citations":[{"key":"c1","span":[9,3],"start_page":-2,"end_page":-9},{"key":"c0"},{"key":"c7","doc_id":"d","section":"s","span":[1,2]}],
		"evidence":[{"key":"c1","text":"aé","sections":["a","b"],"lexical_rank":1},{"key":"c1","text":"again"},{"key":"","text":"none"}],
		"timings_ms":{"total":-1,"guard":1e300},"symbols":[{"name":"f","span":[1,2],"verdict":""}]}`))
	if len(got.Evidence) != 1 || !slices.Equal(got.Evidence[0].Section, []string{"a", "b"}) {
		t.Errorf("evidence: %+v", got.Evidence)
	}
	s := got.Sentences[0]
	if s.Verdict != guard.Unchecked || !slices.Equal(s.Citations, []string{"c1"}) || s.Quotes[0].Span != [2]int{1, 3} || s.Quotes[1].Key != "" || s.Quotes[1].Span != [2]int{} {
		t.Errorf("sentence: %+v", s)
	}
	if len(got.Citations) != 2 || got.Citations[0].Span != [2]int{3, 3} || got.Citations[0].Text != "aé" || got.Citations[1].DocID != "d" || got.Citations[1].Span != [2]int{} {
		t.Errorf("citations: %+v", got.Citations)
	}
	if got.Timings.Total.Duration() != 0 || got.Timings.Guard.Duration() <= 0 {
		t.Errorf("timings: %+v", got.Timings)
	}
	if y := got.Symbols[0]; y.Span != [2]int{0, 2} {
		t.Errorf("symbol: %+v", y)
	}
}

// FuzzMakeSane makes answers of arbitrary objects: what comes out is sane, and stays as it is when it is stored again.
func FuzzMakeSane(f *testing.F) {
	f.Add(encode(f, scripted()))
	f.Add([]byte(`{"answer":"é","evidence":[{"key":"c1","text":"é"}],"citations":[{"key":"c1","span":[1,1]}],"symbols":[{"span":[5,-5]}],"selection":{"similarity":1e308}}`))
	f.Add([]byte(`{"sentences":[{"verdict":"x","quotes":[{"key":"c9","span":[1,2]}]}],"timings_ms":{"total":1e308},"trace":{"found":[{}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var a engine.Answer
		if json.Unmarshal(data, &a) != nil {
			return
		}
		a.MakeSane()
		texts := map[string]string{}
		for _, ev := range a.Evidence {
			if _, twice := texts[ev.Key]; twice || !strings.HasPrefix(ev.Key, "c") {
				t.Errorf("the key %q", ev.Key)
			}
			texts[ev.Key] = ev.Text
		}
		for _, s := range a.Sentences {
			for _, q := range s.Quotes {
				_ = texts[q.Key][q.Span[0]:q.Span[1]]
			}
		}
		for _, c := range a.Citations {
			_ = c.Text[c.Span[0]:c.Span[1]]
		}
		for _, y := range a.Symbols {
			_ = a.Text[y.Span[0]:y.Span[1]]
		}
		line := encode(t, &a)
		if again := encode(t, decode(t, line)); !bytes.Equal(line, again) {
			t.Errorf("%sbecame\n%s", line, again)
		}
	})
}
