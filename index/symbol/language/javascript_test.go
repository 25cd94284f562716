package language_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/javascript"
)

// snippets are the files in a folder of testdata.
func snippets(t testing.TB, folder string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../javascript/testdata/" + folder + "/*.[jt]s*")
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

// TestReadJavaScript compares what snippets are read into with golden files.
func TestReadJavaScript(t *testing.T) {
	for path, src := range snippets(t, "read") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			snippet := javascript.Read(src)
			checkSpans(t, src, snippet.Statements)
			checkShape(t, snippet.Statements)
			codetest.Golden(t, path+".golden", dump(src, snippet))
		})
	}
}

// TestReadCarriageReturnsJavaScript reads a snippet with the line ends of Windows like any other.
func TestReadCarriageReturnsJavaScript(t *testing.T) {
	for path, unix := range snippets(t, "read") {
		if strings.Contains(path, "broken") {
			continue
		}
		windows := strings.ReplaceAll(unix, "\n", "\r\n")
		if got, want := dump(windows, javascript.Read(windows)), dump(unix, javascript.Read(unix)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
		}
	}
}

// TestReadWholeJavaScript reads what answers hold, whole or with parts left out, without taking it for broken.
func TestReadWholeJavaScript(t *testing.T) {
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
		"const { default: f } = await import('m')",
	} {
		if snippet := javascript.Read(src); snippet.Broken || len(snippet.Statements) == 0 {
			t.Errorf("%s: broken %t\n%s", src, snippet.Broken, dump(src, snippet))
		}
	}
}

func TestReadExpressionJavaScript(t *testing.T) {
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
		{"a ? b : c", "??(b, c, a)"},
	} {
		e, ok := javascript.ReadExpression(tt.src)
		if got := show(e); got != tt.want || !ok {
			t.Errorf("%s: got %s, %t, want %s", tt.src, got, ok, tt.want)
		}
	}
	for _, src := range []string{"", "a b", "f(", "a.", "(", "const", "a +", "x y z", "'"} {
		if e, ok := javascript.ReadExpression(src); ok && src != "const" {
			t.Errorf("%q is read as %s", src, show(e))
		}
	}
}

func TestTypeJavaScript(t *testing.T) {
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
		{"(a: A, ...b: B[]) => C", "func() C"},
		{"(A | B)[]", "[]?|(A, B)"},
		{"() => void", "func() void"},
		{"[A, b: B]", "<tuple>"},
		{"{ a: A; b?: B }", "<object>"},
		{"keyof typeof x", "?()"},
		{"A extends B ? C : D", "?(A)"},
		{"T[K]", "?(T)"},
		{"x is Foo", "?(x)"},
		{"'a' | 'b'", "?|(<string>, <string>)"},
		{"| A", "A"},
	} {
		e := javascript.Type(tt.text)
		if got := show(e); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
	for _, text := range []string{"", "a b", "=", "Foo<", "{"} {
		if e := javascript.Type(text); e != nil {
			t.Errorf("%q is read as %s", text, show(e))
		}
	}
}

// TestReadCutsJavaScript cuts the statements at the top of a snippet out of it.
func TestReadCutsJavaScript(t *testing.T) {
	src := "import a from 'a'\nconst b = a\n  .c()\nif (b) {\n  d()\n} else e()\n// end\nx = y; z()\n"
	want := []string{"import a from 'a'", "const b = a\n  .c()", "if (b) {\n  d()\n}", "else e()", "x = y;", "z()"}
	var got []string
	for _, s := range javascript.Read(src).Statements {
		if text := src[s.Span.Start:s.Span.End]; len(got) == 0 || got[len(got)-1] != text {
			got = append(got, text)
		}
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func FuzzReadJavaScript(f *testing.F) {
	for _, src := range snippets(f, "read") {
		f.Add(src)
		for _, line := range strings.SplitAfter(src, "\n") {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		snippet := javascript.Read(src)
		checkSpans(t, src, snippet.Statements)
		checkShape(t, snippet.Statements)
	})
}

func FuzzReadExpressionJavaScript(f *testing.F) {
	for _, seed := range []string{"fs.readFile(path)", "", "a b", "`${a", "a ? b", "({a}) => b", "<A b={c}>{d}</A>", "x as", "[a, b] = c", "a[", "new X", "a<b>(c)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		if e, ok := javascript.ReadExpression(src); ok {
			statements := []code.Statement{{Use: e}}
			checkSpans(t, src, statements)
			checkShape(t, statements)
		}
	})
}

func FuzzTypeJavaScript(f *testing.F) {
	for _, seed := range []string{"Foo", "A | B", "(a: A) => B", "{ a: A }", "A extends B ? C : D", "[a?: B]", "x is", "Foo<", "import('m').X", "-1", "<T>(a: T) => T"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		codetest.Guard(t, len(text))
		if e := javascript.Type(text); e != nil {
			statements := []code.Statement{{Use: e}}
			checkSpans(t, text, statements)
			checkShape(t, statements)
		}
	})
}

// javascriptHostile are pieces that cost a careless parser its stack or hours when they are repeated.
var javascriptHostile = [...]string{
	"(", "[", "{", "f(", "f(a,", "a[", "((((\n", "({", "[{", "({a:", "({a(){", "a=>", "a=>{", "(a)=>", "(a=", "(a:", "(a):a|", "async ", "async(", "!", "-", "typeof ", "await ", "(await ",
	"new ", "new a(", "yield ", "a?", "a?b:", "a.", "a?.", ".b", "()", "[0]", "a+", "a/", "/", "/[", "=/", "=/a/", "a<", "a<a,", "a<b>", "<", "<a", "<a>", "<a ", "<a b={", "<a>{", "</", "<T,>", "(<a>",
	"a>", ">>", "a as ", "a as b|", "a,", "a=", "a=[", "[a=", "[a=[", "({a}=", "...", "...a,", "'", "\"", "`", "`${", "`${a}", "}`", "\\", "'\\\n", "/*", "/**", "/** */", "//", "\n", ";", ":", "@", "@a\n", "@a(", "#", "#a ",
	"if(", "if(a)", "if(a){", "else ", "for(", "for(a of ", "for(const a of ", "while(a)", "do ", "try{", "catch(a){", "switch(a){case ", "case a:", "return ", "a:", "label:{",
	"function ", "function f(", "function f(){", "function(", "class A{", "class A extends ", "class A{a(){", "class A{a=", "class{", "static{", "get a(){", "const a=", "const {", "const {a:", "const [", "const a=b,", "const {a=",
	"var a=()=>", "let ", "var a:", "var a=a=", "a=a=", "a.b=a.b=", "exports.a=exports.a=", "exports.a=1,", "module.exports=", "module.exports={", "A.prototype.b=", "Object.defineProperty(exports,'a',{", "__export(", "Object.assign(exports,{",
	"require('a')", "require(", "const a=require('a'),", "import ", "import{", "import{a,", "import('a')", "import a from 'a'\n", "export ", "export default ", "export{", "export{a as b,", "export*from'a';",
	"interface A{", "interface A extends B,", "interface A{a:", "interface A{<T>(", "type A=", "type A={a:", "type A=B&", "type A<T=", "enum A{", "enum A{a=1,", "namespace A{", "namespace A.", "declare ", "abstract ", "declare module 'a'{",
	"x:a<", "x:a|", "x:{a:", "x:(a:", "x:()=>", "x:a extends b?", "let x:a extends b?c:", "keyof ", "x:[", "a is ", "function f():", "f():a;", "\x00", "\xff", "é", "\u2028", "1.", "0x", "1e", "1..",
	"/** @param {", "/** @param {a} [b] */function f(b){}", "/** x */\n", "=>", "=>{", ")=>{", "){", "]}", "})", ")", "]", "}", "return{", "this.a=", "{this.a=function(){",
}

