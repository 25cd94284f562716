package editor

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/themes"
	"ibid/ui/golden"
	"ibid/ui/tui/cells"
)

// press is the key press that a terminal sends for a name like "ctrl+r", "alt+enter" or a printed character.
func press(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "space": tea.KeySpace,
	}
	mods := map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}
	var k tea.KeyPressMsg
	rest := name
	for {
		mod, after, ok := strings.Cut(rest, "+")
		if !ok || mods[mod] == 0 {
			break
		}
		k.Mod |= mods[mod]
		rest = after
	}
	if code, ok := codes[rest]; ok {
		k.Code = code
		if code == tea.KeySpace && k.Mod == 0 {
			k.Text = " "
		}
		return k
	}
	k.Code = []rune(rest)[0]
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

// keys sends keys by name; a text after a quote is typed.
func keys(e *Editor, names ...string) {
	for _, name := range names {
		text, typed := strings.CutPrefix(name, "'")
		if !typed {
			e.Press(press(name))
			continue
		}
		for text != "" {
			c, _ := cells.Cluster(text)
			text = text[len(c):]
			if c == " " {
				c = "space"
			}
			e.Press(press(c))
		}
	}
}

func newEditor(w, h int) *Editor {
	e := New(&themes.Styles{}, "Ask your documents; @ names one, # a project")
	e.SetSize(w, h)
	e.Focus()
	return e
}

// barred is the text with a bar where the cursor is.
func barred(e *Editor) string {
	lines := strings.Split(e.Text(), "\n")
	row, line := e.area.Line(), []rune(lines[e.area.Line()])
	lines[row] = string(line[:e.area.Column()]) + "|" + string(line[e.area.Column():])
	return strings.Join(lines, "\n")
}

