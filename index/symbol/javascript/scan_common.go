package javascript

import (
	"strings"

	"ibid/index/symbol/decl"
)

// member is what a statement sets on a symbol of the top level.
type member struct {
	owner string
	proto bool // on its prototype
	sym   decl.Symbol
	base  string // what its prototype is made from, instead of a symbol
}

// expressionStatement reads an expression at i: what it sets on exports and on prototypes.
func (s *scanner) expressionStatement(i, hi int, b *body) int {
	end := s.expressionEnd(i, hi, 0)
	for at := i; b.top && at < end; {
		stop := s.expressionEnd(at, end, ',')
		s.assignment(b, at, stop, &heading{first: at})
		at = max(stop, at) + 1
	}
	return s.importEnd(max(end, i+1), hi)
}

// assignment reads the assignments from i up to hi that share one value.
func (s *scanner) assignment(b *body, i, hi int, h *heading) {
	if s.is(i, "(") && s.opens(i) && s.skip(i) == hi {
		lo, end := s.inside(i)
		if s.assignTarget(lo, end) > 0 {
			i, hi = lo, end
		}
	}
	var targets []int
	for len(targets) < maxNesting {
		eq := s.assignTarget(i, hi)
		if eq == 0 {
			break
		}
		targets = append(targets, i)
		i = eq + 1
	}
	if len(targets) == 0 {
		s.callStatement(b, i, hi)
		return
	}
	for _, t := range targets {
		s.assign(b, t, i, hi, h)
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

// assign reads what the dotted name at i is set to: the tokens from lo up to hi.
func (s *scanner) assign(b *body, i, lo, hi int, h *heading) {
	n := (s.assignTarget(i, len(s.list)) - i + 1) / 2 // names
	name := s.text(i + 2*(n-1))
	switch {
	case n == 2 && s.is(i, "module") && name == "exports":
		s.moduleExports(b, lo, hi, h)
	case n == 3 && s.is(i, "module") && s.is(i+2, "exports"), n == 2 && s.is(i, "exports"):
		if name == "__esModule" || s.is(lo, "void") || s.is(lo, "undefined") {
			s.exportNameLater(name)
			return
		}
		s.exportValue(b, name, lo, hi, h)
	case s.typescript || n < 2 || b.hidden:
	case n == 3 && s.is(i+2, "prototype"):
		s.setMember(s.text(i), true, name, lo, hi, h)
	case n == 2 && name == "prototype":
		s.setPrototype(s.text(i), lo, hi)
	case n == 2 && s.is(i+2, "__proto__"):
	case n == 2 && s.is(i, "this"):
	case n == 2:
		s.setMember(s.text(i), false, name, lo, hi, h)
	}
}

// exportNameLater notes that a name is exported which gets its value further down.
func (s *scanner) exportNameLater(name string) {
	if name != "__esModule" {
		s.exportName(name)
	}
}

func (s *scanner) setMember(owner string, proto bool, name string, lo, hi int, h *heading) {
	sym := decl.Symbol{Name: name, Kind: decl.Attribute}
	s.valueOf(&sym, lo, lo, hi)
	if sym.Kind == decl.Class {
		sym.Kind = decl.Attribute
	}
	sym.Start, sym.End = s.lineOf(h.first), s.lineOf(hi-1)
	s.document(&sym, h.first)
	s.set = append(s.set, member{owner: owner, proto: proto, sym: sym})
}

// setPrototype reads what a prototype is set to: an object with its members, or one made from another.
func (s *scanner) setPrototype(owner string, lo, hi int) {
	if s.is(lo, "{") && s.wholeObject(lo, hi) {
		var made decl.Symbol
		s.objectMembers(&made, lo)
		for _, sym := range made.Members {
			s.set = append(s.set, member{owner: owner, proto: true, sym: sym})
		}
		return
	}
	base := ""
	switch end := s.dottedEnd(lo); {
	case s.is(lo, "new"):
		base = s.line(lo+1, s.dottedEnd(lo+1), valueBytes)
	case s.is(end, "(") && s.is(end-1, "create"):
		base = s.line(end+1, s.dottedEnd(end+1), valueBytes)
	}
	s.set = append(s.set, member{owner: owner, proto: true, base: strings.TrimSuffix(base, ".prototype")})
}

// callStatement reads the calls that export names, or that make one class inherit from another.
func (s *scanner) callStatement(b *body, i, hi int) {
	open := s.dottedEnd(i)
	if open == i || !s.is(open, "(") || s.skip(open) < hi {
		if s.is(i, "(") || s.is(i, "!") {
			s.wrapped(i)
		}
		return
	}
	first, stop := s.inside(open)
	second := s.expressionEnd(first, stop, ',') + 1
	switch s.text(open - 1) {
	case "__exportStar", "__export", "_exportStar", "__reExport":
		if in, ok := s.required(first, second-1); ok {
			s.exportsOf(in.Module)
		} else if s.is(second, "{") {
			s.properties(second, func(p property) { s.exportGetter(b, p) })
		}
	case "defineProperty":
		s.defined(b, first, second, stop)
	case "assign":
		if s.is(first, "exports") || s.is(first, "module") {
			if in, ok := s.required(second, stop); ok {
				s.exportsOf(in.Module)
			} else if s.is(second, "{") {
				s.exportObject(b, second)
			}
		}
	case "inherits", "setPrototypeOf":
		owner, base := s.line(first, second-1, valueBytes), s.line(second, stop, valueBytes)
		s.set = append(s.set, member{owner: strings.TrimSuffix(owner, ".prototype"), proto: true, base: strings.TrimSuffix(base, ".prototype")})
	}
}

// defined reads the arguments of Object.defineProperty.
func (s *scanner) defined(b *body, first, second, stop int) {
	if s.kind(second) != str {
		return
	}
	name := s.unquote(second)
	at := s.line(first, second-1, valueBytes)
	switch {
	case name == "__esModule":
	case at == "exports" || at == "module.exports":
		exported := false
		if s.is(second+2, "{") {
			s.properties(second+2, func(p property) {
				if p.name == "get" || p.name == "value" {
					p.name, exported = name, true
					s.exportGetter(b, p)
				}
			})
		}
		if !exported {
			s.exportName(name)
		}
	case s.typescript:
	default:
		owner := strings.TrimSuffix(at, ".prototype")
		sym := decl.Symbol{Name: name, Kind: decl.Property, Start: s.lineOf(first), End: s.lineOf(stop)}
		s.set = append(s.set, member{owner: owner, proto: owner != at, sym: sym})
	}
}

// exportGetter exports what a property, or the function that it is, gives: a dotted name.
func (s *scanner) exportGetter(b *body, p property) {
	lo, hi := p.lo, p.hi
	for at := p.lo; at < p.hi; at++ {
		if s.is(at, "return") || s.is(at, "=>") && !s.is(at+1, "{") {
			lo = at + 1
			hi = s.dottedEnd(lo)
			break
		}
	}
	if p.name == "" || lo >= hi {
		return
	}
	if s.dottedEnd(lo) != hi {
		s.exportName(p.name)
		s.declare(b, decl.Symbol{Name: p.name, Kind: decl.Constant}, &heading{first: p.first}, p.hi)
		return
	}
	s.exportValue(b, p.name, lo, hi, &heading{first: p.first})
}

// wrapped notes that all of a file may stand in a function that runs at once.
func (s *scanner) wrapped(i int) {
	i++
	if (s.is(i, "function") || s.is(i, "(") || s.is(i, "async")) && len(s.file.Exports) == 0 {
		s.file.Open = "is wrapped in a function that runs at once"
	}
}

// chained passes the other targets of a variable's value, and returns where the value starts.
func (s *scanner) chained(b *body, lo, hi int, sym *decl.Symbol) int {
	for range maxNesting {
		eq := s.assignTarget(lo, hi)
		if eq == 0 {
			break
		}
		switch {
		case !b.top:
		case s.is(lo, "module") && s.is(lo+2, "exports") && eq == lo+3:
			s.exportName(defaultName)
			s.all = sym.Name
			s.add(b, decl.Symbol{Name: defaultName, Kind: decl.Constant, Value: sym.Name, Start: s.lineOf(lo), End: s.lineOf(lo)}, false)
		case s.is(lo, "exports") && eq == lo+3, s.is(lo, "module") && s.is(lo+2, "exports") && eq == lo+5:
			if name := s.text(eq - 1); name != sym.Name {
				s.add(b, decl.Symbol{Name: name, Kind: decl.Constant, Value: sym.Name, Start: s.lineOf(lo), End: s.lineOf(lo)}, false)
			}
			s.exportName(s.text(eq - 1))
		}
		lo = eq + 1
	}
	return lo
}

// finish puts the file together.
func (s *scanner) finish(top *body) {
	s.extended(top)
	s.attach(top)
	if n := s.names[s.all]; s.all != "" {
		if n == 0 {
			if len(s.file.Exports) > 0 && s.file.Open == "" {
				s.file.Open = "exports what is worked out when it runs"
			}
		} else {
			s.exportMembers(top, top.symbols[n-1])
		}
	}
	s.file.Symbols = top.symbols
	s.fileDoc()
}

// exportMembers exports what the value has that a module consists of: of a class, what does not belong to its instances.
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

// extended declares the names that the file takes from another module, adds members to, and exports: what they have besides is
// not known here.
func (s *scanner) extended(top *body) {
	passed := map[string]bool{}
	for _, sym := range top.symbols {
		if sym.Kind == decl.Constant {
			passed[sym.Value] = true
		}
	}
	imported := map[string]bool{}
	for _, in := range s.file.Imports {
		imported[in.As] = true
	}
	for _, m := range s.set {
		if s.names[m.owner] == 0 && imported[m.owner] && m.sym.Name != "" && (passed[m.owner] || s.exported[m.owner]) {
			s.add(top, decl.Symbol{Name: m.owner, Kind: decl.Class, Start: m.sym.Start, End: m.sym.Start, Open: "is taken from another module"}, false)
		}
	}
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
