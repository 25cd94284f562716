package editor

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/ui/tui/cells"
)

// completion is the list of documents that continue what is typed after an @.
type completion struct {
	documents []string

	start  int      // offset of the mark
	typed  string   // of the name
	found  []string // in the order they are offered
	chosen int
	closed int // one more than the offset of a mark whose list was closed with esc, 0: none
}

func (c *completion) open() bool { return len(c.found) > 0 }

func (c *completion) close() { c.found, c.chosen, c.closed = nil, 0, 0 }

// SetNames sets the documents that can be named. The order is that of the offer.
func (e *Editor) SetNames(documents []string) {
	e.completion = completion{documents: lines(documents)}
	e.settle()
}

func lines(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		if name = cells.OneLine(name); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// complete offers names if the cursor stands at the end of a mark with the start of one.
func (e *Editor) complete() {
	c := &e.completion
	start, typed, ok := mention(e.buf.text, e.buf.at)
	if !ok {
		c.close()
		return
	}
	if c.closed == start+1 {
		return
	}
	c.close()
	c.start, c.typed, c.found = start, typed, starting(c.documents, typed)
	if len(c.found) == 1 && c.found[0] == typed {
		c.found = nil // nothing to add; enter asks
	}
}

// starting are the names that start with what is typed and, after them, those that contain it.
func starting(names []string, typed string) []string {
	var first, then []string
	for _, name := range names {
		switch from, _ := cells.IndexFold(name, typed); {
		case from == 0:
			first = append(first, name)
		case from > 0:
			then = append(then, name)
		}
	}
	return slices.Concat(first, then)
}

// mention finds the name that ends at the cursor: @name, or @"a name with blan…, at the start of a word. start is the
// offset of its mark.
func mention(text string, at int) (start int, typed string, ok bool) {
	if next, size := utf8.DecodeRuneInString(text[at:]); size > 0 && !unicode.IsSpace(next) {
		return 0, "", false
	}
	line := strings.LastIndexByte(text[:at], '\n') + 1
	for end := at; ; end = start {
		start = line + strings.LastIndexByte(text[line:end], '@')
		if start < line {
			return 0, "", false
		}
		if before, size := utf8.DecodeLastRuneInString(text[line:start]); size > 0 && !unicode.IsSpace(before) {
			continue
		}
		name, quoted := strings.CutPrefix(text[start+1:at], `"`)
		if quoted && !strings.Contains(name, `"`) || !quoted && strings.IndexFunc(name, unicode.IsSpace) < 0 {
			return start, name, true
		}
	}
}

// pressInCompletion tells whether the list has a use for the key.
func (e *Editor) pressInCompletion(key string) bool {
	c := &e.completion
	switch key {
	case "up":
		c.chosen = (c.chosen + len(c.found) - 1) % len(c.found)
	case "down":
		c.chosen = (c.chosen + 1) % len(c.found)
	case "tab", "enter":
		e.accept(c.found[c.chosen])
	case "esc":
		start := c.start
		c.close()
		c.closed = start + 1
	default:
		return false
	}
	return true
}

// accept replaces what is typed of a name by the name. One with blanks stands in quotes.
func (e *Editor) accept(name string) {
	b, start := &e.buf, e.completion.start
	if strings.IndexFunc(name, unicode.IsSpace) >= 0 {
		name = `"` + name + `"`
	}
	if b.at == len(b.text) {
		name += " "
	}
	b.cut(start, b.at)
	e.insert("@" + name)
	e.completion.close()
}