func TestUpdateEdits(t *testing.T) {
	for _, tt := range []struct {
		name string
		keys []string
		want string
	}{
		{"typed", []string{"'What is MLWE?"}, "What is MLWE?|"},
		{"new lines", []string{"'a", "alt+enter", "'b", "shift+enter", "'c", "ctrl+j", "'d"}, "a\nb\nc\nd|"},
		{"delete", []string{"'ab", "home", "delete"}, "|b"},
		{"backspace at a line's start", []string{"'a", "ctrl+j", "backspace"}, "a|"},
		{"delete at a line's end", []string{"'a", "ctrl+j", "'b", "up", "end", "delete"}, "a|b"},
		{"ctrl+u", []string{"'one", "ctrl+j", "'two three", "ctrl+u"}, "one\n|"},
		{"ctrl+u twice", []string{"'one", "ctrl+j", "'two", "ctrl+u", "ctrl+u"}, "one|"},
		{"ctrl+k", []string{"'one two", "home", "alt+f", "ctrl+k"}, "one|"},
		{"ctrl+k at the end", []string{"'a", "ctrl+j", "'b", "up", "end", "ctrl+k"}, "a|b"},
		{"ctrl+w", []string{"'see FIPS-203  ", "ctrl+w"}, "see |"},
		{"alt+b", []string{"'see FIPS-203", "alt+b"}, "see |FIPS-203"},
		{"alt+f", []string{"'see FIPS-203", "home", "alt+f", "alt+f"}, "see FIPS-203|"},
		{"alt+d", []string{"'see FIPS", "home", "alt+d"}, "| FIPS"},
		{"alt+b over an emoji", []string{"'a 👩‍💻", "alt+b"}, "a |👩‍💻"},
		{"alt+b by a mark", []string{"'re\u0301sume\u0301 x", "alt+b", "alt+b"}, "|re\u0301sume\u0301 x"},
		{"home and end of a line", []string{"'ab", "ctrl+j", "'cd", "home", "'x", "end", "'y"}, "ab\nxcdy|"},
		{"ends of the text", []string{"'ab", "ctrl+j", "'cd", "ctrl+home", "'x", "ctrl+end", "'y"}, "xab\ncdy|"},
		{"column is kept", []string{"'long line", "ctrl+j", "'s", "ctrl+j", "'long line", "left", "up", "up"}, "long lin|e\ns\nlong line"},
		{"column in wide text", []string{"'世界世界", "ctrl+j", "'abc", "up"}, "世界|世界\nabc"},
		{"right to left", []string{"'שלום", "left", "'x"}, "שלוx|ם"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor(40, 6)
			keys(e, tt.keys...)
			if got := barred(e); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestVerticalMovesByRows(t *testing.T) {
	e := newEditor(11, 6) // eight columns of text
	keys(e, "'aaaa bbbb cccccc")
	for i, step := range []struct{ key, want string }{
		{"up", "aaaa bbbb| cccccc"},
		{"up", "aaaa| bbbb cccccc"},
		{"up", "aaaa| bbbb cccccc"},
		{"down", "aaaa bbbb| cccccc"},
		{"down", "aaaa bbbb cccccc|"},
		{"down", "aaaa bbbb cccccc|"},
		{"up", "aaaa bbbb| cccccc"},
		{"left", "aaaa bbb|b cccccc"},
		{"down", "aaaa bbbb ccc|ccc"},
	} {
		keys(e, step.key)
		if got := barred(e); got != step.want {
			t.Errorf("step %d %s: got %q, want %q", i, step.key, got, step.want)
		}
	}
}

func TestMention(t *testing.T) {
	for _, tt := range []struct{ keys, typed, want string }{
		{"'see @", "", "see @notes.md |"},
		{"'me@", "none", ""},
		{"'@not", "not", "@notes.md |"},
		{"'@\"old n", "\"old n", "@notes.md |"},
		{"'@fips ", "none", ""},
	} {
		e := newEditor(40, 8)
		keys(e, tt.keys)
		typed, ok := e.Mention()
		if !ok {
			typed = "none"
		}
		if typed != tt.typed {
			t.Errorf("%s: %q", tt.keys, typed)
		}
		if ok {
			if e.Complete("notes.md"); barred(e) != tt.want {
				t.Errorf("%s: %q", tt.keys, barred(e))
			}
		}
	}
	e := newEditor(40, 8)
	keys(e, "'  x", "home", "'@fips")
	if e.Complete("FIPS 203.pdf"); barred(e) != "@\"FIPS 203.pdf\" |  x" {
		t.Errorf("%q", barred(e))
	}
	if keys(e, "left", "left"); e.Text() == "" {
		t.Error("empty")
	} else if _, ok := e.Mention(); ok {
		t.Error("in the middle of a name")
	}
}

func TestTextIsSanitised(t *testing.T) {
	e := newEditor(40, 4)
	e.Insert("a\x1b[31mb\x1b]52;c;AAAA\x07\u202ec\rd\te\x00")
	e.Press(tea.KeyPressMsg{Code: 'x', Text: "x\x1b[2J\u200b"})
	if got, want := e.Text(), "abc\nd    ex"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// framed is the view without styles, between bars, with the cursor's place.
func framed(e *Editor) string {
	var b strings.Builder
	for _, line := range e.View() {
		fmt.Fprintf(&b, "|%s|\n", ansi.Strip(line))
	}
	x, y, visible := e.Cursor()
	fmt.Fprintf(&b, "cursor %d,%d %v\n", x, y, visible)
	return b.String()
}

func TestView(t *testing.T) {
	scenes := []struct {
		name string
		play func(*Editor)
	}{
		{"empty", func(*Editor) {}},
		{"question", func(e *Editor) { keys(e, "'What are the sizes of the ML-KEM-768 key and ciphertext?") }},
		{"lines", func(e *Editor) { keys(e, "'one", "ctrl+j", "ctrl+j", "'three", "up") }},
		{"wide", func(e *Editor) {
			keys(e, "'世界世界世界世界世界世界 e\u0301 👩‍💻🇫🇷 שלום עולם مرحبا")
		}},
		{"full", func(e *Editor) { e.Insert(strings.Repeat("many words ", 2000)) }},
	}
	for _, size := range [][2]int{{60, 8}, {28, 6}, {12, 4}, {6, 2}, {1, 1}} {
		var b strings.Builder
		for _, scene := range scenes {
			e := newEditor(size[0], size[1])
			scene.play(e)
			fmt.Fprintf(&b, "%s, wants %d rows\n%s\n", scene.name, e.Height(size[0], 20), framed(e))
		}
		golden.Check(t, fmt.Sprintf("view%dx%d.golden", size[0], size[1]), b.String())
	}
}
