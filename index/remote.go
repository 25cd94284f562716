package index

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"ibid/index/lexical"
	"ibid/index/weaviate"
)

const (
	spareHits      = 64  // looked at beyond those wanted: there may be some of another generation
	distanceDigits = 1e6 // what a cosine that the server computes is good for
	countDigits    = 10  // that are read of a number of chunks
)

// remote finds chunks on a Weaviate server. The server proposes by BM25, as it counts; the scores are computed here,
// from the chunks' own words, the numbers of chunks that hold them, and the totals of the manifest: they are those of
// an index in a folder, whatever the server's shards and segments hold of what was deleted. Cosines are the server's.
// What it proposes that is not of this generation is passed over.
type remote struct {
	class    *weaviate.Class
	manifest *manifest
	ids      objectIDs
	counts   []byte // see writeFrequencies
	most     int    // vectors that a chunk has
}

func newRemote(class *weaviate.Class, m *manifest, counts []byte) *remote {
	return &remote{class: class, manifest: m, ids: m.objectIDs(), counts: counts, most: max(1, m.Embedder.Most)}
}

// objectIDs tell what the chunks of a generation are called on the server: by what changes, for each document, whenever
// one of its chunks or their vectors would.
type objectIDs map[string]string

func (m *manifest) objectIDs() objectIDs {
	of, e := make(objectIDs, len(m.Files)), m.Embedder
	for _, f := range m.Files {
		of[f.DocID] = fmt.Sprintln(schema, f.place, f.SHA256, e.Digest, e.Dimensions)
	}
	return of
}

// of is that of the object with the n-th vector of a chunk.
func (o objectIDs) of(chunk string, n int) string {
	doc, _, _ := strings.Cut(chunk, chunkDivider)
	return weaviate.ID(fmt.Sprintf("%s#%d %s", chunk, n, o[doc]))
}

func (r *remote) ready(ctx context.Context) error {
	head, err := r.class.Head(ctx)
	if err == nil && head == nil {
		err = fmt.Errorf("the Weaviate class holds nothing any more: %w", ErrNoIndex)
	}
	return err
}

func (r *remote) doubt() string { return r.class.Doubt(r.manifest.Published) }

// mine are the chunks of this generation among objects that were found, with the cosines of their nearest vectors.
func (r *remote) mine(found []weaviate.Found) (chunks []string, cosines map[string]float64) {
	cosines = make(map[string]float64, len(found))
	for _, f := range found {
		_, seen := cosines[f.Chunk]
		for n := 0; !seen && n < r.most; n++ { // the nearest come first
			if r.ids.of(f.Chunk, n) == f.Additional.ID {
				chunks, seen = append(chunks, f.Chunk), true
				cosines[f.Chunk] = math.Round((1-f.Additional.Distance)*distanceDigits) / distanceDigits
			}
		}
	}
	return chunks, cosines
}

func (r *remote) byWords(ctx context.Context, queries [][]lexical.Clause, k int, in *scope) (_ []ranking, err error) {
	out := make([]ranking, len(queries))
	for i := 0; err == nil && i < len(queries); i++ {
		out[i].retriever = lexicalName
		out[i].entries, out[i].best, err = bestOf(in, k, func(docs []string, k int) (map[string]float64, error) {
			return r.scores(ctx, queries[i], docs, k)
		})
	}
	return out, err
}

