package resolve

import (
	"ibid/index/symbol/code"
)

// survey notes which names a block binds, which attributes it sets, which classes it defines and what it imports, so that
// a name is not judged in one block for what another one says of it. The class is the one around, nil for none.
func (e *eval) survey(statements []code.Statement, around *class) {
	for i := range statements {
		switch s := &statements[i]; {
		case s.Import != nil:
			e.ground.imports = true
			e.ground.bound[s.Import.As] = true
			e.bindImport(e.ground.late, s.Import)
		case s.Bind != nil:
			e.noteTarget(s.Bind.Target)
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
		e.noteAsked(p.Type)
		e.noteAsked(p.Value)
	}
	for _, x := range s.Bases {
		e.noteAsked(x)
	}
	for _, x := range s.Returns {
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
		c = &class{name: name, piece: e.piece, frame: e.ground.globals, members: map[string]*value{}}
		e.ground.classes[name] = c
	}
	return c
}

// receiver is the class that a Go method belongs to.
func (e *eval) receiver(x *code.Expr) *class {
	for x != nil && x.Op != code.Name {
		x = x.X
	}
	if x == nil {
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
	if x == nil || e.depth > maxDepth {
		return
	}
	if x.Op == code.Attr && x.X != nil && x.X.Op == code.Name {
		asked := e.ground.asked[x.X.Name]
		if asked == nil {
			asked = map[string]bool{}
			e.ground.asked[x.X.Name] = asked
		}
		asked[x.Name] = true
	}
	e.depth++
	e.noteAsked(x.X)
	for _, p := range x.Parts {
		e.noteAsked(p)
	}
	for _, a := range x.Args {
		e.noteAsked(a.Value)
	}
	e.depth--
}
