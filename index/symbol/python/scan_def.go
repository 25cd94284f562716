package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// function is a function that is being read.
type function struct {
	symbol   decl.Symbol
	scope    *scope // where it is declared, nil inside of functions
	suite    int
	owner    *scope // the class whose attributes it sets, nil where there is none
	receiver string // what self is called, "" where it has none
	works    bool   // it does more than to pass or to raise
	yields   bool
	returned []string
	binds    int // its first local name in scanner.binds
	globals  map[string]bool
	keywords string // what **kwargs is called, "" where it takes none
	passed   string // what they are handed on to
	uses     int    // of keywords, those aside that only add to them
}

// bind is a local name of a function.
type bind struct {
	name  string
	value string // what it is set to, "" where that cannot be said
}

// self is what methods call their object where no parameter says so: in a class method that makes one.
const self = "self"

// function opens the function with that header.
func (s *scanner) function(h header) {
	if h.name == "" {
		s.suite()
		return
	}
	around := *s.top()
	sym := s.symbol(h, decl.Function)
	sym.Parameters = s.parameters(h.parameters)
	if result := s.text(h.returns, signatureBytes); result != "" {
		sym.Returns = []string{result}
	}

	fn := function{scope: around.scope, suite: around.suite, binds: len(s.binds)}
	if around.scope != nil && around.scope != &s.module {
		fn.owner, fn.receiver = around.scope, self
		s.method(&sym, &fn)
	} else if around.scope == &s.module && sym.Name == "__getattr__" {
		s.open(&s.file.Open, opensNames)
	} else if around.fn >= 0 {
		outer := &s.functions[around.fn]
		s.bindName(around.fn, sym.Name, nil)
		taken := func(p decl.Parameter) bool { return p.Name == self || p.Name == outer.receiver }
		if outer.owner != nil && !slices.ContainsFunc(sym.Parameters, taken) {
			fn.owner, fn.receiver = outer.owner, outer.receiver
		}
	}
	if n := len(sym.Parameters); n > 0 && sym.Parameters[n-1].Kind == decl.Keywords {
		fn.keywords = sym.Parameters[n-1].Name
	}
	fn.symbol = sym
	s.functions = append(s.functions, fn)
	s.push(block{kind: functionBody, suite: around.suite, fn: len(s.functions) - 1, fresh: true})
}

// parameters are what a function or a lambda takes.
func (s *scanner) parameters(list []parameter) []decl.Parameter {
	var all []decl.Parameter
	for _, q := range list {
		all = append(all, decl.Parameter{Name: s.normal(q.Target.Name), Kind: q.kind, Optional: q.given.End > 0,
			Type: s.text(q.typ, signatureBytes), Default: s.text(q.given, defaultBytes)})
	}
	return all
}

// method makes a method or a property of a function of a class.
func (s *scanner) method(sym *decl.Symbol, fn *function) {
	sym.Kind = decl.Method
	static := false
	for _, d := range sym.Decorators {
		switch _, last := callee(d); {
		case last == "staticmethod":
			static = true
		case strings.HasSuffix(last, "property"), last == "DynamicClassAttribute", last == "setter", last == "getter", last == "deleter":
			sym.Kind = decl.Property
		}
	}
	if p := sym.Parameters; !static && len(p) > 0 && (p[0].Kind == decl.Positional || p[0].Kind == decl.PositionalOnly) {
		fn.receiver, sym.Parameters = p[0].Name, p[1:]
	}
	if asksForNames(sym.Name) {
		s.open(&fn.scope.class.Open, "defines "+sym.Name)
	}
}

// closeFunction declares the function whose body ended.
func (s *scanner) closeFunction() {
	fn := &s.functions[len(s.functions)-1]
	sym := fn.symbol
	sym.End = s.p.ended
	if fn.scope != nil {
		weak := !fn.works || isOverload(sym)
		if len(sym.Returns) == 0 && !fn.yields {
			sym.Gives = s.gives(fn)
		}
		if fn.uses == 1 && fn.passed != "" {
			sym.Parameters[len(sym.Parameters)-1].Passed = s.outside(fn, fn.passed)
		}
		if !s.extendsProperty(fn.scope, sym) {
			s.declare(fn.scope, sym, fn.suite, weak)
		}
	}
	s.binds = s.binds[:fn.binds]
	s.functions = s.functions[:len(s.functions)-1]
}

// extendsProperty says whether sym is a further accessor of a property that is already declared, and notes it there.
func (s *scanner) extendsProperty(sc *scope, sym decl.Symbol) bool {
	old := sc.lookup(sym.Name)
	if old == nil || old.Kind != decl.Property || sym.Kind != decl.Property {
		return false
	}
	for _, d := range sym.Decorators {
		if of, last := callee(d); of == sym.Name && (last == "setter" || last == "getter" || last == "deleter") {
			old.Decorators = append(old.Decorators, d)
			return true
		}
	}
	return false
}

