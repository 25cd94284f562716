package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ibid/index/file"
)

// keysTable holds what a user binds to keys: [keys], then one line for each action, with a key or a list of keys.
const keysTable = "keys"

// formerActions are those that the screen had once.
var formerActions = []string{"export_session", "copy_bibtex", "copy_csl", "unread"}

// Actions lists the actions in Keys, sorted.
func (c *Config) Actions() []string { return slices.Sorted(maps.Keys(c.Keys)) }

// isKeys tells that a key of a file belongs to the table of keys.
func isKeys(key string) bool { return key == keysTable || strings.HasPrefix(key, keysTable+".") }

// bind takes the keys of one action.
func (c *Config) bind(path string, e file.Entry) error {
	action := strings.TrimPrefix(e.Key, keysTable+".")
	keys, err := keyList(e.Value)
	switch {
	case action == e.Key:
		err = errors.New("it is a table: write [keys], and a line for each action")
	case strings.Trim(action, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
		err = fmt.Errorf("%q is no name of an action: those are small letters, digits and _", action)
	}
	if err == nil && slices.Contains(formerActions, action) {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s: %s: there is no such action any more, and the line does nothing", e.At(path), e.Key))
		return nil
	}
	if err != nil {
		return &Error{e.At(path), fmt.Sprintf("%s: %v", e.Key, err)}
	}
	c.Keys[action], c.origin[e.Key] = keys, e.Line(path)
	return nil
}

// keyList is a key or a list of keys. An empty list is good: no key does it.
func keyList(value any) ([]string, error) {
	values, many := value.([]any)
	if !many {
		values = []any{value}
	}
	keys := make([]string, len(values))
	for i, v := range values {
		key, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf(`%s is not a key; write it as text, like "ctrl+s"`, input{value: v}.shown())
		}
		if strings.TrimSpace(key) == "" {
			return nil, errors.New(`a key is empty; write "space" for the space bar, and [] for no key`)
		}
		keys[i] = key
	}
	return keys, nil
}
