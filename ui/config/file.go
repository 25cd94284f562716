package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// entry is one key of a file.
type entry struct {
	key       string // dotted
	value     any
	row, rune int // where the key stands, counted from 1
}

func (e *entry) line(path string) string { return fmt.Sprintf("%s:%d", path, e.row) }
func (e *entry) at(path string) string   { return fmt.Sprintf("%s:%d:%d", path, e.row, e.rune) }

// readFile reads the keys of a TOML file in their order; none where there is no such file.
func readFile(path string) ([]entry, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, &Error{path, "cannot be read: " + err.Error()}
	}
	entries, err := parse(data)
	var de *toml.DecodeError
	switch {
	case errors.As(err, &de):
		row, column := de.Position()
		return nil, &Error{fmt.Sprintf("%s:%d:%d", path, row, column), "not TOML: " + strings.TrimPrefix(de.Error(), "toml: ")}
	case err != nil:
		return nil, &Error{path, "not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	}
	return entries, nil
}

// parse takes the values from the decoder, which knows the whole of TOML, and the places of the keys, which the
// decoder does not tell, from the parser below it.
func parse(data []byte) ([]entry, error) {
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		return nil, err
	}
	l := lister{tree: tree}
	l.parser.Reset(data)
	var table []string
	for l.parser.NextExpression() {
		switch e := l.parser.Expression(); e.Kind {
		case unstable.Table:
			table = keyParts(e)
		case unstable.ArrayTable:
			table = keyParts(e)
			l.add(e, table)
		case unstable.KeyValue:
			l.keyValue(e, table)
		}
	}
	return l.entries, l.parser.Error()
}

// lister collects the keys of a file.
type lister struct {
	parser  unstable.Parser
	tree    map[string]any
	entries []entry
}

func (l *lister) keyValue(n *unstable.Node, prefix []string) {
	parts := append(prefix[:len(prefix):len(prefix)], keyParts(n)...)
	if n.Value().Kind != unstable.InlineTable {
		l.add(n, parts)
		return
	}
	for it := n.Value().Children(); it.Next(); {
		l.keyValue(it.Node(), parts)
	}
}

// add takes the value of a key. One below an array of tables has none of its own: the array is the value.
func (l *lister) add(n *unstable.Node, parts []string) {
	var v any = l.tree
	for _, p := range parts {
		t, ok := v.(map[string]any)
		if !ok {
			return
		}
		v = t[p]
	}
	it := n.Key()
	it.Next()
	start := l.parser.Shape(it.Node().Raw).Start
	l.entries = append(l.entries, entry{strings.Join(parts, "."), v, start.Line, start.Column})
}

func keyParts(n *unstable.Node) []string {
	var parts []string
	for it := n.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	return parts
}

// unknown says that there is no such setting, and which one may have been meant.
func unknown(key string) string {
	best, least := "", len(key)/3+2 // more edits than that make another word
	for _, s := range settings {
		for _, name := range []string{s.Key, s.Key[strings.LastIndexByte(s.Key, '.')+1:], s.Flag} {
			if d := distance(key, name); d < least {
				best, least = s.Key, d
			}
		}
	}
	if best == "" {
		return fmt.Sprintf("no such setting: %q", key)
	}
	return fmt.Sprintf("no such setting: %q; did you mean %s?", key, best)
}

// distance is the number of bytes to insert, delete or replace to turn a into b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
