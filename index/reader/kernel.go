package reader

import (
	"fmt"
	"os"
	"unsafe"
)

//go:generate go run ./gen amd64 kernel_amd64.s declarations_amd64.go
//go:generate go run ./gen arm64 kernel_arm64.s declarations_arm64.go

// A kernel is one way to compute everything on this machine. All give the same bits: sums of whole numbers are exact in
// any order, and a float step is single IEEE operations in a fixed order with no fused multiply-add.
type kernel struct {
	name   string
	rows   int            // how many rows of A a tile has
	panels int            // how many panels of 16 columns a call does
	signed bool           // A is read as signed bytes, so sums start from 128·Σ of each column of B
	mul    func(*product) // nil where mulGo does it
	rowOperations
}

// rowOperations are the float steps on one row; row.go defines each.
type rowOperations struct{ dequant, gelu, softmax, quantize, layerNorm, headQuantize func(*row) }

// plainRows are the definitions.
func plainRows() rowOperations {
	return rowOperations{dequant, gelu, softmax, quantize, layerNorm, headQuantize}
}

// kernels are those that this machine can run, the best first; the last is plain Go.
func kernels() []kernel {
	return append(machineKernels(), kernel{name: "go", rowOperations: plainRows()})
}

// chooseKernel returns the best kernel, or the one that the environment variable IBID_KERNEL names.
func chooseKernel() (*kernel, error) {
	all, want, names := kernels(), os.Getenv("IBID_KERNEL"), ""
	for i, k := range all {
		if want == "" || want == k.name {
			return &all[i], nil
		}
		names += " " + k.name
	}
	return nil, fmt.Errorf("IBID_KERNEL=%s: this machine has%s", want, names)
}

// A product is what a kernel's mul reads. The generator of the assembly knows the offsets.
type product struct {
	c, a, b        unsafe.Pointer
	rowC, rowA     uintptr // bytes from a row to the next
	panel, group   uintptr // bytes from a panel of B to the next, and from a group of 4 k to the next
	groups, tiles  uintptr // how many; the kernel counts tiles down
	start          unsafe.Pointer
	startingValues [32]int32
}

// A matrix is B of a product, as kernels read it: [n/16 panels][k/4 groups][16 columns][4 k] where it is of weights. n
// is a multiple of 32, k of 16, and no value is above 63 or below -63.
type matrix struct {
	n, k         int
	data         []byte  // signed
	panel, group int     // bytes from one to the next
	sums         []int32 // Σ of each column
}

// spareRows is how many rows past the last the buffers of A and C have, since tiles are done whole.
const spareRows = 8

// multiply sets m rows of C to Σ A[i][k]·B[j][k], A of unsigned and B of signed bytes. rowC and rowA count elements.
func (k *kernel) multiply(p *product, c []int32, rowC int, a []byte, rowA, m int, b *matrix) {
	if k.mul == nil {
		mulGo(c, rowC, a, rowA, m, b)
		return
	}
	p.rowC, p.rowA, p.panel, p.group = uintptr(4*rowC), uintptr(rowA), uintptr(b.panel), uintptr(b.group)
	p.groups, p.a, p.start = uintptr(b.k/4), unsafe.Pointer(&a[0]), unsafe.Pointer(&p.startingValues)
	for j := 0; j < b.n; j += 16 * k.panels {
		if k.signed {
			for i, sum := range b.sums[j : j+16*k.panels] {
				p.startingValues[i] = 128 * sum
			}
		}
		p.c, p.b, p.tiles = unsafe.Pointer(&c[j]), unsafe.Pointer(&b.data[j/16*b.panel]), uintptr((m+k.rows-1)/k.rows)
		k.mul(p)
	}
}

// mulGo is the product in plain Go.
func mulGo(c []int32, rowC int, a []byte, rowA, m int, b *matrix) {
	for i := range m {
		for j := range b.n {
			column, sum := b.data[j/16*b.panel+j%16*4:], int32(0)
			for k := 0; k < b.k; k += 4 {
				x, y := a[i*rowA+k:][:4:4], column[k/4*b.group:][:4:4]
				sum += int32(x[0])*int32(int8(y[0])) + int32(x[1])*int32(int8(y[1])) +
					int32(x[2])*int32(int8(y[2])) + int32(x[3])*int32(int8(y[3]))
			}
			c[i*rowC+j] = sum
		}
	}
}

// columnSums adds up each column of a matrix of signed bytes that lies as [k/4][n] words of 4 k. It does two halves of
// 16 bits at once, which hold up to 128 words.
func columnSums(sums []int32, words []uint32) {
	groups := len(words) / len(sums)
	clear(sums)
	for g := range groups {
		for j, word := range words[g*len(sums):][:len(sums)] {
			word ^= 0x80808080
			sums[j] += int32(word&0xff00ff + word>>8&0xff00ff)
		}
	}
	for j, sum := range sums {
		sums[j] = int32(uint32(sum)&0xffff+uint32(sum)>>16) - int32(512*groups)
	}
}
