package lexical

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring"
	"github.com/blugelabs/bluge/index"
	segment "github.com/blugelabs/bluge_segment_api"
	"github.com/blugelabs/ice"

	"ibid/index/file"
)

// The parameters of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009), at their usual values.
const (
	k1 = 1.2
	b  = 0.75
)

// scoreScale is the precision of scores, 1e-8: far above the error of a sum of floats and far below a difference that
// means anything.
const scoreScale = 1e8

func round(score float64) float64 { return math.Round(score*scoreScale) / scoreScale }

// IDF is the inverse document frequency of BM25 of a term that df documents hold, with the 1 that keeps it positive.
func (s Stats) IDF(df int) float64 {
	return math.Log(1 + (float64(s.Documents)-float64(df)+0.5)/(float64(df)+0.5))
}

// norm is what a score needs of a document of some length.
func (s Stats) norm(length int) float64 {
	average := float64(s.Tokens) / float64(s.Documents)
	return float64(k1 * (1 - b + b*float64(length)/average))
}

// score is what a term that stands tf times in a document adds to the score of that.
func score(weight float64, tf uint32, norm float64) float64 {
	return weight * float64(tf) / (float64(tf) + norm)
}

// knownNorms is the number of lengths whose norm is kept: few chunks are longer.
const knownNorms = 2048

// Reader searches an index as it was when it was opened. It is safe for concurrent use.
type Reader struct {
	snapshot *index.Snapshot
	stats    Stats
	norms    []float64 // by length
	pieces   []piece
	docs     int         // document numbers in use, those of deleted documents included
	damaged  atomic.Bool // a call into Bluge has panicked, and may have left a lock behind
	scores   sync.Pool   // of *[]float64, a 0 for each document
}

// piece is a segment of a Reader.
type piece struct {
	segment.Segment
	deleted *roaring.Bitmap
	start   int // the number of its first document
}

// Open opens an index for searching. It checks the snapshot and that the segments are there; damage inside a segment
// shows when a search meets it, or not.
func Open(dir string, stats Stats) (*Reader, error) {
	if _, err := list(dir); err != nil {
		return nil, err
	}
	r := &Reader{stats: stats, norms: make([]float64, knownNorms)}
	for n := range r.norms {
		r.norms[n] = stats.norm(n)
	}
	err := r.guard(func() (err error) {
		if r.snapshot, err = index.OpenReader(config(openDirectory(dir))); err != nil {
			return err
		}
		for _, s := range r.snapshot.Segments() {
			p := piece{s.(interface{ Segment() segment.Segment }).Segment(), s.Deleted(), r.docs}
			// The first look-up loads the dictionary, under a lock that a panic would leave locked: let it happen here.
			for _, field := range []string{idField, groupField, textField} {
				if _, err := p.list("", field); err != nil {
					return err
				}
			}
			r.pieces = append(r.pieces, p)
			r.docs += int(p.Count())
		}
		return nil
	})
	if err != nil {
		if r.snapshot != nil {
			_ = r.snapshot.Close()
		}
		return nil, err
	}
	r.scores.New = func() any { s := make([]float64, r.docs); return &s }
	return r, nil
}

// Close gives the files free. No search may be under way.
func (r *Reader) Close() error {
	if err := r.snapshot.Close(); err != nil {
		return fmt.Errorf("closing the lexical index: %w", err)
	}
	return nil
}

// Len is the number of documents.
func (r *Reader) Len() int {
	n := r.docs
	for i := range r.pieces {
		if deleted := r.pieces[i].deleted; deleted != nil {
			n -= int(deleted.GetCardinality())
		}
	}
	return n
}

// list finds the postings of a term in a segment.
func (p *piece) list(term, field string) (segment.PostingsList, error) {
	dict, err := p.Dictionary(field)
	if err != nil {
		return nil, err
	}
	return dict.PostingsList([]byte(term), p.deleted, nil)
}

// postings finds the postings of a term in each segment, and the number of documents that hold it.
func (r *Reader) postings(term, field string) (lists []segment.PostingsList, df int, err error) {
	lists = make([]segment.PostingsList, len(r.pieces))
	for i := range r.pieces {
		if lists[i], err = r.pieces[i].list(term, field); err != nil {
			return nil, 0, err
		}
		df += int(lists[i].Count())
	}
	return lists, df, nil
}

// each visits the postings of a list, which are of a segment.
func (r *Reader) each(list segment.PostingsList, at int, counts bool, visit func(doc int, p *ice.Posting)) error {
	it, err := list.Iterator(counts, counts, false, nil)
	if err != nil {
		return err
	}
	docs := r.pieces[at].Count()
	for {
		next, err := it.Next()
		if err != nil || next == nil {
			return err
		}
		p := next.(*ice.Posting) // whose calls cost nothing
		if p.Number() >= docs {
			return fmt.Errorf("document %d of %d", p.Number(), docs)
		}
		visit(r.pieces[at].start+int(p.Number()), p)
	}
}

