package python

import (
	"ibid/index/symbol/decl"
)

// opensNames is said of a module or a class that is asked for each of its names.
const opensNames = "defines __getattr__"

// asksForNames tells whether a class with a member of this name is asked for each of its others.
func asksForNames(name string) bool { return name == "__getattr__" || name == "__getattribute__" }

// open notes why names cannot be known from the text. The first reason is kept.
func (s *scanner) open(reason *string, text string) {
	if *reason == "" {
		*reason = text
	}
}

// dynamic reads a statement that may make names by running code.
func (s *scanner) dynamic(toks []token) {
	s.dynamicModule(toks)
	top := s.top()
	switch {
	case top.fn >= 0:
		if fn := &s.functions[top.fn]; fn.owner != nil {
			s.dynamicObject(fn, toks)
		}
	case top.scope != nil && top.scope != &s.module:
		if s.writes(toks, "locals", "(", ")") || s.writes(toks, "vars", "(", ")") {
			s.open(&top.scope.class.Open, "writes locals()")
		} else if s.is(toks, 0, "exec") {
			s.open(&top.scope.class.Open, "runs text that it makes")
		}
	}
}

// dynamicModule looks for what makes names of the module.
func (s *scanner) dynamicModule(toks []token) {
	top := s.top()
	reason := &s.file.Open
	for i := range toks {
		if s.is(toks, i, "globals") && s.is(toks, i+1, "(") && s.is(toks, i+3, ".") && s.is(toks, i+4, "update") && s.is(toks, i+5, "(") {
			if s.is(toks, i+7, ".") && s.is(toks, i+8, "__members__") && s.is(toks, i+9, ")") && s.exportEnum(s.normal(s.src[toks[i+6].start:toks[i+6].end])) {
				return
			}
		}
	}
	switch atModule := top.scope == &s.module; {
	case s.writes(toks, "globals", "(", ")"):
		s.open(reason, "writes globals()")
	case atModule && (s.writes(toks, "vars", "(", ")") || s.writes(toks, "locals", "(", ")")):
		s.open(reason, "writes the names of the module")
	case s.writes(toks, "sys", ".", "modules", "[", "__name__", "]"):
		s.open(reason, "writes sys.modules[__name__]")
	case s.has(toks, "setattr", "(", "sys", ".", "modules", "[", "__name__", "]"):
		s.open(reason, "sets attributes of sys.modules[__name__]")
	case s.has(toks, "_convert_", "(") && s.has(toks, "__name__"), s.has(toks, "_convert", "(") && s.has(toks, "__name__"):
		s.open(reason, "takes names from another module by a rule")
	case atModule && s.is(toks, 0, "exec"), s.has(toks, "exec", "(") && s.has(toks, "globals", "("):
		s.open(reason, "runs text that it makes")
	}
}

// dynamicObject looks for what makes attributes of an object in its methods, or asks for one that may be there by its
// name.
func (s *scanner) dynamicObject(fn *function, toks []token) {
	reason := &fn.owner.class.Open
	if fn.symbol.Name == "__setstate__" {
		reason = new(string) // it gives back what other methods have set
	}
	for _, object := range []string{fn.receiver, self} {
		if s.writes(toks, object, ".", "__dict__") || s.writes(toks, "vars", "(", object, ")") {
			s.open(reason, "writes "+object+".__dict__")
		}
		for i := range toks {
			sets := s.is(toks, i, "setattr") || s.is(toks, i, "__setattr__")
			asks := s.is(toks, i, "getattr") || s.is(toks, i, "hasattr")
			if !sets && !asks || !s.is(toks, i+1, "(") || !s.is(toks, i+2, object) || !s.is(toks, i+3, ",") {
				continue
			}
			if s.is(toks, i+5, ",") || asks && s.is(toks, i+5, ")") {
				if id, ok := s.join(toks[i+4 : i+5]); ok && id != "" && rootOf(id) == id {
					fn.owner.setAttribute(decl.Symbol{Name: id, Kind: decl.Attribute, Start: toks[i].line, End: s.lastLine}, false)
					continue
				}
			}
			if asks {
				continue
			}
			if !s.is(toks, i-1, ".") || !s.is(toks, i-2, ")") || fn.symbol.Name != "__setattr__" { // super().__setattr__ in __setattr__ passes on
				s.open(reason, "sets attributes by name")
			}
		}
	}
}

// exportEnum makes the members of an enumeration of this file names of the module.
func (s *scanner) exportEnum(id string) bool {
	i, ok := s.module.names[id]
	if !ok || s.module.states[i].scope == nil || !s.module.states[i].scope.enum {
		return false
	}
	s.exportMembers(s.module.states[i].scope)
	return true
}

// has returns whether the words stand next to each other in a statement.
func (s *scanner) has(toks []token, words ...string) bool { return s.after(toks, words) >= 0 }

// writes says whether a statement assigns to the dictionary that words stand for, to one of its items or one of its
// attributes, or updates it.
func (s *scanner) writes(toks []token, words ...string) bool {
	for range writePlaces {
		i := s.after(toks, words)
		if i < 0 {
			break
		}
		toks = toks[i:]
		stop := 0
		for {
			switch {
			case s.is(toks, stop, "["):
				stop = s.match(toks, stop) + 1
				continue
			case s.is(toks, stop, ".") && s.is(toks, stop+2, "("):
				switch s.src[toks[stop+1].start:toks[stop+1].end] {
				case "update", "setdefault", "__setitem__":
					return true
				}
			case s.is(toks, stop, "."):
				stop += 2
				continue
			case s.is(toks, stop, "="):
				return true
			}
			break
		}
	}
	return false
}

// after returns the index behind the first place where the words stand next to each other, -1 where there is none.
func (s *scanner) after(toks []token, words []string) int {
	for i := 0; i+len(words) <= len(toks); i++ {
		n := 0
		for n < len(words) && s.is(toks, i+n, words[n]) {
			n++
		}
		if n == len(words) {
			return i + n
		}
	}
	return -1
}
