package ollama

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ollama/ollama/api"

	"ibid/guard"
)

const (
	embedContext = 2048 // tokens that an embedding may take in: more than any chunk has
	embedReserve = 8    // of them for the marks that a model puts around a text
	embedBatch   = 32   // texts in one request
	shortestPart = 16   // bytes: a part that the server still finds too long is no matter of length

	// embedScheme changes whenever the same text would get another vector from the same model.
	embedScheme = 2
)

// EmbedderOptions are the settings of an Embedder. The zero value is one that nobody configured.
type EmbedderOptions struct {
	Progress func(done, total int) // hears how many texts of one call are done, after each request; nil for none
}

// Embedder makes vectors with a model. The vector of a text depends on the model and the text alone, not on what it is
// embedded with. It may be used by several goroutines at once.
type Embedder struct {
	client     *api.Client
	host       *url.URL
	delays     []time.Duration
	progress   func(done, total int)
	model      Model
	prefixes   prefixes
	context    int // tokens
	dimensions int
}

// Embedder makes an embedder of one of the server's models. Where the server does not tell how long its vectors are, it
// is asked for one. An error is an *Error, or the context's.
func (s *Server) Embedder(ctx context.Context, m Model, opt EmbedderOptions) (*Embedder, error) {
	e := &Embedder{
		client: s.client, host: s.host, delays: retryDelays(), progress: opt.Progress, model: m,
		prefixes: prefixesOf(m.Name), context: embedContext, dimensions: m.Dimensions,
	}
	if m.Context > 0 {
		e.context = min(m.Context, embedContext)
	}
	if e.dimensions == 0 {
		vectors, err := e.parts(ctx, []string{"dimensions"})
		if err != nil {
			return nil, e.explain(ctx, err)
		}
		e.dimensions = len(vectors[0])
	}
	return e, nil
}

// Name is the embedder's name for a person: "ollama/nomic-embed-text:latest".
func (e *Embedder) Name() string { return "ollama/" + e.model.Name }

// Dimensions is the length of each vector.
func (e *Embedder) Dimensions() int { return e.dimensions }

// Digest identifies all that a vector depends on beside its text: the model by its digest, the prefixes, and how long
// texts are taken apart. Vectors of one digest can be compared; it is a SHA-256, in hex.
func (e *Embedder) Digest() string {
	data, err := json.Marshal(struct {
		Scheme   int
		Model    string
		Prefixes prefixes
		Context  int
	}{embedScheme, e.model.Digest, e.prefixes, e.context})
	if err != nil {
		panic(err) // strings and numbers always have a JSON form
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Cut implements index.Embedder: it cuts a text in halves until each is estimated to fit into the model's context,
// its prefix and the head before it. A head that takes more than half of that is left out.
func (e *Embedder) Cut(head, text string) []string {
	room := e.context - embedReserve - guard.CountTokens(e.prefixes.Document)
	if guard.CountTokens(head) > room/2 {
		head = ""
	}
	return cut(head, text, room)
}

// cut returns a text in pieces of at most so many tokens, as far as it can be cut.
func cut(head, text string, tokens int) []string {
	a, b, ok := halves(text)
	if !ok || guard.CountTokens(head+text) <= tokens {
		return []string{head + text}
	}
	return append(cut(head, a, tokens), cut(head, b, tokens)...)
}

// Embed makes one vector of length 1 for each text: of questions if query is set, else of passages. A text that the
// server finds too long is cut in halves until it takes them; its vector is the mean of theirs, weighted by their
// bytes. A text without words is refused: a model makes a vector of it all the same, of nothing. An error is an
// *Error, or the context's; then there are no vectors.
func (e *Embedder) Embed(ctx context.Context, texts []string, query bool) ([][]float32, error) {
	prefix := e.prefixes.Document
	if query {
		prefix = e.prefixes.Query
	}
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			return nil, &Error{Message: fmt.Sprintf("text %d of %d is empty and has no embedding", i+1, len(texts)), Hint: "leave empty texts out"}
		}
	}
	out := make([][]float32, 0, len(texts))
	for batch := range slices.Chunk(texts, embedBatch) {
		vectors, err := e.shorten(ctx, prefix, batch)
		if err != nil {
			return nil, e.explain(ctx, err)
		}
		out = append(out, vectors...)
		if e.progress != nil {
			e.progress(len(out), len(texts))
		}
	}
	return out, nil
}

func (e *Embedder) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return explain(err, e.host, e.model.Name, "ollama.embed_model")
}

// shorten embeds texts, and cuts those that the server finds too long.
func (e *Embedder) shorten(ctx context.Context, prefix string, parts []string) ([][]float32, error) {
	input := make([]string, len(parts))
	for i, p := range parts {
		input[i] = prefix + p
	}
	vectors, err := e.parts(ctx, input)
	switch {
	case err == nil || !isTooLong(err):
		return vectors, err
	case len(parts) == 1:
		a, b, ok := halves(parts[0])
		if !ok {
			return nil, err
		}
		two := []string{a, b}
		if vectors, err = e.shorten(ctx, prefix, two); err != nil {
			return nil, err
		}
		v, err := mean(vectors, two)
		return [][]float32{v}, err
	}
	vectors = make([][]float32, 0, len(parts))
	for i := range parts {
		one, err := e.shorten(ctx, prefix, parts[i:i+1])
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, one...)
	}
	return vectors, nil
}

