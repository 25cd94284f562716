package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"sort"
	"strings"

	"github.com/blevesearch/vellum/levenshtein"
	segment "github.com/blugelabs/bluge_segment_api"
	"github.com/blugelabs/ice"
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
	stats  Stats
	pieces []piece
	docs   int // document numbers in use, those of deleted documents included

	frequency func(term string) int // in place of the postings' own; nil for those
}

// Open opens an index for searching. It checks the snapshot and that the segments are there; damage inside a segment
// shows when a search meets it, or not.
func Open(dir string, stats Stats) (*Reader, error) {
	r := &Reader{stats: stats}
	err := guard(func() (err error) {
		r.pieces, err = openPieces(dir)
		return err
	})
	for i := range r.pieces {
		r.docs += int(r.pieces[i].Count())
	}
	return r, err
}

// Close gives the files free. No search may be under way.
func (r *Reader) Close() error { return free(r.pieces) }

// Len is the number of documents.
func (r *Reader) Len() (n int) {
	for i := range r.pieces {
		n += r.pieces[i].live()
	}
	return n
}

// guard makes an ErrCorrupt of every error and panic in calls into Bluge, which trusts its files, except when ctx has
// ended.
func guard(call func() error) (err error) {
	// A file that was cut short while it is mapped into memory is a fault, not a panic.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, p)
		}
	}()
	err = call()
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

// postings are those of a term in each segment, and the number of documents that hold it.
func (r *Reader) postings(field, term string) (lists []segment.PostingsList, df int, err error) {
	lists = make([]segment.PostingsList, len(r.pieces))
	for i := range r.pieces {
		dict, err := r.pieces[i].Dictionary(field)
		if err == nil {
			lists[i], err = dict.PostingsList([]byte(term), r.pieces[i].deleted, nil)
		}
		if err != nil {
			return nil, 0, err
		}
		df += int(lists[i].Count())
	}
	if r.frequency != nil {
		df = r.frequency(term)
	}
	return lists, df, nil
}

// each visits postings.
func (r *Reader) each(lists []segment.PostingsList, counts bool, visit func(doc int, p *ice.Posting)) error {
	for i, list := range lists {
		it, err := list.Iterator(counts, counts, false, nil)
		if err != nil {
			return err
		}
		for next, err := it.Next(); next != nil || err != nil; next, err = it.Next() {
			if err != nil {
				return err
			}
			p := next.(*ice.Posting) // whose calls cost nothing
			visit(r.pieces[i].start+int(p.Number()), p)
		}
	}
	return nil
}

// documents are those that hold a term.
func (r *Reader) documents(field, term string) (docs []int, err error) {
	lists, _, err := r.postings(field, term)
	if err == nil {
		err = r.each(lists, false, func(doc int, _ *ice.Posting) { docs = append(docs, doc) })
	}
	return docs, err
}

// DocFreq returns for each term the number of documents that hold it.
func (r *Reader) DocFreq(terms []string) ([]int, error) {
	freqs := make([]int, len(terms))
	err := guard(func() (err error) {
		for i := 0; err == nil && i < len(terms); i++ {
			_, freqs[i], err = r.postings(textField, terms[i])
		}
		return err
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
	err = guard(func() error {
		all, err := r.scores(ctx, queries)
		for _, scores := range all {
			if err != nil {
				break
			}
			f := Found{Best: round(slices.Max(append(scores, 0)))}
			if within != nil {
				for doc, holds := range within.holds {
					if !holds {
						scores[doc] = 0
					}
				}
			}
			f.Hits, err = r.hits(scores, k)
			found = append(found, f)
		}
		return err
	})
	return found, err
}

// scores are those of all documents, for each query.
func (r *Reader) scores(ctx context.Context, queries [][]Clause) ([][]float64, error) {
	scores := make([][]float64, len(queries))
	for i := range scores {
		scores[i] = make([]float64, r.docs, r.docs+1)
	}
	for terms := merged(queries); len(terms) > 0; {
		n := 1
		for n < len(terms) && terms[n].Term == terms[0].Term {
			n++
		}
		same := terms[:n]
		terms = terms[n:]
		lists, df, err := r.postings(textField, same[0].Term)
		for i := range same {
			same[i].Weight *= r.stats.IDF(df)
		}
		if err == nil {
			err = r.each(lists, true, func(doc int, p *ice.Posting) {
				norm := r.stats.norm(int(math.Float32bits(float32(p.Norm()))))
				for _, c := range same {
					scores[c.query][doc] += score(c.Weight, uint32(p.Frequency()), norm)
				}
			})
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
	}
	return scores, nil
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

// hits are the k best of the documents: which of those with equal scores come first is decided by their IDs.
func (r *Reader) hits(scores []float64, k int) (hits []Hit, err error) {
	if k <= 0 {
		return nil, nil
	}
	var top []float64 // the k best scores, ascending
	least := 0.0      // of them, once there are k
	for _, s := range scores {
		if s <= least {
			continue
		}
		i, _ := slices.BinarySearch(top, round(s))
		if top = slices.Insert(top, i, round(s)); len(top) >= k {
			top = top[len(top)-k:]
			least = top[0]
		}
	}
	for doc, s := range scores {
		if s > 0 && round(s) >= least {
			id, _, err := r.read(doc)
			if err != nil {
				return nil, err
			}
			hits = append(hits, Hit{ID: id, Score: round(s)})
		}
	}
	slices.SortFunc(hits, func(x, y Hit) int { return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID)) })
	return hits[:min(k, len(hits))], nil
}

// read reads the ID of a document, and what is stored with it.
func (r *Reader) read(doc int) (id string, stored []byte, err error) {
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].start > doc }) - 1
	visited := r.pieces[i].VisitStoredFields(uint64(doc-r.pieces[i].start), func(name string, value []byte) bool {
		if name == idField {
			id = string(value)
		} else if stored, err = unsealed(value); err != nil {
			err = fmt.Errorf("document %q: %w", id, err)
		}
		return err == nil
	})
	return id, stored, cmp.Or(visited, err)
}

