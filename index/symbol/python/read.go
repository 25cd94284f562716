package python

import (
	"strings"

	"ibid/index/symbol/code"
)

// Limits on what is read, so that hostile text costs neither the stack nor time beyond its length.
const (
	maxNesting = 200 // brackets, operators and blocks inside each other; CPython has the same limit for brackets
	maxChain   = 500 // attributes, calls and subscripts on end
	maxShared  = 64  // targets that are given the same value, or items of it
	maxCarried = 64  // expressions in what is known of the items of a comprehension
)

// Read reads a piece of Python as a person, a model or a cell of a notebook writes it: it may be indented as a whole, a doctest
// transcript, hold magics of IPython or placeholders. What cannot be read is left out up to the end of its line, and Broken is set.
//
// Blocks of if, for, while, with, try and match open no scope: their statements stand in line. A comprehension or a lambda is a Scope before the
// statement that holds it. The value of a comprehension is a Literal whose Parts say what one item is, in terms of names outside
// of it: they repeat spans of the Scope, and their arguments are Unknown. Where a type leaves out names that its annotation
// holds (Optional, Annotated), a Use of the whole annotation stands before. The operator of an Unknown is its Name.
func Read(src string) code.Snippet {
	p := &reader{stream: stream{src: src, lex: newLexer(src)}}
	p.seek(p.lex.pos)
	p.statements(-1)
	return code.Snippet{Language: "python", Statements: p.out, Broken: p.broken}
}

// reader is a parser by recursive descent. It never gives up: what it cannot read fails, which ends every
// loop, and recover goes on behind it.
type reader struct {
	stream
	out      []code.Statement // of the scope that is being read
	depth    int
	broken   bool
	types    bool       // an annotation is being read: strings are types
	prompted bool       // prompts are out of the way
	given    *code.Expr // what the next expression starts with, already read
}

// stream holds the tokens of the source or of a part of it. Offsets are those of the whole source.
type stream struct {
	src    string // to the end of the part
	lex    *lexer
	tok    token
	text   string // of tok
	ahead  token  // after tok, where peeked is set
	peeked bool
	last   int  // where the last token that was passed ends
	fresh  bool // tok is the first of a logical line
	column int  // of the first token of the logical line
	inside bool // ends of lines mean nothing
	failed bool // nothing more is delivered
	fault  token
}

// seek goes on at byte pos, as if a line started there.
func (s *stream) seek(pos int) {
	s.breakLine(pos)
	s.advance()
}

// breakLine makes the current token the end of a line at pos.
func (s *stream) breakLine(pos int) {
	s.lex.pos, s.lex.depth, s.lex.dedents, s.lex.fresh = pos, 0, 0, true
	s.tok, s.text, s.peeked, s.failed = token{kind: newline, start: pos, end: pos}, "", false, false
}

// advance passes the current token.
func (s *stream) advance() {
	if s.failed {
		return
	}
	if s.tok.kind != newline && s.tok.kind != end {
		s.last = s.tok.end
	}
	s.fresh = s.tok.kind == newline
	s.tok = s.peek()
	s.peeked = false
	s.text = s.src[s.tok.start:s.tok.end]
	if s.fresh {
		s.column = s.columnOf(s.tok.start)
	}
}

// peek returns the token after the current one.
func (s *stream) peek() token {
	for !s.peeked {
		s.ahead = s.lex.next()
		switch s.ahead.kind {
		case comment, indent, dedent:
		case newline:
			s.peeked = !s.inside
		default:
			s.peeked = true
		}
	}
	return s.ahead
}

// columnOf returns the width of the white space before pos.
func (s *stream) columnOf(pos int) int {
	column := 0
	for _, c := range []byte(s.src[s.margin(pos):pos]) {
		if c == '\t' {
			column = (column/tabWidth + 1) * tabWidth
		} else {
			column++
		}
	}
	return column
}

// margin returns where the white space before pos starts.
func (s *stream) margin(pos int) int {
	for pos > 0 && class[s.src[pos-1]] == space {
		pos--
	}
	return pos
}

// lineEnd returns where the line at pos ends.
func (s *stream) lineEnd(pos int) int {
	if n := strings.IndexByte(s.src[pos:], '\n'); n >= 0 {
		return pos + n
	}
	return len(s.src)
}

