package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// setting is what a statement sets on a symbol of the top level.
type setting struct {
	owner string
	proto bool // on its prototype
	sym   decl.Symbol
	base  string // what its prototype is made from, instead of a symbol
}

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

// assign reads what a dotted name is set to.
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
	case s.typescript || n < 2 || b.hidden || s.is(i+2, "__proto__") && n == 2:
	case n == 3 && s.is(i+2, "prototype"):
		s.setMember(s.text(i), true, s.text(i+4), value, h)
	case n == 2 && s.is(i+2, "prototype") && s.is(value.lo, "new"):
		s.inherits(s.text(i), s.line(value.lo+1, s.dottedEnd(value.lo+1), valueBytes))
	case n == 2 && s.is(i+2, "prototype"):
	case n == 2 && !s.is(i, "this"):
		s.setMember(s.text(i), false, s.text(i+2), value, h)
	}
}

func (s *scanner) setMember(owner string, proto bool, name string, value span, h *heading) {
	sym := decl.Symbol{Name: name, Kind: decl.Attribute}
	s.valueOf(&sym, value.lo, value)
	if sym.Kind == decl.Class {
		sym.Kind = decl.Attribute
	}
	sym.Start, sym.End = s.lineOf(h.first), s.lineOf(value.hi-1)
	s.document(&sym, h.first)
	s.set = append(s.set, setting{owner: owner, proto: proto, sym: sym})
}

// inherits notes what the prototype of owner is made from.
func (s *scanner) inherits(owner, base string) {
	s.set = append(s.set, setting{owner: strings.TrimSuffix(owner, ".prototype"), proto: true, base: strings.TrimSuffix(base, ".prototype")})
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
	case last == "inherits" || last == "setPrototypeOf":
		s.inherits(s.line(first.lo, first.hi, valueBytes), s.line(first.hi+1, hi, valueBytes))
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
	s.attach(top)
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
	for _, m := range whole.Members {
		if s.exported[m.Name] || instances && !isStatic(m.Signature) && !s.onClass[whole.Name+"."+m.Name] {
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

// attach gives the symbols of the top level what statements set on them.
func (s *scanner) attach(top *body) {
	known := map[string]map[string]bool{}
	for _, m := range s.set {
		n := s.names[m.owner]
		if n == 0 {
			continue
		}
		owner := &top.symbols[n-1]
		if m.proto && owner.Kind == decl.Function {
			owner.Kind = decl.Class
		}
		if m.sym.Name == "" {
			if m.base != "" {
				owner.Bases = append(owner.Bases, m.base)
			}
			continue
		}
		names := known[m.owner]
		if names == nil {
			names = map[string]bool{}
			for _, old := range owner.Members {
				names[old.Name] = true
			}
			known[m.owner] = names
		}
		if !names[m.sym.Name] {
			names[m.sym.Name] = true
			owner.Members = append(owner.Members, m.sym)
			s.onClass[m.owner+"."+m.sym.Name] = !m.proto
		}
	}
}
