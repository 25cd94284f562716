// Package editor is the question editor of the screen: several lines, soft wrap, history and names that complete
// themselves.
//
//	e := editor.New(editor.DefaultKeyMap(), styles)
//	e.SetSize(width, e.Height(width, 8))
//	event, taken := e.Update(msg) // a Submit or a Pasted, if the message led to one
//
// It works on grapheme clusters: the cursor never stands inside a character that is drawn as one, which is why it is
// not built over a text area that counts runes. All text is sanitised when it comes in, and bounded, so that the cost
// of a key is bounded too.
package editor

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"ibid/guard"
)

const (
	// MaxBytes bounds the text: a longer question is a document.
	MaxBytes = 16 << 10

	maxPasteLines = 5    // a paste of more lines is offered, not inserted
	maxPasteRunes = 2000 // and one of more characters
	maxCandidates = 6    // rows of names to choose from
	maxQueryBytes = 256  // what is typed to search the history
	tabWidth      = 4    // spaces that stand for a tab
	gutter        = "› " // before the first row
	minGutter     = 8    // narrower editors have no gutter
)

// Event is what a message led to, for the screen to act on: Submit or Pasted.
type Event interface{ isEvent() }

// Submit asks Text, which is not blank and has no blanks around it. The editor keeps its text until Reset.
type Submit struct{ Text string }

// Pasted is a text that is too long for a question and was not inserted. It is sanitised. InsertPaste inserts it after
// all.
type Pasted struct{ Text string }

func (Submit) isEvent() {}
func (Pasted) isEvent() {}

// Styles are colours and attributes. They must not change the size of what is drawn, nor underline: lipgloss draws
// underlined text rune by rune, which takes emoji apart.
type Styles struct {
	Text        lipgloss.Style
	Placeholder lipgloss.Style
	Gutter      lipgloss.Style
	Candidate   lipgloss.Style // a name that may be taken
	Chosen      lipgloss.Style // the one that enter takes
	Match       lipgloss.Style // what was typed of a name, or found in the history; always underlined
	Note        lipgloss.Style // the line of the search, and of what was left out
}

// Editor is the question editor. Make one with New.
type Editor struct {
	keys          KeyMap
	styles        Styles
	placeholder   string
	focused       bool
	width, height int

	buf        buffer
	goal       int // the column that up and down keep to, -1: where the cursor is
	history    history
	search     search
	completion completion
	note       string

	rows      []row // of the shown text
	rowsOf    string
	rowsWidth int
	top       int // the first visible row
}

// New returns an empty editor without size and focus.
func New(keys KeyMap, styles Styles) *Editor {
	e := &Editor{keys: keys, styles: styles, goal: -1}
	e.settle()
	return e
}

// SetStyles replaces the styles.
func (e *Editor) SetStyles(styles Styles) { e.styles = styles }

// SetKeys replaces the key bindings.
func (e *Editor) SetKeys(keys KeyMap) { e.keys = keys }

// SetPlaceholder sets what is shown while there is no text.
func (e *Editor) SetPlaceholder(s string) { e.placeholder = oneLine(s) }

// SetSize sets the area: width in cells, height in rows. Candidates, the search and notes stand in it, below the text.
func (e *Editor) SetSize(width, height int) {
	e.width, e.height = max(width, 0), max(height, 0)
	e.settle()
}

// Focus makes the editor take keys and show a cursor.
func (e *Editor) Focus() { e.focused = true }

// Blur is the reverse of Focus. It ends a search and closes the list of names.
func (e *Editor) Blur() {
	e.focused = false
	e.search = search{}
	e.completion.close()
	e.settle()
}

// Focused tells whether the editor takes keys.
func (e *Editor) Focused() bool { return e.focused }

// Busy tells that a search or a list of names is open: esc closes it.
func (e *Editor) Busy() bool { return e.search.on || e.completion.open() }

// Text returns what is typed.
func (e *Editor) Text() string { return e.buf.text }

// SetText replaces the text and puts the cursor at its end.
func (e *Editor) SetText(s string) {
	e.buf = buffer{}
	e.search = search{}
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
	if e.search.on {
		return nil, e.pressInSearch(k)
	}
	if e.completion.open() && e.pressInCompletion(k) {
		return nil, true
	}
	if event, taken := e.command(k); taken {
		return event, true
	}
	switch {
	case e.move(k):
		e.completion.close()
	case e.remove(k):
		e.complete()
	case k.Text != "":
		e.insert(k.Text)
		e.complete()
	default:
		return nil, false
	}
	return nil, true
}

// command does what is neither motion nor a change within the text.
func (e *Editor) command(k tea.KeyPressMsg) (Event, bool) {
	switch {
	case key.Matches(k, e.keys.Newline):
		e.insert("\n")
	case key.Matches(k, e.keys.Submit):
		if text := strings.TrimSpace(e.buf.text); text != "" {
			e.completion.close()
			return Submit{text}, true
		}
	case key.Matches(k, e.keys.Search):
		e.completion.close()
		e.startSearch()
		return nil, true
	default:
		return nil, false
	}
	e.completion.close()
	return nil, true
}

// insert puts sanitised text at the cursor as far as there is room.
func (e *Editor) insert(s string) {
	e.goal = -1
	s = strings.ReplaceAll(guard.Sanitize(s), "\t", strings.Repeat(" ", tabWidth))
	if left := e.buf.insert(s, MaxBytes); left > 0 {
		e.note = fullNote(left)
	}
}

// remove deletes what a key asks for.
func (e *Editor) remove(k tea.KeyPressMsg) bool {
	b, at := &e.buf, e.buf.at
	switch {
	case key.Matches(k, e.keys.DeleteLeft):
		b.cut(b.left(), at)
	case key.Matches(k, e.keys.DeleteRight):
		b.cut(at, b.right())
	case key.Matches(k, e.keys.DeleteWordLeft):
		b.cut(b.wordLeft(isNotBlank), at)
	case key.Matches(k, e.keys.DeleteWordRight):
		b.cut(at, b.wordRight(isWord))
	case key.Matches(k, e.keys.DeleteToStart):
		from := b.lineStart()
		if from == at {
			from = b.left()
		}
		b.cut(from, at)
	case key.Matches(k, e.keys.DeleteToEnd):
		to := b.lineEnd()
		if to == at {
			to = b.right()
		}
		b.cut(at, to)
	default:
		return false
	}
	e.goal = -1
	return true
}

// oneLine makes a sanitised line of any text.
func oneLine(s string) string {
	return strings.Join(strings.Fields(guard.Sanitize(s)), " ")
}
