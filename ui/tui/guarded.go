package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"ibid/index/file"
)

// guarded is a Model whose panics end the screen as an error does: the terminal is put back, the session is on disk,
// and Run returns the *file.Error. What Bubble Tea runs on goroutines of its own is guarded with it.
type guarded struct {
	*Model
	end context.CancelCauseFunc
}

// try does work, and ends the screen where it panics.
func (g guarded) try(work func()) {
	if err := func() (err error) {
		defer file.Catch(&err)
		work()
		return nil
	}(); err != nil {
		g.end(err)
	}
}

// Init implements tea.Model.
func (g guarded) Init() (cmd tea.Cmd) {
	g.try(func() { cmd = g.Model.Init() })
	return g.command(cmd)
}

// Update implements tea.Model.
func (g guarded) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	g.try(func() { _, cmd = g.Model.Update(msg) })
	return g, g.command(cmd)
}

// View implements tea.Model.
func (g guarded) View() (v tea.View) {
	g.try(func() { v = g.Model.View() })
	return v
}

// command guards a command and those that it returns.
func (g guarded) command(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		g.try(func() { msg = cmd() })
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = g.command(batch[i])
			}
		}
		return msg
	}
}
