package python

import (
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// callee is the name that a decorator or a base calls or names, cut at its last dot.
func callee(text string) (of, last string) {
	if i := strings.IndexAny(text, "(["); i >= 0 {
		text = text[:i]
	}
	if i := strings.LastIndexByte(text, '.'); i >= 0 {
		return text[:i], text[i+1:]
	}
	return "", text
}

// isEnum says whether a class of that name is taken for an enumeration.
func isEnum(name string) bool {
	return strings.HasSuffix(name, "Enum") || strings.HasSuffix(name, "Flag")
}

// isSpecial says whether a name in an enumeration makes no member.
func isSpecial(name string) bool {
	return len(name) > 2 && name[0] == '_' && name[len(name)-1] == '_'
}

// isClassVar says whether an annotation makes a class attribute of what would be a field.
func isClassVar(annotation string) bool {
	_, last := callee(annotation)
	return last == "ClassVar"
}

// madeBy is the kind of the members of a class that a function of this name makes, "" where it makes none.
func madeBy(function string) decl.Kind {
	switch strings.TrimLeft(function, "_") {
	case "namedtuple", "NamedTuple", "TypedDict":
		return decl.Field
	case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag":
		return decl.EnumMember
	}
	return ""
}

// classMade is classCall of a value, which is read only if it may be one.
func (s *scanner) classMade(v *written) (decl.Symbol, bool) {
	if !v.given() || s.src[v.at.End-1] != ')' {
		return decl.Symbol{}, false
	}
	if _, function := callee(s.src[v.at.Start:v.at.End]); madeBy(function) == "" {
		return decl.Symbol{}, false
	}
	return s.classCall(s.read(v))
}

// classCall reads an expression that makes a class by a call: a named tuple, an enumeration, a typed dictionary.
func (s *scanner) classCall(e *code.Expr) (decl.Symbol, bool) {
	if e.Op != code.Call || s.chain(e.X) == "" || len(e.Args) < 2 || e.Args[0].Name != "" || !isText(e.Args[0].Value) {
		return decl.Symbol{}, false
	}
	kind := madeBy(e.X.Name)
	if kind == "" {
		return decl.Symbol{}, false
	}
	sym := decl.Symbol{Kind: decl.Class, Bases: []string{s.text(extent(e.X), valueBytes)}}
	list := e.Args[1].Value
	var names []string
	if e.Args[1].Name == "" {
		names = s.names(list)
	}
	if len(names) == 0 {
		if e.Args[1].Name != "" || !isSequence(list) || len(list.Parts) > 0 {
			s.open(&sym.Open, "its fields are computed")
		}
		return sym, true
	}
	for _, id := range names {
		sym.Members = append(sym.Members, decl.Symbol{Name: id, Kind: kind, Start: s.p.lineOf(list.Span.Start), End: s.lastLine})
	}
	return sym, true
}

// chain writes a dotted name, "" where an expression is something else.
func (s *scanner) chain(e *code.Expr) string {
	switch {
	case e.Op == code.Name:
		return s.normal(e.Name)
	case e.Op == code.Attr:
		if of := s.chain(e.X); of != "" {
			return of + "." + s.normal(e.Name)
		}
	}
	return ""
}

func isText(e *code.Expr) bool { return e != nil && e.Op == code.Literal && e.Name == "str" }

// names are the strings that a literal lists: of a string its words, of a list or a dictionary its strings or keys,
// of a list of pairs their first strings.
func (s *scanner) names(e *code.Expr) []string {
	if e == nil { // its value was not written yet
		return nil
	}
	if text, ok := s.constant(e); ok {
		return strings.Fields(strings.ReplaceAll(text, ",", " "))
	}
	if e.Op != code.Literal || !isSequence(e) && e.Name != "set" && e.Name != "dict" {
		return nil
	}
	var list []string
	for i, part := range e.Parts {
		switch {
		case e.Name == "dict" && i%2 == 1:
			continue
		case part.Op == code.Literal && part.Name == "tuple" && len(part.Parts) > 0:
			part = part.Parts[0]
		}
		text, ok := s.constant(part)
		if !ok || text == "" {
			return nil
		}
		list = append(list, text)
	}
	return list
}
