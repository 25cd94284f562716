package language_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/python"
)

// TestReadPython compares what snippets are read into with golden files. They stand for what models write and notebooks hold.
func TestReadPython(t *testing.T) {
	paths, err := filepath.Glob("../python/testdata/read/*.py")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no snippets: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			src := string(data)
			snippet := python.Read(src)
			checkSpans(t, src, snippet.Statements)
			codetest.Golden(t, strings.TrimSuffix(path, ".py")+".golden", dump(src, snippet))
		})
	}
}

// TestReadCarriageReturnsPython reads a snippet with the line ends of Windows like any other.
func TestReadCarriageReturnsPython(t *testing.T) {
	for _, name := range []string{"scopes", "blocks", "transcript", "notebook"} {
		data, err := os.ReadFile("../python/testdata/read/" + name + ".py")
		if err != nil {
			t.Fatal(err)
		}
		unix := string(data)
		windows := strings.ReplaceAll(unix, "\n", "\r\n")
		if got, want := dump(windows, python.Read(windows)), dump(unix, python.Read(unix)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestReadCutsPython cuts the statements at the top of a snippet out of it.
func TestReadCutsPython(t *testing.T) {
	src := "import os\n\n@cached\ndef f(x):\n    return x\n\ntry:\n    f(1); g(2)\nexcept OSError:\n    pass # why\na = 1; b = [\n  2]\n"
	want := []string{"import os", "@cached\ndef f(x):\n    return x", "try:\n    f(1); g(2)\nexcept OSError:\n    pass", "a = 1", "b = [\n  2]"}
	var got []string
	for _, s := range python.Read(src).Statements {
		if text := src[s.Span.Start:s.Span.End]; len(got) == 0 || got[len(got)-1] != text {
			got = append(got, text)
		}
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestReadArgumentSpansPython(t *testing.T) {
	src := "p.open(mode='r', **more)"
	args := python.Read(src).Statements[0].Use.Args
	if got := args[0].Span; src[got.Start:got.End] != "mode" || args[1].Star != 2 || args[1].Span != (code.Span{}) {
		t.Errorf("got %+v", args)
	}
}

func FuzzReadPython(f *testing.F) {
	paths, _ := filepath.Glob("../python/testdata/read/*.py")
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
		snippet := python.Read(src)
		checkSpans(t, src, snippet.Statements)
		checkShape(t, snippet.Statements)
	})
}

func FuzzReadExpressionPython(f *testing.F) {
	for _, seed := range []string{`Path.read_text(encoding="utf-8")`, "p.walk", "json.load_file()", "", "a b", "[x for x in y]", "f'{a!r:>{w}}'", "(a := b)", "not", "a[", "lambda: 0", "match"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		e, ok := python.ReadExpression(src)
		if ok {
			statements := []code.Statement{{Use: e}}
			checkSpans(t, src, statements)
			checkShape(t, statements)
		}
	})
}

func FuzzTypePython(f *testing.F) {
	for _, seed := range []string{"Path", "list['Path']", "Optional[Path]", "X | None", "'\"Path\"'", "Callable[[int], X]", "Union[()]", "Literal['a']", "Annotated[()]", "'", "x[", "*Ts"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		codetest.Guard(t, len(text))
		if e := python.Type(text); e != nil {
			statements := []code.Statement{{Use: e}}
			checkSpans(t, text, statements)
			checkShape(t, statements)
		}
	})
}

// pythonHostile are pieces of source that cost a careless parser its stack or hours when they are repeated.
var pythonHostile = []string{
	"(", "[", "{", "f(", "f(a,", "a[", "((((\n", "[[[[\n", "f(a,\n", "f(\n", "f(a=\n", "not ", "-", "a**", "await ", "lambda:", "lambda x=", "yield ", "a if b else ",
	"a.", "a.b", ".b", "()", "[0]", "a+", "a/", "a or ", "a<", "a,", "a=", "*a,", "a,*b=", "if a:", "if a:\n ", "else:\n", "for a in ", "for a in b:", "with (", "with a as b,", "with (a) ",
	"[a for a in ", "[(a,a) for a in ", "{a:a for a in ", "(a for b in c ", "x:'", "x:\"a[", "x:a|", "x:a[", "x:'a'|", "def f(", "def f(a=", "class A(", "class A:\n ", "@", "@a\n", "import ", "import a,", "import a.",
	"from ", "from .", "from a import (", "match (", "match a:\n case ", "match (\n", "match a", "case a:", "|", "try:\n", "except a as b:\n", "'", "\"", "'''", "\"\"\"", "\\\"\"\"\n", "\\'\\\n", "$'\\\n", "'\\\n", "f'{", "f'{a", "f'{a:{",
	"f'''{(", "f\"\"\"{a:", "{a:{", "{\\\"", "\\N{", "f'{f\"{", ">>> ", ">>> a\n", "... ", ">>>\n...\n", "In [1]: ", "%%\n", "!a\n", "?", "a?\n", ";", "a;", ":", "=", ":=", "(a:=", "```\n", "\\\n", "\t", " \n", "\x00", "\xff", "é", "a b\n", "print a,", "print ", "del ", "#", "x: int = ", "type a = ", "type ",
	"a: b;", "{", "{**", "{a:", "(yield ", "=!", "a = !", "global a,", "return ", "async ", "async for ", "0x", "1.", "...", "….",
}

// TestReadHostilePython reads 64 kB of each hostile piece, alone, in a pattern and in an f-string, and five megabytes of
// the worst. What is read stays small enough to be walked.
func TestReadHostilePython(t *testing.T) {
	check := func(src string) {
		t.Helper()
		if n := checkSpans(t, src, python.Read(src).Statements); n > 20*len(src)+100 {
			t.Errorf("%q…: %d spans in %d bytes", src[:20], n, len(src))
		}
	}
	for _, unit := range pythonHostile {
		src := strings.Repeat(unit, 24<<10/len(unit))
		check(src)
		check("match a:\n case " + src)
		check("f'''" + src + "'''")
		python.ReadExpression(src)
		python.Type(src)
	}
	if testing.Short() {
		return
	}
	for _, unit := range []string{"(", "[", "[[[[\n", "f(a,\n", "[a for a in ", "a.b", "a, ", "\\\"\"\"\n", "$'\\\n", ">>> a\n", "if a:\n "} {
		check(strings.Repeat(unit, 5<<20/len(unit)))
	}
}

func TestReadExpressionPython(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{`Path.read_text(encoding="utf-8")`, "Path.read_text(encoding=<str>)"},
		{"p.walk", "p.walk"},
		{" json.load_file() ", "json.load_file()"},
		{"f(*args, **kwargs)", "f(*args, **kwargs)"},
		{"open(path, ...)", "open(path, *?...())"},
		{"os.environ['HOME']", `os.environ["HOME"]`},
		{"a['x'][0]['it\\'s'][b'y'][f'{z}'][:n]", `a["x"][<int>][<str>][<bytes>][<str z>][<slice n>]`},
		{"await client.get(\n    url,\n)", "awaited client.get(url)"},
		{"(yield)", "?yield()"},
		{"a, b", "<tuple a, b>"},
		{"()", "<tuple>"},
		{"{}", "<dict>"},
		{"{**a, 'k': v}", "<dict ?(), ?**(a), <str>, v>"},
		{"{a, *b}", "<set a, ?*(b)>"},
		{"-1 if x else not y", "?if(<int>, <bool y>, x)"},
		{"a < b <= c", "?(a, b, c)"},
		{"a is not b", "?is(a, b)"},
		{"a not in b and c", "?and(?not(a, b), c)"},
		{"a + b * c ** -d + e", "?+(a, ?*(b, ?**(c, ?-(d))), e)"},
		{"a / b / 'c'", "?/(a, b, <str>)"},
		{"a / b * c", "?(a, b, c)"},
		{"[y := f(x), y]", "<list y, y>"},
		{"lambda x: x.y", "?lambda()"},
		{"(a)(b)", "a(b)"},
		{"f(x for x in y)", "f(<generator>)"},
		{"[p.stem.upper(q) for p in d]", "<list>"},
		{"1_000", "<int>"},
		{"0xe", "<int>"},
		{"1e3", "<float>"},
		{"2J", "<float>"},
		{"b'' rb''", "<bytes>"},
		{"größe.π", "größe.π"},
		{"t'{x}'", "?(x)"},
	} {
		e, ok := python.ReadExpression(test.src)
		if !ok {
			t.Errorf("%q is no expression", test.src)
		} else if got := show(e); got != test.want {
			t.Errorf("%q: got %s, want %s", test.src, got, test.want)
		}
	}
	for _, src := range []string{"", " ", "a b", "x = 1", "import os", "p.", "f(", "f(a b)", "--flag=x y", "def f(): pass", "a[", "'", "$HOME", "a; b", "pip install x", "if", "for x in y", "(a for)", "x ? y", "a)", strings.Repeat("(", 200+1) + "a" + strings.Repeat(")", 200+1)} {
		if e, ok := python.ReadExpression(src); ok {
			t.Errorf("%.20q: got %s, want none", src, show(e))
		}
	}
}

