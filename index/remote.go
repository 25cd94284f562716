package index

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"

	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/weaviate"
)

const (
	spareHits      = 64    // looked at beyond those wanted: the server rounds scores, and knows chunks that are gone for a while
	mostRecords    = 4096  // kept of those read
	mostCounted    = 65536 // terms whose frequencies are kept
	countedAtOnce  = 64    // terms
	readAtOnce     = 512   // chunks
	distanceDigits = 1e6   // what a cosine that the server computes is good for
)

// remote finds chunks on a Weaviate server. The server chooses by BM25, as it counts; the scores are computed here,
// from the chunks' own words, the numbers of chunks that hold them (frequencies.go), and the totals of the manifest:
// they are those of an index in a folder, whatever the server's shards and segments hold of what was deleted. Cosines
// are the server's.
type remote struct {
	class   *weaviate.Class
	stats   lexical.Stats
	vectors string // what made those that questions are compared with
	state   string // of the server, that this index knows
	most    int    // vectors that a chunk has
	roots   int
	often   map[string]int // how many chunks hold each frequent term

	mu      sync.Mutex
	known   map[string]*knownChunk
	recent  bool // chunks are not written yet on the server
	counted map[string]int
}

type knownChunk struct {
	record *record
	words  []string // see lexical.Words
}

func newRemote(class *weaviate.Class, m *manifest, often map[string]int) *remote {
	r := &remote{class: class, stats: m.Stats, vectors: m.Embedder.version(), state: m.Published, most: 1, roots: len(m.Roots), often: often, known: map[string]*knownChunk{}, counted: map[string]int{}}
	r.most = max(1, m.Embedder.Most)
	return r
}

// version changes whenever the same text gets another vector.
func (s embedderState) version() string {
	if s.external() {
		return strings.TrimSuffix(s.cacheFile(), keptSuffix)
	}
	return builtinName
}

func (r *remote) ready(ctx context.Context) (warnings []string, wordsAlone bool, err error) {
	head, err := r.class.Head(ctx)
	if err != nil {
		return nil, false, err
	}
	if head == nil {
		return nil, false, fmt.Errorf("the Weaviate class holds nothing any more: %w", ErrNoIndex)
	}
	if wordsAlone = head.Vectors != r.vectors; wordsAlone {
		warnings = append(warnings, "the vectors on the Weaviate server are being made anew: the documents are searched by their words alone")
	}
	chunks, behind := r.class.Behind()
	switch {
	case head.Pending:
		warnings = append(warnings, "the chunks on the Weaviate server are being changed, or that was interrupted: not everything may be found")
	case head.Generation != r.state:
		warnings = append(warnings, otherOnServer)
	case behind:
		warnings = append(warnings, fmt.Sprintf("the Weaviate server has not yet caught up on all of its nodes: the best one has %d of %d chunks, or old ones; not everything may be found; should that last, run \"ibid index --rebuild\", which sends all again", chunks, head.Level.Chunks))
	}
	unwritten, err := r.class.Unwritten(ctx, head)
	r.mu.Lock()
	r.recent = unwritten > spareHits
	r.mu.Unlock()
	if unwritten > weaviate.MostFound {
		warnings = append(warnings, fmt.Sprintf("the Weaviate server has not yet written down %d of %d chunks: not everything may be found by its words", unwritten, head.Level.Chunks))
	}
	return warnings, wordsAlone, err
}

func (r *remote) byWords(ctx context.Context, queries [][]lexical.Clause, k int, in *scope) (_ []ranking, err error) {
	out := make([]ranking, len(queries))
	for i := 0; err == nil && i < len(queries); i++ {
		out[i].retriever = lexicalName
		out[i].entries, out[i].best, err = r.byQuery(ctx, queries[i], k, in)
	}
	return out, err
}

func (r *remote) byQuery(ctx context.Context, query []lexical.Clause, k int, in *scope) ([]scored, float64, error) {
	terms := make([]string, len(query))
	for i, c := range query {
		terms[i] = c.Term
	}
	counts, err := r.frequencies(ctx, terms)
	if err != nil {
		return nil, 0, err
	}
	asked, frequencies := weaviate.Terms{}, map[string]int{}
	for i, c := range query {
		if frequencies[c.Term] = counts[i]; counts[i] > 0 {
			asked[c.Term] += int(math.Round(2 * c.Weight)) // weights are halves
		}
	}
	find := func(docs []string, k int) ([]scored, error) { return r.best(ctx, query, asked, frequencies, docs, k) }
	found, err := find(in.docs(), k)
	if err != nil || len(found) == 0 && in == nil {
		return nil, 0, err
	}
	of := found
	if in != nil {
		if of, err = find(nil, 1); err != nil || len(of) == 0 {
			return nil, 0, err
		}
	}
	return found[:min(k, len(found))], of[0].score, nil
}

