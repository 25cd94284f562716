package javascript

import "ibid/index/symbol/decl"

// export reads an export declaration at i. Where a declaration follows it returns where that starts, and false; else the number
// of the token behind it.
func (s *scanner) export(i, hi int, b *body, h *heading) (int, bool) {
	at := i + 1
	if s.is(at, "type") && (s.is(at+1, "{") || s.is(at+1, "*")) {
		at++
	}
	switch {
	case s.is(at, "*"):
		return s.exportAll(i, at+1, hi, b), true
	case s.is(at, "{"):
		return s.exportList(i, at, hi, b), true
	case s.is(at, "="):
		end := s.expressionEnd(at+1, hi, 0)
		if b.top {
			s.moduleExports(b, at+1, end, h)
		}
		return s.importEnd(end, hi), true
	case s.is(at, "as") && s.is(at+1, "namespace"):
		return s.importEnd(at+3, hi), true
	case s.is(at, "import") && s.kind(at+1) == word:
		h.exported = true
		if s.is(at+1, "type") && s.kind(at+2) == word {
			at++
		}
		return s.importEquals(s.text(at+1), at+3, hi, b, h), true
	case s.is(at, "default"):
		h.exported, h.isDefault = true, true
		return at + 1, false
	}
	h.exported = true
	return at, false
}

// exportAll reads what follows export * at i.
func (s *scanner) exportAll(first, i, hi int, b *body) int {
	as := ""
	if s.is(i, "as") {
		as, _ = s.memberName(i + 1)
		i += 2
	}
	if !s.is(i, "from") || s.kind(i+1) != str {
		return s.expressionEnd(i, hi, 0)
	}
	module := s.unquote(i + 1)
	switch {
	case !b.top:
		b.listed = true
	case as == "":
		s.exportsOf(module)
	default:
		s.exportName(as)
		s.imported(b, decl.Import{Module: module, Name: "*", As: as, Export: true, Line: s.lineOf(first)})
	}
	return s.importEnd(i+2, hi)
}

func (s *scanner) exportsOf(module string) {
	if module != "" {
		s.file.ExportsOf = append(s.file.ExportsOf, module)
	}
}

// exportList reads the braces of an export at i, and what follows them.
func (s *scanner) exportList(first, i, hi int, b *body) int {
	end := s.skip(i)
	module := ""
	if s.is(end, "from") && s.kind(end+1) == str {
		module = s.unquote(end + 1)
		end += 2
	}
	line := s.lineOf(first)
	s.specifiers(i, func(name, as string) {
		b.listed = b.listed || !b.top
		if !b.top {
			return
		}
		s.exportName(as)
		switch {
		case module != "":
			s.imported(b, decl.Import{Module: module, Name: name, As: as, Export: true, Line: line})
		case name != as:
			s.add(b, decl.Symbol{Name: as, Kind: decl.Constant, Value: name, Start: line, End: line}, true)
		}
	})
	return s.importEnd(end, hi)
}

// exportDefault reads the expression at i that a file exports by default.
func (s *scanner) exportDefault(i, hi int, b *body, h *heading) int {
	end := s.expressionEnd(i, hi, 0)
	s.exportValue(b, defaultName, i, end, h)
	return s.importEnd(end, hi)
}

// exportValue declares that a file exports the expression from lo up to hi under a name.
func (s *scanner) exportValue(b *body, name string, lo, hi int, h *heading) {
	if !b.top {
		return
	}
	s.exportName(name)
	if in, ok := s.required(lo, hi); ok {
		in.As, in.Export = name, true
		if in.Name == "" && name == defaultName {
			in.Name = defaultName
		}
		s.imported(b, in)
		return
	}
	if s.is(lo, name) && hi == lo+1 {
		return
	}
	sym := decl.Symbol{Name: name, Kind: decl.Constant}
	s.valueOf(&sym, lo, lo, hi)
	one := *h
	one.exported = false
	s.declare(b, sym, &one, hi)
}

// moduleExports reads what module.exports is set to: the tokens from lo up to hi.
func (s *scanner) moduleExports(b *body, lo, hi int, h *heading) {
	if in, ok := s.required(lo, hi); ok {
		if in.Name == "" {
			s.exportsOf(in.Module)
		}
		s.exportValue(b, defaultName, lo, hi, h)
		return
	}
	switch end := s.dottedEnd(lo); {
	case end == hi:
		s.all = s.line(lo, hi, valueBytes)
		s.exportValue(b, defaultName, lo, hi, h)
	case s.is(lo, "{") && s.wholeObject(lo, hi):
		s.exportObject(b, lo)
		s.exportName(defaultName)
		s.declare(b, decl.Symbol{Name: defaultName, Kind: decl.Constant}, &heading{first: lo}, hi)
	default:
		before := len(b.symbols)
		s.exportValue(b, defaultName, lo, hi, h)
		if n := len(b.symbols); n > before && b.symbols[n-1].Kind == decl.Constant {
			s.file.Open = "exports what is worked out when it runs"
		}
		s.nameExpression(b, lo, h, hi)
	}
}

// nameExpression declares a function or class that is exported under the name that it has itself, too, so that what is set on
// it is found.
func (s *scanner) nameExpression(b *body, lo int, h *heading, hi int) {
	at := lo + 1
	if s.is(lo, "async") {
		at++
	}
	if !s.is(lo, "class") && !s.is(at-1, "function") || s.kind(at) != word || s.is(at, "extends") {
		return
	}
	n := len(b.symbols) - 1
	sym := b.symbols[n]
	sym.Name = s.text(at)
	b.symbols[n] = decl.Symbol{Name: defaultName, Kind: decl.Constant, Value: sym.Name, Start: sym.Start, End: sym.End}
	s.add(b, sym, false)
	s.all = sym.Name
}

// exportObject reads the object at i, whose properties a file exports.
func (s *scanner) exportObject(b *body, i int) {
	s.properties(i, func(p property) {
		in, ok := s.required(p.lo, p.hi)
		switch {
		case p.spread && ok && in.Name == "":
			s.exportsOf(in.Module)
		case p.name == "":
			s.file.Open = "exports what is worked out when it runs"
		case p.method || !ok && p.lo < p.hi && !s.is(p.lo, p.name):
			sym := s.propertySymbol(p)
			switch sym.Kind {
			case decl.Attribute, decl.Property:
				sym.Kind = decl.Constant
			case decl.Method:
				sym.Kind = decl.Function
			}
			s.exportName(p.name)
			s.declare(b, sym, &heading{first: p.first}, p.hi)
		default:
			s.exportValue(b, p.name, p.lo, p.hi, &heading{first: p.first})
		}
	})
}
