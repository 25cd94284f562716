package python

import (
	"strings"

	"ibid/index/symbol/code"
)

// toColon passes the header of a compound statement up to the colon that ends its line. It says whether one does.
func (s *scanner) toColon() bool {
	p := s.p
	colon := len(p.line) - 2
	if colon <= max(p.at, 1) || s.src[p.line[colon].start] != ':' || p.line[colon].kind != op {
		return false
	}
	p.pass(colon)
	return true
}

// skip passes an expression unread, up to an operator of stops or a bracket that closes. Stops inside of brackets and
// lambdas are none.
func (s *scanner) skip(stops string) {
	p := s.p
	depth, lambdas, to := 0, 0, p.at
	for ; to < len(p.line)-1; to++ {
		t := p.line[to]
		if t.kind == name && depth == 0 && s.src[t.start:t.end] == "lambda" {
			lambdas++
		}
		if t.kind != op {
			continue
		}
		c := s.src[t.start]
		if depth == 0 && t.end-t.start == 1 && lambdas == 0 && strings.IndexByte(stops, c) >= 0 {
			break
		}
		if depth == 0 && c == ':' {
			lambdas = max(lambdas-1, 0)
		}
		if depth += nesting(s.src, t); depth < 0 {
			break
		}
	}
	p.pass(to)
}

// Operators behind which an expression has ended.
const (
	afterValue = "=;"
	afterType  = "=;,:"
)

// header is told of the header of a compound statement other than def and class, whose tokens start at index from.
func (s *scanner) header(from int) {
	s.top().fresh, s.decorators = false, nil
	s.work()
	s.within(s.p.line[from:s.p.at])
}

// caught binds the name of an exception.
func (s *scanner) caught(target *code.Expr) {
	if s.top().scope == nil {
		s.targets(target, nil)
	}
}

// entered binds what a context manager gives; the value is kept of the only one of its statement.
func (s *scanner) entered(target *code.Expr, context *written, only bool) {
	if !only {
		context = nil
	}
	s.targets(target, context)
}

// simple looks at a simple statement before it is read. It passes one that declares nothing, and says whether it did.
func (s *scanner) simple() bool {
	p, top := s.p, s.top()
	stop := p.stop(s.seen&sawSemicolon != 0)
	if stop <= p.at {
		return false
	}
	toks := p.line[p.at:stop]
	first := p.text
	fresh := top.fresh
	top.fresh, s.decorators = false, nil
	switch {
	case fresh && s.docstring(toks, top), first == "pass", first == "raise", first == "...":
		p.pass(stop)
		return true
	}
	s.work()
	s.within(toks)
	if toks[0].kind == name && (len(toks) == 1 || toks[1].kind != op || first == "return" || first == "from" || first == "del") {
		switch first {
		case "import", "from", "del", "type":
			return false
		case "return":
			s.returned(toks[1:])
		case "global":
			s.global(toks[1:])
		case "nonlocal", "assert", "break", "continue":
		default:
			return s.uneventful(toks, stop)
		}
		p.pass(stop)
		return true
	}
	return s.uneventful(toks, stop)
}

// uneventful passes an expression that is there for its value alone. It says whether it was one.
func (s *scanner) uneventful(toks []token, stop int) bool {
	atModule := s.top().scope == &s.module && toks[0].kind == name && s.is(toks, len(toks)-1, ")")
	if s.seen&sawAssign != 0 || atModule || s.is(toks, 0, exports) {
		return false
	}
	s.p.pass(stop)
	return true
}

// work notes that the function around does more than to pass or to raise.
func (s *scanner) work() {
	if fn := s.top().fn; fn >= 0 {
		s.functions[fn].works = true
	}
}

// within reads what may stand anywhere in a statement or a header.
func (s *scanner) within(toks []token) {
	if s.seen&(sawYield|sawWalrus|sawDynamic|sawKeywords) == 0 {
		return
	}
	if s.seen&sawKeywords != 0 {
		s.passKeywords(toks)
	}
	if fn := s.top().fn; s.seen&sawYield != 0 && fn >= 0 {
		s.functions[fn].yields = true
	}
	if s.seen&sawWalrus != 0 {
		for i := 1; i < len(toks); i++ {
			if toks[i-1].kind == name && s.is(toks, i, ":=") {
				s.bindTarget(&code.Expr{Op: code.Name, Name: s.src[toks[i-1].start:toks[i-1].end], Span: code.Span{Start: toks[i-1].start}}, nil)
			}
		}
	}
	if s.seen&sawDynamic != 0 {
		s.dynamic(toks)
	}
}
