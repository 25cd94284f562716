package themes

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ibid/guard/words"
	"ibid/index/file"
)

// themeFile is what a theme's file says.
type themeFile struct {
	path        string
	entries     []file.Entry
	description string
	dark        bool
	roles       map[string]role
	glamour     map[string]any // a tree, by Glamour's own names
}

// parse reads a theme's file that may have the keys. path is for the errors, which have file:line:column and the key.
func parse(path string, data []byte, keys map[string]taker) (*themeFile, error) {
	entries, err := file.ParseTOML(data)
	var broken *file.TOMLError
	if errors.As(err, &broken) {
		return nil, fmt.Errorf("%s: %w", broken.At(path), broken)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := &themeFile{path: path, entries: entries, roles: map[string]role{}, glamour: map[string]any{}}
	for i := range entries {
		e := &entries[i]
		if key, ok := strings.CutPrefix(e.Key, "glamour."); ok {
			f.put(key, e.Value)
			continue
		}
		take, ok := keys[e.Key]
		if !ok {
			err = unknown(e.Key, keys)
		} else {
			err = take(f, e.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", e.At(path), e.Key, err)
		}
	}
	return f, nil
}

// at is where the first key of a table stands, or the file.
func (f *themeFile) at(table string) string {
	for i := range f.entries {
		if strings.HasPrefix(f.entries[i].Key, table+".") {
			return f.entries[i].At(f.path)
		}
	}
	return f.path
}

// taker puts the value of a key in its place.
type taker func(f *themeFile, value any) error

// known is every key that a theme may have.
func known() map[string]taker {
	keys := map[string]taker{
		"description": func(f *themeFile, v any) (err error) { f.description, err = line(v); return err },
		"dark":        func(f *themeFile, v any) (err error) { f.dark, err = boolean(v); return err },
	}
	for _, field := range new(Styles).fields() {
		set := func(f *themeFile, key string, v any) {
			if f.roles[field.name] == nil {
				f.roles[field.name] = role{}
			}
			f.roles[field.name][key] = v
		}
		for _, key := range []string{"fg", "bg"} {
			keys["roles."+field.name+"."+key] = func(f *themeFile, v any) error {
				c, err := color(v)
				set(f, key, c)
				return err
			}
		}
		for _, key := range attributes() {
			keys["roles."+field.name+"."+key] = func(f *themeFile, v any) error {
				b, err := boolean(v)
				set(f, key, b)
				return err
			}
		}
	}
	return keys
}

// unknown says what is wrong with a key that there is not.
func unknown(key string, keys map[string]taker) error {
	names := slices.Sorted(maps.Keys(keys))
	for _, name := range names {
		if strings.HasPrefix(name, key+".") {
			return errors.New("it is a table, and holds keys of its own")
		}
	}
	if near := words.Nearest(key, names); near != "" {
		return fmt.Errorf("no such key; did you mean %s?", near)
	}
	return errors.New("no such key")
}

// color is "#rgb", "#rrggbb", or a number of the terminal's palette, also as text.
func color(v any) (string, error) {
	s, ok := v.(string)
	if n, number := v.(int64); number {
		s, ok = strconv.FormatInt(n, 10), true
	}
	if hex, is := strings.CutPrefix(s, "#"); is && (len(hex) == 3 || len(hex) == 6) && strings.Trim(hex, "0123456789abcdefABCDEF") == "" {
		return s, nil
	}
	if n, err := strconv.ParseUint(s, 10, 8); err == nil && ok {
		return strconv.FormatUint(n, 10), nil
	}
	return "", fmt.Errorf(`%s is no colour; write "#rrggbb", or a number from 0 to 255`, shown(v))
}

func boolean(v any) (bool, error) {
	b, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf("%s is neither true nor false", shown(v))
	}
	return b, nil
}

// text is a text that a terminal prints and does not obey.
func text(v any) (string, error) {
	s, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("%s is not a text", shown(v))
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }) {
		return "", fmt.Errorf("%s has a character that cannot be printed", shown(v))
	}
	return s, nil
}

func line(v any) (string, error) {
	s, err := text(v)
	if err == nil && strings.Contains(s, "\n") {
		err = errors.New("it has more than one line")
	}
	return s, err
}

// shown is a value for an error message.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return fmt.Sprint(v)
}
