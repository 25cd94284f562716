package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// keyMap finds the action of a key. The digits 1 to 9 jump to citations and cannot be bound.
type keyMap struct{ bindings []binding }

// newKeyMap takes the default keys and replaces those of the actions in own.
func newKeyMap(own map[string][]string) (keyMap, error) {
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
	return m, m.conflict()
}

// CheckKeys tells what is wrong with the keys of the settings: the name of the action and why, "" where all is well.
func CheckKeys(own map[string][]string) (action, problem string) {
	names := make([]string, 0, len(own))
	for name := range own {
		names = append(names, name)
	}
	slices.Sort(names)
	known := bindings()
	for _, name := range names {
		if !slices.ContainsFunc(known, func(b binding) bool { return string(b.action) == name }) {
			return name, fmt.Sprintf("no such action; the help of the screen (f1) and `ibid config` list them")
		}
		for _, k := range own[name] {
			if k == "" || len(k) == 1 && k[0] >= '1' && k[0] <= '9' {
				return name, fmt.Sprintf("%q cannot be bound: the digits jump to citations", k)
			}
		}
	}
	if _, err := newKeyMap(own); err != nil {
		for _, name := range names {
			if strings.Contains(err.Error(), name) {
				return name, err.Error()
			}
		}
	}
	return "", ""
}

// conflict is two actions that want the same key in the same place.
func (m keyMap) conflict() error {
	for i, a := range m.bindings {
		for _, b := range m.bindings[i+1:] {
			if !overlap(a.where, b.where) {
				continue
			}
			for _, k := range a.keys {
				if slices.Contains(b.keys, k) {
					return fmt.Errorf("%s and %s have the same key, %q", a.action, b.action, k)
				}
			}
		}
	}
	return nil
}

// overlap tells whether there is a place where both bindings work.
func overlap(a, b where) bool { return a != onlyFromPalette && b != onlyFromPalette }

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
