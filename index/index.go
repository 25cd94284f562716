// Package index makes documents findable: it reads them into chunks, keeps those in a cache that can always be
// rebuilt, and ranks them for a question.
//
//	report, err := index.Refresh(ctx, opt, progress) // one stat per file where nothing changed
//	ix, err := index.Open(opt)
//	defer ix.Close()
//	result, err := ix.Search(ctx, index.Query{Text: "What does MLWE mean?", K: 8})
//
// What happens when documents are read, in this order: walk.go finds the files below the roots, through opened
// handles that no link leads out of, without what ignore.go leaves out. refresh.go compares them with the manifest of
// what is there. A file that changed becomes chunks (index/source) without the keys and passwords that secret.go
// finds, and build.go puts those, with what a chunk is (record.go), into a lexical index (index/lexical) and their vectors
// by a model (embed.go) beside it (index/dense). All of that is one generation, a folder that takes the place of the
// last one when its manifest is written, and not before: whoever is killed leaves the old one whole. Without a model
// the reader's vectors come into a finished generation later, all at once. A first index is made in parts, a generation
// each, so that it can be asked meanwhile. derive.go then makes what depends on more than one file: the
// registry of symbols (index/symbol), and a card a symbol and recipes as chunks of their own, in a part of the
// generation of its own, so that they move no score of the documents.
//
// What happens to a question, in search.go: variants of it (index/question) are each ranked by words and by vectors;
// fuse.go adds these rankings up; rerank.go scores what that finds anew, by weights that are fitted (index/linear), and
// moves up what holds the question's names to the letter; cards.go says how many places what was derived may take in
// the answer to a question about an API, and which. Who has no documents asks a Weaviate server for chunks that may be
// found, and ranks those in the same way (remote.go); publish.go keeps the server level with a generation.
//
// Results depend on the documents, the question and the settings alone: not on the machine, the number of cores or
// the history of updates. That is why scores are computed from statistics that are kept here, why a vector follows
// from its text alone, and why ties are broken by place. Whatever is damaged is reported as ErrCorrupt, and made
// anew.
package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ibid/index/dense"
	"ibid/index/lexical"
	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/weaviate"
)

// Chunk is a piece of a document and where it stands.
type Chunk struct {
	source.Chunk
	Path   string // of the file, starting with the root as the user wrote it
	Digest string // SHA-256 of the file when it was read, hex
}

// Index is one generation, open for reading. It is safe for concurrent use.
type Index struct {
	manifest *manifest
	roots    []string
	dir      string
	local                    // the documents' chunks
	server   *weaviate.Class // that the chunks are on, and the documents elsewhere; nil where they are here
	embedder Embedder        // nil for none
	awaited  string          // where the reader's vectors are yet to appear, "" where they are there or none are wanted
	unready  string          // how far they are, "" where there are none
	derived  *derived        // nil where nothing was derived
	stale    []string
	acronyms *acronyms

	// What is found when it is first asked for.
	documents func() []DocumentInfo
	registry  func() (*symbol.Registry, error)
}

// Open opens the newest generation. It returns ErrNoIndex where nothing was indexed yet and ErrCorrupt where the
// index must be rebuilt; Refresh does that.
//
// A generation that another external embedder made is searched by its words alone; Stale says so. One is without the
// vectors of the reader, too, unless all are there.
func Open(opt Options) (*Index, error) {
	var ix *Index
	err := newest(opt.Dir, func(_ int, dir string) (err error) { ix, err = openGeneration(dir, opt); return err })
	return ix, err
}

func openGeneration(dir string, opt Options) (_ *Index, err error) {
	ix := &Index{roots: opt.Roots, dir: dir, embedder: cmp.Or(opt.Embedder, opt.own())}
	defer func() {
		if err != nil {
			ix.Close()
		}
	}()
	if after := opt.After; after != nil && after.manifest != nil && after.dir == dir {
		ix.manifest = after.manifest
	} else if ix.manifest, err = loadManifest(dir); err != nil {
		return nil, err
	}
	m := ix.manifest
	if opt.served() {
		ix.roots, ix.server = m.Roots, opt.Server
	}
	if len(m.Roots) != len(ix.roots) || (ix.server != nil) != (m.Published != "") {
		return nil, fmt.Errorf("%w: it holds other documents", ErrCorrupt)
	}
	err = together(
		func() error { return verify(context.Background(), dir, m.unchecked()) },
		func() (err error) {
			if ix.server == nil {
				ix.lexical, err = openLexical(dir, m.Stats)
			} else {
				ix.lexical, err = lexical.Of(nil, m.Stats, m.count)
			}
			return err
		},
		func() (err error) { ix.derived, err = openDerived(dir, m); return err },
		func() (err error) { ix.dense, err = ix.openDense(opt.state()); return corrupt(err) })
	if err != nil {
		return nil, err
	}
	ix.acronyms = newAcronyms(ix.manifest.Acronyms)
	ix.documents = sync.OnceValue(ix.listDocuments)
	ix.registry = sync.OnceValues(ix.openRegistry)
	return ix, nil
}