func TestTypePython(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Path", "Path"},
		{"pathlib.Path", "pathlib.Path"},
		{"list[Path]", "list[Path]"},
		{"dict[str, list['Path']]", "dict[str, list[Path]]"},
		{"Optional[Path]", "Path"},
		{"typing.Optional['Path']", "Path"},
		{"Path | None", "Path"},
		{"None | 'Path'", "Path"},
		{"Union[None, Path]", "Path"},
		{"int | str | None", "?|(int, str, <None>)"},
		{"Union[int, str]", "?|(int, str)"},
		{"'Path'", "Path"},
		{`"list['Path']"`, "list[Path]"},
		{`"a" 'b'`, "<str>"},
		{"'Path | None'", "Path"},
		{"'not a type'", "<str>"},
		{"typing.Iterator[Match[str]]", "typing.Iterator[Match[str]]"},
		{"type[X]", "type[X]"},
		{"Callable[[int, 'Y'], X]", "Callable[<list int, Y>, X]"},
		{"Callable[..., X]", "Callable[?...(), X]"},
		{"tuple[int, ...]", "tuple[int, ?...()]"},
		{"Annotated[Path, 'note']", "Path"},
		{"ClassVar[dict[str, int]]", "dict[str, int]"},
		{"Final", "Final"},
		{"Literal['a', 'b']", "Literal[<str>, <str>]"},
		{"list[Optional[Path]]", "list[Path]"},
		{"None", "<None>"},
		{"*Ts", "?*(Ts)"},
		{"dict[\n  str,\n  int\n]", "dict[str, int]"},
		{"", "nil"},
		{"a b", "nil"},
		{"list[", "nil"},
		{"str, optional", "nil"},
	} {
		if got := show(python.Type(test.text)); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}
