//go:build !amd64

package dense

// axpy adds alpha·x to y.
func axpy(alpha float32, x, y []float32) { plainAxpy(alpha, x, y) }
