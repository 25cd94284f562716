package resolve

import (
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// returned is what a function or method of the registry returns: one of the results of the ways to call it, where it has several.
func (e *eval) returned(fn *value, args []*value) *value {
	if e.tongue.Family != language.Python || fn.entry.Symbol == nil {
		return e.returnedBy(fn, args)
	}
	var all []*value
	for _, s := range overloadsOf(e.tongue.all.Variants(fn.entry)) {
		way := *fn
		way.entry.Symbol = s
		all = append(all, e.returnedBy(&way, args))
	}
	if len(all) == 0 {
		return e.returnedBy(fn, args)
	}
	return oneOf(all)
}

// returnedBy is what one declaration of a function says that it returns: its written results, else what its return statements give.
func (e *eval) returnedBy(fn *value, args []*value) *value {
	s := fn.entry.Symbol
	if s == nil || !e.step() {
		return nil
	}
	e.depth++
	defer func() { e.depth-- }()
	if s.Kind != decl.Property && e.changed(fn.entry, s, true) {
		return nil
	}
	f := e.scope(fn.entry, fn.self)
	f.local = true
	if e.tongue.Family == language.Go {
		return e.goResults(f, fn, s, args)
	}
	for _, p := range s.Parameters {
		f.names[p.Name] = &binding{}
	}
	switch e.tongue.Family {
	case language.Python:
		e.inferTypes(f, fn, s, args)
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
		v = e.text(f, s.Returns[0], true).instance().orSubclass()
	default:
		v = e.given(f, s)
	}
	if v == nil || v.is(sequence) && v.part(0) == nil {
		v = or(e.fromManual(fn.entry.Origin, map[string]*value{"Self": or(fn.self.typeOf(), fn.self)}), v)
	}
	switch {
	case has(s, "contextmanager"), has(s, "asynccontextmanager"):
		return &value{form: builtin, name: "context", shape: managed, parts: []*value{e.element(v)}}
	case strings.HasPrefix(s.Signature, "async ") && (e.tongue.Family == language.Python || len(s.Returns) == 0):
		return &value{form: builtin, name: "coroutine", shape: pending, parts: []*value{v}}
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
		x := e.tongue.written(text, false)
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
func (e *eval) goResults(f *frame, fn *value, s *decl.Symbol, args []*value) *value {
	e.inferTypes(f, fn, s, args)
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

// inferTypes binds the type parameters of a function: those of its receiver's type, those that are written, and those that its
// arguments tell.
func (e *eval) inferTypes(f *frame, fn *value, s *decl.Symbol, args []*value) {
	known := map[string]*value{}
	if e.tongue.Family == language.Python && len(s.Returns) > 0 {
		for name := range e.typeVariables(f, fn.entry, s.Returns[0]) {
			known[name] = nil
			f.names[name] = &binding{}
		}
	}
	if len(s.TypeParams)+len(known) == 0 {
		return
	}
	for i, p := range s.TypeParams {
		name := typeName(p)
		known[name] = nil
		f.names[name] = &binding{}
		if e.tongue.Family == language.Python {
			continue
		}
		if s.Kind == decl.Method && fn.self != nil && fn.self.entry.Symbol == fn.entry.Outer {
			known[name] = fn.self.part(i)
		} else if s.Kind == decl.Function {
			known[name] = fn.part(i)
		}
	}
	for i, p := range s.Parameters {
		if i >= len(args) {
			break
		}
		x := e.tongue.written(p.Type, true)
		if x != nil && p.Kind == decl.Variadic && x.Op == code.Slice {
			x = x.X
		}
		e.unify(x, args[i], known)
	}
	for _, p := range s.TypeParams { // S ~[]E tells E once S is known
		name, constraint, ok := strings.Cut(p, " ")
		if v := known[name]; ok && v != nil && e.tongue.Family == language.Go {
			e.unify(e.tongue.written(strings.TrimPrefix(constraint, "~"), true), e.underlying(v), known)
		}
	}
	for name, v := range known {
		if v == nil && s.Kind == decl.Method && fn.self != nil && e.tongue.Family == language.Python && !mentions(s.Parameters, name) {
			v = or(fn.self.instance(), fn.self) // def __enter__(self: T) -> T
		}
		if v != nil {
			f.names[name].value = v.typeOf()
		}
	}
}

// typeVariables are the names in a type of Python that stand for other types: module-level variables that TypeVar makes.
func (e *eval) typeVariables(f *frame, at symbol.Entry, text string) map[string]bool {
	names := map[string]bool{}
	code.Walk(e.tongue.written(text, true), func(x *code.Expr) bool {
		if x.Op == code.Name && f.names[x.Name] == nil && at.File != nil {
			entry, finding, _ := e.tongue.all.Name(at.File, x.Name)
			if finding == decl.Found && entry.Symbol != nil && isTypeVariable(entry.Symbol.Value) {
				names[x.Name] = true
			}
		}
		return true
	})
	return names
}

// isTypeVariable tells what makes a type parameter of Python.
func isTypeVariable(value string) bool {
	made := lastName(value)
	return made == "TypeVar" || made == "ParamSpec"
}

// mentions tells whether the type of a parameter may name a type.
func mentions(parameters []decl.Parameter, name string) bool {
	return slices.ContainsFunc(parameters, func(p decl.Parameter) bool { return strings.Contains(p.Type, name) })
}

// unify finds out what type parameters stand for, from a parameter's type and an argument.
func (e *eval) unify(x *code.Expr, v *value, known map[string]*value) {
	if x == nil || v == nil || !e.step() {
		return
	}
	e.depth++
	defer func() { e.depth-- }()
	if e.tongue.Family == language.Python && x.Op != code.Name {
		e.unifyPython(x, v, known)
		return
	}
	if v.typ {
		return
	}
	switch x.Op {
	case code.Name:
		if old, ok := known[x.Name]; ok && old == nil {
			known[x.Name] = v
		}
	case code.Pointer:
		e.unify(x.X, v, known)
	case code.Slice, code.Chan:
		if v = e.underlying(v); v.is(sequence) || v.is(channel) {
			e.unify(x.X, v.part(0), known)
		}
	case code.Map:
		if v = e.underlying(v); v.is(mapping) {
			e.unify(x.X, v.part(1), known)
			for _, p := range x.Parts {
				e.unify(p, v.part(0), known)
			}
		}
	case code.FuncType:
		if v = e.underlying(v); v.is(callable) {
			for i, p := range x.Parts {
				if i < len(v.params) {
					e.unify(p, v.params[i], known)
				}
			}
			for i, a := range x.Args {
				e.unify(a.Value, v.part(i), known)
			}
		}
	case code.Index:
		if v.form == named && len(x.Parts) == len(v.parts) {
			for i, p := range x.Parts {
				e.unify(p, v.parts[i], known)
			}
		}
	}
}

// unifyPython is unify for the types of Python that take others.
func (e *eval) unifyPython(x *code.Expr, v *value, known map[string]*value) {
	switch {
	case x.Op == code.Unknown: // T | None
		var some []*code.Expr
		for _, p := range x.Parts {
			if p.Op != code.Literal || p.Name != "None" {
				some = append(some, p)
			}
		}
		if len(some) == 1 {
			e.unify(some[0], v, known)
		}
	case x.Op != code.Index || len(x.Parts) == 0 || x.X == nil:
	case v.typ:
		if x.X.Name == "type" || x.X.Name == "Type" {
			e.unify(x.Parts[0], v.instance(), known)
		}
	case v.form == function && len(x.Parts) == 2 && x.X.Name == "Callable":
		e.unify(x.Parts[1], e.returned(v, nil), known)
	case v.is(mapping) || v.is(tuple):
		for i, p := range x.Parts {
			e.unify(p, v.part(i), known)
		}
	case v.form == named && len(v.parts) == len(x.Parts):
		for i, p := range x.Parts {
			e.unify(p, v.parts[i], known)
		}
	case len(x.Parts) == 1 && x.X.Name != "Optional":
		e.unify(x.Parts[0], e.element(v), known)
	case len(x.Parts) == 1:
		e.unify(x.Parts[0], v, known)
	}
}

// underlying is what a Go type is made from, as a value: []int for a type IDs []int.
func (e *eval) underlying(v *value) *value {
	for range maxUnderlying {
		switch {
		case v == nil || v.typ:
			return v
		case v.form == named && v.entry.Symbol != nil && v.entry.Symbol.Type != "":
			f := e.scope(v.entry, nil)
			for i, p := range v.entry.Symbol.TypeParams {
				name, _, _ := strings.Cut(p, " ")
				f.names[name] = &binding{value: v.part(i).typeOf()}
			}
			v = e.text(f, v.entry.Symbol.Type, true).instance()
		case v.form == own && v.class != nil && len(v.class.bases) == 1 && len(v.class.members) >= 0 && !v.class.embeds():
			v = e.quietValue(v.class.frame, v.class.bases[0]).instance()
		default:
			return v
		}
	}
	return nil
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
	if e.tongue.Family == language.Python {
		return lastName(strings.Trim(typ, `"'`)) == "Self"
	}
	return e.tongue.Family == language.Script && typ == "this"
}