// best finds at least the best k chunks of some documents. The server's scores are not ours: until it has written
// down what it was sent, and merged what it wrote, it knows average lengths and frequencies in part only, and each
// shard has its own. By how much they differ shows in the chunks that it names: where one beyond them could still be
// among the best, more are looked at.
func (r *remote) best(ctx context.Context, query []lexical.Clause, asked weaviate.Terms, frequencies map[string]int, docs []string, k int) ([]scored, error) {
	limit, looked, fields := k+spareHits, k+spareHits, recordNames()
	r.mu.Lock()
	if r.recent {
		limit, fields = weaviate.MostFound, nil
	}
	r.mu.Unlock()
	for {
		named, err := r.class.ByTerms(ctx, asked, docs, fields, limit)
		if err != nil || len(named) == 0 {
			return nil, err
		}
		for {
			looked = min(looked, len(named))
			raw, ids := make([]json.RawMessage, looked), make([]string, looked)
			for i, f := range named[:looked] {
				raw[i], ids[i] = f.Fields, f.Chunk
			}
			var chunks []*knownChunk
			if fields != nil {
				chunks, err = r.learn(raw)
			} else {
				chunks, err = r.chunks(ctx, ids)
			}
			if err != nil {
				return nil, err
			}
			out := make([]scored, 0, looked)
			least, most := math.Inf(1), 0.0 // of our scores, divided by the server's
			for i, c := range chunks {
				if score := lexical.Score(query, frequencies, r.stats, c.words); score > 0 && named[i].Score > 0 {
					out = append(out, scored{id: c.record.ID, score: score})
					least, most = min(least, score/named[i].Score), max(most, score/named[i].Score)
				}
			}
			ranked(out)
			bar := 0.0 // that the server's score of a better one reaches
			if len(out) >= k {
				bar = out[k-1].score / (most * most / least) // as much again, for those that are not seen
			}
			next := looked
			for next < len(named) && named[next].Score >= bar {
				next++
			}
			if next == looked && (next < len(named) || named[next-1].Score < bar || next < limit || limit == weaviate.MostFound) {
				return out, nil
			}
			if next == looked {
				break
			}
			looked = next
		}
		limit, looked, fields = min(4*limit, weaviate.MostFound), looked+1, nil
	}
}

// ranked sorts chunks by falling score, equal scores by rising id, and numbers them.
func ranked(found []scored) []scored {
	slices.SortFunc(found, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.id, b.id)) })
	for i := range found {
		found[i].rank = i + 1
	}
	return found
}

func (s *scope) docs() []string {
	if s == nil {
		return nil
	}
	return append([]string{}, s.documents...) // no documents are not all of them
}

func (r *remote) byVector(ctx context.Context, q []float32, k int, in *scope) ([]scored, float64, error) {
	find := func(docs []string, limit int) ([]scored, error) {
		near, err := r.class.ByVector(ctx, q, docs, limit*r.most, r.most > 1)
		cosines := greatest(near)
		out := make([]scored, 0, len(cosines))
		for id, cosine := range cosines {
			out = append(out, scored{id: id, score: cosine})
		}
		return ranked(out), err
	}
	found, err := find(in.docs(), k)
	of := found
	if in != nil && err == nil {
		of, err = find(nil, 1)
	}
	if err != nil || len(of) == 0 {
		return nil, 0, err
	}
	return found[:min(k, len(found))], of[0].score, nil
}

// greatest are the cosines of chunks, each by its nearest vector.
func greatest(near []weaviate.Near) map[string]float64 {
	out := make(map[string]float64, len(near))
	for _, n := range near {
		cosine := math.Round(n.Cosine*distanceDigits) / distanceDigits
		if old, seen := out[n.Chunk]; !seen || cosine > old {
			out[n.Chunk] = cosine
		}
	}
	return out
}

func (r *remote) cosines(ctx context.Context, q []float32, ids []string) ([]float64, error) {
	near, err := r.class.Cosines(ctx, q, ids, r.most)
	cosines := greatest(near)
	out := make([]float64, len(ids))
	for i, id := range ids {
		out[i] = cosines[id]
	}
	return out, err
}

func (r *remote) read(ctx context.Context, ids []string) ([]*record, error) {
	chunks, err := r.chunks(ctx, ids)
	out := make([]*record, len(chunks))
	for i, c := range chunks {
		out[i] = c.record
	}
	return out, err
}

// chunks are those with some ids, from the server as far as they are not known.
func (r *remote) chunks(ctx context.Context, ids []string) ([]*knownChunk, error) {
	out := make([]*knownChunk, len(ids))
	var missing []string
	r.mu.Lock()
	for i, id := range ids {
		if out[i] = r.known[id]; out[i] == nil {
			missing = append(missing, id)
		}
	}
	r.mu.Unlock()
	found := map[string]*knownChunk{}
	for part := range slices.Chunk(missing, readAtOnce) {
		raw, err := r.class.Chunks(ctx, part, recordNames())
		if err != nil {
			return nil, err
		}
		chunks, err := r.learn(raw)
		if err != nil {
			return nil, err
		}
		for _, c := range chunks {
			found[c.record.ID] = c
		}
	}
	for i, id := range ids {
		if out[i] == nil {
			if out[i] = found[id]; out[i] == nil {
				return nil, fmt.Errorf("chunk %q: %w", id, fs.ErrNotExist)
			}
		}
	}
	return out, nil
}

