package index

import (
	"bytes"
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
	switch {
	case err != nil:
		return local{}, "", err
	case head.Pending:
		doubt = "the chunks on the Weaviate server are being changed, or that was interrupted: not everything may be found"
	case head.Generation != m.Published:
		doubt = "the Weaviate server holds another state than this index; the next question changes that"
	case time.Since(time.Unix(head.Written, 0)) < weaviate.WrittenAfter:
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
	for _, by := range asked {
		for _, in := range scopes {
			found, whole, err := ix.server.Find(ctx, by, in, looked, head)
			for i := 0; err == nil && i < len(found); i++ {
				var p *passage
				if p, err = m.receive(found[i].Data); p.record != nil {
					seen[p.ID] = p
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

// receive reads what a server has of a chunk; it has no record where that is of another generation. What is said of places is only
// believed where it is possible.
func (m *manifest) receive(data []byte) (*passage, error) {
	p := &passage{record: new(record)}
	if decoding.Unmarshal(data, p) != nil || decoding.Unmarshal(p.Stored, p.record) != nil {
		return p, fmt.Errorf("%w: a chunk on the Weaviate server cannot be read", ErrCorrupt)
	}
	e := m.entry(p.DocID)
	if e == nil || p.Version != m.version(e) {
		return new(passage), nil
	}
	possible := p.place == e.place && p.Start >= 0 && p.Start <= p.End
	for _, b := range p.Blocks {
		possible = possible && 0 <= b.Start && b.Start <= b.End && b.End <= len(p.Text)
	}
	if !possible {
		return p, fmt.Errorf("%w: the chunk %q on the Weaviate server", ErrCorrupt, printable(p.ID))
	}
	return p, nil
}

// fetch reads a chunk from the server.
func (ix *Index) fetch(ctx context.Context, id string) ([]*record, error) {
	doc, _, _ := strings.Cut(id, chunkDivider)
	if e := ix.manifest.entry(doc); e != nil {
		data, err := ix.server.Data(ctx, ix.manifest.chunkID(e, id))
		p := new(passage)
		if err == nil && data != nil {
			p, err = ix.manifest.receive(data)
		}
		if err != nil || p.record != nil {
			return []*record{p.record}, err
		}
	}
	return nil, fmt.Errorf("chunk %q: %w", id, fs.ErrNotExist)
}

// count tells how many chunks hold a term.
func (m *manifest) count(term string) (n int) {
	_, rest, _ := bytes.Cut(m.Terms, []byte("\n"+term+" "))
	_, _ = fmt.Sscan(string(rest[:min(countDigits, len(rest))]), &n) // 0 where there is none
	return n
}
