package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// variables declares what const, let or var does, and returns the number of the token behind it.
func (s *scanner) variables(n *statement, hi int, b *body) int {
	kind := decl.Variable
	if s.is(n.keyword, "const") {
		kind = decl.Constant
	}
	end, h := n.value, n.heading
	for v := range s.variablesFrom(n.value, hi) {
		if end > n.value {
			h.first = v.first
		}
		s.variable(b, kind, &h, s.text(n.keyword), &v)
		end = v.end
	}
	return s.finish(end, hi)
}

// variable declares a variable, or what its pattern binds.
func (s *scanner) variable(b *body, kind decl.Kind, h *heading, keyword string, v *variable) {
	if from, ok := s.required(v.value); ok {
		s.bindRequired(b, v.target, from, h.exported && b.top)
		return
	}
	if s.kind(v.target) != word {
		s.bound(v.target, 0, func(at int) {
			s.declare(b, decl.Symbol{Name: s.text(at), Kind: kind}, &heading{first: at, exported: h.exported}, at+1)
		})
		return
	}
	sym := decl.Symbol{Name: s.text(v.target), Kind: kind, Type: s.line(v.typ.lo, v.typ.hi, typeBytes)}
	value := v.value
	if eq := s.assignTarget(value.lo, value.hi); eq > 0 && b.top { // const all = exports.all = …
		whole, name := s.exportTarget(span{value.lo, eq})
		if value.lo = eq + 1; whole {
			s.all, name = sym.Name, defaultName
		}
		if name != "" && name != sym.Name {
			s.add(b, decl.Symbol{Name: name, Kind: decl.Constant, Value: sym.Name, Start: s.lineOf(v.target), End: s.lineOf(v.target)})
		}
		s.exportName(name)
	}
	s.valueOf(&sym, v.target, value)
	switch {
	case sym.Kind == decl.Class && strings.HasPrefix(sym.Signature, "class"):
	case sym.Signature != "":
		sym.Signature = keyword + " " + sym.Signature
	case sym.Type != "":
		sym.Signature = keyword + " " + sym.Name + ": " + sym.Type
	}
	s.declare(b, sym, h, v.end)
}

// valueOf notes what a value makes of a symbol. first is where its signature starts.
func (s *scanner) valueOf(sym *decl.Symbol, first int, value span) {
	lo, hi := value.lo, value.hi
	member := sym.Kind == decl.Attribute
	switch {
	case value.empty():
		return
	case s.is(lo, "class"):
		h := emptyHead()
		if s.classHead(&h, lo+1, hi); h.end == hi {
			s.class(sym, lo, &h)
			return
		}
	case s.functionValue(sym, first, value):
		if sym.Kind = decl.Function; member {
			sym.Kind = decl.Method
		}
		return
	case s.is(lo, "{") && !member && s.wholeObject(value):
		s.members(sym, s.propertiesIn(lo))
		return
	}
	sym.Value = s.value(value)
}

// value is an expression where it is short, "" elsewhere.
func (s *scanner) value(in span) string {
	text, ok := s.whole(in.lo, in.hi, valueBytes)
	if !ok || strings.IndexByte(text, '\n') >= 0 {
		return ""
	}
	return text
}

// wholeObject says whether the object that a value starts with is all that there is, but for its type.
func (s *scanner) wholeObject(value span) bool {
	end := s.skip(value.lo)
	return end >= value.hi || s.is(end, "as") || s.is(end, "satisfies")
}
