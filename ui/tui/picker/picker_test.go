package picker

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/themes"
	"ibid/ui/golden"
)

var special = map[string]tea.Key{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"backspace": {Code: tea.KeyBackspace}, "delete": {Code: tea.KeyDelete}, "space": {Code: tea.KeySpace, Text: " "},
	"tab": {Code: tea.KeyTab}, "ctrl+n": {Code: 'n', Mod: tea.ModCtrl}, "ctrl+p": {Code: 'p', Mod: tea.ModCtrl},
	"ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+w": {Code: 'w', Mod: tea.ModCtrl}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
}

// keys sends keys by name; anything else is typed.
func keys(p *Picker, names ...string) (last Event) {
	for _, name := range names {
		if k, ok := special[name]; ok {
			last, _ = p.Update(tea.KeyPressMsg(k))
			continue
		}
		for _, r := range name {
			if r == ' ' {
				last, _ = p.Update(tea.KeyPressMsg(special["space"]))
				continue
			}
			last, _ = p.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return last
}

func palette() []Item {
	return []Item{
		{ID: "copy", Title: "Copy the answer", Detail: "with citations and references", Keys: "y"},
		{ID: "quote", Title: "Copy the quoted evidence", Detail: "with its place", Keys: "Y"},
		{ID: "code", Title: "Copy a code block", Keys: "c", Disabled: "no code in this answer"},
		{ID: "sessions", Title: "Sessions", Detail: "open, search, delete", Keys: "ctrl+s"},
		{ID: "export", Title: "Export the session as Markdown", Detail: "with footnotes", Keys: "ctrl+e"},
		{ID: "theme", Title: "Theme", Detail: "colours, high contrast", Keys: "ctrl+t"},
		{ID: "why", Title: "Why this answer", Detail: "gates and rewrites", Keys: "w"},
		{ID: "cjk", Title: "世界 の 引用 e\u0301 👩‍💻", Detail: "שלום עולם"},
		{ID: "long", Title: strings.Repeat("a question that is long ", 20), Detail: "yesterday"},
	}
}

func newPicker(w, h int) *Picker {
	p := New("Actions", &themes.Styles{})
	p.SetItems(palette())
	p.SetSize(w, h)
	return p
}

func TestUpdate(t *testing.T) {
	for _, tt := range []struct {
		name string
		keys []string
		want string // the current item
	}{
		{"the first", nil, "copy"},
		{"down", []string{"down", "ctrl+n"}, "code"},
		{"up goes round", []string{"up", "ctrl+p"}, "cjk"},
		{"down goes round", []string{"end", "down"}, "copy"},
		{"page", []string{"pgdown"}, "export"},
		{"page stops at the end", []string{"pgdown", "pgdown", "pgdown"}, "long"},
		{"page up", []string{"end", "pgup"}, "export"},
		{"page up stops", []string{"pgup"}, "copy"},
		{"home", []string{"end", "home"}, "copy"},
		{"filter", []string{"session"}, "sessions"},
		{"words", []string{"mark exp"}, "export"},
		{"case", []string{"THEME"}, "theme"},
		{"detail", []string{"contrast"}, "theme"},
		{"title before detail", []string{"ans"}, "copy"},
		{"backspace", []string{"sessionx", "backspace"}, "sessions"},
		{"ctrl+w", []string{"theme nothing", "ctrl+w"}, "theme"},
		{"ctrl+u", []string{"nothing", "ctrl+u"}, "copy"},
		{"none", []string{"zzzz"}, ""},
		{"none, moved", []string{"zzzz", "up", "down", "pgdown", "end"}, ""},
		{"typing goes to the best", []string{"end", "them"}, "theme"},
		{"wide", []string{"引"}, "cjk"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPicker(60, 6)
			keys(p, tt.keys...)
			if it, _ := p.Current(); it.ID != tt.want {
				t.Errorf("current is %q, want %q", it.ID, tt.want)
			}
		})
	}
}

func TestEvents(t *testing.T) {
	p := newPicker(60, 6)
	if ev, ok := keys(p, "theme", "enter").(Chosen); !ok || ev.Item.ID != "theme" {
		t.Errorf("enter: %v", ev)
	}
	if ev := keys(p, "ctrl+u", "code", "enter"); ev != nil {
		t.Errorf("a disabled item was chosen: %v", ev)
	}
	if ev := keys(p, "ctrl+u", "zzzz", "enter"); ev != nil {
		t.Errorf("an event about nothing: %v", ev)
	}
	if ev := keys(p, "esc"); ev != (Closed{}) {
		t.Errorf("esc: %v", ev)
	}
	for _, k := range []string{"tab", "ctrl+c"} {
		if _, taken := p.Update(tea.KeyPressMsg(special[k])); taken {
			t.Errorf("%s is taken", k)
		}
	}
}

func TestSetItemsKeepsThePlace(t *testing.T) {
	p := newPicker(60, 6)
	keys(p, "down", "down", "down")
	items := palette()
	p.SetItems(items[1:])
	if it, _ := p.Current(); it.ID != "sessions" {
		t.Errorf("the current item is %q", it.ID)
	}
	p.SetItems(append(palette()[1:3:3], palette()[4:]...)) // sessions deleted
	if it, _ := p.Current(); it.ID != "export" {
		t.Errorf("the current item is %q", it.ID)
	}
	p.SetItems(nil)
	if _, ok := p.Current(); ok {
		t.Error("an item of nothing")
	}
}

func TestEqualsKeepTheirOrder(t *testing.T) {
	p := New("", &themes.Styles{})
	var items []Item
	for i := range 50 {
		items = append(items, Item{ID: fmt.Sprint(i), Title: "same"})
	}
	p.SetItems(items)
	keys(p, "same")
	for i, f := range p.found {
		if f.item != i {
			t.Fatalf("place %d holds item %d", i, f.item)
		}
	}
}

func TestItemsAndQueryAreSanitised(t *testing.T) {
	p := New("a\x1b[2Jb", &themes.Styles{})
	p.SetItems([]Item{{Title: "x\x1b]52;c;AAAA\x07y\nz", Detail: "\u202ed", Keys: "\x1b[31mk", Disabled: "r\x00"}})
	p.SetSize(40, 4)
	p.Update(tea.PasteMsg{Content: "x\x1b[2J\r" + strings.Repeat("y", 1<<20)})
	if view := p.View(); strings.Contains(view, "\x1b[2J") || strings.Contains(view, "\x1b]") || strings.Contains(view, "\u202e") {
		t.Errorf("got %q", view)
	}
	if len(p.query.Text) > 256 || strings.ContainsAny(p.query.Text, "\x1b\r\n") {
		t.Errorf("query %q", p.query.Text)
	}
}

func TestMatchIsUnderlinedAndBold(t *testing.T) {
	p := newPicker(60, 6)
	keys(p, "theme")
	if view := p.View(); !strings.Contains(view, "\x1b[4m\x1b[1mTheme") {
		t.Errorf("no bold underline in %q", view)
	}
}

func TestView(t *testing.T) {
	scenes := []struct {
		name string
		play func(*Picker)
	}{
		{"all", func(*Picker) {}},
		{"filtered", func(p *Picker) { keys(p, "cop", "down") }},
		{"end", func(p *Picker) { keys(p, "end") }},
		{"no match", func(p *Picker) { keys(p, "zzzz") }},
		{"long query", func(p *Picker) { keys(p, "a question that is long a question that is long 世界") }},
		{"empty", func(p *Picker) { p.SetItems(nil) }},
	}
	for _, size := range [][2]int{{72, 11}, {40, 6}, {20, 4}, {7, 2}, {1, 1}} {
		var b strings.Builder
		for _, scene := range scenes {
			p := newPicker(size[0], size[1])
			scene.play(p)
			b.WriteString(scene.name + "\n")
			for _, line := range strings.Split(ansi.Strip(p.View()), "\n") {
				fmt.Fprintf(&b, "|%s|\n", line)
			}
			b.WriteByte('\n')
		}
		golden.Check(t, fmt.Sprintf("view%dx%d.golden", size[0], size[1]), b.String())
	}
}
