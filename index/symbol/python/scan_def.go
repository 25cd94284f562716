package python

import (
	"iter"
	"slices"
	"strings"

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
}

// bind is a local name of a function.
type bind struct {
	name  string
	value string // what it is set to, "" where that cannot be said
}

// self is what methods call their object where no parameter says so: in a class method that makes one.
const self = "self"

// def reads the header of a function, and its body where that stands on the same line.
func (s *scanner) def(toks []token) {
	at := 1
	if s.is(toks, 0, "async") {
		at = 2
	}
	if at >= len(toks) || toks[at].kind != name {
		return
	}
	around := *s.top()
	sym := s.header(toks, decl.Function, at)
	open := at + 1
	if s.is(toks, open, "[") {
		shut := s.match(toks, open)
		sym.TypeParams = s.typeParameters(toks[open+1 : shut])
		open = shut + 1
	}
	shut := open
	var parameters []decl.Parameter
	if s.is(toks, open, "(") {
		shut = s.match(toks, open)
		parameters = s.parameters(toks[open+1 : shut])
	}
	rest := min(shut+1, len(toks))
	colon := s.colon(toks, rest)
	if s.is(toks, rest, "->") {
		if result := s.text(toks[rest+1:colon], signatureBytes); result != "" {
			sym.Returns = []string{result}
		}
	}
	sym.Signature = s.text(toks[:colon], signatureBytes)

	fn := function{scope: around.scope, suite: around.suite, binds: len(s.binds)}
	if around.scope != nil && around.scope != &s.module {
		fn.owner, fn.receiver = around.scope, self
		s.method(&sym, &fn, parameters)
		parameters = sym.Parameters
	} else if around.fn >= 0 {
		outer := &s.functions[around.fn]
		s.bindName(around.fn, sym.Name, nil)
		taken := func(p decl.Parameter) bool { return p.Name == self || p.Name == outer.receiver }
		if outer.owner != nil && !slices.ContainsFunc(parameters, taken) {
			fn.owner, fn.receiver = outer.owner, outer.receiver
		}
	}
	sym.Parameters = parameters
	if around.scope == &s.module && sym.Name == "__getattr__" {
		s.open(&s.file.Open, opensNames)
	}
	fn.symbol = sym
	s.functions = append(s.functions, fn)
	s.body(toks, colon, block{kind: functionBody, suite: around.suite, fn: len(s.functions) - 1, fresh: true})
}

// method makes a method or a property of a function of a class.
func (s *scanner) method(sym *decl.Symbol, fn *function, parameters []decl.Parameter) {
	sym.Kind, sym.Parameters = decl.Method, parameters
	static := false
	for _, d := range sym.Decorators {
		switch _, last := callee(d); {
		case last == "staticmethod":
			static = true
		case strings.HasSuffix(last, "property"), last == "DynamicClassAttribute", last == "setter", last == "getter", last == "deleter":
			sym.Kind = decl.Property
		}
	}
	if !static && len(parameters) > 0 && (parameters[0].Kind == decl.Positional || parameters[0].Kind == decl.PositionalOnly) {
		fn.receiver = parameters[0].Name
		sym.Parameters = parameters[1:]
	}
	if asksForNames(sym.Name) {
		s.open(&fn.scope.class.Open, "defines "+sym.Name)
	}
}

