package resolve

import (
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

// run follows statements in the order of the source. Bodies of functions wait until the names around them are known.
func (e *eval) run(f *frame, statements []code.Statement) {
	for i := 0; i < len(statements); i++ {
		s := &statements[i]
		if !e.step() {
			return
		}
		if n := together(statements[i:]); n > 1 {
			e.runTogether(f, statements[i:i+n])
			i += n - 1
			continue
		}
		switch {
		case s.Import != nil:
			e.guarded(s.Span).runImport(f, s.Import)
		case s.Bind != nil:
			ready := e.guarded(s.Span)
			ready.bind(f, s.Bind, ready.assigns(f, s.Bind))
		case s.Use != nil:
			e.guarded(s.Span).value(f, s.Use)
		case s.Scope != nil:
			e.runScope(f, s.Scope)
		}
	}
}

// together is how many statements are one assignment of all that a call gives.
func together(statements []code.Statement) int {
	n := 0
	for n < len(statements) {
		b := statements[n].Bind
		if b == nil || b.Value == nil || b.Value.Op != code.Result || b.Value.X != statements[0].Bind.Value.X {
			break
		}
		n++
	}
	return n
}

// runTogether binds all that a call gives. The call is worked out before any of it is bound: filter, err :=
// filter.New().
func (e *eval) runTogether(f *frame, statements []code.Statement) {
	values := make([]*value, len(statements))
	for i := range statements {
		values[i] = e.guarded(statements[i].Span).assigns(f, statements[i].Bind)
	}
	for i := range statements {
		s := &statements[i]
		e.guarded(s.Span).bind(f, s.Bind, values[i])
	}
}

// assigns is the value that an assignment gives its target.
func (e *eval) assigns(f *frame, b *code.Bind) *value {
	v := e.value(f, b.Value)
	if b.Type != nil {
		v = e.typeValue(f, b.Type).instance()
	}
	return v
}

// bind gives the target of an assignment its value.
func (e *eval) bind(f *frame, b *code.Bind, v *value) {
	if b.Target == nil {
		return
	}
	switch b.Target.Op {
	case code.Name:
		e.bindName(f, b, v)
	case code.Attr:
		e.bindAttr(f, b.Target, v)
	default:
		e.value(f, b.Target)
	}
}

func (e *eval) bindName(f *frame, b *code.Bind, v *value) {
	if f.body && f.class != nil {
		if e.isDescriptor(v) {
			v = nil
		}
		f.class.set(b.Target.Name, v)
	}
	if old := f.find(b.Target.Name); b.Again && e.language.Family == language.Go && old != nil && old.value != nil && !old.imported {
		return // it keeps its type
	}
	f.set(b.Target.Name, v, b.Branch)
	f.names[b.Target.Name].piece = e.piece
}

// bindAttr notes what a method sets on the object that it is called on. In Go, where attributes are declared before
// they are set, the target is judged like any other expression.
func (e *eval) bindAttr(f *frame, target *code.Expr, v *value) {
	if e.language.Family == language.Go {
		e.value(f, target)
		return
	}
	l := *e
	l.lenient = true // it is set here, whether it is declared or not
	l.value(f, target)
	owner := e.silent().value(f, target.X)
	if owner != nil && owner.form == own {
		owner.class.set(target.Name, v)
	}
}

// runScope defines a function or a class, or follows a block.
func (e *eval) runScope(f *frame, s *code.Scope) {
	switch s.Kind {
	case code.ClassScope:
		e.runClass(f, s)
	case code.FunctionScope:
		e.define(f, s)
		if e.language.Family == language.Go && (f.outer != nil && f.outer.outer != nil || s.Name == "") {
			e.body(f, s) // a literal: what is around it may change its meaning further down
			return
		}
		g := e.ground
		g.waiting = append(g.waiting, func() { e.body(f, s) })
	default:
		inner := newFrame(f)
		for _, p := range s.Parameters {
			e.bind(inner, p, e.assigns(inner, p))
		}
		e.run(inner, s.Statements)
		e.keep(inner)
	}
}

func (e *eval) runClass(f *frame, s *code.Scope) {
	c := e.classOf(s.Name)
	c.frame = f
	if s.Name != "" {
		f.names[s.Name] = &binding{value: &value{form: own, typ: true, name: s.Name, class: c}}
	}
	inner := newFrame(f)
	inner.class, inner.body = c, true
	for _, b := range s.Bases {
		e.value(f, b)
	}
	e.run(inner, s.Statements)
}

// define binds the name of a function.
func (e *eval) define(f *frame, s *code.Scope) {
	fn := &value{form: ownFunc, name: s.Name, parts: make([]*value, len(s.Returns))}
	late := newFrame(f)
	e.silent().run(late, typeParameters(s))
	for i, r := range s.Returns {
		fn.parts[i] = e.typeValue(late, r).instance()
	}
	switch {
	case s.Name == "":
	case s.Receiver != nil:
		if c := e.receiver(s.Receiver); c != nil {
			c.members[s.Name] = fn
		}
	default:
		if f.body && f.class != nil {
			f.class.members[s.Name] = fn
		}
		f.names[s.Name] = &binding{value: fn}
	}
}

// body follows the inside of a function.
func (e *eval) body(f *frame, s *code.Scope) {
	inner := newFrame(f)
	for i, p := range s.Parameters {
		e.bind(inner, p, e.assigns(inner, p))
		if i == 0 && f.body && f.class != nil && p.Target != nil && (p.Target.Name == "self" || p.Target.Name == "cls") {
			self := &value{form: own, name: f.class.name, class: f.class, typ: p.Target.Name == "cls"}
			inner.names[p.Target.Name] = &binding{value: self}
		}
	}
	e.run(inner, s.Statements)
	e.keep(inner)
}

// typeParameters are the statements at the start of a Go function that bind its type parameters and its receiver.
func typeParameters(s *code.Scope) []code.Statement {
	for i := range s.Statements {
		if s.Statements[i].Bind == nil || s.Statements[i].Bind.Value != nil {
			return s.Statements[:i]
		}
	}
	return s.Statements
}

// keep remembers what a function binds, for the prose that speaks of it. A name that two functions use differently
// means nothing there.
func (e *eval) keep(f *frame) {
	for name, b := range f.names {
		old := e.ground.inner[name]
		if old != nil && !old.value.same(b.value) {
			b = &binding{}
		}
		e.ground.inner[name] = b
	}
}

// importGuard is a statement of an answer that may catch the error of an import or of an attribute that is absent.
type importGuard struct {
	piece *code.Piece
	start int
}

// guarded is the same evaluation without reports of what is absent where the statement is an import guard: it catches the
// error, or asks for the version of Python.
func (e *eval) guarded(span code.Span) *eval {
	if e.lenient || e.language.Family != language.Python || span.Start < 0 || span.Start >= span.End || span.End > len(e.piece.Text) {
		return e
	}
	key := importGuard{e.piece, span.Start}
	catches, ok := e.guards[key]
	if !ok {
		catches = catchesAbsence(e.piece.Text[span.Start:span.End])
		e.guards[key] = catches
	}
	if !catches {
		return e
	}
	l := *e
	l.lenient = true
	return &l
}

// catchesAbsence tells whether a statement of Python does.
func catchesAbsence(text string) bool {
	switch {
	case strings.HasPrefix(text, "with"):
		return strings.Contains(text, "raises(") || strings.Contains(text, "assertRaises") // a test of what is wrong
	case strings.HasPrefix(text, "try"):
		return strings.Contains(text, "ImportError") || strings.Contains(text, "ModuleNotFoundError") || strings.Contains(text, "except AttributeError")
	}
	return strings.HasPrefix(text, "if") && (strings.Contains(text, "version_info") || strings.Contains(text, "TYPE_CHECKING"))
}
