package python

import (
	"slices"
	"strings"

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

// classCall reads an expression that makes a class by a call: a named tuple, an enumeration, a typed dictionary.
func (s *scanner) classCall(toks []token) (decl.Symbol, bool) {
	open := 1
	for open+1 < len(toks) && s.is(toks, open, ".") {
		open += 2
	}
	if open >= len(toks) || toks[open-1].kind != name || !s.is(toks, open, "(") {
		return decl.Symbol{}, false
	}
	kind := decl.Field
	switch made := strings.TrimLeft(s.src[toks[open-1].start:toks[open-1].end], "_"); {
	case made == "namedtuple", made == "NamedTuple", made == "TypedDict":
	case made == "Enum", made == "IntEnum", made == "StrEnum", made == "Flag", made == "IntFlag":
		kind = decl.EnumMember
	default:
		return decl.Symbol{}, false
	}
	if s.match(toks, open) != len(toks)-1 {
		return decl.Symbol{}, false
	}
	args := slices.Collect(s.split(toks[open+1 : len(toks)-1]))
	if len(args) < 2 || args[0][0].kind != str {
		return decl.Symbol{}, false
	}
	sym := decl.Symbol{Kind: decl.Class, Bases: []string{s.text(toks[:open], valueBytes)}}
	names := s.names(args[1])
	if len(names) == 0 {
		if !s.is(args[1], 1, ")") && !s.is(args[1], 1, "]") {
			s.open(&sym.Open, "its fields are computed")
		}
		return sym, true
	}
	for _, id := range names {
		sym.Members = append(sym.Members, decl.Symbol{Name: id, Kind: kind, Start: args[1][0].line, End: s.lastLine})
	}
	if kind == decl.Field && !s.is(toks, open-1, "TypedDict") {
		sym.Parameters = s.tupleParameters(names, args[2:])
	}
	return sym, true
}

// tupleParameters makes the parameters of a named tuple; the last ones may have defaults.
func (s *scanner) tupleParameters(names []string, options [][]token) []decl.Parameter {
	list := make([]decl.Parameter, len(names))
	for i, id := range names {
		list[i] = decl.Parameter{Name: id, Kind: decl.Positional}
	}
	for _, part := range options {
		if !s.is(part, 0, "defaults") || !s.is(part, 1, "=") {
			continue
		}
		optional := len(list)
		if len(part) > 3 && s.nesting(part[2]) > 0 && s.match(part, 2) == len(part)-1 {
			values := slices.Collect(s.split(part[3 : len(part)-1]))
			optional = min(len(values), len(list))
			for i, v := range values[:optional] {
				list[len(list)-optional+i].Default = s.text(v, defaultBytes)
			}
		}
		for i := range optional {
			list[len(list)-1-i].Optional = true
		}
	}
	return list
}

// names are the strings that a literal lists: of a string its words, of a list or a dictionary its strings or keys, of a list of
// pairs their first strings.
func (s *scanner) names(toks []token) []string {
	if text, ok := s.constant(toks); ok {
		return strings.Fields(strings.ReplaceAll(text, ",", " "))
	}
	if len(toks) < 2 {
		return nil
	}
	if s.nesting(toks[0]) > 0 && s.match(toks, 0) == len(toks)-1 {
		toks = toks[1 : len(toks)-1]
	} else if s.find(toks, ',') < 0 {
		return nil
	}
	var list []string
	for part := range s.split(toks) {
		if s.is(part, 0, "(") && len(part) > 1 {
			part = part[1:2]
		} else if i := s.find(part, ':'); i > 0 {
			part = part[:i]
		}
		text, ok := s.constant(part)
		if !ok || text == "" {
			return nil
		}
		list = append(list, text)
	}
	return list
}
