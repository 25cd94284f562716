package lexical

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
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

// Reader searches an index as it was when it was opened. It is safe for concurrent use.
type Reader struct {
	segments []*segment
	starts   []int // of the documents of each among all, and the end
	stats    Stats
	norms    []float64 // of all documents: k1·(1 - b + b·length/average), infinite for a deleted one, which so scores 0
	scores   sync.Pool // of *[]float64, a 0 for each document
}

// Open opens an index for searching. It checks the snapshot and what of the segments is kept in memory; damage elsewhere shows when a
// search meets it.
func Open(dir string, stats Stats) (*Reader, error) {
	segments, _, err := openSegments(dir)
	if err != nil {
		return nil, err
	}
	r := &Reader{segments: segments, stats: stats, starts: []int{0}}
	average := float64(stats.Tokens) / float64(stats.Documents)
	for _, s := range segments {
		for doc, length := range s.lengths {
			norm := float64(k1 * (1 - b + b*float64(length)/average))
			if s.isDeleted(uint32(doc)) {
				norm = math.Inf(1)
			}
			r.norms = append(r.norms, norm)
		}
		s.lengths = nil
		r.starts = append(r.starts, len(r.norms))
	}
	r.scores.New = func() any { s := make([]float64, len(r.norms)); return &s }
	return r, nil
}

// Close gives the files free. No search may be under way.
func (r *Reader) Close() error {
	if err := closeSegments(r.segments); err != nil {
		return fmt.Errorf("closing the lexical index: %w", err)
	}
	return nil
}

// DocFreq returns for each term the number of documents that hold it.
func (r *Reader) DocFreq(terms []string) ([]int, error) {
	freqs := make([]int, len(terms))
	for i, term := range terms {
		_, df, err := r.postings(term)
		if err != nil {
			return nil, err
		}
		freqs[i] = df
	}
	return freqs, nil
}

// postings finds the postings of a term in each segment, and the number of documents that hold it.
func (r *Reader) postings(term string) (lists []postings, df int, err error) {
	lists = make([]postings, len(r.segments))
	for i, s := range r.segments {
		if lists[i], err = s.postings([]byte(term)); err == nil {
			df += lists[i].left
		}
		if err == nil && s.dead > 0 {
			err = lists[i].each(func(some []posting) {
				for _, p := range some {
					if s.isDeleted(p.doc) {
						df--
					}
				}
			})
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
	}
	return lists, df, nil
}

// Search returns the k best documents that hold any term of the query, by falling score, equal scores by rising ID, and the best score
// of all documents. The order of the clauses does not matter, the weights of equal terms add up. The score is BM25,
//
//	Σ weight · idf · tf / (tf + k1·(1 - b + b·length/average)),   idf = ln(1 + (N - df + ½)/(df + ½))
//
// A subset that is not nil is what is looked at alone; its documents have the score that they have among all: N, average and df remain
// those of the index.
func (r *Reader) Search(ctx context.Context, query []Clause, k int, within *Subset) (hits []Hit, top float64, err error) {
	pooled := r.scores.Get().(*[]float64)
	scores := *pooled
	defer func() {
		clear(scores)
		r.scores.Put(pooled)
	}()
	if err := r.score(ctx, query, scores); err != nil || len(scores) == 0 {
		return nil, 0, err
	}
	top = round(slices.Max(scores))
	if within != nil {
		within.only(scores)
	}
	hits, err = r.hits(scores, k)
	return hits, top, err
}

// score adds up the scores of the documents.
func (r *Reader) score(ctx context.Context, query []Clause, scores []float64) error {
	n := float64(r.stats.Documents)
	for _, c := range merged(query) {
		if err := ctx.Err(); err != nil {
			return err
		}
		lists, count, err := r.postings(c.Term)
		if err != nil {
			return err
		}
		df := float64(count)
		weight := c.Weight * math.Log(1+(n-df+0.5)/(df+0.5))
		for i, list := range lists {
			start, end := r.starts[i], r.starts[i+1]
			scores, norms := scores[start:end], r.norms[start:end]
			err := list.each(func(some []posting) {
				for _, p := range some {
					tf := float64(p.count)
					scores[p.doc] += weight * tf / (tf + norms[p.doc])
				}
			})
			if err != nil {
				return fmt.Errorf("%w: %w", ErrCorrupt, err)
			}
		}
	}
	return nil
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

// hits are the k best of the documents. In a segment documents stand in the order of their IDs: of those that equal the lowest of the
// best, its first k are enough.
func (r *Reader) hits(scores []float64, k int) ([]Hit, error) {
	if k <= 0 {
		return nil, nil
	}
	least := lowest(scores, k)
	var hits []Hit
	for i, s := range r.segments {
		equal := 0
		for doc, score := range scores[r.starts[i]:r.starts[i+1]] {
			if score == 0 || score < least-1/scoreScale {
				continue
			}
			if score = round(score); score == 0 || score < least || score == least && equal == k {
				continue
			}
			if score == least {
				equal++
			}
			id, err := s.id(doc)
			if err != nil {
				return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
			}
			hits = append(hits, Hit{ID: id, Score: score})
		}
	}
	slices.SortFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID))
	})
	return hits[:min(k, len(hits))], nil
}

// lowest is the kth highest score, rounded, 0 where there are fewer.
func lowest(scores []float64, k int) float64 {
	if k > len(scores) {
		return 0
	}
	top := slices.Sorted(slices.Values(scores[:k]))
	for _, s := range scores[k:] {
		if s > top[0] {
			i, _ := slices.BinarySearch(top, s)
			copy(top, top[1:i])
			top[i-1] = s
		}
	}
	return round(top[0])
}

// Subset is the documents of some groups of one Reader.
type Subset struct{ docs []int } // in their order among all

// Subset looks the documents of some groups up. Groups that the index does not hold are passed over.
func (r *Reader) Subset(ctx context.Context, groups []string) (*Subset, error) {
	s := new(Subset)
	for _, group := range groups {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lists, _, err := r.postings(groupMark + group)
		if err != nil {
			return nil, err
		}
		for i, list := range lists {
			err := list.each(func(some []posting) {
				for _, p := range some {
					s.docs = append(s.docs, r.starts[i]+int(p.doc))
				}
			})
			if err != nil {
				return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
			}
		}
	}
	slices.Sort(s.docs)
	s.docs = slices.Compact(s.docs)
	return s, nil
}

// only sets the scores of every document outside the subset to 0.
func (s *Subset) only(scores []float64) {
	next := 0
	for _, doc := range s.docs {
		clear(scores[next:doc])
		next = doc + 1
	}
	clear(scores[next:])
}
