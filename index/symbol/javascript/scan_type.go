package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// alias reads what a type alias stands for: members that are written out, and those of named types joined to them.
func (s *scanner) alias(sym *decl.Symbol, n *statement) {
	lo, hi := n.result.lo, n.result.hi
	sym.Kind, sym.TypeParams = decl.Type, s.typeParameters(n.typeParams)
	sym.Type, sym.Signature = s.line(lo, hi, typeBytes), s.line(n.keyword, hi, typeBytes)
	if s.dottedEnd(lo) == hi {
		if s.kind(lo) == word {
			sym.Value = s.line(lo, hi, valueBytes)
		}
		return
	}
	if s.is(lo, "&") {
		lo++
	}
	for lo < hi {
		end := s.skip(lo)
		if s.kind(lo) == word {
			_, end = s.angles(s.dottedEnd(lo), hi)
		}
		switch {
		case end < hi && !s.is(end, "&"):
			sym.Open, sym.Bases, sym.Members = "is worked out from other types", nil, nil
			return
		case s.is(lo, "{"):
			s.members(sym, s.membersIn(lo))
		default:
			sym.Bases = append(sym.Bases, s.line(lo, end, valueBytes))
		}
		lo = end + 1
	}
}

// enum reads the members of an enumeration.
func (s *scanner) enum(sym *decl.Symbol, n *statement) {
	sym.Kind, sym.Signature = decl.Class, s.line(n.keyword, n.over, signatureBytes)
	var inner body
	for m := range s.propertiesIn(n.body) {
		s.declare(&inner, decl.Symbol{Name: s.memberName(m.name), Kind: decl.EnumMember, Value: s.value(m.value)}, &m.heading, m.end)
	}
	sym.Members = inner.symbols
}

// namespace reads a namespace, or the declaration of a module.
func (s *scanner) namespace(n *statement, b *body) {
	names := []string{s.unquote(n.name)}
	if s.kind(n.name) == word {
		names = names[:0]
		for at := n.name; at < n.over; at += 2 {
			names = append(names, s.text(at))
		}
	}
	sym := decl.Symbol{Name: names[0], Kind: decl.Class, Signature: s.line(n.keyword, n.over, signatureBytes)}
	if s.is(n.keyword, "global") {
		sym.Signature = "declare global"
	}
	if n.body != none && s.depth < maxNesting {
		s.depth++
		inner := body{ambient: n.declared}
		lo, hi := s.inside(n.body)
		s.statements(lo, hi, &inner)
		sym.Members = inner.symbols
		s.depth--
	}
	if len(names) > maxNesting {
		names = names[:maxNesting]
		sym.Members, sym.Open = nil, tooDeep
	}
	for at := len(names) - 1; at > 0; at-- {
		inner := sym
		inner.Name, inner.Start, inner.End = names[at], s.lineOf(n.first), s.lineOf(n.end-1)
		sym = decl.Symbol{Name: names[at-1], Kind: decl.Class, Members: []decl.Symbol{inner}, Signature: "namespace " + strings.Join(names[:at], ".")}
	}
	s.declare(b, sym, &n.heading, n.end)
}