func (r *remote) frequencies(ctx context.Context, terms []string) ([]int, error) {
	r.mu.Lock()
	var missing []string
	counts := map[string]int{}
	for _, term := range terms {
		n, ok := r.often[term]
		if !ok {
			n, ok = r.counted[term]
		}
		if counts[term] = n; !ok && term != "" && !slices.Contains(missing, term) {
			missing = append(missing, term)
		}
	}
	r.mu.Unlock()
	for part := range slices.Chunk(missing, countedAtOnce) {
		found, err := r.class.Frequencies(ctx, part)
		if err != nil {
			return nil, err
		}
		r.mu.Lock()
		if len(r.counted) > mostCounted {
			clear(r.counted)
		}
		for i, n := range found {
			r.counted[part[i]], counts[part[i]] = n, n
		}
		r.mu.Unlock()
	}
	out := make([]int, len(terms))
	for i, term := range terms {
		out[i] = counts[term]
	}
	return out, nil
}

// learn keeps chunks as the server gives them.
func (r *remote) learn(raw []json.RawMessage) ([]*knownChunk, error) {
	out := make([]*knownChunk, len(raw))
	if err := file.Parallel(context.Background(), len(raw), func(i int) error {
		rec, err := receivedRecord(raw[i], r.roots)
		if err != nil {
			return err
		}
		r.mu.Lock()
		out[i] = r.known[rec.ID]
		r.mu.Unlock()
		if out[i] == nil {
			out[i] = &knownChunk{rec, lexical.Words(rec.text())}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) > mostRecords {
		clear(r.known)
	}
	for _, c := range out {
		r.known[c.record.ID] = c
	}
	return out, nil
}

// recordFields are the properties of a chunk on the server, called as the fields of a record are, but for a small
// first letter. The id of the chunk and that of its document are there beside them.
var recordFields = [...]weaviate.Field{
	{Name: "title", Type: "text"}, {Name: "kind", Type: "text"}, {Name: "section", Type: "text[]"}, {Name: "symbol", Type: "text"},
	{Name: "startPage", Type: "int"}, {Name: "endPage", Type: "int"}, {Name: "startLine", Type: "int"}, {Name: "endLine", Type: "int"},
	{Name: "start", Type: "int"}, {Name: "end", Type: "int"}, {Name: "text", Type: "text"}, {Name: "prev", Type: "text"}, {Name: "next", Type: "text"},
	{Name: blocksField, Type: "text"}, {Name: "root", Type: "int"}, {Name: "rel", Type: "text"}, {Name: "digest", Type: "text"},
}

const blocksField = "blocks" // as JSON

func recordNames() []string {
	names := []string{"doc"}
	for _, f := range recordFields {
		names = append(names, f.Name)
	}
	return names
}

// encodeRecord makes properties of a record as the lexical index stores it.
func encodeRecord(r *record) (map[string]any, error) {
	raw, err := json.Marshal(r)
	var fields map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(raw, &fields)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	out := make(map[string]any, len(recordFields))
	for _, f := range recordFields {
		value := fields[strings.ToUpper(f.Name[:1])+f.Name[1:]]
		switch {
		case len(value) == 0 || string(value) == "null":
		case f.Name == blocksField:
			out[f.Name] = string(value)
		default:
			out[f.Name] = value
		}
	}
	return out, nil
}

// decodeRecord is its inverse, for what a server sends: what is said of places is only believed where it is possible.
func receivedRecord(raw json.RawMessage, roots int) (*record, error) {
	var fields map[string]json.RawMessage
	err := json.Unmarshal(raw, &fields)
	var blocks string
	if err == nil && fields[blocksField] != nil {
		err = json.Unmarshal(fields[blocksField], &blocks)
	}
	r := new(record)
	if err == nil {
		fields["ID"], fields["DocID"] = fields["chunk"], fields["doc"]
		delete(fields, blocksField)
		if blocks != "" {
			fields["Blocks"] = json.RawMessage(blocks)
		}
		var whole []byte
		if whole, err = json.Marshal(fields); err == nil {
			err = json.Unmarshal(whole, r)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a chunk on the Weaviate server: %v", ErrCorrupt, err)
	}
	end := len(r.Text)
	possible := r.ID != "" && r.Root >= 0 && r.Root < roots && r.Start >= 0 && r.Start <= r.End
	for _, b := range r.Blocks {
		possible = possible && 0 <= b.Start && b.Start <= b.End && b.End <= end
	}
	if !possible {
		return nil, fmt.Errorf("%w: the chunk %q on the Weaviate server", ErrCorrupt, printable(r.ID))
	}
	return r, nil
}
