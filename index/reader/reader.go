// Package reader is an encoder that reads a question with passages and says which of their statements answer it:
//
//	m, err := reader.Open()
//	readings, err := m.Read(ctx, "How long are keys?", []reader.Passage{{Context: "Keys", Statements: statements}})
//
// Its weights are embedded: layers in whole numbers of 7 bits, with kernels for AVX512-VNNI, AVX-VNNI, AVX2, SDOT,
// SMULL and in plain Go. All give the same bits, on any number of processors, whatever else is read in the same call.
package reader

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
)

// A Passage is what is read at once.
type Passage struct {
	Context    string   // title > heading
	Statements []string // as they will be cited
}

// A Reading has a score for each statement of a passage: the log-odds that it answers, or helps to, against "none
// does". A statement that has no words, or lies past what is read of its passage or in a call, has the score Unread.
type Reading struct{ Scores []float32 }

// Unread is so low a score that nothing comes of it.
const Unread = -30

// Limits on what is read, in tokens where nothing else is said. What is longer is cut, as it was in training.
const (
	maxQuestion  = 40
	maxContext   = 24
	maxStatement = 80
	maxPart      = 288     // statements of a passage that are read at once; a longer passage is read in parts
	maxParts     = 8       // parts of a passage
	maxCall      = 1 << 16 // all parts of a call
	maxText      = 256     // a text of Embed, with its first and last token
	batch        = 4       // sequences that go through the layers at once, which bounds memory
	keptReadings = 4096    // readings
)

// A Model reads. It may be used by several goroutines at once. It keeps its last readings, by what was read.
type Model struct {
	kernel     *kernel
	vocabulary *vocabulary
	reader     func() *encoder
	base       func() *encoder

	mutex sync.Mutex
	kept  map[contents][]float32
}

// contents are the hash of all that a reading depends on.
type contents [sha256.Size]byte

// Open returns the embedded model. It fails only if the environment variable IBID_KERNEL names a kernel that is not
// there.
func Open() (*Model, error) {
	k, err := chooseKernel()
	if err != nil {
		return nil, fmt.Errorf("opening the reader: %w", err)
	}
	return &Model{
		kernel:     k,
		vocabulary: readVocabulary(),
		reader:     sync.OnceValue(func() *encoder { return readEncoder(readerFile) }),
		base:       sync.OnceValue(func() *encoder { return readEncoder(baseFile) }),
		kept:       map[contents][]float32{},
	}, nil
}

// Kernel names the instructions that do the work on this machine, "go" if there are none for it and reading is slow.
func (m *Model) Kernel() string { return m.kernel.name }

// Read reads a question with each passage. The probability that it is answered is 1 - softmax(0) over the scores of all
// passages and a 0 for "none".
func (m *Model) Read(ctx context.Context, question string, passages []Passage) ([]Reading, error) {
	return m.read(ctx, questionKind, question, passages)
}

// Nearest reads a claim with each passage: a score says how much the claim is about a statement. It is no verdict.
func (m *Model) Nearest(ctx context.Context, claim string, passages []Passage) ([]Reading, error) {
	return m.read(ctx, claimKind, claim, passages)
}

// A part is some of a passage's statements as they are read: the tokens of the context and theirs, and where each lies.
type part struct {
	passage int
	tokens  []int32
	spans   []span
}

