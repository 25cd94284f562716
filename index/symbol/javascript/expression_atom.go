package javascript

import (
	"strings"

	"ibid/index/symbol/code"
)

// postfix reads the members, calls and subscripts behind e, which starts at token first.
func (r *reader) postfix(e *code.Expr, first int) *code.Expr { return r.chain(e, first, true) }

// chain reads members and subscripts and, if they may be called, calls.
func (r *reader) chain(e *code.Expr, first int, called bool) *code.Expr {
	for range maxChain {
		switch {
		case r.i >= r.hi:
			return e
		case r.here() == template:
			parts := r.template()
			e = &code.Expr{Op: code.Call, X: e, Args: []code.Arg{{Star: 1, Value: r.unknown("", first, parts...)}}, Span: r.span(first)}
			continue
		case r.here() != op:
			return e
		}
		switch r.at() {
		case ".", "?.":
			optional := r.at() == "?."
			switch {
			case r.kind(r.i+1) == word && r.i+1 < r.hi && !(r.fresh(r.i+1) && startsStatement(r.next())):
				e = &code.Expr{Op: code.Attr, Name: r.text(r.i + 1), X: e, Span: r.spanOf(r.i + 1)}
				r.i += 2
			case optional && (r.next() == "(" || r.next() == "["):
				r.i++
			default:
				r.broken = true
				r.i++
				return e
			}
		case "(":
			if !called {
				return e
			}
			e = r.call(e, first)
		case "[":
			e = r.subscript(e, first)
		case "!":
			if r.fresh(r.i) {
				return e
			}
			r.i++
		case "++", "--":
			if r.fresh(r.i) {
				return e
			}
			r.i++
			return r.unknown("++", first, e)
		case "<":
			end := r.typeArgumentsEnd(r.i)
			if end == 0 || end > r.hi {
				return e
			}
			r.typeArguments()
		default:
			return e
		}
	}
	r.broken = true
	return e
}

// call reads the arguments of a call of e.
func (r *reader) call(e *code.Expr, first int) *code.Expr {
	call := &code.Expr{Op: code.Call, X: e}
	whole := r.closes(r.i, max(int(r.list[r.i].match), 0)) && int(r.list[r.i].match) > r.i
	r.within(r.i, func() { call.Args = r.arguments() })
	if !whole { // any number of others may belong to it
		call.Args = append(call.Args, code.Arg{Star: 1, Value: r.unknown("...", r.i)})
	}
	call.Span = r.span(first)
	return call
}

// arguments reads the arguments of a call. A bare ellipsis stands for any number of them.
func (r *reader) arguments() []code.Arg {
	var args []code.Arg
	for r.i < r.hi {
		first := r.i
		arg := code.Arg{}
		if r.accept("...") {
			arg.Star = 1
			if r.i >= r.hi || r.at() == "," {
				arg.Value = r.unknown("...", first)
			}
		}
		if arg.Value == nil {
			arg.Value = r.assignment()
		}
		args = append(args, arg)
		r.separate(first)
	}
	return args
}

// separate passes the comma behind an item that started at token first, and what cannot be read before it.
func (r *reader) separate(first int) {
	if r.i < r.hi && !r.accept(",") {
		r.broken = true
		r.i = max(r.i, min(r.skip(first), r.hi))
		for r.i < r.hi && !r.accept(",") {
			r.i = min(r.skip(r.i), r.hi)
		}
	}
}

// subscript reads what stands in brackets behind e.
func (r *reader) subscript(e *code.Expr, first int) *code.Expr {
	index := &code.Expr{Op: code.Index, X: e}
	lo, hi := r.inside(r.i)
	if hi == lo+1 && r.kind(lo) == str && !strings.ContainsRune(r.text(lo), '\\') && len(r.text(lo)) > 2 {
		index.Name = r.unquote(lo)
		r.i = min(r.skip(r.i), r.hi)
	} else {
		r.within(r.i, func() {
			if r.i < r.hi {
				index.Parts = []*code.Expr{r.expressions()}
			}
		})
	}
	index.Span = r.span(first)
	return index
}

// primary reads a name, a literal, or what brackets hold.
func (r *reader) primary() *code.Expr {
	first := r.i
	switch r.here() {
	case word:
		return r.named()
	case number:
		r.i++
		if strings.HasSuffix(r.text(first), "n") && !strings.HasPrefix(r.text(first), "0x") {
			return r.literal("bigint", first)
		}
		return r.literal("number", first)
	case str:
		r.i++
		return r.literal("string", first)
	case regex:
		r.i++
		return r.literal("regexp", first)
	case template:
		parts := r.template()
		return r.literal("string", first, parts...)
	case op:
		switch r.at() {
		case "(":
			return r.brackets()
		case "[":
			return r.array()
		case "{":
			return r.object()
		case "...":
			r.i++
			if r.i < r.hi && r.startsOperand() && !r.fresh(r.i) {
				return r.unknown("...", first, r.assignment())
			}
			return r.unknown("...", first)
		case "@":
			r.decorators([]span{{first + 1, min(r.decoratorEnd(first+1), r.hi)}})
			return r.unknown("", first)
		}
	}
	r.broken = true
	return r.unknown("", first)
}

func (r *reader) literal(name string, first int, parts ...*code.Expr) *code.Expr {
	return &code.Expr{Op: code.Literal, Name: name, Parts: parts, Span: r.span(first)}
}

// named reads an expression that starts with a word.
func (r *reader) named() *code.Expr {
	first := r.i
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	switch text := r.at(); text {
	case "null", "undefined":
		r.i++
		return r.literal(text, first)
	case "true", "false":
		r.i++
		return r.literal("boolean", first)
	case "function", "async":
		h := emptyHead()
		if r.functionHead(&h, first, r.hi) {
			r.callable(r.text(h.name), first, &h)
			return r.unknown("=>", first)
		}
	case "class":
		h := emptyHead()
		r.classHead(&h, first+1, r.hi)
		r.class(r.text(h.name), first, &h)
		return r.unknown("class", first)
	case "new":
		return r.made()
	case "require", "import":
		if e := r.moduleName(); e != nil {
			return e
		}
	}
	r.i++
	return r.nameAt(first)
}

// made reads new X(…).
func (r *reader) made() *code.Expr {
	first := r.i
	r.i++
	if r.at() == "." { // new.target
		r.i = min(r.i+2, r.hi)
		return r.unknown("", first)
	}
	at := r.i
	var e *code.Expr
	if r.at() == "new" && r.here() == word {
		e = r.named()
	} else {
		e = r.primary()
	}
	if e = r.chain(e, at, false); r.here() == op && r.at() == "(" {
		return r.call(e, first)
	}
	return &code.Expr{Op: code.Call, X: e, Span: r.span(first)}
}

// brackets reads an expression in round brackets.
func (r *reader) brackets() *code.Expr {
	first := r.i
	if !r.enter() {
		return r.unknown("", first)
	}
	defer r.leave()
	var e *code.Expr
	r.within(r.i, func() {
		if r.i < r.hi {
			e = r.expressions()
		}
	})
	if e == nil {
		r.broken = true
		return r.unknown("", first)
	}
	return e
}
