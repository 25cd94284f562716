package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
)

// What is said of a list of exports that is not whole.
const (
	computedExports = "lists in __all__ what it works out"
	addedExports    = "adds to __all__ what it works out"
)

// exports is the name that holds them.
const exports = "__all__"

// setExports reads a value that __all__ is set to. Under a condition it may be another one, too.
func (s *scanner) setExports(v *written, branch bool) {
	if v != nil && v.bare {
		return
	}
	if !branch {
		s.file.Exports, s.all = nil, nil
	}
	s.exports(s.read(v), exportsDepth, computedExports)
}

// exports adds the names in a value of __all__: literals, names of lists, the __all__ of other modules, and sums of
// them. Calls and brackets around all that are followed to the given depth. What cannot be read is noted with the
// reason.
func (s *scanner) exports(e *code.Expr, depth int, reason string) {
	if e == nil { // there is none, or none that can be read
		s.open(&s.file.ExportsBy, reason)
		return
	}
	if id, ok := s.exported(e); ok {
		s.file.Exports = append(s.file.Exports, id)
		return
	}
	switch {
	case depth == 0:
	case e.Op == code.Unknown && e.Name == "+" && len(e.Parts) > 1:
		for _, part := range e.Parts {
			s.exports(part, depth, reason)
		}
		return
	case e.Op == code.Name && len(s.listed(e.Name)) > 0:
		s.file.Exports = append(s.file.Exports, s.listed(e.Name)...)
		return
	case e.Op == code.Attr && e.Name == exports && s.chain(e.X) != "":
		s.all = append(s.all, s.chain(e.X))
		return
	case e.Op == code.Call && e.X.Op == code.Name && len(e.Args) == 1 && slices.Contains([]string{"list", "tuple", "sorted", "set"}, e.X.Name):
		s.exports(e.Args[0].Value, depth-1, reason)
		return
	case isSequence(e), e.Op == code.Literal && e.Name == "set":
		for _, part := range e.Parts {
			if isStar(part) {
				s.exports(part.Parts[0], depth-1, reason)
			} else {
				s.exports(part, 0, reason)
			}
		}
		return
	}
	s.open(&s.file.ExportsBy, reason)
}

// keep remembers a module-level name that may hold a literal list of strings.
func (s *scanner) keep(id string, v *written) {
	if v.given() && strings.IndexByte("([{'\"", s.src[v.at.Start]) >= 0 {
		if s.lists == nil {
			s.lists = map[string]*written{}
		}
		s.lists[id] = v
	}
}

// listed are the strings that a name of the module holds.
func (s *scanner) listed(id string) []string {
	e := s.read(s.lists[id])
	if e == nil || e.Op != code.Literal || len(e.Parts) == 0 || !isText(e.Parts[0]) {
		return nil
	}
	return s.names(e)
}

// exported is the name that an item of __all__ is: a text that is written out, or the __name__ of something.
func (s *scanner) exported(e *code.Expr) (string, bool) {
	if e.Op == code.Attr && e.Name == "__name__" && e.X.Op == code.Name {
		return s.normal(e.X.Name), true
	}
	return s.constant(e)
}

// addExports reads statements that change __all__ without a plain assignment. What a function adds is not known
// before it is called.
func (s *scanner) addExports(method string, values ...*code.Expr) {
	top := s.top()
	if top.fn >= 0 {
		s.open(&s.file.ExportsBy, addedExports)
	}
	if top.scope != &s.module || len(values) == 0 {
		return
	}
	switch method {
	case "extend":
		s.exports(values[0], exportsDepth, addedExports)
	case "append":
		s.exports(values[0], 0, addedExports)
	case "remove":
		if id, ok := s.constant(values[0]); ok && top.suite == 0 {
			s.file.Exports = slices.DeleteFunc(s.file.Exports, func(e string) bool { return e == id })
		}
	case "insert":
		s.open(&s.file.ExportsBy, addedExports)
	}
}
