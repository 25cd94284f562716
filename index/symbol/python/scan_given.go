package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// givenMembers is said of a class that a statement of its module gives to a function, which may give it members.
const givenMembers = "is given to "

// onlyTells tells whether a function that gets the name of a module only tells it to people.
func onlyTells(function string) bool {
	return strings.Contains(strings.ToLower(function), "log") || function == "warn" || strings.Trim(function, "_") == "deprecated" || function == "main" || function == "print"
}

// call is told of an expression that stands by itself. In a module setattr(Cls, "name", …) gives a class a member,
// and so may any function that gets it. define(Cls, "name", …) is taken for one that does.
func (s *scanner) call(e *code.Expr) {
	if e.Op != code.Call {
		return
	}
	if of := e.X; of.Op == code.Attr && of.X.Op == code.Name && of.X.Name == exports {
		s.addExports(of.Name, values(e.Args)...)
	}
	if s.top().scope != &s.module {
		return
	}
	first := e
	for of := e.X; of != nil; of = of.X {
		if of.Op == code.Call {
			first = of
		}
	}
	function := s.chain(first.X)
	if function == "" {
		return
	}
	if len(first.Args) > 0 && isNamed(first.Args[0], "__name__") && !onlyTells(s.normal(first.X.Name)) {
		s.open(&s.file.Open, "gives its name to "+function)
	}
	if first != e {
		return
	}
	for i, arg := range e.Args {
		if arg.Name != "" || arg.Star > 0 {
			continue
		}
		class := s.moduleClass(arg.Value)
		if class == nil && i == 0 && function == "setattr" {
			class = s.classOfValue(arg.Value)
		}
		if class == nil {
			continue
		}
		if i == 0 && len(e.Args) > 1 && e.Args[1].Name == "" {
			if id, ok := s.constant(e.Args[1].Value); ok && id != "" && rootOf(id) == id {
				s.member(class, id, slices.ContainsFunc(e.Args[2:], func(a code.Arg) bool { return a.Name == "" && isProperty(a.Value) }))
				continue
			}
		}
		if first.X.Name != "register" { // of an abstract class, which gives nothing
			s.open(&s.module.lookup(class.class.Name).Open, givenMembers+function)
		}
	}
}

// isNamed says whether an argument is a name, as it stands.
func isNamed(arg code.Arg, name string) bool {
	return arg.Name == "" && arg.Star == 0 && arg.Value.Op == code.Name && arg.Value.Name == name
}

// moduleClass is the scope of the class of the module that an expression names, nil where it names none.
func (s *scanner) moduleClass(e *code.Expr) *scope {
	if e.Op != code.Name {
		return nil
	}
	return s.classNamed(s.normal(e.Name))
}

func (s *scanner) classNamed(id string) *scope {
	i, ok := s.module.names[id]
	if !ok || s.module.states[i].gone {
		return nil
	}
	return s.module.states[i].scope
}

// classOfValue is the scope of the class of the module that a variable of it is made of: box = Box(). It is nil where
// it is made of something else.
func (s *scanner) classOfValue(e *code.Expr) *scope {
	if e.Op != code.Name {
		return nil
	}
	value := s.module.lookup(s.normal(e.Name))
	if value == nil {
		return nil
	}
	root := rootOf(value.Value)
	if !strings.HasPrefix(value.Value[len(root):], "(") {
		return nil
	}
	return s.classNamed(root)
}

// member adds to a class what a statement of its module gives it.
func (s *scanner) member(class *scope, id string, property bool) {
	sym := decl.Symbol{Name: id, Kind: decl.Attribute, Start: s.p.line[0].line, End: s.lastLine}
	if property {
		sym.Kind = decl.Property
	}
	class.setAttribute(sym, false)
}

// isProperty says whether an expression makes a property.
func isProperty(e *code.Expr) bool {
	return e != nil && e.Op == code.Call && e.X.Op == code.Name && e.X.Name == "property"
}

// values are the arguments of a call without their names.
func values(args []code.Arg) []*code.Expr {
	var list []*code.Expr
	for _, arg := range args {
		list = append(list, arg.Value)
	}
	return list
}
