package dense

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sort"
	"sync/atomic"

	"ibid/index/durable"
)

// The file of a model, little-endian: this head,
//
//	magic [8]byte, dimensions, words, length of all words uint32, generation [32]byte,
//	where each word ends [words]uint32, idf [words]float32, the words, sorted, CRC-32C of all this
//
// and then for each word its vector, in float32, and the CRC-32C of that.
const modelMagic = "ibidwrd1"

const (
	modelFixed    = 8 + 3*4 + 32
	maxDimensions = 1 << 16 // of a vector, in any file
)

// Model turns the terms of a text into a vector. It is safe for concurrent use.
type Model struct {
	generation string
	dims       int
	ends       []byte // where each word ends in text, as in the file
	idf        []byte // by word, as in the file
	text       []byte
	file       *io.SectionReader // all of it
	vectors    *io.SectionReader // from the first vector on
	closer     io.Closer         // nil for a model in memory

	cache   []atomic.Pointer[[]float32] // vectors read, by word
	numbers map[string]int              // of the words, nil where they are searched for
}

// newModel lays a trained model out in memory as it will be in the file.
func newModel(c *corpus, vectors block) *Model {
	b := []byte(modelMagic)
	length := 0
	for _, w := range c.words {
		length += len(w)
	}
	for _, n := range []int{vectors.columns, len(c.words), length} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	b = append(b, c.generation[:]...)
	end := 0
	for _, w := range c.words {
		end += len(w)
		b = binary.LittleEndian.AppendUint32(b, uint32(end))
	}
	for _, v := range c.idf {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	for _, w := range c.words {
		b = append(b, w...)
	}
	b = binary.LittleEndian.AppendUint32(b, durable.Sum(b))
	b = slices.Grow(b, len(c.words)*(4*vectors.columns+4))
	for i := range vectors.rows {
		b = appendRow(b, vectors.row(i))
	}
	m, err := readModel(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		panic(fmt.Sprintf("dense: a new model cannot be read: %v", err))
	}
	return m
}

// OpenModel opens a model that Save wrote. It reads the words; their vectors are read when they are needed.
func OpenModel(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the word vectors: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	m, err := readModel(f, info.Size())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the word vectors: %w", err), f.Close())
	}
	m.closer = f
	return m, nil
}

func readModel(r io.ReaderAt, size int64) (*Model, error) {
	fixed := make([]byte, modelFixed)
	if _, err := r.ReadAt(fixed, 0); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	number := func(i int) int64 { return int64(binary.LittleEndian.Uint32(fixed[8+4*i:])) }
	dims, words, length := number(0), number(1), number(2)
	headSize := modelFixed + 8*words + length + 4
	if string(fixed[:8]) != modelMagic || dims > maxDimensions || size != headSize+words*(4*dims+4) {
		return nil, fmt.Errorf("%w: not a file of word vectors, or cut short", ErrCorrupt)
	}
	head := make([]byte, headSize)
	if _, err := r.ReadAt(head, 0); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	body, sum := head[:headSize-4], head[headSize-4:]
	if durable.Sum(body) != binary.LittleEndian.Uint32(sum) {
		return nil, fmt.Errorf("%w: wrong checksum of the words", ErrCorrupt)
	}
	tables := body[modelFixed:]
	return &Model{
		generation: hex.EncodeToString(fixed[20:modelFixed]),
		dims:       int(dims),
		ends:       tables[:4*words],
		idf:        tables[4*words : 8*words],
		text:       tables[8*words:],
		vectors:    io.NewSectionReader(r, headSize, size-headSize),
		file:       io.NewSectionReader(r, 0, size),
		cache:      make([]atomic.Pointer[[]float32], words),
	}, nil
}

// Generation identifies the texts that the model was trained on, in any order: equal generations, equal models.
func (m *Model) Generation() string { return m.generation }

// Dimensions is the length of the vectors.
func (m *Model) Dimensions() int { return m.dims }

// Save writes the model to a new file, and returns when it is on the disk.
func (m *Model) Save(path string) error {
	err := durable.Write(path, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(m.file, 0, m.file.Size()))
		return err
	})
	if err != nil {
		return fmt.Errorf("saving the word vectors: %w", err)
	}
	return nil
}

// Close closes the file of an opened model.
func (m *Model) Close() error {
	if m.closer == nil {
		return nil
	}
	return m.closer.Close()
}

// Embed returns the vector of a text or question, of length 1: the sum of its words' vectors, each weighted with
// ln(1+tf)·idf. It is 0 if the model knows none of the words. Parts of compounds are left out: with them, technical words
// would count several times, which cost .003 nDCG@10 in fused search. The order and positions of the terms do not matter.
func (m *Model) Embed(terms []Term) ([]float32, error) {
	words := make([]int, 0, len(terms))
	for _, t := range terms {
		if t.Part {
			continue
		}
		if word, ok := m.find(t.Text); ok {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	sum := make([]float64, m.dims)
	for len(words) > 0 {
		word, tf := words[0], 1
		for tf < len(words) && words[tf] == word {
			tf++
		}
		vector, err := m.vector(word)
		if err != nil {
			return nil, err
		}
		idf := math.Float32frombits(binary.LittleEndian.Uint32(m.idf[4*word:]))
		weight := float64(float32(math.Log(1+float64(tf)) * float64(idf)))
		for i, v := range vector {
			sum[i] += weight * float64(v) // exact: both have 24 bits
		}
		words = words[tf:]
	}
	out := make([]float32, m.dims)
	for i, v := range sum {
		out[i] = float32(v)
	}
	normalize(out)
	return out, nil
}

// Remember makes the words quick to find, for who embeds many texts.
func (m *Model) Remember() {
	m.numbers = make(map[string]int, len(m.idf)/4)
	for i := range len(m.idf) / 4 {
		m.numbers[string(m.word(i))] = i
	}
}

// find returns the number of a word.
func (m *Model) find(term string) (int, bool) {
	if m.numbers != nil {
		n, ok := m.numbers[term]
		return n, ok
	}
	return sort.Find(len(m.idf)/4, func(i int) int { return cmp.Compare(term, string(m.word(i))) })
}

func (m *Model) word(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = binary.LittleEndian.Uint32(m.ends[4*i-4:])
	}
	return m.text[start:binary.LittleEndian.Uint32(m.ends[4*i:])]
}

// vector returns the vector of a word, read before or read now.
func (m *Model) vector(word int) ([]float32, error) {
	if v := m.cache[word].Load(); v != nil {
		return *v, nil
	}
	v, err := readRow(m.vectors, word, m.dims)
	if err != nil {
		return nil, fmt.Errorf("reading the word vectors: %w", err)
	}
	m.cache[word].Store(&v)
	return v, nil
}

// appendRow adds a vector and its checksum.
func appendRow(b []byte, v []float32) []byte {
	start := len(b)
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(b, durable.Sum(b[start:]))
}

// readRow reads the vector at a position in a sequence of what appendRow wrote.
func readRow(r io.ReaderAt, i, dims int) ([]float32, error) {
	b := make([]byte, 4*dims+4)
	if _, err := r.ReadAt(b, int64(i)*int64(len(b))); err != nil {
		return nil, fmt.Errorf("%w: vector %d: %w", ErrCorrupt, i, err)
	}
	if durable.Sum(b[:4*dims]) != binary.LittleEndian.Uint32(b[4*dims:]) {
		return nil, fmt.Errorf("%w: vector %d: wrong checksum", ErrCorrupt, i)
	}
	v := make([]float32, dims)
	for j := range v {
		v[j] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*j:]))
	}
	return v, nil
}
