package reader

import (
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	block       = 48 // rows done at once: a multiple of each kernel's tile of 8, 6, 4 or 2, and some 30 µs of work
	greatestKey = 63 // keys and values have 7 bits, like weights
	masked      = -1e30
	epsilon     = 1e-12 // of layerNorm, as in BERT
	maxWorkers  = 16
)

// A pass takes tokens through layers: those of all sequences, one after the other with no padding between them. What it
// computes for a sequence depends on that sequence alone.
type pass struct {
	*Model
	*encoder
	workers       []*worker
	tokens        []int32   // of all sequences
	starts        []int     // the first token of each sequence, and the end
	x             []float32 // hidden states
	queries, keys []byte    // by token; queries 128 higher, keys signed
	queryScales   []float32 // by token and head
	keyScales     []float32
	values        []float32
	mixed         []float32 // what attention gives
}

// A worker is the memory of one goroutine.
type worker struct {
	row          *row
	product      product
	bytes        [(block + spareRows) * inner]byte  // A of a product
	sums         [(block + spareRows) * inner]int32 // what comes out of it
	floats       [inner]float32                     // a row of that
	scales       [block]float32
	zeros        [block]int32
	columns      [hidden / 4 * positions]uint32 // B of attention: keys as [k/4][tokens]
	columnSums   [positions]int32
	columnScales [positions]float32
	groups       [positions / 4 * headSize]uint32 // values as [tokens/4][headSize]
	valueSums    [headSize]int32
	valueScales  [headSize]float32
	mask         [positions + 31]float32 // 0 for each position, then what masks the columns that fill up a product
}

func newWorkers() []*worker {
	workers := make([]*worker, min(runtime.GOMAXPROCS(0), maxWorkers))
	for i := range workers {
		workers[i] = &worker{row: newRow()}
		for j := range workers[i].mask[positions:] {
			workers[i].mask[positions+j] = masked
		}
	}
	return workers
}

// newPass makes room for sequences. Their hidden states are still to be set.
func newPass(m *Model, e *encoder, workers []*worker, sequences [][]int32) *pass {
	p := &pass{Model: m, encoder: e, workers: workers, tokens: slices.Concat(sequences...), starts: []int{0}}
	for i, s := range sequences {
		p.starts = append(p.starts, p.starts[i]+len(s))
	}
	n := len(p.tokens)
	p.x, p.mixed, p.values = make([]float32, n*hidden), make([]float32, n*hidden), make([]float32, n*hidden)
	p.queries, p.keys = make([]byte, (n+spareRows)*hidden), make([]byte, n*hidden)
	p.queryScales, p.keyScales = make([]float32, n*heads), make([]float32, n*heads)
	return p
}

// each does items 0 to n on all workers. Every item writes its own part of the results, so their order does not matter.
func (p *pass) each(n int, do func(w *worker, i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range p.workers[:min(n, len(p.workers))] {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(w, i)
			}
		})
	}
	group.Wait()
}

// eachBlock does all tokens in blocks.
func (p *pass) eachBlock(do func(w *worker, low, high int)) {
	n := len(p.tokens)
	p.each((n+block-1)/block, func(w *worker, i int) { do(w, i*block, min((i+1)*block, n)) })
}

// embed sets the hidden states to the embeddings of the tokens. Positions start from 0 in each sequence.
func (p *pass) embed() {
	p.each(len(p.starts)-1, func(w *worker, s int) {
		for t := p.starts[s]; t < p.starts[s+1]; t++ {
			p.vocabulary.embed(p.state(t), p.tokens[t], t-p.starts[s])
			p.normalize(w, p.state(t), w.mask[:hidden], p.norm)
		}
	})
}

// run takes the hidden states through layers from to to, or ends with the error of ctx between two.
func (p *pass) run(ctx context.Context, from, to int) error {
	p.eachBlock(func(w *worker, low, high int) { p.project(w, from, low, high) })
	for l := from; l < to; l++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.each((len(p.starts)-1)*heads, func(w *worker, i int) { p.attend(w, i/heads, i%heads) })
		p.eachBlock(func(w *worker, low, high int) {
			p.feed(w, l, low, high)
			if l+1 < to {
				p.project(w, l+1, low, high)
			}
		})
	}
	return ctx.Err()
}

