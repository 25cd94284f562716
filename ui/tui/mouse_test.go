package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// place is where a text stands on the screen for the first time.
func (s *screenTest) place(text string) (x, y int) {
	s.Helper()
	for y, l := range strings.Split(s.text(), "\n") {
		if before, _, ok := strings.Cut(l, text); ok {
			return ansi.StringWidth(before), y
		}
	}
	s.Fatalf("%q is not on the screen:\n%s", text, s.text())
	return 0, 0
}

func (s *screenTest) click(text string) {
	s.Helper()
	x, y := s.place(text)
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	s.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// drag selects from the start of one text to the end of another.
func (s *screenTest) drag(from, to string) {
	s.Helper()
	x, y := s.place(from)
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	x, y = s.place(to)
	x += ansi.StringWidth(to) - 1
	s.send(tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft})
	s.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// Whatever is pointed at, who writes goes on writing.
func TestPointing(t *testing.T) {
	for _, size := range [][2]int{{140, 40}, {100, 30}} {
		s := newScreen(t, size[0], size[1], nil).ready()
		s.ask(frameQuestion)
		s.keys("And ")
		s.click("within 20 ms")
		s.has("▸c2", "3/5")
		s.click("read with this call")
		s.has("▸c3", "4/5")
		s.click("sensor-standard p. 3")
		s.has("▸c1")
		s.click("lines 40–41") // the row of c4
		s.has("▸c4")
		s.keys("then?")
		if got := s.editor.Text(); got != "And then?" || s.focus != questionPane {
			t.Errorf("%v: the editor holds %q, the focus is on the %s", size, got, s.focus)
		}
	}
}

func TestDragging(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.ask(frameQuestion)
	s.drag("A node answers", "20 ms")
	s.has("enter ask about it · alt+y copy")
	s.keys("<alt+y>")
	s.keys("<alt+1>")
	s.drag("starts with the byte 0x7E. The", "at most 64.")
	s.has("selecting")
	s.keys("<alt+y>")
	want := []string{"A node answers a request within 20 ms", "starts with the byte 0x7E. The length field counts the payload bytes and is at most 64."}
	if len(s.sent) != 2 || s.sent[0] != want[0] || s.sent[1] != want[1] {
		t.Errorf("copied %q, want %q", s.sent, want)
	}
	s.keys("<esc>")
	s.drag("The length field", "payload bytes and")
	s.keys("<enter>How long?<enter>")
	if q := s.library.asked[1]; q.Selected == nil || q.Selected.Text != "The length field counts the payload bytes and" {
		t.Errorf("asked %+v", q.Selected)
	}
}

func TestPointingAtWhatLiesOver(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.ask(frameQuestion)
	s.keys("<ctrl+p>quoted")
	s.click("copy the quoted evidence")
	if s.overlay != nil || len(s.sent) != 1 {
		t.Errorf("copied %q", s.sent)
	}
	s.send(tea.PasteMsg{Content: strings.Repeat("a line\n", 20)})
	s.keys("a<enter>")
	s.has("⧉ about")
	s.keys("<f1>")
	s.send(tea.MouseClickMsg{X: 1, Y: s.height - 2, Button: tea.MouseLeft})
	if s.overlay != nil {
		t.Error("a press beside it does not close it")
	}
}

func TestWheel(t *testing.T) {
	s := newScreen(t, 60, 20, nil).ready()
	s.ask(frameQuestion)
	s.send(tea.MouseWheelMsg{X: 5, Y: 6, Button: tea.MouseWheelDown})
	if got := s.answer.YOffset(); got == 0 {
		t.Errorf("the answer starts at line %d", got)
	}
	s.click("evidence")
	s.has("[evidence]", "▸c1")
	s.send(tea.MouseWheelMsg{X: 5, Y: 9, Button: tea.MouseWheelDown})
	if s.evidence.text.AtTop() {
		t.Error("the evidence is not scrolled")
	}
	s.click("answer")
	s.has("[answer]")
}

func TestMouseIsGivenBack(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	for _, want := range []tea.MouseMode{tea.MouseModeCellMotion, tea.MouseModeNone, tea.MouseModeCellMotion} {
		if got := s.View().MouseMode; got != want {
			t.Errorf("mode %v, want %v", got, want)
		}
		s.keys("<alt+m>")
	}
	if s = newScreen(t, 140, 40, func(o *Options) { o.Mouse = false }); s.View().MouseMode != tea.MouseModeNone {
		t.Error("the settings leave the mouse to the terminal")
	}
}

// Whatever is pressed, at any size: the screen keeps its size, and nothing panics.
func TestRandomSessions(t *testing.T) {
	keys := []string{"enter", "esc", "tab", "up", "down", "pgup", "pgdown", "alt+1", "alt+3", "alt+w", "alt+y", "alt+j", "alt+up", "ctrl+p", "ctrl+u", "f1", "backspace", "space"}
	const letters = "qwryvnp/jkgGi1[]? "
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		s := newScreen(t, 10+r.IntN(150), 2+r.IntN(45), nil).ready()
		s.library.answers[wifiQuestion] = sampleRefusal(wifiQuestion)
		s.ask([]string{frameQuestion, wifiQuestion}[seed%2])
		for range 40 {
			x, y := r.IntN(s.width), r.IntN(s.height)
			switch r.IntN(8) {
			case 0, 1:
				s.keys("<" + keys[r.IntN(len(keys))] + ">")
			case 2:
				letter, before := letters[r.IntN(len(letters)):][:1], s.editor.Text()
				text := s.overlay == nil
				if s.keys(letter); text && len(s.editor.Text()) != len(before)+1 {
					t.Fatalf("session %d: %q is lost behind %q: %q", seed, letter, before, s.editor.Text())
				}
			case 3:
				s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
			case 4:
				s.send(tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft})
			case 5:
				s.send(tea.MouseReleaseMsg{X: x, Y: y})
			case 6:
				s.send(tea.MouseWheelMsg{X: x, Y: y, Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[r.IntN(2)]})
			case 7:
				s.send(tea.WindowSizeMsg{Width: 1 + r.IntN(160), Height: 1 + r.IntN(50)})
			}
			s.text()
		}
		s.overlay, s.sheet, s.selection = nil, nil, selection{}
		s.editor.SetText("")
		s.focusOn(questionPane)
		s.keys("How?")
		if got := s.editor.Text(); got != "How?" {
			t.Fatalf("session %d: the editor holds %q", seed, got)
		}
	}
}
