// Package editor is the question editor of the screen: the text area of bubbles with a history and names that complete
// themselves.
//
//	e := editor.New(&theme.Styles)
//	e.SetSize(width, e.Height(width, 8))
//	event, taken := e.Update(msg) // a Submit or a Pasted, if the message led to one
//
// The text area counts runes; here a key takes all runes of what is drawn as one, and the cursor never stands inside.
// All text is sanitised when it comes in, and bounded, so that the cost of a key is bounded too.
package editor

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/themes"
	"ibid/ui/tui/cells"
)

const (
	// MaxRunes bounds the text: a longer question is a document.
	MaxRunes = 8 << 10

	maxPasteLines = 5    // a paste of more lines is offered, not inserted
	maxPasteRunes = 2000 // and one of more characters
	maxCandidates = 6    // rows of names to choose from
	maxRows       = 9999 // of a text; the text area allows as many lines
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
	area          textarea.Model
	width, height int
	history       []string // earlier questions, oldest first
	at            int      // of history; its length stands for the draft
	draft         string   // while an earlier question is shown
	completion    completion
	note          string
}

// New returns an empty editor without size and focus.
func New(styles *themes.Styles) *Editor {
	a := textarea.New()
	a.ShowLineNumbers, a.DynamicHeight = false, true
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

// SetPlaceholder sets what is shown while there is no text.
func (e *Editor) SetPlaceholder(s string) { e.area.Placeholder = cells.OneLine(s) }

// SetSize sets the area: width in cells, height in rows. Candidates and notes stand in it, below the text.
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
	e.area.MaxHeight = max(e.height-e.panelRows(), 1)
	e.area.SetWidth(e.width)
}

// Height returns how many rows the editor would fill at a width, at least one and at most limit.
func (e *Editor) Height(width, limit int) int {
	w, h := e.width, e.height
	defer func() { e.SetSize(w, h) }()
	e.SetSize(width, max(limit, 1))
	return max(min(e.area.Height()+e.panelRows(), limit), 1)
}

// Focus makes the editor take keys and show a cursor.
func (e *Editor) Focus() { e.area.Focus() }

// Blur is the reverse of Focus. It closes the list of names.
func (e *Editor) Blur() {
	e.area.Blur()
	e.completion.close()
}

// Busy tells that a list of names is open: esc closes it.
func (e *Editor) Busy() bool { return len(e.completion.found) > 0 }

// Text returns what is typed.
func (e *Editor) Text() string { return e.area.Value() }

// SetText replaces the text and puts the cursor at its end.
func (e *Editor) SetText(s string) {
	e.completion.close()
	e.area.SetValue("")
	e.insert(s)
}

// Reset empties the editor and leaves the history.
func (e *Editor) Reset() {
	e.note, e.draft, e.at = "", "", len(e.history)
	e.SetText("")
}

// SetHistory sets the earlier questions, oldest first. If one of them is shown, the draft comes back.
func (e *Editor) SetHistory(questions []string) {
	e.browse(len(e.history) - e.at)
	e.history, e.at = questions, len(questions)
}

// browse shows an earlier or a later question, or the draft.
func (e *Editor) browse(step int) {
	to := e.at + step
	if step == 0 || to < 0 || to > len(e.history) {
		return
	}
	if e.at == len(e.history) {
		e.draft = e.Text()
	}
	shown := e.draft
	if to < len(e.history) {
		shown = e.history[to]
	}
	e.at = to
	e.SetText(shown)
	if step < 0 {
		e.area.MoveToBegin() // where the same key goes on
		e.area.CursorEnd()
	}
}

// Update takes a key or a paste while the editor has the focus. taken is false for a message that it has no use for.
func (e *Editor) Update(msg tea.Msg) (event Event, taken bool) {
	if !e.area.Focused() {
		return nil, false
	}
	e.note = ""
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		event, taken = e.press(msg)
	case tea.PasteMsg:
		event, taken = e.paste(msg.Content), true
	}
	e.SetSize(e.width, e.height)
	return event, taken
}

