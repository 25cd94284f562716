package golang

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
		s := Read(src)
		checkSpans(t, src, s)
		pieces := readPieces(src)
		if _, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution); err == nil && !pieces.Broken && !reflect.DeepEqual(s, pieces) {
			t.Errorf("a whole file is read otherwise than its pieces")
		}
	})
}

// TestReadFile: whole files are read as their pieces are, and their outlines are the same but for what stands in functions.
func TestReadFile(t *testing.T) {
	root := goroot(t)
	for _, pattern := range []string{"go/ast/*.go", "net/http/*.go", "runtime/proc*.go", "slices/*.go", "syscall/*linux*.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			src := string(text)
			whole, pieces := Read(src), readPieces(src)
			if !reflect.DeepEqual(whole, pieces) {
				t.Errorf("%s is read otherwise than its pieces", name)
			}
			outline, doc := Outline(src)
			if !slices.EqualFunc(outline.Statements, whole.Statements, sameHead) {
				t.Errorf("the outline of %s declares something else", name)
			}
			files := token.NewFileSet()
			clause, _ := parser.ParseFile(files, "", src, parser.ParseComments|parser.PackageClauseOnly)
			if said := src[doc.Start:doc.End]; (clause.Doc == nil) != (said == "") || clause.Doc != nil && said != src[clause.Doc.Pos()-1:clause.Doc.End()-1] {
				t.Errorf("%s says of its package %q", name, said)
			}
		}
	}
}

// sameHead tells whether two statements declare the same.
func sameHead(a, b code.Statement) bool {
	if a.Scope == nil || b.Scope == nil {
		return reflect.DeepEqual(a, b)
	}
	x, y := *a.Scope, *b.Scope
	if x.Kind == code.FunctionScope {
		x.Statements, y.Statements = nil, nil
	}
	return a.Span == b.Span && reflect.DeepEqual(x, y)
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
