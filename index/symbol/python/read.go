package python

import (
	"ibid/index/symbol/code"
)

// Limits on what is read, so that hostile text costs neither the stack nor time beyond its length.
const (
	maxNesting = 200 // brackets, operators and blocks inside each other; CPython has the same limit for brackets
	maxChain   = 500 // attributes, calls and subscripts on end
	maxShared  = 64  // targets that are given the same value, or items of it
)

// Read reads a piece of Python as a person, a model or a cell of a notebook writes it: it may be indented as a whole,
// a doctest transcript, hold lines of IPython or placeholders. What cannot be read is left out up to the end of its
// line, and Broken is set.
//
// Blocks of if, for, while, with, try and match open no scope: their statements stand in line. A comprehension or a
// lambda is a Scope before the statement that holds it. Of the items of a comprehension nothing is known. Where a type leaves out names that its annotation holds (Optional, Annotated), a Use of the whole annotation stands
// before. The operator of an Unknown is its Name.
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
	branches int // conditions, loops and the like of the scope that the statement stands in
	broken   bool
	types    bool       // an annotation is being read: strings are types
	bare     bool       // only what is written counts: comprehensions are Unknown
	prompted bool       // prompts are out of the way
	given    *code.Expr // what the next expression starts with, already read
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
	if p.scan != nil { // in a file that means to be a program, a logical line is one
		p.failed = false
		p.pass(len(p.line) - 1)
		p.advance()
		return
	}
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

// use emits an expression whose value is not kept. Of what failed at once, nothing is worth keeping.
func (p *reader) use(e *code.Expr) { p.useAs(e, code.Operand) }

func (p *reader) useAs(e *code.Expr, role code.Role) {
	if p.scan != nil || p.failed && (e.Op == code.Name || e.Op == code.Unknown && len(e.Parts) == 0) {
		return
	}
	p.out = append(p.out, code.Statement{Use: e, Role: role})
}

// bind emits what an assignment of value to target does. A nil value is one that nothing is known of.
func (p *reader) bind(target, value *code.Expr) {
	switch {
	case p.scan != nil:
	case target.Op == code.Name || target.Op == code.Attr || target.Op == code.Index:
		p.out = append(p.out, code.Statement{Bind: &code.Bind{Target: target, Value: value, Branch: p.branches > 0}})
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
