package resolve

import (
	"go/token"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
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
		switch {
		case e.language.Family != language.Go:
			return e.element(v)
		case v.is(sequence) && x.Op == code.Element:
			return v.part(0)
		case v.is(mapping) && x.Op == code.Element:
			return v.part(1)
		case v.is(mapping):
			return v.part(0)
		}
		return nil
	case code.Enter:
		return e.entered(e.value(f, x.X))
	case code.Await:
		e.value(f, x.X)
		return nil
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
	case code.Chan, code.Receive:
		e.value(f, x.X)
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

// unknown follows the parts of a value that no operation describes.
func (e *eval) unknown(f *frame, x *code.Expr) *value {
	if e.quiet && e.language.Family != language.Python {
		return nil
	}
	e.values(f, x.Parts)
	for _, a := range x.Args {
		e.value(f, a.Value)
	}
	e.value(f, x.X)
	return nil
}

func (e *eval) funcType(f *frame, x *code.Expr) *value {
	v := &value{form: builtin, typ: true, name: "func", shape: callable}
	e.values(f, x.Parts)
	for _, a := range x.Args {
		v.parts = append(v.parts, e.value(f, a.Value).instance())
	}
	return v
}

// nameValue is what a name stands for. A name that an import binds is reported.
func (e *eval) nameValue(f *frame, x *code.Expr) *value {
	if b := f.find(x.Name); b != nil {
		if b.imported && b.hit != nil {
			e.report(*b.hit, x.Span)
		}
		if v := b.value; v != nil && !v.typ && !e.quiet && e.ground.narrowed[x.Name] {
			return nil
		}
		return b.value
	}
	if at, local := f.where(); at != nil {
		return e.declaredName(at, local, x.Name)
	}
	for at := f; at != nil; at = at.outer {
		for i := len(at.stars) - 1; i >= 0; i-- {
			if h := e.member(at.stars[i], x.Name); h.finding == decl.Found && h.value != nil {
				e.report(h, x.Span)
				return h.value
			}
		}
	}
	if v := or(e.object(f, x.Name), e.languageName(x.Name)); v != nil || e.language.Builtin(x.Name) {
		return v
	}
	if e.language.Family == language.Go {
		if c := e.ground.classes[x.Name]; c != nil {
			return &value{form: own, typ: true, name: c.name, class: c}
		}
	}
	if v := e.unbound(x.Name); v != nil {
		return v
	}
	h := e.spokenType(x.Name)
	e.report(h, x.Span)
	return h.value
}

// unbound is what a name means that nothing in the answer binds: a module, if there is one of that name. The name may
// still be a variable that the answer does not show.
func (e *eval) unbound(name string) *value {
	if e.ground.bound[name] {
		return nil
	}
	var all []*value
	for _, p := range e.language.packages(name) {
		if entry, finding, _ := e.language.view.Lookup(p); finding == decl.Found {
			all = append(all, &value{form: module, entry: entry, name: p, guess: name})
		}
	}
	if len(all) == 0 {
		return nil
	}
	all[0].alts = all[1:]
	return all[0]
}

func (e *eval) hasMember(v *value, name string) bool {
	if e.language.Family == language.Go && !token.IsExported(name) {
		return false
	}
	return e.silent().inModule(v, name).finding == decl.Found
}

// literal is a value that is written out.
func (e *eval) literal(f *frame, x *code.Expr) *value {
	for _, a := range x.Args { // the fields of a Go struct without a name
		e.value(f, a.Value)
	}
	if len(x.Args) > 0 {
		return nil
	}
	if e.quiet && x.Name == "object" {
		return &value{form: builtin, name: x.Name}
	}
	parts := e.values(f, x.Parts)
	switch x.Name {
	case "None":
		return &value{form: nothing}
	case "tuple":
		for _, p := range x.Parts {
			if p.Op == code.Unknown && p.Name == "*" {
				return &value{form: builtin, name: x.Name, shape: sequence, parts: []*value{nil}}
			}
		}
		return &value{form: builtin, name: x.Name, shape: tuple, parts: parts}
	case "list", "set", "frozenset", "generator", "array":
		return listOf(x.Name, joined(parts, 0, 1))
	case "dict":
		return &value{form: builtin, name: x.Name, shape: mapping, parts: []*value{joined(parts, 0, 2), joined(parts, 1, 2)}}
	}
	return &value{form: builtin, name: x.Name}
}

// listOf is a value that holds one item again and again.
func listOf(name string, item *value) *value {
	return &value{form: builtin, name: name, shape: sequence, parts: []*value{item}}
}

// joined is one of every n-th part from start on, unknown where there is none.
func joined(parts []*value, start, n int) *value {
	var some []*value
	for i := start; i < len(parts); i += n {
		some = append(some, parts[i])
	}
	return oneOf(some)
}

// composite is a value of a type made with its fields or items, and judges the names of its fields.
func (e *eval) composite(f *frame, x *code.Expr) *value {
	typ := e.typeValue(f, x.X)
	e.values(f, x.Parts)
	fields := e.isStruct(typ)
	for _, a := range x.Args {
		e.value(f, a.Value)
		switch {
		case a.Name == "":
		case fields:
			if h := e.member(typ.instance(), a.Name); h.name != "" {
				e.report(h, a.Span)
			}
		default: // the key of a map: a name like any other
			e.value(f, &code.Expr{Op: code.Name, Name: a.Name, Span: a.Span})
		}
	}
	return typ.instance()
}

// isStruct tells whether the names before the colons of a composite literal of a type are its fields.
func (e *eval) isStruct(t *value) bool {
	if t == nil || t.form != named || t.entry.Symbol == nil {
		return false
	}
	s := t.entry.Symbol
	return s.Type == "" && (s.Value == "" || len(s.Members) > 0)
}
