package python

import "ibid/index/symbol/code"

// computedExports is said of a list of exports that is not whole.
const computedExports = "lists in __all__ what it works out"

// exports is the name that holds them.
const exports = "__all__"

// setExports reads a value that __all__ is set to. Under a condition it may be another one, too.
func (s *scanner) setExports(v *written, branch bool) {
	if v != nil && v.bare {
		return
	}
	if !branch {
		s.file.Exports = nil
	}
	s.exports(s.read(v))
}

// exports adds the names that a value of __all__ writes out. It notes that there are others.
func (s *scanner) exports(e *code.Expr) {
	switch {
	case e != nil && e.Op == code.Unknown && e.Name == "+":
		for _, part := range e.Parts {
			s.exports(part)
		}
	case e != nil && isSequence(e):
		for _, part := range e.Parts {
			s.export(part)
		}
	default:
		s.open(&s.file.ExportsBy, computedExports)
	}
}

// export adds a name: a text that is written out, or the __name__ of something.
func (s *scanner) export(e *code.Expr) {
	id, ok := s.constant(e)
	if e.Op == code.Attr && e.Name == "__name__" && e.X.Op == code.Name {
		id, ok = s.normal(e.X.Name), true
	}
	if !ok {
		s.open(&s.file.ExportsBy, computedExports)
		return
	}
	s.file.Exports = append(s.file.Exports, id)
}

// addExports reads statements that change __all__ without a plain assignment. What a function adds is not known
// before it is called.
func (s *scanner) addExports(method string, args []code.Arg) {
	switch top := s.top(); {
	case method == "extend" && top.scope == &s.module && len(args) == 1:
		s.exports(args[0].Value)
	case method == "append" && top.scope == &s.module && len(args) == 1:
		s.export(args[0].Value)
	case method != "remove":
		s.open(&s.file.ExportsBy, computedExports)
	}
}