// closeFunction declares the function whose body ended.
func (s *scanner) closeFunction() {
	fn := &s.functions[len(s.functions)-1]
	sym := fn.symbol
	sym.End = s.lastLine
	if fn.scope != nil {
		weak := !fn.works || isOverload(sym)
		if len(sym.Returns) == 0 && !fn.yields {
			sym.Gives = s.gives(fn)
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

// class reads the header of a class, and its body where that stands on the same line.
func (s *scanner) class(toks []token) {
	if len(toks) < 2 || toks[1].kind != name {
		return
	}
	around := *s.top()
	sym := s.header(toks, decl.Class, 1)
	sc := &scope{outer: around.scope, suite: around.suite}
	open := 2
	if s.is(toks, open, "[") {
		shut := s.match(toks, open)
		sym.TypeParams = s.typeParameters(toks[open+1 : shut])
		open = shut + 1
	}
	shut := open - 1
	var made []decl.Symbol
	if s.is(toks, open, "(") {
		shut = s.match(toks, open)
		for part := range s.split(toks[open+1 : shut]) {
			if s.is(part, 1, "=") {
				continue
			}
			base := s.text(part, valueBytes)
			sym.Bases = append(sym.Bases, base)
			_, last := callee(base)
			sc.enum = sc.enum || isEnum(last)
			sc.fields = sc.fields || last == "NamedTuple" || last == "TypedDict"
			if tuple, ok := s.classCall(part); ok {
				made, sym.Parameters, sym.Open = tuple.Members, tuple.Parameters, tuple.Open
			}
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
		}
	}
	colon := s.colon(toks, min(shut+1, len(toks)))
	sym.Signature = s.text(toks[:colon], signatureBytes)
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
	s.body(toks, colon, b)
}

// closeClass declares the class whose body ended.
func (s *scanner) closeClass(sc *scope) {
	sc.class.End = s.lastLine
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
	if sc.shared {
		return
	}
	sc.shared = true
	for i, m := range sc.symbols {
		if m.Kind == decl.EnumMember && !sc.states[i].gone {
			s.declare(&s.module, decl.Symbol{
				Name: m.Name, Kind: nameKind(m.Name), Start: m.Start, End: m.End, Value: sc.class.Name + "." + m.Name,
			}, s.top().suite, false)
		}
	}
}

// header starts the symbol that is named by the token at index at.
func (s *scanner) header(toks []token, kind decl.Kind, at int) decl.Symbol {
	sym := decl.Symbol{Name: s.name(toks[at]), Kind: kind, Start: toks[0].line, Decorators: s.decorators}
	if len(s.decorators) > 0 {
		sym.Start = s.decoratorStart
	}
	s.decorators = nil
	return sym
}

// colon returns the index of the colon that ends a header, or the end of the line.
func (s *scanner) colon(toks []token, from int) int {
	if i := s.find(toks[from:], ':'); i >= 0 {
		return from + i
	}
	return len(toks)
}

// body opens the block of a header: now, where it stands behind the colon, or when its indentation comes.
func (s *scanner) body(toks []token, colon int, b block) {
	if colon+1 >= len(toks) {
		s.pending = &b
		return
	}
	s.push(b)
	s.statements(toks[colon+1:])
	s.pop()
}

// parameters reads what stands between the parentheses of a function.
func (s *scanner) parameters(toks []token) []decl.Parameter {
	if len(toks) == 0 {
		return nil
	}
	list := make([]decl.Parameter, 0, 4)
	kind := decl.Positional
	for part := range s.split(toks) {
		p := decl.Parameter{Kind: kind}
		switch {
		case s.is(part, 0, "/"):
			for i := range list {
				list[i].Kind = decl.PositionalOnly
			}
			continue
		case s.is(part, 0, "*"):
			kind, p.Kind, part = decl.KeywordOnly, decl.Variadic, part[1:]
		case s.is(part, 0, "**"):
			p.Kind, part = decl.Keywords, part[1:]
		}
		if len(part) == 0 || part[0].kind != name {
			continue
		}
		p.Name = s.name(part[0])
		written := part[1:]
		if i := s.find(part, '='); i > 0 {
			p.Optional, p.Default, written = true, s.text(part[i+1:], defaultBytes), part[1:i]
		}
		if s.is(written, 0, ":") {
			p.Type = s.text(written[1:], signatureBytes)
		}
		list = append(list, p)
	}
	return list
}

// typeParameters reads what stands between the brackets behind the name of a generic function or class.
func (s *scanner) typeParameters(toks []token) []string {
	var list []string
	for part := range s.split(toks) {
		list = append(list, s.text(part, valueBytes))
	}
	return list
}

// split cuts toks at the commas outside of brackets and lambdas. Empty parts are left out.
func (s *scanner) split(toks []token) iter.Seq[[]token] {
	return func(yield func([]token) bool) {
		for len(toks) > 0 {
			i := s.find(toks, ',')
			if i < 0 {
				yield(toks)
				return
			}
			if i > 0 && !yield(toks[:i]) {
				return
			}
			toks = toks[i+1:]
		}
	}
}

// docstring takes a statement that is a string for the documentation of the block that it opens.
func (s *scanner) docstring(toks []token, b *block) bool {
	for _, t := range toks {
		if t.kind != str {
			return false
		}
	}
	text, ok := s.constant(toks)
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
