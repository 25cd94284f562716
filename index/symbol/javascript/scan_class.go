package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// class reads a class declaration at i, with abstract before it or without.
func (s *scanner) class(i, hi int, b *body, h *heading) int {
	at := i + 1
	if s.is(i, "abstract") {
		at++
	}
	sym := decl.Symbol{Name: defaultName}
	if s.kind(at) == word && !s.is(at, "extends") && !s.is(at, "implements") {
		sym.Name = s.text(at)
	} else if !h.isDefault {
		return s.expressionEnd(i, hi, 0)
	}
	end := s.classRest(&sym, i, at, hi)
	s.declare(b, sym, h, end)
	return end
}

// classRest reads a class from its name at i on, and returns the number of the token behind it.
func (s *scanner) classRest(sym *decl.Symbol, first, i, hi int) int {
	sym.Kind = decl.Class
	if s.kind(i) == word && !s.is(i, "extends") && !s.is(i, "implements") {
		i++
	}
	sym.TypeParams, i = s.typeParameters(i)
	if s.is(i, "extends") {
		end := s.heritageEnd(i+1, hi)
		sym.Bases = append(sym.Bases, s.line(i+1, end, valueBytes))
		i = end
	}
	if s.is(i, "implements") {
		i = s.typeList(sym, i+1, hi)
	}
	sym.Signature = s.line(first, i, signatureBytes)
	if i >= hi || !s.is(i, "{") {
		return max(i, first+1)
	}
	s.members(sym, i)
	return s.skip(i)
}

// heritageEnd is the number of the token behind the expression that a class extends.
func (s *scanner) heritageEnd(i, hi int) int {
	for i < hi && !s.is(i, "implements") && !s.is(i, ";") && !s.is(i, "}") {
		if s.is(i, "{") && s.wholeBefore(i) {
			return i
		}
		if a := s.angle(i); a > 0 {
			i = a + 1
			if s.is(i, "{") {
				return i
			}
			continue
		}
		i = s.skip(i)
	}
	return min(i, hi)
}

// typeList adds the types from i on, with commas between, to the bases.
func (s *scanner) typeList(sym *decl.Symbol, i, hi int) int {
	for i < hi {
		end := s.typeEnd(i, hi)
		if end == i {
			break
		}
		sym.Bases = append(sym.Bases, s.line(i, end, valueBytes))
		if i = end; !s.is(i, ",") {
			break
		}
		i++
	}
	return i
}

// members reads the body of a class at i.
func (s *scanner) members(sym *decl.Symbol, i int) {
	if s.depth >= maxNesting {
		sym.Open = tooDeep
		return
	}
	s.depth++
	defer func() { s.depth-- }()
	lo, hi := s.inside(i)
	var b, set body // set is what its methods set, last
	for lo < hi {
		lo = max(s.member(sym, &b, &set, lo, hi), lo+1)
	}
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
	sym.Members = b.symbols
}

// member reads one member of a class at i.
func (s *scanner) member(class *decl.Symbol, b, set *body, i, hi int) int {
	h := heading{first: i}
	i = s.decorated(i, hi, &h)
	at, accessor := i, false
	for s.modifierAt(at) {
		accessor = accessor || s.is(at, "get") || s.is(at, "set")
		at++
	}
	if s.is(at, "{") { // static { … }
		return s.skip(at)
	}
	if s.is(at, "*") {
		at++
	}
	if s.indexSignature(class, at) {
		return s.memberEnd(s.skip(at), hi)
	}
	name, next := s.memberName(at)
	if next == at {
		return at + 1
	}
	sym := decl.Symbol{Name: name, Kind: decl.Attribute}
	if s.is(next, "?") || s.is(next, "!") && !s.fresh(next) {
		next++
	}
	if !s.is(next, "(") && (s.angle(next) < 0 || s.fresh(next)) {
		end := s.field(&sym, i, next, hi)
		if name == "" {
			class.Open = opened(class.Open)
		}
		s.declare(b, sym, &h, end)
		return s.memberEnd(end, hi)
	}
	sym.Kind = decl.Method
	end, whole := s.callable(&sym, i, next, hi)
	if open := s.openBrace(next, end); open > 0 {
		s.assigned(set, open)
	}
	switch {
	case name == "":
		class.Open = opened(class.Open)
	case accessor:
		s.property(b, sym, &h, end, len(sym.Parameters) > 0)
	default:
		s.overload(b, sym, &h, end, whole)
	}
	if name == "constructor" && whole {
		s.parameterFields(b, next)
	}
	return end
}

// opened is why a class may have members that cannot be read.
func opened(why string) string {
	if why == "" {
		return "has computed names"
	}
	return why
}

// modifierAt says whether token i stands before the name of a member, and is not the name.
func (s *scanner) modifierAt(i int) bool {
	switch s.text(i) {
	case "public", "private", "protected", "static", "abstract", "override", "readonly", "declare", "async", "accessor", "get", "set":
	default:
		return false
	}
	switch s.text(i + 1) {
	case "(", "=", ";", ":", "?", "!", "}", ",", "<", "":
		return false
	case "{":
		return s.is(i, "static")
	}
	return s.is(i+1, "*") || !s.fresh(i+1) || s.is(i, "static") || s.is(i, "public") || s.is(i, "private") || s.is(i, "protected")
}

