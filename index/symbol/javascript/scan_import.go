package javascript

import "ibid/index/symbol/decl"

// imports reads an import declaration at i.
func (s *scanner) imports(i, hi int, b *body) int {
	at := i + 1
	line := s.lineOf(i)
	if (s.is(at, "type") || s.is(at, "defer")) && (s.kind(at+1) == word && !s.is(at+1, "from") || s.is(at+1, "{") || s.is(at+1, "*")) {
		at++
	}
	if s.kind(at) == str {
		s.imported(b, decl.Import{Module: s.unquote(at), Line: line})
		return s.importEnd(at+1, hi)
	}
	var list []decl.Import
	if s.kind(at) == word {
		name := s.text(at)
		at++
		if s.is(at, "=") {
			return s.importEquals(name, at+1, hi, b, &heading{first: i})
		}
		list = append(list, decl.Import{Name: defaultName, As: name})
		if s.is(at, ",") {
			at++
		}
	}
	switch {
	case s.is(at, "*") && s.is(at+1, "as"):
		list = append(list, decl.Import{As: s.text(at + 2)})
		at += 3
	case s.is(at, "{"):
		s.specifiers(at, func(name, as string) { list = append(list, decl.Import{Name: name, As: as}) })
		at = s.skip(at)
	}
	if !s.is(at, "from") || s.kind(at+1) != str {
		return s.expressionEnd(max(at, i+1), hi, 0)
	}
	for _, in := range list {
		in.Module, in.Line = s.unquote(at+1), line
		s.imported(b, in)
	}
	return s.importEnd(at+2, hi)
}

// imported keeps an import of the file.
func (s *scanner) imported(b *body, in decl.Import) {
	if b.top && in.Module != "" {
		s.file.Imports = append(s.file.Imports, in)
	}
}

// importEnd is the number of the token behind what may follow the name of a module: with { type: "json" };
func (s *scanner) importEnd(i, hi int) int {
	if (s.is(i, "with") || s.is(i, "assert")) && s.is(i+1, "{") && !s.fresh(i) {
		i = s.skip(i + 1)
	}
	if i < hi && s.is(i, ";") {
		i++
	}
	return i
}

// importEquals reads what TypeScript imports with import a = b: a module, or a part of a namespace.
func (s *scanner) importEquals(name string, i, hi int, b *body, h *heading) int {
	end := s.expressionEnd(i, hi, 0)
	if from, ok := s.required(i, end); ok {
		in := from
		in.As, in.Export = name, h.exported
		s.imported(b, in)
		if h.exported && b.top {
			s.exportName(name)
		}
	} else {
		value, _ := s.value(i, end)
		s.declare(b, decl.Symbol{Name: name, Kind: decl.Constant, Value: value}, h, end)
	}
	return s.importEnd(end, hi)
}

// specifiers calls visit with every name in { a, b as c, type d, "e" as f } at i, and what it is to be called.
func (s *scanner) specifiers(i int, visit func(name, as string)) {
	for lo, hi := s.inside(i); lo < hi; {
		at := lo
		if s.is(at, "type") && at+1 < hi && s.kind(at+1) <= str && !s.is(at+1, ",") && !(s.is(at+1, "as") && !s.is(at+2, "as") && at+2 < hi && s.is(at+3, ",")) {
			at++
		}
		if name, next := s.memberName(at); next > at && name != "" {
			as := name
			if s.is(next, "as") && next+1 < hi {
				as, _ = s.memberName(next + 1)
			}
			visit(name, as)
		}
		for at < hi && !s.is(at, ",") {
			at = s.skip(at)
		}
		lo = at + 1
	}
}

// required reads require("m"), import("m") and what compilers wrap around them, with one member behind it or none, as an
// import without a name of its own. It says whether that is all that stands from lo up to hi.
func (s *scanner) required(lo, hi int) (decl.Import, bool) {
	var in decl.Import
	if lo >= hi {
		return in, false
	}
	in.Line = s.lineOf(lo)
	if s.is(lo, "await") {
		lo++
	}
	if s.is(lo, "(") && s.is(lo+1, "await") { // (await import("m")).x
		inner, stop := s.inside(lo)
		if in, end := s.requireCall(in, inner+1, hi); end == stop {
			return s.requiredMember(in, s.skip(lo), hi)
		}
		return in, false
	}
	in, end := s.requireCall(in, lo, hi)
	return s.requiredMember(in, end, hi)
}

// requireCall reads the call at lo, and returns the number of the token behind it. The import has no module where it takes none.
func (s *scanner) requireCall(in decl.Import, lo, hi int) (decl.Import, int) {
	open := s.dottedEnd(lo)
	if open == lo || !s.is(open, "(") {
		return in, hi
	}
	arg, stop := s.inside(open)
	switch s.text(open - 1) {
	case "require", "import":
		if s.kind(arg) != str && s.kind(arg) != template || stop != arg+1 && !s.is(arg+1, ",") {
			return in, hi
		}
		in.Module = s.unquote(arg)
	case "__importDefault", "__importStar", "_interopRequireDefault", "_interopRequireWildcard", "__toESM", "_interopDefault":
		inner := s.dottedEnd(arg)
		if !s.is(inner, "(") || !s.is(inner-1, "require") || s.kind(inner+1) != str {
			return in, hi
		}
		in.Module = s.unquote(inner + 1)
	default:
		return in, hi
	}
	return in, s.skip(open)
}

// requiredMember reads the member that is taken from a module at i, if any.
func (s *scanner) requiredMember(in decl.Import, i, hi int) (decl.Import, bool) {
	if i+1 < hi && s.is(i, ".") && s.kind(i+1) == word {
		in.Name = s.text(i + 1)
		i += 2
	}
	return in, in.Module != "" && i >= hi
}

// bindRequired keeps what the target at i takes from a module.
func (s *scanner) bindRequired(b *body, i int, in decl.Import, exported bool) {
	keep := func(name, as string) {
		one := in
		one.Name, one.As, one.Export = name, as, exported
		s.imported(b, one)
		if exported {
			s.exportName(as)
		}
	}
	if s.kind(i) == word {
		keep(in.Name, s.text(i))
		return
	}
	if in.Name != "" || !s.is(i, "{") {
		s.pattern(i, 0, func(at int) { keep("", "") })
		return
	}
	for lo, hi := s.inside(i); lo < hi; {
		at := lo
		switch name, next := s.memberName(at); {
		case next == at || name == "":
		case !s.is(next, ":"):
			keep(name, name)
		case s.kind(next+1) == word:
			keep(name, s.text(next+1))
		}
		for at < hi && !s.is(at, ",") {
			at = s.skip(at)
		}
		lo = at + 1
	}
}