// openDense opens the vectors as far as the embedder at hand can search them.
func (ix *Index) openDense(wanted embedderState) (*denseSide, error) {
	m, made := ix.manifest, ix.manifest.Embedder
	if m.Unfinished {
		ix.stale = []string{fmt.Sprintf("files read so far: %d of %d", m.Total-m.Waiting, m.Total)}
		if m.Waiting == 0 {
			ix.stale[0] = "files read so far: all; vectors, symbol cards and recipes are yet to be made"
		}
		return nil, nil
	}
	switch {
	case m.Chunks == 0:
	case !made.same(wanted):
		ix.stale = []string{fmt.Sprintf("the index holds vectors of %s, not of %s: the documents are searched by their words alone until they are embedded again", made, wanted)}
	case made.external() && ix.server != nil:
		return &denseSide{embedder: ix.embedder, dims: made.Dimensions}, nil // for the vectors of questions alone
	case made.external():
		return openDense(filepath.Join(ix.dir, vectorDir), ix.embedder, made.Most)
	case ix.embedder != nil:
		return ix.openOwn(ix.embedder)
	}
	return nil, nil
}

// corrupt makes the damage that a part reports the damage of the whole.
func corrupt(err error) error {
	if errors.Is(err, lexical.ErrCorrupt) || errors.Is(err, dense.ErrCorrupt) || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return err
}

// Close releases the files.
func (ix *Index) Close() error {
	errs := []error{ix.local.close()}
	if ix.derived != nil {
		errs = append(errs, ix.derived.Close())
	}
	return errors.Join(errs...)
}

// Newest tells whether this is still the newest generation, with all that it has: a writer may have put another one
// beside it, or vectors into it.
func (ix *Index) Newest() bool {
	_, dir, err := current(filepath.Dir(ix.dir))
	_, gone := os.Stat(ix.awaited)
	return err == nil && dir == ix.dir && gone != nil
}

// Partial tells that not all documents are read yet, or that they are searched by their words alone until it is done.
func (ix *Index) Partial() bool { return ix.manifest.Unfinished }

// Len is the number of chunks.
func (ix *Index) Len() int { return ix.manifest.Chunks }

// Embedder names the embedder that searches use: "builtin", an external one, or "none".
func (ix *Index) Embedder() string {
	if ix.dense == nil {
		return "none"
	}
	return printable(ix.dense.embedder.Name())
}

// Stale says why the index finds less than the options of Open promise; none where it does not.
func (ix *Index) Stale() []string { return ix.stale }

// Chunk reads one chunk, of a document or derived from one, by its id.
func (ix *Index) Chunk(id string) (Chunk, error) {
	var found []*record
	err := fs.ErrNotExist
	if ix.derived != nil {
		found, err = records(ix.derived.Reader, []string{id})
	}
	if errors.Is(err, fs.ErrNotExist) {
		if ix.server != nil {
			found, err = ix.fetch(context.Background(), id)
		} else {
			found, err = records(ix.lexical, []string{id})
		}
	}
	if err != nil {
		return Chunk{}, err
	}
	return ix.chunk(found[0]), nil
}

func (ix *Index) chunk(r *record) Chunk {
	return Chunk{Chunk: r.Chunk, Path: r.path(ix.roots), Digest: r.Digest}
}

// Rarity says how much a term tells.
type Rarity struct {
	Documents int     // chunks that hold it
	IDF       float64 // ln(1 + (N-n+0.5)/(n+0.5)), as BM25 has it
}

// Rarity looks index terms up.
func (ix *Index) Rarity(_ context.Context, terms []string) ([]Rarity, error) {
	df, err := ix.lexical.DocFreq(terms)
	if err != nil {
		return nil, corrupt(err)
	}
	out := make([]Rarity, len(terms))
	for i, n := range df {
		out[i] = Rarity{Documents: n, IDF: IDF(ix.Len(), n)}
	}
	return out, nil
}

// Expansions are what the documents say an acronym stands for, the most frequent first; none for other words.
func (ix *Index) Expansions(word string) []string {
	var out []string
	if word = singular(word); isShort(word) {
		for _, p := range ix.acronyms.byShort[strings.ToLower(word)] {
			out = append(out, p.Long)
		}
	}
	return out
}

// Acronyms lists every pair that the documents spell out, sorted by its short form.
func (ix *Index) Acronyms() []Acronym { return ix.manifest.Acronyms }

// Similarities are the cosines of a text's vector, or of a question's, and those of others: they tell whether two texts
// speak of the same things, not whether they say the same. An external embedder may be unable to tell, which is an
// error.
func (ix *Index) Similarities(ctx context.Context, text string, asks bool, others []string) ([]float64, error) {
	if ix.embedder == nil {
		return nil, errors.New("nothing makes vectors")
	}
	const wait = 10 * time.Second // for an external embedder
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	dims := ix.embedder.Dimensions()
	one, err := embed(ctx, ix.embedder, []string{text}, asks, dims)
	var rest [][]float32
	if err == nil {
		rest, err = embed(ctx, ix.embedder, others, false, dims)
	}
	if err != nil {
		return nil, fmt.Errorf("comparing texts: %w", err)
	}
	out := make([]float64, len(others))
	for i := range out {
		out[i] = round(float64(dense.Cosine(one[0], rest[i])))
	}
	return out, nil
}

// Registry is what the source code among the documents declares; nil where there is none. It is read when it is first
// asked for.
func (ix *Index) Registry() (*symbol.Registry, error) { return ix.registry() }

func (ix *Index) openRegistry() (*symbol.Registry, error) {
	r, err := symbol.Open(filepath.Join(ix.dir, symbolsFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case errors.Is(err, symbol.ErrUnusable):
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return r, err
}
