package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// returned notes the value of a return statement.
func (s *scanner) returned(toks []token) {
	top := s.top()
	if top.fn < 0 || len(toks) == 0 {
		return
	}
	fn := &s.functions[top.fn]
	if fn.scope == nil || len(fn.symbol.Returns) > 0 || len(fn.returned) == givenValues {
		return
	}
	at := code.Span{Start: toks[0].start, End: toks[len(toks)-1].end}
	if text := s.textOf(&written{at: at}); !slices.Contains(fn.returned, text) {
		fn.returned = append(fn.returned, text)
	}
}

// gives is what a function returns, in terms of its parameters and of the names of its module; nothing where part of
// that depends on local names that are set more than once.
func (s *scanner) gives(fn *function) []string {
	var list []string
	for _, text := range fn.returned {
		text = s.outside(fn, text)
		if text == "" {
			return nil
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// outside writes an expression of a function without the local name that it starts with, "" where that cannot be done.
func (s *scanner) outside(fn *function, text string) string {
	root := rootOf(text)
	if root == "" || root == fn.receiver {
		return text
	}
	seen, bound := 0, ""
	for i := len(s.binds) - 1; i >= 0 && i >= len(s.binds)-lookBack; i-- {
		if s.binds[i].name == root {
			seen++
			bound = s.binds[i].value
		}
	}
	switch rest := text[len(root):]; {
	case seen == 0:
		return text
	case seen > 1 || bound == "" || s.takes(root) != nil || len(bound)+len(rest) > valueBytes:
		return ""
	case rest == "":
		return bound
	case (rest[0] == '.' || rest[0] == '(' || rest[0] == '[') && isChain(bound):
		return bound + rest
	}
	return ""
}

// makes tells whether a local name holds an object that the method makes of its own class: cls(…), or what some
// __new__ gives.
func (s *scanner) makes(fn *function, id string) bool {
	for i := len(s.binds) - 1; i >= fn.binds && i >= len(s.binds)-lookBack; i-- {
		if b := &s.binds[i]; b.name == id {
			rest, ok := strings.CutPrefix(b.value, fn.receiver)
			return ok && fn.receiver != "" && strings.HasPrefix(rest, "(") || strings.Contains(b.value, "__new__(")
		}
	}
	return false
}

// inside is a value that a function sets something outside of it to. It is "" where it starts with a parameter:
// outside that name stands for something else.
func (s *scanner) inside(fn *function, v *written) string {
	text := s.textOf(v)
	if text == "" || s.takes(rootOf(text)) != nil {
		return ""
	}
	return s.outside(fn, text)
}

// passKeywords notes how a statement uses the **kwargs of the functions around it: whether it hands them on, and to
// what.
func (s *scanner) passKeywords(toks []token) {
	for i, t := range toks {
		if t.kind != name {
			continue
		}
		for f := range s.functions {
			fn := &s.functions[f]
			if fn.keywords == "" || s.src[t.start:t.end] != fn.keywords || s.is(toks, i+1, ".") && s.is(toks, i+2, "setdefault") || s.is(toks, i-1, ".") || s.is(toks, i+1, "=") && !s.is(toks, i+2, "=") && s.is(toks, i-1, ",") {
				continue
			}
			if fn.uses++; fn.uses == 1 && s.is(toks, i-1, "**") {
				fn.passed = s.calleeAround(toks[:i-1])
			}
		}
	}
}

// calleeAround is the dotted name that is called with the bracket that the tokens leave open, "" where it is
// something else.
func (s *scanner) calleeAround(toks []token) string {
	depth := 0
	for open := len(toks) - 1; open > 0; open-- {
		if depth += nesting(s.src, toks[open]); depth <= 0 {
			continue
		}
		start := open
		for start > 0 && (toks[start-1].kind == name || s.is(toks, start-1, ".")) && (start == open || toks[start-1].kind != toks[start].kind) {
			start--
		}
		if text := s.src[toks[start].start:toks[open].start]; isName(text) && s.is(toks, open, "(") {
			return text
		}
		break
	}
	return ""
}

// parameter is the parameter that a value consists of, nil where it is something else.
func (s *scanner) parameter(v *written) *decl.Parameter {
	if !v.given() {
		return nil
	}
	id := s.src[v.at.Start:v.at.End]
	if rootOf(id) != id {
		return nil
	}
	return s.takes(s.normal(id))
}

// takes is the parameter of that name of an open function, the innermost that has one.
func (s *scanner) takes(id string) *decl.Parameter {
	left := lookBack
	for i := len(s.functions) - 1; i >= 0 && left > 0; i-- {
		list := s.functions[i].symbol.Parameters
		for j := range list[:min(left, len(list))] {
			if list[j].Name == id {
				return &list[j]
			}
		}
		left -= len(list) + 1
	}
	return nil
}

// global notes the names that a function sets in the module.
func (s *scanner) global(toks []token) {
	top := s.top()
	if top.fn < 0 {
		return
	}
	fn := &s.functions[top.fn]
	if fn.globals == nil {
		fn.globals = map[string]bool{}
	}
	for _, t := range toks {
		if t.kind == name {
			fn.globals[s.normal(s.src[t.start:t.end])] = true
		}
	}
}

// rootOf is the identifier that an expression starts with.
func rootOf(text string) string {
	n := 0
	for n < len(text) && (class[text[n]] == letter || class[text[n]] == digit || class[text[n]] == wide) {
		n++
	}
	if n > 0 && class[text[0]] == digit {
		return ""
	}
	return text[:n]
}

// isName says whether an expression is a name, which may be dotted.
func isName(text string) bool {
	if text == "None" || text == "True" || text == "False" {
		return false
	}
	for part := range strings.SplitSeq(text, ".") {
		if part == "" || rootOf(part) != part {
			return false
		}
	}
	return true
}

// isChain says whether an expression is names, calls, attributes and subscripts alone, so that more of them can follow.
func isChain(text string) bool {
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case depth == 0 && c != '.' && class[c] != letter && class[c] != digit && class[c] != wide:
			return false
		}
	}
	return depth == 0
}
