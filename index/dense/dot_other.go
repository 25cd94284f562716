//go:build !goexperiment.simd || !amd64

package dense

// dotCodes is the inner product of a row's codes and a question's.
func dotCodes(row []byte, q []int16) int64 { return plainDotCodes(row, q) }
