package javascript

import "ibid/index/symbol/decl"

// imports keeps what an import declaration binds.
func (s *scanner) imports(n *statement, b *body) {
	in := decl.Import{Module: s.unquote(n.module), Line: s.lineOf(n.first)}
	if len(n.names) == 0 {
		s.imported(b, in)
	}
	for _, one := range n.names {
		switch in.As = s.memberName(one.as); {
		case one.name == none:
			in.Name = defaultName
		case s.is(one.name, "*"):
			in.Name = ""
		default:
			in.Name = s.memberName(one.name)
		}
		s.imported(b, in)
	}
}

// imported keeps an import of the file.
func (s *scanner) imported(b *body, in decl.Import) {
	if b.top && in.Module != "" {
		s.file.Imports = append(s.file.Imports, in)
	}
}

// required is the module, or the member of one, that a value is, as an import that binds nothing yet.
func (s *scanner) required(value span) (decl.Import, bool) {
	m, ok := s.requiredIn(value)
	if !ok {
		return decl.Import{}, false
	}
	return decl.Import{Module: s.unquote(m.name), Name: s.text(m.member), Line: s.lineOf(value.lo)}, true
}

// bindRequired keeps what the target at i takes from a module.
func (s *scanner) bindRequired(b *body, i int, in decl.Import, exported bool) {
	keep := func(name, as string) {
		in.Name, in.As, in.Export = name, as, exported
		s.imported(b, in)
		if exported {
			s.exportName(as)
		}
	}
	switch {
	case s.kind(i) == word:
		keep(in.Name, s.text(i))
	case in.Name != "" || !s.is(i, "{"):
		s.bound(i, 0, func(int) { keep("", "") })
	default:
		for e := range s.partsIn(i) {
			if name := s.memberName(e.key); name != "" && s.kind(e.target) == word {
				keep(name, s.text(e.target))
			}
		}
	}
}
