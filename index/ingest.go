package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"ibid/index/lexical"
	"ibid/index/source"
)

const (
	lexicalDir = "lexical"
	putBatch   = 4000 // chunks handed to the lexical index at once: enough for it to write on every core
	readAhead  = 8    // files read, per core, before their turn comes
)

// writeChunks fills the chunk store and the lexical index: rows of unchanged files are copied, the other files are
// read. Where the old generation turns out to be damaged it starts over without it.
func (b *builder) writeChunks(ctx context.Context) error {
	err := b.ingest(ctx)
	if b.plan.old == nil || !errors.Is(err, ErrCorrupt) {
		return err
	}
	b.plan.why, b.plan.old = err.Error(), nil
	if err := b.plan.compare(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(b.dir, lexicalDir)); err != nil {
		return err
	}
	b.new.Files = nil
	return b.ingest(ctx)
}

func (b *builder) ingest(ctx context.Context) error {
	old, err := b.openOld(ctx)
	if err != nil {
		return err
	}
	defer old.close()
	in, err := b.openIngest(ctx, old)
	if err != nil {
		return err
	}
	defer in.abort()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := b.readAll(ctx)
	for i := range b.plan.files {
		var e entry
		if j := b.plan.keep[i]; j >= 0 {
			if e, err = in.copyFile(old, j); err == nil {
				err = ctx.Err()
			}
		} else {
			p, ok := <-results
			if !ok {
				return ctx.Err()
			}
			if e, err = in.addFile(ctx, p); p.resumed {
				b.resumed++
			}
		}
		if err != nil {
			return err
		}
		b.new.Files = append(b.new.Files, e)
		b.progress(Step{Stage: StageRead, Done: i + 1, Total: len(b.plan.files), Chunks: len(in.origin)})
	}
	if err := in.finish(ctx, b.new.Files); err != nil {
		return err
	}
	b.origin, b.new.Chunks = in.origin, len(in.origin)
	var pairs []Acronym
	for i := range b.new.Files {
		b.new.Stats.Documents += b.new.Files[i].Chunks
		b.new.Stats.Tokens += b.new.Files[i].Tokens
		pairs = append(pairs, b.new.Files[i].Acronyms...)
	}
	b.new.Acronyms = aggregate(pairs)
	return nil
}

// oldChunks is the chunk store of the generation that is being replaced; empty where there is none.
type oldChunks struct {
	*store
	files []entry
	first []int // first row of each file
}

func (b *builder) openOld(ctx context.Context) (*oldChunks, error) {
	if b.plan.old == nil {
		return &oldChunks{}, nil
	}
	// What is taken over gets new checksums: damage would be hidden by them.
	if err := verify(ctx, b.plan.dir, b.plan.old.Parts); err != nil {
		return nil, err
	}
	s, err := openStore(b.plan.dir)
	if err != nil {
		return nil, err
	}
	o := &oldChunks{store: s, files: b.plan.old.Files}
	row := 0
	for i := range o.files {
		o.first = append(o.first, row)
		row += o.files[i].Chunks
	}
	if row != s.n {
		s.close()
		return nil, fmt.Errorf("%w: %d chunks where the manifest says %d", ErrCorrupt, s.n, row)
	}
	return o, nil
}

func (o *oldChunks) close() {
	if o.store != nil {
		o.store.close()
	}
}

// ingest writes chunks into the store and the lexical index of a new generation.
type ingest struct {
	store   *storeWriter
	log     *os.File // which files the store holds, for the next writer where this one does not come to its end
	lex     *lexical.Writer
	origin  []int
	pending []lexical.Document
	owner   []int // the file of each pending document
	tokens  []int // per file
	file    int   // number of the file that comes next
}

// openIngest starts a lexical index: a copy of the old one without the chunks of files that changed or went, or an
// empty one.
func (b *builder) openIngest(ctx context.Context, old *oldChunks) (*ingest, error) {
	dir := filepath.Join(b.dir, lexicalDir)
	in := &ingest{tokens: make([]int, len(b.plan.files))}
	var err error
	if old.store == nil {
		in.lex, err = lexical.Create(dir)
	} else if err = lexical.Clone(filepath.Join(b.plan.dir, lexicalDir), dir); err == nil {
		in.lex, err = lexical.OpenWriter(dir)
	}
	if err != nil {
		return nil, corrupt(err)
	}
	if err = in.lex.Delete(ctx, b.gone(old)); err == nil {
		in.store, err = createStore(b.dir)
	}
	if err == nil {
		in.log, err = createReadLog(b.dir, b.new.Roots)
	}
	if err != nil {
		in.abort()
		return nil, err
	}
	return in, nil
}