// class opens the class with that header.
func (s *scanner) class(h header) {
	if h.name == "" {
		s.suite()
		return
	}
	around := *s.top()
	sym := s.symbol(h, decl.Class)
	sc := &scope{outer: around.scope, suite: around.suite}
	var made []decl.Symbol
	for _, part := range h.bases {
		base := s.text(part.at, valueBytes)
		sym.Bases = append(sym.Bases, base)
		_, last := callee(base)
		sc.enum = sc.enum || isEnum(last)
		sc.fields = sc.fields || last == "NamedTuple" || last == "TypedDict"
		if tuple, ok := s.classCall(part.expr); ok {
			made, sym.Open = tuple.Members, tuple.Open
		}
	}
	for _, d := range sym.Decorators {
		of, last := callee(d)
		switch {
		case last == "dataclass", (of == "attr" || of == "attrs") && (last == "define" || last == "frozen" || last == "mutable" || last == "s"):
			sc.fields = true
		case last == "_simple_enum": // makes the enumeration that it names of the class
			base, _, _ := strings.Cut(strings.TrimSuffix(d[strings.IndexByte(d, '(')+1:], ")"), ",")
			sym.Bases = append(sym.Bases, strings.TrimSpace(base))
			sc.enum = true
		case !leavesMembers(last):
			s.open(&sym.Open, "is changed by "+last)
		}
	}
	sc.class = sym
	b := block{kind: classBody, suite: around.suite, fn: none, fresh: true}
	if around.scope != nil {
		b.scope = sc
		for _, m := range made {
			s.declare(sc, m, b.suite, false)
		}
	} else if around.fn >= 0 {
		s.bindName(around.fn, sym.Name, nil)
	}
	s.push(b)
}

// leavesMembers lists the decorators of classes that give them no members but operators.
func leavesMembers(decorator string) bool {
	switch decorator {
	case "total_ordering", "final", "runtime_checkable", "unique", "verify", "global_enum", "deprecated", "dataclass_transform", "abstractmethod", "skip",
		"skipIf", "skipUnless", "register":
		return true
	}
	return false
}

// closeClass declares the class whose body ended.
func (s *scanner) closeClass(sc *scope) {
	sc.class.End = s.p.ended
	s.declareClass(sc.outer, sc.class, sc.suite, false, sc)
	if sc.outer == &s.module && slices.ContainsFunc(sc.class.Decorators, func(d string) bool {
		_, last := callee(d)
		return last == "global_enum"
	}) {
		s.exportMembers(sc)
	}
}

// exportMembers makes the members of an enumeration names of the module.
func (s *scanner) exportMembers(sc *scope) {
	for i, m := range sc.symbols {
		if m.Kind == decl.EnumMember && !sc.states[i].gone {
			s.declare(&s.module, decl.Symbol{
				Name: m.Name, Kind: nameKind(m.Name), Start: m.Start, End: m.End, Value: sc.class.Name + "." + m.Name,
			}, s.top().suite, false)
		}
	}
}

// symbol starts what a header declares.
func (s *scanner) symbol(h header, kind decl.Kind) decl.Symbol {
	line := s.p.line
	sym := decl.Symbol{Name: s.normal(h.name), Kind: kind, Start: line[0].line, Decorators: s.decorators, TypeParams: s.texts(h.types),
		Signature: s.text(s.p.span(line[0].start), signatureBytes)}
	if len(s.decorators) > 0 {
		sym.Start = s.decoratorStart
	}
	s.decorators = nil
	return sym
}

// decorator keeps what stands behind an @.
func (s *scanner) decorator(at code.Span) {
	if len(s.decorators) == 0 {
		s.decoratorStart = s.p.line[0].line
	}
	s.decorators = append(s.decorators, s.text(at, valueBytes))
}

// docstring takes a statement that is a string for the documentation of the block that it opens.
func (s *scanner) docstring(toks []token, b *block) bool {
	for _, t := range toks {
		if t.kind != str {
			return false
		}
	}
	text, ok := s.join(toks)
	if !ok {
		return false
	}
	doc := cleanDoc(text)
	if doc == "" {
		return true
	}
	start := toks[0].line + blankLines(s.src[toks[0].start:toks[0].end])
	switch {
	case b.kind == functionBody:
		sym := &s.functions[b.fn].symbol
		sym.Doc, sym.DocStart = doc, start
	case b.scope == &s.module:
		s.file.Doc = doc
	case b.scope != nil:
		b.scope.class.Doc, b.scope.class.DocStart = doc, start
	}
	return true
}