// memberName is the name of a member at i, "" where it is worked out when it runs, and the number of the token behind it; i
// where no name stands there.
func (s *scanner) memberName(i int) (string, int) {
	switch s.kind(i) {
	case word, number:
		return s.text(i), i + 1
	case str:
		return s.unquote(i), i + 1
	case op:
		if s.is(i, "[") {
			lo, hi := s.inside(i)
			switch {
			case hi == lo+3 && s.is(lo, "Symbol"):
				return s.line(i, s.skip(i), valueBytes), s.skip(i)
			case hi == lo+1 && s.kind(lo) == str:
				return s.unquote(lo), s.skip(i)
			}
			return "", s.skip(i)
		}
	}
	return "", i
}

// indexSignature says whether members of any name are declared at i, and notes it.
func (s *scanner) indexSignature(sym *decl.Symbol, i int) bool {
	if !s.is(i, "[") || s.kind(i+1) != word || !s.is(i+2, ":") && !s.is(i+2, "in") {
		return false
	}
	sym.Open = "has an index signature"
	return true
}

// memberEnd is the number of the token behind what is left of a member at i.
func (s *scanner) memberEnd(i, hi int) int {
	if s.is(i, ":") {
		i = s.typeEnd(i+1, hi)
	}
	if i < hi && (s.is(i, ";") || s.is(i, ",")) {
		i++
	}
	return i
}

// field reads the type and the value of a field whose name ends before next, and returns the number of the token behind it.
func (s *scanner) field(sym *decl.Symbol, first, next, hi int) int {
	if s.is(next, ":") {
		end := s.typeEnd(next+1, hi)
		sym.Type = s.line(next+1, end, typeBytes)
		next = end
	}
	last := next
	if s.is(next, "=") {
		end := s.expressionEnd(next+1, hi, 0)
		s.valueOf(sym, first, next+1, end)
		last = end
	}
	if sym.Signature == "" && (sym.Type != "" || s.is(first, "static")) {
		sym.Signature = s.line(first, next, valueBytes)
	}
	return last
}

// property declares what get and set make: once.
func (s *scanner) property(b *body, sym decl.Symbol, h *heading, end int, setter bool) {
	sym.Kind = decl.Property
	for i := len(b.symbols) - 1; i >= 0 && i >= len(b.symbols)-nearby; i-- {
		if old := &b.symbols[i]; old.Name == sym.Name && old.Kind == decl.Property {
			if !setter && len(old.Returns) == 0 {
				old.Returns, old.Gives, old.Signature = sym.Returns, sym.Gives, sym.Signature
			}
			return
		}
	}
	if setter {
		sym.Type = sym.Parameters[0].Type
	}
	sym.Parameters = nil
	s.declare(b, sym, h, end)
}

// nearby is how many members before a setter its getter is looked for.
const nearby = 8

// parameterFields declares the members that the parameters of a constructor at i make.
func (s *scanner) parameterFields(b *body, i int) {
	lo, hi := s.inside(i)
	for lo < hi {
		at := lo
		for at < hi && s.is(at, "@") {
			at = s.decoratorEnd(at + 1)
		}
		p, end := s.parameter(lo, hi)
		if s.accessAt(at) {
			sym := decl.Symbol{Name: p.Name, Kind: decl.Attribute, Type: p.Type}
			s.declare(b, sym, &heading{first: at}, end)
		}
		for end < hi && !s.is(end, ",") {
			end = s.skip(end)
		}
		lo = end + 1
	}
}

// openBrace is the number of the brace of the body that a method from lo up to hi ends with, 0 where it has none.
func (s *scanner) openBrace(lo, hi int) int {
	if s.is(hi-1, "}") {
		if m := int(s.list[hi-1].match); m > lo {
			return m
		}
	}
	return 0
}

// assigned notes what the body at i sets on this. TypeScript declares such members.
func (s *scanner) assigned(set *body, i int) {
	if s.typescript {
		return
	}
	for lo, hi := s.inside(i); lo < hi; lo++ {
		switch {
		case s.kind(lo) != word:
		case s.is(lo, "function") && !s.is(lo-1, "."):
			lo = s.functionEnd(lo, hi) - 1
		case s.is(lo, "this") && s.is(lo+1, ".") && s.is(lo+3, "="):
			sym := decl.Symbol{Name: s.text(lo + 2), Kind: decl.Attribute}
			end := s.expressionEnd(lo+4, min(hi, lo+4+setTokens), 0)
			if s.kind(lo+4) != word || s.is(lo+4, "new") {
				sym.Value, _ = s.value(lo+4, end)
			}
			s.declare(set, sym, &heading{first: lo}, end)
			lo += 3
		}
	}
}

// setTokens is how far the end of a value is looked for that a method sets.
const setTokens = 64

// functionEnd is the number of the token behind the function expression at i.
func (s *scanner) functionEnd(i, hi int) int {
	for n := 0; n < maxHead && i < hi && !s.is(i, "("); n++ {
		i++
	}
	if i = s.skip(i); s.is(i, "{") {
		return s.skip(i)
	}
	return i
}

// value is the expression from lo up to hi where it is short, "" elsewhere.
func (s *scanner) value(lo, hi int) (string, bool) {
	text, ok := s.whole(lo, hi, valueBytes)
	if !ok || strings.IndexByte(text, '\n') >= 0 {
		return "", false
	}
	return text, true
}
