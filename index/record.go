package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strings"

	"github.com/fxamacker/cbor/v2"

	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
)

// record is what is stored with a chunk in the lexical index.
type record struct {
	source.Chunk
	place
	Digest  string          // SHA-256 of the source file, hex
	Derived *recipe.Derived `json:",omitempty"` // nil for a chunk of a document itself
	Program string          `json:",omitempty"` // all code of what was derived, with its first chunk
}

// document is what the lexical index knows of a chunk.
func (r *record) document() (lexical.Document, error) {
	doc := r.text()
	var err error
	doc.Stored, err = encoding.Marshal(r)
	return doc, err
}

// text is what a chunk is found by.
func (r *record) text() lexical.Document {
	return lexical.Document{ID: r.ID, Group: r.DocID, Title: r.Title, Section: strings.Join(r.Section, "\n"), Text: r.Text}
}

func decodeRecord(stored []byte) (*record, error) {
	r := new(record)
	if err := decoding.Unmarshal(stored, r); err != nil {
		return nil, fmt.Errorf("%w: a chunk cannot be read: %v", ErrCorrupt, err)
	}
	return r, nil
}

// Records and manifests are CBOR. The names of files in them need not be valid UTF-8.
var (
	encoding = valid(cbor.EncOptions{}.EncMode())
	decoding = valid(cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid, MaxArrayElements: math.MaxInt32}.DecMode())
)

func valid[T any](v T, err error) T {
	if err != nil {
		panic(err) // the options are constant
	}
	return v
}

// lexicalDir is the lexical index of the documents, or of what is derived from them, in its folder.
const lexicalDir = "lexical"

// openLexical opens a lexical index, which must hold as many chunks as its Stats say.
func openLexical(dir string, stats lexical.Stats) (*lexical.Reader, error) {
	r, err := lexical.Open(filepath.Join(dir, lexicalDir), stats)
	if err != nil {
		return nil, corrupt(err)
	}
	if n := r.Len(); n != stats.Documents {
		err = fmt.Errorf("%w: %d chunks where the manifest says %d", ErrCorrupt, n, stats.Documents)
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// records reads chunks by their ids; fs.ErrNotExist where one of them is not there.
func records(from *lexical.Reader, ids []string) ([]*record, error) {
	stored, err := from.Stored(ids)
	if err != nil {
		return nil, corrupt(err)
	}
	out := make([]*record, len(ids))
	for i, data := range stored {
		if data == nil {
			return nil, fmt.Errorf("chunk %q: %w", ids[i], fs.ErrNotExist)
		}
		if out[i], err = decodeRecord(data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// putBatch is how many chunks the lexical index gets at once: enough for it to work on every core.
const putBatch = 4000

// chunkWriter puts chunks into a lexical index.
type chunkWriter struct {
	lexical *lexical.Writer
	pending []lexical.Document
	tokens  []*int // for each of pending where its length is added
}

// put adds a chunk, and its length to tokens before finish returns.
func (w *chunkWriter) put(ctx context.Context, r *record, tokens *int) error {
	doc, err := r.document()
	if err != nil {
		return fmt.Errorf("chunk %q: %w", r.ID, err)
	}
	w.pending, w.tokens = append(w.pending, doc), append(w.tokens, tokens)
	if len(w.pending) == putBatch {
		return w.flush(ctx)
	}
	return nil
}

func (w *chunkWriter) flush(ctx context.Context) error {
	lengths, err := w.lexical.Put(ctx, w.pending)
	for i, n := range lengths {
		*w.tokens[i] += n
	}
	w.pending, w.tokens = w.pending[:0], w.tokens[:0]
	return err
}

// finish makes everything durable.
func (w *chunkWriter) finish(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	return w.lexical.Close()
}

// together runs pieces of work that do not depend on each other at the same time.
func together(work ...func() error) error {
	return file.Parallel(context.Background(), len(work), func(i int) error { return work[i]() })
}
