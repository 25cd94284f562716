package resolve

import (
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// declared is the value that a declaration gives, under the name by which it was reached. Of a member, self is what
// it was read from.
func (e *eval) declared(entry symbol.Entry, name string, self *value) *value {
	s := entry.Symbol
	if e.language.Family == language.Python && s != nil && saysNothing(entry) {
		return nil
	}
	switch kind := entry.Kind(); {
	case kind == decl.Module:
		return &value{form: module, entry: entry, name: name}
	case kind.IsType():
		if e.language.Family != language.Python && s.Value != "" {
			return e.aliased(entry, name)
		}
		return &value{form: named, typ: true, entry: entry, name: name}
	case kind == decl.Function, kind == decl.Method, e.language.Family == language.Python && len(s.Parameters) > 0: // a lambda
		return &value{form: function, entry: entry, name: name, self: self}
	case kind == decl.EnumMember && entry.Owner() != nil:
		return &value{form: named, entry: *entry.Owner(), name: entry.Owner().Name}
	}
	return e.variable(entry, name, self)
}

// saysNothing tells what a type of Python says nothing of its values by: a type parameter, and what typing has beside
// functions.
func saysNothing(entry symbol.Entry) bool {
	made := lastName(entry.Symbol.Value)
	return made == "TypeVar" || made == "ParamSpec" || strings.HasPrefix(entry.Origin, "typing.") && entry.Outer == nil && entry.Kind() != decl.Function
}

// aliased is the type that a Go alias stands for. Reports call it by the alias.
func (e *eval) aliased(entry symbol.Entry, name string) *value {
	v := e.text(e.scope(entry, nil), entry.Symbol.Value, true)
	if v == nil {
		return nil
	}
	w := *v
	if w.form == named {
		w.name = name
	}
	return &w
}

// variable is the value of a variable, a constant, a field or an attribute: of the type that is written, else of what
// it is set to.
func (e *eval) variable(entry symbol.Entry, name string, self *value) *value {
	s := entry.Symbol
	if !e.step() {
		return nil
	}
	if e.language.Family == language.Script && len(s.Members) > 0 { // an object that is written out
		return &value{form: named, entry: entry, name: name}
	}
	e.depth++
	defer func() { e.depth-- }()
	f := e.scope(entry, self)
	var v *value
	if s.Type != "" {
		v = e.text(f, s.Type, true).instance()
	} else if s.Value != "" {
		v = e.assigned(f, s)
	}
	if v == nil {
		return nil
	}
	w := *v
	switch {
	case w.form == named && !w.typ:
		w.via = name
	case w.form == named && w.typ:
		w.name = name // an alias of a class
	case w.form == function && w.self == nil:
		w.name = name
	}
	return &w
}

// assigned is the value of what an attribute or a variable is set to.
func (e *eval) assigned(f *frame, s *decl.Symbol) *value {
	x := e.language.written(s.Value, false)
	if x == nil || x.Op == code.Name && x.Name == s.Name {
		return nil
	}
	return e.quietValue(f, x)
}

// text is the value of a piece of a declaration.
func (e *eval) text(f *frame, text string, typ bool) *value {
	x := e.language.written(text, typ)
	if x == nil {
		return nil
	}
	return e.quietValue(f, x)
}

func (e *eval) quietValue(f *frame, x *code.Expr) *value {
	if e.quiet {
		return e.value(f, x)
	}
	q := e.silent()
	return q.value(f, x)
}

// scope is the frame in which the text of a declaration is read. Self is what the declared member was read from.
func (e *eval) scope(entry symbol.Entry, self *value) *frame {
	f := newFrame(nil)
	f.decl = &place{file: entry.File, owner: entry.Owner()}
	if self == nil {
		return f
	}
	if e.language.Family != language.Python {
		if entry.Outer != nil && self.entry.Symbol == entry.Outer {
			for i, p := range entry.Outer.TypeParams {
				f.names[typeName(p)] = &binding{value: self.part(i).typeOf()}
			}
		} else if entry.Outer != nil {
			for _, p := range entry.Outer.TypeParams {
				f.names[typeName(p)] = &binding{}
			}
		}
		if e.language.Family == language.Script {
			f.names["this"] = &binding{value: self}
		}
		return f
	}
	instance, class := self, self
	if self.typ {
		instance = self.instance()
	} else {
		class = self.typeOf()
	}
	if entry.Outer != nil {
		for i, name := range classParams(entry.Outer) {
			f.names[name] = &binding{}
			if instance != nil && instance.entry.Symbol == entry.Outer {
				f.names[name].value = instance.part(i).typeOf()
			}
		}
	}
	f.names["self"] = &binding{value: instance}
	f.names["cls"] = &binding{value: class}
	return f
}

// declaredName is what a name means in the text of a declaration.
func (e *eval) declaredName(at *place, local bool, name string) *value {
	if at.owner != nil && !local && e.language.Family == language.Python {
		if entry, finding, _ := e.language.all.Member(*at.owner, name); finding == decl.Found {
			return e.declared(entry, entry.Origin, nil)
		}
	}
	if at.owner != nil && e.language.Family == language.Script { // a namespace, whose types its functions see
		if entry, finding, _ := e.language.all.Member(*at.owner, name); finding == decl.Found && entry.Kind().IsType() {
			return e.declared(entry, e.public(entry), nil)
		}
	}
	if at.file != nil {
		entry, finding, _ := e.language.all.Name(at.file, name)
		switch finding {
		case decl.Found:
			if v := e.languageName(name); v != nil && entry.File != at.file && e.language.Family == language.Python {
				return v // the file says int, and so does a module whose names it takes
			}
			return e.declared(entry, e.public(entry), nil)
		case decl.Foreign:
			if v := e.languageName(name); v != nil {
				return v
			}
			return e.foreignName(at.file, name)
		}
	}
	if v := e.languageName(name); v != nil || at.file != nil {
		return v
	}
	if entry, finding, _ := e.language.view.Lookup(name); finding == decl.Found {
		return e.declared(entry, name, nil)
	}
	return nil
}

// foreignName is what a file imports under a name from a module that is not among the sources.
func (e *eval) foreignName(f *decl.File, name string) *value {
	if e.language.Family != language.Python {
		return nil
	}
	for _, imp := range f.Imports {
		switch {
		case imp.As != name:
		case imp.Name == "" && imp.As == imp.Module[:max(0, strings.IndexByte(imp.Module+".", '.'))]:
			return foreignValue(imp.As)
		case imp.Name == "":
			return foreignValue(imp.Module)
		default:
			return foreignValue(imp.Module + "." + imp.Name)
		}
	}
	return nil
}

// public is the name by which code outside is meant to know what a file says: a package that passes a name of its
// modules on stands for them.
func (e *eval) public(entry symbol.Entry) string {
	if e.language.Family == language.Script {
		return e.publicScript(entry)
	}
	if e.language.Family != language.Python || entry.Symbol == nil || entry.Outer != nil {
		return entry.Name
	}
	last := entry.Origin[strings.LastIndexByte(entry.Origin, '.')+1:]
	parts := strings.Split(entry.Origin, ".")
	for n := 1; n < len(parts)-1; n++ {
		outer := strings.Join(parts[:n], ".") + "." + last
		if found, finding, _ := e.language.view.Lookup(outer); finding == decl.Found && found.Origin == entry.Origin {
			return outer
		}
	}
	return entry.Origin
}

// changed tells whether a decorator may change what a function of Python takes and gives: one that is not known to
// keep it.
func changed(s *decl.Symbol) bool {
	return slices.ContainsFunc(s.Decorators, func(d string) bool {
		return !keepsSignature(lastName(d))
	})
}

// classParams are the names of the type parameters of a class of Python: those in brackets, else those that it
// inherits Generic with.
func classParams(class *decl.Symbol) []string {
	var names []string
	for _, p := range class.TypeParams {
		names = append(names, typeName(p))
	}
	for _, b := range class.Bases {
		base, rest, ok := strings.Cut(b, "[")
		if ok && len(names) == 0 && (lastName(base) == "Generic" || lastName(base) == "Protocol") {
			for p := range strings.SplitSeq(strings.TrimSuffix(rest, "]"), ",") {
				names = append(names, strings.TrimSpace(p))
			}
		}
	}
	return names
}

// lastName is the last part of a decorator, without its arguments.
func lastName(d string) string {
	if i := strings.IndexByte(d, '('); i >= 0 {
		d = d[:i]
	}
	d = strings.TrimSpace(d)
	return d[strings.LastIndexByte(d, '.')+1:]
}

// keepsSignature lists the decorators that leave alone how a function is called and what it gives.
func keepsSignature(name string) bool {
	switch name {
	case "overload", "staticmethod", "classmethod", "abstractmethod", "lru_cache", "cache", "final", "override", "property", "cached_property",
		"contextmanager", "asynccontextmanager", "coroutine", "setter", "getter", "deprecated", "wraps", "total_ordering":
		return true
	}
	return false
}

// has tells whether a function has a decorator.
func has(s *decl.Symbol, name string) bool {
	return slices.ContainsFunc(s.Decorators, func(d string) bool { return lastName(d) == name })
}
