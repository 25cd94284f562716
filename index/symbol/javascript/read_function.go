package javascript

import "ibid/index/symbol/code"

// function reads a function, with async before it or without, and emits its scope.
func (r *reader) function() {
	r.accept("async")
	r.accept("function")
	r.accept("*")
	name := ""
	if r.here() == word {
		name = r.at()
		r.i++
	}
	r.callable(name)
}

// callable reads type parameters, parameters, a result type and a body, and emits their scope.
func (r *reader) callable(name string) {
	scope := &code.Scope{Kind: code.FunctionScope, Name: name}
	first := r.i
	scope.Statements = r.collect(func() {
		r.typeParameters()
		if r.at() == "(" {
			r.within(func() { r.parameters(scope) })
		} else {
			r.broken = true
		}
		if r.accept(":") {
			scope.Returns = r.results()
		}
		r.spread(0, first)
		if r.at() == "{" {
			r.within(r.statements)
		}
	})
	r.out = append(r.out, code.Statement{Scope: scope})
}

// results is the result type of a function.
func (r *reader) results() []*code.Expr {
	if t := r.annotation(); t != nil {
		return []*code.Expr{t}
	}
	return nil
}

// typeParameters reads <T extends X = Y> as what it binds.
func (r *reader) typeParameters() {
	stop := r.angle(r.i)
	if r.at() != "<" || stop < 0 || stop >= r.hi {
		return
	}
	hi := r.hi
	r.i, r.hi = r.i+1, stop
	for r.i < r.hi {
		for (r.at() == "const" || r.at() == "in" || r.at() == "out") && r.kind(r.i+1) == word {
			r.i++
		}
		if r.here() == word {
			target := &code.Expr{Op: code.Name, Name: r.at(), Span: r.spanOf(r.i)}
			r.i++
			if r.accept("extends") {
				r.useType()
			}
			if r.accept("=") {
				r.useType()
			}
			r.bind(target, nil, nil)
		}
		for r.i < r.hi && !r.accept(",") {
			r.i = min(r.skip(r.i), r.hi)
		}
	}
	r.i, r.hi = stop+1, hi
}

// useType reads a type that nothing is made of here.
func (r *reader) useType() {
	if t := r.annotation(); t != nil {
		r.use(t)
	}
}

// parameters reads the parameters of a function into its scope, and emits what destructured ones bind.
func (r *reader) parameters(scope *code.Scope) {
	for r.i < r.hi {
		first := r.i
		for r.at() == "@" {
			r.decorator()
		}
		for r.modifierAt(r.i) {
			r.i++
		}
		rest := r.accept("...")
		target := r.i
		if r.here() != word && r.at() != "{" && r.at() != "[" {
			if !(rest && (r.i >= r.hi || r.at() == ",")) {
				r.broken = true
			}
			r.i = max(r.i, min(first+1, r.hi))
		} else {
			r.i = min(r.skip(r.i), r.hi)
			r.parameter(scope, target, rest)
		}
		for r.i < r.hi && !r.accept(",") {
			r.broken = true
			r.i = min(r.skip(r.i), r.hi)
		}
	}
}

// parameter reads what follows the pattern of a parameter at token target.
func (r *reader) parameter(scope *code.Scope, target int, rest bool) {
	r.accept("?")
	var typ, value *code.Expr
	if r.accept(":") {
		typ = r.annotation()
	}
	if r.accept("=") {
		value = r.assignment()
	}
	if r.kind(target) != word {
		if value != nil {
			r.use(value)
			value = nil
		}
		r.patternAt(target, value, typ)
		return
	}
	if rest && typ == nil {
		value = &code.Expr{Op: code.Literal, Name: "array", Span: r.spanOf(target)}
	}
	name := &code.Expr{Op: code.Name, Name: r.text(target), Span: r.spanOf(target)}
	scope.Parameters = append(scope.Parameters, &code.Bind{Target: name, Value: value, Type: typ})
}

// modifierAt says whether token i is a modifier of the parameter behind it.
func (r *reader) modifierAt(i int) bool {
	switch r.text(i) {
	case "public", "private", "protected", "readonly", "override":
		return i+1 < r.hi && (r.kind(i+1) == word || r.is(i+1, "{") || r.is(i+1, "["))
	}
	return false
}

// namedFunction reads a function or a class as the value of the name at token target, and emits its scope under that name. It
// says whether one stands here.
func (r *reader) namedFunction(target int) bool {
	if r.kind(target) != word {
		return false
	}
	name := r.text(target)
	switch {
	case r.at() == "class":
		r.class(name)
		return true
	case r.at() == "function", r.at() == "async" && r.next() == "function":
		at := r.i
		for !r.is(at, "(") && at < r.hi && at < r.i+maxHead {
			at++
		}
		if end := r.skip(at); !r.is(end, "{") || !r.endsValue(r.skip(end)) {
			return false
		}
		r.accept("async")
		r.accept("function")
		r.accept("*")
		if r.here() == word {
			r.i++
		}
		r.callable(name)
		return true
	case r.arrowAt(r.i):
		r.arrow(name)
		return true
	}
	return false
}

// maxHead is how many tokens stand before the parameters of a function at most: async function * name
const maxHead = 5

// endsValue says whether a value may end before token i.
func (r *reader) endsValue(i int) bool {
	return i >= r.hi || r.is(i, ";") || r.is(i, ",") || r.fresh(i) && !r.goesOn(i)
}

// arrowAt says whether an arrow function starts at token i.
func (r *reader) arrowAt(i int) bool {
	if r.is(i, "async") && i+1 < r.hi && !r.fresh(i+1) && (r.kind(i+1) == word || r.is(i+1, "(") || r.is(i+1, "<")) {
		i++
	}
	if i >= r.hi {
		return false
	}
	if r.kind(i) == word {
		return i+1 < r.hi && r.is(i+1, "=>")
	}
	if a := r.angle(i); a > 0 {
		i = a + 1
	}
	if !r.is(i, "(") || r.kind(i) != op || i >= r.hi {
		return false
	}
	next := r.skip(i)
	if next < r.hi && r.is(next, ":") && r.list[next].kind == op && r.holdsParameters(i) {
		next = r.typeEnd(next+1, r.hi)
	}
	return next < r.hi && r.is(next, "=>")
}

// arrow reads an arrow function, and emits its scope.
func (r *reader) arrow(name string) {
	scope := &code.Scope{Kind: code.FunctionScope, Name: name}
	first := r.i
	scope.Statements = r.collect(func() {
		if r.at() == "async" && r.next() != "=>" {
			r.i++
		}
		r.typeParameters()
		if r.here() == word {
			scope.Parameters = []*code.Bind{{Target: &code.Expr{Op: code.Name, Name: r.at(), Span: r.spanOf(r.i)}}}
			r.i++
		} else {
			r.within(func() { r.parameters(scope) })
		}
		if r.accept(":") {
			scope.Returns = r.results()
		}
		r.spread(0, first)
		r.accept("=>")
		if r.at() == "{" {
			r.within(r.statements)
			return
		}
		value, mark := r.i, len(r.out)
		r.use(r.assignment())
		r.spread(mark, value)
	})
	r.out = append(r.out, code.Statement{Scope: scope})
}
