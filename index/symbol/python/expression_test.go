package python

import (
	"os/exec"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
)

func TestReadExpression(t *testing.T) {
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
		{"f(x for x in y)", "f(<generator item of y>)"},
		{"[p.stem.upper(q) for p in d]", "<list item of d.stem.upper(?())>"},
		{"[(k, v[0]) for k, v in d.items()]", "<list <tuple item of d.items()#0, item of d.items()#1[]>>"},
		{"[x for x in a for x in x.b]", "<list item of item of a.b>"},
		{"[d / f for f in x]", "<list ?/(d)>"},
		{"1_000", "<int>"},
		{"0xe", "<int>"},
		{"1e3", "<float>"},
		{"2J", "<complex>"},
		{"b'' rb''", "<bytes>"},
		{"größe.π", "größe.π"},
		{"t'{x}'", "?(x)"},
	} {
		e, ok := ReadExpression(test.src)
		if !ok {
			t.Errorf("%q is no expression", test.src)
		} else if got := codetest.Show(e); got != test.want {
			t.Errorf("%q: got %s, want %s", test.src, got, test.want)
		}
	}
	for _, src := range []string{"", " ", "a b", "x = 1", "import os", "p.", "f(", "f(a b)", "--flag=x y", "def f(): pass", "a[", "'", "$HOME", "a; b", "pip install x", "if", "for x in y", "(a for)", "x ? y", "a)", strings.Repeat("(", maxNesting+1) + "a" + strings.Repeat(")", maxNesting+1)} {
		if e, ok := ReadExpression(src); ok {
			t.Errorf("%.20q: got %s, want none", src, codetest.Show(e))
		}
	}
}

func TestType(t *testing.T) {
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
		if got := codetest.Show(Type(test.text)); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}

func TestBuiltin(t *testing.T) {
	for word, want := range map[string]bool{
		"print": true, "open": true, "ExceptionGroup": true, "aiter": true, "__import__": true, "__name__": true, "None": true, "lambda": true, "match": true, "_": true, "exit": true,
		"Path": false, "unicode": false, "xrange": false, "PythonFinalizationError": false, "": false, "Print": false,
	} {
		if Builtin(word) != want {
			t.Errorf("Builtin(%q) is %v", word, !want)
		}
	}
}

// TestBuiltinNames compares the table with an installed Python 3.11.
func TestBuiltinNames(t *testing.T) {
	out, err := exec.Command("python3", "-c", "import builtins, keyword, sys\nassert sys.version_info[:2] == (3, 11)\nprint(*dir(builtins), *keyword.kwlist, *keyword.softkwlist)").Output()
	if err != nil {
		t.Skip("python3 is not installed, or not 3.11")
	}
	for _, word := range strings.Fields(string(out)) {
		if !Builtin(word) {
			t.Errorf("%s is missing", word)
		}
	}
}
