// Package editor is the question editor of the screen: several lines, soft wrap, history and names that complete
// themselves.
//
//	e := editor.New(&theme.Styles)
//	e.SetSize(width, e.Height(width, 8))
//	event, taken := e.Update(msg) // a Submit or a Pasted, if the message led to one
//
// It works on grapheme clusters: the cursor never stands inside a character that is drawn as one, which is why it is
// not built over the text area of bubbles, which counts runes. All text is sanitised when it comes in, and bounded,
// so that the cost of a key is bounded too.
package editor

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"ibid/guard"
	"ibid/themes"
	"ibid/ui/tui/cells"
)

const (
	// MaxBytes bounds the text: a longer question is a document.
	MaxBytes = 16 << 10

	maxPasteLines = 5    // a paste of more lines is offered, not inserted
	maxPasteRunes = 2000 // and one of more characters
	maxCandidates = 6    // rows of names to choose from
	tabWidth      = 4    // spaces that stand for a tab
	gutter        = "› " // before the first row
	minGutter     = 8    // narrower editors have no gutter
)

// Event is what a message led to, for the screen to act on: Submit or Pasted.
type Event any

// Submit asks Text, which is not blank and has no blanks around it. The editor keeps its text until Reset.
type Submit struct{ Text string }

// Pasted is a text that is too long for a question and was not inserted. It is sanitised. InsertPaste inserts it after
// all.
type Pasted struct{ Text string }

// Editor is the question editor. Make one with New.
type Editor struct {
	styles        *themes.Styles
	placeholder   string
	focused       bool
	width, height int

	buf        buffer
	goal       int // the column that up and down keep to, -1: where the cursor is
	history    history
	completion completion
	note       string

	rows      []row // of the shown text
	rowsOf    string
	rowsWidth int
	top       int // the first visible row
}

// New returns an empty editor without size and focus.
func New(styles *themes.Styles) *Editor {
	e := &Editor{styles: styles, goal: -1}
	e.settle()
	return e
}

// SetPlaceholder sets what is shown while there is no text.
func (e *Editor) SetPlaceholder(s string) { e.placeholder = cells.OneLine(s) }

// SetSize sets the area: width in cells, height in rows. Candidates and notes stand in it, below the text.
func (e *Editor) SetSize(width, height int) {
	e.width, e.height = max(width, 0), max(height, 0)
	e.settle()
}

// Focus makes the editor take keys and show a cursor.
func (e *Editor) Focus() { e.focused = true }

// Blur is the reverse of Focus. It closes the list of names.
func (e *Editor) Blur() {
	e.focused = false
	e.completion.close()
	e.settle()
}

// Busy tells that a list of names is open: esc closes it.
func (e *Editor) Busy() bool { return e.completion.open() }

// Text returns what is typed.
func (e *Editor) Text() string { return e.buf.text }

// SetText replaces the text and puts the cursor at its end.
func (e *Editor) SetText(s string) {
	e.buf = buffer{}
	e.completion.close()
	e.insert(s)
	e.settle()
}

// Reset empties the editor and forgets the draft.
func (e *Editor) Reset() {
	e.note = ""
	e.history.forget()
	e.SetText("")
}

// Update takes a key or a paste while the editor has the focus. taken is false for a message that it has no use for.
func (e *Editor) Update(msg tea.Msg) (event Event, taken bool) {
	if !e.focused {
		return nil, false
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		e.note = ""
		event, taken = e.press(msg)
	case tea.PasteMsg:
		e.note = ""
		event, taken = e.paste(msg.Content), true
	}
	e.settle()
	return event, taken
}

func (e *Editor) press(k tea.KeyPressMsg) (Event, bool) {
	key := k.String()
	if e.completion.open() && e.pressInCompletion(key) {
		return nil, true
	}
	switch key {
	case "alt+enter", "shift+enter", "ctrl+j":
		e.insert("\n")
	case "enter":
		if text := strings.TrimSpace(e.buf.text); text != "" {
			e.completion.close()
			return Submit{text}, true
		}
	case "up":
		e.vertical(-1)
	case "down":
		e.vertical(+1)
	default:
		return nil, e.edit(key, k.Text)
	}
	e.completion.close()
	return nil, true
}

// edit moves within the text, or changes it.
func (e *Editor) edit(key, text string) bool {
	b := &e.buf
	if to, ok := b.motion(key); ok {
		b.moveTo(to)
		e.goal = -1
		e.completion.close()
		return true
	}
	if to, ok := b.deletion(key); ok {
		b.cut(min(to, b.at), max(to, b.at))
		e.goal = -1
	} else if text != "" {
		e.insert(text)
	} else {
		return false
	}
	e.complete()
	return true
}

// vertical moves by one row, keeping the column where the rows are long enough for it, and from the first and the
// last row through the history.
func (e *Editor) vertical(step int) {
	n := rowOf(e.rows, e.buf.at)
	if n+step < 0 || n+step >= len(e.rows) {
		e.browse(step)
		return
	}
	if e.goal < 0 {
		e.goal = columnOf(e.buf.text, e.rows[n], e.buf.at)
	}
	e.buf.at = offsetAt(e.buf.text, e.rows, n+step, e.goal)
}

// insert puts sanitised text at the cursor as far as there is room.
func (e *Editor) insert(s string) {
	e.goal = -1
	s = strings.ReplaceAll(guard.Sanitize(s), "\t", strings.Repeat(" ", tabWidth))
	if left := e.buf.insert(s, MaxBytes); left > 0 {
		e.note = fmt.Sprintf("! %d characters left out: a question holds %d KB", left, MaxBytes>>10)
	}
}

// paste inserts a short text and hands back a long one.
func (e *Editor) paste(text string) Event {
	// Terminals end pasted lines with "\r". guard.Sanitize would turn them too, but is slow from the first one on.
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if isLong(text) {
		return Pasted{guard.Sanitize(text)}
	}
	e.insert(text)
	e.completion.close()
	return nil
}

// isLong tells that a text has too many lines or characters for a question.
func isLong(text string) bool {
	text = strings.TrimRight(text, "\n")
	if len(text) > maxPasteRunes*utf8.UTFMax {
		return true
	}
	return strings.Count(text, "\n") >= maxPasteLines || utf8.RuneCountInString(text) > maxPasteRunes
}

// InsertPaste inserts the text of a Pasted. What is more than MaxBytes is left out, and a note says how much.
func (e *Editor) InsertPaste(text string) {
	e.completion.close()
	e.insert(text)
	e.settle()
}
