package python

import (
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// written is an expression as it is written: what targets are set to, or the base of a class.
type written struct {
	at         code.Span // empty where it cannot be said
	annotation code.Span
	bare       bool       // an annotation without a value
	expr       *code.Expr // nil where it was not read yet
	text       string
	known      bool // text is filled in
}

// read reads what is written, nil where that cannot be said.
func (s *scanner) read(v *written) *code.Expr {
	if !v.given() {
		return nil
	}
	if v.expr == nil {
		p := part(s.src, v.at.Start, v.at.End)
		p.bare = true
		v.expr = p.expressions()
	}
	return v.expr
}

// given tells whether there is a value.
func (v *written) given() bool { return v != nil && v.at.End > v.at.Start }

// isProperty says whether a property is written.
func (s *scanner) isProperty(v *written) bool {
	return v.given() && strings.HasPrefix(s.src[v.at.Start:v.at.End], "property") && isProperty(s.read(v))
}

// textOf is the value on one line, "" where it is unknown or too long.
func (s *scanner) textOf(v *written) string {
	if v == nil {
		return ""
	}
	if !v.known {
		v.known = true
		text, ok := s.whole(v.at, valueBytes)
		if !ok {
			if text = s.outline(v.at); len(text) > valueBytes {
				text = ""
			}
		}
		v.text = text
	}
	return v.text
}

// assigned sets targets to a value.
func (s *scanner) assigned(targets []*code.Expr, v *written) {
	for _, target := range targets[:min(len(targets), targetLists)] {
		s.targets(target, v)
	}
}

func isGroup(e *code.Expr) bool { return isSequence(e) || isStar(e) }

// extent is where all of an expression stands.
func extent(e *code.Expr) code.Span {
	span := e.Span
	for ; e.X != nil && e.Op == code.Attr; e = e.X {
		span.Start = e.X.Span.Start
	}
	return span
}

// targets binds the names and the attributes in a list of targets. Those inside of subscripts and calls are not bound.
func (s *scanner) targets(e *code.Expr, v *written) {
	switch {
	case e.Op == code.Name:
		s.bindTarget(e, v)
	case e.Op == code.Attr && e.X.Op == code.Name:
		s.bindAttribute(e, v)
	case isGroup(e):
		for _, part := range e.Parts {
			s.targets(part, nil)
		}
	}
}

// augmented is told of target += value, or with another sign.
func (s *scanner) augmented(target *code.Expr, sign string, value code.Span) {
	if target.Op != code.Name {
		return
	}
	if top := s.top(); top.fn >= 0 {
		s.bindName(top.fn, s.normal(target.Name), nil)
	}
	if target.Name == exports && sign == "+" {
		s.addExports("extend", s.read(&written{at: value}))
	}
}

// bindTarget binds a plain name where the current block declares its names.
func (s *scanner) bindTarget(e *code.Expr, v *written) {
	top := s.top()
	id := s.normal(e.Name)
	switch {
	case top.fn >= 0:
		s.bindName(top.fn, id, v)
	case top.scope != nil:
		s.declareValue(top, id, s.p.lineOf(e.Span.Start), v)
	}
}

// bindName binds a local name of a function, or a name of the module where the function says so.
func (s *scanner) bindName(fn int, id string, v *written) {
	f := &s.functions[fn]
	if f.globals[id] {
		s.globals = append(s.globals, decl.Symbol{Name: id, Kind: nameKind(id), Start: s.p.line[0].line, End: s.lastLine, Value: s.inside(f, v)})
		return
	}
	b := bind{name: id}
	if (f.scope != nil || f.owner != nil) && v != nil && !v.bare {
		b.value = s.textOf(v)
	}
	s.binds = append(s.binds, b)
}

// bindAttribute notes that a method sets an attribute of its object, or that the module sets one of a class.
func (s *scanner) bindAttribute(e *code.Expr, v *written) {
	top := s.top()
	id := e.X.Name
	sym := decl.Symbol{Name: s.normal(e.Name), Kind: decl.Attribute, Start: s.p.lineOf(e.Span.Start), End: s.lastLine}
	if v != nil {
		sym.Type = s.text(v.annotation, signatureBytes)
	}
	if top.fn >= 0 {
		fn := &s.functions[top.fn]
		if fn.owner != nil && (id == fn.receiver || id == self || s.makes(fn, id)) {
			sym.Value = s.inside(fn, v)
			if p := s.parameter(v); p != nil && sym.Type == "" {
				sym.Type = p.Type
			}
			fn.owner.setAttribute(sym, false)
		}
		return
	}
	if top.scope == &s.module {
		if class := s.moduleClass(e.X); class != nil {
			sym.Value = s.textOf(v)
			if s.isProperty(v) {
				sym.Kind = decl.Property
			}
			class.setAttribute(sym, false)
		}
	}
}

// declareValue declares a name of a module or a class.
func (s *scanner) declareValue(b *block, id string, line int, v *written) {
	sc := b.scope
	sym := decl.Symbol{Name: id, Start: line, End: s.lastLine}
	weak := false
	if v != nil {
		sym.Type, sym.Value = s.text(v.annotation, signatureBytes), s.textOf(v)
		weak = v.bare || sym.Value == "None" || sym.Value == "..."
		if v.given() && strings.HasPrefix(s.src[v.at.Start:v.at.End], "lambda ") {
			sym.Parameters = s.parameters(part(s.src, v.at.Start+len("lambda "), v.at.End).parameters(":"))
			if sc != &s.module && len(sym.Parameters) > 0 {
				sym.Parameters = sym.Parameters[1:] // the object
			}
		}
	}
	if old := sc.lookup(id); old != nil && isCallable(old.Kind) && v.given() {
		return
	}
	if made, ok := s.classMade(v); ok {
		made.Name, made.Start, made.End, made.Value = id, line, s.lastLine, sym.Value
		own := &scope{}
		for _, m := range made.Members {
			s.declare(own, m, 0, false)
		}
		s.declareClass(sc, made, b.suite, false, own)
		return
	}
	if sc == &s.module {
		sym.Kind = nameKind(id)
		switch id {
		case "__getattr__":
			s.open(&s.file.Open, opensNames)
		case exports:
			s.setExports(v, b.suite != 0)
		default:
			s.keep(id, v)
		}
		s.declare(sc, sym, b.suite, weak)
		return
	}
	sym.Kind = decl.Attribute
	if asksForNames(id) {
		s.open(&sc.class.Open, "defines "+id)
	}
	switch {
	case id == "__slots__":
		s.slots(s.read(v))
	case sc.enum && v != nil && !v.bare && !isSpecial(id):
		sym.Kind = decl.EnumMember
	case sc.fields && sym.Type != "" && !isClassVar(sym.Type):
		sym.Kind = decl.Field
	case s.isProperty(v):
		sym.Kind = decl.Property
	}
	s.declare(sc, sym, b.suite, weak)
}

// slots declares the names in the value of __slots__.
func (s *scanner) slots(e *code.Expr) {
	top := s.top()
	for _, id := range s.names(e) {
		top.scope.setAttribute(decl.Symbol{Name: id, Kind: decl.Attribute, Start: s.p.line[0].line, End: s.lastLine}, true)
	}
}

func isCallable(kind decl.Kind) bool {
	return kind == decl.Function || kind == decl.Class || kind == decl.Method || kind == decl.Property
}

// alias declares what "type X = …" does.
func (s *scanner) alias(target *code.Expr, types []code.Span, v *written) {
	top := s.top()
	if target.Op != code.Name || top.scope == nil {
		return
	}
	sym := decl.Symbol{Name: s.normal(target.Name), Kind: decl.Type, Start: s.p.line[0].line, End: s.lastLine, Value: s.textOf(v), TypeParams: s.texts(types)}
	s.declare(top.scope, sym, top.suite, false)
}

// remove undoes the declarations of names that a del statement lists.
func (s *scanner) remove(e *code.Expr) {
	switch top := s.top(); {
	case top.scope == nil:
	case e.Op == code.Name:
		top.scope.remove(s, s.normal(e.Name), top.suite)
	case isSequence(e):
		for _, part := range e.Parts {
			s.remove(part)
		}
	}
}

// nameKind tells constants from variables: constants are written in capitals.
func nameKind(id string) decl.Kind {
	capitals := false
	for i := range len(id) {
		switch c := id[i]; {
		case c >= 'A' && c <= 'Z':
			capitals = true
		case c == '_', capitals && c >= '0' && c <= '9':
		default:
			return decl.Variable
		}
	}
	if capitals {
		return decl.Constant
	}
	return decl.Variable
}