// parts asks for the vectors of texts that are sent as they are, and checks them.
func (e *Embedder) parts(ctx context.Context, input []string) ([][]float32, error) {
	no := false
	req := &api.EmbedRequest{
		Model: e.model.Name, Input: input,
		Truncate: &no, // rather an error than the vector of half a text
		Options:  map[string]any{"num_ctx": e.context},
	}
	var resp *api.EmbedResponse
	err := retry(ctx, e.delays, func() (err error) {
		resp, err = e.client.Embed(ctx, req)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(resp.Embeddings) != len(input) {
		return nil, fmt.Errorf("%d vectors came for %d texts", len(resp.Embeddings), len(input))
	}
	for _, v := range resp.Embeddings {
		if len(v) == 0 || e.dimensions > 0 && len(v) != e.dimensions {
			return nil, fmt.Errorf("a vector has %d dimensions, not %d", len(v), e.dimensions)
		}
		if err := normalise(v); err != nil {
			return nil, err
		}
	}
	return resp.Embeddings, nil
}

// halves cuts a text near its middle: between words if it can, else between characters. ok is false where it is so
// short that it need not be cut.
func halves(text string) (a, b string, ok bool) {
	if len(text) < shortestPart {
		return "", "", false
	}
	at := len(text) / 2
	if i := strings.LastIndexFunc(text[:at], unicode.IsSpace); i > at/2 {
		at = i
	}
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	if a, b = text[:at], text[at:]; strings.TrimSpace(a) == "" || strings.TrimSpace(b) == "" {
		return "", "", false
	}
	return a, b, true
}

// mean is the mean of vectors weighted by the bytes of their parts, of length 1. One vector is its own mean, to the
// bit.
func mean(vectors [][]float32, parts []string) ([]float32, error) {
	if len(vectors) == 1 {
		return vectors[0], nil
	}
	sum := make([]float32, len(vectors[0]))
	for i, v := range vectors {
		w := float32(len(parts[i]))
		for k := range sum {
			sum[k] += float32(w * v[k])
		}
	}
	return sum, normalise(sum)
}

// normalise gives a vector the length 1. One without a direction is an error.
func normalise(v []float32) error {
	const least = 1e-12 // of a length: below it Ollama itself does not normalise
	sum := 0.0
	for _, x := range v {
		sum += float64(float64(x) * float64(x))
	}
	length := math.Sqrt(sum)
	if math.IsNaN(length) || math.IsInf(length, 0) || length < least {
		return errors.New("a vector has no direction: it is zero, or holds what is no number")
	}
	for k := range v {
		v[k] = float32(float64(v[k]) / length)
	}
	return nil
}

// prefixes are what an embedding model was trained to see before a question, and before a passage that may answer it.
type prefixes struct {
	Query    string `json:"query"`
	Document string `json:"document"`
}

const (
	represent = "Represent this sentence for searching relevant passages: "
	instruct  = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
)

// family is the beginning of the names of models that share their prefixes.
type family struct {
	name string
	prefixes
}

// prefixFamilies are the models whose cards on huggingface.co ask for prefixes, each for retrieval. A name that has
// several beginnings counts as the longest; what is not listed, such as all-minilm, bge-m3 and granite-embedding,
// wants none.
func prefixFamilies() []family {
	return []family{
		{"nomic-embed-text", prefixes{"search_query: ", "search_document: "}},                 // nomic-ai/nomic-embed-text-v1.5, and -v2-moe
		{"mxbai-embed", prefixes{represent, ""}},                                              // mixedbread-ai/mxbai-embed-large-v1
		{"snowflake-arctic-embed", prefixes{represent, ""}},                                   // Snowflake/snowflake-arctic-embed-m, and -l, -s, -xs
		{"snowflake-arctic-embed2", prefixes{"query: ", ""}},                                  // Snowflake/snowflake-arctic-embed-l-v2.0
		{"snowflake-arctic-embed-l-v2", prefixes{"query: ", ""}},                              //
		{"snowflake-arctic-embed-m-v2", prefixes{"query: ", ""}},                              //
		{"bge-small-en", prefixes{represent, ""}},                                             // BAAI/bge-small-en-v1.5
		{"bge-base-en", prefixes{represent, ""}},                                              // BAAI/bge-base-en-v1.5
		{"bge-large", prefixes{represent, ""}},                                                // BAAI/bge-large-en-v1.5, which Ollama calls bge-large
		{"e5", prefixes{"query: ", "passage: "}},                                              // intfloat/e5-large-v2
		{"multilingual-e5", prefixes{"query: ", "passage: "}},                                 // intfloat/multilingual-e5-large
		{"qwen3-embedding", prefixes{instruct, ""}},                                           // Qwen/Qwen3-Embedding-0.6B
		{"multilingual-e5-large-instruct", prefixes{instruct + " ", ""}},                      // intfloat/multilingual-e5-large-instruct
		{"embeddinggemma", prefixes{"task: search result | query: ", "title: none | text: "}}, // google/embeddinggemma-300m
	}
}

// prefixesOf looks a model up by its name.
func prefixesOf(model string) prefixes {
	families := prefixFamilies()
	names := make([]string, len(families))
	for i, f := range families {
		names[i] = f.name
	}
	if i := rank(Model{Name: model}, names); i < len(families) {
		return families[i].prefixes
	}
	return prefixes{}
}
