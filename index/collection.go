package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"ibid/index/lexical"
	"ibid/index/source"
)

// Text is a document that is no file: one of a test collection.
type Text struct{ ID, Title, Text string }

// Collection opens the index of texts, each one chunk with its ID as document id, and makes it first where opt.Dir has none. A folder
// is made for one collection and stays as it is: the caller gives other texts another one.
func Collection(ctx context.Context, opt Options, texts []Text, progress Progress) (*Index, error) {
	if progress == nil {
		progress = func(Step) {}
	}
	opt.Roots = []string{"."}
	ix, err := Open(opt)
	if !errors.Is(err, ErrNoIndex) && !errors.Is(err, ErrCorrupt) {
		return ix, err
	}
	l, err := lock(ctx, opt.Dir, true, progress)
	if err != nil {
		return nil, err
	}
	defer l.Unlock()
	if ix, err := Open(opt); !errors.Is(err, ErrNoIndex) && !errors.Is(err, ErrCorrupt) {
		return ix, err // somebody did the work meanwhile
	}
	number, _, err := current(opt.Dir)
	if err != nil && !errors.Is(err, ErrNoIndex) {
		return nil, err
	}
	b := &builder{opt: opt, plan: &plan{generation: number}, progress: progress}
	if err := b.collect(ctx, texts); err != nil {
		return nil, explain(opt.Dir, err)
	}
	return Open(opt)
}

// collect writes a generation of texts.
func (b *builder) collect(ctx context.Context, texts []Text) (err error) {
	if b.dir, err = os.MkdirTemp(b.opt.Dir, buildingPrefix); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(b.dir)
		}
	}()
	roots, err := absolute(b.opt.Roots)
	if err != nil {
		return err
	}
	b.new = &manifest{Schema: schema, Roots: roots}
	if err = b.writeTexts(ctx, texts); err != nil {
		return err
	}
	if err = b.writeVectors(ctx); err != nil {
		return err
	}
	if b.new.Parts, err = partsOf(b.dir); err != nil {
		return err
	}
	if err = b.new.save(b.dir); err != nil {
		return err
	}
	return commit(b.opt.Dir, b.dir, b.plan.generation+1)
}

// writeTexts fills the chunk store and the lexical index.
func (b *builder) writeTexts(ctx context.Context, texts []Text) error {
	chunks := make([]source.Chunk, len(texts))
	for i, t := range texts {
		text := strings.TrimSpace(t.Text)
		if text == "" {
			text = t.Title
		}
		chunks[i] = source.Chunk{ID: t.ID + chunkDivider, DocID: t.ID, Title: t.Title, Text: text, End: len(text),
			Blocks: []source.Block{{Kind: source.Paragraph, End: len(text)}}}
	}
	sort.Slice(chunks, func(i, j int) bool { return chunks[i].ID < chunks[j].ID })
	for i := range chunks[:max(0, len(chunks)-1)] {
		if chunks[i].ID == chunks[i+1].ID {
			return fmt.Errorf("two texts have the id %q", printable(chunks[i].DocID))
		}
	}
	store, err := createStore(b.dir)
	if err != nil {
		return err
	}
	lex, err := lexical.Create(filepath.Join(b.dir, lexicalDir))
	if err != nil {
		return errors.Join(err, store.close())
	}
	var docs []lexical.Document
	var pairs []Acronym
	for i := range chunks {
		if err := store.put(&record{Chunk: chunks[i]}); err != nil {
			return errors.Join(err, lex.Close(), store.close())
		}
		docs = append(docs, lexicalDocument(&chunks[i]))
		pairs = append(pairs, Harvest(&chunks[i])...)
		b.origin = append(b.origin, -1)
		b.progress(Step{Stage: StageRead, Done: i + 1, Total: len(chunks), Chunks: i + 1})
	}
	lengths, err := lex.Put(ctx, docs)
	if err = errors.Join(err, lex.Close(), store.close()); err != nil {
		return err
	}
	for _, n := range lengths {
		b.new.Stats.Tokens += n
	}
	b.new.Chunks, b.new.Stats.Documents, b.new.Acronyms = len(chunks), len(chunks), aggregate(pairs)
	return nil
}
