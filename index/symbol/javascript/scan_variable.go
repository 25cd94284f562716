package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// variables reads the declarations of const, let or var at i.
func (s *scanner) variables(i, hi int, b *body, h *heading) int {
	kind := decl.Variable
	if s.is(i, "const") {
		kind = decl.Constant
	}
	keyword := s.text(i)
	first := h.first
	for at := i + 1; at < hi; {
		target := at
		if s.kind(at) != word && !s.is(at, "{") && !s.is(at, "[") {
			return at
		}
		at = s.skip(at)
		if s.is(at, "!") {
			at++
		}
		sym := decl.Symbol{Name: s.text(target), Kind: kind}
		if s.is(at, ":") {
			end := s.typeEnd(at+1, hi)
			sym.Type = s.line(at+1, end, typeBytes)
			at = end
		}
		lo, end := at, at
		if s.is(at, "=") {
			lo = at + 1
			end = s.expressionEnd(lo, hi, ',')
		}
		one := *h
		one.first = first
		s.variable(b, sym, &one, keyword, target, lo, end)
		if !s.is(end, ",") || end >= hi {
			if end < hi && s.is(end, ";") {
				end++
			}
			return max(end, i+1)
		}
		at = end + 1
		first = at
	}
	return hi
}

// variable declares what a target is set to: the tokens from lo up to hi.
func (s *scanner) variable(b *body, sym decl.Symbol, h *heading, keyword string, target, lo, hi int) {
	if from, ok := s.required(lo, hi); ok {
		s.bindRequired(b, target, from, h.exported && b.top)
		return
	}
	if s.kind(target) != word {
		s.destructured(b, sym.Kind, h, target, hi)
		return
	}
	lo = s.chained(b, lo, hi, &sym)
	if lo < hi {
		s.valueOf(&sym, target, lo, hi)
	}
	switch {
	case sym.Kind == decl.Class && strings.HasPrefix(sym.Signature, "class"):
	case sym.Signature != "":
		sym.Signature = keyword + " " + sym.Signature
	case sym.Type != "":
		sym.Signature = keyword + " " + sym.Name + ": " + sym.Type
	}
	s.declare(b, sym, h, hi)
}

// destructured declares the names that the pattern at i binds.
func (s *scanner) destructured(b *body, kind decl.Kind, h *heading, i, end int) {
	s.pattern(i, 0, func(at int) {
		s.declare(b, decl.Symbol{Name: s.text(at), Kind: kind}, &heading{first: at, exported: h.exported, declared: h.declared}, at+1)
	})
}

// pattern calls visit with every name that the pattern at i binds.
func (s *scanner) pattern(i, depth int, visit func(int)) {
	if s.kind(i) == word {
		visit(i)
		return
	}
	if depth > maxNesting || !s.is(i, "{") && !s.is(i, "[") {
		return
	}
	object := s.is(i, "{")
	for lo, hi := s.inside(i); lo < hi; {
		at := lo
		if s.is(at, "...") {
			at++
		}
		if object && s.is(s.skip(at), ":") {
			at = s.skip(at) + 1
		}
		if at < hi {
			s.pattern(at, depth+1, visit)
		}
		for at < hi && !s.is(at, ",") {
			at = s.skip(at)
		}
		lo = at + 1
	}
}

// valueOf notes what the tokens from lo up to hi make of a symbol. first is where its signature starts.
func (s *scanner) valueOf(sym *decl.Symbol, first, lo, hi int) {
	member := sym.Kind == decl.Attribute
	switch {
	case lo >= hi:
		return
	case s.is(lo, "class"):
		made := decl.Symbol{}
		if s.classRest(&made, lo, lo+1, hi) == hi {
			sym.Kind, sym.Bases, sym.Members, sym.TypeParams, sym.Signature, sym.Open = decl.Class, made.Bases, made.Members, made.TypeParams, made.Signature, made.Open
			return
		}
	case s.functionValue(sym, first, lo, hi):
		sym.Kind = decl.Function
		if member {
			sym.Kind = decl.Method
		}
		return
	case s.is(lo, "{") && !member && s.wholeObject(lo, hi):
		s.objectMembers(sym, lo)
		return
	}
	sym.Value, _ = s.value(lo, hi)
}

// wholeObject says whether the object at lo is all that there is up to hi, but for its type.
func (s *scanner) wholeObject(lo, hi int) bool {
	end := s.skip(lo)
	return end >= hi || s.is(end, "as") || s.is(end, "satisfies")
}

// objectMembers notes the properties of the object at i.
func (s *scanner) objectMembers(sym *decl.Symbol, i int) {
	var b body
	s.properties(i, func(p property) {
		if p.name == "" {
			sym.Open = "has computed or spread properties"
			return
		}
		member := s.propertySymbol(p)
		if member.Kind == decl.Property {
			s.property(&b, member, &heading{first: p.first}, p.hi, len(member.Parameters) > 0)
			return
		}
		s.declare(&b, member, &heading{first: p.first}, p.hi)
	})
	sym.Members = b.symbols
}

// property is one property of an object that is written out.
type property struct {
	name   string // "" where it is computed, or where others are spread
	first  int
	lo, hi int // of its value, or from the brackets of a method on; empty for a name alone
	method bool
	access bool // get or set
	spread bool
}

// properties calls visit with every property of the object at i.
func (s *scanner) properties(i int, visit func(property)) {
	for lo, hi := s.inside(i); lo < hi; {
		p := property{first: lo}
		at := lo
		if s.is(at, "...") {
			p.spread, p.lo = true, at+1
			p.hi = s.expressionEnd(at+1, hi, ',')
			visit(p)
			lo = p.hi + 1
			continue
		}
		for s.modifierAt(at) && (s.is(at, "async") || s.is(at, "get") || s.is(at, "set")) {
			p.access = p.access || !s.is(at, "async")
			at++
		}
		if s.is(at, "*") {
			at++
		}
		name, next := s.memberName(at)
		if next == at {
			lo = max(s.expressionEnd(at, hi, ','), at) + 1
			continue
		}
		p.name, p.lo, p.hi = name, next, next
		switch {
		case s.is(next, "(") || s.angle(next) > 0:
			p.method = true
			p.hi = s.methodEnd(next, hi)
		case s.is(next, ":"):
			p.lo = next + 1
			p.hi = s.expressionEnd(next+1, hi, ',')
		}
		visit(p)
		lo = p.hi
		for lo < hi && !s.is(lo, ",") {
			lo = s.skip(lo)
		}
		lo++
	}
}

// methodEnd is the number of the token behind the method whose name ends before i.
func (s *scanner) methodEnd(i, hi int) int {
	if a := s.angle(i); a > 0 {
		i = a + 1
	}
	if i = s.skip(i); s.is(i, ":") {
		i = s.typeEnd(i+1, hi)
	}
	if s.is(i, "{") {
		i = s.skip(i)
	}
	return min(i, hi)
}

// propertySymbol is what a property declares.
func (s *scanner) propertySymbol(p property) decl.Symbol {
	sym := decl.Symbol{Name: p.name, Kind: decl.Attribute}
	switch {
	case p.method:
		s.callable(&sym, p.first, p.lo, p.hi)
		sym.Kind = decl.Method
		if p.access {
			sym.Kind = decl.Property
		}
	case p.lo < p.hi:
		s.valueOf(&sym, p.first, p.lo, p.hi)
	default:
		sym.Value = p.name
	}
	return sym
}
