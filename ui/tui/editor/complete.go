package editor

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"ibid/ui/tui/cells"
)

// completion is the list of documents that continue what is typed after an @.
type completion struct {
	documents []string
	typed     string   // of the name
	found     []string // in the order they are offered
	chosen    int
	closed    bool // with esc, until another mark is typed
}

func (c *completion) close() { c.found, c.chosen, c.typed = nil, 0, "" }

// SetNames sets the documents that can be named. The order is that of the offer.
func (e *Editor) SetNames(documents []string) {
	e.completion = completion{}
	for _, name := range documents {
		if name = cells.OneLine(name); name != "" {
			e.completion.documents = append(e.completion.documents, name)
		}
	}
}

// mention is the name that ends at the cursor: @name, or @"a name with blan…, at the start of a word.
var mention = regexp.MustCompile(`(?:^|\s)@("[^"\n]*|[^\s"]*)$`)

// complete offers names if the cursor stands at the end of a mark with the start of one.
func (e *Editor) complete() {
	c := &e.completion
	lines := strings.Split(e.Text(), "\n")
	line := []rune(lines[e.area.Line()])
	col := min(e.area.Column(), len(line))
	m := mention.FindStringSubmatch(string(line[:col]))
	if m == nil || col < len(line) && !unicode.IsSpace(line[col]) {
		c.close()
		c.closed = false
		return
	}
	if c.close(); c.closed {
		return
	}
	c.typed = strings.TrimPrefix(m[1], `"`)
	c.found = starting(c.documents, c.typed)
	if len(c.found) == 1 && c.found[0] == c.typed {
		c.found = nil // nothing to add; enter asks
	}
}

// starting are the names that start with what is typed and, after them, those that contain it.
func starting(names []string, typed string) []string {
	var first, then []string
	for _, name := range names {
		switch strings.Index(strings.ToLower(name), strings.ToLower(typed)) {
		case -1:
		case 0:
			first = append(first, name)
		default:
			then = append(then, name)
		}
	}
	return slices.Concat(first, then)
}

// pressInCompletion tells whether the list has a use for the key.
func (e *Editor) pressInCompletion(name string) bool {
	c := &e.completion
	switch name {
	case "up":
		c.chosen = (c.chosen + len(c.found) - 1) % len(c.found)
	case "down":
		c.chosen = (c.chosen + 1) % len(c.found)
	case "tab", "enter":
		e.accept(c.found[c.chosen])
	case "esc":
		c.close()
		c.closed = true
	default:
		return false
	}
	return true
}

// accept replaces what is typed of a name by the name. One with blanks stands in quotes.
func (e *Editor) accept(name string) {
	line := []rune(strings.Split(e.Text(), "\n")[e.area.Line()])
	before := string(line[:min(e.area.Column(), len(line))])
	atEnd := len(before) == len(string(line)) && e.area.Line() == e.area.LineCount()-1
	for range utf8.RuneCountInString(before[strings.LastIndexByte(before, '@'):]) {
		e.area, _ = e.area.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	if strings.IndexFunc(name, unicode.IsSpace) >= 0 {
		name = `"` + name + `"`
	}
	if atEnd {
		name += " "
	}
	e.insert("@" + name)
	e.completion.close()
}
