// Package keyfile reads TOML files that people write, and tells where each key stands, so that a mistake can be named
// by its line.
package keyfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Entry is one key of a file that has a value of its own. The keys of an inline table are entries too; the table is
// none.
type Entry struct {
	Key         string // dotted
	Value       any    // string, int64, float64, bool, a time of TOML, []any or map[string]any
	Row, Column int    // where the key stands, counted from 1
}

// Line is where the key stands, as file:line.
func (e *Entry) Line(path string) string { return fmt.Sprintf("%s:%d", path, e.Row) }

// At is where the key stands, as file:line:column.
func (e *Entry) At(path string) string { return fmt.Sprintf("%s:%d:%d", path, e.Row, e.Column) }

// Error is a text that is not TOML, or holds more than a person writes. Row and Column are 0 where the place is not
// known.
type Error struct {
	Row, Column int
	Problem     string
}

func (e *Error) Error() string { return e.Problem }

// At is where the text is broken, as file:line:column, or the file alone.
func (e *Error) At(path string) string {
	if e.Row == 0 {
		return path
	}
	return fmt.Sprintf("%s:%d:%d", path, e.Row, e.Column)
}

// What a file may hold: the decoder takes the square of it in time.
const (
	maxKeys     = 2_000 // and headers of tables
	maxKeyBytes = 256   // dotted, with the table that it is in
)

// Parse lists the keys of a file in their order. What is wrong with the text is an *Error, and so is more than a
// person writes.
//
// The values come from the decoder, which knows the whole of TOML; the places come from the parser below it, because
// the decoder does not tell them.
func Parse(data []byte) ([]Entry, error) {
	var l lister
	l.parser.Reset(data)
	var table []string
	for l.problem == nil && l.parser.NextExpression() {
		switch e := l.parser.Expression(); e.Kind {
		case unstable.Table:
			table = l.key(e, nil)
		case unstable.ArrayTable:
			table = l.key(e, nil)
			l.add(e, table)
		case unstable.KeyValue:
			l.keyValue(e, table)
		}
	}
	if l.problem != nil {
		return nil, l.problem
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		return nil, broken(err)
	}
	if err := l.parser.Error(); err != nil {
		return nil, broken(err)
	}
	return l.valued(tree), nil
}

func broken(err error) error {
	e := &Error{Problem: "not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	var de *toml.DecodeError
	if errors.As(err, &de) {
		e.Row, e.Column = de.Position()
	}
	return e
}

// lister collects the keys of a file.
type lister struct {
	parser  unstable.Parser
	keys    int
	entries []Entry    // without values
	parts   [][]string // of the key of each entry
	problem *Error     // what is too much, nil for nothing
}

func (l *lister) keyValue(n *unstable.Node, table []string) {
	parts := l.key(n, table)
	if n.Value().Kind != unstable.InlineTable {
		l.add(n, parts)
		return
	}
	for it := n.Value().Children(); l.problem == nil && it.Next(); {
		l.keyValue(it.Node(), parts)
	}
}

// key is the parts of a key in a table.
func (l *lister) key(n *unstable.Node, table []string) []string {
	parts := slices.Clone(table)
	size := 0
	for it := n.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	for _, p := range parts {
		size += len(p) + len(".")
	}
	l.keys++
	tooMuch := ""
	switch {
	case size > maxKeyBytes:
		tooMuch = fmt.Sprintf("a key is longer than %d bytes", maxKeyBytes)
	case l.keys > maxKeys:
		tooMuch = fmt.Sprintf("more than %d keys", maxKeys)
	}
	if tooMuch != "" {
		at := l.at(n)
		l.problem = &Error{at.Line, at.Column, tooMuch}
	}
	return parts
}

// at is where a key begins.
func (l *lister) at(n *unstable.Node) unstable.Position {
	it := n.Key()
	it.Next()
	return l.parser.Shape(it.Node().Raw).Start
}

func (l *lister) add(n *unstable.Node, parts []string) {
	at := l.at(n)
	l.entries = append(l.entries, Entry{Key: strings.Join(parts, "."), Row: at.Line, Column: at.Column})
	l.parts = append(l.parts, parts)
}

// valued is the entries with their values. One below an array of tables has none of its own: the array is the value.
func (l *lister) valued(tree map[string]any) []Entry {
	var out []Entry
	for i, e := range l.entries {
		e.Value = tree
		table, ok := tree, true
		for _, p := range l.parts[i] {
			if table, ok = e.Value.(map[string]any); !ok {
				break
			}
			e.Value = table[p]
		}
		if ok {
			out = append(out, e)
		}
	}
	return out
}
