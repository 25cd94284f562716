package python

import (
	"slices"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// asked is what a __getattr__ that is being read has answers for. It has them for the names that its conditions list,
// as long as nothing else of it looks at the name that it is asked for.
type asked struct {
	name    string   // the parameter that holds it
	depth   int      // of its body, in blocks
	guarded int      // blocks from this depth on are reached for listed names alone, none where there is no such block
	pending []string // names that the block which follows is reached for
	doubt   bool     // that block is reached for others, too
	names   []string
	raises  bool // there are names that it has no answer for
	open    bool
}

// asks starts to read a __getattr__, whose function is about to be opened.
func (s *scanner) asks(fn *function, sym *decl.Symbol) {
	if sym.Name == "__getattr__" && len(sym.Parameters) > 0 {
		fn.asked = &asked{name: sym.Parameters[0].Name, depth: len(s.blocks) + 1, guarded: none}
	}
}

// look reads a statement, or the header of one, in a __getattr__.
func (a *asked) look(s *scanner, toks []token, header bool) {
	depth, raises := len(s.blocks), s.is(toks, 0, "raise")
	a.raises = a.raises || raises
	if a.guarded != none && depth >= a.guarded {
		if !raises { // a block that only raises is for names that are gone
			a.names, a.open = append(a.names, a.pending...), a.open || a.doubt
		}
		a.pending, a.doubt = nil, false
		return
	}
	a.guarded, a.pending, a.doubt = none, nil, false
	at := s.after(toks, []string{a.name})
	if s.is(toks, 1, "=") && at < 0 && len(toks) > 2 {
		s.keep(s.src[toks[0].start:toks[0].end], &written{at: code.Span{Start: toks[2].start, End: toks[len(toks)-1].end}})
	}
	if at < 0 || raises {
		a.open = a.open || s.is(toks, 0, "return")
		return
	}
	if header && (s.is(toks, at-2, "if") || s.is(toks, at-2, "elif")) {
		a.condition(s, toks[at:], depth)
		return
	}
	from := -1
	switch {
	case s.is(toks, at-2, "[") && s.is(toks, at, "]"):
		from = at - 3
	case s.is(toks, at-2, "(") && s.is(toks, at-3, "get") && s.is(toks, at-4, "."):
		from = at - 5
	}
	if from >= 0 && !s.is(toks, from-1, ".") {
		if names, ok := s.keysIn(toks[from : from+1]); ok {
			a.names, a.guarded = append(a.names, names...), 0 // what is not there raises an error, or is None
			a.raises = a.raises || s.is(toks, at, "]")
			return
		}
	}
	a.open = true
}

// condition reads what an if says of the name that is asked for.
func (a *asked) condition(s *scanner, toks []token, depth int) {
	a.guarded = depth + 1
	switch not := s.is(toks, 0, "not"); {
	case s.is(toks, 0, "=="):
		id, ok := s.join(slices.DeleteFunc(slices.Clone(toks[1:]), func(t token) bool { return t.kind == op }))
		a.pending, a.doubt = []string{id}, !ok
	case s.is(toks, 0, "in"):
		names, ok := s.keysIn(toks[1:])
		a.pending, a.doubt = names, !ok
	case not && s.is(toks, 1, "in"):
		names, ok := s.keysIn(toks[2:])
		a.names, a.open, a.guarded = append(a.names, names...), a.open || !ok, depth
	default:
		a.doubt = true
	}
}

// keysIn are the texts that a literal lists, or a name of the module that was set to one.
func (s *scanner) keysIn(toks []token) ([]string, bool) {
	if len(toks) > 0 && s.is(toks, len(toks)-1, ":") {
		toks = toks[:len(toks)-1]
	}
	if len(toks) == 0 {
		return nil, false
	}
	if len(toks) == 1 && toks[0].kind == name {
		id := s.src[toks[0].start:toks[0].end]
		if id == exports && len(s.file.Exports) > 0 && s.file.ExportsBy == "" {
			return nil, true // they are listed already
		}
		return s.textsOf(s.read(s.lists[id]))
	}
	return s.textsOf(s.read(&written{at: code.Span{Start: toks[0].start, End: toks[len(toks)-1].end}}))
}

// textsOf are the texts in a literal list, or the keys of a dictionary, where it consists of them alone.
func (s *scanner) textsOf(e *code.Expr) ([]string, bool) {
	if e == nil || isText(e) {
		return nil, false
	}
	names := s.names(e)
	return names, len(names) > 0
}

// answers declares what a __getattr__ has answers for, or says that it may have others.
func (s *scanner) answers(fn *function) {
	class := fn.scope != &s.module
	switch open := fn.asked.open || !fn.asked.raises; {
	case open && class:
		s.open(&fn.scope.class.Open, opensNames)
	case open:
		s.open(&s.file.Open, opensNames)
	}
	for _, id := range fn.asked.names {
		if rootOf(id) != id || id == "" {
			continue
		}
		sym := decl.Symbol{Name: id, Kind: decl.Attribute, Start: fn.symbol.Start, End: s.p.ended}
		if class {
			fn.scope.setAttribute(sym, false)
			continue
		}
		sym.Kind, sym.Value = nameKind(id), "__getattr__("+id+")"
		s.declare(&s.module, sym, 0, true)
	}
}
