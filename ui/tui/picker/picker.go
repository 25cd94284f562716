// Package picker is a list that narrows as one types: the palette of actions, sessions, themes, earlier questions.
//
//	p := picker.New("Sessions", picker.DefaultKeyMap(), styles)
//	p.SetItems(items)
//	p.SetSize(width, height)
//	event, taken := p.Update(msg) // a Chosen, an Acted or a Closed, if the message led to one
//
// A key costs what filtering costs, and a view what its rows cost, however many items there are.
package picker

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
)

const (
	maxField = 256 // characters of a title or a detail that are shown and searched
	maxQuery = 256 // bytes of what is typed
)

// Item is one row. The texts are sanitised when they are set.
type Item struct {
	ID       string // names the item; not shown
	Title    string
	Detail   string // beside the title
	Keys     string // at the right: the keys that do the same
	Disabled string // why it cannot be chosen, shown in place of the detail; "": it can
}

// Action is something else that can be done to an item, such as deleting it.
type Action struct {
	Name string
	Key  key.Binding
}

// Event is what a message led to, for the screen to act on: Chosen, Acted or Closed.
type Event interface{ isEvent() }

// Chosen is the item that was taken. It is never a disabled one.
type Chosen struct{ Item Item }

// Acted asks for the action of that name on an item, which may be disabled.
type Acted struct {
	Action string
	Item   Item
}

// Closed says that the person left without a choice.
type Closed struct{}

func (Chosen) isEvent() {}
func (Acted) isEvent()  {}
func (Closed) isEvent() {}

// Styles are colours and attributes. They must not change the size of what is drawn, nor underline: lipgloss draws
// underlined text rune by rune, which takes emoji apart.
type Styles struct {
	Title    lipgloss.Style // of the list
	Count    lipgloss.Style
	Prompt   lipgloss.Style
	Query    lipgloss.Style
	Item     lipgloss.Style
	Current  lipgloss.Style // the title of the current row
	Disabled lipgloss.Style
	Detail   lipgloss.Style
	Keys     lipgloss.Style
	Match    lipgloss.Style // the characters that were typed; always bold and underlined
	Empty    lipgloss.Style
}

// visible makes the match show without colour; underlined draws the rest of it.
func (s Styles) visible() Styles {
	s.Match = s.Match.Bold(true)
	return s
}

// KeyMap is the keys of a list. What is printed by other keys is typed.
type KeyMap struct {
	Up, Down, PageUp, PageDown, First, Last key.Binding
	Choose, Close                           key.Binding
	DeleteLeft, DeleteWord, Clear           key.Binding
}

// DefaultKeyMap returns the usual keys.
func DefaultKeyMap() KeyMap {
	bind := func(help string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(keys[0], help))
	}
	return KeyMap{
		Up:         bind("up", "up", "ctrl+p"),
		Down:       bind("down", "down", "ctrl+n"),
		PageUp:     bind("page up", "pgup"),
		PageDown:   bind("page down", "pgdown"),
		First:      bind("first", "home"),
		Last:       bind("last", "end"),
		Choose:     bind("choose", "enter"),
		Close:      bind("close", "esc"),
		DeleteLeft: bind("delete left", "backspace", "shift+backspace", "ctrl+h"),
		DeleteWord: bind("delete word", "ctrl+w", "alt+backspace", "ctrl+backspace"),
		Clear:      bind("clear", "ctrl+u"),
	}
}

// Picker is the list. Make one with New.
type Picker struct {
	title, empty  string
	keys          KeyMap
	styles        Styles
	actions       []Action
	width, height int

	items   []Item
	fields  []fields // of each item
	query   string
	found   []found
	current int // in found
	top     int // the first visible of found
	matcher matcher
}

// New returns a list without items and size. title stands above it.
func New(title string, keys KeyMap, styles Styles) *Picker {
	return &Picker{title: oneLine(title), empty: "nothing here yet", keys: keys, styles: styles.visible()}
}

// SetStyles replaces the styles.
func (p *Picker) SetStyles(styles Styles) { p.styles = styles.visible() }

// SetEmpty sets what is said where there is no item at all.
func (p *Picker) SetEmpty(text string) { p.empty = oneLine(text) }

// SetActions sets what can be done beside choosing. Their keys go before those of the list.
func (p *Picker) SetActions(actions ...Action) { p.actions = slices.Clone(actions) }

