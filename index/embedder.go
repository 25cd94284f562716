package index

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"ibid/index/dense"
)

// An Embedder turns texts into vectors, in the place of the built-in word vectors. Index calls it from one goroutine
// at a time while it is built, and from several while it is searched.
type Embedder interface {
	// Name is what a person calls the model.
	Name() string

	// Digest changes whenever the same text would get another vector: with the model, and with what is done to a text
	// before the model sees it. It is never "".
	Digest() string

	// Dimensions is the length of the vectors, 1 to 65536.
	Dimensions() int

	// Cut returns a chunk's text in the pieces that the model takes in whole, in their order, each with the head that
	// the chunk stands under before it. The vector of each is kept: a chunk is as near to a question as its nearest
	// piece.
	Cut(head, text string) []string

	// Embed returns for each text, in their order, a vector of length 1 that does not depend on the texts beside it.
	// Texts are questions or parts of documents; some models tell the two apart. It returns soon after ctx ends.
	Embed(ctx context.Context, texts []string, query bool) ([][]float32, error)
}

// embed asks an external embedder for vectors with dims values, and checks what it says.
func embed(ctx context.Context, e Embedder, texts []string, query bool, dims int) ([][]float32, error) {
	vectors, err := e.Embed(ctx, texts, query)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("%s returned %d vectors for %d texts", e.Name(), len(vectors), len(texts))
	}
	out := make([][]float32, len(vectors))
	for i, v := range vectors {
		if len(v) != dims {
			return nil, fmt.Errorf("%s returned a vector of %d dimensions, not %d", e.Name(), len(v), dims)
		}
		if out[i], err = dense.Unit(v); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
	}
	return out, nil
}

// embedderState says who made the vectors of a generation: an external embedder or, where all is zero, the built-in
// one.
type embedderState struct {
	Name       string `json:",omitempty"` // of an external embedder
	Digest     string `json:",omitempty"` // of an external embedder, "" where there is none
	Dimensions int    `json:",omitempty"`
	Most       int    `json:",omitempty"` // vectors that a chunk has
}

// embedder is the state of a generation that the embedder of the options makes.
func (o *Options) embedder() embedderState {
	e := o.Embedder
	if e == nil {
		return embedderState{}
	}
	return embedderState{Name: e.Name(), Digest: e.Digest(), Dimensions: e.Dimensions()}
}

// external tells whether an external embedder made the vectors.
func (s embedderState) external() bool { return s.Digest != "" }

// same tells whether the vectors of two states are alike, whatever their embedders are called.
func (s embedderState) same(t embedderState) bool {
	return s.Digest == t.Digest && s.Dimensions == t.Dimensions
}

// String names the embedder, as in "the vectors of X".
func (s embedderState) String() string {
	if !s.external() {
		return builtinName
	}
	return printable(s.Name)
}

const builtinName = "builtin"

// changed says why the vectors of a generation do not serve another embedder, "" where they do.
func (s embedderState) changed(now embedderState) string {
	switch {
	case s.same(now):
		return ""
	case s.String() == now.String():
		return fmt.Sprintf("%s is another model than the one that made the vectors", now)
	}
	return fmt.Sprintf("the embedder is %s now, it was %s", now, s)
}

// cacheKey is under what the vector of a text is kept.
func (s embedderState) cacheKey(text string) dense.Key {
	return sha256.Sum256(fmt.Appendf(nil, "%q %d %s", s.Digest, s.Dimensions, text))
}

// absent stands in for an external embedder that made the vectors of an index and is not there now.
type absent struct {
	made embedderState
	why  error
}

// Absent returns what stands in for the external embedder of the index in a folder while its server is not there, and
// why it is not; nil where the index has no such vectors. With it the index stays as it is: what is new cannot be
// embedded, and questions are searched by their words.
func Absent(dir string, why error) Embedder {
	if _, err := os.Stat(filepath.Join(dir, keptDir)); err != nil {
		return nil // spares everyone else the reading
	}
	_, generation, err := current(dir)
	if err != nil {
		return nil
	}
	m, err := loadManifest(generation)
	if err != nil || m.Embedder.Digest == "" {
		return nil
	}
	return absent{m.Embedder, why}
}

func (a absent) Name() string    { return a.made.Name }
func (a absent) Digest() string  { return a.made.Digest }
func (a absent) Dimensions() int { return a.made.Dimensions }

// Cut implements Embedder. What has a vector cannot be told without the model: whatever changed waits for it.
func (a absent) Cut(head, text string) []string { return []string{head + text} }

func (a absent) Embed(context.Context, []string, bool) ([][]float32, error) {
	return nil, fmt.Errorf("%s cannot be asked: %w", a.made.Name, a.why)
}
