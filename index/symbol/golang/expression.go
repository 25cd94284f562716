package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"

	"ibid/index/symbol/code"
)

// expr turns an expression or a type into how it makes its value.
func (w *writer) expr(e ast.Expr) *code.Expr {
	out := &code.Expr{Span: w.span(e)}
	if !w.descend() {
		return out
	}
	defer w.ascend()
	switch e := e.(type) {
	case *ast.Ident:
		w.name(out, e)
	case *ast.BasicLit:
		out.Op, out.Name = code.Literal, literalType(e.Kind)
	case *ast.SelectorExpr:
		return w.selector(e)
	case *ast.ParenExpr:
		return w.expr(e.X)
	case *ast.StarExpr:
		out.Op, out.X = code.Pointer, w.expr(e.X)
	case *ast.UnaryExpr:
		return w.unary(e, out)
	case *ast.BinaryExpr:
		return w.binary(e, out)
	case *ast.CallExpr:
		return w.call(e, out)
	case *ast.IndexExpr:
		out.Op, out.X = code.Index, w.expr(e.X)
		if key, ok := stringLiteral(e.Index); ok {
			out.Name = key
		} else {
			out.Parts = w.exprs(e.Index)
		}
	case *ast.IndexListExpr:
		out.Op, out.X, out.Parts = code.Index, w.expr(e.X), w.exprs(e.Indices...)
	case *ast.SliceExpr:
		for _, part := range []ast.Expr{e.Low, e.High, e.Max} {
			if part != nil {
				w.use(w.expr(part))
			}
		}
		return w.expr(e.X)
	case *ast.TypeAssertExpr:
		if e.Type == nil { // x.(type)
			return w.expr(e.X)
		}
		out.Op, out.X, out.Parts = code.Instance, w.expr(e.Type), w.exprs(e.X)
	case *ast.CompositeLit:
		return w.composite(e)
	case *ast.KeyValueExpr:
		out.Parts = w.exprs(e.Key, e.Value)
	case *ast.FuncLit:
		out.Op, out.X = code.Instance, w.literal(e)
	default:
		w.typ(e, out)
	}
	return out
}

func (w *writer) exprs(list ...ast.Expr) []*code.Expr {
	var out []*code.Expr
	for _, e := range list {
		out = append(out, w.expr(e))
	}
	return out
}

// typ fills in what only a type can be.
func (w *writer) typ(e ast.Expr, out *code.Expr) {
	switch e := e.(type) {
	case *ast.ArrayType:
		out.Op, out.X = code.Slice, w.expr(e.Elt)
		if _, ok := e.Len.(*ast.Ellipsis); e.Len != nil && !ok {
			out.Parts = w.exprs(e.Len)
		}
	case *ast.Ellipsis:
		out.Op, out.X = code.Slice, &code.Expr{Span: out.Span}
		if e.Elt != nil {
			out.X = w.expr(e.Elt)
		}
	case *ast.MapType:
		out.Op, out.X, out.Parts = code.Map, w.expr(e.Value), w.exprs(e.Key)
	case *ast.ChanType:
		out.Op, out.X = code.Chan, w.expr(e.Value)
	case *ast.FuncType:
		var s code.Scope
		w.shape(&s, e)
		*out = *funcType(&s, out.Span)
	case *ast.StructType:
		out.Op, out.Name, out.Args = code.Literal, "struct", w.members(e.Fields)
	case *ast.InterfaceType:
		out.Op, out.Name, out.Args = code.Literal, "interface", w.members(e.Methods)
	}
}

// members are the fields or methods of a type without a name, each with its type; of what it embeds the Name is empty.
func (w *writer) members(list *ast.FieldList) []code.Arg {
	if list == nil {
		return nil
	}
	var out []code.Arg
	for _, field := range list.List {
		if isBlank(field.Type) {
			continue
		}
		typ := w.expr(field.Type)
		if len(field.Names) == 0 {
			out = append(out, code.Arg{Value: typ})
		}
		for _, name := range field.Names {
			if w.written(name) {
				out = append(out, code.Arg{Name: name.Name, Span: w.span(name), Value: typ})
			}
		}
	}
	return out
}

// name fills in what an identifier stands for: a value or type of the language, something left out, or a Name.
func (w *writer) name(out *code.Expr, e *ast.Ident) {
	switch {
	case IsBasicType(e.Name):
		out.Op, out.Name = code.Literal, e.Name
	case e.Name == "true" || e.Name == "false":
		out.Op, out.Name = code.Literal, "bool"
	case e.Name == "iota":
		out.Op, out.Name = code.Literal, "int"
	case e.Name != "nil" && w.written(e):
		out.Op, out.Name = code.Name, e.Name
	}
}

// written tells whether an identifier stands in the snippet, and is neither blank nor made up.
func (w *writer) written(e *ast.Ident) bool {
	span := w.span(e)
	return !isBlank(e) && string(w.src[span.Start:span.End]) == e.Name
}

func (w *writer) selector(e *ast.SelectorExpr) *code.Expr {
	x := w.expr(e.X)
	if !w.written(e.Sel) {
		return &code.Expr{Parts: []*code.Expr{x}, Span: w.span(e)}
	}
	return &code.Expr{Op: code.Attr, Name: e.Sel.Name, X: x, Span: w.span(e.Sel)}
}

func (w *writer) unary(e *ast.UnaryExpr, out *code.Expr) *code.Expr {
	switch e.Op {
	case token.AND:
		out.Op, out.X = code.Pointer, w.expr(e.X)
	case token.ARROW:
		out.Op, out.X = code.Receive, w.expr(e.X)
	case token.NOT:
		out.Op, out.Name, out.Parts = code.Literal, "bool", w.exprs(e.X)
	default:
		return w.expr(e.X)
	}
	return out
}

// binary follows chains of operators in a loop: generated text has thousands of them.
func (w *writer) binary(e *ast.BinaryExpr, out *code.Expr) *code.Expr {
	boolean := isBoolean(e.Op)
	var chain []ast.Expr
	var left ast.Expr = e
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok || isBoolean(b.Op) != boolean {
			break
		}
		chain, left = append(chain, b.Y), b.X
	}
	chain = append(chain, left)
	slices.Reverse(chain)
	operands := w.exprs(chain...)
	if boolean {
		out.Op, out.Name, out.Parts = code.Literal, "bool", operands
		return out
	}
	// Operands have one type, but for constants, which take the other's, and for what a shift counts.
	best := max(0, slices.IndexFunc(operands, func(x *code.Expr) bool { return x.Op != code.Literal }))
	for i, x := range operands {
		if i != best {
			w.use(x)
		}
	}
	return operands[best]
}

// isBoolean tells whether an operator gives a bool whatever it is given.
func isBoolean(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR:
		return true
	}
	return false
}

func literalType(kind token.Token) string {
	switch kind {
	case token.INT:
		return "int"
	case token.FLOAT:
		return "float64"
	case token.IMAG:
		return "complex128"
	case token.CHAR:
		return "rune"
	}
	return "string"
}

func stringLiteral(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
