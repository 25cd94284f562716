package python

// opensBlock says whether a line is the header of a compound statement other than def and class.
func (s *scanner) opensBlock(toks []token) bool {
	switch s.src[toks[0].start:toks[0].end] {
	case "if", "elif", "else", "for", "while", "with", "try", "except", "finally":
		return true
	case "match":
		return len(toks) > 2 && s.is(toks, len(toks)-1, ":")
	case "case":
		return len(toks) > 2 && !s.is(toks, 1, ":") && !s.is(toks, 1, "=") && s.find(toks, ':') > 0
	}
	return false
}

// compound reads the header of a compound statement and what stands behind its colon.
func (s *scanner) compound(toks []token) {
	colon := len(toks) - 1
	if colon < 0 || !s.is(toks, colon, ":") {
		if colon = s.find(toks, ':'); colon < 0 {
			colon = len(toks)
		}
	}
	s.top().fresh = false
	s.work()
	header := toks[:colon]
	s.within(header)
	if len(header) > 0 {
		switch s.src[header[0].start:header[0].end] {
		case "for":
			if in := s.findWord(header, "in"); in > 0 {
				s.targets(header[1:in], nil)
			}
		case "with":
			s.with(header)
		case "except":
			if n := len(header); n > 2 && s.is(header, n-2, "as") && s.top().scope == nil {
				s.targets(header[n-1:], nil)
			}
		}
	}
	if colon+1 < len(toks) {
		s.suite()
		s.statements(toks[colon+1:])
		s.pop()
	}
}

// with binds what "as" names in the header of a with statement.
func (s *scanner) with(header []token) {
	for i := 1; i < len(header); i++ {
		if !s.is(header, i, "as") {
			continue
		}
		stop, depth := i+1, 0
		for ; stop < len(header); stop++ {
			if depth += s.nesting(header[stop]); depth < 0 || depth == 0 && s.is(header, stop, ",") {
				break
			}
		}
		var value *value
		if stop == len(header) && s.find(header, ',') < 0 {
			value = s.valueOf(header[1:i])
		}
		s.targets(header[i+1:stop], value)
		i = stop
	}
}

// statements reads simple statements between semicolons.
func (s *scanner) statements(toks []token) {
	if s.seen&sawSemicolon != 0 {
		for {
			i := s.find(toks, ';')
			if i < 0 {
				break
			}
			if i > 0 {
				s.simple(toks[:i])
			}
			toks = toks[i+1:]
		}
	}
	if len(toks) > 0 {
		s.simple(toks)
	}
}

// simple reads one simple statement.
func (s *scanner) simple(toks []token) {
	top := s.top()
	if fresh := top.fresh; fresh {
		top.fresh = false
		if s.docstring(toks, top) {
			return
		}
	}
	first := s.src[toks[0].start:toks[0].end]
	switch first {
	case "pass", "raise", "...":
		return
	}
	s.work()
	s.within(toks)
	if toks[0].kind == name && (len(toks) == 1 || toks[1].kind != op || first == "return" || first == "from" || first == "del") {
		switch first {
		case "return":
			s.returned(toks[1:])
			return
		case "import":
			s.imports(toks)
			return
		case "from":
			s.importsFrom(toks)
			return
		case "global":
			s.global(toks[1:])
			return
		case "del":
			s.del(toks[1:])
			return
		case "nonlocal", "assert", "break", "continue":
			return
		case "type":
			s.typeAlias(toks)
			return
		}
	}
	if s.seen&sawAssign != 0 {
		s.assignment(toks)
	}
	if top.scope == &s.module && toks[0].kind == name && s.is(toks, len(toks)-1, ")") {
		s.given(toks)
	}
	if first == "__all__" && (top.scope == &s.module || top.fn >= 0) {
		s.extendExports(toks)
	}
}

// work notes that the function around does more than to pass or to raise.
func (s *scanner) work() {
	if fn := s.top().fn; fn >= 0 {
		s.functions[fn].works = true
	}
}

// within reads what may stand anywhere in a statement or a header.
func (s *scanner) within(toks []token) {
	if s.seen&(sawYield|sawWalrus|sawDynamic) == 0 {
		return
	}
	if fn := s.top().fn; s.seen&sawYield != 0 && fn >= 0 {
		s.functions[fn].yields = true
	}
	if s.seen&sawWalrus != 0 {
		for i := 1; i < len(toks); i++ {
			if toks[i-1].kind == name && s.is(toks, i, ":=") {
				s.targets(toks[i-1:i], nil)
			}
		}
	}
	if s.seen&sawDynamic != 0 {
		s.dynamic(toks)
	}
}
