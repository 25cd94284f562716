package index

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"ibid/index/lexical"
)

// fakeEmbedder gives each text the sum of random directions, one for each of its words: texts that share words are near.
type fakeEmbedder struct {
	name, digest string
	dims         int
	words        int    // that a piece has, 0 for no limit
	failAfter    int    // batches of chunks after which it fails, -1 for never
	down         error  // what it says to everything
	hook         func() // called before each batch of chunks

	mu      sync.Mutex
	batches int
	texts   []string // chunks embedded, in order
	queries [][]string
}

func newFake(name string, dims int) *fakeEmbedder {
	return &fakeEmbedder{name: name, digest: "sha256:" + name, dims: dims, failAfter: -1}
}

func (f *fakeEmbedder) Name() string    { return f.name }
func (f *fakeEmbedder) Digest() string  { return f.digest }
func (f *fakeEmbedder) Dimensions() int { return f.dims }

var errServer = errors.New("the server is gone")

func (f *fakeEmbedder) Cut(head, text string) []string {
	if f.words == 0 {
		return []string{head + text}
	}
	var out []string
	for words := range slices.Chunk(strings.Fields(text), f.words) {
		out = append(out, head+strings.Join(words, " "))
	}
	return out
}

func (f *fakeEmbedder) Embed(ctx context.Context, texts []string, query bool) ([][]float32, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down != nil {
		return nil, f.down
	}
	if query {
		f.queries = append(f.queries, slices.Clone(texts))
	} else {
		if f.hook != nil {
			f.hook()
		}
		if f.failAfter >= 0 && f.batches >= f.failAfter {
			return nil, errServer
		}
		f.batches++
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = f.vector(text)
	}
	if !query {
		f.texts = append(f.texts, texts...)
	}
	return out, nil
}

func (f *fakeEmbedder) vector(text string) []float32 {
	sum := make([]float64, f.dims)
	for _, t := range lexical.Analyze(text) {
		for i := range sum {
			h := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", f.digest, i, t.Term))
			sum[i] += float64(int32(binary.LittleEndian.Uint32(h[:]))) / math.MaxInt32
		}
	}
	square := 1e-9
	for _, x := range sum {
		square += x * x
	}
	v := make([]float32, f.dims)
	for i, x := range sum {
		v[i] = float32(x / math.Sqrt(square))
	}
	return v
}

// forget begins a new count.
func (f *fakeEmbedder) forget() { f.batches, f.texts, f.queries = 0, nil, nil }
