package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// Why names cannot be known from the text. What is open has its unknown names not judged.
const (
	opensNames  = "defines __getattr__"
	makesNames  = "makes names by running code"
	setsByName  = "sets attributes by name"
	givenByName = "is given attributes by name"
)

// asksForNames tells whether a class with a member of this name is asked for each of its others.
func asksForNames(name string) bool { return name == "__getattr__" || name == "__getattribute__" }

// open notes why names cannot be known from the text. The first reason is kept.
func (s *scanner) open(reason *string, text string) {
	if *reason == "" {
		*reason = text
	}
}

// asked notes what a statement of the __getattr__ of a module, whose parameter is id, has answers for. They are known
// where it only compares the name that it is asked for with texts, and raises for others.
func (s *scanner) asked(fn *function, toks []token, id string) {
	if s.is(toks, 0, "raise") {
		fn.raises = true
		return
	}
	for i := range toks {
		switch {
		case !s.is(toks, i, id):
		case s.is(toks, i+1, "=="), s.is(toks, i+1, "in"), s.is(toks, i+1, "not") && s.is(toks, i+2, "in"):
			for _, t := range toks[i+1:] {
				if text, ok := s.unquote(t); ok {
					fn.answers = append(fn.answers, text)
				} else if t.kind == name && !isKeyword(s.src[t.start:t.end]) {
					s.open(&s.file.Open, opensNames)
				}
			}
			return
		default:
			s.open(&s.file.Open, opensNames)
		}
	}
}

// answered declares what the __getattr__ of the module has answers for.
func (s *scanner) answered(fn *function) {
	if !fn.raises {
		s.open(&s.file.Open, opensNames)
	}
	for _, id := range fn.answers {
		if id != "" && rootOf(id) == id {
			s.declare(&s.module, decl.Symbol{Name: id, Kind: nameKind(id), Start: fn.symbol.Start, End: s.p.ended, Value: "__getattr__(" + id + ")"}, 0, true)
		}
	}
}

// isDynamic tells whether a word may make names.
func isDynamic(word string) bool {
	switch word {
	case "globals", "vars", "locals", "setattr", "__setattr__", "__dict__", "modules", "exec":
		return true
	}
	return false
}

// dynamic reads a statement that holds such a word.
func (s *scanner) dynamic(toks []token) {
	top := s.top()
	if s.writes(toks, "globals", "(", ")") || s.writes(toks, "sys", ".", "modules", "[", "__name__", "]") ||
		s.has(toks, "setattr", "(", "sys", ".", "modules") || s.has(toks, "exec", "(") && s.has(toks, "globals", "(") {
		s.open(&s.file.Open, makesNames)
	}
	if top.fn < 0 {
		if s.is(toks, 0, "exec") || s.writes(toks, "vars", "(", ")") || s.writes(toks, "locals", "(", ")") {
			s.open(s.openOf(top.scope), makesNames)
		}
		return
	}
	fn := &s.functions[top.fn]
	for i := range toks {
		if !s.is(toks, i, "setattr") && !s.is(toks, i, "__setattr__") || !s.is(toks, i+1, "(") || i+2 >= len(toks) || toks[i+2].kind != name {
			continue
		}
		object := s.src[toks[i+2].start:toks[i+2].end]
		switch text, ok := s.join(toks[min(i+4, len(toks)-1):min(i+5, len(toks))]); {
		case fn.owner == nil || object != fn.receiver && object != self:
			s.extends(object)
		case ok && rootOf(text) == text && s.is(toks, i+5, ","):
			fn.owner.setAttribute(decl.Symbol{Name: text, Kind: decl.Attribute, Start: toks[i].line, End: s.lastLine}, false)
		case fn.symbol.Name != "__setattr__" && fn.symbol.Name != "__setstate__":
			s.open(&fn.owner.class.Open, setsByName)
		}
	}
	for _, object := range []string{fn.receiver, self} {
		if fn.owner != nil && fn.symbol.Name != "__setstate__" && (s.writes(toks, object, ".", "__dict__") || s.writes(toks, "vars", "(", object, ")")) {
			s.open(&fn.owner.class.Open, "writes "+object+".__dict__")
		}
	}
}

// writes tells whether a statement assigns to what the words stand for, or to a part of it, or updates it.
func (s *scanner) writes(toks []token, words ...string) bool {
	return s.assigns(toks) && s.has(toks[:min(len(words), len(toks))], words...) ||
		s.has(toks, append(words, ".", "update")...) || s.has(toks, append(words, ".", "setdefault")...)
}

// openOf is where it is noted that the names of a scope cannot be known; of one inside of a function nowhere.
func (s *scanner) openOf(sc *scope) *string {
	switch sc {
	case nil:
		return new(string)
	case &s.module:
		return &s.file.Open
	}
	return &sc.class.Open
}

// has returns whether the words stand next to each other in a statement.
func (s *scanner) has(toks []token, words ...string) bool {
	for i := range toks {
		n := 0
		for n < len(words) && s.is(toks, i+n, words[n]) {
			n++
		}
		if n == len(words) {
			return true
		}
	}
	return false
}

// extends notes that the function of the module that is being read sets attributes of an object that it, or a
// function inside of it, is called with.
func (s *scanner) extends(id string) {
	if outer := &s.functions[0]; outer.scope == &s.module && !outer.symbol.Extends {
		outer.symbol.Extends = s.takes(id) != nil
	}
}

// maxGiven is how many functions are noted that a class is given to.
const maxGiven = 8

// call is told of an expression that stands by itself. In a module setattr(Cls, …) makes members of a class, and so
// may any function that gets it; one that gets __name__ may make names of the module.
func (s *scanner) call(e *code.Expr) {
	if e.Op != code.Call {
		return
	}
	if of := e.X; of.Op == code.Attr && of.X.Op == code.Name && of.X.Name == exports {
		s.addExports(of.Name, e.Args)
	}
	function := s.chain(e.X)
	if s.top().scope != &s.module || function == "" {
		return
	}
	for i, arg := range e.Args {
		if arg.Name != "" || arg.Star > 0 || arg.Value.Op != code.Name {
			continue
		}
		if arg.Value.Name == "__name__" && e.X.Op == code.Attr && !strings.Contains(e.X.Name, "deprecated") {
			s.open(&s.file.Open, "gives its name to "+function)
		}
		class := s.moduleClass(arg.Value)
		if class == nil {
			continue
		}
		sym := s.module.lookup(class.class.Name)
		if i == 0 && (function == "setattr" || strings.HasSuffix(function, ".__setattr__")) {
			s.open(&sym.Open, givenByName)
		} else if len(sym.GivenTo) < maxGiven && !slices.Contains(sym.GivenTo, function) {
			sym.GivenTo = append(sym.GivenTo, function)
		}
	}
}

// moduleClass is the scope of the class of the module that an expression names, nil where it names none.
func (s *scanner) moduleClass(e *code.Expr) *scope {
	if e.Op != code.Name {
		return nil
	}
	i, ok := s.module.names[s.normal(e.Name)]
	if !ok || s.module.states[i].gone {
		return nil
	}
	return s.module.states[i].scope
}

// madeByProperty says whether an expression makes a property.
func madeByProperty(e *code.Expr) bool {
	return e != nil && e.Op == code.Call && e.X.Op == code.Name && e.X.Name == "property"
}
