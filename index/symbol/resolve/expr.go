package resolve

import (
	"ibid/index/symbol"
	"ibid/index/symbol/code"
)

// value works out what an expression gives, and reports the names in it.
func (e *eval) value(f *frame, x *code.Expr) *value {
	if x == nil || !e.step() {
		return nil
	}
	e.depth++
	defer func() { e.depth-- }()
	switch x.Op {
	case code.Name:
		return e.nameValue(f, x)
	case code.Attr:
		return e.attr(f, x)
	case code.Call:
		return e.call(f, x)
	case code.Index:
		return e.index(f, x)
	case code.Element, code.Key:
		v := e.value(f, x.X)
		if e.tongue.name == goName {
			return e.ranged(v, x.Op == code.Key)
		}
		return e.element(v)
	case code.Enter:
		return e.entered(e.value(f, x.X))
	case code.Await:
		return e.awaited(e.value(f, x.X))
	case code.Result:
		return e.result(e.value(f, x.X), x.N)
	case code.Literal:
		return e.literal(f, x)
	case code.Composite:
		return e.composite(f, x)
	case code.Instance:
		e.values(f, x.Parts)
		return e.typeValue(f, x.X).instance()
	case code.Pointer:
		return e.value(f, x.X)
	case code.Slice:
		e.values(f, x.Parts)
		return &value{form: builtin, typ: true, name: "[]", shape: sequence, parts: []*value{e.value(f, x.X).instance()}}
	case code.Map:
		v := &value{form: builtin, typ: true, name: "map", shape: mapping, parts: []*value{nil, e.value(f, x.X).instance()}}
		for _, p := range x.Parts {
			v.parts[0] = e.value(f, p).instance()
		}
		return v
	case code.Chan:
		return &value{form: builtin, typ: true, name: "chan", shape: channel, parts: []*value{e.value(f, x.X).instance()}}
	case code.Receive:
		if v := e.underlying(e.value(f, x.X)); v.is(channel) {
			return v.part(0)
		}
		return nil
	case code.FuncType:
		return e.funcType(f, x)
	}
	return e.unknown(f, x)
}

// typeValue is what an expression gives that stands where a type does.
func (e *eval) typeValue(f *frame, x *code.Expr) *value {
	outer := e.typing
	e.typing = true
	v := e.value(f, x)
	e.typing = outer
	return v
}

// values are what several expressions give.
func (e *eval) values(f *frame, list []*code.Expr) []*value {
	var all []*value
	for _, x := range list {
		all = append(all, e.value(f, x))
	}
	return all
}

// unknown follows the parts of a value that no operation describes. Python's operators keep the type of the left operand
// where its class defines them.
func (e *eval) unknown(f *frame, x *code.Expr) *value {
	parts := e.values(f, x.Parts)
	for _, a := range x.Args {
		e.value(f, a.Value)
	}
	if x.X != nil {
		e.value(f, x.X)
	}
	if e.tongue.name == pythonName {
		return e.operation(x.Name, parts)
	}
	return nil
}

func (e *eval) funcType(f *frame, x *code.Expr) *value {
	v := &value{form: builtin, typ: true, name: "func", shape: callable}
	for _, p := range x.Parts {
		v.params = append(v.params, e.value(f, p).instance())
	}
	for _, a := range x.Args {
		v.parts = append(v.parts, e.value(f, a.Value).instance())
	}
	return v
}

// nameValue is what a name stands for. A name that an import binds is reported.
func (e *eval) nameValue(f *frame, x *code.Expr) *value {
	if b := f.find(x.Name); b != nil {
		if b.imported && b.hit != nil {
			e.report(*b.hit, x.Span, x.Span)
		}
		if v := b.value; v != nil && !v.typ && !e.quiet && e.ground.narrowed[x.Name] {
			return nil
		}
		return b.withEarlier()
	}
	if at, local := f.where(); at != nil {
		return e.declaredName(at, local, x.Name)
	}
	for at := f; at != nil; at = at.outer {
		for i := len(at.stars) - 1; i >= 0; i-- {
			if h := e.member(at.stars[i], x.Name); h.finding == symbol.Found && h.value != nil {
				e.report(h, x.Span, x.Span)
				return h.value
			}
		}
	}
	if v := or(e.object(f, x.Name), e.languageName(x.Name)); v != nil || e.tongue.builtin(x.Name) {
		return v
	}
	if e.tongue.name == goName {
		if c := e.ground.classes[x.Name]; c != nil {
			return &value{form: own, typ: true, name: c.name, class: c}
		}
	}
	return e.unbound(x.Name)
}

// withEarlier is the value of a name, with other modules that the answer also bound to it.
func (b *binding) withEarlier() *value {
	if len(b.earlier) == 0 || b.value == nil || b.value.form != module {
		return b.value
	}
	v := *b.value
	v.alts = b.earlier
	return &v
}

// unbound is what a name means that nothing in the answer binds: a module, if there is one of that name. The name may
// still be a variable that the answer does not show.
func (e *eval) unbound(name string) *value {
	if e.ground.bound[name] {
		return nil
	}
	var all []*value
	for _, p := range e.tongue.packages(name) {
		if entry, finding, _ := e.tongue.lookup(p); finding == symbol.Found {
			all = append(all, &value{form: module, entry: entry, name: p, guess: name})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return e.likeliest(name, all)
}

// likeliest is the module among several of one name that has most of the names that the answer reads from it, the first of
// the best; the others are kept, for names that it lacks.
func (e *eval) likeliest(name string, all []*value) *value {
	best, most := 0, -1
	for i, v := range all {
		n := 0
		if e.ground.mentioned[v.name] {
			n++
		}
		for asked := range e.ground.asked[name] {
			if e.hasMember(v, asked) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	v := *all[best]
	for i, w := range all {
		if i != best {
			v.alts = append(v.alts, w)
		}
	}
	return &v
}

func (e *eval) hasMember(v *value, name string) bool {
	if e.tongue.name == goName && !exported(name) {
		return false
	}
	_, finding, _ := e.tongue.member(v.entry, name)
	return finding == symbol.Found
}
