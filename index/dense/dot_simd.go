//go:build goexperiment.simd && amd64

package dense

import "simd/archsimd"

// maxLanes is the number of values up to which the sums of dotRows fit into the 32 bits of their lanes.
const maxLanes = 4096

// dotRows is plainDotRows, sixteen values at once where the processor can, in four sums that do not wait for each
// other.
func dotRows(rows []byte, stride int, q []int16, out []int64) {
	if !archsimd.X86.AVX2() || len(q) > maxLanes {
		plainDotRows(rows, stride, q, out)
		return
	}
	whole := len(q) &^ 63
	for i := range out {
		row, rest := rows[(i+1)*stride-len(q):(i+1)*stride], q
		var a, b, c, d archsimd.Int32x8
		for len(rest) >= 64 && len(row) >= 64 {
			x, y := (*[64]byte)(row), (*[64]int16)(rest)
			a = a.Add(archsimd.LoadUint8x16((*[16]byte)(x[0:])).AsInt8x16().ExtendToInt16().DotProductPairs(archsimd.LoadInt16x16((*[16]int16)(y[0:]))))
			b = b.Add(archsimd.LoadUint8x16((*[16]byte)(x[16:])).AsInt8x16().ExtendToInt16().DotProductPairs(archsimd.LoadInt16x16((*[16]int16)(y[16:]))))
			c = c.Add(archsimd.LoadUint8x16((*[16]byte)(x[32:])).AsInt8x16().ExtendToInt16().DotProductPairs(archsimd.LoadInt16x16((*[16]int16)(y[32:]))))
			d = d.Add(archsimd.LoadUint8x16((*[16]byte)(x[48:])).AsInt8x16().ExtendToInt16().DotProductPairs(archsimd.LoadInt16x16((*[16]int16)(y[48:]))))
			row, rest = row[64:], rest[64:]
		}
		var parts [8]int32
		a.Add(b).Add(c.Add(d)).Store(&parts)
		out[i] = int64(parts[0]) + int64(parts[1]) + int64(parts[2]) + int64(parts[3]) +
			int64(parts[4]) + int64(parts[5]) + int64(parts[6]) + int64(parts[7])
	}
	archsimd.ClearAVXUpperBits()
	if whole == len(q) {
		return
	}
	for i := range out {
		out[i] += plainDotCodes(rows[(i+1)*stride-len(q)+whole:(i+1)*stride], q[whole:])
	}
}