// DocFreq returns for each term the number of documents that hold it.
func (r *Reader) DocFreq(terms []string) ([]int, error) {
	freqs := make([]int, len(terms))
	err := r.guard(func() (err error) {
		for i, term := range terms {
			if _, freqs[i], err = r.postings(term, textField); err != nil {
				return err
			}
		}
		return nil
	})
	return freqs, err
}

// Search returns for each query the k best documents that hold any term of it, by falling score, equal scores by rising
// ID, and the best score of all documents. What queries share is read once. The order of the clauses does not matter,
// the weights of equal terms add up. The score is BM25,
//
//	Σ weight · idf · tf / (tf + k1·(1 - b + b·length/average)),   idf = ln(1 + (N - df + ½)/(df + ½))
//
// A subset that is not nil is what is looked at alone; its documents have the score that they have among all: N,
// average and df remain those of the index.
func (r *Reader) Search(ctx context.Context, queries [][]Clause, k int, within *Subset) (found []Found, err error) {
	err = r.guard(func() error {
		scores := make([][]float64, len(queries))
		for i := range scores {
			pooled := r.scores.Get().(*[]float64)
			scores[i] = *pooled
			defer func() {
				clear(*pooled)
				r.scores.Put(pooled)
			}()
		}
		if err := r.score(ctx, queries, scores); err != nil {
			return err
		}
		for _, scores := range scores {
			top := 0.0
			for _, s := range scores {
				if s > top {
					top = s
				}
			}
			if within != nil {
				for doc, holds := range within.holds {
					if !holds {
						scores[doc] = 0
					}
				}
			}
			hits, err := r.hits(scores, k)
			if err != nil {
				return err
			}
			found = append(found, Found{hits, round(top)})
		}
		return nil
	})
	return found, err
}

// score adds up the scores of the documents for each query.
func (r *Reader) score(ctx context.Context, queries [][]Clause, scores [][]float64) error {
	for terms := merged(queries); len(terms) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := 1
		for n < len(terms) && terms[n].Term == terms[0].Term {
			n++
		}
		same := terms[:n]
		terms = terms[n:]
		lists, df, err := r.postings(same[0].Term, textField)
		if err != nil {
			return err
		}
		for i := range same {
			same[i].Weight *= r.stats.IDF(df)
		}
		for i, list := range lists {
			err := r.each(list, i, true, func(doc int, p *ice.Posting) {
				norm := r.norm(math.Float32bits(float32(p.Norm())))
				for _, c := range same {
					scores[c.query][doc] += score(c.Weight, uint32(p.Frequency()), norm)
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Reader) norm(length uint32) float64 {
	if length < knownNorms {
		return r.norms[length]
	}
	return r.stats.norm(int(length))
}

// asked is a clause of one of several queries.
type asked struct {
	Clause
	query int
}

// merged brings the clauses of queries into the order that scores are summed in, each term of a query once.
func merged(queries [][]Clause) []asked {
	var all []asked
	for i, query := range queries {
		for _, c := range query {
			all = append(all, asked{c, i})
		}
	}
	slices.SortFunc(all, func(x, y asked) int {
		return cmp.Or(cmp.Compare(x.Term, y.Term), cmp.Compare(x.query, y.query), cmp.Compare(x.Weight, y.Weight))
	})
	terms := all[:0]
	for _, c := range all {
		if n := len(terms); n > 0 && terms[n-1].Term == c.Term && terms[n-1].query == c.query {
			terms[n-1].Weight += c.Weight
		} else {
			terms = append(terms, c)
		}
	}
	return terms
}

// hits are the k best of the documents.
func (r *Reader) hits(scores []float64, k int) ([]Hit, error) {
	var hits []Hit
	for _, doc := range best(scores, k) {
		id, err := r.id(doc)
		if err != nil {
			return nil, err
		}
		hits = append(hits, Hit{ID: id, Score: round(scores[doc])})
	}
	slices.SortFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID))
	})
	return hits[:min(k, len(hits))], nil
}

// best are the documents with the k best scores above 0, rounded, and all that equal the least of these, in the order
// of their numbers: which of the equals come first is decided by their IDs.
func best(scores []float64, k int) []int {
	if k <= 0 {
		return nil
	}
	var top []float64 // the k best, ascending
	worst := 0.0      // of them, once there are k
	for _, s := range scores {
		if s <= worst || s == 0 {
			continue
		}
		if s = round(s); s <= worst {
			continue
		}
		i, _ := slices.BinarySearch(top, s)
		if len(top) == k {
			copy(top, top[1:i])
			top[i-1] = s
		} else {
			top = slices.Insert(top, i, s)
		}
		if len(top) == k {
			worst = top[0]
		}
	}
	var docs []int
	for doc, s := range scores {
		if s > 0 && s >= worst-1/scoreScale && round(s) >= worst {
			docs = append(docs, doc)
		}
	}
	return docs
}