// Sizes of the hostile texts.
const (
	hostileEach = 12 << 10
	hostileMost = 2 << 20
)

// TestHostileJavaScript reads 32 kB of each hostile piece, alone and inside of other code, and five megabytes of those that stand for
// nested brackets, texts without an end and lists on one line. What comes out stays small enough to be walked.
func TestHostileJavaScript(t *testing.T) {
	each := hostileEach
	if testing.Short() {
		each = hostileEach / 8
	}
	for _, unit := range javascriptHostile {
		for _, around := range [...][2]string{{"", ""}, {"class A { constructor() {", "}}"}, {"const a = {b: `${", "}`}"}, {"function f(a) {", "}"}} {
			readHostile(t, unit, around, each)
		}
	}
	if testing.Short() {
		return
	}
	for _, unit := range [...]string{"(", "[", "{", "f(a,", "a=[", "({a:", "`${", "'\\\n", "\"", "`", "=/[", "<a>{", "<a b={", "a<", "a,", "a+", "a.b=a.b=", "x:()=>", "const a=b,", "function f(){", "class A{a(){"} {
		readHostile(t, unit, [2]string{}, hostileMost)
	}
}

func readHostile(t *testing.T, unit string, around [2]string, size int) {
	src := around[0] + strings.Repeat(unit, size/len(unit)) + around[1]
	start := time.Now()
	javascript.Scan([]byte(src), false)
	javascript.Scan([]byte(src), true)
	scanned := time.Since(start)
	snippet := javascript.Read(src)
	if each := time.Since(start) / time.Duration(size); each > slow {
		t.Logf("%d bytes of %q in %q: scanned in %v, %v in all", size, unit, around, scanned, time.Since(start))
	}
	if n := checkSpans(t, src, snippet.Statements); n > 20*len(src)+100 {
		t.Errorf("%q in %q: %d spans in %d bytes", unit, around, n, len(src))
	}
	if size <= hostileEach {
		javascript.ReadExpression(src)
		javascript.Type(src)
	}
}

// slow is how long a byte takes where it is worth a line of the log.
const slow = 2 * time.Microsecond
