package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/keep"
	"ibid/ui/wire"
)

const (
	collectionsDir  = "collections" // holds the indexes of collections, each in a folder of its own, beside those of documents
	keptCollections = 5             // that were used last; the others are removed
)

// withSubject runs work on what the questions of a set are put to: the configured documents, the set's own texts, or none. Work
// may run a second time, where the index turns out to be damaged and is made anew. The notes are for a person: of the models, and
// of what bringing the index up to date found.
func (r *call) withSubject(ctx context.Context, c *config.Config, set *eval.Set, w app.Wanted, stage string, work func(s eval.Subject, done func(done, total int)) error) (notes []string, err error) {
	stage += " " + clean(set.Name) + ":"
	run := func(ix *index.Index, g engine.Generator, opt engine.Options) error {
		return work(eval.Subject{Index: ix, Generator: g, Options: opt, Version: thisBuild().Version}, func(done, total int) {
			r.progress.step(index.Step{Stage: index.Stage(stage), Done: done, Total: total})
		})
	}
	if set.Form == eval.Collection {
		return r.withCollection(ctx, c, set, func(ix *index.Index) error { return run(ix, r.Generator, app.EngineOptions(c)) })
	}
	l, err := r.shared().NewLibrary(c, w)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, l.Close())
		notes = append(notes, l.Notes()...)
	}()
	ask := func(ix *index.Index) error {
		opt, err := l.Options(ctx, ix, r.progress.step)
		if err != nil {
			return err
		}
		return run(ix, l.Generator(), opt)
	}
	if set.Form == eval.Passages {
		if err := l.FindModels(ctx); err != nil {
			return nil, err
		}
		return nil, ask(nil)
	}
	report, err := l.With(ctx, r.progress.step, ask)
	return report.Stale, err
}

// needsDocuments is an error where a set asks of documents and nobody said which.
func needsDocuments(c *config.Config, set *eval.Set) error {
	if set.Form == eval.Documents && c.Origin("docs") == "default" {
		return usageError{fmt.Errorf("%s asks about documents, and none are named: say which with --docs PATH", set.Name)}
	}
	return nil
}

// withCollection runs work on the index of the texts that a set brings along. It is kept for a while, so that it is made once; where it turns
// out to be damaged only while work reads it, it is made a second time.
func (r *call) withCollection(ctx context.Context, c *config.Config, set *eval.Set, work func(*index.Index) error) ([]string, error) {
	m, err := r.shared().Models(ctx, c, app.Wanted{})
	if err != nil {
		return nil, err
	}
	dir, err := r.collectionDir(c, set.Texts, m.Embedder)
	if err != nil {
		return m.Notes, err
	}
	var notes []string
	ask := func(rebuild bool) error {
		ix, err := index.Collection(ctx, index.Options{Dir: dir, Embedder: m.Embedder, Rebuild: rebuild}, set.Texts, r.progress.step)
		if err != nil {
			return err
		}
		index.PruneCollections(filepath.Dir(dir), keptCollections)
		notes = append(m.Notes, ix.Stale()...)
		return errors.Join(work(ix), ix.Close())
	}
	if err = ask(false); errors.Is(err, index.ErrCorrupt) {
		err = ask(true)
	}
	return notes, err
}

// collectionDir is named after the texts and what makes their vectors: an index of a collection is never brought up to date.
func (a *App) collectionDir(c *config.Config, texts []index.Text, e index.Embedder) (string, error) {
	cache, err := a.shared().CacheFolder(c)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	add := func(s string) {
		_ = binary.Write(sum, binary.LittleEndian, uint64(len(s))) // so that no two lists of texts look alike
		sum.Write([]byte(s))
	}
	for i := range texts {
		t := &texts[i]
		add(t.ID)
		add(t.Title)
		add(t.Text)
	}
	if e != nil {
		add(e.Digest())
	}
	return filepath.Join(cache, collectionsDir, hex.EncodeToString(sum.Sum(nil)[:8])), nil
}

// missingDocuments are those that gold places name and the index has not, each once, in the order of the questions.
func missingDocuments(set *eval.Set, ix *index.Index) []string {
	if set.Form != eval.Documents {
		return nil
	}
	documents := ix.Documents()
	known := map[string]bool{"": true} // a place may be a symbol alone
	var missing []string
	for i := range set.Questions {
		for _, place := range set.Questions[i].Gold {
			if known[place.DocID] {
				continue
			}
			known[place.DocID] = true
			if !anyHolds(documents, &place) {
				missing = append(missing, place.DocID)
			}
		}
	}
	return missing
}

func anyHolds(documents []index.DocumentInfo, place *eval.Place) bool {
	return slices.ContainsFunc(documents, func(d index.DocumentInfo) bool { return place.SameDocument(&eval.Found{DocID: d.ID}) })
}

// saver writes reports into a folder. The nil saver writes nothing.
type saver struct {
	dir   string
	names []string // of the sets' files
}

// newSaver makes the folder, and fails where nothing can be written into it: nobody should learn that after the last question.
func newSaver(dir string, sets []string) (*saver, error) {
	if dir == "" {
		return nil, nil
	}
	s := &saver{dir, eval.FileNames(sets)}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, usageError{fmt.Errorf("--save %s is a file; give a folder", dir)}
	}
	err := keep.Cause(os.MkdirAll(dir, 0o755))
	if err == nil {
		err = keep.Writable(dir)
	}
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return nil, usageError{fmt.Errorf("--save %s: the disk is full; make room, or give a folder elsewhere", dir)}
	case errors.Is(err, syscall.ENOTDIR):
		return nil, usageError{fmt.Errorf("--save %s lies below a file; give another folder", dir)}
	case err != nil:
		return nil, usageError{fmt.Errorf("--save %s cannot be written to: %w; allow it, or give another folder", dir, err)}
	}
	return s, nil
}

// rows is the file with the rows of a set, "" where nothing is written.
func (s *saver) rows(i int) string {
	if s == nil {
		return ""
	}
	return filepath.Join(s.dir, s.names[i]+eval.RowsEnding)
}

// set writes one report: its rows, and what is printed of it with --json.
func (s *saver) set(i int, r *eval.Report) error {
	if s == nil {
		return nil
	}
	var rows bytes.Buffer
	for i := range r.Rows {
		line, err := wire.Encode(&r.Rows[i])
		if err != nil {
			return err
		}
		rows.Write(line)
	}
	summary, err := wire.Encode(r)
	if err != nil {
		return err
	}
	if err = keep.Replace(s.rows(i), rows.Bytes(), 0o644); err == nil {
		err = keep.Replace(filepath.Join(s.dir, s.names[i]+eval.SummaryEnding), summary, 0o644)
	}
	return notSaved("--save "+s.dir, keep.Cause(err))
}
