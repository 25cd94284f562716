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
	case code.Enter:
		return e.entered(e.value(f, x.X))
	case code.Result:
		return e.result(f, x)
	case code.Literal:
		return e.literal(f, x)
	case code.Composite:
		return e.composite(f, x)
	case code.Instance:
		e.values(f, x.Parts)
		return e.typeValue(f, x.X).instance()
	case code.Pointer:
		return e.value(f, x.X)
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

// unknown follows the parts of an expression whose value is not worked out.
func (e *eval) unknown(f *frame, x *code.Expr) *value {
	if e.quiet {
		return nil
	}
	e.values(f, x.Parts)
	for _, a := range x.Args {
		e.value(f, a.Value)
	}
	e.value(f, x.X)
	return nil
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
	if v := e.object(f, x.Name); v != nil || e.tongue.Builtin(x.Name) {
		return v
	}
	if e.tongue.Family == language.Go {
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
	for _, p := range e.tongue.packages(name) {
		if entry, finding, _ := e.tongue.view.Lookup(p); finding == decl.Found {
			all = append(all, &value{form: module, entry: entry, name: p, guess: name})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return e.likeliest(name, all)
}

// likeliest is the module among several of one name that has most of the names that the answer reads from it, the
// first of the best; the others are kept, for names that it lacks.
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
	if e.tongue.Family == language.Go && !token.IsExported(name) {
		return false
	}
	return e.silent().inModule(v, name).finding == decl.Found
}

// literal follows the parts of a value that is written out.
func (e *eval) literal(f *frame, x *code.Expr) *value {
	if x.Name == "None" {
		return &value{form: nothing}
	}
	return e.unknown(f, x)
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
