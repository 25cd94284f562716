package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/guard"
	"ibid/index"
)

var _ index.Embedder = (*Embedder)(nil)

// embedding is a scripted server that makes vectors: a text is the counts of its letters a to d, and too long beyond
// a number of words.
type embedding struct {
	words  int // 0 for no limit
	reply  func(vectors [][]float32) any
	status int // of the replies before the first good one
	fails  int
	inputs [][]string
	last   map[string]any
}

func (s *embedding) embedder(t *testing.T, m Model, opt EmbedderOptions) *Embedder {
	t.Helper()
	h := httptest.NewServer(http.HandlerFunc(s.embed))
	t.Cleanup(h.Close)
	client, host, err := connect(Options{Host: h.URL})
	if err != nil {
		t.Fatal(err)
	}
	e, err := (&Server{client: client, host: host}).Embedder(context.Background(), m, opt)
	if err != nil {
		t.Fatal(err)
	}
	e.delays = make([]time.Duration, len(retryDelays()))
	return e
}

func (s *embedding) embed(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Input    []string
		Truncate *bool
		Options  map[string]any
	}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil || r.URL.Path != "/api/embed" || req.Truncate == nil || *req.Truncate {
		fail(400, `{"error":"not the request that was expected"}`)(w, r)
		return
	}
	s.inputs, s.last = append(s.inputs, req.Input), req.Options
	if s.fails > 0 {
		s.fails--
		fail(s.status, `{"error":"llama runner process has terminated"}`)(w, r)
		return
	}
	vectors := [][]float32{}
	for _, text := range req.Input {
		if s.words > 0 && len(strings.Fields(text)) > s.words {
			fail(400, `{"error":"the input length exceeds the context length"}`)(w, r)
			return
		}
		vectors = append(vectors, counts(text))
	}
	if s.reply != nil {
		json.NewEncoder(w).Encode(s.reply(vectors))
		return
	}
	json.NewEncoder(w).Encode(map[string]any{"embeddings": vectors})
}

func counts(text string) []float32 {
	v := make([]float32, 4)
	for k := range v {
		v[k] = float32(strings.Count(text, string(rune('a'+k))))
	}
	return v
}

func length(v []float32) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

func TestEmbed(t *testing.T) {
	s := &embedding{}
	var progress [][2]int
	e := s.embedder(t, Model{Name: "nomic-embed-text:latest", Digest: "d", Dimensions: 4, Context: 8192}, EmbedderOptions{
		Progress: func(done, total int) { progress = append(progress, [2]int{done, total}) },
	})
	texts := make([]string, 70)
	for i := range texts {
		texts[i] = strings.Repeat("a", i+1) + " b"
	}
	got, err := e.Embed(context.Background(), texts, false)
	if err != nil || len(got) != len(texts) {
		t.Fatalf("%d vectors, %v", len(got), err)
	}
	for i, v := range got {
		if math.Abs(length(v)-1) > 1e-6 {
			t.Errorf("vector %d has the length %v", i, length(v))
		}
		one, err := e.Embed(context.Background(), texts[i:i+1], false)
		if err != nil || !reflect.DeepEqual(one[0], v) {
			t.Errorf("text %d alone: %v, %v; among others %v", i, one, err, v)
		}
	}
	if want := [][2]int{{32, 70}, {64, 70}, {70, 70}}; !reflect.DeepEqual(progress[:3], want) {
		t.Errorf("progress %v", progress[:3])
	}
	if s.inputs[0][0] != "search_document: a b" || s.last["num_ctx"] != float64(embedContext) {
		t.Errorf("sent %q with %v", s.inputs[0][0], s.last)
	}
	if _, err := e.Embed(context.Background(), []string{"a"}, true); err != nil || s.inputs[len(s.inputs)-1][0] != "search_query: a" {
		t.Errorf("a question: %q, %v", s.inputs[len(s.inputs)-1], err)
	}
	if none, err := e.Embed(context.Background(), nil, false); err != nil || len(none) != 0 {
		t.Errorf("no texts: %v, %v", none, err)
	}
	if e.Name() != "ollama/nomic-embed-text:latest" || e.Dimensions() != 4 {
		t.Errorf("%s with %d dimensions", e.Name(), e.Dimensions())
	}
}