// SetItems replaces the items, and keeps the query and the current item where it still exists, else its place.
func (p *Picker) SetItems(items []Item) {
	old, had := p.Current()
	p.items = make([]Item, len(items))
	p.fields = make([]fields, len(items))
	for i, it := range items {
		p.items[i] = Item{it.ID, oneLine(it.Title), oneLine(it.Detail), oneLine(it.Keys), oneLine(it.Disabled)}
		p.fields[i] = fields{foldField(p.items[i].Title), foldField(p.items[i].Detail)}
	}
	current := p.current
	p.filter(nil)
	p.current = max(min(current, len(p.found)-1), 0)
	if had {
		p.Select(old.ID)
	}
	p.scroll()
}

// Select makes the item of that ID current if it is in the list.
func (p *Picker) Select(id string) {
	if i := slices.IndexFunc(p.found, func(f found) bool { return p.items[f.item].ID == id }); i >= 0 {
		p.current = i
		p.scroll()
	}
}

// Current returns the item under the glyph, false if nothing is found.
func (p *Picker) Current() (Item, bool) {
	if p.current >= len(p.found) {
		return Item{}, false
	}
	return p.items[p.found[p.current].item], true
}

// Query returns what is typed.
func (p *Picker) Query() string { return p.query }

// Reset clears the query and goes to the first item.
func (p *Picker) Reset() { p.setQuery("") }

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
		p.typed(oneLine(strings.ToValidUTF8(msg.Content[:min(len(msg.Content), maxQuery)], "")))
		taken = true
	}
	p.scroll()
	return event, taken
}

func (p *Picker) press(k tea.KeyPressMsg) (Event, bool) {
	for _, a := range p.actions {
		if key.Matches(k, a.Key) {
			if it, ok := p.Current(); ok {
				return Acted{a.Name, it}, true
			}
			return nil, true
		}
	}
	switch {
	case key.Matches(k, p.keys.Choose):
		if it, ok := p.Current(); ok && it.Disabled == "" {
			return Chosen{it}, true
		}
	case key.Matches(k, p.keys.Close):
		return Closed{}, true
	case p.move(k):
	case key.Matches(k, p.keys.DeleteLeft):
		p.setQuery(withoutLast(p.query))
	case key.Matches(k, p.keys.DeleteWord):
		q := strings.TrimRight(p.query, " ")
		p.setQuery(q[:strings.LastIndexByte(q, ' ')+1])
	case key.Matches(k, p.keys.Clear):
		p.setQuery("")
	case k.Text == " ":
		p.typed(" ")
	case k.Text != "":
		p.typed(oneLine(k.Text))
	default:
		return nil, false
	}
	return nil, true
}

// move goes round at the ends, row by row, and stops there page by page.
func (p *Picker) move(k tea.KeyPressMsg) bool {
	n := len(p.found)
	switch {
	case key.Matches(k, p.keys.Up):
		p.current = (p.current + n - 1) % max(n, 1)
	case key.Matches(k, p.keys.Down):
		p.current = (p.current + 1) % max(n, 1)
	case key.Matches(k, p.keys.PageUp):
		p.current -= max(p.listRows(), 1)
	case key.Matches(k, p.keys.PageDown):
		p.current += max(p.listRows(), 1)
	case key.Matches(k, p.keys.First):
		p.current = 0
	case key.Matches(k, p.keys.Last):
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

// typed adds to the query.
func (p *Picker) typed(text string) {
	if text != "" && len(p.query)+len(text) <= maxQuery {
		p.setQuery(p.query + text)
	}
}

// setQuery filters anew. What is found of a longer query is among what was found of the shorter one.
func (p *Picker) setQuery(query string) {
	var among []found
	if p.query != "" && strings.HasPrefix(query, p.query) {
		among = p.found
	}
	p.query = query
	p.filter(among)
	p.current, p.top = 0, 0
}

// withoutLast takes the last grapheme cluster off.
func withoutLast(s string) string {
	last := 0
	for i := 0; i < len(s); {
		c, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		last, i = i, i+len(c)
	}
	return s[:last]
}

// oneLine makes a sanitised line of any text.
func oneLine(s string) string {
	return strings.Join(strings.Fields(guard.Sanitize(s)), " ")
}