// state is the hidden state of token t.
func (p *pass) state(t int) []float32 { return p.x[t*hidden:][:hidden] }

// normalize: x = layerNorm(x + y).
func (p *pass) normalize(w *worker, x, y []float32, n normalization) {
	r := w.row
	r.n, r.dst, r.x, r.p1, r.p2, r.p3 = hidden, pointer(x), pointer(x), pointer(y), pointer(n.gain), pointer(n.bias)
	r.f1, r.f2 = hidden, epsilon
	p.kernel.layerNorm(r)
}

// quantizeRow makes x row i of A of the next product.
func (p *pass) quantizeRow(w *worker, i int, x []float32) {
	r := w.row
	r.n, r.dst, r.x = uintptr(len(x)), pointer(w.bytes[i*len(x):]), pointer(x)
	p.kernel.quantize(r)
	w.scales[i], w.zeros[i] = r.scale, r.zero
}

// apply multiplies n rows of A, made by quantizeRow, with l. Its result puts row i of what comes out through dequant or
// gelu.
func (p *pass) apply(w *worker, n int, l *linear) (result func(i int, op func(*row), dst []float32) []float32) {
	p.kernel.multiply(&w.product, w.sums[:], l.n, w.bytes[:], l.k, n, &l.matrix)
	return func(i int, op func(*row), dst []float32) []float32 {
		r := w.row
		r.n, r.dst, r.x, r.p1 = uintptr(l.n), pointer(dst), pointer(w.sums[i*l.n:]), pointer(l.sums)
		r.p2, r.p3, r.f1, r.i1 = pointer(l.scales), pointer(l.bias), w.scales[i], w.zeros[i]
		op(r)
		return dst[:l.n]
	}
}

// project makes queries, keys and values of layer l of the hidden states of tokens low to high.
func (p *pass) project(w *worker, l, low, high int) {
	for t := low; t < high; t++ {
		p.quantizeRow(w, t-low, p.state(t))
	}
	result := p.apply(w, high-low, &p.layers[l].qkv)
	for t := low; t < high; t++ {
		qkv := result(t-low, p.kernel.dequant, w.floats[:])
		copy(p.values[t*hidden:], qkv[2*hidden:])
		r := w.row
		r.n, r.dst, r.x, r.p2 = hidden, pointer(p.queries[t*hidden:]), pointer(qkv), pointer(p.queryScales[t*heads:])
		r.f1, r.f2 = 127, 128
		p.kernel.headQuantize(r)
		r.dst, r.x, r.p2 = pointer(p.keys[t*hidden:]), pointer(qkv[hidden:]), pointer(p.keyScales[t*heads:])
		r.f1, r.f2 = greatestKey, 0
		p.kernel.headQuantize(r)
	}
}

// columnsOf makes B of k bytes in each of n rows that are hidden apart. Columns past n, up to a multiple of 32, are 0.
func (w *worker) columnsOf(rows []byte, n, k int) matrix {
	padded := (n + 31) / 32 * 32
	columns := w.columns[:k/4*padded]
	for g := range k / 4 {
		column := columns[g*padded:][:padded]
		for t := range n {
			column[t] = binary.NativeEndian.Uint32(rows[t*hidden+4*g:])
		}
		clear(column[n:])
	}
	columnSums(w.columnSums[:padded], columns)
	return matrix{n: padded, k: k, data: bytesOf(columns), panel: 64, group: 4 * padded, sums: w.columnSums[:]}
}

