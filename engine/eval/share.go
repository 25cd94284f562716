package eval

import (
	"context"
	"slices"
)

// Share is what is fitted of retrieval: the part of a fused score that the vectors have, and the words the rest.
type Share struct {
	Dense float64 `json:"dense"`
}

// shares are those that are tried.
func shares() []Share { return []Share{{0.1}, {0.2}, {0.35}, {0.5}, {0.65}, {0.8}} }

// shareMeasure is what a share is chosen by: sets of every form have it.
const shareMeasure = "ndcg@8"

// Weighed are the means of a set with each of the shares.
type Weighed [][]Mean

// Weigh searches for the questions of a set with each of the shares.
func Weigh(ctx context.Context, set *Set, s Subject, progress func(done, total int)) (Weighed, error) {
	var out Weighed
	for i, share := range shares() {
		s.share = share.Dense
		r, err := Run(ctx, set, s, Options{RetrievalOnly: true}, func(done, total int) { progress(i*total+done, len(shares())*total) })
		if err != nil {
			return nil, err
		}
		out = append(out, r.Means)
	}
	return out, nil
}

// RotateShares chooses the share by all sets but each in turn, and tells what it is worth on that one.
func RotateShares(names []string, sets []Weighed) (*Rotation[Share], error) {
	fit := func(on []int) (best Share, err error) {
		most := -1.0
		for i, share := range shares() {
			sum := 0.0
			for _, set := range on {
				if at := slices.IndexFunc(sets[set][i], func(m Mean) bool { return m.Name == shareMeasure }); at >= 0 {
					sum += float64(sets[set][i][at].Value)
				}
			}
			if sum > most {
				best, most = share, sum
			}
		}
		return best, nil
	}
	return Rotate(names, fit, func(set int, tuned, leftOut Share) (t, l []Mean, err error) {
		return sets[set][slices.Index(shares(), tuned)], sets[set][slices.Index(shares(), leftOut)], nil
	})
}
