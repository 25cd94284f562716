package language_test

import (
	"strings"
	"testing"

	"ibid/index/symbol/code"
)

// spans calls visit with every span in a snippet and the text that must stand there, "" where any may.
func spans(list []code.Statement, visit func(code.Span, string)) {
	for _, s := range list {
		visit(s.Span, "")
		switch {
		case s.Import != nil:
			module := s.Import.Module
			if strings.HasPrefix(module, "..") || strings.HasPrefix(module, ".") && !strings.Contains(module, "/") {
				module = "" // of Python: white space may stand between the dots
			}
			visit(s.Import.ModuleSpan, module)
			name := s.Import.Name
			if name == "default" {
				name = s.Import.As // which is what stands for it
			}
			if s.Import.NameSpan == (code.Span{}) {
				name = ""
			}
			visit(s.Import.NameSpan, name)
		case s.Bind != nil:
			bindSpans(s.Bind, visit)
		case s.Use != nil:
			exprSpans(s.Use, visit)
		case s.Scope != nil:
			for _, e := range append(s.Scope.Bases, s.Scope.Returns...) {
				exprSpans(e, visit)
			}
			for _, b := range s.Scope.Parameters {
				bindSpans(b, visit)
			}
			spans(s.Scope.Statements, visit)
		}
	}
}

func bindSpans(b *code.Bind, visit func(code.Span, string)) {
	exprSpans(b.Target, visit)
	for _, e := range []*code.Expr{b.Value, b.Type} {
		if e != nil {
			exprSpans(e, visit)
		}
	}
}

func exprSpans(e *code.Expr, visit func(code.Span, string)) {
	text := ""
	if e.Op == code.Name || e.Op == code.Attr {
		text = e.Name
	}
	visit(e.Span, text)
	if e.X != nil {
		exprSpans(e.X, visit)
	}
	for _, a := range e.Args {
		visit(a.Span, a.Name)
		exprSpans(a.Value, visit)
	}
	for _, part := range e.Parts {
		exprSpans(part, visit)
	}
}

// unspaced takes away what may stand between the parts of a dotted name: import a . b
var unspaced = strings.NewReplacer(" ", "", "\t", "", "\f", "", "\\\r\n", "", "\\\n", "", "\r", "")

// checkSpans fails where a span lies outside of src or a name does not stand where its span says. It returns the number of spans.
func checkSpans(t *testing.T, src string, list []code.Statement) int {
	t.Helper()
	n := 0
	spans(list, func(s code.Span, text string) {
		n++
		if s.Start < 0 || s.End < s.Start || s.End > len(src) {
			t.Fatalf("span %v of %d bytes", s, len(src))
		}
		if stands := src[s.Start:s.End]; text != "" && stands != text && unspaced.Replace(stands) != text {
			t.Fatalf("%q stands at %v, not %q", src[s.Start:s.End], s, text)
		}
	})
	return n
}

// checkShape fails where a statement or an expression is not what the types of package code promise.
func checkShape(t *testing.T, list []code.Statement) {
	t.Helper()
	expr := func(e *code.Expr) {
		code.Walk(e, func(e *code.Expr) bool {
			switch e.Op {
			case code.Unknown, code.Name, code.Literal, code.FuncType:
				if e.X != nil {
					t.Fatalf("%s has an operand", show(e))
				}
			default:
				if e.X == nil {
					t.Fatalf("an expression of kind %d has no operand", e.Op)
				}
			}
			if (e.Op == code.Name || e.Op == code.Attr) && e.Name == "" {
				t.Fatalf("no name in %s", show(e))
			}
			for _, part := range e.Parts {
				if part == nil {
					t.Fatalf("an empty part in %s", show(e))
				}
			}
			for _, a := range e.Args {
				if a.Value == nil {
					t.Fatalf("an argument without a value in %s", show(e))
				}
			}
			return true
		})
	}
	for _, s := range list {
		set := 0
		if s.Import != nil {
			set++
			if s.Import.Module == "" {
				t.Fatal("an import without a module")
			}
		}
		if s.Bind != nil {
			set++
			expr(s.Bind.Target)
			expr(s.Bind.Value)
			expr(s.Bind.Type)
			if op := s.Bind.Target.Op; op != code.Name && op != code.Attr && op != code.Index {
				t.Fatalf("%s is bound", show(s.Bind.Target))
			}
		}
		if s.Use != nil {
			set++
			expr(s.Use)
		}
		if s.Scope != nil {
			set++
			checkShape(t, s.Scope.Statements)
		}
		if set != 1 {
			t.Fatalf("%d fields of a statement are set", set)
		}
	}
}
