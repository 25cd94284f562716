//go:build goexperiment.simd && amd64

package dense

import "simd/archsimd"

// maxLanes is the number of values up to which the sums of dotCodes fit into the 32 bits of their lanes.
const maxLanes = 4096

// dotCodes is plainDotCodes, sixteen values at once where the processor can.
func dotCodes(row []byte, q []int16) int64 {
	if !archsimd.X86.AVX2() || len(q) > maxLanes {
		return plainDotCodes(row, q)
	}
	var lanes archsimd.Int32x8
	for len(q) >= 16 && len(row) >= 16 {
		x := archsimd.LoadUint8x16((*[16]byte)(row)).AsInt8x16().ExtendToInt16()
		lanes = lanes.Add(x.DotProductPairs(archsimd.LoadInt16x16((*[16]int16)(q))))
		row, q = row[16:], q[16:]
	}
	var parts [8]int32
	lanes.Store(&parts)
	archsimd.ClearAVXUpperBits()
	sum := plainDotCodes(row, q)
	for _, x := range parts {
		sum += int64(x)
	}
	return sum
}
