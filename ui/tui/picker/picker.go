// Package picker is a list that narrows as one types: the actions, sessions, earlier questions.
//
//	p := picker.New("Sessions", &theme.Styles)
//	p.SetItems(items)
//	p.SetSize(width, height)
//	event, taken := p.Update(msg) // a Chosen or a Closed, if the message led to one
//
// The list of bubbles is not used: it turns pages where this one scrolls, and has no place for the keys of an action
// or for why it cannot be taken. A view costs what its rows cost, however many items there are.
package picker

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"ibid/themes"
	"ibid/ui/tui/cells"
)

const (
	maxField  = 256 // characters of a title or a detail that are shown and searched
	inText    = 2   // points for a word that stands in a text
	wordStart = 2   // and more where it starts a word there
)

// Item is one row. The texts are sanitised when they are set.
type Item struct {
	ID       string // names the item; not shown
	Title    string
	Detail   string // beside the title
	Keys     string // at the right: the keys that do the same
	Disabled string // why it cannot be chosen, shown in place of the detail; "": it can
}

// Event is what a message led to, for the screen to act on: Chosen or Closed.
type Event any

// Chosen is the item that was taken. It is never a disabled one.
type Chosen struct{ Item Item }

// Closed says that the person left without a choice.
type Closed struct{}

// Picker is the list. Make one with New.
type Picker struct {
	title         string
	styles        *themes.Styles
	width, height int

	items   []Item
	query   cells.Query
	found   []found
	current int // in found
	top     int // the first visible of found
}

// found is an item that the query finds, and the bytes of its title and its detail where the characters of the query
// start.
type found struct {
	item, score   int
	title, detail []int
}

// New returns a list without items and size. title stands above it.
func New(title string, styles *themes.Styles) *Picker {
	return &Picker{title: cells.OneLine(title), styles: styles}
}

// SetItems replaces the items, and keeps the query and the current item where it still exists, else its place.
func (p *Picker) SetItems(items []Item) {
	old, had := p.Current()
	p.items = make([]Item, len(items))
	for i, it := range items {
		p.items[i] = Item{it.ID, clipped(it.Title), clipped(it.Detail), cells.OneLine(it.Keys), clipped(it.Disabled)}
	}
	p.filter()
	if i := slices.IndexFunc(p.found, func(f found) bool { return had && p.items[f.item].ID == old.ID }); i >= 0 {
		p.current = i
	}
	p.scroll()
}

// clipped is the part of a text that can be shown, as one line.
func clipped(s string) string {
	s = cells.OneLine(s)
	if len(s) <= maxField {
		return s
	}
	runes := []rune(s)
	return string(runes[:min(len(runes), maxField)])
}

// filter finds the items in which every word of the query is, in the title or, for half the score, in the detail: the
// best first, equals in their own order.
func (p *Picker) filter() {
	words := strings.Fields(p.query.Text)
	p.found = p.found[:0]
items:
	for i, it := range p.items {
		f := found{item: i}
		for _, word := range words {
			score, ok := match(word, it.Title, &f.title)
			if !ok {
				if score, ok = match(word, it.Detail, &f.detail); !ok {
					continue items
				}
				score /= 2
			}
			f.score += score
		}
		p.found = append(p.found, f)
	}
	if len(words) > 0 {
		slices.SortStableFunc(p.found, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	}
}

// match finds a word in a text and notes its bytes. It rates higher where the word starts one there.
func match(word, text string, at *[]int) (score int, ok bool) {
	if from, to := cells.IndexFold(text, word); from >= 0 {
		for i := from; i < to; i++ {
			*at = append(*at, i)
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		if unicode.In(before, unicode.L, unicode.N, unicode.M) {
			return inText, true
		}
		return inText + wordStart, true
	}
	return 0, false
}

// Current returns the item under the glyph, false if nothing is found.
func (p *Picker) Current() (Item, bool) {
	if p.current >= len(p.found) {
		return Item{}, false
	}
	return p.items[p.found[p.current].item], true
}

// SetSize sets the area: width in cells, height in rows.
func (p *Picker) SetSize(width, height int) {
	p.width, p.height = max(width, 0), max(height, 0)
	p.scroll()
}

// Update takes a key or a paste. taken is false for a message that the list has no use for.
func (p *Picker) Update(msg tea.Msg) (event Event, taken bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		event, taken = p.press(msg)
	case tea.PasteMsg:
		p.query.Paste(msg.Content)
		p.narrow()
		taken = true
	}
	p.scroll()
	return event, taken
}

func (p *Picker) press(k tea.KeyPressMsg) (Event, bool) {
	it, ok := p.Current()
	switch key := k.String(); {
	case key == "enter":
		if ok && it.Disabled == "" {
			return Chosen{it}, true
		}
	case key == "esc":
		return Closed{}, true
	case p.move(key):
	case p.query.Press(k):
		p.narrow()
	default:
		return nil, false
	}
	return nil, true
}

// Press chooses the item in a row of the list.
func (p *Picker) Press(row int) (event Event, taken bool) {
	n := p.top + row - p.headRows()
	if row < p.headRows() || n >= len(p.found) {
		return nil, false
	}
	p.current = n
	return p.press(tea.KeyPressMsg{Code: tea.KeyEnter})
}

// move goes round at the ends, row by row, and stops there page by page.
func (p *Picker) move(key string) bool {
	n := len(p.found)
	switch key {
	case "up", "ctrl+p":
		p.current = (p.current + n - 1) % max(n, 1)
	case "down", "ctrl+n":
		p.current = (p.current + 1) % max(n, 1)
	case "pgup":
		p.current -= max(p.listRows(), 1)
	case "pgdown":
		p.current += max(p.listRows(), 1)
	case "home":
		p.current = 0
	case "end":
		p.current = n - 1
	default:
		return false
	}
	return true
}

// scroll keeps the current row in the list and in view.
func (p *Picker) scroll() {
	p.current = max(min(p.current, len(p.found)-1), 0)
	rows := max(p.listRows(), 1)
	p.top = max(min(p.top, p.current, len(p.found)-rows), p.current-rows+1, 0)
}

// narrow filters anew, and goes to the best.
func (p *Picker) narrow() {
	p.filter()
	p.current, p.top = 0, 0
}
