package resolve

import (
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

// survey notes which names a block binds, which attributes it sets, which classes it defines and what it imports, so
// that a name is not judged in one block for what another one says of it. The class is the one around, nil for none.
func (e *eval) survey(statements []code.Statement, around *class) {
	for i := range statements {
		switch s := &statements[i]; {
		case s.Import != nil:
			e.ground.mocks = e.ground.mocks || strings.Contains(s.Import.Module+"."+s.Import.Name, "mock")
			e.ground.bound[s.Import.As] = true
			e.bindImport(e.ground.late, s.Import)
		case s.Bind != nil:
			e.noteTarget(s.Bind.Target)
			if s.Bind.Again && s.Bind.Target.Op == code.Name && e.language.Family == language.Script {
				e.ground.narrowed[s.Bind.Target.Name] = true // when it is set nobody can tell
			}
			if around != nil && s.Bind.Target.Op == code.Name {
				around.note(s.Bind.Target.Name)
			}
			e.noteAsked(s.Bind.Value)
			e.noteAsked(s.Bind.Type)
		case s.Use != nil:
			e.noteAsked(s.Use)
		case s.Scope != nil:
			e.surveyScope(s.Scope, around)
		}
	}
}

func (e *eval) surveyScope(s *code.Scope, around *class) {
	if s.Name != "" && s.Receiver == nil {
		e.ground.bound[s.Name] = true
	}
	for _, p := range s.Parameters {
		e.noteTarget(p.Target)
	}
	for _, x := range s.Head() {
		e.noteAsked(x)
	}
	switch {
	case s.Kind == code.ClassScope:
		c := e.classOf(s.Name)
		c.bases = append(c.bases, s.Bases...)
		if around != nil {
			around.note(s.Name)
		}
		around = c
	case s.Receiver != nil:
		if c := e.receiver(s.Receiver); c != nil {
			c.note(s.Name)
		}
		around = nil
	case s.Kind == code.FunctionScope:
		if around != nil && s.Name != "" {
			around.note(s.Name)
		}
		around = nil
	}
	e.survey(s.Statements, around)
}

// classOf is the class of a name, which may be new.
func (e *eval) classOf(name string) *class {
	c := e.ground.classes[name]
	if c == nil || name == "" {
		c = newClass(name, e.ground.globals)
		e.ground.classes[name] = c
	}
	return c
}

// receiver is the class that a Go method belongs to.
func (e *eval) receiver(x *code.Expr) *class {
	if x = rootName(x); x == nil {
		return nil
	}
	return e.classOf(x.Name)
}

// note says that a class has a member, of which nothing else is known yet.
func (c *class) note(name string) {
	if _, ok := c.members[name]; !ok {
		c.members[name] = nil
	}
}

func (e *eval) noteTarget(x *code.Expr) {
	if x == nil {
		return
	}
	switch x.Op {
	case code.Name:
		e.ground.bound[x.Name] = true
	case code.Attr:
		e.ground.set[x.Name] = true
		e.noteAsked(x.X)
	case code.Index:
		e.noteAsked(x)
	}
}

// noteAsked notes the names that are read from bare names.
func (e *eval) noteAsked(x *code.Expr) {
	code.Walk(x, func(x *code.Expr) bool {
		if x.Op == code.Attr && x.X != nil && x.X.Op == code.Name {
			if e.ground.asked[x.X.Name] == nil {
				e.ground.asked[x.X.Name] = map[string]bool{}
			}
			e.ground.asked[x.X.Name][x.Name] = true
		}
		switch {
		case e.language.Family == language.Python:
			e.noteDynamic(x)
		case x.Op == code.Unknown && (x.Name == "instanceof" || x.Name == "in" || x.Name == "typeof"): // what it has depends on the answer
			for _, p := range x.Parts {
				e.ground.narrowed[p.Name] = true
			}
		}
		return true
	})
}

// noteDynamic notes what Python code asks or makes at run time: attributes by their names, and classes of values.
func (e *eval) noteDynamic(x *code.Expr) {
	if x.Op == code.Attr && x.Name == "__dict__" {
		e.ground.dynamic = true
	}
	if x.Op != code.Call || x.X == nil || x.X.Op != code.Name || len(x.Args) == 0 {
		return
	}
	switch x.X.Name {
	case "isinstance", "issubclass":
		if v := x.Args[0].Value; v != nil && v.Op == code.Name {
			e.ground.narrowed[v.Name] = true
		}
	case "vars":
		e.ground.dynamic = true
	case "hasattr", "getattr", "setattr", "delattr":
		if len(x.Args) > 1 {
			if name, ok := e.constant(x.Args[1].Value); ok {
				e.ground.set[name] = true
			} else if x.X.Name == "setattr" {
				e.ground.dynamic = true
			}
		}
	}
}

// constant is the text of a string that is written out.
func (e *eval) constant(x *code.Expr) (string, bool) {
	if x == nil || x.Op != code.Literal || x.Name != "str" && x.Name != "string" || len(x.Parts) > 0 || x.Span.Start < 0 || x.Span.Start >= x.Span.End || x.Span.End > len(e.piece.Text) {
		return "", false
	}
	text := e.piece.Text[x.Span.Start:x.Span.End]
	if x.Name == "str" { // of Python
		text = strings.TrimLeft(text, "rbuRBU")
	}
	return strings.Trim(text, "\"'`"), true
}
