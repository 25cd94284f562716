// Package editor is the question editor of the screen: the text area of bubbles.
//
//	e := editor.New(&theme.Styles, "ask your documents")
//	e.SetSize(width, e.Height(width, 8))
//	e.Press(key)
//
// All text is sanitised when it comes in, and bounded, so that the cost of a key is bounded too.
package editor

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/themes"
	"ibid/ui/tui/cells"
)

const (
	// MaxRunes bounds the text: a longer question is a document.
	MaxRunes = 8 << 10

	maxPasteLines = 5    // of a question that is pasted
	maxPasteRunes = 2000 // of it
	maxRows       = 9999 // of a text; the text area allows as many lines
	gutter        = "› " // before the first row
	minGutter     = 8    // narrower editors have no gutter
)

// Editor is the question editor. Make one with New.
type Editor struct {
	styles        *themes.Styles
	area          textarea.Model
	width, height int
}

// New returns an empty editor without size and focus. The placeholder is shown while there is no text.
func New(styles *themes.Styles, placeholder string) *Editor {
	a := textarea.New()
	a.ShowLineNumbers, a.DynamicHeight, a.Placeholder = false, true, placeholder
	a.CharLimit, a.MaxHeight, a.MaxWidth, a.MaxContentHeight = 0, 1, 0, maxRows
	a.SetVirtualCursor(false)
	a.KeyMap.InsertNewline = key.NewBinding(key.WithKeys("alt+enter", "shift+enter", "ctrl+j"))
	for _, none := range []*key.Binding{&a.KeyMap.Paste, &a.KeyMap.CopySelection, &a.KeyMap.CapitalizeWordForward, // the terminal pastes
		&a.KeyMap.LowercaseWordForward, &a.KeyMap.UppercaseWordForward, &a.KeyMap.PageUp, &a.KeyMap.PageDown} {
		none.Unbind()
	}
	e := &Editor{styles: styles, area: a}
	e.SetSize(0, 0)
	return e
}

// SetSize sets the area: width in cells, height in rows.
func (e *Editor) SetSize(width, height int) {
	e.width, e.height = max(width, 0), max(height, 0)
	state := textarea.StyleState{Text: e.styles.Text, CursorLine: e.styles.Text, Placeholder: e.styles.Muted, Prompt: e.styles.Key, Selection: e.styles.Selection}
	e.area.SetStyles(textarea.Styles{Focused: state, Blurred: state})
	prompt := ""
	if width >= minGutter {
		prompt = gutter
	}
	e.area.SetPromptFunc(ansi.StringWidth(prompt), func(at textarea.PromptInfo) string {
		if at.LineNumber == 0 {
			return prompt
		}
		return ""
	})
	e.area.MaxHeight = max(e.height, 1)
	e.area.SetWidth(e.width)
}

// Height returns how many rows the editor would fill at a width, at least one and at most limit.
func (e *Editor) Height(width, limit int) int {
	w, h := e.width, e.height
	defer func() { e.SetSize(w, h) }()
	e.SetSize(width, max(limit, 1))
	return max(min(e.area.Height(), limit), 1)
}

// Focus makes the editor show a cursor.
func (e *Editor) Focus() { e.area.Focus() }

// Blur is the reverse of Focus.
func (e *Editor) Blur() { e.area.Blur() }

// Text returns what is typed.
func (e *Editor) Text() string { return e.area.Value() }

// SetText replaces the text and puts the cursor at its end.
func (e *Editor) SetText(s string) {
	e.area.SetValue("")
	e.Insert(s)
}

// Press takes a key.
func (e *Editor) Press(k tea.KeyPressMsg) {
	if k.Text != "" {
		e.Insert(k.Text)
		return
	}
	e.area, _ = e.area.Update(k)
	e.SetSize(e.width, e.height)
}

// line is the one that the cursor is in.
func (e *Editor) line() []rune { return []rune(strings.Split(e.Text(), "\n")[e.area.Line()]) }

// AtTop tells that the cursor is in the first row.
func (e *Editor) AtTop() bool { return e.area.Line() == 0 && e.area.LineInfo().RowOffset == 0 }

// Insert puts sanitised text at the cursor. It tells how many characters there was no room for.
func (e *Editor) Insert(s string) (left int) {
	runes := []rune(strings.ReplaceAll(guard.Sanitize(s), "\t", "    "))
	if room := max(MaxRunes-utf8.RuneCountInString(e.Text()), 0); len(runes) > room {
		left = len(runes) - room
		runes = runes[:room]
	}
	e.area.InsertString(string(runes))
	e.SetSize(e.width, e.height)
	return left
}

// IsLong tells that a text has too many lines or characters for a question.
func IsLong(text string) bool {
	text = strings.TrimRight(text, "\n")
	if len(text) > maxPasteRunes*utf8.UTFMax {
		return true
	}
	return strings.Count(text, "\n") >= maxPasteLines || utf8.RuneCountInString(text) > maxPasteRunes
}

// mention is a name that ends at the cursor: @name, or @"a name with blan…, at the start of a word.
var mention = regexp.MustCompile(`(?:^|\s)@("[^"\n]*|[^\s"]*)$`)

// Mention is what is typed of a name, where the cursor stands at the end of one.
func (e *Editor) Mention() (typed string, ok bool) {
	line := e.line()
	col := min(e.area.Column(), len(line))
	m := mention.FindStringSubmatch(string(line[:col]))
	if m == nil || col < len(line) && !unicode.IsSpace(line[col]) {
		return "", false
	}
	return m[1], true
}

// Complete puts a name in place of what is typed of one, behind its mark. A name with blanks stands in quotes.
func (e *Editor) Complete(name string) {
	typed, _ := e.Mention()
	for range utf8.RuneCountInString(typed) {
		e.area, _ = e.area.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	if strings.IndexFunc(name, unicode.IsSpace) >= 0 {
		name = `"` + name + `"`
	}
	e.Insert(name + " ")
}

// Cursor returns where the cursor stands in the view; visible is false without focus or room.
func (e *Editor) Cursor() (x, y int, visible bool) {
	c := e.area.Cursor()
	if c == nil || e.width == 0 || e.height == 0 {
		return 0, 0, false
	}
	return min(c.X, e.width-1), min(max(c.Y, 0), e.height-1), true
}

// View returns exactly the height of lines, each exactly the width of cells.
func (e *Editor) View() []string {
	return cells.Box(strings.Split(e.area.View(), "\n"), e.width, e.height, "")
}
