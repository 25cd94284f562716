package golang

import (
	"go/ast"
	"go/parser"
	"go/token"

	"ibid/index/symbol/code"
)

// ReadExpression reads a single expression or type, as it stands between backticks in a sentence: http.Server.Addr,
// *csv.ParseError, rw.Peek(1), srv.Shutdown(…). It is false for anything else. Bodies of function literals are passed
// over.
func ReadExpression(src string) (*code.Expr, bool) {
	if len(src) > maxInline {
		return nil, false
	}
	t := tokenise(src)
	if t.broken || len(t.list) == 0 {
		return nil, false
	}
	tree, err := parser.ParseExprFrom(token.NewFileSet(), "", t.src, parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	w := writer{reader: &reader{tokens: t}, shift: -1}
	e := w.expr(tree)
	var uses []*code.Expr
	for _, s := range w.out {
		if s.Use != nil {
			uses = append(uses, s.Use)
		}
	}
	if len(uses) > 0 {
		e = &code.Expr{Parts: append(uses, e), Span: code.Span{End: len(src)}}
	}
	return e, true
}

// Type reads a type as declarations write it: "*http.Request", "map[string][]T", "func(context.Context) error",
// "...any". Predeclared types are Literals, type arguments the Parts of an Index, a struct or an interface without
// a name a Literal whose Args are its members. It returns nil for what is no type.
func Type(text string) *code.Expr {
	if len(text) > maxInline {
		return nil
	}
	t := &tokens{src: []byte(text)}
	w := writer{reader: &reader{tokens: t}, shift: -1}
	// A parameter may be variadic, and a type may start with anything: a parameter's place takes both.
	tree, err := parser.ParseExprFrom(token.NewFileSet(), "", "func("+text+")", parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	w.shift -= len("func(")
	fn, ok := tree.(*ast.FuncType)
	if !ok || fn.Results != nil || fn.Params == nil || len(fn.Params.List) != 1 || len(fn.Params.List[0].Names) > 0 {
		return nil
	}
	return w.expr(fn.Params.List[0].Type)
}
