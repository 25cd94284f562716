package javascript

import (
	"ibid/index/symbol/decl"
)

// exportNames reads export * and export { … }.
func (s *scanner) exportNames(n *statement, b *body) {
	in := decl.Import{Export: true, Line: s.lineOf(n.first)}
	if n.module != none {
		in.Module = s.unquote(n.module)
	}
	if !b.top {
		return
	}
	if n.kind == exportAll && len(n.names) == 0 {
		s.exportsOf(in.Module)
	}
	for _, one := range n.names {
		in.Name, in.As = s.text(one.name), s.memberName(one.as)
		if n.kind == exportList {
			in.Name = s.memberName(one.name)
		}
		switch {
		case in.Module == "" && n.kind == exportAll:
			continue
		case n.module == none && in.Name != in.As:
			s.add(b, decl.Symbol{Name: in.As, Kind: decl.Constant, Value: in.Name, Start: in.Line, End: in.Line})
		}
		s.exportName(in.As)
		s.imported(b, in)
	}
}

func (s *scanner) exportsOf(module string) {
	if module != "" {
		s.file.ExportsOf = append(s.file.ExportsOf, module)
	}
}

// exportOne reads an expression that the file exports, or that an import of TypeScript gives a name.
func (s *scanner) exportOne(n *statement, hi int, b *body) int {
	end := s.expressionEnd(n.value, hi, 0)
	value := span{n.value, end}
	switch {
	case n.kind == importEquals:
		name := s.text(n.name)
		in, ok := s.required(value)
		if !ok {
			s.declare(b, decl.Symbol{Name: name, Kind: decl.Constant, Value: s.value(value)}, &n.heading, end)
			break
		}
		in.As, in.Export = name, n.exported
		s.imported(b, in)
		if n.exported && b.top {
			s.exportName(name)
		}
	case !b.top:
	case n.kind == exportEquals:
		s.moduleExports(b, value, &n.heading)
	default:
		s.exportValue(b, defaultName, value, &n.heading)
	}
	return s.finish(end, hi)
}

// exportValue declares that the file exports a value under a name.
func (s *scanner) exportValue(b *body, name string, value span, h *heading) {
	s.exportName(name)
	if in, ok := s.required(value); ok {
		in.As, in.Export = name, true
		if in.Name == "" && name == defaultName {
			in.Name = defaultName
		}
		s.imported(b, in)
		return
	}
	if s.is(value.lo, name) && value.hi == value.lo+1 {
		return
	}
	sym := decl.Symbol{Name: name, Kind: decl.Constant}
	s.valueOf(&sym, value.lo, value)
	one := *h
	one.exported = false
	s.declare(b, sym, &one, value.hi)
}

// openExports says that the names of some exports cannot be read.
const openExports = "exports what is worked out when it runs"

// moduleExports reads what module.exports is set to.
func (s *scanner) moduleExports(b *body, value span, h *heading) {
	in, required := s.required(value)
	object := !required && s.is(value.lo, "{") && s.wholeObject(value)
	switch {
	case required:
		if in.Name == "" {
			s.exportsOf(in.Module)
		}
	case s.dottedEnd(value.lo) == value.hi:
		s.all = s.line(value.lo, value.hi, valueBytes)
	case object:
		s.exportObject(b, value.lo)
		s.exportName(defaultName)
		s.declare(b, decl.Symbol{Name: defaultName, Kind: decl.Constant}, &heading{first: value.lo}, value.hi)
		return
	default:
		before := len(b.symbols)
		s.exportValue(b, defaultName, value, h)
		if n := len(b.symbols); n > before && b.symbols[n-1].Kind == decl.Constant {
			s.file.Open = openExports
		}
		return
	}
	s.exportValue(b, defaultName, value, h)
}

// exportObject reads the object at open, whose properties the file exports.
func (s *scanner) exportObject(b *body, open int) {
	for m := range s.propertiesIn(open) {
		in, ok := s.required(m.value)
		name := s.memberName(m.name)
		switch {
		case m.kind == noMember:
		case m.kind == spreadMember && ok && in.Name == "":
			s.exportsOf(in.Module)
		case name == "":
			s.file.Open = openExports
		case m.kind == methodMember || !ok && !m.value.empty() && !s.is(m.value.lo, name):
			sym := s.memberSymbol(&m, true)
			switch sym.Kind {
			case decl.Attribute, decl.Property:
				sym.Kind = decl.Constant
			case decl.Method:
				sym.Kind = decl.Function
			}
			s.exportName(name)
			s.declare(b, sym, &m.heading, m.end)
		default:
			s.exportValue(b, name, m.value, &m.heading)
		}
	}
}