// valuesOf makes B of n rows of values that are hidden apart, as [k/4][headSize][4 k], each column with its scale.
func (w *worker) valuesOf(values []float32, n, k int) matrix {
	var greatest, inverse [headSize]float32
	for t := range n {
		for i, v := range (*[headSize]float32)(values[t*hidden:]) {
			if v = abs(v); v > greatest[i] {
				greatest[i] = v
			}
		}
	}
	for i, v := range greatest {
		v = max(v, tiny)
		inverse[i], w.valueScales[i] = greatestKey/v, v/greatestKey
	}
	groups := w.groups[:k/4*headSize]
	data := bytesOf(groups)
	clear(data)
	for t := range n {
		d := (*[4*headSize - 3]byte)(data[t/4*4*headSize+t%4:])
		for i, v := range (*[headSize]float32)(values[t*hidden:]) {
			d[4*i] = lowByte(float32(v*inverse[i]) + rounding)
		}
	}
	columnSums(w.valueSums[:], groups)
	return matrix{n: headSize, k: k, data: data, panel: 64, group: 4 * headSize, sums: w.valueSums[:]}
}

// attend does head h of sequence s.
func (p *pass) attend(w *worker, s, h int) {
	low, n := p.starts[s], p.starts[s+1]-p.starts[s]
	at := low*hidden + h*headSize
	keys := w.columnsOf(p.keys[at:], n, headSize)
	for t := range n {
		w.columnScales[t] = p.keyScales[(low+t)*heads+h]
	}
	r, values := w.row, w.valuesOf(p.values[at:], n, keys.n)
	for i := 0; i < n; i += block {
		rows := min(block, n-i)
		p.kernel.multiply(&w.product, w.sums[:], keys.n, p.queries[at+i*hidden:], hidden, rows, &keys)
		r.n, r.p1, r.p2, r.p3 = uintptr(keys.n), pointer(keys.sums), pointer(w.columnScales[:]), pointer(w.mask[positions-n:])
		r.f2, r.i1 = masked, 128
		for j := range rows {
			r.x, r.dst = pointer(w.sums[j*keys.n:]), pointer(w.bytes[j*keys.n:])
			r.f1 = float32(p.queryScales[(low+i+j)*heads+h] * 0.17677669) // 1/√headSize
			p.kernel.softmax(r)
			w.scales[j] = 1 / float32(r.sum)
		}
		p.kernel.multiply(&w.product, w.sums[:], headSize, w.bytes[:], keys.n, rows, &values)
		r.n, r.p1, r.p2, r.p3, r.i1 = headSize, pointer(values.sums), pointer(w.valueScales[:]), pointer(w.mask[:]), 0
		for j := range rows {
			r.x, r.dst, r.f1 = pointer(w.sums[j*headSize:]), pointer(p.mixed[at+(i+j)*hidden:]), w.scales[j]
			p.kernel.dequant(r)
		}
	}
}

// feed is the rest of layer l for tokens low to high.
func (p *pass) feed(w *worker, l, low, high int) {
	layer := &p.layers[l]
	for t := low; t < high; t++ {
		p.quantizeRow(w, t-low, p.mixed[t*hidden:][:hidden])
	}
	result := p.apply(w, high-low, &layer.out)
	for t := low; t < high; t++ {
		p.normalize(w, p.state(t), result(t-low, p.kernel.dequant, w.floats[:]), layer.norm1)
		p.quantizeRow(w, t-low, p.state(t))
	}
	result = p.apply(w, high-low, &layer.up)
	for t := low; t < high; t++ {
		p.quantizeRow(w, t-low, result(t-low, p.kernel.gelu, w.floats[:]))
	}
	result = p.apply(w, high-low, &layer.down)
	for t := low; t < high; t++ {
		p.normalize(w, p.state(t), result(t-low, p.kernel.dequant, w.floats[:]), layer.norm2)
	}
}

// mean is that of the hidden states of tokens low to high.
func (p *pass) mean(low, high int) []float32 {
	mean := make([]float32, hidden)
	for t := low; t < high; t++ {
		for i, v := range p.state(t) {
			mean[i] += v
		}
	}
	for i := range mean {
		mean[i] /= float32(high - low)
	}
	return mean
}

// dot adds up products in 16 lanes.
func dot(x, y []float32) float32 {
	var lanes [16]float32
	for i, v := range x {
		lanes[i%16] += float32(v * y[i])
	}
	return fold(&lanes)
}
