package python

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
)

func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/read/*.py")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
		for _, line := range strings.SplitAfter(string(data), "\n") {
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
	for _, seed := range []string{`Path.read_text(encoding="utf-8")`, "p.walk", "json.load_file()", "", "a b", "[x for x in y]", "f'{a!r:>{w}}'", "(a := b)", "not", "a[", "lambda: 0", "match"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		e, ok := ReadExpression(src)
		if ok {
			statements := []code.Statement{{Use: e}}
			codetest.CheckSpans(t, src, statements)
			codetest.CheckShape(t, statements)
		}
	})
}

func FuzzType(f *testing.F) {
	for _, seed := range []string{"Path", "list['Path']", "Optional[Path]", "X | None", "'\"Path\"'", "Callable[[int], X]", "Union[()]", "Literal['a']", "Annotated[()]", "'", "x[", "*Ts"} {
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

// hostile are pieces of source that cost a careless parser its stack or hours when they are repeated.
var hostile = []string{
	"(", "[", "{", "f(", "f(a,", "a[", "((((\n", "[[[[\n", "f(a,\n", "f(\n", "f(a=\n", "not ", "-", "a**", "await ", "lambda:", "lambda x=", "yield ", "a if b else ",
	"a.", "a.b", ".b", "()", "[0]", "a+", "a/", "a or ", "a<", "a,", "a=", "*a,", "a,*b=", "if a:", "if a:\n ", "else:\n", "for a in ", "for a in b:", "with (", "with a as b,", "with (a) ",
	"[a for a in ", "[(a,a) for a in ", "{a:a for a in ", "(a for b in c ", "x:'", "x:\"a[", "x:a|", "x:a[", "x:'a'|", "def f(", "def f(a=", "class A(", "class A:\n ", "@", "@a\n", "import ", "import a,", "import a.",
	"from ", "from .", "from a import (", "match (", "match a:\n case ", "match (\n", "match a", "case a:", "|", "try:\n", "except a as b:\n", "'", "\"", "'''", "\"\"\"", "\\\"\"\"\n", "\\'\\\n", "$'\\\n", "'\\\n", "f'{", "f'{a", "f'{a:{",
	"f'''{(", "f\"\"\"{a:", "{a:{", "{\\\"", "\\N{", "f'{f\"{", ">>> ", ">>> a\n", "... ", ">>>\n...\n", "In [1]: ", "%%\n", "!a\n", "?", "a?\n", ";", "a;", ":", "=", ":=", "(a:=", "```\n", "\\\n", "\t", " \n", "\x00", "\xff", "é", "a b\n", "print a,", "print ", "del ", "#", "x: int = ", "type a = ", "type ",
	"a: b;", "{", "{**", "{a:", "(yield ", "=!", "a = !", "global a,", "return ", "async ", "async for ", "0x", "1.", "...", "….",
}

// TestReadHostile reads 64 kB of each hostile piece, alone, in a pattern and in an f-string, and five megabytes of
// the worst. What is read stays small enough to be walked.
func TestReadHostile(t *testing.T) {
	check := func(src string) {
		t.Helper()
		if n := codetest.CheckSpans(t, src, Read(src).Statements); n > 20*len(src)+100 {
			t.Errorf("%q…: %d spans in %d bytes", src[:20], n, len(src))
		}
	}
	for _, unit := range hostile {
		src := strings.Repeat(unit, 24<<10/len(unit))
		check(src)
		check("match a:\n case " + src)
		check("f'''" + src + "'''")
		ReadExpression(src)
		Type(src)
	}
	if testing.Short() {
		return
	}
	for _, unit := range []string{"(", "[", "[[[[\n", "f(a,\n", "[a for a in ", "a.b", "a, ", "\\\"\"\"\n", "$'\\\n", ">>> a\n", "if a:\n "} {
		check(strings.Repeat(unit, 5<<20/len(unit)))
	}
}

func BenchmarkRead(b *testing.B) {
	src := library(b)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Read(src)
	}
}
