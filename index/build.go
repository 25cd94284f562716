package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/source"
)

// readAhead is how many files are read, per core, before their turn comes.
const readAhead = 8

// What takes long is made in parts: each is a generation that can be asked, though by words alone, and that the next
// run goes on from where this one is killed. A part takes half as long as all before it, within these limits; an update
// leaves what was whole before in its place for as long as it may.
const (
	shortestPart = time.Second
	longestPart  = time.Minute

	// quickRest is of how many chunks the vectors, cards and recipes are made in a moment: a first index of more can be
	// asked before.
	quickRest = 2000
)

// buildGC is how much garbage may lie about while an index is built, in percent of what is in use: a build would take
// half as much memory again for a tenth of its time. Who sets GOGC gets that.
const buildGC = 50

// builder writes one new generation.
type builder struct {
	opt      Options
	plan     *plan
	progress Progress
	new      *manifest
	dir      string    // building folder
	waits    []bool    // which files of the new manifest have changed, and are yet to be read
	until    time.Time // when this part ends; zero for never

	next func() (parsed, error, bool) // the files that are read anew, one after the other
}

// build makes the generations that the plan wants: one, or for a first index as many as it has parts.
func (b *builder) build(ctx context.Context) error {
	sweep(b.opt.Dir, b.plan.generation)
	ctx, cancel := context.WithCancel(ctx)
	next, stop := iter.Pull2(b.readAll(ctx))
	defer func() { cancel(); stop() }()
	b.next = next
	least := longestPart
	if b.plan.first {
		least = shortestPart
	}
	inParts := b.plan.first || b.plan.old != nil // else the old one answers until all is read
	for started := time.Now(); ; {
		if b.until = (time.Time{}); inParts {
			b.until = time.Now().Add(cmp.Or(b.opt.part, min(max(time.Since(started)/2, least), longestPart)))
		}
		err := b.write(ctx)
		if err != nil || !b.new.Unfinished {
			return err
		}
		b.plan.goOn(b.new, b.waits, generationDir(b.opt.Dir, b.plan.generation+1))
	}
}

// write makes a generation, and puts it in the place of the newest one.
func (b *builder) write(ctx context.Context) (err error) {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	}
	if b.dir, err = newBuilding(b.opt.Dir); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(b.dir)
		}
	}()
	p := b.plan
	b.new = &manifest{Roots: p.roots, Skipped: p.skips, Projects: p.projects, Embedder: p.embedder, First: p.first}
	if err := b.writeChunks(ctx); err != nil {
		return err
	}
	if !b.new.Unfinished {
		b.new.First = false
		for _, step := range []func(context.Context) error{b.writeVectors, b.writeDerived} {
			if err := step(ctx); err != nil {
				return err
			}
		}
	}
	b.progress(Step{Stage: StageSave})
	if b.new.Parts, err = partsOf(ctx, b.dir); err != nil {
		return err
	}
	if err = b.new.save(b.dir); err != nil {
		return err
	}
	return commit(b.opt.Dir, b.dir, b.plan.generation+1)
}

// parsed is one file after reading.
type parsed struct {
	entry  entry
	chunks []source.Chunk
	err    error // only of the kind that ends the whole build
}

