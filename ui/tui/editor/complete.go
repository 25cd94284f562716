package editor

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/ui/tui/cells"
)

const (
	minSymbol  = 2  // characters of a symbol's name before symbols are asked for
	maxSymbols = 20 // that are asked for
)

// candidate is a name that may be taken.
type candidate struct {
	name   string
	symbol bool // of the API, not a document
}

// completion is the list of names that continue what is typed after an @.
type completion struct {
	documents []string
	symbols   []string // for what was asked last

	start  int         // offset of the mark
	typed  string      // of the name
	wanted string      // what symbols are asked for, "" for nothing
	found  []candidate // in the order they are offered
	chosen int
	closed int // one more than the offset of a mark whose list was closed with esc, 0: none
}

func (c *completion) open() bool { return len(c.found) > 0 }

func (c *completion) close() {
	c.symbols, c.wanted, c.found, c.chosen, c.closed = nil, "", nil, 0, 0
}

// SetNames sets the documents that can be named. The order is that of the offer.
func (e *Editor) SetNames(documents []string) {
	e.completion = completion{documents: lines(documents)}
	e.settle()
}

// Wanted is the start of a name for which symbols are to be looked up, and how many; "" for nothing. There are too
// many for a list: what is found is given to OfferSymbols whenever it is there.
func (e *Editor) Wanted() (text string, limit int) { return e.completion.wanted, maxSymbols }

// OfferSymbols lists symbols for what Wanted said, below the documents. It does nothing once that is no longer wanted.
func (e *Editor) OfferSymbols(text string, names []string) {
	c := &e.completion
	if text == "" || c.wanted != text {
		return
	}
	var chosen candidate
	if c.open() {
		chosen = c.found[c.chosen]
	}
	c.wanted, c.symbols = "", lines(names)
	c.list(text, c.symbols)
	c.chosen = max(slices.Index(c.found, chosen), 0)
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
	before := c.symbols
	c.close()
	c.start = start
	if utf8.RuneCountInString(typed) >= minSymbol {
		c.wanted, c.symbols = typed, before
	}
	c.list(typed, starting(c.symbols, typed)) // until those for this are there
}

// list offers what there is for the start of a name, documents before symbols.
func (c *completion) list(typed string, symbols []string) {
	c.typed, c.found = typed, nil
	for _, name := range starting(c.documents, c.typed) {
		c.found = append(c.found, candidate{name: name})
	}
	for _, name := range symbols {
		c.found = append(c.found, candidate{name, true})
	}
	if len(c.found) == 1 && c.found[0].name == typed {
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
		e.accept(c.found[c.chosen].name)
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
