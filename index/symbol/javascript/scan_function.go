package javascript

import "ibid/index/symbol/decl"

// overload declares a function; an implementation behind its overloads cannot be called by itself, and is left out.
func (s *scanner) overload(b *body, sym decl.Symbol, h *heading, end int, whole bool) {
	if whole && b.bodiless == sym.Name {
		b.bodiless = ""
		return
	}
	if b.bodiless = ""; !whole {
		b.bodiless = sym.Name
	}
	s.declare(b, sym, h, end)
}

// callable gives a symbol that starts at token first what the head of a function says, and what its body gives.
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
	} else if h.body != none {
		sym.Gives = s.gives(h.body, sym.Parameters)
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
	if h.body == none && len(sym.Returns) == 0 {
		if text, ok := s.whole(h.over+1, value.hi, valueBytes); ok && text != "" && !s.isLocal(h.over+1, nil, sym.Parameters) {
			sym.Gives = []string{text}
		}
	}
	return true
}

// gives are the values that the return statements in the body at open give: none where one of them starts with a
// local name.
func (s *scanner) gives(open int, parameters []decl.Parameter) []string {
	var list []string
	var local map[string]bool
	for at, hi := s.inside(open); at < hi; at++ {
		switch s.kind(at) {
		case op:
			if s.is(at, "{") && (s.is(at-1, ")") && s.startsFunction(at) || s.is(at-1, "=>")) {
				at = s.skip(at) - 1
			}
			continue
		case word:
		default:
			continue
		}
		switch s.text(at) {
		case "const", "let", "var", "class", "function":
			if local == nil {
				local = map[string]bool{}
			}
			at = s.localNames(at, local)
		case "return":
			if s.is(at-1, ".") || s.fresh(at+1) || s.is(at+1, ";") || s.is(at+1, ":") {
				continue
			}
			end := s.expressionEnd(at+1, hi, 0)
			text, ok := s.whole(at+1, end, valueBytes)
			if !ok || text == "" || s.isLocal(at+1, local, parameters) || len(list) == givenValues {
				return nil
			}
			list = append(list, text)
			at = end - 1
		}
	}
	return list
}

// startsFunction says whether the brace at i, behind a bracket, is the body of a function or a method.
func (s *scanner) startsFunction(i int) bool {
	m := s.list[i-1].match
	return m <= 0 || !isControl(s.text(int(m)-1)) && !s.is(int(m)-1, "switch") && !s.is(int(m)-1, "catch")
}

// localNames notes the names that the declaration whose keyword stands at i binds, and returns the last token that it
// looked at.
func (s *scanner) localNames(i int, into map[string]bool) int {
	switch {
	case s.kind(i+1) == word:
		into[s.text(i+1)] = true
	case s.is(i, "class") || s.is(i, "function") || !s.opens(i+1):
	default:
		lo, hi := s.inside(i + 1)
		for ; lo < hi; lo++ {
			if s.kind(lo) == word {
				into[s.text(lo)] = true
			}
		}
		return hi
	}
	return i
}

// isLocal says whether the expression at i starts with a name that means something inside of a function alone.
func (s *scanner) isLocal(i int, local map[string]bool, parameters []decl.Parameter) bool {
	for s.is(i, "new") || s.is(i, "await") {
		i++
	}
	if s.kind(i) != word {
		return false
	}
	name := s.text(i)
	if local[name] {
		return true
	}
	for n := range parameters {
		if parameters[n].Name == name || len(parameters[n].Name) > 0 && parameters[n].Name[0] == '{' {
			return true
		}
	}
	return false
}
