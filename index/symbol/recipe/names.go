package recipe

import (
	"context"

	"ibid/index/symbol/code"
	"ibid/index/symbol/python"
	"ibid/index/symbol/resolve"
)

// Names lists the qualified names of known symbols that code in a language uses. Nil stands for nobody who knows. It may be asked
// by several goroutines at once.
type Names func(language, code string) []string

// NamesBy lists the names that a resolver finds declared, each where it is declared. What Python code imports and does not use is
// left out.
func NamesBy(x *resolve.Resolver) Names {
	return func(language, text string) []string {
		u := usage{read: map[string]bool{}, imported: map[int]string{}}
		if language == inPython {
			u.statements(python.Read(text).Statements)
		}
		var out []string
		for _, use := range x.Follow([]code.Piece{{Kind: code.Fenced, Language: language, Text: text}}) {
			if name, ok := u.imported[use.Start]; use.Origin != "" && (!ok || u.read[name]) {
				out = append(out, use.Origin)
			}
		}
		return out
	}
}

// until is the same until a context ends; after that nothing is known.
func (n Names) until(ctx context.Context) Names {
	if n == nil {
		return nil
	}
	return func(language, code string) []string {
		if ctx.Err() != nil {
			return nil
		}
		return n(language, code)
	}
}

func (n Names) of(language, code string) []string {
	if n == nil || code == "" {
		return nil
	}
	return unique(n(language, code))
}

// usage is which names code imports, and which it reads.
type usage struct {
	read     map[string]bool
	imported map[int]string // the name that is bound, by the offset of what is imported
}

func (u *usage) statements(all []code.Statement) {
	for i := range all {
		switch s := &all[i]; {
		case s.Import != nil && s.Import.Name != "" && s.Import.Name != "*":
			u.imported[s.Import.NameSpan.Start] = s.Import.As
		case s.Bind != nil:
			u.expr(s.Bind.Type)
			u.expr(s.Bind.Value)
			if s.Bind.Target != nil && s.Bind.Target.Op != code.Name {
				u.expr(s.Bind.Target)
			}
		case s.Use != nil:
			u.expr(s.Use)
		case s.Scope != nil:
			for _, e := range s.Scope.Head() {
				u.expr(e)
			}
			u.statements(s.Scope.Statements)
		}
	}
}

func (u *usage) expr(e *code.Expr) {
	code.Walk(e, func(e *code.Expr) bool {
		if e.Op == code.Name {
			u.read[e.Name] = true
		}
		return true
	})
}
