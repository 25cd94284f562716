package dense

import "gonum.org/v1/gonum/blas/gonum"

// axpy adds alpha·x to y. On amd64 gonum does four numbers at once, each product rounded as in the plain version.
func axpy(alpha float32, x, y []float32) {
	gonum.Implementation{}.Saxpy(len(x), alpha, x, 1, y, 1)
}