// id reads the ID of a document.
func (r *Reader) id(doc int) (id string, err error) {
	i, found := slices.BinarySearchFunc(r.pieces, doc, func(p piece, doc int) int { return cmp.Compare(p.start, doc) })
	if !found {
		i--
	}
	err = r.pieces[i].VisitStoredFields(uint64(doc-r.pieces[i].start), func(_ string, value []byte) bool {
		id = string(value)
		return false
	})
	return id, err
}

// Stored reads what was stored with documents; nil for an ID that is not there.
func (r *Reader) Stored(ids []string) ([][]byte, error) {
	out := make([][]byte, len(ids))
	err := r.guard(func() error {
		for n, id := range ids {
			lists, _, err := r.postings(id, idField)
			if err != nil {
				return err
			}
			for i, list := range lists {
				if err := r.each(list, i, false, func(doc int, _ *ice.Posting) {
					if out[n], err = r.stored(&r.pieces[i], doc); err != nil {
						err = fmt.Errorf("document %q: %w", id, err)
					}
				}); err != nil {
					return err
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	return out, err
}

// stored reads what was stored with a document of a segment.
func (r *Reader) stored(p *piece, doc int) (value []byte, err error) {
	visited := p.VisitStoredFields(uint64(doc-p.start), func(name string, data []byte) bool {
		if name != storedField {
			return true
		}
		value, err = unsealed(data)
		return false
	})
	return value, errors.Join(visited, err)
}

// sealed is a stored value with its checksum behind it: ice trusts its files.
func sealed(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(slices.Clip(data), file.Sum(data))
}

// unsealed is a copy of the value that was sealed.
func unsealed(data []byte) ([]byte, error) {
	n := len(data) - crc32.Size
	if n < 0 || file.Sum(data[:n]) != binary.LittleEndian.Uint32(data[n:]) {
		return nil, errors.New("a stored text does not match its checksum")
	}
	return bytes.Clone(data[:n]), nil
}

// IDs lists the documents whose ID begins with a prefix, sorted.
func (r *Reader) IDs(prefix string) ([]string, error) {
	var ids []string
	err := r.terms(idField, prefix, func(id string, _ int) { ids = append(ids, id) })
	slices.Sort(ids)
	return ids, err
}

// Frequent lists the terms that so many documents hold, and by how many they are held.
func (r *Reader) Frequent(least int) (map[string]int, error) {
	counts := map[string]int{}
	err := r.terms(textField, "", func(term string, df int) { counts[term] += df })
	maps.DeleteFunc(counts, func(_ string, df int) bool { return df < least })
	return counts, err
}

// terms visits the terms of a field that begin with a prefix, and for each the number of documents that hold it: segment
// by segment.
func (r *Reader) terms(field, prefix string, visit func(term string, df int)) error {
	return r.guard(func() error {
		for i := range r.pieces {
			p := &r.pieces[i]
			dict, err := p.Dictionary(field)
			if err != nil {
				return err
			}
			it := dict.Iterator(nil, []byte(prefix), after(prefix))
			for entry, err := it.Next(); entry != nil || err != nil; entry, err = it.Next() {
				if err != nil {
					return err
				}
				df := int(entry.Count())
				if p.deleted != nil {
					list, err := p.list(entry.Term(), field)
					if err != nil {
						return err
					}
					df = int(list.Count())
				}
				if df > 0 {
					visit(entry.Term(), df)
				}
			}
		}
		return nil
	})
}

// after is the first text that is greater than all with a prefix; nil where there is none.
func after(prefix string) []byte {
	end := []byte(prefix)
	for n := len(end) - 1; n >= 0; n-- {
		if end[n]++; end[n] != 0 {
			return end[:n+1]
		}
	}
	return nil
}

// guard makes an ErrCorrupt of every error and panic in calls into Bluge, which trusts its files, except when ctx has
// ended.
func (r *Reader) guard(call func() error) (err error) {
	if r.damaged.Load() {
		return ErrCorrupt
	}
	// A file that was cut short while it is mapped into memory is a fault, not a panic.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			r.damaged.Store(true)
			err = fmt.Errorf("%w: %v", ErrCorrupt, p)
		}
	}()
	err = call()
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

// Subset is the documents of some groups of one Reader.
type Subset struct{ holds []bool } // for each document

// Subset looks the documents of some groups up. Groups that the index does not hold are passed over.
func (r *Reader) Subset(ctx context.Context, groups []string) (*Subset, error) {
	holds := make([]bool, r.docs)
	err := r.guard(func() error {
		for _, group := range groups {
			if err := ctx.Err(); err != nil {
				return err
			}
			lists, _, err := r.postings(group, groupField)
			if err != nil {
				return err
			}
			for i, list := range lists {
				if err := r.each(list, i, false, func(doc int, _ *ice.Posting) { holds[doc] = true }); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Subset{holds}, nil
}
