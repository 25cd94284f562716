package python

import (
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// imports keeps the imports among statements.
func (s *scanner) imports(list []code.Statement) {
	for _, st := range list {
		if in := st.Import; in != nil {
			start := in.ModuleSpan.Start
			if in.Name != "" {
				start = in.NameSpan.Start
			}
			s.imported(decl.Import{Module: s.normal(in.Module), Name: s.normal(in.Name), As: s.normal(in.As), Line: s.p.lineOf(start)})
		}
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
