package lexical

import (
	"context"
	"fmt"
)

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