// A text that is too long is taken apart without a word lost, and does not change the vectors of others.
func TestEmbedLongTexts(t *testing.T) {
	long := strings.Repeat("aab cd ", 60)
	s := &embedding{words: 20}
	e := s.embedder(t, Model{Name: "x", Dimensions: 4}, EmbedderOptions{})
	got, err := e.Embed(context.Background(), []string{"a b", long, "c"}, false)
	if err != nil {
		t.Fatal(err)
	}
	want := counts(long)
	if err := normalise(want); err != nil {
		t.Fatal(err)
	}
	for k := range want {
		if math.Abs(float64(got[1][k]-want[k])) > 0.02 {
			t.Errorf("the mean of the parts is %v, the whole would be %v", got[1], want)
			break
		}
	}
	for i, text := range map[int]string{0: "a b", 1: long, 2: "c"} {
		one, err := e.Embed(context.Background(), []string{text}, false)
		if err != nil || !reflect.DeepEqual(one[0], got[i]) {
			t.Errorf("text %d alone: %v, %v; among others %v", i, one, err, got[i])
		}
	}

	s = &embedding{words: 40}
	e = s.embedder(t, Model{Name: "x", Dimensions: 4, Context: 48}, EmbedderOptions{})
	const head = "Manual\n"
	pieces := e.Cut(head, long)
	if joined := strings.ReplaceAll(strings.Join(pieces, ""), head, ""); joined != long || len(pieces) < 4 {
		t.Errorf("cut into %q", pieces)
	}
	for _, p := range pieces {
		if !strings.HasPrefix(p, head) || guard.CountTokens(p) > 48-embedReserve {
			t.Errorf("a piece of %d tokens: %q", guard.CountTokens(p), p)
		}
	}
	if pieces := e.Cut(strings.Repeat("Contents ", 20), "a b"); !slices.Equal(pieces, []string{"a b"}) {
		t.Errorf("under a long head: %q", pieces)
	}

	s = &embedding{words: 1}
	e = s.embedder(t, Model{Name: "x", Dimensions: 4}, EmbedderOptions{})
	_, err = e.Embed(context.Background(), []string{"a b c d e f"}, false)
	checkError(t, err, "longer than the context")
}

