package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
)

// shared is what this face shares with others.
func (a *App) shared() *app.App { return &app.App{Env: a.Env, Generator: a.Generator, Note: a.note} }

// withDocuments brings the index up to date, runs work on it and closes it.
func (a *App) withDocuments(ctx context.Context, c *config.Config, asJSON bool, work func(*index.Index) error) (index.Report, error) {
	l, err := a.shared().NewLibrary(c, app.Wanted{})
	if err != nil {
		return index.Report{}, err
	}
	p := a.newProgress(c, asJSON)
	report, err := l.With(ctx, p.step, func(ix *index.Index) error {
		p.clear()
		return work(ix)
	})
	p.clear()
	if err = errors.Join(err, l.Close()); err != nil {
		return index.Report{}, err
	}
	if !asJSON {
		for _, n := range l.Notes() {
			a.note("%s", n)
		}
	}
	return report, nil
}

// errNoSources says that nothing can be told of the names of an API, which is all that was asked for.
var errNoSources = usageError{errors.New("--symbols-only: there is no source code to judge the names by; name some with --project NAME=PATH")}

// judges reads what the sources declare. They are nil where the names of an API are not looked at.
func (a *App) judges(ctx context.Context, c *config.Config, d *index.Index, fl *verifyFlags) (*app.Judges, error) {
	if !fl.symbols(c) {
		return nil, nil
	}
	p := a.newProgress(c, fl.json)
	defer p.clear()
	r, err := a.shared().Registry(ctx, c, d, p.step)
	if err == nil && r == nil && fl.symbolsOnly {
		err = errNoSources
	}
	return app.NewJudges(r), err
}

// transcript opens the file that a transcript is written to, and the one that is replayed. The function that it returns closes them.
func (a *App) transcript(file, replay string) (app.Transcript, func() error, error) {
	t := app.Transcript{Name: replay}
	var open []*os.File
	closeAll := func() error {
		var errs []error
		for _, f := range open {
			errs = append(errs, f.Close())
		}
		return errors.Join(errs...)
	}
	switch file {
	case "":
	case "-":
		t.Out = a.Err
	default:
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return t, nil, usageError{fmt.Errorf("the transcript cannot be written: %w", err)}
		}
		t.Out, open = f, append(open, f)
	}
	if replay != "" {
		f, err := os.Open(replay)
		if err != nil {
			return t, nil, errors.Join(usageError{fmt.Errorf("the transcript cannot be read: %w", err)}, closeAll())
		}
		t.Replay, open = f, append(open, f)
	}
	return t, closeAll, nil
}