// accept passes the current token if it is text.
func (s *stream) accept(text string) bool {
	if s.text != text {
		return false
	}
	s.advance()
	return true
}

// follows says whether the token after the current one is text.
func (s *stream) follows(text string) bool {
	t := s.peek()
	return s.src[t.start:t.end] == text
}

// expect passes text, and fails where something else stands.
func (p *reader) expect(text string) {
	if !p.accept(text) {
		p.fail()
	}
}

// fail says that the current token cannot be read. From here on the source seems to have ended.
func (p *reader) fail() {
	if p.failed {
		return
	}
	p.failed, p.broken, p.fault = true, true, p.tok
	p.tok, p.text = token{kind: end, start: p.tok.start, end: p.tok.start}, ""
}

// enter counts a level of nesting; leave must follow. It fails where there are too many.
func (p *reader) enter() {
	if p.depth++; p.depth > maxNesting {
		p.fail()
	}
}

func (p *reader) leave() { p.depth-- }

// recover goes on after a failure in a statement from start: at the line of the token that failed where
// the statement started before that line, and behind that line elsewhere.
func (p *reader) recover(start int) {
	at := p.margin(p.fault.start)
	if p.fault.kind != end && p.fault.kind != newline && at > start && p.src[at-1] == '\n' {
		p.seek(at)
		return
	}
	stop := p.lineEnd(p.fault.start)
	p.breakLine(p.fault.start)
	for p.advance(); p.tok.kind != end && p.tok.start < stop; p.advance() {
		if (p.tok.kind == str || p.tok.kind == bad) && p.tok.end > stop {
			stop = p.lineEnd(p.tok.end) // not into the middle of a text
		}
	}
	p.last = max(p.last, p.margin(stop))
	p.seek(stop)
}

// span is from start to the last token that was passed.
func (p *reader) span(start int) code.Span { return code.Span{Start: start, End: max(start, p.last)} }

// here is where the current token stands.
func (p *reader) here() code.Span { return code.Span{Start: p.tok.start, End: p.tok.end} }

// use emits an expression whose value is not kept. Of what failed at once, nothing is worth keeping.
func (p *reader) use(e *code.Expr) {
	if p.failed && (e.Op == code.Name || e.Op == code.Unknown && len(e.Parts) == 0) {
		return
	}
	p.out = append(p.out, code.Statement{Use: e})
}

// bind emits what an assignment of value to target does. A nil value is one that nothing is known of.
func (p *reader) bind(target, value *code.Expr) {
	switch {
	case target.Op == code.Name || target.Op == code.Attr || target.Op == code.Index:
		p.out = append(p.out, code.Statement{Bind: &code.Bind{Target: target, Value: value}})
	case isStar(target):
		p.bind(target.Parts[0], &code.Expr{Op: code.Literal, Name: "list", Span: target.Span})
	case isSequence(target):
		p.unpack(target.Parts, value)
	default:
		p.use(target)
		if value != nil {
			p.use(value)
		}
	}
}

// unpack binds each of targets to its item of value.
func (p *reader) unpack(targets []*code.Expr, value *code.Expr) {
	star := len(targets)
	for i, target := range targets {
		if isStar(target) {
			star = i
			break
		}
	}
	pairs := value != nil && isSequence(value) && star == len(targets) && len(value.Parts) == star
	for i := 0; pairs && i < star; i++ {
		pairs = !isStar(value.Parts[i])
	}
	if !pairs && value != nil && (star == 0 || len(targets) == 0) {
		p.use(value)
	}
	for i, target := range targets {
		switch {
		case pairs:
			p.bind(target, value.Parts[i])
		case value != nil && i < star && i < maxShared:
			p.bind(target, &code.Expr{Op: code.Result, N: i, X: value, Span: value.Span})
		default:
			p.bind(target, nil)
		}
	}
}

func isStar(e *code.Expr) bool { return e.Op == code.Unknown && e.Name == "*" && len(e.Parts) == 1 }

// isSequence says whether e is a tuple or a list that is written out.
func isSequence(e *code.Expr) bool {
	return e.Op == code.Literal && (e.Name == "tuple" || e.Name == "list")
}