// gone lists the ids of the old chunks whose file changed or is no longer there.
func (b *builder) gone(old *oldChunks) []string {
	kept := make([]bool, len(old.files))
	for _, j := range b.plan.keep {
		if j >= 0 {
			kept[j] = true
		}
	}
	var ids []string
	for j := range old.files {
		if !kept[j] {
			for row := old.first[j]; row < old.first[j]+old.files[j].Chunks; row++ {
				ids = append(ids, old.id(row))
			}
		}
	}
	return ids
}

// copyFile takes over the chunks of an unchanged file.
func (in *ingest) copyFile(old *oldChunks, j int) (entry, error) {
	e := old.files[j]
	for row := old.first[j]; row < old.first[j]+e.Chunks; row++ {
		data, err := old.raw(row)
		if err != nil {
			return e, err
		}
		if err := in.store.putRaw(old.id(row), data); err != nil {
			return e, err
		}
		in.origin = append(in.origin, row)
	}
	in.tokens[in.file] = e.Tokens
	in.file++
	return e, nil
}

// addFile writes the chunks of a file that was read.
func (in *ingest) addFile(ctx context.Context, p parsed) (entry, error) {
	if p.err != nil {
		return p.entry, p.err
	}
	before := len(in.store.table)
	for i := range p.chunks {
		c := &p.chunks[i]
		if err := in.store.put(&record{Chunk: *c, Root: p.entry.Root, Rel: p.entry.Rel, Digest: p.entry.SHA256}); err != nil {
			return p.entry, err
		}
		in.origin = append(in.origin, -1)
		in.pending = append(in.pending, lexicalDocument(c))
		in.owner = append(in.owner, in.file)
		if len(in.pending) == putBatch {
			if err := in.flush(ctx); err != nil {
				return p.entry, err
			}
		}
	}
	in.file++
	if err := in.store.buf.Flush(); err != nil {
		return p.entry, err
	}
	return p.entry, logRead(in.log, &p.entry, in.store.table[before:])
}

func (in *ingest) flush(ctx context.Context) error {
	lengths, err := in.lex.Put(ctx, in.pending)
	if err != nil {
		return err
	}
	for i, l := range lengths {
		in.tokens[in.owner[i]] += l
	}
	in.pending, in.owner = in.pending[:0], in.owner[:0]
	return nil
}

// finish makes everything durable and tells each file how many tokens it holds.
func (in *ingest) finish(ctx context.Context, files []entry) error {
	if len(in.pending) > 0 {
		if err := in.flush(ctx); err != nil {
			return err
		}
	}
	err := in.lex.Close()
	in.lex = nil
	if err != nil {
		return err
	}
	err = errors.Join(in.store.close(), in.log.Close())
	in.store, in.log = nil, nil
	for i := range files {
		files[i].Tokens = in.tokens[i]
	}
	return err
}

// abort gives up what finish has not closed.
func (in *ingest) abort() {
	if in.lex != nil {
		in.lex.Close()
	}
	if in.store != nil {
		in.store.abort()
	}
	if in.log != nil {
		in.log.Close()
	}
}

// readAll reads the files that must be read, several at once, and delivers them in order. Canceling the context ends it.
func (b *builder) readAll(ctx context.Context) <-chan parsed {
	var todo []*file
	for i := range b.plan.files {
		if b.plan.keep[i] < 0 {
			todo = append(todo, &b.plan.files[i])
		}
	}
	workers := runtime.GOMAXPROCS(0)
	out := make(chan parsed)
	turns := make(chan chan parsed, workers*readAhead)
	go func() { // starts the reads; turns bounds how far they run ahead
		defer close(turns)
		slots := make(chan struct{}, workers)
		for _, f := range todo {
			turn := make(chan parsed, 1)
			select {
			case turns <- turn:
			case <-ctx.Done():
				return
			}
			slots <- struct{}{}
			go func() {
				p, ok := b.earlier.take(f)
				if !ok {
					p = read(ctx, f)
				}
				turn <- p
				<-slots
			}()
		}
	}()
	go func() { // hands the results on in order
		defer close(out)
		for turn := range turns {
			p := <-turn
			select {
			case out <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// lexicalDocument is what the lexical index knows of a chunk.
func lexicalDocument(c *source.Chunk) lexical.Document {
	return lexical.Document{ID: c.ID, Group: c.DocID, Title: c.Title, Section: strings.Join(c.Section, "\n"), Text: c.Text}
}
