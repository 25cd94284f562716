package recipe

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

// members adds the members of a class or type, each with the lines that it is declared on and under a sentence that
// says what it is. all holds those of the file of the card alone; elsewhere are the methods that other files of a Go
// package declare, which have no lines in this one and stand with the type itself.
func (w *cardWriter) members(all, elsewhere []*decl.Symbol) {
	if isRecord(w.entry.Symbol) {
		made := &decl.Symbol{}
		for _, m := range all {
			if m.Kind == decl.Field {
				made.Parameters = append(made.Parameters, decl.Parameter{Name: m.Name, Kind: decl.Positional, Type: m.Type, Default: m.Value})
			}
		}
		w.say(takes(w.subject, made))
	}
	var shown []*decl.Symbol
	for _, m := range all {
		switch {
		case m.Name == "__init__" || m.Name == "constructor":
			if m != w.made {
				first, last := head(m)
				w.add(source.Paragraph, first, last, takes(w.subject, m))
			}
			w.documentation(m.Doc, m.DocStart)
		case !hidden(w.entry.File.Language, m.Name):
			shown = append(shown, m)
		}
	}
	slices.SortStableFunc(shown, func(a, b *decl.Symbol) int { return top(a) - top(b) }) // as the blocks of the card will be
	shown = shown[:min(len(shown), maxListed)]
	before := ""
	for _, m := range shown {
		_, last := head(m)
		first := top(m)
		last = max(last, m.DocStart)
		if role := roleOf(m); role != before {
			w.add(source.Paragraph, first, first, "The "+role+" of "+w.subject+":")
			before = role
		}
		w.add(source.Item, first, last, item(m))
	}
	w.elsewhere(elsewhere[:min(len(elsewhere), maxListed-len(shown))])
}

// elsewhere adds methods of other files.
func (w *cardWriter) elsewhere(methods []*decl.Symbol) {
	first, last := head(w.entry.Symbol)
	for i, m := range methods {
		if i == 0 {
			w.add(source.Paragraph, first, last, "The methods of "+w.subject+" in other files:")
		}
		w.add(source.Item, first, last, item(m))
	}
}

// top is the line that a declaration and its documentation begin on.
func top(s *decl.Symbol) int {
	if s.DocStart > 0 {
		return min(s.Start, s.DocStart)
	}
	return s.Start
}

// roleOf says in the plural what a member is.
func roleOf(m *decl.Symbol) string {
	switch m.Kind {
	case decl.Field:
		return "fields"
	case decl.EnumMember:
		return "members"
	case decl.Method, decl.Function:
		return "methods"
	case decl.Class, decl.Interface, decl.Type:
		return "nested types"
	}
	return "attributes"
}

// item is a member as an item of its class: "- `scale`: `float`, default `1.0`. Millimetres per count.", "-
// `add(reading)`: Add one."
func item(m *decl.Symbol) string {
	if callable(m) {
		text := "- " + quoted(m.Name+brackets(m))
		if m.Doc != "" {
			return text + ": " + sentence(summary(m.Doc))
		}
		if given := gives("", m); given != "" {
			return text + ":" + given
		}
		return text
	}
	var facts []string
	if m.Type != "" {
		facts = append(facts, quoted(m.Type))
	}
	facts = append(facts, allQuoted(m.Returns)...) // of a property
	if m.Value != "" {
		switch m.Kind {
		case decl.EnumMember:
			facts = append(facts, quoted(m.Value))
		case decl.Field:
			facts = append(facts, "default "+quoted(m.Value))
		default:
			facts = append(facts, "value "+quoted(m.Value))
		}
	}
	text := "- " + quoted(m.Name)
	said := sentence(summary(m.Doc))
	first, _ := utf8.DecodeRuneInString(said)
	switch between := ". "; {
	case len(facts) == 0 && said == "":
		return text
	case len(facts) == 0:
		return text + ": " + said
	case said == "":
		return text + ": " + strings.Join(facts, ", ") + "."
	default:
		if unicode.IsLower(first) { // a note at the end of the line, as Go has them
			between = "; "
		}
		return text + ": " + strings.Join(facts, ", ") + between + said
	}
}

// sentence ends a text as a sentence does.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// goType is a Go type as methods name it.
type goType struct{ project, module, name string }

// methodsByType finds the methods of Go types, in the order of the registry.
func methodsByType(r *symbol.Registry) map[goType][]symbol.Entry {
	out := map[goType][]symbol.Entry{}
	for e := range r.All {
		if e.Symbol != nil && e.Symbol.Owner != "" && !isTest(e.File.Path) {
			key := goType{e.Project, e.File.Module, e.Symbol.Owner}
			out[key] = append(out[key], e)
		}
	}
	return out
}
