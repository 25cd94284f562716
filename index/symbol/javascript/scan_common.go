package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// expressionStatement reads an expression at i: what it sets on exports and on prototypes.
func (s *scanner) expressionStatement(i, hi int, b *body) int {
	end := s.expressionEnd(i, hi, 0)
	for at := i; b.top && at < end; at++ {
		stop := s.expressionEnd(at, end, ',')
		s.assignment(b, at, stop)
		at = max(stop, at)
	}
	return s.finish(max(end, i+1), hi)
}

// assignment reads the assignments from first up to hi that share one value.
func (s *scanner) assignment(b *body, first, hi int) {
	i := first
	if s.is(i, "(") && s.opens(i) && s.skip(i) == hi {
		lo, end := s.inside(i)
		if s.assignTarget(lo, end) > 0 {
			i, hi = lo, end
		}
	}
	var targets []span
	for len(targets) < maxNesting {
		eq := s.assignTarget(i, hi)
		if eq == 0 {
			break
		}
		targets = append(targets, span{i, eq})
		i = eq + 1
	}
	if len(targets) == 0 {
		s.callStatement(span{i, hi})
	}
	for _, t := range targets {
		s.assign(b, t, span{i, hi}, &heading{first: first})
	}
}

// assignTarget is the number of the = behind the dotted name at i, 0 where there is none.
func (s *scanner) assignTarget(i, hi int) int {
	end := s.dottedEnd(i)
	if end == i || end >= hi || !s.is(end, "=") {
		return 0
	}
	return end
}

// exportTarget says whether a dotted name is module.exports, and which member of it or of exports it is.
func (s *scanner) exportTarget(target span) (whole bool, name string) {
	lo := target.lo
	if s.is(lo, "module") && s.is(lo+2, "exports") {
		lo += 2
	} else if !s.is(lo, "exports") {
		return false, ""
	}
	switch {
	case target.hi == lo+1:
		return lo > target.lo, ""
	case target.hi == lo+3:
		return false, s.text(lo + 2)
	}
	return false, ""
}

// assign reads what a dotted name is set to. What is given members by code is open.
func (s *scanner) assign(b *body, target, value span, h *heading) {
	whole, name := s.exportTarget(target)
	i, n := target.lo, (target.hi-target.lo+1)/2 // names
	switch {
	case whole:
		s.moduleExports(b, value, h)
	case name == "__esModule":
	case name != "" && (s.is(value.lo, "void") || s.is(value.lo, "undefined")): // it gets its value further down
		s.exportName(name)
	case name != "":
		s.exportValue(b, name, value, h)
	case n > 1:
		s.given[s.text(i)] = true
	}
}

// callStatement reads a call that stands by itself: one that makes a class inherit from another, or one that gets what
// the file exports, of which then not all is known.
func (s *scanner) callStatement(call span) {
	open := s.dottedEnd(call.lo)
	if open == call.lo || !s.is(open, "(") || s.skip(open) < call.hi {
		if s.is(call.lo, "(") || s.is(call.lo, "!") {
			s.wrapped(call.lo)
		}
		return
	}
	lo, hi := s.inside(open)
	first := span{lo, s.expressionEnd(lo, hi, ',')}
	switch last := s.text(open - 1); {
	case last == "inherits" || last == "setPrototypeOf" || last == "assign" || last == "defineProperty":
		s.given[s.text(lo)] = true
	case s.is(hi-1, "exports"): // __exportStar(require("m"), exports)
		if in, ok := s.required(first); ok {
			s.exportsOf(in.Module)
		}
	case (s.is(lo, "exports") || s.is(lo, "module")) && !strings.Contains(s.text(first.hi+1), "__esModule"):
		s.file.Open = openExports
	}
}

// wrapped notes that all of a file may stand in a function that runs at once.
func (s *scanner) wrapped(i int) {
	i++
	if (s.is(i, "function") || s.is(i, "(") || s.is(i, "async")) && len(s.file.Exports) == 0 {
		s.file.Open = "is wrapped in a function that runs at once"
	}
}

// assemble puts the file together.
func (s *scanner) assemble(top *body) {
	for i := range top.symbols {
		if sym := &top.symbols[i]; s.given[sym.Name] && sym.Open == "" {
			sym.Open = "is given members by code"
		}
	}
	if n := s.names[s.all]; s.all != "" {
		if n == 0 {
			if len(s.file.Exports) > 0 && s.file.Open == "" {
				s.file.Open = "exports what is worked out when it runs"
			}
		} else {
			for _, whole := range top.symbols[:len(top.symbols):len(top.symbols)] { // TypeScript joins a function and a namespace
				if whole.Name == s.all {
					s.exportMembers(top, whole)
				}
			}
		}
	}
	s.file.Symbols = top.symbols
}

// exportMembers exports what the value has that a module consists of: of a class, what does not belong to its
// instances.
func (s *scanner) exportMembers(top *body, whole decl.Symbol) {
	instances := whole.Kind == decl.Class && !isSpace(whole.Signature)
	if whole.Open != "" {
		s.file.Open = openExports
	}
	for _, m := range whole.Members {
		if s.exported[m.Name] || instances && !isStatic(m.Signature) {
			continue
		}
		s.exportName(m.Name)
		top.symbols = append(top.symbols, decl.Symbol{Name: m.Name, Kind: decl.Constant, Value: whole.Name + "." + m.Name, Start: m.Start, End: m.End})
	}
}

// isSpace says whether a signature is that of a namespace or an enumeration.
func isSpace(signature string) bool {
	for _, prefix := range [...]string{"namespace ", "module ", "enum ", "const enum "} {
		if strings.HasPrefix(signature, prefix) {
			return true
		}
	}
	return false
}

// isStatic says whether a signature is that of a member of a class itself.
func isStatic(signature string) bool {
	for _, access := range [...]string{"public ", "private ", "protected "} {
		signature = strings.TrimPrefix(signature, access)
	}
	return strings.HasPrefix(signature, "static ")
}
