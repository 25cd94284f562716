package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// keyMap finds the action of a key.
type keyMap struct{ bindings []binding }

// newKeyMap takes the default keys and replaces those of the actions in own, which CheckKeys has passed.
func newKeyMap(own map[string][]string) keyMap {
	m := keyMap{bindings()}
	for i := range m.bindings {
		b := &m.bindings[i]
		if keys, ok := own[string(b.action)]; ok {
			b.keys = slices.Clone(keys)
		}
	}
	return m
}

// gone are the actions of earlier versions: a file that binds one stays valid, and the key does nothing.
var gone = []string{"copy_code", "search", "next_match", "previous_match", "filter", "next_chunk", "previous_chunk", "theme", "questions", "numbers", "palette", "write_question"}

// CheckKeys tells what is wrong with the keys of the settings: at which action, and why; "" where all is well.
func CheckKeys(own map[string][]string) (action, problem string) {
	m := newKeyMap(own)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if slices.Contains(gone, name) {
			continue
		}
		mine := m.of(Action(name))
		if mine.help == "" {
			return name, "no such action; `ibid help keys` names them all"
		}
		for _, k := range own[name] {
			if utf8.RuneCountInString(k) == 1 {
				return name, fmt.Sprintf("%q is text, which begins a question; take \"alt+%s\"", k, k)
			}
			for _, b := range m.bindings {
				if b.action != mine.action && slices.Contains(b.keys, k) {
					return name, fmt.Sprintf("%q is the key of %s too; give that another one", k, b.action)
				}
			}
		}
	}
	return "", ""
}

// find returns the action of a key where the person is.
func (m keyMap) find(key string, here place) (Action, bool) {
	for _, b := range m.bindings {
		if b.acts(key, here) {
			return b.action, true
		}
	}
	return "", false
}

// place is where the person is.
type place int

const (
	writing place = iota
	atAnswer
	atEvidence
	atSheet
)

// acts tells whether a key of a binding works where the person is. A character is text wherever one is: it begins the
// next question, and no letter of that is lost. Of what is for reading only chords work while one writes.
func (b *binding) acts(key string, here place) bool {
	switch {
	case !slices.Contains(b.keys, key):
		return false
	case here == writing:
		return b.where == anywhere || chord(key)
	}
	return true
}

// chord tells a key that the editor has no use for.
func chord(key string) bool {
	return strings.HasPrefix(key, "alt+") || key == "pgup" || key == "pgdown" || len(key) > 1 && key[0] == 'f' && key[1] <= '9'
}

// of is the binding of an action.
func (m keyMap) of(a Action) binding {
	for _, b := range m.bindings {
		if b.action == a {
			return b
		}
	}
	return binding{action: a}
}

// hint is the first key of an action that works where the person is, as it is shown; the first of all where none does.
func (m keyMap) hint(a Action, here place) string {
	b := m.of(a)
	if i := slices.IndexFunc(b.keys, func(k string) bool { return b.acts(k, here) }); i >= 0 {
		return b.keys[i]
	}
	return firstOf(b.keys)
}

// is tells whether a key is one of an action's.
func (m keyMap) is(a Action, key string) bool { return slices.Contains(m.of(a).keys, key) }
