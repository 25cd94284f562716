package editor

import "charm.land/bubbles/v2/key"

// KeyMap is the keys of the editor. While a search or a list of names is open, Submit takes, Close leaves, Up and Down
// choose.
type KeyMap struct {
	Submit, Newline                            key.Binding
	Search, Accept, Close                      key.Binding
	Up, Down, Left, Right, WordLeft, WordRight key.Binding
	LineStart, LineEnd, TextStart, TextEnd     key.Binding
	DeleteLeft, DeleteRight                    key.Binding
	DeleteWordLeft, DeleteWordRight            key.Binding
	DeleteToStart, DeleteToEnd                 key.Binding
}

// DefaultKeyMap returns the keys that shells and editors have taught.
func DefaultKeyMap() KeyMap {
	bind := func(help string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(keys[0], help))
	}
	return KeyMap{
		Submit:  bind("ask", "enter"),
		Newline: bind("new line", "alt+enter", "shift+enter", "ctrl+j"),

		Search: bind("search earlier questions", "ctrl+r"),
		Accept: bind("take the name", "tab"),
		Close:  bind("close", "esc"),

		Up:        bind("up, earlier question", "up"),
		Down:      bind("down, later question", "down"),
		Left:      bind("left", "left", "ctrl+b"),
		Right:     bind("right", "right", "ctrl+f"),
		WordLeft:  bind("word left", "alt+b", "alt+left", "ctrl+left"),
		WordRight: bind("word right", "alt+f", "alt+right", "ctrl+right"),
		LineStart: bind("start of line", "home", "ctrl+a"),
		LineEnd:   bind("end of line", "end", "ctrl+e"),
		TextStart: bind("start of text", "ctrl+home", "alt+<"),
		TextEnd:   bind("end of text", "ctrl+end", "alt+>"),

		DeleteLeft:      bind("delete left", "backspace", "shift+backspace", "ctrl+h"),
		DeleteRight:     bind("delete right", "delete", "ctrl+d"),
		DeleteWordLeft:  bind("delete word left", "ctrl+w", "alt+backspace", "ctrl+backspace"),
		DeleteWordRight: bind("delete word right", "alt+d", "alt+delete", "ctrl+delete"),
		DeleteToStart:   bind("delete to start of line", "ctrl+u"),
		DeleteToEnd:     bind("delete to end of line", "ctrl+k"),
	}
}
