package resolve

import (
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// returned is what a function or method of the registry returns: one of the results of the ways to call it, where it
// has several.
func (e *eval) returned(fn *value) *value {
	if e.language.Family != language.Python || fn.entry.Symbol == nil {
		return e.returnedBy(fn)
	}
	var all []*value
	for _, s := range overloadsOf(e.language.all.Variants(fn.entry)) {
		way := *fn
		way.entry.Symbol = s
		all = append(all, e.returnedBy(&way))
	}
	if len(all) == 0 {
		return e.returnedBy(fn)
	}
	return oneOf(all)
}

// returnedBy is what one declaration of a function says that it returns: its written results, else what its return
// statements give.
func (e *eval) returnedBy(fn *value) *value {
	s := fn.entry.Symbol
	if s == nil || !e.step() {
		return nil
	}
	e.depth++
	defer func() { e.depth-- }()
	if s.Kind != decl.Property && changed(s) {
		return nil
	}
	f := e.scope(fn.entry, fn.self)
	f.local = true
	if e.language.Family == language.Go {
		return e.goResults(f, fn, s)
	}
	for _, p := range s.Parameters {
		f.names[p.Name] = &binding{}
	}
	switch e.language.Family {
	case language.Python:
		e.bindTypes(f, fn, s)
	case language.Script:
		for _, p := range s.TypeParams {
			f.names[typeName(p)] = &binding{}
		}
		if !e.sameResults(fn.entry) {
			return nil
		}
	}
	var v *value
	switch {
	case len(s.Returns) > 0 && e.isSelf(s.Returns[0]):
		return or(fn.self.typeOf(), fn.self).instance()
	case len(s.Returns) > 0:
		v = e.text(f, s.Returns[0], true).instance()
	default:
		v = e.given(f, s)
	}
	if v == nil || v.is(sequence) && v.part(0) == nil {
		v = or(e.fromManual(fn.entry.Origin, fn.self), v)
	}
	switch {
	case has(s, "contextmanager"), has(s, "asynccontextmanager"):
		return &value{form: builtin, name: "context", shape: managed, parts: []*value{e.element(v)}}
	case strings.HasPrefix(s.Signature, "async "): // it is there once it is awaited
		return nil
	}
	return v
}

// or is the first value that is known.
func or(v, w *value) *value {
	if v != nil {
		return v
	}
	return w
}

// given is one of the values that the return statements of a function give.
func (e *eval) given(f *frame, s *decl.Symbol) *value {
	if len(s.Gives) == 0 {
		return nil
	}
	var all []*value
	for _, text := range s.Gives {
		x := e.language.written(text, false)
		if x == nil {
			return nil
		}
		if x.Op == code.Name && x.Name == "NotImplemented" {
			continue
		}
		v := e.quietValue(f, x)
		if v == nil {
			return nil
		}
		all = append(all, v)
	}
	return oneOf(all)
}

// goResults are the results of a Go function: a tuple where there are several.
func (e *eval) goResults(f *frame, fn *value, s *decl.Symbol) *value {
	e.bindTypes(f, fn, s)
	var all []*value
	for _, r := range s.Returns {
		all = append(all, e.text(f, r, true).instance())
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return &value{form: builtin, name: "results", shape: tuple, parts: all}
}

// bindTypes binds the type parameters of a function: those of its receiver's type and those that are written. What
// only the arguments tell is unknown.
func (e *eval) bindTypes(f *frame, fn *value, s *decl.Symbol) {
	for i, p := range s.TypeParams {
		b := &binding{}
		switch {
		case e.language.Family == language.Python:
		case s.Kind == decl.Method && fn.self != nil && fn.self.entry.Symbol == fn.entry.Outer:
			b.value = fn.self.part(i).typeOf()
		case s.Kind == decl.Function:
			b.value = fn.part(i).typeOf()
		}
		f.names[typeName(p)] = b
	}
}

// embeds tells whether the bases of a Go type are fields that it embeds, not what it is made from.
func (c *class) embeds() bool {
	for _, b := range c.bases {
		name := baseName(b)
		if _, ok := c.members[name]; name != "" && ok {
			return true
		}
	}
	return false
}

// baseName is the name of the field that an embedded type makes.
func baseName(x *code.Expr) string {
	for x != nil {
		switch x.Op {
		case code.Name, code.Attr:
			return x.Name
		case code.Pointer, code.Index:
			x = x.X
		default:
			return ""
		}
	}
	return ""
}

// isSelf tells whether a written type is that of the object itself.
func (e *eval) isSelf(typ string) bool {
	if e.language.Family == language.Python {
		return lastName(strings.Trim(typ, `"'`)) == "Self"
	}
	return e.language.Family == language.Script && typ == "this"
}
