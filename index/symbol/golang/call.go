package golang

import (
	"go/ast"

	"ibid/index/symbol/code"
)

func (w *writer) call(e *ast.CallExpr, out *code.Expr) *code.Expr {
	switch fun := e.Fun.(type) {
	case *ast.Ident:
		if isBuiltinFunc(fun.Name) {
			return w.builtin(fun.Name, e.Args, out)
		}
		if IsBasicType(fun.Name) {
			return w.conversion(e, out)
		}
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return w.conversion(e, out)
	case *ast.ParenExpr:
		if _, ok := ast.Unparen(fun).(*ast.StarExpr); ok {
			return w.conversion(e, out)
		}
	}
	out.Op, out.X = code.Call, w.expr(e.Fun)
	for i, arg := range e.Args {
		a := code.Arg{Value: w.expr(arg)}
		if e.Ellipsis.IsValid() && i == len(e.Args)-1 || isOmitted(arg) {
			a.Star = 1
		}
		out.Args = append(out.Args, a)
	}
	return out
}

func isOmitted(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && isPlaceholder(name.Name)
}

func (w *writer) conversion(e *ast.CallExpr, out *code.Expr) *code.Expr {
	out.Op, out.X, out.Parts = code.Instance, w.expr(e.Fun), w.exprs(e.Args...)
	return out
}

// builtin is a call of a predeclared function.
func (w *writer) builtin(name string, args []ast.Expr, out *code.Expr) *code.Expr {
	if len(args) == 0 {
		return out
	}
	switch name {
	case "make":
		out.Op, out.X, out.Parts = code.Instance, w.expr(args[0]), w.exprs(args[1:]...)
	case "new":
		out.Op, out.X = code.Pointer, w.expr(args[0])
		switch out.X.Op {
		case code.Name, code.Attr, code.Index, code.Slice, code.Map, code.Chan, code.Pointer, code.FuncType, code.Literal:
			out.X = &code.Expr{Op: code.Instance, X: out.X, Span: out.X.Span}
		}
	case "append", "min", "max":
		operands := w.exprs(args...)
		best := operands[0]
		for _, x := range operands {
			if best.Op == code.Literal && x.Op != code.Literal && name != "append" {
				best = x
			}
		}
		for _, x := range operands {
			if x != best {
				w.use(x)
			}
		}
		return best
	case "len", "cap", "copy":
		out.Op, out.Name, out.Parts = code.Literal, "int", w.exprs(args...)
	default:
		out.Parts = w.exprs(args...)
	}
	return out
}

// composite is a composite literal. Of one that stands inside of another and writes no type, that is unknown.
func (w *writer) composite(e *ast.CompositeLit) *code.Expr {
	out := &code.Expr{Op: code.Composite, X: &code.Expr{Span: w.span(e)}, Span: w.span(e)}
	if e.Type != nil {
		out.X = w.expr(e.Type)
	}
	list := false // its keys are values
	switch e.Type.(type) {
	case *ast.ArrayType, *ast.MapType:
		list = true
	}
	for _, item := range e.Elts {
		if isBlank(item) {
			continue
		}
		arg := code.Arg{}
		if kv, ok := item.(*ast.KeyValueExpr); ok {
			if name, ok := kv.Key.(*ast.Ident); ok && !list && w.written(name) {
				arg.Name, arg.Span = name.Name, w.span(name)
			} else {
				out.Parts = append(out.Parts, w.expr(kv.Key))
			}
			item = kv.Value
		}
		arg.Value = w.expr(item)
		out.Args = append(out.Args, arg)
	}
	return out
}