func TestEmbedBroken(t *testing.T) {
	with := func(vectors any) *embedding {
		return &embedding{reply: func([][]float32) any { return map[string]any{"embeddings": vectors} }}
	}
	for _, tt := range []struct {
		name   string
		server *embedding
		texts  []string
		err    string
		sent   int
	}{
		{"empty", &embedding{}, []string{"a", ""}, "text 2 of 2 is empty", 0},
		{"white space", &embedding{}, []string{" \n"}, "is empty", 0},
		{"zero", &embedding{}, []string{"xyz"}, "no direction", 1},
		{"too few", with([][]float32{}), []string{"a"}, "0 vectors came for 1", 1},
		{"too many", with([][]float32{{1, 0, 0, 0}, {1, 0, 0, 0}}), []string{"a"}, "2 vectors came for 1", 1},
		{"of another length", with([][]float32{{1, 0}}), []string{"a"}, "2 dimensions, not 4", 1},
		{"too large", with([][]float64{{1e39, 0, 0, 0}}), []string{"a"}, "cannot be used", 1},
		{"no numbers", with("NaN"), []string{"a"}, "cannot be used", 1},
		{"killed for good", &embedding{status: 500, fails: 9}, []string{"a"}, "stopped while it ran", 4},
		{"killed once", &embedding{status: 500, fails: 1}, []string{"a"}, "", 2},
		{"missing", &embedding{status: 404, fails: 9}, []string{"a"}, "no model", 1},
	} {
		e := tt.server.embedder(t, Model{Name: "x", Dimensions: 4}, EmbedderOptions{})
		got, err := e.Embed(context.Background(), tt.texts, false)
		if tt.err == "" && err == nil && len(got) == len(tt.texts) && len(tt.server.inputs) == tt.sent {
			continue
		}
		checkError(t, err, tt.err)
		var made *Error
		if got != nil || len(tt.server.inputs) != tt.sent || errors.As(err, &made) && strings.Contains(made.Hint, "--model") {
			t.Errorf("%s: %v after %d requests; %v", tt.name, got, len(tt.server.inputs), err)
		}
	}
	nan := []float32{1, float32(math.NaN())}
	if normalise(nan) == nil || normalise([]float32{float32(math.Inf(1))}) == nil || normalise([]float32{0, 0}) == nil {
		t.Error("a vector without a direction is taken")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := (&embedding{}).embedder(t, Model{Name: "x", Dimensions: 4}, EmbedderOptions{})
	if _, err := e.Embed(ctx, []string{"a"}, false); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEmbedderDimensions(t *testing.T) {
	s := &embedding{}
	if e := s.embedder(t, Model{Name: "x"}, EmbedderOptions{}); e.Dimensions() != 4 || len(s.inputs) != 1 {
		t.Errorf("%d dimensions after %d requests", e.Dimensions(), len(s.inputs))
	}
}

// The digest changes with everything that changes a vector, and with nothing else.
func TestEmbedderDigest(t *testing.T) {
	s := &embedding{}
	digest := func(m Model, opt EmbedderOptions) string { return s.embedder(t, m, opt).Digest() }
	base := Model{Name: "nomic-embed-text:latest", Digest: "d", Dimensions: 4, Context: 2048}
	same := []Model{base, base, base}
	same[1].Name, same[2].Context = "nomic-embed-text:v1.5", 8192
	for _, m := range same {
		if digest(m, EmbedderOptions{}) != digest(base, EmbedderOptions{}) {
			t.Errorf("%+v has another digest", m)
		}
	}
	other := []Model{base, base, base}
	other[0].Name, other[1].Digest, other[2].Context = "mine", "e", 512
	for _, m := range other {
		if digest(m, EmbedderOptions{}) == digest(base, EmbedderOptions{}) {
			t.Errorf("%+v has the same digest", m)
		}
	}
}

func TestPrefixes(t *testing.T) {
	for name, want := range map[string]prefixes{
		"nomic-embed-text:latest":                    {"search_query: ", "search_document: "},
		"nomic-embed-text-v2-moe":                    {"search_query: ", "search_document: "},
		"mxbai-embed-large:335m":                     {represent, ""},
		"snowflake-arctic-embed:22m":                 {represent, ""},
		"snowflake-arctic-embed2:latest":             {"query: ", ""},
		"jeffh/intfloat-multilingual-e5-large:f16":   {},
		"someone/multilingual-e5-large-instruct:q8":  {instruct + " ", ""},
		"someone/multilingual-e5-large:f16":          {"query: ", "passage: "},
		"hf.co/CompendiumLabs/bge-base-en-v1.5-gguf": {represent, ""},
		"bge-large:latest":                           {represent, ""},
		"bge-m3:latest":                              {},
		"all-minilm:latest":                          {},
		"dengcao/Qwen3-Embedding-0.6B:Q8_0":          {instruct, ""},
		"embeddinggemma:300m":                        {"task: search result | query: ", "title: none | text: "},
	} {
		if got := prefixesOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func FuzzHalves(f *testing.F) {
	f.Add("one two three four five")
	f.Add(strings.Repeat("é", 40))
	f.Add(strings.Repeat(" ", 30) + "x")
	f.Add(strings.Repeat("\x80", 40))
	f.Fuzz(func(t *testing.T, text string) {
		parts := cut("", text, 16)
		if strings.Join(parts, "") != text {
			t.Errorf("%q became %q", text, parts)
		}
		if len(parts) > 1 && slices.ContainsFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" }) {
			t.Errorf("%q has an empty part: %q", text, parts)
		}
		if a, b, ok := halves(text); ok && (a+b != text || fmt.Sprint(len([]rune(text))) != fmt.Sprint(len([]rune(a))+len([]rune(b)))) {
			t.Errorf("%q was cut within a character", text)
		}
	})
}
