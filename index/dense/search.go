package dense

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"ibid/index/file"
)

// Hit is a vector found.
type Hit struct {
	Row    int
	Cosine float32 // with the question's vector
}

// Rows is a run of rows.
type Rows struct {
	From, To int // To is the first row after it
}

const (
	// queryMax is the greatest code of a value in a question's vector: fine enough that its own error hardly matters.
	queryMax = 1<<15 - 1

	// scanBlock is the most rows that one core scans at a time.
	scanBlock = 4096

	// rescoreBatch is the number of candidates read before the best of them are looked at: as soon as none of the
	// others can come in between, they need not be read.
	rescoreBatch = 128

	// roundingSlack covers what is rounded: lengths that are 1 to within 1e-6, cosines to float32, sums of float64.
	roundingSlack = 2e-6
)

// Search returns among some rows the k with the greatest cosine to q, by falling cosine, equal ones by rising row;
// none if q is 0. The runs of rows must not overlap.
//
// It is exact. An estimate of every cosine from the codes comes with a bound on its error: by the Cauchy–Schwarz
// inequality |r·q - c·d| ≤ |r-c|·|q| + |c|·|q-d|, where c and d are what the codes of row and question stand for.
// Rows are then read and compared exactly, the most promising first, until no other can be among the first k.
func (s *Store) Search(q []float32, k int, within []Rows) ([]Hit, error) {
	count := 0
	for _, r := range within {
		if r.From < 0 || r.From > r.To || r.To > s.count {
			return nil, fmt.Errorf("rows %d to %d of %d", r.From, r.To, s.count)
		}
		count += r.To - r.From
	}
	if len(q) != s.dims {
		return nil, fmt.Errorf("a question of %d dimensions for vectors of %d", len(q), s.dims)
	}
	q = slices.Clone(q)
	normalize(q)
	if !finite(q) {
		return nil, errNotFinite
	}
	if k = min(k, count); k <= 0 || !slices.ContainsFunc(q, func(x float32) bool { return x != 0 }) {
		return nil, nil
	}
	candidates := s.candidates(q, k, within)
	var hits []Hit
	for from := 0; from < len(candidates); from += rescoreBatch {
		if len(hits) == k && candidates[from].upper < float64(hits[k-1].Cosine) {
			break // nor can any of the others be among the first k
		}
		batch, err := s.rescore(q, candidates[from:min(from+rescoreBatch, len(candidates))])
		if err != nil {
			return nil, fmt.Errorf("searching the vectors: %w", err)
		}
		hits = append(hits, batch...)
		slices.SortFunc(hits, func(x, y Hit) int {
			return cmp.Or(cmp.Compare(y.Cosine, x.Cosine), cmp.Compare(x.Row, y.Row))
		})
		hits = hits[:min(k, len(hits))]
	}
	return hits, nil
}

// rescore reads the vectors of candidates and computes their cosines.
func (s *Store) rescore(q []float32, candidates []candidate) ([]Hit, error) {
	hits := make([]Hit, len(candidates))
	err := file.Parallel(context.Background(), len(candidates), func(i int) error {
		row, err := s.Vector(candidates[i].row)
		hits[i] = Hit{candidates[i].row, Cosine(row, q)}
		return err
	})
	return hits, err
}

// candidate is a row that may be among the nearest, and the most that its cosine can be.
type candidate struct {
	row   int
	upper float64
}

// candidates returns those of some rows that may be among the k nearest, the most promising first.
func (s *Store) candidates(q []float32, k int, within []Rows) []candidate {
	code, scale, slack := encodeQuery(q)
	pieces := cut(within)
	lowest, found := make([][]float64, len(pieces)), make([][]candidate, len(pieces)) // by piece, the least that the best cosines can be
	stride := codeStride(s.dims)
	_ = file.Parallel(context.Background(), len(pieces), func(i int) error {
		p, least, best := pieces[i], math.Inf(-1), make([]float64, 0, k)
		codes, dots := s.codes[p.From*stride:], make([]int64, p.To-p.From)
		dotRows(codes, stride, code, dots)
		for n, dot := range dots {
			rowSlack := float64(float32FromBytes(codes[n*stride+4:]))
			estimate := float64(float32FromBytes(codes[n*stride:])) * scale * float64(dot)
			bound := rowSlack + float64(slack*(1+rowSlack)) + roundingSlack
			if lower := estimate - bound; lower > least {
				if at, _ := slices.BinarySearch(best, lower); len(best) < k {
					best = slices.Insert(best, at, lower)
				} else {
					copy(best, best[1:at])
					best[at-1] = lower
				}
				if len(best) == k {
					least = best[0]
				}
			}
			if upper := estimate + bound; upper >= least {
				found[i] = append(found[i], candidate{p.From + n, upper})
			}
		}
		lowest[i] = best
		return nil
	})
	all := slices.Concat(lowest...)
	slices.Sort(all)
	kth := all[len(all)-k] // k is no more than the rows
	out := slices.DeleteFunc(slices.Concat(found...), func(c candidate) bool { return c.upper < kth })
	slices.SortFunc(out, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.upper, x.upper), cmp.Compare(x.row, y.row))
	})
	return out
}

// cut divides runs of rows into pieces that one core scans.
func cut(within []Rows) (pieces []Rows) {
	for _, r := range within {
		for from := r.From; from < r.To; from += scanBlock {
			pieces = append(pieces, Rows{from, min(from+scanBlock, r.To)})
		}
	}
	return pieces
}

// encodeQuery returns codes of q with their scale, and the length of the difference between q and what they stand for.
func encodeQuery(q []float32) (codes []int16, scale, slack float64) {
	largest := 0.0
	for _, x := range q {
		largest = max(largest, math.Abs(float64(x)))
	}
	scale = largest / queryMax
	codes = make([]int16, len(q))
	square := 0.0
	for i, x := range q {
		code := math.RoundToEven(float64(x) / scale)
		difference := float64(x) - float64(code*scale)
		square += float64(difference * difference)
		codes[i] = int16(code)
	}
	return codes, scale, math.Sqrt(square)
}

// plainDotCodes is the inner product of a row's codes and a question's.
func plainDotCodes(row []byte, q []int16) int64 {
	var a, b, c, d int64
	for len(q) >= 8 && len(row) >= 8 {
		x, y := (*[8]byte)(row), (*[8]int16)(q)
		a += int64(int8(x[0]))*int64(y[0]) + int64(int8(x[4]))*int64(y[4])
		b += int64(int8(x[1]))*int64(y[1]) + int64(int8(x[5]))*int64(y[5])
		c += int64(int8(x[2]))*int64(y[2]) + int64(int8(x[6]))*int64(y[6])
		d += int64(int8(x[3]))*int64(y[3]) + int64(int8(x[7]))*int64(y[7])
		row, q = row[8:], q[8:]
	}
	for i, x := range q {
		a += int64(int8(row[i])) * int64(x)
	}
	return a + b + c + d
}

// plainDotRows is the inner product of a question's codes and those of as many rows as there is room for, which are
// the last of each stride.
func plainDotRows(rows []byte, stride int, q []int16, out []int64) {
	for i := range out {
		out[i] = plainDotCodes(rows[(i+1)*stride-len(q):(i+1)*stride], q)
	}
}
