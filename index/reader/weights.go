package reader

import (
	_ "embed"
	"encoding/binary"
	"math"
	"unsafe"
)

// testdata/reader/convert.py makes the weights, and says how they lie. They are used where the program's file is
// mapped: only scales, biases and norms, .3 MB an encoder, are copied, when an encoder is first used.
var (
	//go:embed weights/vocabulary.bin
	vocabularyFile string // the pieces of words with their embeddings, 8 bits
	//go:embed weights/reader.bin
	readerFile string // the layers and the head that read a question with a passage, 7 bits
	//go:embed weights/base.bin
	baseFile string // the layers of all-MiniLM-L6-v2, from which the reader was trained, 7 bits
)

const (
	hidden    = 384
	heads     = 12
	headSize  = hidden / heads
	inner     = 4 * hidden
	pieces    = 30522
	positions = 512
)

// A linear is a matrix with a scale and a bias for each column of the result.
type linear struct {
	matrix
	scales, bias []float32
}

// A normalization is the gain and the bias of a layerNorm.
type normalization struct{ gain, bias []float32 }

type layer struct {
	qkv, out, up, down linear
	norm1, norm2       normalization
}

// An encoder is a stack of layers, the first of which keep a question and a passage apart.
type encoder struct {
	norm   normalization
	layers []layer
	apart  int
	head   head
}

// A head makes scores of hidden states. Of a question, and of a claim, it has the scale of the late interaction, what
// "none" is above it, the weights of a statement's mean, of its product with the first state and of that state, and a
// constant.
type head struct {
	projection linear    // into the space of the late interaction
	weight     []float32 // of a question's token in it, and a constant at the end
	kinds      [2][]float32
}

// readEncoder takes an encoder out of its file.
func readEncoder(file string) *encoder {
	c := open(file)
	e := &encoder{layers: make([]layer, c.number()), apart: c.number()}
	hasHead := c.number() == 1
	e.norm = c.norm()
	for i := range e.layers {
		e.layers[i] = layer{qkv: c.linear(3*hidden, hidden), out: c.linear(hidden, hidden), norm1: c.norm(),
			up: c.linear(inner, hidden), down: c.linear(hidden, inner), norm2: c.norm()}
	}
	if hasHead {
		e.head.projection, e.head.weight = c.linear(hidden, hidden), c.floats(hidden+1)
		e.head.kinds = [2][]float32{c.floats(3*hidden + 3), c.floats(3*hidden + 3)}
	}
	return e
}

// bytesOf views words as bytes, in the order of this machine.
func bytesOf(words []uint32) []byte { return view[byte](pointer(words), uintptr(4*len(words))) }

// A cursor is what is left of a file.
type cursor []byte

// open begins after the eight bytes that name the kind of a file.
func open(file string) cursor { return unsafe.Slice(unsafe.StringData(file), len(file))[8:] }

func (c *cursor) take(n int) []byte {
	taken := (*c)[:n:n]
	*c = (*c)[n:]
	return taken
}

func (c *cursor) number() int { return int(binary.LittleEndian.Uint32(c.take(4))) }

func (c *cursor) floats(n int) []float32 {
	floats := make([]float32, n)
	for i := range floats {
		floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(c.take(4)))
	}
	return floats
}

func (c *cursor) norm() normalization {
	return normalization{gain: c.floats(hidden), bias: c.floats(hidden)}
}

func (c *cursor) linear(n, k int) linear {
	l := linear{matrix: matrix{n: n, k: k, panel: 16 * k, group: 64, sums: make([]int32, n)}}
	for i := range l.sums {
		l.sums[i] = int32(c.number())
	}
	l.scales, l.bias, l.data = c.floats(n), c.floats(n), c.take(n*k)
	return l
}
