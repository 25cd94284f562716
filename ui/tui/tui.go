// Package tui is the terminal screen: a question, its answer sentence by sentence, and the evidence that bears it out.
//
//	err := tui.Run(ctx, tui.Options{Library: documents, Sessions: session.Open(dir), …})
//
// The Model (model.go) is what Bubble Tea knows: a conversation, three panes, and at most one thing that lies over
// them. A key goes to what lies on top first (input.go): a list (lists.go), the why sheet (sheet.go), the editor, and
// then by the key map to an action (action.go, keymap.go), of which the help and the hints are made too. In the
// question and the answer a letter is text, in the evidence and the sheet it may act; one that does nothing there
// begins a question, so that none is lost.
//
// A question becomes a turn (turn.go) and a command (asking.go) that runs in the background with a context of its
// own. What the engine tells of the answer in the making, stream.go gathers for a frame and sends as one message;
// what comes of the command is another. So the screen can be left, and a question broken off, at any moment, and
// Update does nothing that takes time.
//
// view.go draws exactly as many lines as the terminal has, each exactly as wide: layout.go divides it among the panes,
// answer.go, refusal.go and evidence.go lay a text out once for each width and theme and then draw the lines in view,
// so that View does nothing that grows with a text. What came from a model is sanitised; what came from a document is
// made safe where its rows are made (textview), each of which knows the bytes that it shows, by which quotes are marked
// and copied.
//
// What is known of a turn is on disk (sessions.go) before the screen shows it.
package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ibid/index/file"
	"ibid/ui/clipboard"
	"ibid/ui/config"
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
	Mouse     bool                // points and selects
	Evidence  bool                // start in the evidence, and go there with each answer
	Env       config.Env
	Profile   colorprofile.Profile // the colours of the terminal
	Now       func() time.Time
}

// first is the pane that is looked at when something new is there.
func (o *Options) first() pane {
	if o.Evidence {
		return evidencePane
	}
	return answerPane
}

// Run shows the screen until the person leaves it or the context ends. A panic is a *file.Fault.
func Run(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	ctx, end := context.WithCancel(ctx)
	defer end() // whatever still runs ends with the screen
	m, err := newModel(ctx, opt)
	if err != nil {
		return err
	}
	_, err = tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithEnvironment(opt.Env),
		tea.WithColorProfile(opt.Profile), tea.WithoutSignalHandler()).Run()
	switch {
	case m.fault != nil:
		return m.fault
	case errors.Is(err, tea.ErrProgramPanic): // in a command, which Bubble Tea has told of
		return &file.Fault{Value: err}
	case errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("the terminal: %w", err)
	}
	return nil
}
