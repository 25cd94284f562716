// Package keyfile reads TOML files that people write, and tells where each key stands, so that a mistake can be named by
// its line.
package keyfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Entry is one key of a file that has a value of its own. The keys of an inline table are entries too; the table is none.
type Entry struct {
	Key         string // dotted
	Value       any    // string, int64, float64, bool, a time of TOML, []any or map[string]any
	Row, Column int    // where the key stands, counted from 1
}

// Line is where the key stands, as file:line.
func (e *Entry) Line(path string) string { return fmt.Sprintf("%s:%d", path, e.Row) }

// At is where the key stands, as file:line:column.
func (e *Entry) At(path string) string { return fmt.Sprintf("%s:%d:%d", path, e.Row, e.Column) }

// Error is a text that is not TOML. Row and Column are 0 where the place is not known.
type Error struct {
	Row, Column int
	Problem     string
}

func (e *Error) Error() string { return "not TOML: " + e.Problem }

// At is where the text is broken, as file:line:column, or the file alone.
func (e *Error) At(path string) string {
	if e.Row == 0 {
		return path
	}
	return fmt.Sprintf("%s:%d:%d", path, e.Row, e.Column)
}

// Parse lists the keys of a file in their order. What is wrong with the text is an *Error.
//
// The values come from the decoder, which knows the whole of TOML; the places come from the parser below it, because the
// decoder does not tell them.
func Parse(data []byte) ([]Entry, error) {
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		return nil, broken(err)
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
	if err := l.parser.Error(); err != nil {
		return nil, broken(err)
	}
	return l.entries, nil
}

func broken(err error) error {
	e := &Error{Problem: strings.TrimPrefix(err.Error(), "toml: ")}
	var de *toml.DecodeError
	if errors.As(err, &de) {
		e.Row, e.Column = de.Position()
	}
	return e
}

// lister collects the keys of a file.
type lister struct {
	parser  unstable.Parser
	tree    map[string]any
	entries []Entry
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
	l.entries = append(l.entries, Entry{strings.Join(parts, "."), v, start.Line, start.Column})
}

func keyParts(n *unstable.Node) []string {
	var parts []string
	for it := n.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	return parts
}
