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

// imported keeps an import of the module. What the body of a class imports is a member of it; imports of functions bind
// local names alone.
func (s *scanner) imported(in decl.Import) {
	switch top := s.top(); {
	case top.fn >= 0:
		if in.As != "" {
			s.bindName(top.fn, in.As, nil)
		}
		s.inner(in)
	case top.scope == &s.module:
		in.Branch = top.suite != 0
		if in.As == "__getattr__" {
			s.open(&s.file.Open, opensNames)
		}
		s.file.Imports = append(s.file.Imports, in)
	case top.scope != nil && in.As != "":
		if asksForNames(in.As) {
			s.open(&top.scope.class.Open, "defines "+in.As)
		}
		s.declare(top.scope, decl.Symbol{Name: in.As, Kind: decl.Attribute, Start: in.Line, End: s.lastLine, Import: &in}, top.suite, false)
	}
}

// inner keeps what a function imports, once.
func (s *scanner) inner(in decl.Import) {
	key := in.Module + " " + in.Name
	if s.taken[key] {
		return
	}
	if s.taken == nil {
		s.taken = map[string]bool{}
	}
	s.taken[key] = true
	in.As, in.Line = "", 0
	s.file.Inner = append(s.file.Inner, in)
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
