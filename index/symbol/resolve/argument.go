package resolve

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// judge tells what is wrong with how a value of Python is called, as far as its declaration says for certain.
func (e *eval) judge(fn *value, x *code.Expr) {
	switch fn.form {
	case module:
		if fn.guess == "" && len(fn.alts) == 0 {
			e.misused(fn, x.X, []*code.Misuse{{Reason: fn.name + " is a module, which cannot be called"}})
		}
	case function:
		if isPrivateName(fn.name) && !symbol.IsDunder(fn.entry.Symbol.Name) || fn.self != nil && fn.self.form == named && isProtocol(fn.self.entry.Symbol) {
			return // a protocol says what others must take at least
		}
		bound := fn.self == nil || !fn.self.typ || has(fn.entry.Symbol, "classmethod") || has(fn.entry.Symbol, "staticmethod") || isImplicitClassMethod(fn.entry.Symbol.Name)
		bound = bound && fn.entry.Symbol.Name != "__new__"
		e.misused(fn, x.X, e.allVariants(fn, fn.entry, x.Args, bound))
	case named:
		if fn.typ {
			e.misused(fn, x.X, e.construct(fn, x.Args))
		}
	}
}

// judgeBuiltin tells what is wrong with how a function of Python itself is called.
func (e *eval) judgeBuiltin(f *frame, x *code.Expr) {
	name := x.X.Name
	if x.X.Op != code.Name || !e.language.Builtin(name) || e.ground.bound[name] || f.find(name) != nil {
		return
	}
	if entry, finding, _ := e.language.view.Lookup("builtins." + name); finding == decl.Found && entry.Kind() == decl.Function {
		fn := &value{form: function, entry: entry, name: name}
		e.misused(fn, x.X, e.allVariants(fn, entry, x.Args, true))
	}
}

// isImplicitClassMethod tells whether a method gets the class first without a decorator that says so.
func isImplicitClassMethod(name string) bool {
	return name == "__init_subclass__" || name == "__class_getitem__"
}

// allVariants is what is wrong with a call by every declaration of a function: overloads, and those that an if
// chooses from.
func (e *eval) allVariants(fn *value, entry symbol.Entry, args []code.Arg, bound bool) []*code.Misuse {
	var first []*code.Misuse
	ways := e.language.all.Variants(entry)
	if overloads := overloadsOf(ways); len(overloads) > 0 {
		ways = overloads // what stands below them takes anything
	}
	for _, s := range ways {
		if s.Kind != decl.Function && s.Kind != decl.Method && len(s.Parameters) == 0 || has(s, "setter") || changed(s) {
			return nil
		}
		m := mismatch(fn.name, s.Parameters, args, bound)
		if m == nil {
			m = e.passedOn(fn, entry, s, args)
		}
		if m == nil {
			return nil
		}
		if first == nil || len(m) < len(first) { // the one that was most likely meant
			first = m
		}
	}
	return first
}

// overloadsOf are the declarations that say how a function may be called, where others do not.
func overloadsOf(ways []*decl.Symbol) []*decl.Symbol {
	return slices.DeleteFunc(slices.Clone(ways), func(s *decl.Symbol) bool { return !has(s, "overload") })
}

// passedOn is what is wrong with the keyword arguments that a function has no parameters for and hands on to another
// one.
func (e *eval) passedOn(fn *value, entry symbol.Entry, s *decl.Symbol, args []code.Arg) []*code.Misuse {
	n := len(s.Parameters)
	if n == 0 || s.Parameters[n-1].Passed == "" || !e.step() {
		return nil
	}
	var rest []code.Arg
	for _, a := range args {
		if a.Name != "" && !slices.ContainsFunc(s.Parameters[:n-1], func(p decl.Parameter) bool { return p.Name == a.Name }) {
			rest = append(rest, a)
		}
	}
	f := e.scope(entry, fn.self)
	f.local = true
	for _, p := range s.Parameters {
		f.names[p.Name] = &binding{}
	}
	e.depth++
	defer func() { e.depth-- }()
	to := e.text(f, s.Parameters[n-1].Passed, false)
	var all []*code.Misuse
	switch {
	case len(rest) == 0 || to == nil:
	case to.form == function:
		all = e.allVariants(to, to.entry, rest, true)
	case to.form == named && to.typ:
		all = e.construct(to, rest)
	}
	var named []*code.Misuse
	for _, m := range all {
		if m.Argument != "" {
			named = append(named, &code.Misuse{Argument: m.Argument, Reason: fmt.Sprintf("%s hands %s on to %s, which does not take it", fn.name, m.Argument, to.name)})
		}
	}
	return named
}

// judgeOptions tells what is wrong with the objects that a call of TypeScript writes out: a property that the type of
// the parameter does not have, by any way in which the function is declared.
func (e *eval) judgeOptions(fn *value, x *code.Expr) {
	if fn.form != function {
		return
	}
	var first []*code.Misuse
	for _, s := range e.language.all.Variants(fn.entry) {
		wrong := e.excess(fn, s, x.Args)
		if wrong == nil {
			return
		}
		if first == nil {
			first = wrong
		}
	}
	e.misused(fn, x.X, first)
}

