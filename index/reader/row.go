package reader

import (
	"math"
	"slices"
	"unsafe"
)

// A row is what an operation on a row of floats reads and writes. n is a multiple of 16. The functions below define the
// operations and say which fields each uses. The assembly, whose generator knows the offsets, gives the same bits.
type row struct {
	n                  uintptr
	dst, x, p1, p2, p3 unsafe.Pointer
	table              unsafe.Pointer // constants
	f1, f2             float32
	i1                 int32
	scale              float32
	zero, sum          int32
}

const (
	rounding = 12582912 // 1.5·2²³: adding it to a small float rounds that to a whole number, half to even
	logE     = 1.44269504
	expLow   = -25 // 2 to this is nothing beside 1/255
	geluHigh = 4   // beyond it Φ is 0 or 1 to 4e-5
	tiny     = 1e-20
)

// Polynomials of least maximum error, the highest power first: exp2 is 2^x for x within ±½, to 3e-6; with phi,
// Φ(x) = ½ + x·phi(x²), so that x·Φ(x) is right to 4e-5.
var (
	exp2 = []float32{0.00968571100383997, 0.05592202767729759, 0.2402186542749405, 0.6931210160255432, 1}
	phi  = []float32{-1.3012929622746583e-09, 1.041959620806665e-07, -3.6571309465216473e-06, 7.485502283088863e-05,
		-0.0010064903181046247, 0.009505397640168667, -0.06588783860206604, 0.3986733853816986}
)

// newRow returns a row that knows the constants, in the order of the generator's list of their names.
func newRow() *row {
	table := slices.Concat([]float32{rounding, logE, expLow}, exp2, []float32{255, -geluHigh, geluHigh}, phi,
		[]float32{.5, math.Float32frombits(0xff), math.Float32frombits(0x7fffffff), tiny})
	return &row{table: pointer(table)}
}

func pointer[T any](s []T) unsafe.Pointer         { return unsafe.Pointer(unsafe.SliceData(s)) }
func view[T any](p unsafe.Pointer, n uintptr) []T { return unsafe.Slice((*T)(p), n) }
func (r *row) floats(p unsafe.Pointer) []float32  { return view[float32](p, r.n) }
func abs(x float32) float32                       { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
func lowByte(rounded float32) byte                { return byte(math.Float32bits(rounded)) }

// In all that follows a product is wrapped in float32() wherever a sum takes it. Without that, compilers fuse the two
// on arm64, riscv64, ppc64 and s390x, which rounds once instead of twice.

// dequant: dst[i] = (x[i] - i1·p1[i]) · (f1·p2[i]) + p3[i], where x and p1 are whole numbers.
func dequant(r *row) {
	x, sums := view[int32](r.x, r.n), view[int32](r.p1, r.n)
	d, scales, bias := r.floats(r.dst), r.floats(r.p2), r.floats(r.p3)
	for i := range d {
		d[i] = float32(float32(x[i]-r.i1*sums[i])*float32(r.f1*scales[i])) + bias[i]
	}
}

// gelu: x·Φ(x) of what dequant gives.
func gelu(r *row) {
	dequant(r)
	d := r.floats(r.dst)
	for i, x := range d {
		y := min(max(x, -geluHigh), geluHigh)
		d[i] = float32(x * (float32(polynomial(phi, float32(y*y))*y) + .5))
	}
}

func polynomial(coefficients []float32, x float32) float32 {
	sum := coefficients[0]
	for _, c := range coefficients[1:] {
		sum = float32(sum*x) + c
	}
	return sum
}

// softmax: dst[i] = 255·exp(y[i] - greatest y) rounded to a byte, and sum is their sum. y is what dequant gives; it is
// left in x, and f2 is below all of it.
func softmax(r *row) {
	in := *r
	in.dst = r.x
	dequant(&in)
	r.sum = 0
	d, y := view[byte](r.dst, r.n), r.floats(r.x)
	greatest := max(r.f2, slices.Max(y))
	for i := range y {
		d[i] = lowByte(float32(exp(y[i]-greatest)*255) + rounding)
		r.sum += int32(d[i])
	}
}

// exp is e^x for x up to 0.
func exp(x float32) float32 {
	t := max(float32(x*logE), expLow)
	n := t + rounding
	p := polynomial(exp2, t-(n-rounding))
	return math.Float32frombits(math.Float32bits(p) + math.Float32bits(n)<<23)
}

// quantize: dst[i] = x[i]/scale + zero rounded to a byte, with the scale and zero that spread x, and 0, over 0 to 255.
func quantize(r *row) {
	d, x := view[byte](r.dst, r.n), r.floats(r.x)
	low, high := min(slices.Min(x), 0), max(slices.Max(x), 0)
	width := max(high-low, tiny)
	inverse := 255 / width
	zero := rounding - float32(low*inverse)
	r.scale, r.zero = width/255, int32(lowByte(zero))
	for i, v := range x {
		d[i] = lowByte(min(max(float32(inverse*v)+(zero-rounding), 0), 255) + rounding)
	}
}

// layerNorm: dst = x + p1, less the mean, divided by the deviation, times p2, plus p3. f1 is n, f2 joins the variance.
func layerNorm(r *row) {
	d, x, y, gain, bias := r.floats(r.dst), r.floats(r.x), r.floats(r.p1), r.floats(r.p2), r.floats(r.p3)
	var sums, squares [16]float32 // 16 lanes, lane i of the elements i mod 16
	for i := range d {
		d[i] = x[i] + y[i]
		sums[i%16] += d[i]
	}
	mean := fold(&sums) / r.f1
	for i, v := range d {
		squares[i%16] += float32((v - mean) * (v - mean))
	}
	inverse := 1 / sqrt(fold(&squares)/r.f1+r.f2)
	for i, v := range d {
		d[i] = float32(float32((v-mean)*inverse)*gain[i]) + bias[i]
	}
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// fold adds up 16 lanes in the one order that all use.
func fold(lanes *[16]float32) float32 {
	for half := 8; half > 0; half /= 2 {
		for i := range half {
			lanes[i] += lanes[i+half]
		}
	}
	return lanes[0]
}

// headQuantize: each 32 of x for themselves to bytes x[i]·f1/greatest + f2; greatest/f1 goes to p2.
func headQuantize(r *row) {
	for head := range int(r.n / headSize) {
		view[float32](r.p2, r.n/headSize)[head] =
			quantizeSigned(view[byte](r.dst, r.n)[head*headSize:], r.floats(r.x)[head*headSize:][:headSize], r.f1, r.f2)
	}
}

// quantizeSigned makes bytes x[i]·high/greatest + zero, where greatest is that of all |x|, and returns greatest/high.
func quantizeSigned(dst []byte, x []float32, high, zero float32) float32 {
	greatest := float32(tiny)
	for _, v := range x {
		greatest = max(greatest, abs(v))
	}
	inverse := high / greatest
	for i, v := range x {
		dst[i] = lowByte(float32(v*inverse) + (zero + rounding))
	}
	return greatest / high
}
