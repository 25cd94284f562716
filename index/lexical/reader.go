package lexical

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
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

// Reader searches an index as it was when it was opened. It is safe for concurrent use.
type Reader struct {
	stats    Stats
	segments []*segment
	docs     int       // in them, deleted ones too
	scores   sync.Pool // of *[]float64, a 0 for each document
}

// Open opens an index for searching. It checks the snapshot and what of the segments is kept in memory; damage
// elsewhere shows when a search meets it.
func Open(dir string, stats Stats) (*Reader, error) {
	snapshot, err := readSnapshot(dir)
	if err != nil {
		return nil, err
	}
	r := &Reader{stats: stats}
	if r.segments, err = snapshot.open(dir); err != nil {
		return nil, err
	}
	for _, s := range r.segments {
		s.start, s.norms = r.docs, make([]float64, len(s.lengths))
		for doc, length := range s.lengths {
			s.norms[doc] = stats.norm(int(length))
		}
		for doc := range s.deleted {
			s.norms[doc] = math.Inf(1)
		}
		r.docs += len(s.norms)
	}
	r.scores.New = func() any { s := make([]float64, r.docs); return &s }
	return r, nil
}

// Close gives the files free. No search may be under way.
func (r *Reader) Close() error { return closeSegments(r.segments) }

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
		if lists[i], err = s.postings(term); err != nil {
			return nil, 0, err
		}
		df += lists[i].count
		if len(s.deleted) == 0 {
			continue
		}
		err = lists[i].each(func(some []posting) {
			for _, p := range some {
				if math.IsInf(s.norms[p.doc], 1) { // quicker to ask than deleted
					df--
				}
			}
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return lists, df, nil
}

// Search returns the k best documents that hold any term of the query, by falling score, equal scores by rising ID,
// and the best score of all documents. The order of the clauses does not matter, the weights of equal terms add up.
// The score is BM25,
//
//	Σ weight · idf · tf / (tf + k1·(1 - b + b·length/average)),   idf = ln(1 + (N - df + ½)/(df + ½))
//
// A subset that is not nil is what is looked at alone; its documents have the score that they have among all: N,
// average and df remain those of the index.
func (r *Reader) Search(ctx context.Context, query []Clause, k int, within *Subset) (hits []Hit, top float64, err error) {
	pooled := r.scores.Get().(*[]float64)
	scores := *pooled
	defer func() {
		clear(scores)
		r.scores.Put(pooled)
	}()
	if err := r.score(ctx, query, scores); err != nil {
		return nil, 0, err
	}
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
	hits, err = r.hits(scores, k)
	return hits, round(top), err
}

// score adds up the scores of the documents.
func (r *Reader) score(ctx context.Context, query []Clause, scores []float64) error {
	for _, c := range merged(query) {
		if err := ctx.Err(); err != nil {
			return err
		}
		lists, df, err := r.postings(c.Term)
		if err != nil {
			return err
		}
		weight := c.Weight * r.stats.IDF(df)
		for i, list := range lists {
			norms, scores := r.segments[i].norms, scores[r.segments[i].start:]
			err := list.each(func(some []posting) {
				for _, p := range some {
					scores[p.doc] += score(weight, p.count, norms[p.doc])
				}
			})
			if err != nil {
				return err
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

// hits are the k best of the documents.
func (r *Reader) hits(scores []float64, k int) ([]Hit, error) {
	if k <= 0 {
		return nil, nil
	}
	var hits []Hit
	for _, s := range r.segments {
		for _, c := range best(scores[s.start:s.start+len(s.norms)], k) {
			id, err := s.id(c.doc)
			if err != nil {
				return nil, err
			}
			hits = append(hits, Hit{ID: id, Score: c.score})
		}
	}
	slices.SortFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID))
	})
	return hits[:min(k, len(hits))], nil
}

// candidate is a document of a segment and its score, rounded.
type candidate struct {
	doc   int
	score float64
}

// best are the k best documents of a segment, equal ones in their order, which is that of their IDs.
func best(scores []float64, k int) []candidate {
	var top []candidate
	worst := 0.0 // of the best, once there are k
	for doc, score := range scores {
		if score <= worst-1/scoreScale || score == 0 {
			continue
		}
		if score = round(score); score <= worst {
			continue
		}
		i := sort.Search(len(top), func(i int) bool { return top[i].score < score })
		top = slices.Insert(top[:min(len(top), k-1)], i, candidate{doc, score})
		if len(top) == k {
			worst = top[k-1].score
		}
	}
	return top
}

// Subset is the documents of some groups of one Reader.
type Subset struct{ holds []bool } // for each document

// Subset looks the documents of some groups up. Groups that the index does not hold are passed over.
func (r *Reader) Subset(ctx context.Context, groups []string) (*Subset, error) {
	holds := make([]bool, r.docs)
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
					holds[r.segments[i].start+int(p.doc)] = true
				}
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return &Subset{holds}, nil
}
