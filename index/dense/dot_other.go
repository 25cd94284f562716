//go:build !goexperiment.simd || !amd64

package dense

// dotRows is plainDotRows.
func dotRows(rows []byte, stride int, q []int16, out []int64) { plainDotRows(rows, stride, q, out) }
