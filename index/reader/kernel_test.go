package reader

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"unsafe"
)

// multiplyDefinition is what a product means.
func multiplyDefinition(a []byte, rowA, m int, b *matrix) []int32 {
	c := make([]int32, m*b.n)
	for i := range m {
		for j := range b.n {
			for k := range b.k {
				c[i*b.n+j] += int32(a[i*rowA+k]) * int32(int8(b.data[j/16*b.panel+k/4*b.group+j%16*4+k%4]))
			}
		}
	}
	return c
}

// pack lays weights out as they lie in the embedded files.
func pack(weights func(column, k int) int8, n, k int) *matrix {
	b := &matrix{n: n, k: k, data: make([]byte, n*k), panel: 16 * k, group: 64, sums: make([]int32, n)}
	for j := range n {
		for i := range k {
			b.data[j/16*b.panel+i/4*b.group+j%16*4+i%4] = byte(weights(j, i))
			b.sums[j] += int32(weights(j, i))
		}
	}
	return b
}

func compareProduct(t *testing.T, a []byte, rowA, m int, b *matrix) {
	t.Helper()
	want := multiplyDefinition(a, rowA, m, b)
	for _, k := range kernels() {
		rowC := b.n + 16
		got := make([]int32, (m+spareRows)*rowC)
		k.multiply(&product{}, got, rowC, a, rowA, m, b)
		for i := range m {
			for j := range b.n {
				if got[i*rowC+j] != want[i*b.n+j] {
					t.Fatalf("%s, %d x %d x %d: row %d, column %d is %d, want %d",
						k.name, m, b.n, b.k, i, j, got[i*rowC+j], want[i*b.n+j])
				}
			}
		}
	}
}

// TestMultiply compares every kernel of this machine with the definition: random sizes and values, and all values
// extreme.
func TestMultiply(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	extremes := []int8{-63, 63}
	for round := range 60 {
		m, n, k := 1+r.IntN(50), 32*(1+r.IntN(5)), 16*(1+r.IntN(30))
		if round == 0 {
			m, n, k = block, hidden, inner
		}
		a := make([]byte, (m+spareRows)*k)
		for i := range a {
			a[i] = []byte{byte(r.Uint32()), byte(r.Uint32()), 255, 0}[r.IntN(4)]
			if round%7 == 0 {
				a[i] = 255 * byte(round%2)
			}
		}
		weights := make([]int8, n*k)
		for i := range weights {
			weights[i] = int8(r.IntN(127) - 63)
			if round%7 == 0 || r.IntN(4) == 0 {
				weights[i] = extremes[r.IntN(1+r.IntN(2))]
			}
		}
		compareProduct(t, a, k, m, pack(func(j, i int) int8 { return weights[j*k+i] }, n, k))
	}
}

func FuzzMultiply(f *testing.F) {
	f.Add(uint8(8), uint8(2), uint8(3), uint64(1), []byte{255, 127, 128, 0})
	f.Fuzz(func(t *testing.T, rows, columns, groups uint8, seed uint64, values []byte) {
		m, n, k := 1+int(rows)%40, 32*(1+int(columns)%4), 16*(1+int(groups)%30)
		r := rand.New(rand.NewPCG(seed, 1))
		value := func() byte {
			if len(values) == 0 || r.IntN(3) == 0 {
				return byte(r.Uint32())
			}
			return values[r.IntN(len(values))]
		}
		a := make([]byte, (m+spareRows)*k)
		for i := range a {
			a[i] = value()
		}
		weights := make([]int8, n*k)
		for i := range weights {
			weights[i] = max(int8(value())>>1, -63)
		}
		compareProduct(t, a, k, m, pack(func(j, i int) int8 { return weights[j*k+i] }, n, k))
	})
}

// TestRowOperations compares every kernel's operations on rows with their definitions, bit for bit.
func TestRowOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	floats := func(n int, scale float64) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(r.NormFloat64() * scale)
		}
		return x
	}
	all := kernels()
	definition := reflect.ValueOf(all[len(all)-1].rowOperations)
	for _, k := range all {
		for o := range definition.NumField() {
			name := definition.Type().Field(o).Name
			for range 200 {
				n := 32 * (1 + r.IntN(48))
				scale := math.Exp(2 * r.NormFloat64())
				x, p1, p2, p3 := floats(n+4*hidden, scale), floats(n, 1), floats(n, .01), floats(n, 1)
				whole, sums := make([]int32, n), make([]int32, n)
				for i := range whole {
					whole[i], sums[i] = int32(r.NormFloat64()*1e6), int32(r.NormFloat64()*1e3)
				}
				in := row{n: uintptr(n), f1: float32(scale * .0001), f2: masked, i1: int32(r.IntN(256))}
				var first, got [4][]byte
				definitions := plainRows()
				for w, operation := range []func(*row){operationOf(&definitions, o), operationOf(&k.rowOperations, o)} {
					q := newRow()
					table := q.table
					*q = in
					q.table = table
					d, xs, scales := make([]float32, n), append([]float32(nil), x...), append([]float32(nil), p2...)
					q.dst, q.x, q.p1, q.p2, q.p3 = pointer(d), pointer(xs), pointer(p1), pointer(scales), pointer(p3)
					switch name {
					case "dequant", "gelu", "softmax":
						ints := append([]int32(nil), whole...)
						q.x, q.p1 = pointer(ints), pointer(sums)
						xs = unsafe.Slice((*float32)(pointer(ints)), n)
					case "layerNorm":
						q.f1, q.f2 = float32(n), epsilon
					case "headQuantize":
						q.f1, q.f2 = 127, 128
					}
					operation(q)
					got = [4][]byte{bytesOfFloats(d), bytesOfFloats(xs), bytesOfFloats(scales),
						bytesOfFloats([]float32{q.scale, math.Float32frombits(uint32(q.zero)), math.Float32frombits(uint32(q.sum))})}
					if w == 0 {
						first = got
					}
				}
				if !reflect.DeepEqual(first, got) {
					t.Fatalf("%s: %s of %d differs from its definition", k.name, name, n)
				}
				runtime.KeepAlive([][]float32{x, p1, p3})
			}
		}
	}
}

func operationOf(o *rowOperations, i int) func(*row) {
	return [...]func(*row){o.dequant, o.gelu, o.softmax, o.quantize, o.layerNorm, o.headQuantize}[i]
}

func bytesOfFloats(x []float32) []byte { return view[byte](pointer(x), uintptr(4*len(x))) }
