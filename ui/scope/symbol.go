package scope

import (
	"path"
	"strings"
)

// Symbols lists qualified names of symbols for what a person has typed, at most limit, the likeliest first: names
// that are called so before those that merely begin so. It may be nil, which knows none.
type Symbols func(text string, limit int) []string

const (
	maxAlike   = 20 // symbols among which one is looked for that is called exactly so
	maxLookups = 8  // mentions that are looked up among the symbols: a search takes as long as there are names
)

// symbols looks names up among those of the sources.
type symbols struct {
	search Symbols
	left   int // searches that may still be made
}

func (s *symbols) find(text string, limit int) []string {
	if s.search == nil || s.left == 0 || text == "" {
		return nil
	}
	s.left--
	return s.search(text, limit)
}

// named is the symbol that a mention of a document names instead: its qualified name or the last parts of it, in the
// spelling of the source. end is where the mention ends with the brackets of a call. It is "" where there is none.
func (s *symbols) named(text string, m mention) (name string, end int) {
	typed, end := m.name, m.end
	if call, ok := strings.CutSuffix(typed, "("); ok {
		typed = call
		if strings.HasPrefix(text[end:], ")") {
			end++
		}
	}
	if m.sigil != '@' || strings.Contains(typed, "`") {
		return "", end
	}
	for _, q := range s.find(typed, maxAlike) {
		from := len(q) - len(typed)
		switch {
		case from < 0 || !strings.EqualFold(q[from:], typed), from > 0 && q[from-1] != '.' && q[from-1] != '/':
		case q[from:] == typed:
			return typed, end
		case name == "":
			name = q[from:]
		}
	}
	return name, end
}

// nearest are mentions of symbols that are like the name of a file that there is not, without its ending.
func (s *symbols) nearest(m mention, most int) []string {
	if m.sigil != '@' || most <= 0 {
		return nil
	}
	var out []string
	for _, q := range s.find(strings.TrimSuffix(m.name, path.Ext(m.name)), most) {
		if text := spell('@', q); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// qualified tells a name of several parts, which is no part of a document's name by chance.
func qualified(name string) bool { return strings.ContainsAny(strings.Trim(name, "./"), "./") }
