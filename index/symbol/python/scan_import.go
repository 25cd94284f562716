package python

import (
	"strings"

	"ibid/index/symbol/decl"
)

// imports reads "import a.b as c, d".
func (s *scanner) imports(toks []token) {
	for part := range s.split(toks[1:]) {
		in := decl.Import{Line: part[0].line}
		in.As, part = s.alias(part)
		in.Module = s.dotted(part)
		if in.Module == "" {
			continue
		}
		if in.As == "" {
			in.As, _, _ = strings.Cut(in.Module, ".")
		}
		s.imported(in)
	}
}

// importsFrom reads "from .a import b as c, d".
func (s *scanner) importsFrom(toks []token) {
	at := s.findWord(toks, "import")
	if at < 2 {
		return
	}
	module := s.dotted(toks[1:at])
	list := toks[at+1:]
	if s.is(list, 0, "(") {
		list = list[1:s.match(list, 0)]
	}
	for part := range s.split(list) {
		in := decl.Import{Module: module, Line: part[0].line}
		in.As, part = s.alias(part)
		switch {
		case len(part) != 1:
			continue
		case s.is(part, 0, "*"):
			in.Name = "*"
		case part[0].kind == name:
			in.Name = s.name(part[0])
			if in.As == "" {
				in.As = in.Name
			}
		default:
			continue
		}
		s.imported(in)
	}
}

// imported keeps an import of the module or of a class. Those of functions bind local names alone.
func (s *scanner) imported(in decl.Import) {
	switch top := s.top(); {
	case top.fn >= 0 && in.As != "":
		s.bindName(top.fn, in.As, nil)
	case top.scope != nil:
		s.file.Imports = append(s.file.Imports, in)
	}
}

// alias cuts "as c" from the end of a part of an import, and returns c.
func (s *scanner) alias(part []token) (string, []token) {
	if n := len(part); n > 2 && part[n-1].kind == name && s.is(part, n-2, "as") {
		return s.name(part[n-1]), part[:n-2]
	}
	return "", part
}

// dotted writes a module name without spaces.
func (s *scanner) dotted(toks []token) string {
	if len(toks) == 1 {
		return s.name(toks[0])
	}
	s.buf = s.buf[:0]
	for _, t := range toks {
		s.buf = append(s.buf, s.name(t)...)
	}
	return string(s.buf)
}

// exports adds the names in a value of __all__: literals, names of lists, the __all__ of other modules, and sums of them.
// Brackets around all that are followed to the given depth.
func (s *scanner) exports(toks []token, depth int) {
	for len(toks) > 0 {
		part := toks
		if i := s.find(toks, '+'); i >= 0 {
			part, toks = toks[:i], toks[i+1:]
		} else {
			toks = nil
		}
		s.exportsPart(part, depth)
	}
}

func (s *scanner) exportsPart(toks []token, depth int) {
	n := len(toks)
	if n == 0 || depth == 0 {
		return
	}
	switch first := s.src[toks[0].start:toks[0].end]; {
	case n == 1:
		s.file.Exports = append(s.file.Exports, s.lists[first]...)
	case s.is(toks, n-1, "__all__") && s.is(toks, n-2, "."):
		s.all = append(s.all, s.dotted(toks[:n-2]))
	case s.is(toks, 1, "(") && (first == "list" || first == "tuple" || first == "sorted" || first == "set"):
		s.exportsPart(toks[2:s.match(toks, 1)], depth-1)
	case s.nesting(toks[0]) <= 0 || s.match(toks, 0) != n-1:
	case first == "(" && s.find(toks[1:n-1], ',') < 0:
		s.exports(toks[1:n-1], depth-1)
	default:
		for part := range s.split(toks[1 : n-1]) {
			if text, ok := s.constant(part); ok {
				s.file.Exports = append(s.file.Exports, text)
			} else if s.is(part, 0, "*") {
				s.exportsPart(part[1:], depth-1)
			}
		}
	}
}

// extendExports reads statements that change __all__ without a plain assignment.
func (s *scanner) extendExports(toks []token) {
	n := len(toks)
	switch {
	case s.is(toks, 1, "+="):
		s.exports(toks[2:], exportsDepth)
	case n > 4 && s.is(toks, 1, ".") && s.is(toks, 3, "(") && s.is(toks, n-1, ")"):
		switch s.src[toks[2].start:toks[2].end] {
		case "extend":
			s.exports(toks[4:n-1], exportsDepth)
		case "append":
			if text, ok := s.constant(toks[4 : n-1]); ok {
				s.file.Exports = append(s.file.Exports, text)
			}
		}
	}
}

// keepList remembers a module-level name that holds a literal list of strings, for __all__.
func (s *scanner) keepList(id string, toks []token) {
	if len(toks) < 3 || toks[0].kind != str && toks[1].kind != str {
		return
	}
	list := s.names(toks)
	if len(list) == 0 {
		return
	}
	if s.lists == nil {
		s.lists = map[string][]string{}
	}
	s.lists[id] = list
}
