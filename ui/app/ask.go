package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/index"
	"ibid/index/file"
	"ibid/index/source"
	"ibid/ui/config"
)

// ErrorSchema is the name of the schema of an Error.
const ErrorSchema = "ibid.error/1"

// Error is one ibid.error/1 object.
type Error struct {
	Schema  string          `json:"schema"`
	ID      json.RawMessage `json:"id,omitempty" jsonschema:"of a row to verify: as it was given"`
	Line    int             `json:"line,omitempty" jsonschema:"of a row, counted from 1"`
	Code    string          `json:"code" jsonschema:"stable"`
	Message string          `json:"message"`
	Hint    string          `json:"hint" jsonschema:"what to do next"`
}

// Misuse says what is wrong with what was asked for: whoever asked has to change it.
type Misuse string

func (e Misuse) Error() string { return string(e) }

// NoDocuments says that there is nothing to answer from.
type NoDocuments string

func (e NoDocuments) Error() string { return string(e) }

const (
	MaxQuestionBytes = 16 << 10 // of a question: more is a document
	MaxTextBytes     = 8 << 20  // of a text to verify
)

// Question is a question as it is asked, on one line. Where it cannot be asked the error is a Misuse.
func Question(text string) (string, error) {
	if len(text) > MaxQuestionBytes {
		return "", Misuse(fmt.Sprintf("the question is longer than %d bytes; give documents with --docs", MaxQuestionBytes))
	}
	q := strings.ToValidUTF8(strings.Join(strings.Fields(strings.TrimPrefix(text, "\ufeff")), " "), "\ufffd")
	if q == "" {
		return "", Misuse("no question: give it as an argument, or - to read it from standard input")
	}
	return q, nil
}

// Ask answers a question from the documents that its mentions and the projects name, from all where they name none.
// The notes are what a person should know of how it was read.
func (l *Library) Ask(ctx context.Context, question string, projects []string, progress index.Progress, listen engine.Listener) (answer *engine.Answer, notes []string, err error) {
	answer, err = l.Answer(ctx, progress, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) {
		if err := known(projects, ix); err != nil {
			return nil, err
		}
		s := ParseScope(question, ix.Documents(), ix.Projects())
		if why := s.Problem(); why != "" {
			return nil, Misuse(why)
		}
		notes = s.Notes()
		opt.OnlyProjects, opt.OnlyDocuments = projects, s.Documents
		return engine.New(ix, l.Generator(), opt).Ask(ctx, s.Question, listen)
	})
	if err == nil {
		answer.Warnings = append(answer.Warnings, l.NotesOn(answer)...) // what stood in for a model, or where one is
	}
	return answer, notes, err
}

// known says which projects there are, where one of some names is not.
func known(names []string, ix *index.Index) error {
	projects := ix.Projects()
	for _, name := range names {
		switch {
		case slices.Contains(projects, name):
		case len(projects) == 0:
			return Misuse(fmt.Sprintf("--project %s: the documents belong to no project; a folder with a pyproject.toml, setup.py, go.mod or package.json is one", name))
		default:
			return Misuse(fmt.Sprintf("--project %s: there is no project of this name, but %s", name, strings.Join(projects, ", ")))
		}
	}
	return nil
}

// Search finds passages for a query, in the documents of the projects or, without one, in all.
func (a *App) Search(ctx context.Context, c *config.Config, ix *index.Index, query string, projects []string) (index.Result, error) {
	if err := known(projects, ix); err != nil {
		return index.Result{}, err
	}
	return ix.Search(ctx, index.Query{Text: query, K: c.Hits, Projects: projects, Reader: a.Reader})
}

// Check holds the sentences of a text against the evidence in it and the documents.
func (a *App) Check(ctx context.Context, c *config.Config, ix *index.Index, text string, progress index.Progress) (*verify.Report, Claims, error) {
	body, given := SplitEvidence(text)
	judge, err := a.NamedJudge(ctx, c)
	if err != nil {
		return nil, body, err
	}
	checked, err := verify.New(ix, verify.Options{Hits: c.Hits, Step: CheckStep(progress), Judge: judge}).Text(ctx, body.Draft, given)
	return checked, body, err
}

// CheckStep tells of the sentences that were checked.
func CheckStep(progress index.Progress) func(done, total int) {
	return func(done, total int) { progress(index.Step{Stage: "checking sentences", Done: done, Total: total}) }
}

// Verify checks a text as Check does, and the names of an API in it.
func (l *Library) Verify(ctx context.Context, text string, progress index.Progress) (out *verify.Report, err error) {
	_, err = l.With(ctx, progress, func(ix *index.Index) error {
		judges, err := l.judgesOf(ctx, ix, progress)
		if err != nil {
			return err
		}
		checked, body, err := l.app.Check(ctx, l.config, ix, text, progress)
		if err != nil {
			return err
		}
		out = checked
		out.AddSymbols(body.Symbols(judges))
		out.Notes = append(out.Notes, judges.Unread(body.Draft)...)
		return nil
	})
	return out, err
}

// ReadDocument reads a file with the limits that documents have.
func ReadDocument(c *config.Config, path string) ([]byte, error) {
	if source.Packed(path) {
		return ReadFile(path, c.MaxPDFMB)
	}
	return ReadFile(path, c.MaxTextMB)
}

// ReadFile reads a regular file of at most so many MB.
func ReadFile(path string, megabytes int) ([]byte, error) {
	data, err := file.Read(path, int64(megabytes)<<20)
	switch {
	case errors.Is(err, file.ErrIrregular):
		return nil, fmt.Errorf("%s is not a file", path)
	case errors.Is(err, file.ErrTooLarge):
		return nil, fmt.Errorf("%s is larger than %d MB; index.max_text_mb and index.max_pdf_mb set the limit", path, megabytes)
	}
	return data, err
}
