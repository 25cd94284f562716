package javascript

import "ibid/index/symbol/code"

// Limits on what is read, so that hostile text costs neither the stack nor time beyond its length.
const (
	maxDepth  = 200 // brackets, operators, blocks and types inside each other
	maxChain  = 500 // members, calls and subscripts on end
	maxShared = 64  // names that a pattern gives parts of the same value
)

// Read reads a piece of JavaScript or TypeScript, as a person or a model writes it: a whole
// file, statements, an expression, with "..." where something is left out. What cannot be read is left out, and
// Broken is set.
//
//   - Blocks are BlockScopes. A function without a name is a Scope before the statement that holds it, and its value is Unknown
//     with the name "=>"; a const that is a function is a Scope of that name.
//   - Destructuring binds a name to an Attr or a Result of the value, inside of another pattern to nothing known. Destructured parameters are bound by the first
//     statements of their function.
//   - new X(…) is a Call of X. A cast with as is an Instance of its type, with a Use of the value before it.
//   - const x = require("m") and await import("m") are Imports. Elsewhere require("m") is a Name that is written like the call, bound
//     by an Import before the statement.
//   - Interfaces are ClassScopes; a type alias binds its name to the type. Of enums and namespaces nothing is known.
//   - Literals are string, number, boolean, bigint, regexp, null, undefined, array, and object, whose Parts are keys and values
//     in turn. What is spread is Unknown with the name "...", and an argument with Star 1.
//   - Of export … from, the Import binds nothing.
func Read(src string) code.Snippet {
	r := newReader(src)
	r.statements()
	return code.Snippet{Language: "javascript", Statements: r.out, Broken: r.broken}
}

// ReadExpression reads src as one expression, of what stands between backticks in a text. It says false where it is
// none.
func ReadExpression(src string) (*code.Expr, bool) {
	r := newReader(src)
	e := r.assignment()
	return e, r.i >= r.hi && !r.broken && r.hi > 0
}

func newReader(src string) *reader {
	t := tokenise(src)
	return &reader{tokens: t, hi: len(t.list)}
}

// reader visits the nodes of the grammar, and parses by recursive descent what they leave to it: expressions and
// types. What a node ends with and what was read of it need not be the same in code that is no JavaScript: then it is
// broken.
type reader struct {
	*tokens
	i     int // the current token
	hi    int // where the brackets around it end
	depth int
	out   []code.Statement // of the scope that is being read
}

// at is the text of the current token, "" at the end of the brackets around it.
func (r *reader) at() string {
	if r.i >= r.hi {
		return ""
	}
	return r.text(r.i)
}

// here is the kind of the current token.
func (r *reader) here() tokenKind {
	if r.i >= r.hi {
		return bad
	}
	return r.list[r.i].kind
}

// accept passes the current token if it is text.
func (r *reader) accept(text string) bool {
	if r.i >= r.hi || !r.is(r.i, text) || r.list[r.i].kind == str {
		return false
	}
	r.i++
	return true
}

// next is the text of the token behind the current one.
func (r *reader) next() string {
	if r.i+1 >= r.hi {
		return ""
	}
	return r.text(r.i + 1)
}

// between reads the tokens of s, and goes on at end.
func (r *reader) between(s span, end int, read func()) {
	hi := r.hi
	r.i, r.hi = s.lo, min(s.hi, hi)
	read()
	r.broken = r.broken || r.i < r.hi
	r.i, r.hi = min(end, hi), hi
}

// within reads what the bracket at token open holds, and goes on behind it.
func (r *reader) within(open int, read func()) {
	lo, hi := r.inside(open)
	r.between(span{lo, hi}, r.skip(open), read)
}

// listIn reads a list in the bracket at open, whose items read visits, and goes on behind it.
func (r *reader) listIn(open int, read func()) {
	r.within(open, func() {
		read()
		r.i = r.hi
	})
}

// pass goes on behind the comma of an item of a list that ends at token end.
func (r *reader) pass(end int) {
	r.broken = r.broken || end < r.hi && !r.is(end, ",")
	r.i = min(r.comma(end, r.hi)+1, r.hi)
}

// valueIn is the expression in s, nil where there is none. The current token is then the one behind what was read of
// it.
func (r *reader) valueIn(s span) *code.Expr {
	if s.lo == 0 {
		return nil
	}
	hi := r.hi
	r.i, r.hi = s.lo, min(s.hi, hi)
	e := r.assignment()
	r.broken = r.broken || r.i < r.hi
	r.hi = hi
	return e
}

// typeIn is the type in s, nil where there is none.
func (r *reader) typeIn(s span) (t *code.Expr) {
	if s.lo > 0 {
		r.between(s, s.hi, func() { t = r.annotation() })
	}
	return t
}

// enter counts a level of nesting; leave must follow. Where there are too many it counts none, passes what the
// current token opens, and says false.
func (r *reader) enter() bool {
	if r.depth < maxDepth {
		r.depth++
		return true
	}
	r.broken = true
	if r.i < r.hi {
		r.i = min(r.skip(r.i), r.hi)
	}
	return false
}

func (r *reader) leave() { r.depth-- }

// span is from token first to the one before the current.
func (r *reader) span(first int) code.Span {
	if first >= len(r.list) {
		return code.Span{Start: len(r.src), End: len(r.src)}
	}
	s := code.Span{Start: int(r.list[first].start), End: int(r.list[first].start)}
	if end := min(r.i, r.hi); end > first {
		s.End = int(r.list[end-1].end)
	}
	return s
}

// spanOf is where token i stands.
func (r *reader) spanOf(i int) code.Span {
	return code.Span{Start: int(r.list[i].start), End: int(r.list[i].end)}
}

// nameAt is the name at token i.
func (r *reader) nameAt(i int) *code.Expr {
	return &code.Expr{Op: code.Name, Name: r.text(i), Span: r.spanOf(i)}
}

func (r *reader) unknown(name string, first int, parts ...*code.Expr) *code.Expr {
	return &code.Expr{Op: code.Unknown, Name: name, Parts: parts, Span: r.span(first)}
}

// use emits an expression whose value is not kept, unless it says nothing.
func (r *reader) use(e *code.Expr) {
	if e == nil || (e.Op == code.Unknown || e.Op == code.Literal) && len(e.Parts) == 0 {
		return
	}
	r.out = append(r.out, code.Statement{Use: e})
}

// bind emits that a name, an attribute or an item gets a value.
func (r *reader) bind(target, value, typ *code.Expr) {
	r.out = append(r.out, code.Statement{Bind: &code.Bind{Target: target, Value: value, Type: typ}})
}

// set emits that what is declared elsewhere gets a value.
func (r *reader) set(target, value *code.Expr) {
	r.out = append(r.out, code.Statement{Bind: &code.Bind{Target: target, Value: value, Again: true}})
}

// collect returns the statements that read emits.
func (r *reader) collect(read func()) []code.Statement {
	outer := r.out
	r.out = nil
	read()
	inner := r.out
	r.out = outer
	return inner
}

// block emits a scope with the statements that read emits, if there are any.
func (r *reader) block(read func()) {
	first := r.i
	inner := r.collect(func() {
		read()
		r.spread(0, first)
	})
	if len(inner) > 0 {
		r.out = append(r.out, code.Statement{Scope: &code.Scope{Kind: code.BlockScope, Statements: inner}})
	}
}

// spread gives what was emitted from mark on, and has no span yet, that from token first.
func (r *reader) spread(mark, first int) {
	for n := mark; n < len(r.out); n++ {
		if r.out[n].Span == (code.Span{}) {
			r.out[n].Span = r.span(first)
		}
	}
}
