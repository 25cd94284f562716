// Package tui is the terminal screen: a question, its answer sentence by sentence, and the evidence that bears it out.
//
//	err := tui.Run(ctx, tui.Options{Library: documents, Sessions: session.Open(dir), …})
//
// The screen learns of an answer in the making from the engine's events alone, and can be left at any moment: whatever
// takes time runs in a command with a context of its own. Update and View do nothing that grows with a text; texts are
// laid out once for each width and theme.
package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ibid/ui/clipboard"
	"ibid/ui/session"
)

// Options are what a screen needs.
type Options struct {
	Library   Library
	Roots     []string // of the documents, as the user wrote them
	Sessions  *session.Store
	Resume    *session.Session // nil for a new one
	Clipboard clipboard.Clipboard
	Theme     string              // name, or "auto"
	ThemeDir  string              // of the user's themes
	Keys      map[string][]string // the user's keys, checked by CheckKeys
	Evidence  bool                // start in the evidence, and go there with each answer
	ExportDir string              // where exports go, "" for the working folder
	Env       []string
	Profile   colorprofile.Profile // the colours of the terminal
	Version   string
	Now       func() time.Time
}

// Run shows the screen until the person leaves it or the context ends. A panic is a *crash.Error.
func Run(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil) // whatever still runs ends with the screen
	m, err := newModel(ctx, opt)
	if err != nil {
		return err
	}
	_, err = tea.NewProgram(guarded{m, end}, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithEnvironment(opt.Env),
		tea.WithColorProfile(opt.Profile), tea.WithoutSignalHandler()).Run()
	switch {
	case errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("the terminal: %w", err)
	}
	return nil
}
