package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"ibid/engine"
	"ibid/index"

	"github.com/spf13/cobra"

	"ibid/themes"
	"ibid/ui/app"
	"ibid/ui/clipboard"
	"ibid/ui/config"
	"ibid/ui/session"
	"ibid/ui/tui"
)

// screenFlags are the flags of `ibid` without a command.
type screenFlags struct{ evidence, resume bool }

// openScreen is `ibid [PATH…]`: the three panes, or a plain conversation where there is no terminal for them.
func (r *call) openScreen(ctx context.Context, fl screenFlags) error {
	if r.given("json") {
		return usageError{errors.New("the screen prints no JSON: `ibid ask --json` does")}
	}
	c := r.config
	c.Name(r.args)
	store, _, err := r.sessionStore()
	if err != nil {
		return err
	}
	var past *session.Session
	if fl.resume {
		if past, err = latest(store, c.Docs); err != nil {
			return err
		}
	}
	l, err := r.shared().NewLibrary(c, app.Wanted{Writer: true})
	if err != nil {
		return err
	}
	work := r.converse
	if terminal(r.Out) > 0 && interactive(r.In) && !c.Plain && r.getenv("TERM") != "dumb" {
		work = r.screen
	}
	return errors.Join(work(ctx, l, store, past, fl), l.Close())
}

// screen shows the three panes.
func (r *call) screen(ctx context.Context, l *app.Library, store *session.Store, past *session.Session, fl screenFlags) error {
	c := r.config
	if c.Theme != tui.AutoTheme {
		if _, err := themes.Load(c.Theme, r.themeDir()); err != nil {
			return &config.Error{Where: c.Origin("ui.theme"), Problem: err.Error()}
		}
	}
	l.Watch()
	if err := checkKeys(c); err != nil {
		return err
	}
	return tui.Run(ctx, r.In, r.Out, tui.Options{
		Library: screenLibrary{l, r.App, c}, Roots: c.Docs,
		Sessions: store, Resume: past, Clipboard: clipboard.New(r.Env),
		Theme: c.Theme, ThemeDir: r.themeDir(), Keys: c.Keys,
		Mouse: c.Mouse, Evidence: fl.evidence, Env: r.Env, Profile: config.Profile(r.Out, r.Env, r.colored(c)), Now: time.Now,
	})
}

// checkKeys says what the screen cannot make of the keys that the settings bind.
func checkKeys(c *config.Config) error {
	if action, problem := tui.CheckKeys(c.Keys); problem != "" {
		return &config.Error{Where: c.Origin("keys." + action), Problem: "keys." + action + ": " + problem}
	}
	return nil
}

// documentPaths checks that what stands behind `ibid` is there: it may be a mistyped command.
func documentPaths(cmd *cobra.Command, paths []string) error {
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			continue
		}
		hint := "a question is asked with `ibid ask`"
		if near := cmd.SuggestionsFor(path); len(near) > 0 {
			hint = fmt.Sprintf("did you mean `ibid %s`?", near[0])
		}
		return usageError{fmt.Errorf("no such folder, file or command: %q; %s", path, hint)}
	}
	return nil
}

// latest is the last conversation about the same documents.
func latest(store *session.Store, roots []string) (*session.Session, error) {
	id, ok, err := store.Latest(roots)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, usageError{errors.New("there is no session about these documents to go on with; `ibid sessions` lists all")}
	}
	return store.Load(id)
}

// screenLibrary is a library as the screen asks it.
type screenLibrary struct {
	*app.Library
	app    *App
	config *config.Config
}

// Open implements tui.Library.
func (l screenLibrary) Open(ctx context.Context, progress index.Progress) (tui.Contents, error) {
	var c tui.Contents
	report, err := l.With(ctx, progress, func(ix *index.Index) error {
		c = l.contents(ix)
		return nil
	})
	c.State = report.State
	return c, l.app.forScreen(err)
}

// Ask implements tui.Library.
func (l screenLibrary) Ask(ctx context.Context, q tui.Question, progress index.Progress, listen engine.Listener) (*engine.Answer, tui.Contents, error) {
	var c tui.Contents
	answer, err := l.Answer(ctx, progress, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) {
		c = l.contents(ix)
		opt.OnlyDocuments, opt.Earlier = q.Documents, q.Earlier
		if s := q.Selected; s != nil && s.Check {
			checked, _, err := l.app.shared().Check(ctx, l.config, ix, s.Text, progress)
			if err != nil {
				return nil, err
			}
			return app.Checked(q.Text, checked), nil
		} else if s != nil {
			return engine.AskSelection(ctx, q.Text, s.Text, s.Origin, ix, l.Generator(), opt, listen)
		}
		return engine.New(ix, l.Generator(), opt).Ask(ctx, q.Text, listen)
	})
	if answer != nil {
		c.State = answer.Index
		answer.Warnings = append(answer.Warnings, app.Rebuilt(answer.Index)...)
		if q.Selected == nil || !q.Selected.Check {
			_ = l.app.shared().Record(l.config, answer) // an answer is never lost for it
		}
	}
	return answer, c, l.app.forScreen(err)
}

// Early implements tui.Library.
func (l screenLibrary) Early(ctx context.Context, q tui.Question) (*engine.Answer, error) {
	return l.Library.Early(ctx, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) {
		s := app.ParseScope(q.Text, ix.Documents(), ix.Projects())
		opt.OnlyDocuments, opt.Earlier = s.Documents, q.Earlier
		if s.Problem() != "" {
			return nil, nil // what it names may come yet
		}
		return engine.New(ix, l.app.Generator, opt).Ask(ctx, s.Question, engine.Silent{}) // nobody watches
	})
}

func (l screenLibrary) contents(ix *index.Index) tui.Contents {
	return tui.Contents{Documents: ix.Documents(), Projects: ix.Projects(), Chunks: ix.Len(), Generator: l.Generator().Name(),
		Notes: slices.Concat(l.Notes(), app.Rebuilt(l.Report().State))}
}

// forScreen gives an error its next step.
func (a *App) forScreen(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	f := a.failure(nil, err)
	return screenError{&tui.Problem{Message: f.message, Hint: f.hint}, err}
}

// screenError is what the screen says of an error. A conversation without a screen asks for the error itself.
type screenError struct {
	*tui.Problem
	cause error
}

func (e screenError) Unwrap() []error { return []error{e.Problem, e.cause} }
