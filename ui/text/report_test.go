package text

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/index"
	"ibid/index/reader"
	"ibid/index/source"
	"ibid/ui/golden"
)

// handbook is an index of the documents written for this project.
func handbook(t *testing.T) few {
	t.Helper()
	opt := index.Options{Roots: []string{"../../testdata/handbook"}, Dir: t.TempDir()}
	if _, err := index.Refresh(context.Background(), opt, nil); err != nil {
		t.Fatal(err)
	}
	ix, err := index.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return few{ix, 3}
}

// few keeps the golden files short, and to the documents themselves.
type few struct {
	*index.Index
	most int
}

func (f few) Search(ctx context.Context, q index.Query) (index.Result, error) {
	res, err := f.Index.Search(ctx, q)
	res.Hits = slices.DeleteFunc(res.Hits, func(h index.Hit) bool { return h.Kind == source.SymbolCard })
	res.Hits = res.Hits[:min(f.most, len(res.Hits))]
	for i := range res.Hits {
		res.Hits[i].Prev, res.Hits[i].Next = "", ""
	}
	return res, err
}

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// defaults are the settings of a user who configured nothing.
func defaults() engine.Options {
	opt := engine.Defaults()
	opt.Reader = encoder
	return opt
}

func ask(t *testing.T, ix engine.Retriever, g engine.Generator, opt engine.Options, question string) *engine.Answer {
	t.Helper()
	a, err := engine.New(ix, g, opt).Ask(context.Background(), question, engine.Silent{})
	if err != nil {
		t.Fatal(err)
	}
	a.Timings = engine.Timings{Retrieve: engine.Took(4.1), Guard: engine.Took(1.2), Total: engine.Took(1500)}
	return a
}

// says is a Generator with one draft.
type says string

func (says) Name() string { return "scripted" }

func (d says) Draft(context.Context, engine.Request, func(string)) (engine.Draft, error) {
	return engine.Draft{Text: string(d)}, nil
}

// model is a Generator that writes one draft, and another where it is told what is wrong.
type model struct{ first, second engine.Draft }

func (model) Name() string { return "ollama/llama3.2:3b" }

func (m model) Draft(_ context.Context, r engine.Request, _ func(string)) (engine.Draft, error) {
	if r.Repair != nil {
		return m.second, nil
	}
	return m.first, nil
}

// steady masks the numbers that change whenever ranking improves.
func steady(s string) string {
	s = regexp.MustCompile(`[█░│]{18}`).ReplaceAllString(s, "(bar)")
	s = regexp.MustCompile(`\d+\.\d{2,3}`).ReplaceAllString(s, "0.00")
	return regexp.MustCompile(`(lexical|dense) rank \d+`).ReplaceAllString(s, "$1 rank 0")
}

// TestHandbook holds what is told of real answers against golden files.
func TestHandbook(t *testing.T) {
	ix := handbook(t)
	strict := defaults()
	strict.Answered = 0.99
	unguarded := defaults()
	unguarded.Gates.Support = false
	selected := func(question, text string) *engine.Answer {
		a, err := engine.AskSelection(context.Background(), question, text, "notes.txt", ix, extract.Generator{}, defaults(), engine.Silent{})
		if err != nil {
			t.Fatal(err)
		}
		a.Timings, a.Selection.Latency = engine.Timings{}, 0
		return a
	}
	const well = "The vertical pipe with a small opening below the water [c1]."
	falls := defaults()
	falls.Fallback = extract.Generator{}
	follows := falls
	follows.Earlier = []engine.Exchange{{Question: "How much power does the Limpet draw?"}}
	one := few{ix.Index, 1}
	sure := engine.Draft{Text: well, Confidence: &engine.Confidence{Mean: 0.91, Least: 0.8, LeastToken: "c1", Tokens: 9}}
	unsure := engine.Draft{Text: well, Confidence: &engine.Confidence{Mean: 0.72, Least: 0.12, LeastToken: " stilling", Tokens: 9}}
	wild := engine.Draft{Text: well + " It keeps 12 fish [c1]. It floats."}
	unmarked := engine.Draft{Text: strings.TrimSuffix(well, " [c1].") + "."}
	for _, tt := range []struct {
		name   string
		answer *engine.Answer
	}{
		{"fallback", ask(t, ix, model{first: engine.Draft{Text: "It is made of brass.\n\nSo I believe."}}, falls, "What is a stilling well?")},
		{"left", ask(t, ix, model{engine.Draft{Text: "It draws 99 mW."}, engine.Draft{Text: "It draws 98 mW [c9]."}}, follows, "And the Periwinkle?")},
		{"redrafted", ask(t, ix, model{wild, sure}, defaults(), "What is a stilling well?")},
		{"repaired", ask(t, ix, model{first: unmarked}, defaults(), "What is a stilling well?")},
		{"unsure", ask(t, ix, model{first: unsure}, defaults(), "What is a stilling well?")},
		{"again", ask(t, one, extract.Generator{}, defaults(), "What is the difference between a stilling well and the despike threshold?")},
		{"answer", ask(t, ix, extract.Generator{}, defaults(), "What is a stilling well?")},
		{"table", ask(t, ix, extract.Generator{}, defaults(), "What is the default value of despike.threshold?")},
		{"missing", ask(t, ix, extract.Generator{}, defaults(), "Which records does the logger send over LoRaWAN?")},
		{"similarity", ask(t, ix, extract.Generator{}, strict, "How does the hub answer an IDENT frame in winter?")},
		{"rewritten", ask(t, ix, says(well+" It is made of brass [c1]. It floats."), defaults(), "What is a stilling well?")},
		{"unsupported", ask(t, ix, says("A stilling well is a horizontal pipe with a large opening above the water [c1]."), defaults(), "What is a stilling well?")},
		{"uncited", ask(t, ix, says("It is a vertical pipe."), defaults(), "What is a stilling well?")},
		{"generator", ask(t, ix, says("I could not find this in the documents."), defaults(), "What is a stilling well?")},
		{"unguarded", ask(t, ix, says(well+" It keeps 12 fish [c1]."), unguarded, "What is a stilling well?")},
		{"selected", selected("When does the valve open?", "The relief valve opens at 7 bar. It closes at 5 bar.")},
		{"outside", selected("What is a stilling well?", strings.Repeat("The relief valve opens at 7 bar. ", 1000))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			golden.Check(t, tt.name+".why", steady(Plain(Why(tt.answer))))
			golden.Check(t, tt.name+".copy", Copy(tt.answer))
			if tt.name == "table" || tt.name == "missing" {
				golden.Check(t, tt.name+".html", HTML(tt.answer))
			}
			checkLines(t, Why(tt.answer))
		})
	}
}

// checkLines holds what is true of every sheet: no line break or control character in a span, an indent of its own span.
func checkLines(t *testing.T, lines []Line) {
	t.Helper()
	for _, l := range lines {
		for n, s := range l {
			if s.Text == "" || strings.ContainsAny(s.Text, "\n\t") || guard.Sanitize(s.Text) != s.Text {
				t.Errorf("not safe: %q", s.Text)
			}
			if n == 0 && strings.HasPrefix(s.Text, " ") && strings.TrimSpace(s.Text) != "" {
				t.Errorf("the indent is not a span of its own: %q", s.Text)
			}
		}
	}
}
