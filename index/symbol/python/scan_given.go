package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/decl"
)

// maxGiven is how many functions are noted that a class is given to.
const maxGiven = 8

// givenByName is said of a class that statements of its module set attributes of.
const givenByName = "is given attributes by name"

// onlyTells tells whether a function that gets the name of a module only tells it to people.
func onlyTells(function string) bool {
	return strings.Contains(strings.ToLower(function), "log") || function == "warn" || strings.Trim(function, "_") == "deprecated" || function == "main" || function == "print"
}

// given reads a call that stands by itself in a module: setattr(Cls, "name", …) gives a class a member, and so may
// any function that gets it. define(Cls, "name", …) is taken for one that does.
func (s *scanner) given(toks []token) {
	open := 1
	for open+1 < len(toks) && s.is(toks, open, ".") {
		open += 2
	}
	if open >= len(toks) || toks[open-1].kind != name || !s.is(toks, open, "(") {
		return
	}
	if s.is(toks, open+1, "__name__") && (s.is(toks, open+2, ",") || s.is(toks, open+2, ")")) && !onlyTells(s.name(toks[open-1])) {
		s.open(&s.file.Open, "gives its name to "+s.dotted(toks[:open]))
	}
	if s.match(toks, open) != len(toks)-1 {
		return
	}
	function := s.dotted(toks[:open])
	args := slices.Collect(s.split(toks[open+1 : len(toks)-1]))
	for i, arg := range args {
		class := s.moduleClass(arg)
		if class == nil && i == 0 && function == "setattr" {
			if class = s.classOfValue(arg); class != nil {
				s.open(&s.module.lookup(class.class.Name).Open, givenByName)
			}
			return
		}
		if class == nil {
			continue
		}
		if i == 0 && len(args) > 1 {
			if id, ok := s.constant(args[1]); ok && id != "" && rootOf(id) == id {
				s.member(class, id, toks, slices.ContainsFunc(args[2:], s.isProperty))
				continue
			}
		}
		switch sym := s.module.lookup(class.class.Name); {
		case function == "setattr" || strings.HasSuffix(function, ".__setattr__"):
			if i == 0 {
				s.open(&sym.Open, givenByName)
			}
		case len(sym.GivenTo) < maxGiven && !slices.Contains(sym.GivenTo, function):
			sym.GivenTo = append(sym.GivenTo, function)
		}
	}
}

// moduleClass is the scope of the class of the module that an argument names, nil where it names none.
func (s *scanner) moduleClass(arg []token) *scope {
	if len(arg) != 1 || arg[0].kind != name {
		return nil
	}
	i, ok := s.module.names[s.name(arg[0])]
	if !ok || s.module.states[i].gone {
		return nil
	}
	return s.module.states[i].scope
}

// classOfValue is the scope of the class of the module that a variable of it is made of: box = Box(). It is nil where it is made of
// something else.
func (s *scanner) classOfValue(arg []token) *scope {
	if len(arg) != 1 || arg[0].kind != name {
		return nil
	}
	value := s.module.lookup(s.name(arg[0]))
	if value == nil {
		return nil
	}
	i, ok := s.module.names[rootOf(value.Value)]
	if !ok || s.module.states[i].gone || !strings.HasPrefix(value.Value[len(rootOf(value.Value)):], "(") {
		return nil
	}
	return s.module.states[i].scope
}

// member adds to a class what a statement of its module gives it.
func (s *scanner) member(class *scope, id string, toks []token, property bool) {
	sym := decl.Symbol{Name: id, Kind: decl.Attribute, Start: toks[0].line, End: s.lastLine}
	if property {
		sym.Kind = decl.Property
	}
	class.setAttribute(sym, false)
}

// isProperty says whether an expression makes a property.
func (s *scanner) isProperty(toks []token) bool {
	return s.is(toks, 0, "property") && s.is(toks, 1, "(")
}

// extends notes that the function of the module that is being read sets attributes of an object that it, or a function inside
// of it, is called with.
func (s *scanner) extends(id string) {
	if outer := &s.functions[0]; outer.scope == &s.module && !outer.symbol.Extends {
		outer.symbol.Extends = s.takes(&s.functions[len(s.functions)-1], id) != nil
	}
}
