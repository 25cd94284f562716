package javascript

import "ibid/index/symbol/decl"

// callable gives a symbol that starts at token first what the head of a function says.
func (s *scanner) callable(sym *decl.Symbol, first int, h *head) {
	sym.TypeParams = s.typeParameters(h.typeParams)
	sym.Signature = s.line(first, h.over, signatureBytes)
	if h.params == none {
		return
	}
	for p := range s.parametersIn(h.params) {
		if made := s.parameter(&p); made.Name != "" && made.Name != "this" {
			sym.Parameters = append(sym.Parameters, made)
		}
	}
	if text := s.line(h.result.lo, h.result.hi, typeBytes); text != "" {
		sym.Returns = []string{text}
	}
}

func (s *scanner) parameter(p *parameter) decl.Parameter {
	made := decl.Parameter{Kind: decl.Positional, Optional: p.optional || p.value.lo > 0}
	if p.rest {
		made.Kind = decl.Variadic
	}
	if p.target != none {
		made.Name = s.line(p.target, s.skip(p.target), valueBytes)
	}
	made.Type = s.line(p.typ.lo, p.typ.hi, typeBytes)
	made.Default = s.line(p.value.lo, p.value.hi, defaultBytes)
	return made
}

// typeParameters are the type parameters between < and >.
func (s *scanner) typeParameters(in span) []string {
	var list []string
	for at := in.lo; at < in.hi; at++ {
		end := at
		for end < in.hi && !s.is(end, ",") {
			if a := s.angle(end); a > 0 {
				end = a
			}
			end = s.skip(end)
		}
		if text := s.line(at, end, defaultBytes); text != "" {
			list = append(list, text)
		}
		at = end
	}
	return list
}

// functionValue reads a function expression or an arrow function as the value of a symbol that starts at token first.
// It says whether that is all there is.
func (s *scanner) functionValue(sym *decl.Symbol, first int, value span) bool {
	h, ok := s.functionIn(value)
	if !ok {
		return false
	}
	s.callable(sym, first, &h)
	return true
}