func (m *Model) read(ctx context.Context, kind int, text string, passages []Passage) ([]Reading, error) {
	question := []int32{[...]int32{questionKind: first, claimKind: claimMark}[kind]}
	question = append(m.vocabulary.tokens(question, text, maxQuestion), separator)
	readings, keys := make([]Reading, len(passages)), make([]contents, len(passages))
	var parts []part
	tokens := 0
	for i, passage := range passages {
		keys[i] = hash(kind, text, passage)
		if readings[i].Scores = m.recall(keys[i]); readings[i].Scores != nil {
			continue
		}
		readings[i].Scores = slices.Repeat([]float32{Unread}, len(passage.Statements))
		for _, part := range m.parts(i, passage) {
			if tokens += len(question) + len(part.tokens); tokens <= maxCall {
				parts = append(parts, part)
			}
		}
	}
	if len(parts) == 0 {
		return readings, ctx.Err()
	}
	alone := newPass(m, m.reader(), newWorkers(), [][]int32{question})
	alone.embed()
	if err := alone.run(ctx, 0, alone.apart); err != nil {
		return nil, err
	}
	for batch := range slices.Chunk(parts, batch) {
		scores, err := m.readParts(ctx, alone, kind, batch)
		if err != nil {
			return nil, err
		}
		for i, part := range batch {
			for j, span := range part.spans {
				best := &readings[part.passage].Scores[span.statement]
				*best = max(*best, scores[i][j])
			}
		}
	}
	if tokens <= maxCall {
		m.keep(keys, readings)
	}
	return readings, nil
}

// parts makes the parts of a passage. Each begins with the last statement of the one before, so that none is read
// without what stands before it; of two scores the better one holds.
func (m *Model) parts(passage int, p Passage) (parts []part) {
	begin := append(m.vocabulary.tokens(nil, p.Context, maxContext), separator)
	now := part{passage: passage, tokens: begin}
	add := func(statement int, tokens []int32) {
		now.spans = append(now.spans, span{statement: statement, low: len(now.tokens), high: len(now.tokens) + len(tokens)})
		now.tokens = slices.Concat(now.tokens, tokens)
	}
	for i, text := range p.Statements {
		tokens := m.vocabulary.tokens(nil, text, maxStatement)
		if len(tokens) > 0 && len(now.tokens)-len(begin)+len(tokens) > maxPart {
			parts = append(parts, now)
			last := now.spans[len(now.spans)-1]
			now = part{passage: passage, tokens: begin}
			if len(parts) == maxParts {
				break
			}
			add(last.statement, parts[len(parts)-1].tokens[last.low:last.high])
		}
		if len(tokens) > 0 {
			add(i, tokens)
		}
	}
	if len(now.spans) > 0 {
		parts = append(parts, now)
	}
	for i := range parts {
		parts[i].tokens = append(parts[i].tokens, separator)
	}
	return parts
}

// hash depends on the kind and on each text and its end.
func hash(kind int, text string, p Passage) (sum contents) {
	h := sha256.New()
	for _, s := range append([]string{text, p.Context}, p.Statements...) {
		fmt.Fprintf(h, "%d %d %s", kind, len(s), s)
	}
	return contents(h.Sum(nil))
}

// recall returns a copy of the scores that were kept, or nil.
func (m *Model) recall(key contents) []float32 {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return slices.Clone(m.kept[key])
}

// keep keeps copies of readings. Where there are too many it forgets all others.
func (m *Model) keep(keys []contents, readings []Reading) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if len(m.kept)+len(keys) > keptReadings {
		clear(m.kept)
	}
	for i, key := range keys {
		m.kept[key] = slices.Clone(readings[i].Scores)
	}
}

// Embed maps texts to unit vectors of 384, of the base's own layers. Of a long text it reads the beginning.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e, workers := m.base(), newWorkers()
	vectors, sequences := make([][]float32, 0, len(texts)), make([][]int32, len(texts))
	for i, text := range texts {
		sequences[i] = append(m.vocabulary.tokens([]int32{first}, text, maxText-2), separator)
	}
	for batch := range slices.Chunk(sequences, batch) {
		p := newPass(m, e, workers, batch)
		p.embed()
		if err := p.run(ctx, 0, len(e.layers)); err != nil {
			return nil, err
		}
		for i := range batch {
			v := p.mean(p.starts[i], p.starts[i+1])
			length := max(sqrt(dot(v, v)), tiny)
			for j := range v {
				v[j] /= length
			}
			vectors = append(vectors, v)
		}
	}
	return vectors, ctx.Err()
}
