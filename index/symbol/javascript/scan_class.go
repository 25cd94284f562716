package javascript

import (
	"iter"

	"ibid/index/symbol/decl"
)

// class reads a class or an interface that starts at token first.
func (s *scanner) class(sym *decl.Symbol, first int, h *head) {
	if sym.Kind = decl.Class; s.is(first, "interface") {
		sym.Kind = decl.Interface
	}
	sym.TypeParams = s.typeParameters(h.typeParams)
	if h.extends.lo > 0 {
		sym.Bases = append(sym.Bases, s.line(h.extends.lo, h.extends.hi, valueBytes))
	}
	for _, t := range h.types {
		sym.Bases = append(sym.Bases, s.line(t.lo, t.hi, valueBytes))
	}
	sym.Signature = s.line(first, h.over, signatureBytes)
	if h.body != none {
		s.members(sym, s.membersIn(h.body))
	}
}

// members reads the members of a class, a type or an object.
func (s *scanner) members(owner *decl.Symbol, list iter.Seq[member]) {
	if s.depth >= maxNesting {
		owner.Open = tooDeep
		return
	}
	s.depth++
	defer func() { s.depth-- }()
	b := body{symbols: owner.Members}
	var set body // what its methods set, last
	for m := range list {
		s.member(owner, &b, &set, &m)
	}
	if len(set.symbols) > 0 {
		known := make(map[string]bool, len(b.symbols))
		for _, m := range b.symbols {
			known[m.Name] = true
		}
		for _, m := range set.symbols {
			if !known[m.Name] {
				known[m.Name] = true
				b.symbols = append(b.symbols, m)
			}
		}
	}
	owner.Members = b.symbols
}

// Why a class, a type or an object may have members that cannot be read.
const (
	openNames  = "has computed names"
	openIndex  = "has an index signature"
	openObject = "has computed or spread properties"
)

// member declares a member of owner.
func (s *scanner) member(owner *decl.Symbol, b, set *body, m *member) {
	typ := owner.Kind == decl.Interface || owner.Kind == decl.Type
	object := !typ && owner.Kind != decl.Class
	switch {
	case m.kind == spreadMember:
		owner.Open = openObject
		return
	case m.kind == indexMember:
		owner.Open = openIndex
		return
	case m.name == none, typ && m.kind == methodMember && s.is(m.name, "new"):
		return
	}
	sym := s.memberSymbol(m, object)
	switch {
	case typ && m.kind == fieldMember:
		sym.Kind, sym.Signature = decl.Field, s.line(m.keyword, m.over, typeBytes)
	case m.kind == fieldMember && sym.Signature == "" && (sym.Type != "" || s.is(m.keyword, "static") && !object):
		sym.Signature = s.line(m.keyword, m.over, valueBytes)
	case m.body != none && owner.Kind == decl.Class:
		s.assigned(set, m.body)
	}
	switch {
	case sym.Name == "" && object:
		owner.Open = openObject
	case sym.Name == "":
		if owner.Open == "" {
			owner.Open = openNames
		}
	case sym.Kind == decl.Property:
		s.property(b, sym, &m.heading, m.end)
	default:
		s.declare(b, sym, &m.heading, m.end)
	}
	if sym.Name == "constructor" && owner.Kind == decl.Class && m.body != none {
		s.parameterFields(b, m.params)
	}
}

// memberSymbol is what a member declares. A property of an object without a value has that of the variable of its name.
func (s *scanner) memberSymbol(m *member, object bool) decl.Symbol {
	sym := decl.Symbol{Name: s.memberName(m.name), Kind: decl.Attribute}
	switch {
	case m.kind == methodMember:
		s.callable(&sym, m.keyword, &m.head)
		if sym.Kind = decl.Method; m.accessor {
			sym.Kind = decl.Property
		}
		return sym
	case !m.value.empty():
		sym.Type = s.line(m.result.lo, m.result.hi, typeBytes)
		s.valueOf(&sym, m.keyword, m.value)
	case object:
		sym.Value = sym.Name
	default:
		sym.Type = s.line(m.result.lo, m.result.hi, typeBytes)
		if lo := m.result.lo; s.is(lo, "{") && s.skip(lo) == m.result.hi {
			sym.Kind = decl.Type // whose members are fields
			s.members(&sym, s.membersIn(lo))
			sym.Kind = decl.Attribute
		}
	}
	return sym
}

// property declares what get and set make: once where they stand next to each other.
func (s *scanner) property(b *body, sym decl.Symbol, h *heading, end int) {
	if n := len(b.symbols); n > 0 && b.symbols[n-1].Name == sym.Name && b.symbols[n-1].Kind == decl.Property {
		return
	}
	if len(sym.Parameters) > 0 { // of a setter
		sym.Type, sym.Parameters = sym.Parameters[0].Type, nil
	}
	s.declare(b, sym, h, end)
}

// parameterFields declares the members that the parameters of a constructor make.
func (s *scanner) parameterFields(b *body, open int) {
	for p := range s.parametersIn(open) {
		if p.access {
			made := s.parameter(&p)
			s.declare(b, decl.Symbol{Name: made.Name, Kind: decl.Attribute, Type: made.Type}, &heading{first: p.keyword}, p.end)
		}
	}
}

// assigned notes what the body at open sets on this. TypeScript declares such members.
func (s *scanner) assigned(set *body, open int) {
	if s.typescript {
		return
	}
	for lo, hi := s.inside(open); lo < hi; lo++ {
		switch {
		case s.kind(lo) != word:
		case s.is(lo, "function") && !s.is(lo-1, "."):
			h := emptyHead()
			s.functionHead(&h, lo, hi)
			lo = max(h.end-1, lo)
		case s.is(lo, "this") && s.is(lo+1, ".") && s.is(lo+3, "="):
			sym := decl.Symbol{Name: s.text(lo + 2), Kind: decl.Attribute}
			end := s.expressionEnd(lo+4, min(hi, lo+4+setTokens), 0)
			if s.kind(lo+4) != word || s.is(lo+4, "new") {
				sym.Value = s.value(span{lo + 4, end})
			}
			s.declare(set, sym, &heading{first: lo}, end)
			lo += 3
		}
	}
}

// setTokens is how far the end of a value is looked for that a method sets.
const setTokens = 64
