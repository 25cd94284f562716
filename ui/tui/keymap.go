package tui

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// keyMap finds the action of a key. The digits 1 to 9 jump to citations and cannot be bound.
type keyMap struct{ bindings []binding }

// newKeyMap takes the default keys and replaces those of the actions in own, which CheckKeys has passed.
func newKeyMap(own map[string][]string) keyMap {
	m := keyMap{bindings()}
	for i := range m.bindings {
		b := &m.bindings[i]
		keys, ok := own[string(b.action)]
		if !ok {
			continue
		}
		b.keys = slices.Clone(keys)
		if b.where == onlyFromPalette && len(keys) > 0 {
			b.where = inPanes
		}
	}
	return m
}

// CheckKeys tells what is wrong with the keys of the settings: at which action, and why; "" where all is well.
func CheckKeys(own map[string][]string) (action, problem string) {
	m := newKeyMap(own)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		mine := m.of(Action(name))
		if mine.help == "" {
			return name, "no such action; the palette names them all"
		}
		for _, k := range own[name] {
			if k == "" || len(k) == 1 && k[0] >= '1' && k[0] <= '9' {
				return name, fmt.Sprintf("%q cannot be bound: the digits jump to citations", k)
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

// find returns the action of a key where the person is. Single characters act only outside the editor.
func (m keyMap) find(key string, here where) (Action, bool) {
	if here == anywhere && utf8.RuneCountInString(key) == 1 {
		return "", false
	}
	for _, b := range m.bindings {
		if b.where > here || b.where == onlyFromPalette {
			continue
		}
		if slices.Contains(b.keys, key) {
			return b.action, true
		}
	}
	return "", false
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

// hint is the first key of an action, as it is shown.
func (m keyMap) hint(a Action) string {
	if b := m.of(a); len(b.keys) > 0 {
		return b.keys[0]
	}
	return ""
}

// is tells whether a key is one of an action's.
func (m keyMap) is(a Action, key string) bool { return slices.Contains(m.of(a).keys, key) }
