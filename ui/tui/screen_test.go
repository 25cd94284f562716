package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/index"
	"ibid/index/file"
	"ibid/ui/clipboard"
	"ibid/ui/golden"
	"ibid/ui/session"
)

// scripted is a Library that answers from a script.
type scripted struct {
	answers map[string]*engine.Answer
	openErr error
	askErr  error
	asked   []Question
	early   *engine.Answer // while the documents are read
}

func (s *scripted) contents() Contents {
	return Contents{Documents: []index.DocumentInfo{{ID: "sensor-standard"}, {ID: "field-notes"}, {ID: "tools/port.py"}}, Projects: []string{"tools"}, Chunks: 42, Generator: "extractive"}
}

func (s *scripted) Open(ctx context.Context, progress index.Progress) (Contents, error) {
	return s.contents(), s.openErr
}

func (s *scripted) Early(ctx context.Context, _ Question) (*engine.Answer, error) {
	if s.early == nil {
		return nil, errors.New("nothing yet")
	}
	return s.early, ctx.Err()
}

func (s *scripted) Ask(ctx context.Context, q Question, progress index.Progress, l engine.Listener) (*engine.Answer, Contents, error) {
	s.asked = append(s.asked, q)
	if s.askErr != nil {
		return nil, s.contents(), s.askErr
	}
	a := s.answers[q.Text]
	if a == nil {
		a = sampleAnswer(q.Text)
	}
	l.Retrieved(a.Evidence)
	return a, s.contents(), nil
}

// screenTest drives a Model without a terminal.
type screenTest struct {
	testing.TB
	*Model
	library *scripted
	store   *session.Store
	sent    []string // to the terminal's clipboard
	quit    bool
}

func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func newScreen(t testing.TB, width, height int, change func(*Options)) *screenTest {
	t.Helper()
	s := &screenTest{TB: t, library: &scripted{answers: map[string]*engine.Answer{}}, store: session.Open(t.TempDir())}
	opt := Options{Library: s.library, Roots: []string{"handbook"}, Sessions: s.store, Clipboard: clipboard.New([]string{"SSH_TTY=/dev/pts/1"}),
		Mouse: true, Theme: "dark", ThemeDir: t.TempDir(), Profile: colorprofile.TrueColor, Now: noon}
	if change != nil {
		change(&opt)
	}
	var err error
	if s.Model, err = newModel(context.Background(), opt); err != nil {
		t.Fatal(err)
	}
	s.ticking = true // no pulse, for which a test would wait
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	return s
}

// ready opens the documents.
func (s *screenTest) ready() *screenTest {
	s.run(s.Init())
	return s
}

// send gives one message to Update and does what follows from it.
func (s *screenTest) send(msg tea.Msg) {
	s.Helper()
	_, cmd := s.Update(msg)
	if s.fault != nil {
		s.Fatalf("%v\n%s", s.fault, s.fault.(*file.Fault).Stack)
	}
	s.run(cmd)
}

// run does a command and everything that follows, in order.
func (s *screenTest) run(cmd tea.Cmd) {
	s.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	case tea.QuitMsg:
		s.quit = true
	default:
		if text, ok := setClipboard(msg); ok {
			s.sent = append(s.sent, text)
			return
		}
		s.send(msg)
	}
}

// setClipboard is the text of Bubble Tea's message for the clipboard, whose type it keeps to itself.
func setClipboard(msg tea.Msg) (string, bool) {
	if fmt.Sprintf("%T", msg) != "tea.setClipboardMsg" {
		return "", false
	}
	return fmt.Sprint(msg), true
}

// keys types: names in angle brackets are keys, everything else is text.
func (s *screenTest) keys(text string) {
	s.Helper()
	for text != "" {
		if strings.HasPrefix(text, "<") {
			if name, rest, ok := strings.Cut(text[1:], ">"); ok {
				s.send(press(name))
				text = rest
				continue
			}
		}
		r := []rune(text)[0]
		s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		text = text[len(string(r)):]
	}
}

// pressAt is a key by its name.
func press(name string) tea.KeyPressMsg {
	k := tea.KeyPressMsg{}
	for {
		mod, rest, ok := strings.Cut(name, "+")
		if !ok || rest == "" {
			break
		}
		switch mod {
		case "ctrl":
			k.Mod |= tea.ModCtrl
		case "alt":
			k.Mod |= tea.ModAlt
		case "shift":
			k.Mod |= tea.ModShift
		}
		name = rest
	}
	named := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
		"right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace, "f1": tea.KeyF1, "space": tea.KeySpace}
	if code, ok := named[name]; ok {
		k.Code = code
	} else {
		k.Code = []rune(name)[0]
	}
	return k
}

// ask types a question and sends it.
func (s *screenTest) ask(question string) {
	s.Helper()
	s.focusOn(questionPane)
	s.keys(question + "<enter>")
}

// reads asks a question and goes from the editor to the evidence of its answer, where letters act.
func (s *screenTest) reads(question string) {
	s.Helper()
	s.ask(question)
	s.focusOn(evidencePane)
}

// text is the screen without styles. Every line must fill the terminal, no more.
func (s *screenTest) text() string {
	s.Helper()
	content := s.View().Content
	if s.fault != nil {
		s.Fatalf("%v\n%s", s.fault, s.fault.(*file.Fault).Stack)
	}
	lines := strings.Split(content, "\n")
	if s.height > 0 && s.width > 0 && len(lines) != s.height {
		s.Errorf("%d lines on a screen of %d", len(lines), s.height)
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w != s.width && s.height > 0 {
			s.Errorf("line %d is %d wide on a screen of %d: %q", i, w, s.width, ansi.Strip(l))
		}
	}
	return ansi.Strip(content)
}

// golden compares the screen with a file.
func (s *screenTest) golden(name string) {
	s.Helper()
	golden.Check(s, name+".txt", s.text()+"\n")
}

func (s *screenTest) has(words ...string) {
	s.Helper()
	text := s.text()
	for _, w := range words {
		if !strings.Contains(text, w) {
			s.Errorf("%q is not on the screen:\n%s", w, text)
		}
	}
}
