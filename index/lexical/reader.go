package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"github.com/blugelabs/bluge/index"
	segment "github.com/blugelabs/bluge_segment_api"
)

// The parameters of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009), at their usual values.
const (
	k1 = 1.2
	b  = 0.75
)

// scoreScale is the precision of scores, 1e-8: far above the error of a sum of floats and far below a difference that
// means anything.
const scoreScale = 1e8

// Reader searches an index as it was when it was opened. It is safe for concurrent use.
type Reader struct {
	snapshot *index.Snapshot
	stats    Stats
	slots    int         // document numbers in use, those of deleted documents included
	damaged  atomic.Bool // a call into Bluge has panicked, and may have left a lock behind
}

// Open opens an index for searching. It checks the snapshot and that the segments are there; damage inside a segment
// shows when a search meets it, or with Verify.
func Open(dir string, stats Stats) (*Reader, error) {
	if _, err := list(dir); err != nil {
		return nil, err
	}
	r := &Reader{stats: stats}
	err := r.guard(func() (err error) {
		if r.snapshot, err = index.OpenReader(config(dir)); err != nil {
			return err
		}
		live, err := r.snapshot.Count()
		if err != nil {
			return err
		}
		r.slots = int(live)
		for _, s := range r.snapshot.Segments() {
			if s.Deleted() != nil {
				r.slots += int(s.Deleted().GetCardinality())
			}
		}
		// The first look-up of a term loads the dictionaries, under a lock that a panic would leave locked: let it
		// happen here.
		_, err = r.postings("")
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Close gives the files free. No search may be under way.
func (r *Reader) Close() error {
	if err := r.snapshot.Close(); err != nil {
		return fmt.Errorf("closing the lexical index: %w", err)
	}
	return nil
}

// DocFreq returns for each term the number of documents that hold it.
func (r *Reader) DocFreq(terms []string) ([]int, error) {
	freqs := make([]int, len(terms))
	err := r.guard(func() error {
		for i, term := range terms {
			p, err := r.postings(term)
			if err != nil {
				return err
			}
			freqs[i] = int(p.Count())
		}
		return nil
	})
	return freqs, err
}

// Search returns the k best documents that hold any term of the query, by falling score, equal scores by rising ID, and the best score
// of all documents. The order of the clauses does not matter, the weights of equal terms add up. The score is BM25,
//
//	Σ weight · idf · tf / (tf + k1·(1 - b + b·length/average)),   idf = ln(1 + (N - df + ½)/(df + ½))
//
// A subset that is not nil is what is looked at alone; its documents have the score that they have among all: N, average and df remain
// those of the index.
func (r *Reader) Search(ctx context.Context, query []Clause, k int, within *Subset) (hits []Hit, top float64, err error) {
	err = r.guard(func() error {
		scores, err := r.score(ctx, query)
		if err != nil || len(scores) == 0 {
			return err
		}
		top = slices.Max(scores)
		if within != nil {
			scores = within.only(scores)
		}
		hits, err = r.hits(scores, k)
		return err
	})
	return hits, top, err
}

// hits are the k best of the documents, whose scores are given by document number.
func (r *Reader) hits(scores []float64, k int) ([]Hit, error) {
	var hits []Hit
	for _, doc := range best(scores, k) {
		id, err := r.id(doc)
		if err != nil {
			return nil, err
		}
		hits = append(hits, Hit{ID: id, Score: scores[doc]})
	}
	slices.SortFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID))
	})
	return hits[:min(k, len(hits))], nil
}

// score returns the score of every document, rounded, by document number.
func (r *Reader) score(ctx context.Context, query []Clause) ([]float64, error) {
	scores := make([]float64, r.slots)
	n := float64(r.stats.Documents)
	average := float64(r.stats.Tokens) / n
	for _, c := range merged(query) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		postings, err := r.postings(c.Term)
		if err != nil {
			return nil, err
		}
		df := float64(postings.Count())
		weight := c.Weight * math.Log(1+(n-df+0.5)/(df+0.5))
		for {
			p, err := postings.Next()
			if err != nil {
				return nil, err
			}
			if p == nil {
				break
			}
			if p.Number() >= uint64(len(scores)) {
				return nil, fmt.Errorf("document number %d of %d", p.Number(), len(scores))
			}
			tf := float64(p.Frequency())
			length := float64(math.Float32bits(float32(p.Norm())))
			scores[p.Number()] += weight * tf / (tf + float64(k1*(1-b+b*length/average)))
		}
	}
	for i, s := range scores {
		scores[i] = math.Round(s*scoreScale) / scoreScale
	}
	return scores, nil
}

// merged brings the clauses of a query into the order that scores are summed in, each term once.
func merged(query []Clause) []Clause {
	query = slices.Clone(query)
	slices.SortFunc(query, func(x, y Clause) int {
		return cmp.Or(cmp.Compare(x.Term, y.Term), cmp.Compare(x.Weight, y.Weight))
	})
	terms := query[:0]
	for _, c := range query {
		if n := len(terms); n > 0 && terms[n-1].Term == c.Term {
			terms[n-1].Weight += c.Weight
		} else {
			terms = append(terms, c)
		}
	}
	return terms
}

func (r *Reader) postings(term string) (segment.PostingsIterator, error) {
	return r.snapshot.PostingsIterator([]byte(term), textField, true, true, false)
}

func (r *Reader) id(doc int) (string, error) {
	id := ""
	err := r.snapshot.VisitStoredFields(uint64(doc), func(_ string, value []byte) bool {
		id = string(value)
		return false
	})
	return id, err
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

// best returns the document numbers of the k highest scores above 0, and of all that equal the lowest of these, in
// order of number: which of the equals come first is decided by their IDs, which only the caller can read.
func best(scores []float64, k int) []int {
	if k <= 0 {
		return nil
	}
	least := 0.0
	if k < len(scores) {
		top := slices.Sorted(slices.Values(scores[:k]))
		for _, s := range scores[k:] {
			if s > top[0] {
				i, _ := slices.BinarySearch(top, s)
				copy(top, top[1:i])
				top[i-1] = s
			}
		}
		least = top[0]
	}
	var docs []int
	for doc, s := range scores {
		if s > 0 && s >= least {
			docs = append(docs, doc)
		}
	}
	return docs
}

// Subset is the documents of some groups of one Reader.
type Subset struct{ docs []uint64 } // by document number

// Subset looks the documents of some groups up. Groups that the index does not hold are passed over.
func (r *Reader) Subset(ctx context.Context, groups []string) (*Subset, error) {
	s := new(Subset)
	err := r.guard(func() error {
		for _, group := range groups {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := r.add(s, group); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (r *Reader) add(s *Subset, group string) error {
	postings, err := r.snapshot.PostingsIterator([]byte(group), groupField, false, false, false)
	if err != nil {
		return err
	}
	for {
		p, err := postings.Next()
		if err != nil || p == nil {
			return err
		}
		if p.Number() >= uint64(r.slots) {
			return fmt.Errorf("document number %d of %d", p.Number(), r.slots)
		}
		s.docs = append(s.docs, p.Number())
	}
}

// only returns scores by document number, 0 for every document outside the subset.
func (s *Subset) only(scores []float64) []float64 {
	kept := make([]float64, len(scores))
	for _, doc := range s.docs {
		kept[doc] = scores[doc]
	}
	return kept
}
