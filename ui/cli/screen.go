package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ibid/themes"
	"ibid/ui/clipboard"
	"ibid/ui/config"
	"ibid/ui/session"
	"ibid/ui/tui"
)

// screenFlags are the flags of `ibid` without a command.
type screenFlags struct{ evidence, resume bool }

// openScreen is `ibid [PATH…]`: the three panes, or a plain conversation where there is no terminal for them.
func (a *App) openScreen(cmd *cobra.Command, paths []string, fl screenFlags) error {
	if err := documentPaths(cmd, paths); err != nil {
		return err
	}
	c, err := a.load(cmd)
	if err != nil {
		return err
	}
	if len(paths) > 0 {
		c.Docs = paths
	}
	store, _, err := a.sessionStore()
	if err != nil {
		return err
	}
	var past *session.Session
	if fl.resume {
		if past, err = latest(store, c.Docs); err != nil {
			return err
		}
	}
	l, err := a.newLibrary(c, wanted{writer: true})
	if err != nil {
		return err
	}
	work := a.converse
	if terminal(a.Out) > 0 && interactive(a.In) && !c.Plain && a.getenv("TERM") != "dumb" {
		work = a.screen
	}
	return errors.Join(work(cmd.Context(), c, l, store, past, fl), l.Close())
}

// screen shows the three panes.
func (a *App) screen(ctx context.Context, c *config.Config, l *library, store *session.Store, past *session.Session, fl screenFlags) error {
	if c.Theme != tui.AutoTheme {
		if _, err := themes.Load(c.Theme, a.themeDir()); err != nil {
			return &config.Error{Where: c.Origin("ui.theme"), Problem: err.Error()}
		}
	}
	l.watchful = true
	if action, problem := tui.CheckKeys(c.Keys); problem != "" {
		return &config.Error{Where: c.Origin("keys." + action), Problem: "keys." + action + ": " + problem}
	}
	return tui.Run(ctx, a.In, a.Out, tui.Options{
		Library: screenLibrary{l}, Roots: c.Docs,
		Sessions: store, Resume: past, Clipboard: clipboard.New(a.Env),
		Theme: c.Theme, ThemeDir: a.themeDir(), Keys: c.Keys,
		Evidence: fl.evidence, Env: a.Env, Profile: config.Profile(a.Out, a.Env, a.colored(c)), Now: time.Now,
	})
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
