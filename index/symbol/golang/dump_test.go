package golang

import (
	"fmt"
	"strings"

	"ibid/index/symbol/code"
)

var opNames = map[code.Op]string{
	code.Unknown: "?", code.Call: "call", code.Index: "index", code.Element: "element", code.Key: "key",
	code.Result: "result", code.Literal: "literal", code.Composite: "composite", code.Instance: "instance",
	code.Pointer: "pointer", code.Slice: "slice", code.Map: "map", code.Chan: "chan", code.Receive: "receive",
	code.FuncType: "func",
}

// dumpExpr writes an expression as one line: op.Name(X | Args | Parts).
func dumpExpr(e *code.Expr) string {
	if e == nil {
		return "nil"
	}
	switch e.Op {
	case code.Name:
		return e.Name
	case code.Attr:
		return dumpExpr(e.X) + "." + e.Name
	}
	var out strings.Builder
	out.WriteString(opNames[e.Op])
	if e.Name != "" {
		out.WriteString(" " + e.Name)
	}
	if e.Op == code.Result {
		fmt.Fprintf(&out, " %d", e.N)
	}
	var items []string
	if e.X != nil {
		items = append(items, dumpExpr(e.X))
	}
	for _, a := range e.Args {
		item := strings.Repeat("*", a.Star) + dumpExpr(a.Value)
		if a.Name != "" {
			item = a.Name + ": " + item
		}
		items = append(items, "/ "+item)
	}
	for _, p := range e.Parts {
		items = append(items, "+ "+dumpExpr(p))
	}
	if len(items) > 0 {
		out.WriteString("(" + strings.Join(items, " ") + ")")
	}
	return out.String()
}

func dumpSnippet(s code.Snippet) string {
	var out strings.Builder
	if s.Broken {
		out.WriteString("broken\n")
	}
	dumpStatements(&out, s.Statements, "")
	return out.String()
}

func dumpStatements(out *strings.Builder, list []code.Statement, indent string) {
	for _, s := range list {
		switch {
		case s.Import != nil:
			fmt.Fprintf(out, "%simport %q name %q as %q\n", indent, s.Import.Module, s.Import.Name, s.Import.As)
		case s.Bind != nil:
			fmt.Fprintf(out, "%sbind %s\n", indent, dumpBind(s.Bind))
		case s.Use != nil:
			fmt.Fprintf(out, "%suse %s\n", indent, dumpExpr(s.Use))
		case s.Scope != nil:
			fmt.Fprintf(out, "%s%s\n", indent, dumpHead(s.Scope))
			dumpStatements(out, s.Scope.Statements, indent+"\t")
		}
	}
}

func dumpBind(b *code.Bind) string {
	text := dumpExpr(b.Target)
	if b.Type != nil {
		text += " : " + dumpExpr(b.Type)
	}
	if b.Value != nil {
		text += " = " + dumpExpr(b.Value)
	}
	return text
}

func dumpHead(s *code.Scope) string {
	text := []string{"block", "function", "class"}[s.Kind]
	if s.Name != "" {
		text += " " + s.Name
	}
	if s.Receiver != nil {
		text += " of " + dumpExpr(s.Receiver)
	}
	for _, b := range s.Bases {
		text += " base " + dumpExpr(b)
	}
	for _, p := range s.Parameters {
		text += " (" + dumpBind(p) + ")"
	}
	for _, r := range s.Returns {
		text += " -> " + dumpExpr(r)
	}
	return text
}
