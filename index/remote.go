package index

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"ibid/index/dense"
	"ibid/index/lexical"
	"ibid/index/weaviate"
)

const (
	looked      = 2*depth + 64 // proposals: some may be of another generation
	countDigits = 10           // that are read of a number of chunks
)

// propose asks a Weaviate server what may be found for queries and vectors in some documents, nil for all: the chunks
// that are the best by BM25, as the server counts, and the nearest neighbours that it knows. Of those it makes a small
// index, which is searched as ever; with the totals of the manifest, and the numbers of chunks that hold each term, their
// scores are those of an index in a folder, whatever the server's shards and segments hold of what was deleted. It says
// why not all may be found, "" for nothing.
func (ix *Index) propose(ctx context.Context, queries [][]lexical.Clause, vectors [][]float32, docs []string) (_ local, doubt string, err error) {
	m := ix.manifest
	head, err := ix.server.Head(ctx)
	if err != nil {
		return local{}, "", err
	}
	if head.Pending || head.Generation != m.Published {
		doubt = "the chunks on the Weaviate server are being changed, or that was interrupted: not everything may be found"
	} else if time.Since(time.Unix(head.Written, 0)) < weaviate.WrittenAfter {
		doubt = "the Weaviate server was just sent chunks: not everything may be found by its words for a while"
	}
	var asked []string
	for _, query := range queries {
		var words []string
		for _, c := range query {
			if m.count(c.Term) > 0 {
				words = append(words, slices.Repeat([]string{c.Term}, int(math.Round(2*c.Weight)))...) // weights are halves
			}
		}
		if len(words) > 0 {
			asked = append(asked, weaviate.ByWords(words))
		}
	}
	for _, v := range vectors {
		asked = append(asked, weaviate.ByVector(v))
	}
	scopes := [][]string{nil} // in a scope the best of all is asked for, too
	if len(docs) > 0 {
		scopes = append(scopes, docs)
	}
	seen := map[string]*passage{}
	for i := range len(asked) * len(scopes) {
		found, whole, err := ix.server.Find(ctx, asked[i/len(scopes)], scopes[i%len(scopes)], looked, head)
		for _, f := range found {
			if p, perr := m.receive(f.Additional.ID, f.Data); p != nil {
				seen[p.ID] = p
			} else {
				err = cmp.Or(err, perr)
			}
		}
		if err != nil {
			return local{}, "", err
		}
		if !whole && doubt == "" {
			doubt = "no node of the Weaviate server has yet caught up: not everything may be found; should that last, " +
				"who has the documents runs \"ibid index --rebuild\", which sends all again"
		}
	}
	from, err := ix.indexOf(seen)
	return from, doubt, err
}

// indexOf makes an index of passages.
func (ix *Index) indexOf(passages map[string]*passage) (l local, err error) {
	var docs []lexical.Document
	for _, id := range slices.Sorted(maps.Keys(passages)) {
		doc := passages[id].text()
		doc.Stored = passages[id].Stored
		docs = append(docs, doc)
	}
	if l.lexical, err = lexical.Of(docs, ix.manifest.Stats, ix.manifest.count); err != nil || ix.dense == nil {
		return l, err
	}
	if l.scratch, err = os.MkdirTemp("", "ibid-"); err != nil {
		return l, err
	}
	w, err := dense.Create(l.scratch, ix.dense.dims)
	if err != nil {
		return l, err
	}
	for i := range docs {
		for _, v := range passages[docs[i].ID].Vectors {
			err = errors.Join(err, w.Append(docs[i].ID, v))
		}
	}
	if err = errors.Join(err, w.Close()); err == nil {
		l.dense, err = openDense(l.scratch, ix.dense.embedder, ix.manifest.Embedder.Most)
	}
	return l, err
}

// receive reads what a server has of a chunk; nil where that is of another generation. What is said of places is only
// believed where it is possible.
func (m *manifest) receive(id string, data []byte) (*passage, error) {
	p := &passage{record: new(record)}
	if decoding.Unmarshal(data, p) != nil || decoding.Unmarshal(p.Stored, p.record) != nil {
		return nil, fmt.Errorf("%w: a chunk on the Weaviate server cannot be read", ErrCorrupt)
	}
	e := m.entry(p.DocID)
	if e == nil || id != m.chunkID(e, p.ID) {
		return nil, nil
	}
	possible := p.place == e.place && p.Start >= 0 && p.Start <= p.End
	for _, b := range p.Blocks {
		possible = possible && 0 <= b.Start && b.Start <= b.End && b.End <= len(p.Text)
	}
	if !possible {
		return nil, fmt.Errorf("%w: the chunk %q on the Weaviate server", ErrCorrupt, printable(p.ID))
	}
	return p, nil
}

// fetch reads a chunk from the server.
func (ix *Index) fetch(ctx context.Context, chunk string) ([]*record, error) {
	doc, _, _ := strings.Cut(chunk, chunkDivider)
	if e := ix.manifest.entry(doc); e != nil {
		id := ix.manifest.chunkID(e, chunk)
		data, err := ix.server.Data(ctx, id)
		var p *passage
		if err == nil && data != nil {
			p, err = ix.manifest.receive(id, data)
		}
		if err != nil {
			return nil, err
		}
		if p != nil {
			return []*record{p.record}, nil
		}
	}
	return nil, fmt.Errorf("chunk %q: %w", chunk, fs.ErrNotExist)
}

// count tells how many chunks hold a term.
func (m *manifest) count(term string) (n int) {
	_, rest, _ := bytes.Cut(m.Terms, []byte("\n"+term+" "))
	_, _ = fmt.Sscan(string(rest[:min(countDigits, len(rest))]), &n) // 0 where there is none
	return n
}
