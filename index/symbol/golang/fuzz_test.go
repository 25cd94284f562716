package golang

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
)

var seeds = []string{
	"", "package p", shop, "x := ...", "f(…)", "a.b(c)[\"d\"].e", "switch x := y.(type) { case *T: x.z }", "func f(a, b ...int) {",
	"if x { } else if", "type T struct { A; *b.C; d, e int }", "[]T{{x: 1}, {2}}", "`open", "\"open", "/* open", "'", "\xff\x00",
	"var _, a = f()", "}{)(][", "import (\n\"a\"\n...\n)", "a\r\nb", "//line x:1\nfoo.Bar()", "func (r *T[K]) m() { r.x = 1 }", "case x: y", "\ufeffx",
}

func addSeeds(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	files, err := filepath.Glob("testdata/read/*.snippet")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
}

func FuzzScan(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		lines := strings.Count(src, "\n") + 1
		var check func(list []decl.Symbol)
		check = func(list []decl.Symbol) {
			for _, s := range list {
				if s.Name == "" || s.Kind == "" || s.Start < 1 || s.End < s.Start || s.End > lines || s.DocStart > lines || (s.Doc == "") != (s.DocStart == 0) {
					t.Errorf("%+v in %d lines", s, lines)
				}
				for _, text := range []string{s.Signature, s.Type, s.Value} {
					if strings.Contains(text, "\n") {
						t.Errorf("%q is more than a line", text)
					}
				}
				check(s.Members)
			}
		}
		check(Scan([]byte(src)).Symbols)
	})
}

func FuzzRead(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		checkSpans(t, src, Read(src))
	})
}

func FuzzReadExpression(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		if e, ok := ReadExpression(src); ok {
			checkSpans(t, src, code.Snippet{Statements: []code.Statement{{Use: e}}})
		}
	})
}

func FuzzType(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		if e := Type(src); e != nil {
			checkSpans(t, src, code.Snippet{Statements: []code.Statement{{Use: e}}})
		}
	})
}
