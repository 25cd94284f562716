package ollama_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/engine/ollama"
	"ibid/engine/ollama/ollamatest"
	"ibid/index"
)

// realModels are a server with real models, and what is found of it.
func realModels(t *testing.T) *ollama.Server {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a real Ollama server with real models")
	}
	s, err := ollama.Find(t.Context(), ollama.Options{Host: ollamatest.StartReal(t).Host})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func realEmbedder(t *testing.T, s *ollama.Server) *ollama.Embedder {
	t.Helper()
	model, err := s.ChooseEmbed("")
	if err != nil || model.Name != ollamatest.RealEmbedder {
		t.Fatalf("%q embeds, %v", model.Name, err)
	}
	e, err := s.Embedder(t.Context(), model, ollama.EmbedderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(float64(a[i]) * float64(b[i]))
	}
	return sum
}

// The vectors are those of the model's authors: of these sentences sbert.net publishes the cosines.
func TestRealModelEmbeds(t *testing.T) {
	e := realEmbedder(t, realModels(t))
	got, err := e.Embed(t.Context(), []string{"The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b int
		want float64
	}{{0, 1, .6660}, {0, 2, .1046}, {1, 2, .1411}} {
		if cosine := dot(got[c.a], got[c.b]); math.Abs(cosine-c.want) > .001 {
			t.Errorf("the cosine of the sentences %d and %d is %.4f, want %.4f", c.a, c.b, cosine, c.want)
		}
	}
	if e.Dimensions() != 384 {
		t.Errorf("%d dimensions", e.Dimensions())
	}
}

// A chunk of more than the 256 tokens that the model takes in is found by what its end says.
func TestRealModelReadsToTheEnd(t *testing.T) {
	e := realEmbedder(t, realModels(t))
	dir := t.TempDir()
	long := strings.Repeat("The pump of the station moves water from the lower basin to the upper one. ", 18) +
		"Ripe apples are picked in autumn."
	for name, text := range map[string]string{"long.md": long, "other.md": "Ships load grain in the harbour."} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("# Notes\n\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opt := index.Options{Roots: []string{dir}, Dir: t.TempDir(), Embedder: e}
	if _, err := index.Refresh(t.Context(), opt, func(index.Step) {}); err != nil {
		t.Fatal(err)
	}
	ix, err := index.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	whole, err := e.Embed(t.Context(), []string{"Notes\n" + long, "harvest time of the orchard"}, false)
	if err != nil {
		t.Fatal(err)
	}
	res, err := ix.Search(t.Context(), index.Query{Text: "harvest time of the orchard"})
	if err != nil || len(res.Hits) == 0 || res.Hits[0].DocID != "long" || res.Hits[0].Cosine < dot(whole[0], whole[1])+.1 {
		t.Errorf("%v: %+v; the whole text has the cosine %.3f", err, res.Hits, dot(whole[0], whole[1]))
	}
}

// A small model writes the same draft each time, and what is shown of it is what the evidence says.
func TestRealModelAnswers(t *testing.T) {
	server := realModels(t)
	model, err := server.ChooseChat(ollamatest.RealWriter)
	if err != nil || model.Name != ollamatest.RealWriter {
		t.Fatalf("%q writes, %v", model.Name, err)
	}
	var drafts []string
	generator := heard{server.Generator(model, ollama.GeneratorOptions{MaxTokens: 60}), func(text string) { drafts = append(drafts, text) }}
	ix := handbook(t)
	opt := engine.Defaults()
	opt.Fallback = extract.Generator{}
	var answers [2]*engine.Answer
	for i := range answers {
		if answers[i], err = engine.New(first{ix, 1}, generator, opt).Ask(t.Context(), "What does TGBM stand for?", engine.Silent{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(drafts) / 2; n == 0 || strings.Join(drafts[:n], "\n") != strings.Join(drafts[n:], "\n") || answers[0].Text != answers[1].Text {
		t.Errorf("other drafts the second time: %q", drafts)
	}
	if !strings.Contains(answers[0].Text, "Tide Gauge Bench Mark") {
		t.Errorf("the answer is %q after %q", answers[0].Text, drafts)
	}
	for _, s := range answers[0].Sentences {
		if !s.Verdict.Proven() {
			t.Errorf("%q is %s", s.Text, s.Verdict)
		}
	}
}

// handbook is an index of the handbook of testdata.
func handbook(t *testing.T) *index.Index {
	t.Helper()
	opt := index.Options{Roots: []string{"../../testdata/handbook"}, Dir: t.TempDir()}
	if _, err := index.Refresh(t.Context(), opt, func(index.Step) {}); err != nil {
		t.Fatal(err)
	}
	ix, err := index.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}
