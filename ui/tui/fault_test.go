package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"ibid/engine"
	"ibid/index"
	"ibid/index/file"
	"ibid/ui/session"
	"ibid/ui/tui/markdown"
)

// faulty is a Library that panics.
type faulty struct {
	*scripted
	open, ask bool
}

func (f *faulty) Open(ctx context.Context, progress index.Progress) (Contents, error) {
	if f.open {
		panic("the fuse")
	}
	return f.scripted.Open(ctx, progress)
}

func (f *faulty) Ask(ctx context.Context, q Question, progress index.Progress, l engine.Listener) (*engine.Answer, Contents, error) {
	if f.ask {
		panic("the fuse")
	}
	return f.scripted.Ask(ctx, q, progress, l)
}

// A question that panics costs that question; what was wrong and what to do is told, and the session keeps it.
func TestPanicOfALibrary(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	f := &faulty{scripted: s.library, open: true, ask: true}
	s.Model.library = f
	s.ready()
	s.has("the documents cannot be read", "a fault in ibid itself: the fuse", "please report")
	f.open = false
	s.reads(frameQuestion)
	s.has("no answer", "a fault in ibid itself: the fuse", "please report")
	f.ask = false
	s.ask("How long?")
	s.has("✓ proven")
	kept := mustLoad(s)
	if len(kept.Turns) != 2 || !strings.Contains(kept.Turns[0].Failed, "the fuse") || !kept.Turns[1].Answered {
		t.Errorf("the session holds %+v", kept.Turns)
	}
}

// A panic anywhere else ends the screen: the terminal is put back, nothing of the stack is printed, and Run returns the fault.
func TestPanicOfTheScreen(t *testing.T) {
	for _, tt := range []struct {
		name, keys string
		change     func(*Options, *scripted)
	}{
		{"in Update", "What?\r", func(o *Options, s *scripted) { o.Now = func() time.Time { panic("the fuse") } }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScreen(t, 140, 40, nil)
			opt := s.opt
			opt.Sessions = session.Open(t.TempDir())
			tt.change(&opt, s.library)
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a screen that does not end is a failure
			defer cancel()
			in, keyboard := io.Pipe()
			defer keyboard.Close()
			go io.WriteString(keyboard, tt.keys)
			var out bytes.Buffer
			err := Run(ctx, in, &out, opt)
			var fault *file.Fault
			if !errors.As(err, &fault) || fault.Value != "the fuse" || !strings.Contains(string(fault.Stack), "tui.") {
				t.Errorf("the screen ended with %v", err)
			}
			if strings.Contains(out.String(), "goroutine") || strings.Contains(out.String(), "anic") {
				t.Errorf("printed %q", out.String())
			}
		})
	}
}

// An answer that cannot be laid out is shown as plain text.
func TestPanicOfALayout(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	rendered(s.Model, s.turn(), markdown.Rendered{}, nil, safely(func() error { panic("the fuse") }))
	s.has("Each frame starts with the byte", "the answer is shown as plain text: a fault in ibid itself: the fuse")
}
