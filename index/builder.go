package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"ibid/index/crash"
	"ibid/index/source"
)

// readAhead is how many files are read, per core, before their turn comes.
const readAhead = 8

// buildGC is how much garbage may lie about while an index is built, in percent of what is in use: a build would take
// half as much memory again for a tenth of its time. Who sets GOGC gets that.
const buildGC = 50

// builder writes one new generation.
type builder struct {
	opt      Options
	plan     *plan
	progress Progress
	new      *manifest
	dir      string // building folder
	origin   []int  // for each row of the new store the old row it was copied from, or -1
	healed   string // what was wrong with the kept vectors, "" where nothing was
	earlier  *earlier
	resumed  int // files taken over from earlier
}

// run writes the generation that the plan wants.
func (b *builder) run(ctx context.Context, roots []string) (err error) {
	b.earlier = &earlier{}
	if !b.opt.Rebuild {
		b.earlier = openEarlier(b.opt.Dir, roots)
	}
	defer b.earlier.close()
	sweep(b.opt.Dir, b.plan.generation, b.earlier.folders...)
	err = b.write(ctx, roots, b.writeChunks, b.writeFrequencies, b.writeVectors, b.writeDerived)
	if err == nil || errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return b.leave(ctx, roots, err)
}

// write makes a generation by some steps, and puts it in the place of the newest one.
func (b *builder) write(ctx context.Context, roots []string, steps ...func(context.Context) error) (err error) {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	}
	if b.dir, err = newBuilding(b.opt.Dir); err != nil {
		return err
	}
	defer func() {
		if errors.Is(err, syscall.ENOSPC) {
			_ = os.RemoveAll(b.dir)
		}
	}()
	b.new = &manifest{Schema: schema, Roots: roots, Skipped: b.plan.skips, Projects: b.plan.projects}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	b.progress(Step{Stage: StageSave})
	if b.new.Parts, err = partsOf(ctx, b.dir); err != nil {
		return err
	}
	if b.opt.Server != nil {
		if err := b.publish(ctx); err != nil {
			return err
		}
	}
	if err = b.new.save(b.dir); err != nil {
		return err
	}
	return commit(b.opt.Dir, b.dir, b.plan.generation+1)
}

// parsed is one file after reading.
type parsed struct {
	entry   entry
	chunks  []source.Chunk
	resumed bool  // an earlier writer has read it
	err     error // only of the kind that ends the whole build
}

// read turns a file into chunks. What is wrong with the file goes into its entry; nothing about one file stops the
// others.
func read(ctx context.Context, f *file) (p parsed) {
	p.entry = entry{document: f.document, Racy: f.racy()}
	data, err := f.content()
	if err != nil {
		p.entry.Failed = unreadable(err)
		p.entry.Racy = true // no new time tells that it can be read again
		return p
	}
	p.entry.SHA256 = digest(data)
	if err := p.parse(ctx, f, data); err != nil {
		p.chunks, p.err = nil, ctx.Err()
		p.entry.Failed = strings.ReplaceAll(err.Error(), "\n", "; ") // one line in a report
	}
	return p
}

// parse fills in what the bytes of a file say. A reader that crashes is an error of that file.
func (p *parsed) parse(ctx context.Context, f *file, data []byte) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("its reader crashed (%v): please report this file", v)
		}
	}()
	doc, err := source.Read(ctx, f.path, data)
	if err != nil {
		return err
	}
	p.entry.Title, p.entry.Kind, p.entry.Pages, p.entry.Warnings = doc.Title, doc.Kind, doc.Pages, doc.Warnings
	p.chunks = source.Chunks(doc, f.DocID)
	if err := p.withhold(&doc, f.path, data); err != nil {
		return err
	}
	var pairs []Acronym
	for i := range p.chunks {
		pairs = append(pairs, Harvest(&p.chunks[i])...)
	}
	p.entry.Acronyms, p.entry.Chunks = aggregate(pairs), len(p.chunks)
	return nil
}

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
	old, from, err := b.openOld(ctx)
	if err != nil {
		return err
	}
	lexicalOf := ""
	if from != nil {
		defer from.close()
		lexicalOf = b.plan.dir
	}
	create := func() (*chunkWriter, error) { return createChunks(b.dir, lexicalOf) }
	if b.opt.Server != nil {
		create = func() (*chunkWriter, error) { return createStoreOnly(b.dir) }
	}
	w, err := create()
	if err != nil {
		return err
	}
	defer w.abort()
	if w.lex != nil {
		if err := w.lex.Delete(ctx, b.gone(old)); err != nil {
			return err
		}
	}
	log, err := createReadLog(b.dir, b.new.Roots)
	if err != nil {
		return err
	}
	defer log.Close()

	ctx, cancel := context.WithCancel(ctx)
	next, stop := iter.Pull2(b.readAll(ctx))
	defer func() { cancel(); stop() }()
	b.origin, b.new.Files = nil, make([]entry, len(b.plan.files))
	step := Step{Stage: StageRead, Total: len(b.plan.files)}
	for i := range b.plan.files {
		if old == nil {
			step.Bytes += b.plan.files[i].Size
		}
	}
	for i := range b.new.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := &b.new.Files[i]
		if j := b.plan.keep[i]; j >= 0 {
			*e = old[j].entry
			if err := b.copyFile(w, &old[j]); err != nil {
				return err
			}
		} else {
			p, err, _ := next()
			if err != nil {
				return err
			}
			*e = p.entry
			if p.resumed {
				b.resumed++
			}
			if old == nil {
				step.Read += e.Size
			}
			if err := b.addFile(ctx, w, log, &p, e); err != nil {
				return err
			}
		}
		step.Done, step.Chunks = i+1, len(w.store.rows)
		b.progress(step)
	}
	if err := w.finish(ctx); err != nil {
		return err
	}
	b.new.Chunks = len(b.origin)
	b.new.Stats.Documents = b.new.Chunks
	var pairs []Acronym
	for i := range b.new.Files {
		b.new.Stats.Tokens += b.new.Files[i].Tokens
		pairs = append(pairs, b.new.Files[i].Acronyms...)
	}
	b.new.Acronyms = aggregate(pairs)
	return nil
}

