package file

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Place is where something stands in a file, counted from 1; 0 where that is not known.
type Place struct{ Row, Column int }

// Line is the place as file:line.
func (p Place) Line(path string) string { return fmt.Sprintf("%s:%d", path, p.Row) }

// At is the place as file:line:column, or the file alone.
func (p Place) At(path string) string {
	if p.Row == 0 {
		return path
	}
	return fmt.Sprintf("%s:%d:%d", path, p.Row, p.Column)
}

// Entry is one key of a file that has a value of its own. The keys of an inline table are entries too; the table is
// none.
type Entry struct {
	Key   string // dotted
	Value any    // string, int64, float64, bool, a time of TOML, []any or map[string]any
	Place        // of the key
}

// TOMLError is a text that is not TOML, or holds more than a person writes.
type TOMLError struct {
	Place
	Problem string
}

func (e *TOMLError) Error() string { return e.Problem }

// What a file may hold: the decoder takes the square of it in time.
const (
	maxKeys     = 2_000 // and headers of tables
	maxKeyBytes = 256   // dotted, with the table that it is in
)

// ParseTOML lists the keys of a TOML file in their order, and where each stands, so that a mistake can be named by its line.
// What is wrong with the text, or more than a person writes, is an *Error. The values come from the decoder, which knows
// the whole of TOML; the places come from the parser below it, because the decoder does not tell them.
func ParseTOML(data []byte) ([]Entry, error) {
	var l tomlLister
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
	if err := cmp.Or(toml.Unmarshal(data, &tree), l.parser.Error()); err != nil {
		return nil, notTOML(err)
	}
	return l.valued(tree), nil
}

func notTOML(err error) error {
	e := &TOMLError{Problem: "not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	var de *toml.DecodeError
	if errors.As(err, &de) {
		e.Row, e.Column = de.Position()
	}
	return e
}

// tomlLister collects the keys of a file.
type tomlLister struct {
	parser  unstable.Parser
	keys    int
	entries []Entry    // without values
	parts   [][]string // of the key of each entry
	problem *TOMLError // what is too much, nil for nothing
}

func (l *tomlLister) keyValue(n *unstable.Node, table []string) {
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
func (l *tomlLister) key(n *unstable.Node, table []string) []string {
	parts := slices.Clone(table)
	for it := n.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	l.keys++
	switch {
	case len(strings.Join(parts, ".")) >= maxKeyBytes:
		l.problem = &TOMLError{l.place(n), fmt.Sprintf("a key is longer than %d bytes", maxKeyBytes)}
	case l.keys > maxKeys:
		l.problem = &TOMLError{l.place(n), fmt.Sprintf("more than %d keys", maxKeys)}
	}
	return parts
}

// place is where a key begins.
func (l *tomlLister) place(n *unstable.Node) Place {
	it := n.Key()
	it.Next()
	at := l.parser.Shape(it.Node().Raw).Start
	return Place{at.Line, at.Column}
}

func (l *tomlLister) add(n *unstable.Node, parts []string) {
	l.entries = append(l.entries, Entry{Key: strings.Join(parts, "."), Place: l.place(n)})
	l.parts = append(l.parts, parts)
}

// valued is the entries with their values. One below an array of tables has none of its own: the array is the value.
func (l *tomlLister) valued(tree map[string]any) (out []Entry) {
	for i, e := range l.entries {
		e.Value = tree
		ok := true
		for _, p := range l.parts[i] {
			var table map[string]any
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
