package javascript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
)

// snippets are the files in a folder of testdata.
func snippets(t testing.TB, folder string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/" + folder + "/*.[jt]s*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no snippets: %v", err)
	}
	all := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, ".golden") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = string(data)
	}
	return all
}

// TestRead compares what snippets are read into with golden files.
func TestRead(t *testing.T) {
	for path, src := range snippets(t, "read") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			snippet := Read(src)
			codetest.CheckSpans(t, src, snippet.Statements)
			codetest.CheckShape(t, snippet.Statements)
			codetest.Golden(t, path+".golden", codetest.Dump(src, snippet))
		})
	}
}

// TestReadCarriageReturns reads a snippet with the line ends of Windows like any other.
func TestReadCarriageReturns(t *testing.T) {
	for path, unix := range snippets(t, "read") {
		if strings.Contains(path, "broken") {
			continue
		}
		windows := strings.ReplaceAll(unix, "\n", "\r\n")
		if got, want := codetest.Dump(windows, Read(windows)), codetest.Dump(unix, Read(unix)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
		}
	}
}

// TestReadWhole reads what answers hold, whole or with parts left out, without taking it for broken.
func TestReadWhole(t *testing.T) {
	for _, src := range []string{
		"for (const [a, b] of pairs) f(a, b)",
		"for (const {id, ...rest}: Row of rows) f(id)",
		"for (let i = 0, n = xs.length; i < n; i++) f(xs[i])",
		"for (;;) f()",
		"for await (const chunk of stream) f(chunk)",
		"try { f() } catch (error: unknown) { g(error) } finally { h() }",
		"const client = make()\n...\nclient.get()",
		"const { a, ... } = f()",
		"import { a, ... } from 'm'",
		"[a[i], b.c] = [b.c, a[i]]",
		"f({ x: 1, ... }, ...)",
		"export const f = async <T,>(x: T): Promise<T> => x",
		"const C = class extends B { static #n = 1; get n() { return C.#n } }",
		"abstract class A<T> extends mixin(B)<T> implements I, J { abstract f(): void; [key: string]: unknown }",
		"declare module 'm' { export function f(): void }",
		"const { default: f } = await import('m')",
	} {
		if snippet := Read(src); snippet.Broken || len(snippet.Statements) == 0 {
			t.Errorf("%s: broken %t\n%s", src, snippet.Broken, codetest.Dump(src, snippet))
		}
	}
}

func TestReadExpression(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"fs.readFile(path, 'utf8')", "fs.readFile(path, <string>)"},
		{"new Map([[1, 2]]).get(1)", "Map(<array <array <number>, <number>>>).get(<number>)"},
		{"a?.b?.[0]?.(c)", "a.b[<number>](c)"},
		{"x!.y as Foo", "a Foo"},
		{"await fetch(url)", "awaited fetch(url)"},
		{"`${a.b} and ${c()}`", "<string a.b, c()>"},
		{"a['key']", `a["key"]`},
		{"a < b && c >> 2", "?(a, b, c, <number>)"},
		{"f<T>(x)", "f(x)"},
		{"{ a: b, ...c }", "<object <string>, b, ?(), ?...(c)>"},
		{"useState(...)", "useState(*?...())"},
		{"require('m').x", "require('m').x"},
		{"a / b / c", "?/(a, b, c)"},
		{"/a[/]b/g.test(x)", "<regexp>.test(x)"},
		{"!a", "<boolean a>"},
		{"<Foo.Bar a={b}>{c}</Foo.Bar>", "?jsx(Foo.Bar, b, c)"},
		{"<div/>", "?jsx()"},
		{"a ? b : c", "??(b, c, a)"},
	} {
		e, ok := ReadExpression(tt.src)
		if got := codetest.Show(e); got != tt.want || !ok {
			t.Errorf("%s: got %s, %t, want %s", tt.src, got, ok, tt.want)
		}
	}
	for _, src := range []string{"", "a b", "f(", "a.", "(", "const", "a +", "x y z", "'"} {
		if e, ok := ReadExpression(src); ok && src != "const" {
			t.Errorf("%q is read as %s", src, codetest.Show(e))
		}
	}
}

func TestType(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Foo", "Foo"},
		{"a.b.Foo<Bar, string>", "a.b.Foo[Bar, string]"},
		{"Foo[]", "[]Foo"},
		{"readonly Foo[][]", "[][]Foo"},
		{"Array<Foo | null>", "[]Foo"},
		{"Foo | undefined", "Foo"},
		{"A | B", "?|(A, B)"},
		{"Partial<Foo>", "Foo"},
		{"Promise<Foo>", "Promise[Foo]"},
		{"(a: A, ...b: B[]) => C", "func(A, []B) C"},
		{"(A | B)[]", "[]?|(A, B)"},
		{"() => void", "func() void"},
		{"[A, b: B]", "<tuple A, B>"},
		{"{ a: A; b?: B }", "<object <string>, A, <string>, B>"},
		{"keyof typeof x", "?keyof(?typeof(x))"},
		{"A extends B ? C : D", "?(A)"},
		{"T[K]", "?[](T, K)"},
		{"x is Foo", "<boolean>"},
		{"'a' | 'b'", "?|(<string>, <string>)"},
		{"| A", "A"},
	} {
		e := Type(tt.text)
		if got := codetest.Show(e); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
	for _, text := range []string{"", "a b", "=", "Foo<", "{"} {
		if e := Type(text); e != nil {
			t.Errorf("%q is read as %s", text, codetest.Show(e))
		}
	}
}

func TestBuiltin(t *testing.T) {
	for _, name := range []string{"console", "fetch", "Promise", "process", "this", "string", "Omit", "document"} {
		if !Builtin(name) {
			t.Errorf("%s is not known", name)
		}
	}
	for _, name := range []string{"express", "React", "$", "foo"} {
		if Builtin(name) {
			t.Errorf("%s is known", name)
		}
	}
}

// TestReadCuts cuts the statements at the top of a snippet out of it.
func TestReadCuts(t *testing.T) {
	src := "import a from 'a'\nconst b = a\n  .c()\nif (b) {\n  d()\n} else e()\n// end\nx = y; z()\n"
	want := []string{"import a from 'a'", "const b = a\n  .c()", "if (b) {\n  d()\n}", "else e()", "x = y;", "z()"}
	var got []string
	for _, s := range Read(src).Statements {
		if text := src[s.Span.Start:s.Span.End]; len(got) == 0 || got[len(got)-1] != text {
			got = append(got, text)
		}
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