// written is a file whose chunks stand in a store.
type written struct {
	entry entry
	store *store
	first int // row of its first chunk
}

// openOld opens the chunks of the generation that is replaced, file by file; nil where everything is read anew.
func (b *builder) openOld(ctx context.Context) ([]written, *store, error) {
	old := b.plan.old
	if old == nil {
		return nil, nil, nil
	}
	// What is taken over gets new checksums: damage would be hidden by them.
	if err := verify(ctx, b.plan.dir, old.Parts); err != nil {
		return nil, nil, err
	}
	s, err := openStore(b.plan.dir)
	if err != nil {
		return nil, nil, err
	}
	var files []written
	rows := 0
	for i := range old.Files {
		files = append(files, written{old.Files[i], s, rows})
		rows += old.Files[i].Chunks
	}
	if rows != len(s.rows) {
		s.close()
		return nil, nil, fmt.Errorf("%w: %d chunks where the manifest says %d", ErrCorrupt, len(s.rows), rows)
	}
	return files, s, nil
}

// gone lists the ids of the old chunks whose file changed or is no longer there.
func (b *builder) gone(old []written) []string {
	kept := make([]bool, len(old))
	for _, j := range b.plan.keep {
		if j >= 0 {
			kept[j] = true
		}
	}
	var ids []string
	for j, f := range old {
		if !kept[j] {
			for _, r := range f.store.rows[f.first:][:f.entry.Chunks] {
				ids = append(ids, r.ID)
			}
		}
	}
	return ids
}

// copyFile takes over the chunks of an unchanged file, which the lexical index has already.
func (b *builder) copyFile(w *chunkWriter, f *written) error {
	for row := f.first; row < f.first+f.entry.Chunks; row++ {
		data, err := f.store.raw(row)
		if err != nil {
			return err
		}
		if err := w.store.putRaw(f.store.rows[row].ID, data); err != nil {
			return err
		}
		b.origin = append(b.origin, row)
	}
	return nil
}

// addFile writes the chunks of a file that was read.
func (b *builder) addFile(ctx context.Context, w *chunkWriter, log *os.File, p *parsed, e *entry) error {
	before := len(w.store.rows)
	for _, c := range p.chunks {
		r := &record{Chunk: c, place: e.place, Digest: e.SHA256}
		if err := w.put(ctx, r, &e.Tokens); err != nil {
			return err
		}
		b.origin = append(b.origin, -1)
	}
	if err := w.store.buf.Flush(); err != nil {
		return err
	}
	return logRead(log, e, w.store.rows[before:])
}

// readAll reads the files that must be read, several at once, and delivers them in order.
func (b *builder) readAll(ctx context.Context) iter.Seq2[parsed, error] {
	var todo []*file
	for i := range b.plan.files {
		if b.plan.keep[i] < 0 {
			todo = append(todo, &b.plan.files[i])
		}
	}
	return crash.InOrder(len(todo), readAhead, func(i int) (parsed, error) {
		p, ok := b.earlier.take(todo[i])
		if !ok {
			p = read(ctx, todo[i])
		}
		return p, p.err
	})
}