// excess are the properties of objects that are written out for a parameter and whose type was read whole without them.
func (e *eval) excess(fn *value, s *decl.Symbol, args []code.Arg) []*code.Misuse {
	var all []*code.Misuse
	for i, a := range args {
		if i >= len(s.Parameters) || s.Parameters[i].Kind != decl.Positional || a.Star > 0 {
			return all
		}
		if a.Value == nil || a.Value.Op != code.Literal || a.Value.Name != "object" || s.Parameters[i].Type == "" {
			continue
		}
		f := e.scope(fn.entry, fn.self)
		for _, t := range s.TypeParams {
			f.names[typeName(t)] = &binding{}
		}
		options := e.joined(f, s.Parameters[i].Type)
		if options == nil {
			continue
		}
		for k := 0; k+1 < len(a.Value.Parts); k += 2 {
			key, ok := e.constant(a.Value.Parts[k])
			if !ok || key == "" || leading(key) != key {
				continue
			}
			has := func(v *value) bool {
				_, finding, _ := e.language.all.Member(v.entry, key)
				return finding != decl.Absent
			}
			if !slices.ContainsFunc(options, has) {
				all = append(all, &code.Misuse{Argument: key, Reason: fmt.Sprintf("%s takes no option %s: %s has none", fn.name, key, options[0].name)})
			}
		}
	}
	return all
}

// joined are the interfaces and type aliases that a type of TypeScript has all members of: it alone, or those joined
// by &. None where nobody can tell of one of them.
func (e *eval) joined(f *frame, text string) []*value {
	x := e.language.written(text, true)
	if x == nil {
		return nil
	}
	types := []*code.Expr{x}
	if x.Op == code.Unknown && x.Name == "&" {
		types = x.Parts
	}
	var all []*value
	for _, t := range types {
		v := e.quietValue(f, t).instance()
		if v == nil || v.form != named || !isTypeAlone(v.entry.Kind()) {
			return nil
		}
		all = append(all, v)
	}
	return all
}

// mismatch is what is wrong with arguments for parameters, nil for nothing. Of a method that is not bound, the first
// argument is the object itself.
func mismatch(name string, parameters []decl.Parameter, args []code.Arg, bound bool) []*code.Misuse {
	positional, places, spread := 0, 0, false
	for _, a := range args {
		switch {
		case a.Star == 2:
			return nil
		case a.Star == 1:
			spread = true
		case a.Name == "":
			positional++
		}
	}
	variadic, keywords := false, false
	for _, p := range parameters {
		switch p.Kind {
		case decl.Variadic:
			variadic = true
		case decl.Keywords:
			keywords = true
		case decl.Positional, decl.PositionalOnly:
			places++
		}
	}
	if !bound {
		places++
	}
	var all []*code.Misuse
	for _, a := range args {
		if a.Name == "" || keywords {
			continue
		}
		i := slices.IndexFunc(parameters, func(p decl.Parameter) bool { return p.Name == a.Name })
		switch {
		case i < 0 && (bound || a.Name != "self"), i >= 0 && parameters[i].Kind == decl.Variadic:
			all = append(all, &code.Misuse{Argument: a.Name, Reason: fmt.Sprintf("%s takes no argument %s", name, a.Name)})
		case i >= 0 && parameters[i].Kind == decl.PositionalOnly:
			all = append(all, &code.Misuse{Argument: a.Name, Reason: fmt.Sprintf("%s takes %s by position only", name, a.Name)})
		}
	}
	if positional > places && !variadic && !spread {
		all = append(all, &code.Misuse{Reason: fmt.Sprintf("%s takes at most %s by position, not %d", name, arguments(places), positional)})
	}
	return all
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return strconv.Itoa(n) + " arguments"
}

// construct is what is wrong with how a class is called, whichever of several classes its name stands for.
func (e *eval) construct(class *value, args []code.Arg) []*code.Misuse {
	m := e.constructOne(class, args)
	for _, o := range class.entry.Others() {
		if m == nil || !o.Kind().IsType() {
			return nil
		}
		if e.constructOne(&value{form: named, typ: true, entry: o, name: class.name}, args) == nil {
			return nil
		}
	}
	return m
}

func (e *eval) constructOne(class *value, args []code.Arg) []*code.Misuse {
	if len(args) == 0 || e.isEnum(class) || e.hasMetaclass(class.entry) || e.isRecord(class.entry) {
		return nil
	}
	var first []*code.Misuse
	for _, name := range [...]string{"__init__", "__new__"} {
		entry, finding, _ := e.language.all.Member(class.entry, name)
		switch {
		case finding != decl.Found:
			return nil
		case entry.Kind() == decl.Method || entry.Kind() == decl.Function:
			m := e.allVariants(class, entry, args, true)
			if m == nil {
				return nil
			}
			if first == nil {
				first = m
			}
		}
	}
	return first
}

// hasMetaclass tells whether a class or one that it inherits from is made by another class, which may decide what
// calling it does.
func (e *eval) hasMetaclass(c symbol.Entry) bool {
	classes, _ := e.language.all.Ancestors(c)
	return slices.ContainsFunc(classes, func(a *symbol.Entry) bool {
		_, meta, ok := strings.Cut(a.Symbol.Signature, "metaclass=")
		return ok && !strings.HasPrefix(strings.TrimPrefix(meta, "abc."), "ABCMeta")
	})
}

// isRecord tells whether a class is made from its fields: a dataclass, a named tuple, or one that inherits from them.
func (e *eval) isRecord(c symbol.Entry) bool {
	classes, builtins := e.language.all.Ancestors(c)
	return slices.Contains(builtins, "typing.NamedTuple") || slices.ContainsFunc(classes, func(a *symbol.Entry) bool {
		return a.Origin == "typing.NamedTuple" || len(a.Symbol.Parameters) > 0 || slices.ContainsFunc(a.Symbol.Decorators, func(d string) bool { return !keepsSignature(lastName(d)) })
	})
}
