package resolve

import (
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// call follows a call, and judges its arguments.
func (e *eval) call(f *frame, x *code.Expr) *value {
	e.calling = x.X != nil && x.X.Op == code.Attr
	fn := e.value(f, x.X)
	e.calling = false
	for _, a := range x.Args {
		e.value(f, a.Value)
	}
	e.values(f, x.Parts)
	if e.tongue.Family == language.Python && x.X != nil {
		e.judgeBuiltin(f, x)
	}
	if x.X != nil && x.X.Op == code.Name && x.X.Name == "super" && e.tongue.Family == language.Python && len(x.Args) == 0 && f.class != nil {
		return &value{form: own, name: f.class.name, class: f.class, bases: true}
	}
	if fn == nil {
		return nil
	}
	switch e.tongue.Family {
	case language.Python:
		e.judge(fn, x)
	case language.Script:
		e.judgeOptions(fn, x)
	}
	return e.called(fn)
}

// called is what a call of a value gives.
func (e *eval) called(fn *value) *value {
	switch {
	case fn.form == function:
		return e.returned(fn)
	case fn.form == named && e.tongue.Family == language.Script && e.callable(fn) != nil:
		return e.returned(e.callable(fn))
	case fn.form == named && fn.typ && e.tongue.Family == language.Python:
		if fn.entry.Origin == "enum.auto" || e.isEnum(fn) {
			return nil // Enum("Color", "RED GREEN") makes a class, and auto() a value of the class around
		}
		if e.makesOthers(fn) {
			return fn.instance().orSubclass()
		}
		return fn.instance()
	case fn.form == named && fn.typ, fn.form == own && fn.typ:
		return fn.instance()
	case fn.form == ownFunc && len(fn.parts) == 1:
		return fn.parts[0]
	case fn.form == ownFunc && len(fn.parts) > 1:
		return &value{form: results, parts: fn.parts}
	case fn.form == named && e.tongue.Family == language.Python:
		return e.method(fn, "__call__")
	}
	return nil
}

// callable is the function that TypeScript joins with a namespace of its name, nil for none.
func (e *eval) callable(v *value) *value {
	for _, s := range e.tongue.all.Variants(v.entry) {
		if s.Kind == decl.Function {
			f := *v
			f.form, f.typ, f.entry.Symbol = function, false, s
			return &f
		}
	}
	return nil
}

// makesOthers tells whether calling a class of Python may give an object of a class that inherits from it.
func (e *eval) makesOthers(class *value) bool {
	m, finding, _ := e.tongue.all.Member(class.entry, "__new__")
	return finding == decl.Found && m.Kind() == decl.Method
}

// index follows an item of a value, which is unknown, or a type or a function with type arguments, which are not
// followed.
func (e *eval) index(f *frame, x *code.Expr) *value {
	base := e.value(f, x.X)
	e.values(f, x.Parts)
	if base == nil || !base.typ && (base.form != function || e.tongue.Family != language.Go) || e.tongue.Family != language.Go && e.isEnum(base) {
		return nil
	}
	return base
}
