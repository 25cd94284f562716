package javascript

import "ibid/index/symbol/code"

// statement reads one statement with its blocks.
func (r *reader) statement() {
	if !r.enter() {
		r.leave()
		return
	}
	defer r.leave()
	for r.at() == "@" {
		r.decorator()
	}
	switch r.here() {
	case word:
		if r.declaration() || r.control() {
			return
		}
	case op:
		switch r.at() {
		case ";", ">": // the prompt of a shell
			r.i++
			return
		case "{":
			if r.kind(r.i+1) != str || !r.is(r.i+2, ":") {
				r.block(func() { r.within(r.statements) })
				return
			}
		}
	}
	r.simple()
}

// simple reads an expression that is a statement.
func (r *reader) simple() {
	mark := len(r.out)
	e := r.expressions()
	whole := r.finish()
	if !whole && e.Op == code.Name && len(r.out) == mark {
		return // a word of a text
	}
	if n := len(r.out); n > mark && e.Op == code.Name && r.out[n-1].Bind != nil && r.out[n-1].Bind.Target.Span == e.Span {
		return // what an assignment gives
	}
	r.use(e)
}

// finish passes the end of a statement. It says whether it ends here.
func (r *reader) finish() bool {
	switch {
	case r.i >= r.hi || r.accept(";"):
	case r.fresh(r.i):
	default:
		r.broken = true
		return false
	}
	return true
}

func (r *reader) decorator() {
	r.i++
	r.use(r.postfix(r.primary(), r.i))
}

// declaration reads a statement that declares names. It says whether one starts here.
func (r *reader) declaration() bool {
	named := r.kind(r.i+1) == word && !r.fresh(r.i+1) && r.i+1 < r.hi
	switch r.at() {
	case "import":
		if r.next() == "(" || r.next() == "." {
			return false
		}
		r.imports()
	case "export":
		r.export()
	case "const", "let", "var", "using":
		switch {
		case r.at() == "const" && r.next() == "enum":
			r.i++
			return r.declaration()
		case !named && r.next() != "{" && r.next() != "[" || r.next() == "in":
			return false
		}
		r.variables()
	case "function":
		r.function()
	case "async":
		if r.next() != "function" {
			return false
		}
		r.function()
	case "class":
		r.class("")
	case "abstract", "declare":
		if !named {
			return false
		}
		switch r.next() {
		case "class", "abstract", "function", "async", "const", "let", "var", "interface", "type", "enum", "namespace", "module", "global":
			r.i++
			return r.declaration()
		}
		return false
	case "interface":
		if !named {
			return false
		}
		r.interfaceType()
	case "type":
		if !named || !r.is(r.i+2, "=") && !r.is(r.i+2, "<") {
			return false
		}
		r.alias()
	case "enum":
		if !named || !r.is(r.i+2, "{") {
			return false
		}
		r.enum()
	case "namespace", "module", "global":
		return r.namespace(named)
	default:
		return false
	}
	return true
}

// control reads a statement that runs others. It says whether one starts here.
func (r *reader) control() bool {
	switch r.at() {
	case "if", "while", "with", "switch":
		if r.next() != "(" {
			return false
		}
		r.i++
		r.within(func() { r.use(r.expressions()) })
		r.body()
	case "for":
		r.loop()
	case "else", "do", "try", "finally":
		r.i++
		r.body()
	case "catch":
		r.i++
		r.block(func() {
			if r.at() == "(" {
				r.within(func() { r.pattern(nil, nil) })
			}
			r.body()
		})
	case "return", "throw":
		r.i++
		if r.i < r.hi && r.at() != ";" && !r.fresh(r.i) {
			r.use(r.expressions())
		}
		r.finish()
	case "break", "continue", "debugger":
		r.i++
		if r.here() == word && !r.fresh(r.i) {
			r.i++
		}
		r.finish()
	case "case":
		r.i++
		r.use(r.expressions())
		r.accept(":")
	default:
		if r.next() != ":" {
			return false
		}
		r.i += 2 // a label, or default
	}
	return true
}

// body reads the statement or the block that another runs.
func (r *reader) body() {
	switch {
	case r.i >= r.hi:
	case r.at() == "{":
		r.block(func() { r.within(r.statements) })
	default:
		r.block(r.statement)
	}
}

// loop reads a for statement.
func (r *reader) loop() {
	r.i++
	r.accept("await")
	r.block(func() {
		if r.at() == "(" {
			r.within(r.loopHead)
		}
		r.body()
	})
}

func (r *reader) loopHead() {
	switch r.at() {
	case "const", "let", "var", "using":
		target := r.i + 1
		switch at := r.skip(target); r.text(at) {
		case "of":
			r.i = min(at+1, r.hi)
			first := r.i
			e := r.assignment()
			end := r.i
			r.i = target
			r.pattern(&code.Expr{Op: code.Element, X: e, Span: e.Span}, nil)
			r.i = max(end, first)
			return
		case "in":
			r.i = min(at+1, r.hi)
			r.use(r.expressions())
			end := r.i
			r.i = target
			r.pattern(&code.Expr{Op: code.Literal, Name: "string", Span: r.spanOf(target)}, nil)
			r.i = end
			return
		}
		r.variables()
	default:
		e := r.expressions()
		if r.accept("of") {
			x := r.assignment()
			if e.Op == code.Name {
				r.bind(e, &code.Expr{Op: code.Element, X: x, Span: x.Span}, nil)
				return
			}
			r.use(x)
		}
		r.use(e)
	}
	for r.accept(";") {
		if r.i < r.hi && r.at() != ";" {
			r.use(r.expressions())
		}
	}
}

// variables reads what const, let or var declares.
func (r *reader) variables() {
	r.i++
	for r.i < r.hi {
		target := r.i
		if r.here() != word && r.at() != "{" && r.at() != "[" {
			r.broken = true
			return
		}
		r.i = min(r.skip(r.i), r.hi)
		r.accept("!")
		var typ *code.Expr
		if r.accept(":") {
			typ = r.annotation()
		}
		if !r.accept("=") {
			r.patternAt(target, nil, typ)
		} else if !r.required(target) && !r.namedFunction(target) {
			value := r.assignment()
			r.patternAt(target, value, typ)
		}
		if !r.accept(",") {
			break
		}
	}
	r.finish()
}

// patternAt binds what the pattern at token target names, and goes on where it was.
func (r *reader) patternAt(target int, value, typ *code.Expr) {
	end := r.i
	r.i = target
	r.pattern(value, typ)
	r.i = end
}
