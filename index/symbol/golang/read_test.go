package golang

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
)

// TestReadGolden reads snippets and compares what they do with what a person approved.
func TestReadGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/read/*.snippet")
	if err != nil || len(files) == 0 {
		t.Fatalf("no snippets to read: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		snippet := Read(string(src))
		checkSpans(t, string(src), snippet)
		codetest.Golden(t, strings.TrimSuffix(file, ".snippet")+".golden", dumpSnippet(snippet))
	}
}

// checkSpans checks that every name stands where its span says.
func checkSpans(t *testing.T, src string, s code.Snippet) {
	t.Helper()
	c := spanChecker{t: t, src: src, seen: map[*code.Expr]bool{}}
	c.statements(s.Statements)
}

type spanChecker struct {
	t    *testing.T
	src  string
	seen map[*code.Expr]bool // results share their call
}

func (c *spanChecker) statements(list []code.Statement) {
	for _, s := range list {
		set := 0
		if s.Import != nil {
			set++
			c.span("import", s.Import.ModuleSpan)
		}
		if s.Bind != nil {
			set++
			c.bind(s.Bind)
		}
		if s.Use != nil {
			set++
			c.expr(s.Use)
		}
		if s.Scope != nil {
			set++
			c.exprs(s.Scope.Bases...)
			c.exprs(s.Scope.Receiver)
			c.exprs(s.Scope.Returns...)
			for _, p := range s.Scope.Parameters {
				c.bind(p)
			}
			c.statements(s.Scope.Statements)
		}
		if set != 1 {
			c.t.Errorf("%d fields of a statement are set", set)
		}
	}
}

func (c *spanChecker) bind(b *code.Bind) {
	if b.Target == nil || b.Target.Op != code.Name && b.Target.Op != code.Attr && b.Target.Op != code.Index {
		c.t.Errorf("target %s", dumpExpr(b.Target))
	}
	c.exprs(b.Target, b.Value, b.Type)
}

func (c *spanChecker) exprs(list ...*code.Expr) {
	for _, e := range list {
		if e != nil {
			c.expr(e)
		}
	}
}

func (c *spanChecker) expr(e *code.Expr) {
	if c.seen[e] {
		return
	}
	c.seen[e] = true
	c.span(e.Name, e.Span)
	switch e.Op {
	case code.Name, code.Attr:
		c.word(e.Name, e.Span)
	}
	switch e.Op {
	case code.Unknown, code.Name, code.Literal, code.FuncType:
	default:
		if e.X == nil {
			c.t.Errorf("%s has no operand", dumpExpr(e))
		}
	}
	c.exprs(e.X)
	c.exprs(e.Parts...)
	for _, a := range e.Args {
		if a.Value == nil {
			c.t.Errorf("%s has an empty argument", dumpExpr(e))
		}
		if a.Name != "" {
			c.word(a.Name, a.Span)
		}
		c.exprs(a.Value)
	}
}

func (c *spanChecker) span(what string, s code.Span) {
	if s.Start < 0 || s.End < s.Start || s.End > len(c.src) {
		c.t.Errorf("%q: span %v of %d bytes", what, s, len(c.src))
	}
}

func (c *spanChecker) word(name string, s code.Span) {
	if s.Start < 0 || s.End < s.Start || s.End > len(c.src) || c.src[s.Start:s.End] != name {
		c.t.Errorf("%q does not stand at %v", name, s)
	}
}

// BenchmarkRead reads a whole file, a list of statements, and one that does not parse.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"file", "statements", "broken"} {
		src, err := os.ReadFile("testdata/read/" + name + ".snippet")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Read(string(src))
			}
		})
	}
}
