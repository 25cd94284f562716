package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// interfaceType reads an interface at i.
func (s *scanner) interfaceType(i, hi int, b *body, h *heading) int {
	sym := decl.Symbol{Name: s.text(i + 1), Kind: decl.Interface}
	var at int
	sym.TypeParams, at = s.typeParameters(i + 2)
	if s.is(at, "extends") {
		at = s.typeList(&sym, at+1, hi)
	}
	sym.Signature = s.line(i, at, signatureBytes)
	end := at
	if at < hi && s.is(at, "{") {
		s.typeMembers(&sym, at)
		end = s.skip(at)
	}
	s.declare(b, sym, h, max(end, i+1))
	return end
}

// alias reads a type alias at i.
func (s *scanner) alias(i, hi int, b *body, h *heading) int {
	sym := decl.Symbol{Name: s.text(i + 1), Kind: decl.Type}
	var at int
	sym.TypeParams, at = s.typeParameters(i + 2)
	if !s.is(at, "=") {
		return s.expressionEnd(i, hi, 0)
	}
	end := s.typeEnd(at+1, hi)
	sym.Type = s.line(at+1, end, typeBytes)
	sym.Signature = s.line(i, end, typeBytes)
	s.aliased(&sym, at+1, end)
	if s.is(end, ";") {
		end++
	}
	s.declare(b, sym, h, end)
	return end
}

// aliased notes what the type from lo up to hi has: members that are written out, and those of named types joined to them.
func (s *scanner) aliased(sym *decl.Symbol, lo, hi int) {
	if end := s.dottedEnd(lo); end == hi {
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
			end = s.dottedEnd(lo)
			if a := s.angle(end); a > 0 {
				end = a + 1
			}
		}
		switch {
		case end < hi && !s.is(end, "&"):
			sym.Open, sym.Bases, sym.Members = "is worked out from other types", nil, nil
			return
		case s.is(lo, "{"):
			s.typeMembers(sym, lo)
		default:
			sym.Bases = append(sym.Bases, s.line(lo, end, valueBytes))
		}
		lo = end + 1
	}
}

// dottedEnd is the number of the token behind the dotted name at i.
func (s *scanner) dottedEnd(i int) int {
	if s.kind(i) != word {
		return i
	}
	i++
	for s.is(i, ".") && s.kind(i+1) == word {
		i += 2
	}
	return i
}

// typeMembers reads the members of an object type at i.
func (s *scanner) typeMembers(sym *decl.Symbol, i int) {
	lo, hi := s.inside(i)
	b := body{symbols: sym.Members}
	for lo < hi {
		lo = max(s.typeMember(sym, &b, lo, hi), lo+1)
	}
	sym.Members = b.symbols
}

func (s *scanner) typeMember(owner *decl.Symbol, b *body, i, hi int) int {
	h := heading{first: i}
	at, accessor := i, false
	for s.modifierAt(at) && !s.is(at, "static") && !s.is(at, "async") {
		accessor = accessor || s.is(at, "get") || s.is(at, "set")
		at++
	}
	if s.is(at, "new") && (s.is(at+1, "(") || s.is(at+1, "<")) {
		at++
	}
	if (s.is(at, "-") || s.is(at, "+")) && s.is(at+1, "readonly") {
		at += 2
	}
	if s.is(at, "(") || s.is(at, "<") { // called or made itself
		end, _ := s.callable(&decl.Symbol{}, i, at, hi)
		return s.memberEnd(end, hi)
	}
	if s.indexSignature(owner, at) {
		end := s.skip(at)
		for s.is(end, "?") || s.is(end, "+") || s.is(end, "-") {
			end++
		}
		return s.memberEnd(end, hi)
	}
	name, next := s.memberName(at)
	if next == at {
		return at + 1
	}
	if name == "" {
		owner.Open = opened(owner.Open)
	}
	sym := decl.Symbol{Name: name, Kind: decl.Field}
	if s.is(next, "?") {
		next++
	}
	if s.is(next, "(") || s.angle(next) > 0 && !s.fresh(next) {
		sym.Kind = decl.Method
		end, _ := s.callable(&sym, i, next, hi)
		if accessor {
			s.property(b, sym, &h, end, len(sym.Parameters) > 0)
		} else {
			s.declare(b, sym, &h, end)
		}
		return s.memberEnd(end, hi)
	}
	end := next
	if s.is(next, ":") {
		end = s.typeEnd(next+1, hi)
		sym.Type = s.line(next+1, end, typeBytes)
	}
	sym.Signature = s.line(i, end, typeBytes)
	s.declare(b, sym, &h, end)
	return s.memberEnd(end, hi)
}

// enum reads an enumeration whose keyword stands at i, of a declaration from first on.
func (s *scanner) enum(first, i int, b *body, h *heading) int {
	sym := decl.Symbol{Name: s.text(i + 1), Kind: decl.Class, Signature: s.line(first, i+2, signatureBytes)}
	if !s.is(i+2, "{") {
		return i + 2
	}
	var inner body
	for lo, hi := s.inside(i + 2); lo < hi; {
		name, next := s.memberName(lo)
		if next == lo {
			lo++
			continue
		}
		member := decl.Symbol{Name: name, Kind: decl.EnumMember}
		end := next
		if s.is(next, "=") {
			end = s.expressionEnd(next+1, hi, ',')
			member.Value, _ = s.value(next+1, end)
		}
		s.declare(&inner, member, &heading{first: lo}, end)
		for end < hi && !s.is(end, ",") {
			end = s.skip(end)
		}
		lo = end + 1
	}
	sym.Members = inner.symbols
	end := s.skip(i + 2)
	s.declare(b, sym, h, end)
	return end
}

// namespace reads a namespace, or the declaration of a module, whose keyword stands at i. Members of a namespace that exports some are those
// alone.
func (s *scanner) namespace(i, hi int, b *body, h *heading) int {
	var names []string
	at := i + 1
	if s.kind(at) == str {
		names = []string{s.unquote(at)}
		at++
	} else {
		end := s.dottedEnd(at)
		for ; at < end; at += 2 {
			names = append(names, s.text(at))
		}
		at = end
	}
	sym := decl.Symbol{Name: names[0], Kind: decl.Class, Signature: s.line(i, at, signatureBytes)}
	if s.is(i+1, "global") {
		sym.Signature = "declare global"
	}
	end := at
	if at < hi && s.is(at, "{") {
		end = s.skip(at)
		if s.depth < maxNesting {
			s.depth++
			inner := body{space: true, ambient: h.declared}
			lo, stop := s.inside(at)
			s.statements(lo, stop, &inner)
			sym.Members = inner.visible()
			s.depth--
		}
	} else if s.is(at, ";") {
		end++
	}
	if len(names) > maxNesting {
		names = names[:maxNesting]
		sym.Members, sym.Open = nil, tooDeep
	}
	for n := len(names) - 1; n > 0; n-- {
		inner := sym
		inner.Name, inner.Start, inner.End = names[n], s.lineOf(h.first), s.lineOf(end-1)
		sym = decl.Symbol{Name: names[n-1], Kind: decl.Class, Members: []decl.Symbol{inner}, Signature: "namespace " + strings.Join(names[:n], ".")}
	}
	s.declare(b, sym, h, end)
	return end
}

// visible are the symbols of a namespace that can be used outside of it.
func (b *body) visible() []decl.Symbol {
	if b.ambient && !b.exports || b.listed {
		return b.symbols
	}
	var list []decl.Symbol
	for i, sym := range b.symbols {
		if b.open[i] {
			list = append(list, sym)
		}
	}
	return list
}
