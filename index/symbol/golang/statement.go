package golang

import (
	"go/ast"
	"go/token"

	"ibid/index/symbol/code"
)

// writer turns syntax trees into statements.
type writer struct {
	*reader
	shift int // what to add to a token.Pos for an offset in the snippet
	out   []code.Statement
	depth int // statements and expressions around
}

// descend goes one level deeper, where there is room: ascend must follow.
func (w *writer) descend() bool {
	if w.depth == maxDepth {
		w.failed = true
		return false
	}
	w.depth++
	return true
}

func (w *writer) ascend() { w.depth-- }

// inside collects the statements that f writes.
func (w *writer) inside(f func()) []code.Statement {
	around := w.out
	w.out = nil
	f()
	inner := w.out
	w.out = around
	return inner
}

func (w *writer) bind(b *code.Bind) { w.out = append(w.out, code.Statement{Bind: b}) }

func (w *writer) scope(s *code.Scope) { w.out = append(w.out, code.Statement{Scope: s}) }

// block writes a scope with the statements that f writes, if there are any.
func (w *writer) block(f func()) {
	if inner := w.inside(f); len(inner) > 0 {
		w.scope(&code.Scope{Kind: code.BlockScope, Statements: inner})
	}
}

// use writes an expression whose value is not kept, unless it says nothing.
func (w *writer) use(e *code.Expr) {
	if (e.Op == code.Unknown || e.Op == code.Literal) && len(e.Parts) == 0 && len(e.Args) == 0 {
		return
	}
	w.out = append(w.out, code.Statement{Use: e})
}

func (w *writer) uses(list []ast.Expr) {
	for _, e := range list {
		w.use(w.expr(e))
	}
}

// body writes the statements of a block.
func (w *writer) body(b *ast.BlockStmt) {
	if b == nil {
		return
	}
	w.statements(b.List)
}

func (w *writer) statements(list []ast.Stmt) {
	for _, s := range list {
		w.statement(s)
	}
}

func (w *writer) statement(s ast.Stmt) {
	if !w.descend() {
		return
	}
	defer w.ascend()
	switch s := s.(type) {
	case *ast.ExprStmt:
		w.use(w.expr(s.X))
	case *ast.AssignStmt:
		w.assign(s)
	case *ast.DeclStmt:
		w.declaration(s.Decl)
	case *ast.GoStmt:
		w.use(w.expr(s.Call))
	case *ast.DeferStmt:
		w.use(w.expr(s.Call))
	case *ast.ReturnStmt:
		w.uses(s.Results)
	case *ast.IncDecStmt:
		w.use(w.expr(s.X))
	case *ast.SendStmt:
		w.uses([]ast.Expr{s.Chan, s.Value})
	case *ast.LabeledStmt:
		w.statement(s.Stmt)
	case *ast.BlockStmt:
		w.block(func() { w.body(s) })
	case *ast.IfStmt:
		w.block(func() { w.ifStmt(s) })
	case *ast.ForStmt:
		w.block(func() {
			w.simple(s.Init)
			if s.Cond != nil {
				w.use(w.expr(s.Cond))
			}
			w.simple(s.Post)
			w.block(func() { w.body(s.Body) })
		})
	case *ast.RangeStmt:
		w.block(func() { w.rangeStmt(s) })
	case *ast.SwitchStmt:
		w.block(func() {
			w.simple(s.Init)
			if s.Tag != nil {
				w.use(w.expr(s.Tag))
			}
			w.body(s.Body)
		})
	case *ast.TypeSwitchStmt:
		w.block(func() {
			w.simple(s.Init)
			w.typeSwitch(s)
		})
	case *ast.SelectStmt:
		w.body(s.Body)
	case *ast.CaseClause:
		w.uses(s.List)
		w.block(func() { w.statements(s.Body) })
	case *ast.CommClause:
		w.block(func() {
			w.simple(s.Comm)
			w.statements(s.Body)
		})
	}
}

// simple writes a statement that may be missing.
func (w *writer) simple(s ast.Stmt) {
	if s != nil {
		w.statement(s)
	}
}

func (w *writer) ifStmt(s *ast.IfStmt) {
	w.simple(s.Init)
	if s.Cond != nil {
		w.use(w.expr(s.Cond))
	}
	w.block(func() { w.body(s.Body) })
	w.simple(s.Else)
}

