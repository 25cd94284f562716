package python

import "slices"

// What is said of a list of exports that is not whole.
const (
	computedExports = "lists in __all__ what it works out"
	addedExports    = "adds to __all__ what it works out"
)

// setExports reads a value that __all__ is set to. Under a condition it may be another one, too.
func (s *scanner) setExports(v *value, branch bool) {
	if v != nil && v.bare {
		return
	}
	if !branch {
		s.file.Exports, s.all = nil, nil
	}
	if v == nil || len(v.toks) == 0 {
		s.open(&s.file.ExportsBy, computedExports)
		return
	}
	s.exports(v.toks, exportsDepth, computedExports)
}

// exports adds the names in a value of __all__: literals, names of lists, the __all__ of other modules, and sums of them.
// Brackets around all that are followed to the given depth. What cannot be read is noted with the reason.
func (s *scanner) exports(toks []token, depth int, reason string) {
	for len(toks) > 0 {
		part := toks
		if i := s.find(toks, '+'); i >= 0 {
			part, toks = toks[:i], toks[i+1:]
		} else {
			toks = nil
		}
		s.exportsPart(part, depth, reason)
	}
}

func (s *scanner) exportsPart(toks []token, depth int, reason string) {
	n := len(toks)
	if n == 0 {
		return
	}
	switch first := s.src[toks[0].start:toks[0].end]; {
	case depth == 0:
		s.open(&s.file.ExportsBy, reason)
	case s.find(toks, ',') >= 0:
		s.exportsItems(toks, depth, reason)
	case n == 1 && s.lists[first] != nil:
		s.file.Exports = append(s.file.Exports, s.lists[first]...)
	case n > 2 && s.is(toks, n-1, "__all__") && s.is(toks, n-2, "."):
		s.all = append(s.all, s.dotted(toks[:n-2]))
	case s.is(toks, 1, "(") && s.match(toks, 1) == n-1 && (first == "list" || first == "tuple" || first == "sorted" || first == "set"):
		s.exports(toks[2:n-1], depth-1, reason)
	case n < 2 || s.nesting(toks[0]) <= 0 || s.match(toks, 0) != n-1:
		s.open(&s.file.ExportsBy, reason)
	case first == "(" && s.find(toks[1:n-1], ',') < 0:
		s.exportsItem(toks[1:n-1], depth-1, reason, true)
	default:
		s.exportsItems(toks[1:n-1], depth, reason)
	}
}

// exportsItems adds the names in the items of a list or a tuple.
func (s *scanner) exportsItems(toks []token, depth int, reason string) {
	for part := range s.split(toks) {
		s.exportsItem(part, depth, reason, false)
	}
}

// exportsItem adds the name in one item: a text, or the __name__ of something. An item in parentheses may be a list itself.
func (s *scanner) exportsItem(part []token, depth int, reason string, list bool) {
	if id, ok := s.exported(part); ok {
		s.file.Exports = append(s.file.Exports, id)
		return
	}
	switch {
	case s.is(part, 0, "*"):
		s.exportsPart(part[1:], depth-1, reason)
	case list:
		s.exports(part, depth, reason)
	default:
		s.open(&s.file.ExportsBy, reason)
	}
}

// exported is the name that an item of __all__ is: a text that is written out, or the __name__ of something.
func (s *scanner) exported(part []token) (string, bool) {
	if n := len(part); n == 3 && s.is(part, 1, ".") && s.is(part, 2, "__name__") && part[0].kind == name {
		return s.name(part[0]), true
	}
	return s.constant(part)
}

// extendExports reads statements that change __all__ without a plain assignment. What a function adds is not known before it is
// called.
func (s *scanner) extendExports(toks []token) {
	n := len(toks)
	if n < 3 || !s.is(toks, 1, "+=") && !s.is(toks, 1, ".") {
		return
	}
	if s.top().scope != &s.module {
		s.open(&s.file.ExportsBy, addedExports)
		return
	}
	if s.is(toks, 1, "+=") {
		s.exports(toks[2:], exportsDepth, addedExports)
		return
	}
	if n < 5 || !s.is(toks, 3, "(") || s.match(toks, 3) != n-1 {
		return
	}
	switch inside := toks[4 : n-1]; s.src[toks[2].start:toks[2].end] {
	case "extend":
		s.exports(inside, exportsDepth, addedExports)
	case "append":
		if id, ok := s.exported(inside); ok {
			s.file.Exports = append(s.file.Exports, id)
		} else {
			s.open(&s.file.ExportsBy, addedExports)
		}
	case "remove":
		if id, ok := s.constant(inside); ok && s.top().suite == 0 {
			s.file.Exports = slices.DeleteFunc(s.file.Exports, func(e string) bool { return e == id })
		}
	case "insert":
		s.open(&s.file.ExportsBy, addedExports)
	}
}