// Stored reads what was stored with documents; nil for an ID that is not there.
func (r *Reader) Stored(ids []string) ([][]byte, error) {
	out := make([][]byte, len(ids))
	err := guard(func() error {
		for n, id := range ids {
			docs, err := r.documents(idField, id)
			for _, doc := range docs {
				_, out[n], err = r.read(doc)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// IDs lists the documents whose ID begins with a prefix, sorted.
func (r *Reader) IDs(prefix string) ([]string, error) { return r.terms(idField, prefix, nil) }

// Terms lists the terms that documents are found by, sorted.
func (r *Reader) Terms() ([]string, error) { return r.terms(textField, "", nil) }

// terms lists those of a field that begin with a prefix, that an automaton accepts, nil for all, and that a document
// holds.
func (r *Reader) terms(field, prefix string, of segment.Automaton) (terms []string, err error) {
	err = guard(func() error {
		for i := range r.pieces {
			p := &r.pieces[i]
			dict, err := p.Dictionary(field)
			if err != nil {
				return err
			}
			it := dict.Iterator(of, []byte(prefix), nil)
			entry, err := it.Next()
			for err == nil && entry != nil && strings.HasPrefix(entry.Term(), prefix) {
				var list segment.PostingsList
				if list, err = dict.PostingsList([]byte(entry.Term()), p.deleted, nil); err == nil && list.Count() > 0 {
					terms = append(terms, entry.Term())
				}
				if err == nil {
					entry, err = it.Next()
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	slices.Sort(terms)
	return slices.Compact(terms), err
}

// Fuzzy asks the index, as Bluge's fuzzy query does, for words that begin with the letter of this one and are one edit
// away: a letter wrong, missing or too many, or two exchanged (Damerau 1964). It returns the terms that they may have.
func (r *Reader) Fuzzy(word string) (query []Clause, err error) {
	var automaton *levenshtein.DFA
	builder, err := levenshtein.NewLevenshteinAutomatonBuilder(1, true)
	if err == nil {
		automaton, err = builder.BuildDfa(stem(word), 1)
	}
	if err != nil {
		return nil, err
	}
	terms, err := r.terms(textField, word[:1], beginnings{automaton})
	for _, term := range terms {
		if len(term) >= max(4, len(word)/2) { // shorter ones lead to 2% more, slowly
			query = append(query, Clause{term, 1})
		}
	}
	return query, err
}

// beginnings accepts what the words of an automaton begin with.
type beginnings struct{ *levenshtein.DFA }

func (b beginnings) IsMatch(state int) bool { return b.CanMatch(state) }

// Subset is the documents of some groups of one Reader.
type Subset struct{ holds []bool } // for each document

// Subset looks the documents of some groups up. Groups that the index does not hold are passed over.
func (r *Reader) Subset(ctx context.Context, groups []string) (*Subset, error) {
	holds := make([]bool, r.docs)
	err := guard(func() error {
		for _, group := range groups {
			docs, err := r.documents(groupField, group)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			for _, doc := range docs {
				holds[doc] = true
			}
		}
		return nil
	})
	return &Subset{holds}, err
}
