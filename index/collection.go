package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"ibid/index/source"
)

// Text is a document that is no file: one of a test collection.
type Text struct{ ID, Title, Text string }

// Collection opens the index of texts, each one chunk with its ID as document id, and makes it first where opt.Dir has none
// that can be used, or opt.Rebuild is set. A folder is made for one collection and stays as it is: the caller gives other texts another one. Its time tells when it was last used,
// and PruneCollections lets it be until the index is closed.
func Collection(ctx context.Context, opt Options, texts []Text, progress Progress) (*Index, error) {
	if progress == nil {
		progress = func(Step) {}
	}
	opt.Roots = []string{""} // texts are in no folder: what is written is the same wherever it is made
	if !opt.Rebuild {
		ix, err := useCollection(opt)
		if !errors.Is(err, ErrNoIndex) && !errors.Is(err, ErrCorrupt) {
			return ix, err
		}
	}
	if err := makeCollection(ctx, opt, texts, progress); err != nil {
		return nil, err
	}
	return useCollection(opt)
}

// useCollection opens a collection and holds it against its removal.
func useCollection(opt Options) (*Index, error) {
	if _, _, err := current(opt.Dir); err != nil {
		return nil, err
	}
	held := flock.New(filepath.Join(opt.Dir, lockFile), flock.SetPermissions(0o600))
	if ok, err := held.TryRLock(); err != nil || !ok { // a folder that cannot be written, or that somebody makes anew
		held = nil
	}
	ix, err := Open(opt)
	if err != nil {
		if held != nil {
			err = errors.Join(err, held.Unlock())
		}
		return nil, err
	}
	ix.held = held
	now := time.Now()
	_ = os.Chtimes(opt.Dir, now, now) // where it cannot be told, it is removed earlier
	return ix, nil
}

// makeCollection makes the index of texts, where nobody else did meanwhile.
func makeCollection(ctx context.Context, opt Options, texts []Text, progress Progress) error {
	l, err := lock(ctx, opt.Dir, forever, progress)
	if err != nil {
		return err
	}
	defer l.Unlock()
	if !opt.Rebuild {
		ix, err := Open(opt)
		if err == nil {
			return ix.Close()
		}
		if !errors.Is(err, ErrNoIndex) && !errors.Is(err, ErrCorrupt) {
			return err
		}
	}
	n, _, err := current(opt.Dir)
	if err != nil && !errors.Is(err, ErrNoIndex) {
		return err
	}
	b := &builder{opt: opt, plan: &plan{generation: n}, progress: progress}
	err = b.write(ctx, opt.Roots, func(ctx context.Context) error { return b.writeTexts(ctx, texts) }, b.writeVectors)
	if err != nil {
		_ = os.RemoveAll(b.dir)
	}
	return explain(opt.Dir, err)
}

// PruneCollections removes those of the collections in a folder that were used longest ago, so that keep remain. One that is open
// or being made stays, and so does what is no collection. What cannot be removed now is removed next time.
func PruneCollections(dir string, keep int) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	type collection struct {
		dir  string
		used time.Time
	}
	var all []collection
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		if _, err := os.Lstat(filepath.Join(path, lockFile)); err != nil {
			continue
		}
		if _, err := entries(path); err != nil {
			continue
		}
		if info, err := e.Info(); err == nil {
			all = append(all, collection{path, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b collection) int {
		return cmp.Or(b.used.Compare(a.used), strings.Compare(a.dir, b.dir))
	})
	for _, c := range all[min(keep, len(all)):] {
		l := flock.New(filepath.Join(c.dir, lockFile))
		if ok, err := l.TryLock(); err == nil && ok {
			sweep(c.dir, 0)
			keepLast(filepath.Join(c.dir, keptDir), "", 0)
			_ = l.Unlock()
			removeEmpty(c.dir)
		}
	}
}

// writeTexts fills the chunk store and the lexical index.
func (b *builder) writeTexts(ctx context.Context, texts []Text) error {
	texts = slices.SortedFunc(slices.Values(texts), func(a, b Text) int { return strings.Compare(a.ID+chunkDivider, b.ID+chunkDivider) })
	w, err := createChunks(b.dir, "")
	if err != nil {
		return err
	}
	defer w.abort()
	b.new.Chunks, b.new.Stats.Documents = len(texts), len(texts)
	var pairs []Acronym
	for i, t := range texts {
		if i > 0 && t.ID == texts[i-1].ID {
			return fmt.Errorf("two texts have the id %q", printable(t.ID))
		}
		text := cmp.Or(strings.TrimSpace(t.Text), t.Title)
		c := source.Chunk{ID: t.ID + chunkDivider, DocID: t.ID, Title: t.Title, Text: text, End: len(text),
			Blocks: []source.Block{{Kind: source.Paragraph, End: len(text)}}}
		r := &record{Chunk: c}
		if err := w.put(ctx, r, &b.new.Stats.Tokens); err != nil {
			return err
		}
		pairs = append(pairs, Harvest(&c)...)
		b.origin = append(b.origin, -1)
		b.progress(Step{Stage: StageRead, Done: i + 1, Total: len(texts), Chunks: i + 1})
	}
	b.new.Acronyms = aggregate(pairs)
	return w.finish(ctx)
}
