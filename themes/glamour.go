package themes

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strings"
	"text/template"

	"charm.land/glamour/v2/ansi"
	"github.com/alecthomas/chroma/v2/styles"

	"ibid/index/keyfile"
)

const maxIndent = 20 // columns of an indent or a margin

// chromaTable is the one part of a Glamour style that a theme cannot have: Glamour registers the table of the first
// theme of a run, and never another.
const chromaTable = "glamour.code_block.chroma"

// glamourKeys is every key of a Glamour style, by the names that its JSON has.
func glamourKeys() map[string]taker {
	keys := map[string]taker{}
	collect(keys, reflect.TypeFor[ansi.StyleConfig](), "")
	return keys
}

// collect adds the keys of one of Glamour's structs.
func collect(keys map[string]taker, t reflect.Type, prefix string) {
	for i := range t.NumField() {
		field := t.Field(i)
		tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		kind := field.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		key := prefix + tag
		switch {
		case field.Anonymous:
			collect(keys, kind, prefix)
		case kind == reflect.TypeFor[ansi.Chroma]():
		case kind.Kind() == reflect.Struct:
			collect(keys, kind, key+".")
		default:
			keys[key] = func(f *file, v any) error {
				value, err := glamourValue(key, kind.Kind(), v)
				f.put(strings.Split(key, "."), value)
				return err
			}
		}
	}
}

// put sets a leaf of the Glamour tree.
func (f *file) put(path []string, value any) {
	node := f.glamour
	for _, part := range path[:len(path)-1] {
		if node[part] == nil {
			node[part] = map[string]any{}
		}
		node = node[part].(map[string]any)
	}
	node[path[len(path)-1]] = value
}

// glamourValue checks what Glamour would drop in silence, or stumble over in the middle of an answer.
func glamourValue(key string, kind reflect.Kind, v any) (any, error) {
	if kind == reflect.Bool {
		return boolean(v)
	}
	if kind == reflect.Uint {
		n, ok := v.(int64)
		if !ok || n < 0 || n > maxIndent {
			return nil, fmt.Errorf("%s is not a whole number from 0 to %d", shown(v), maxIndent)
		}
		return n, nil
	}
	switch key[strings.LastIndexByte(key, '.')+1:] {
	case "color", "background_color":
		return color(v)
	case "format":
		s, err := text(v)
		if err != nil {
			return nil, err
		}
		t, err := template.New("").Funcs(ansi.TemplateFuncMap).Parse(s)
		if err == nil {
			err = t.Execute(io.Discard, map[string]any{"text": "x"}) // as Glamour does
		}
		return s, err
	case "theme":
		s, err := text(v)
		if err == nil && s != "" && styles.Registry[s] == nil {
			err = fmt.Errorf("no style of Chroma is called %q", s)
			if near := keyfile.Nearest(s, styles.Names()); near != "" {
				err = fmt.Errorf("%w; did you mean %s?", err, near)
			}
		}
		return s, err
	}
	return text(v)
}

// markdown makes the Glamour style, decoded by Glamour's JSON names: each element as the file says, one that it leaves
// out as in the theme under it.
func (f *file) markdown(under *file) (ansi.StyleConfig, error) {
	tree := maps.Clone(under.glamour)
	maps.Copy(tree, f.glamour)
	var config ansi.StyleConfig
	data, err := json.Marshal(tree)
	if err == nil {
		err = json.Unmarshal(data, &config)
	}
	if err != nil {
		return config, fmt.Errorf("%s: glamour: %w", f.at("glamour"), err)
	}
	if t := config.Table; t.CenterSeparator == nil || t.ColumnSeparator == nil || t.RowSeparator == nil { // Glamour would panic
		return config, fmt.Errorf("%s: glamour.table: it needs center_separator, column_separator and row_separator", f.at("glamour.table"))
	}
	return config, nil
}
