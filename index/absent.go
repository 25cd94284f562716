package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// absent stands in for an external embedder that made the vectors of an index and is not there now.
type absent struct {
	made embedderState
	why  error
}

// Absent returns what stands in for the external embedder of the index in a folder while its server is not there, and why
// it is not; nil where the index has no such vectors. With it the index stays as it is: what is new cannot be embedded,
// and questions are searched by their words.
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

// Name implements Embedder.
func (a absent) Name() string { return a.made.Name }

// Digest implements Embedder.
func (a absent) Digest() string { return a.made.Digest }

// Dimensions implements Embedder.
func (a absent) Dimensions() int { return a.made.Dimensions }

// Embed implements Embedder.
func (a absent) Embed(context.Context, []string, bool) ([][]float32, error) {
	return nil, fmt.Errorf("%s cannot be asked: %w", a.made.Name, a.why)
}
