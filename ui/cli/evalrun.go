package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"ibid/engine/eval"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/keep"
	"ibid/ui/wire"
)

// withSubject runs work on what the questions of a set are put to: the configured documents, or none. Work may run a
// second time, where the index turns out to be damaged and is made anew. The notes are for a person: of the models,
// and of what bringing the index up to date found.
func (r *call) withSubject(ctx context.Context, c *config.Config, set *eval.Set, w app.Wanted, stage string, work func(s eval.Subject, done func(done, total int)) error) (notes []string, err error) {
	stage += " " + clean(set.Name) + ":"
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
		return work(eval.Subject{Index: ix, Generator: l.Generator(), Options: opt, Version: thisBuild().Version}, func(done, total int) {
			r.progress.step(index.Step{Stage: index.Stage(stage), Done: done, Total: total})
		})
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

// newSaver makes the folder, and fails where nothing can be written into it: nobody should learn that after the last
// question.
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
