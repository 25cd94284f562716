package javascript

import (
	"strings"
	"testing"
	"time"

	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
)

func FuzzRead(f *testing.F) {
	for _, src := range snippets(f, "read") {
		f.Add(src)
		for _, line := range strings.SplitAfter(src, "\n") {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		snippet := Read(src)
		codetest.CheckSpans(t, src, snippet.Statements)
		codetest.CheckShape(t, snippet.Statements)
	})
}

func FuzzReadExpression(f *testing.F) {
	for _, seed := range []string{"fs.readFile(path)", "", "a b", "`${a", "a ? b", "({a}) => b", "<A b={c}>{d}</A>", "x as", "[a, b] = c", "a[", "new X", "a<b>(c)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		if e, ok := ReadExpression(src); ok {
			statements := []code.Statement{{Use: e}}
			codetest.CheckSpans(t, src, statements)
			codetest.CheckShape(t, statements)
		}
	})
}

func FuzzType(f *testing.F) {
	for _, seed := range []string{"Foo", "A | B", "(a: A) => B", "{ a: A }", "A extends B ? C : D", "[a?: B]", "x is", "Foo<", "import('m').X", "-1", "<T>(a: T) => T"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		codetest.Guard(t, len(text))
		if e := Type(text); e != nil {
			statements := []code.Statement{{Use: e}}
			codetest.CheckSpans(t, text, statements)
			codetest.CheckShape(t, statements)
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, folder := range []string{"read", "scan"} {
		for _, src := range snippets(f, folder) {
			f.Add([]byte(src), true)
			f.Add([]byte(src), false)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, typescript bool) {
		codetest.Guard(t, len(src))
		file := Scan(src, typescript)
		lines := strings.Count(strings.ToValidUTF8(string(src), "\uFFFD"), "\n") + 1
		checkSymbols(t, file.Symbols, lines)
		for _, in := range file.Imports {
			if in.Module == "" || in.Line < 1 || in.Line > lines {
				t.Fatalf("import %+v of %d lines", in, lines)
			}
		}
	})
}

// checkSymbols fails where a symbol has no name or kind, lies outside of the source, or has more than one line of signature.
func checkSymbols(t *testing.T, list []decl.Symbol, lines int) {
	t.Helper()
	for _, s := range list {
		if s.Name == "" || s.Kind == "" || s.Start < 1 || s.End < s.Start || s.End > lines || s.DocStart > lines {
			t.Fatalf("%s %q from %d to %d of %d lines", s.Kind, s.Name, s.Start, s.End, lines)
		}
		if strings.Contains(s.Signature+s.Type+s.Value, "\n") || len(s.Signature) > signatureBytes+len("const …") {
			t.Fatalf("%s: signature %q, type %q, value %q", s.Name, s.Signature, s.Type, s.Value)
		}
		for _, p := range s.Parameters {
			if p.Name == "" || p.Kind == "" {
				t.Fatalf("%s: parameter %+v", s.Name, p)
			}
		}
		checkSymbols(t, s.Members, lines)
	}
}

// hostile are pieces that cost a careless parser its stack or hours when they are repeated.
var hostile = [...]string{
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

// TestHostile reads 32 kB of each hostile piece, alone and inside of other code, and five megabytes of those that stand for
// nested brackets, texts without an end and lists on one line. What comes out stays small enough to be walked.
func TestHostile(t *testing.T) {
	each := hostileEach
	if testing.Short() {
		each = hostileEach / 8
	}
	for _, unit := range hostile {
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
	Scan([]byte(src), false)
	Scan([]byte(src), true)
	scanned := time.Since(start)
	snippet := Read(src)
	if each := time.Since(start) / time.Duration(size); each > slow {
		t.Logf("%d bytes of %q in %q: scanned in %v, %v in all", size, unit, around, scanned, time.Since(start))
	}
	if n := codetest.CheckSpans(t, src, snippet.Statements); n > 20*len(src)+100 {
		t.Errorf("%q in %q: %d spans in %d bytes", unit, around, n, len(src))
	}
	if size <= hostileEach {
		ReadExpression(src)
		Type(src)
	}
}

// slow is how long a byte takes where it is worth a line of the log.
const slow = 2 * time.Microsecond

func BenchmarkRead(b *testing.B) {
	src := library(b)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Read(src)
	}
}

func BenchmarkScan(b *testing.B) {
	src := []byte(library(b))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Scan(src, true)
	}
}
