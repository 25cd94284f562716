package python

import (
	"strings"

	"ibid/index/symbol/decl"
)

// value is what targets are set to.
type value struct {
	toks       []token // nil where it cannot be said
	annotation string
	bare       bool // an annotation without a value
	text       string
	written    bool // text is filled in
}

func (s *scanner) valueOf(toks []token) *value { return &value{toks: toks} }

// textOf is the value on one line, "" where it is unknown or too long.
func (s *scanner) textOf(v *value) string {
	if v == nil {
		return ""
	}
	if !v.written {
		v.written = true
		text, ok := s.whole(v.toks, valueBytes)
		if !ok {
			if text = s.outline(v.toks); len(text) > valueBytes {
				text = ""
			}
		}
		v.text = text
	}
	return v.text
}

// assignment reads a statement that may set something.
func (s *scanner) assignment(toks []token) {
	depth := 0
	for i, t := range toks {
		if t.kind == name && t.end-t.start == len("lambda") && s.src[t.start:t.end] == "lambda" {
			return
		}
		if t.kind != op {
			continue
		}
		switch last := s.src[t.end-1]; {
		case depth > 0 || last != '=' && last != ':':
			depth += s.nesting(t)
		case last == ':':
			s.annotated(toks[:i], toks[i+1:])
			return
		case t.end-t.start == 1:
			s.assigned(toks, i)
			return
		case s.is(toks, i, "=="), s.is(toks, i, "!="), s.is(toks, i, "<="), s.is(toks, i, ">="), s.is(toks, i, ":="):
			return
		default:
			if top := s.top(); top.fn >= 0 && i == 1 && toks[0].kind == name {
				s.bindName(top.fn, s.name(toks[0]), nil)
			}
			return
		}
	}
}

// annotated reads "target: annotation = value".
func (s *scanner) annotated(target, rest []token) {
	v := &value{bare: true}
	if i := s.find(rest, '='); i >= 0 {
		v.toks, v.bare = rest[i+1:], false
		rest = rest[:i]
	}
	v.annotation = s.text(rest, signatureBytes)
	s.targets(target, v)
}

// assigned reads "target = target = value"; first is the index of the first =.
func (s *scanner) assigned(toks []token, first int) {
	lists := [][]token{toks[:first]}
	rest := toks[first+1:]
	for {
		i := s.find(rest, '=')
		if i < 0 {
			break
		}
		if len(lists) < targetLists {
			lists = append(lists, rest[:i])
		}
		rest = rest[i+1:]
	}
	v := s.valueOf(rest)
	for _, list := range lists {
		if len(list) < 3 || s.find(list, ',') < 0 || !s.pairs(list, rest) {
			s.targets(list, v)
		}
	}
}

// pairs sets a, b = c, d one by one, where both sides have the same number of plain items.
func (s *scanner) pairs(list, values []token) bool {
	var right [][]token
	for part := range s.split(values) {
		if s.is(part, 0, "*") {
			return false
		}
		right = append(right, part)
	}
	n := 0
	for part := range s.split(list) {
		if s.is(part, 0, "*") || s.nesting(part[0]) > 0 {
			return false
		}
		n++
	}
	if n == 1 || n != len(right) {
		return false
	}
	n = 0
	for part := range s.split(list) {
		s.targets(part, s.valueOf(right[n]))
		n++
	}
	return true
}

// targets binds the names and the attributes in a list of targets. Those inside of subscripts and calls are not bound.
func (s *scanner) targets(toks []token, v *value) {
	single := len(toks) == 1 || len(toks) == 3 && s.is(toks, 1, ".")
	if !single {
		v = nil
	}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.kind != name || s.is(toks, i-1, ".") {
			continue
		}
		// A chain such as a.b[c].d ends in what is bound; only a and a.b matter here.
		last := i
		for last+2 < len(toks) && s.is(toks, last+1, ".") {
			last += 2
		}
		if last+1 < len(toks) && s.nesting(toks[last+1]) > 0 {
			i = s.chainEnd(toks, last+1)
			continue
		}
		switch last - i {
		case 0:
			s.bindTarget(t, v)
		case 2:
			s.bindAttribute(t, toks[last], v)
		}
		i = last
	}
}

// chainEnd returns the index of the last token of a chain of subscripts, calls and attributes; open is its first bracket.
func (s *scanner) chainEnd(toks []token, open int) int {
	for {
		i := s.match(toks, open)
		for i+2 < len(toks) && s.is(toks, i+1, ".") {
			i += 2
		}
		if i+1 >= len(toks) || s.nesting(toks[i+1]) <= 0 {
			return i
		}
		open = i + 1
	}
}

// bindTarget binds a plain name where the current block declares its names.
func (s *scanner) bindTarget(t token, v *value) {
	top := s.top()
	id := s.name(t)
	switch {
	case top.fn >= 0:
		s.bindName(top.fn, id, v)
	case top.scope != nil:
		s.declareValue(top, id, t.line, v)
	}
}

