package javascript

import (
	"ibid/index/symbol/decl"
)

// function reads a function declaration at i, with async before it or without.
func (s *scanner) function(i, hi int, b *body, h *heading) int {
	sym := decl.Symbol{Name: defaultName, Kind: decl.Function}
	at := i + 1
	if s.is(i, "async") {
		at++
	}
	if s.is(at, "*") {
		at++
	}
	if s.kind(at) == word {
		sym.Name = s.text(at)
		at++
	} else if !h.isDefault {
		return s.expressionEnd(i, hi, 0)
	}
	end, whole := s.callable(&sym, i, at, hi)
	s.overload(b, sym, h, end, whole)
	return end
}

// overload declares a function; an implementation behind its overloads cannot be called by itself, and is left out.
func (s *scanner) overload(b *body, sym decl.Symbol, h *heading, end int, whole bool) {
	if whole && b.bodiless == sym.Name {
		b.bodiless = ""
		return
	}
	b.bodiless = ""
	if !whole {
		b.bodiless = sym.Name
	}
	s.declare(b, sym, h, end)
}

// callable reads type parameters, parameters, a result type and a body from at on, of a declaration that starts at first. It returns the
// number of the token behind it, and whether there was a body.
func (s *scanner) callable(sym *decl.Symbol, first, at, hi int) (int, bool) {
	sym.TypeParams, at = s.typeParameters(at)
	if !s.is(at, "(") {
		sym.Signature = s.line(first, at, signatureBytes)
		return max(at, first+1), false
	}
	sym.Parameters = s.parameters(at)
	at = s.skip(at)
	if s.is(at, ":") {
		end := s.typeEnd(at+1, hi)
		sym.Returns = s.oneType(at+1, end)
		at = end
	}
	sym.Signature = s.line(first, at, signatureBytes)
	if at < hi && s.is(at, "{") {
		if len(sym.Returns) == 0 {
			sym.Gives = s.gives(at, sym.Parameters)
		}
		return s.skip(at), true
	}
	if at < hi && s.is(at, ";") {
		at++
	}
	return at, false
}

// oneType is the type from lo up to hi as a list.
func (s *scanner) oneType(lo, hi int) []string {
	if text := s.line(lo, hi, typeBytes); text != "" {
		return []string{text}
	}
	return nil
}

// parameters are those in the brackets at i. TypeScript's this is none.
func (s *scanner) parameters(i int) []decl.Parameter {
	var list []decl.Parameter
	lo, hi := s.inside(i)
	for lo < hi {
		p, end := s.parameter(lo, hi)
		if p.Name != "" && p.Name != "this" {
			list = append(list, p)
		}
		for end < hi && !s.is(end, ",") {
			end = s.skip(end)
		}
		lo = end + 1
	}
	return list
}

// parameter reads one parameter at i, and returns the number of the token behind it.
func (s *scanner) parameter(i, hi int) (decl.Parameter, int) {
	p := decl.Parameter{Kind: decl.Positional}
	for i < hi && s.is(i, "@") {
		i = s.decoratorEnd(i + 1)
	}
	for s.accessAt(i) {
		i++
	}
	if s.is(i, "...") {
		p.Kind = decl.Variadic
		i++
	}
	switch {
	case i >= hi:
		return p, hi
	case s.kind(i) == word:
		p.Name = s.text(i)
		i++
	case s.is(i, "{") || s.is(i, "["):
		end := s.skip(i)
		p.Name = s.line(i, end, valueBytes)
		i = end
	default:
		return p, i
	}
	if s.is(i, "?") {
		p.Optional = true
		i++
	}
	if s.is(i, ":") {
		end := s.typeEnd(i+1, hi)
		p.Type = s.line(i+1, end, typeBytes)
		i = end
	}
	if s.is(i, "=") {
		end := s.expressionEnd(i+1, hi, ',')
		p.Default, p.Optional = s.line(i+1, end, defaultBytes), true
		i = end
	}
	return p, i
}

// accessAt says whether token i makes a parameter a member, or is another modifier of one.
func (s *scanner) accessAt(i int) bool {
	switch s.text(i) {
	case "public", "private", "protected", "readonly", "override":
		return s.kind(i+1) == word || s.is(i+1, "{") || s.is(i+1, "[")
	}
	return false
}

// functionValue reads a function expression or an arrow function from lo up to hi. It says whether that is all there is.
func (s *scanner) functionValue(sym *decl.Symbol, first, lo, hi int) bool {
	at := lo
	if s.is(at, "async") && !s.fresh(at+1) && !s.is(at+1, "=>") {
		at++
	}
	if s.is(at, "function") {
		return s.functionExpression(sym, first, at+1, hi)
	}
	if s.kind(at) == word && s.is(at+1, "=>") {
		sym.Parameters = []decl.Parameter{{Name: s.text(at), Kind: decl.Positional}}
		return s.arrow(sym, first, at+1, hi)
	}
	if a := s.angle(at); s.is(at, "(") || a > 0 && s.is(a+1, "(") {
		return s.arrowList(sym, first, at, hi)
	}
	return false
}

func (s *scanner) functionExpression(sym *decl.Symbol, first, at, hi int) bool {
	if s.is(at, "*") {
		at++
	}
	if s.kind(at) == word {
		at++
	}
	made := decl.Symbol{}
	end, whole := s.callable(&made, first, at, hi)
	if !whole || end < hi {
		return false
	}
	take(sym, &made)
	return true
}

func (s *scanner) arrowList(sym *decl.Symbol, first, at, hi int) bool {
	params, list := s.typeParameters(at)
	after := s.skip(list)
	end := after
	if s.is(after, ":") {
		end = s.typeEnd(after+1, hi)
	}
	if end >= hi || !s.is(end, "=>") {
		return false
	}
	sym.TypeParams, sym.Parameters = params, s.parameters(list)
	if end > after {
		sym.Returns = s.oneType(after+1, end)
	}
	return s.arrow(sym, first, end, hi)
}

// arrow reads the body behind the arrow at i.
func (s *scanner) arrow(sym *decl.Symbol, first, i, hi int) bool {
	sym.Signature = s.line(first, i, signatureBytes)
	if len(sym.Returns) > 0 {
		return true
	}
	if s.is(i+1, "{") {
		sym.Gives = s.gives(i+1, sym.Parameters)
	} else if text, ok := s.whole(i+1, hi, valueBytes); ok && text != "" && !s.isLocal(i+1, nil, sym.Parameters) {
		sym.Gives = []string{text}
	}
	return true
}

// take gives sym what was read of a function.
func take(sym, made *decl.Symbol) {
	sym.TypeParams, sym.Parameters, sym.Returns = made.TypeParams, made.Parameters, made.Returns
	sym.Gives, sym.Signature = made.Gives, made.Signature
}

// gives are the values that the return statements in the body at i give: none where one of them starts with a local name.
func (s *scanner) gives(i int, parameters []decl.Parameter) []string {
	var list []string
	var local map[string]bool
	lo, hi := s.inside(i)
	for at := lo; at < hi; at++ {
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

// localNames notes the names that the declaration whose keyword stands at i binds, and returns the last token that it looked at.
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
