package dense

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"ibid/index/crash"
)

// The parameters of the randomized decomposition (Halko, Martinsson and Tropp, Finding Structure with Randomness, 2011).
const (
	oversampling    = 16
	powerIterations = 2 // a third gained nothing in fused search
	seed            = 1
)

// block is a tall matrix of float32 in rows.
type block struct {
	rows, columns int
	values        []float32
}

func newBlock(rows, columns int) block {
	return block{rows, columns, make([]float32, rows*columns)}
}

func (b block) row(i int) []float32 { return b.values[i*b.columns : (i+1)*b.columns] }

// leadingVectors returns, a row for each row of the symmetric matrix a, its leading singular vectors scaled by the roots
// of the singular values, every row with length 1 or 0. It has dims columns; those beyond the rank of a are 0. step is
// called after each of 2·powerIterations+1 stages.
func leadingVectors(ctx context.Context, a *sparse, dims int, step func()) (block, error) {
	n := a.size
	width := min(dims+oversampling, n)
	z := newBlock(n, width)
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range z.values {
		z.values[i] = float32(rng.NormFloat64())
	}
	for range powerIterations {
		for range 2 {
			y, err := a.times(ctx, z)
			if err != nil {
				return block{}, err
			}
			z = y
			step()
		}
		gram, err := z.gram(ctx)
		if err != nil {
			return block{}, err
		}
		values, vectors, err := eigen(gram, width)
		if err != nil {
			return block{}, err
		}
		for j, v := range values {
			scale := 0.0
			if v > values[0]*1e-10 {
				scale = 1 / math.Sqrt(v)
			}
			for i := range width {
				vectors[i*width+j] *= scale
			}
		}
		if z, err = z.times(ctx, vectors, width); err != nil {
			return block{}, err
		}
	}
	return project(ctx, a, z, dims, step)
}

// project returns the scaled singular vectors of a within the space that the columns of z, which are orthonormal, span.
func project(ctx context.Context, a *sparse, z block, dims int, step func()) (block, error) {
	y, err := a.times(ctx, z)
	if err != nil {
		return block{}, err
	}
	gram, err := y.gram(ctx)
	if err != nil {
		return block{}, err
	}
	values, vectors, err := eigen(gram, z.columns)
	if err != nil {
		return block{}, err
	}
	scaled := make([]float64, z.columns*dims)
	for j := range min(dims, z.columns) {
		// An eigenvalue of the Gram matrix is the square of a singular value.
		scale := math.Sqrt(math.Sqrt(max(0, values[j])))
		for i := range z.columns {
			scaled[i*dims+j] = float64(vectors[i*z.columns+j] * scale)
		}
	}
	out, err := z.times(ctx, scaled, dims)
	if err != nil {
		return block{}, err
	}
	for i := range out.rows {
		normalize(out.row(i))
	}
	step()
	return out, nil
}

// times returns a·z.
func (m *sparse) times(ctx context.Context, z block) (block, error) {
	y := newBlock(m.size, z.columns)
	err := crash.Parallel(ctx, (y.rows+rowBlock-1)/rowBlock, func(part int) error {
		for i := part * rowBlock; i < min((part+1)*rowBlock, y.rows); i++ {
			columns, values := m.row(i)
			for k, column := range columns {
				axpy(values[k], z.row(int(column)), y.row(i))
			}
		}
		return nil
	})
	return y, err
}

// times returns b·w, where w has b.columns rows of the given width.
func (b block) times(ctx context.Context, w []float64, width int) (block, error) {
	w32 := make([]float32, len(w))
	for i, v := range w {
		w32[i] = float32(v)
	}
	out := newBlock(b.rows, width)
	err := crash.Parallel(ctx, (b.rows+rowBlock-1)/rowBlock, func(part int) error {
		for i := part * rowBlock; i < min((part+1)*rowBlock, b.rows); i++ {
			for k, v := range b.row(i) {
				axpy(v, w32[k*width:(k+1)*width], out.row(i))
			}
		}
		return nil
	})
	return out, err
}

// gram returns bᵀ·b, the upper triangle filled in. It sums rowBlock rows at a time in float32 and these in float64, in
// order.
func (b block) gram(ctx context.Context) ([]float64, error) {
	const parts = 64
	n := b.columns
	sums := make([][]float64, parts)
	err := crash.Parallel(ctx, parts, func(part int) error {
		sum := make([]float64, n*n)
		few := make([]float32, n*n)
		end := b.rows * (part + 1) / parts
		for start := b.rows * part / parts; start < end; start += rowBlock {
			clear(few)
			for r := start; r < min(start+rowBlock, end); r++ {
				row := b.row(r)
				for i, v := range row {
					axpy(v, row[i:], few[i*n+i:(i+1)*n])
				}
			}
			for i, v := range few {
				sum[i] += float64(v)
			}
		}
		sums[part] = sum
		return nil
	})
	if err != nil {
		return nil, err
	}
	total := sums[0]
	for _, sum := range sums[1:] {
		for i, v := range sum {
			total[i] += v
		}
	}
	return total, nil
}

// eigen returns the eigenvalues of a symmetric matrix of n rows, given by its upper triangle, falling, and the
// eigenvectors as the columns of a matrix.
func eigen(a []float64, n int) ([]float64, []float64, error) {
	var e mat.EigenSym
	if n > 0 && !e.Factorize(mat.NewSymDense(n, a), true) {
		return nil, nil, errNotConverged
	}
	values := make([]float64, n)
	vectors := make([]float64, n*n)
	if n == 0 {
		return values, vectors, nil
	}
	var v mat.Dense
	e.VectorsTo(&v)
	rising := e.Values(nil)
	for j := range n {
		values[j] = rising[n-1-j]
		for i := range n {
			vectors[i*n+j] = v.At(i, n-1-j)
		}
	}
	return values, vectors, nil
}