// bindName binds a local name of a function, or a name of the module where the function says so.
func (s *scanner) bindName(fn int, id string, v *value) {
	f := &s.functions[fn]
	if f.globals[id] {
		s.globals = append(s.globals, decl.Symbol{Name: id, Kind: nameKind(id), Start: s.line[0].line, End: s.lastLine, Value: s.inside(f, v)})
		return
	}
	if f.scope != nil || f.owner != nil {
		b := bind{name: id}
		if v != nil && !v.bare {
			b.value = s.textOf(v)
		}
		s.binds = append(s.binds, b)
	}
}

// bindAttribute notes that a method sets an attribute of its object, or that the module sets one of a class.
func (s *scanner) bindAttribute(object, t token, v *value) {
	top := s.top()
	id := s.src[object.start:object.end]
	sym := decl.Symbol{Name: s.name(t), Kind: decl.Attribute, Start: t.line, End: s.lastLine}
	if v != nil {
		sym.Type = v.annotation
	}
	if top.fn >= 0 {
		fn := &s.functions[top.fn]
		if fn.owner != nil && (id == fn.receiver || id == self || s.makes(fn, id)) {
			sym.Value = s.inside(fn, v)
			if p := s.parameter(fn, v); p != nil && sym.Type == "" {
				sym.Type = p.Type
			}
			fn.owner.setAttribute(sym, false)
		} else if !strings.HasPrefix(sym.Name, "__") {
			s.extends(id)
		}
		return
	}
	if top.scope == &s.module {
		if class := s.moduleClass([]token{object}); class != nil {
			sym.Value = s.textOf(v)
			if v != nil && s.isProperty(v.toks) {
				sym.Kind = decl.Property
			}
			class.setAttribute(sym, false)
		}
	}
}

// declareValue declares a name of a module or a class.
func (s *scanner) declareValue(b *block, id string, line int, v *value) {
	sc := b.scope
	sym := decl.Symbol{Name: id, Start: line, End: s.lastLine}
	weak := false
	var toks []token
	if v != nil {
		toks = v.toks
		sym.Type, sym.Value = v.annotation, s.textOf(v)
		weak = v.bare || sym.Value == "None" || sym.Value == "..."
	}
	if old := sc.lookup(id); old != nil && len(toks) > 0 && isCallable(old.Kind) && s.mentions(toks, id) {
		return
	}
	if made, ok := s.classCall(toks); ok {
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
		case "__all__":
			s.setExports(v, b.suite != 0)
		default:
			s.keepList(id, toks)
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
		s.slots(toks)
	case sc.enum && v != nil && !v.bare && !isSpecial(id):
		sym.Kind = decl.EnumMember
	case sc.fields && sym.Type != "" && !isClassVar(sym.Type):
		sym.Kind = decl.Field
	case s.isProperty(toks):
		sym.Kind = decl.Property
	}
	s.declare(sc, sym, b.suite, weak)
}

// slots declares the names in the value of __slots__.
func (s *scanner) slots(toks []token) {
	top := s.top()
	for _, id := range s.names(toks) {
		top.scope.setAttribute(decl.Symbol{Name: id, Kind: decl.Attribute, Start: s.line[0].line, End: s.lastLine}, true)
	}
}

// mentions says whether an expression reads the name id.
func (s *scanner) mentions(toks []token, id string) bool {
	for i := range min(len(toks), lookBack) {
		if s.is(toks, i, id) && !s.is(toks, i-1, ".") {
			return true
		}
	}
	return false
}

func isCallable(kind decl.Kind) bool {
	return kind == decl.Function || kind == decl.Class || kind == decl.Method || kind == decl.Property
}

// typeAlias reads "type X = …".
func (s *scanner) typeAlias(toks []token) {
	eq := s.find(toks, '=')
	top := s.top()
	if eq < 2 || toks[1].kind != name || top.scope == nil {
		return
	}
	sym := decl.Symbol{Name: s.name(toks[1]), Kind: decl.Type, Start: toks[0].line, End: s.lastLine, Value: s.textOf(s.valueOf(toks[eq+1:]))}
	if s.is(toks, 2, "[") {
		sym.TypeParams = s.typeParameters(toks[3:s.match(toks[:eq], 2)])
	}
	s.declare(top.scope, sym, top.suite, false)
}

// del removes the names that it lists.
func (s *scanner) del(toks []token) {
	top := s.top()
	if top.scope == nil {
		return
	}
	for i, t := range toks {
		next := i + 1
		if t.kind == name && !s.is(toks, i-1, ".") && (next == len(toks) || s.is(toks, next, ",") || s.is(toks, next, ")") || s.is(toks, next, "]")) && !s.inSubscript(toks, i) {
			s.remove(top.scope, s.name(t), top.suite)
		}
	}
}

// inSubscript says whether token i stands right inside of a subscript or a call.
func (s *scanner) inSubscript(toks []token, i int) bool {
	return i >= 2 && s.nesting(toks[i-1]) > 0 && s.nesting(toks[i-2]) <= 0 && !s.is(toks, i-2, ",")
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
