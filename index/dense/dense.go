// Package dense keeps the vectors of texts, whoever made them, and finds the nearest of them exactly.
//
//	w, err := dense.Create(dir, len(v))
//	err = w.Append(id, v)
//	err = w.Close()
//
//	store, err := dense.Open(dir)
//	hits, err := store.Search(v, 50, []dense.Rows{{0, store.Len()}})
//
// The stored vectors are a cache that can be made again at any time. Whatever is damaged is reported as ErrCorrupt.
package dense

import (
	"errors"
	"math"
	"slices"
)

// ErrCorrupt means that a file is damaged, and that it must be built again.
var ErrCorrupt = errors.New("the vectors are damaged: rebuild the index")

var errNotFinite = errors.New("a vector has a value that is no number")

// normalize gives v the length 1, unless it is 0 or already 1 to within the precision of float32: a vector that was
// normalised stays as it is, bit for bit.
func normalize(v []float32) {
	square := dot(v, v)
	if square == 0 || math.Abs(square-1) < 1e-6 {
		return
	}
	scale := 1 / math.Sqrt(square)
	for i, x := range v {
		v[i] = float32(float64(x) * scale)
	}
}

// Unit returns v with length 1, or 0 if v is 0, as a Store holds it.
func Unit(v []float32) ([]float32, error) {
	v = slices.Clone(v)
	normalize(v)
	if !finite(v) {
		return nil, errNotFinite
	}
	return v, nil
}

// Cosine is that of two vectors of length 1, as Search finds it.
func Cosine(x, y []float32) float32 { return float32(dot(x, y)) }

// finite reports whether all values are numbers.
func finite(v []float32) bool {
	return !slices.ContainsFunc(v, func(x float32) bool { return x-x != 0 })
}

// dot is the inner product, summed in order. The products of two float32 are exact in float64.
func dot(x, y []float32) float64 {
	sum := 0.0
	y = y[:len(x)]
	for i, v := range x {
		sum += float64(v) * float64(y[i])
	}
	return sum
}