// scores are those of the chunks that the server proposes for a query.
func (r *remote) scores(ctx context.Context, query []lexical.Clause, docs []string, k int) (map[string]float64, error) {
	var asked []string
	counts, scores := map[string]int{}, map[string]float64{}
	for _, c := range query {
		if counts[c.Term] = r.count(c.Term); counts[c.Term] > 0 {
			asked = append(asked, slices.Repeat([]string{c.Term}, int(math.Round(2*c.Weight)))...) // weights are halves
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	looked := 4*k + spareHits
	found, err := r.class.ByWords(ctx, asked, docs, looked)
	if err != nil {
		return nil, err
	}
	chunks, _ := r.mine(found)
	found, err = r.objects(ctx, chunks[:min(looked, len(chunks))], "words")
	for i, f := range found {
		if score := lexical.Score(query, counts, r.manifest.Stats, strings.Fields(f.Words)); score > 0 {
			scores[chunks[i]] = score
		}
	}
	return scores, err
}

// bestOf ranks the best k chunks of a scope by their scores, and tells that of the best of all.
func bestOf(in *scope, k int, find func(docs []string, k int) (map[string]float64, error)) ([]scored, float64, error) {
	var docs []string
	if in != nil {
		if docs = in.documents; len(docs) == 0 {
			return nil, 0, nil
		}
	}
	found, err := find(docs, k)
	all := found
	if in != nil && err == nil {
		all, err = find(nil, 1)
	}
	var out []scored
	for id, score := range found {
		out = append(out, scored{id: id, score: score})
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.id, b.id))
	})
	for i := range out {
		out[i].rank = i + 1
	}
	return out[:min(k, len(out))], slices.Max(append(slices.Collect(maps.Values(all)), 0)), err
}

func (r *remote) byVector(ctx context.Context, q []float32, k int, in *scope) ([]scored, float64, error) {
	return bestOf(in, k, func(docs []string, k int) (map[string]float64, error) {
		found, err := r.class.ByVector(ctx, q, "doc", docs, 2*k*r.most+spareHits)
		_, cosines := r.mine(found)
		return cosines, err
	})
}

func (r *remote) cosines(ctx context.Context, q []float32, ids []string) ([]float64, error) {
	var objects []string
	out := make([]float64, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	for _, id := range ids {
		for n := range r.most {
			objects = append(objects, r.ids.of(id, n))
		}
	}
	found, err := r.class.ByVector(ctx, q, "id", objects, len(objects))
	_, cosines := r.mine(found)
	for i, id := range ids {
		out[i] = cosines[id]
	}
	return out, err
}

// objects reads a property of the first objects of chunks.
func (r *remote) objects(ctx context.Context, chunks []string, property string) ([]weaviate.Found, error) {
	ids := make([]string, len(chunks))
	for i, id := range chunks {
		ids[i] = r.ids.of(id, 0)
	}
	return r.class.Read(ctx, ids, property)
}

func (r *remote) read(ctx context.Context, ids []string) ([]*record, error) {
	found, err := r.objects(ctx, ids, "data")
	out := make([]*record, len(ids))
	for i := 0; err == nil && i < len(ids); i++ {
		if out[i], err = receivedRecord(found[i].Data, ids[i], len(r.manifest.Roots)); found[i].Data == nil {
			err = fmt.Errorf("chunk %q: %w", ids[i], fs.ErrNotExist)
		}
	}
	return out, err
}

// receivedRecord reads a chunk that a server sends: what is said of places is only believed where it is possible.
func receivedRecord(stored []byte, id string, roots int) (*record, error) {
	r, err := decodeRecord(stored)
	if err != nil {
		return nil, err
	}
	possible := r.ID == id && r.Root >= 0 && r.Root < roots && r.Start >= 0 && r.Start <= r.End
	for _, b := range r.Blocks {
		possible = possible && 0 <= b.Start && b.Start <= b.End && b.End <= len(r.Text)
	}
	if !possible {
		return nil, fmt.Errorf("%w: the chunk %q on the Weaviate server", ErrCorrupt, printable(id))
	}
	return r, nil
}

func (r *remote) frequencies(_ context.Context, terms []string) ([]int, error) {
	out := make([]int, len(terms))
	for i, term := range terms {
		out[i] = r.count(term)
	}
	return out, nil
}

// count tells how many chunks hold a term.
func (r *remote) count(term string) (n int) {
	_, rest, _ := bytes.Cut(r.counts, []byte("\n"+term+" "))
	_, _ = fmt.Sscan(string(rest[:min(countDigits, len(rest))]), &n) // 0 where there is none
	return n
}