// read turns a file into chunks. What is wrong with the file goes into its entry; nothing about one file stops the
// others.
func read(ctx context.Context, f *sourceFile) (p parsed) {
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
func (p *parsed) parse(ctx context.Context, f *sourceFile, data []byte) (err error) {
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

// writeChunks makes the lexical index: that of the old generation without what changed, and with what is read anew.
func (b *builder) writeChunks(ctx context.Context) error {
	w, old, err := b.openWriter(ctx)
	if err != nil {
		return err
	}
	defer w.lexical.Abort()
	if old != nil {
		defer old.Close()
	}
	for _, j := range b.plan.gone {
		if err := remove(ctx, w.lexical, old, &b.plan.old.Files[j]); err != nil {
			return err
		}
	}
	step := Step{Stage: StageRead, Total: len(b.plan.files)}
	m, read := b.new, 0
	m.Files, m.Chunks, m.Total, m.Waiting = make([]entry, 0, len(b.plan.files)), 0, len(b.plan.files), 0
	b.waits = nil
	for i, before := range b.plan.before {
		kept := b.plan.keep[i] >= 0
		waits := !kept && read > 0 && !b.until.IsZero() && time.Now().After(b.until)
		if waits {
			m.Waiting++
			if before < 0 {
				continue
			}
		}
		if kept || waits { // what waits is what it was before, until its turn comes
			m.Files = append(m.Files, b.plan.old.Files[before])
		} else {
			p, err, _ := b.next()
			if err == nil && before >= 0 {
				err = remove(ctx, w.lexical, old, &b.plan.old.Files[before])
			}
			if err != nil {
				return err
			}
			m.Files = append(m.Files, p.entry)
			e := &m.Files[len(m.Files)-1]
			for _, c := range p.chunks {
				if err := w.put(ctx, &record{Chunk: c, place: e.place, Digest: e.SHA256}, &e.Tokens); err != nil {
					return err
				}
			}
			read++
		}
		b.waits = append(b.waits, waits)
		m.Chunks += m.Files[len(m.Files)-1].Chunks
		step.Done, step.Chunks = i+1, m.Chunks
		b.progress(step)
	}
	if err := w.finish(ctx); err != nil {
		return corrupt(err)
	}
	m.Unfinished = m.Waiting > 0 || m.First && read > 0 && (m.Chunks > quickRest || b.opt.Embedder != nil)
	m.Stats.Documents, m.Stats.Tokens = m.Chunks, 0
	var pairs []Acronym
	for i := range m.Files {
		m.Stats.Tokens += m.Files[i].Tokens
		pairs = append(pairs, m.Files[i].Acronyms...)
	}
	m.Acronyms = aggregate(pairs)
	return nil
}

// openWriter begins the lexical index of the new generation: empty, or as the old one is. It returns the old one too, nil
// for none.
func (b *builder) openWriter(ctx context.Context) (_ *chunkWriter, old *lexical.Reader, err error) {
	dir := filepath.Join(b.dir, lexicalDir)
	if p := b.plan; p.old != nil {
		if !p.checked { // what is taken over gets new checksums: damage would be hidden by them
			err = verify(ctx, p.dir, p.old.Parts)
		}
		if err == nil {
			err = lexical.Clone(filepath.Join(p.dir, lexicalDir), dir)
		}
		if err == nil {
			old, err = openLexical(p.dir, p.old.Stats)
		}
		if err != nil {
			return nil, nil, corrupt(err)
		}
	}
	w, err := lexical.OpenWriter(dir)
	if err != nil && old != nil {
		err = errors.Join(err, old.Close())
	}
	return &chunkWriter{lexical: w}, old, corrupt(err)
}

// remove deletes the chunks of a file of the old generation.
func remove(ctx context.Context, w *lexical.Writer, old *lexical.Reader, e *entry) error {
	ids, err := chunksOf(old, e)
	if err == nil {
		err = w.Delete(ctx, ids)
	}
	return corrupt(err)
}

// chunksOf lists the ids of the chunks of a file, in their order.
func chunksOf(in *lexical.Reader, e *entry) ([]string, error) {
	if e.Chunks == 0 {
		return nil, nil
	}
	ids, err := in.IDs(e.DocID + chunkDivider)
	if err == nil && len(ids) != e.Chunks {
		err = fmt.Errorf("%w: %s has %d chunks where the manifest says %d", ErrCorrupt, e.DocID, len(ids), e.Chunks)
	}
	return ids, corrupt(err)
}

// readAll reads the files that must be read, several at once, and delivers them in order.
func (b *builder) readAll(ctx context.Context) iter.Seq2[parsed, error] {
	var todo []*sourceFile
	for i := range b.plan.files {
		if b.plan.keep[i] < 0 {
			todo = append(todo, &b.plan.files[i])
		}
	}
	return file.InOrder(len(todo), readAhead, func(i int) (parsed, error) {
		p := read(ctx, todo[i])
		return p, cmp.Or(p.err, ctx.Err())
	})
}