func (w *writer) rangeStmt(s *ast.RangeStmt) {
	x := w.expr(s.X)
	bound := false
	each := func(target ast.Expr, op code.Op) {
		if target == nil || isBlank(target) {
			return
		}
		to := w.expr(target)
		if !isTarget(to) {
			w.use(to)
			return
		}
		bound = true
		w.bind(&code.Bind{Target: to, Value: &code.Expr{Op: op, X: x, Span: x.Span}})
	}
	each(s.Key, code.Key)
	each(s.Value, code.Element)
	if !bound {
		w.use(x)
	}
	w.block(func() { w.body(s.Body) })
}

// typeSwitch gives the variable of each clause the type that the clause names, where that is one.
func (w *writer) typeSwitch(s *ast.TypeSwitchStmt) {
	var name, x *code.Expr
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		if len(a.Lhs) == 1 && len(a.Rhs) == 1 {
			x = w.expr(a.Rhs[0])
			if !isBlank(a.Lhs[0]) {
				name = w.expr(a.Lhs[0])
			}
		}
	case *ast.ExprStmt:
		x = w.expr(a.X)
	}
	if x != nil {
		w.use(x)
	}
	if name == nil || name.Op != code.Name {
		w.body(s.Body)
		return
	}
	for _, clause := range s.Body.List {
		clause, ok := clause.(*ast.CaseClause)
		if !ok {
			continue
		}
		var types []*code.Expr
		for _, e := range clause.List {
			types = append(types, w.expr(e))
			w.use(types[len(types)-1])
		}
		w.block(func() {
			value := x
			if len(types) == 1 && types[0].Op != code.Unknown {
				value = &code.Expr{Op: code.Instance, X: types[0], Span: types[0].Span}
			}
			w.bind(&code.Bind{Target: name, Value: value})
			w.statements(clause.Body)
		})
	}
}

// assign writes what an assignment binds. Plain assignments of values of which nothing is known bind nothing: in Go
// they do not change what a variable is.
func (w *writer) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		w.uses(s.Lhs)
		w.uses(s.Rhs)
		return
	}
	values := w.values(s.Rhs, len(s.Lhs))
	used := len(values) == 0 // false while nothing takes the one call that all the values come from
	for i, target := range s.Lhs {
		if i >= len(values) {
			w.use(w.expr(target))
			continue
		}
		value := values[i]
		if isBlank(target) {
			if len(s.Rhs) == len(s.Lhs) {
				w.use(value)
			}
			continue
		}
		to := w.expr(target)
		switch {
		case !isTarget(to),
			s.Tok == token.ASSIGN && to.Op == code.Name && value.Op == code.Unknown:
			w.use(to)
			w.use(value)
		case to.Op == code.Name && value.Op == code.Name && to.Name == value.Name: // x := x, names = append(names, x)
		default:
			w.bind(&code.Bind{Target: to, Value: value, Again: s.Tok == token.ASSIGN})
		}
		used = true
	}
	if !used && len(s.Lhs) > 1 && len(s.Rhs) == 1 {
		w.use(source(values[0]))
	}
}

// values are n values that the expressions give: one each, or those of one call or one operation with a second,
// boolean value.
func (w *writer) values(list []ast.Expr, n int) []*code.Expr {
	var out []*code.Expr
	if len(list) != 1 || n == 1 {
		for _, e := range list {
			out = append(out, w.expr(e))
		}
		return out
	}
	first := w.expr(list[0])
	if _, ok := ast.Unparen(list[0]).(*ast.CallExpr); !ok {
		return []*code.Expr{first, {Op: code.Literal, Name: "bool", Span: first.Span}}
	}
	for i := range n {
		out = append(out, &code.Expr{Op: code.Result, N: i, X: first, Span: first.Span})
	}
	return out
}

// source is the call whose result x is, or x itself.
func source(x *code.Expr) *code.Expr {
	if x.Op == code.Result {
		return x.X
	}
	return x
}

// isTarget tells whether a value can be bound to e.
func isTarget(e *code.Expr) bool {
	return e.Op == code.Name || e.Op == code.Attr || e.Op == code.Index
}

func isBlank(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && (name.Name == "_" || isPlaceholder(name.Name))
}