func (e *Editor) press(k tea.KeyPressMsg) (Event, bool) {
	name, line := k.String(), e.area.LineInfo()
	if e.Busy() && e.pressInCompletion(name) {
		return nil, true
	}
	before, row, col := e.Text(), e.area.Line(), e.area.Column()
	switch {
	case name == "enter":
		e.completion.close()
		if text := strings.TrimSpace(before); text != "" {
			return Submit{text}, true
		}
		return nil, true
	case name == "up" && row == 0 && line.RowOffset == 0:
		e.browse(-1)
	case name == "down" && row == e.area.LineCount()-1 && line.RowOffset == line.Height-1:
		e.browse(+1)
	case k.Text != "":
		e.insert(k.Text)
		e.complete()
	default:
		for range e.steps(k) {
			e.area, _ = e.area.Update(k)
		}
		e.wholeCluster()
		if e.Text() == before {
			e.completion.close()
			return nil, row != e.area.Line() || col != e.area.Column() || strings.HasPrefix(name, "shift+")
		}
		e.complete()
	}
	return nil, true
}

// steps is how many characters of the text area a key passes or deletes: all those of what is drawn as one.
func (e *Editor) steps(k tea.KeyPressMsg) int {
	line := []rune(strings.Split(e.Text(), "\n")[e.area.Line()])
	col := min(e.area.Column(), len(line))
	m := &e.area.KeyMap
	switch {
	case key.Matches(k, m.CharacterBackward, m.DeleteCharacterBackward) && col > 0:
		return col - boundary(line, col-1)
	case key.Matches(k, m.CharacterForward, m.DeleteCharacterForward) && col < len(line):
		cluster, _ := cells.Cluster(string(line[col:]))
		return utf8.RuneCountInString(cluster)
	}
	return 1
}

// boundary is the last place between two clusters of a line that is not behind col.
func boundary(line []rune, col int) int {
	at := 0
	for text := string(line); text != ""; {
		cluster, _ := cells.Cluster(text)
		n := utf8.RuneCountInString(cluster)
		if at+n > col {
			break
		}
		at, text = at+n, text[len(cluster):]
	}
	return at
}

// wholeCluster moves a cursor that an edit or a motion left inside a cluster to its start.
func (e *Editor) wholeCluster() {
	line := []rune(strings.Split(e.Text(), "\n")[e.area.Line()])
	if at := boundary(line, e.area.Column()); at != e.area.Column() {
		e.area.SetCursorColumn(at)
	}
}

// insert puts sanitised text at the cursor as far as there is room.
func (e *Editor) insert(s string) {
	runes := []rune(strings.ReplaceAll(guard.Sanitize(s), "\t", "    "))
	if room := max(MaxRunes-utf8.RuneCountInString(e.Text()), 0); len(runes) > room {
		e.note = fmt.Sprintf("! %d characters left out: a question holds %d", len(runes)-room, MaxRunes)
		runes = runes[:boundary(runes, room)]
	}
	e.area.InsertString(string(runes))
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

// InsertPaste inserts the text of a Pasted. What is more than MaxRunes is left out, and a note says how much.
func (e *Editor) InsertPaste(text string) {
	e.completion.close()
	e.insert(text)
	e.SetSize(e.width, e.height)
}

// panelRows is the number of rows wanted below the text.
func (e *Editor) panelRows() int {
	if e.note != "" {
		return 1
	}
	return min(len(e.completion.found), maxCandidates)
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
func (e *Editor) View() string {
	out := strings.Split(e.area.View(), "\n")
	if room := e.height - len(out); e.note != "" && room > 0 {
		out = append(out, e.styles.Muted.Render(ansi.Truncate(e.note, e.width, "…")))
	} else if room > 0 {
		out = append(out, e.candidates(room)...)
	}
	return strings.Join(cells.Box(out[:min(len(out), e.height)], e.width, e.height, ""), "\n")
}

// candidates draws the names that may be taken, in at most room lines.
func (e *Editor) candidates(room int) []string {
	c := &e.completion
	room = min(room, maxCandidates, len(c.found))
	first := max(c.chosen-room+1, 0)
	var out []string
	for i := first; i < first+room; i++ {
		glyph, style := "  ", e.styles.Text
		if i == c.chosen {
			glyph, style = "▸ ", e.styles.Selection
		}
		name := ansi.Truncate(c.found[i], max(e.width-2, 0), "…")
		if at := strings.Index(strings.ToLower(name), strings.ToLower(c.typed)); at >= 0 && c.typed != "" {
			from := ansi.StringWidth(name[:min(at, len(name))])
			name = lipgloss.StyleRanges(style.Render(name), lipgloss.NewRange(from, from+ansi.StringWidth(c.typed), e.styles.Quote))
		} else {
			name = style.Render(name)
		}
		out = append(out, style.Render(glyph)+name)
	}
	return out
}
