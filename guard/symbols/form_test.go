package symbols

import (
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/symbol/code"
)

// What is never a symbol, by rule, and what is as like it as can be and is one.
func TestFormOf(t *testing.T) {
	tests := map[form][]string{
		noName: {
			"42", "3.11", "-1", "1e-09", "0xff", "1_000", "==", "!=", "()", "[ ]", "2024-05-01", "2006-01-02 15:04", "12:30",
			`"rb"`, `'it'`, `b"\x00"`, `"r", "w"`, `("a", 1)`, `"app.worker"`, `"json.load_file"`, "...", "_", "127.0.0.1:80", "2.0.0", "%.2f", "{:>8}", "$1",
			"https://docs.python.org/3/library/json.html#json.load", "postgres://db/x", "www.example.org/a", "mailto:a@b.c",
			"jane.roe@example.org", "a+b.c@x.io"[2:],
			"report.csv:12:3", "main.go:7", ".py", ".tar.gz", "my-app.log", "docs/index.html:3",
			"/etc/hosts", "./run.sh", "../../etc/passwd", "~/.config/app", "Lib/os/", "src/*.go", "**/*.py", "*.log", `C:\tmp\x.txt`, "2024/05/x", "a//b", "HTTP/1.0", "//go:embed",
			"api.example.org:8080", "localhost:80", "db:5432",
			"v1.2.3", "v1.2.3-rc.1", "rc.1", "app.log.2", "go1.22", "public-v1.2.3.tar.gz",
			"application/json", "text/html; charset=utf-8", "image/*", "text/plain", "application/vnd.api+json", "image/svg+xml",
			"--verbose", "-n 3", "--limit=5", "-race", "-v", "--no-color", "-I, --ignore",
			"go vet", "pip install requests", "notes ls --limit 5", "python -m json.tool", "$ ls", "go test -bench=. -count=3 ./...", "git checkout main", "foo bar", "go 1.25",
			"$HOME", "${XDG_CACHE_HOME}", "HOME=/tmp", "GOFLAGS=-mod=mod",
			"%s", "%(name)s", "%Y-%m-%d", "{x!r}", "{x:.2f}",
			"<name>", "<title>", "{name}", "{{name}}", "</div>", "<br/>",
			`\d+`, `^v\d`, "^abc$", "(?=x)", "[a-z]+", "[^a]*", `(?P<name>x)`, `v(\d+)`, `v(?:x)$`,
			"[c1]", "[c1, c3-c5]", "[[c2]]",
		},
		aDoubt: {
			"config.yaml", "setup.py", "http.go", "server.log", "requests.json", "__init__.py", "backup.tar.gz", "todo.md.bak", "docs/README.md",
			"PATH", "SO_REUSEADDR", "SHA256SUMS", "TLS1_3",
		},
		anAttribute: {
			"server.key", "poetry.lock", "os.env", "go.mod", "Array.prototype.map",
		},
		aPlace: {
			"example.com", "docs.python.org", "mail.example.test",
			"out/reports", "net/http", "image/png", "text/template", "Europe/Berlin", "math/rand/v2", "github.com/spf13/cobra", "@types/node",
		},
		aName: {
			"open", "json.load", "os.path", "os.path.join", "http.Server", "time.Local", "os.name", "asyncio.run", "logging.info",
			"net/http.Server", "math/rand/v2.IntN", "encoding/json.Marshal", "pkg/x.io", "golang.org/x/net/html.Parse", "*csv.ParseError",
			"&http.Server{Addr: \":8080\"}", "**kwargs", "std::fs::read_to_string", "Vec<T>", "map[string]int", "[]byte",
			`open(path, encoding="utf-8")`, `"a".join(parts)`, `urlopen("https://example.org")`, `os.Open("/etc/hosts")`, "-math.inf",
			"x == -1", "a - b", "a == -b", "with con:", "from x import y", "ctx context.Context", "await gather(a, b)", "err != nil", "root / name", "x[1:3]",
			"f(-x)", "limit=5", "LIMIT = 5", "LIMIT == 5", "$scope.apply", "<-ctx.Done()", "{a, b}", "{\"a\": x}", ".value", "@functools.cache",
			"défaut.valeur", "lambda x: x.y", "don't.x", "async.map(x)", "Foo{}.Bar", "p.x", "T", "for range s",
			"json.get(x) # \\d", "get(url)  # https://example.org", "os.env  # see https://example.org", "-n json.get(x)", "LIMIT=json.get()", "%timeit json.get(x)",
			"{json.get(x)!r}", "regexp.MustCompile(`\\d+`)", "text/html; json.get(x)", "<json.get(x)>",
		},
	}
	for want, words := range tests {
		for _, w := range words {
			if got := formOf(w); got != want {
				t.Errorf("%q is %d, want %d", w, got, want)
			}
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for info, want := range map[string]string{
		"": "", "py": "python", "python3": "python", " Python title=x": "python", "pycon": "python", "golang": "go", "go": "go",
		"mjs": "javascript", "node": "javascript", "ts": "typescript", "console": "console", "zsh": "zsh", "{python}": "python",
		"{.py .numberLines}": "python", "js:app.js": "javascript", "rust,ignore": "rust", "text\r": "text",
	} {
		if got := languageOf(info); got != want {
			t.Errorf("%q is %q, want %q", info, got, want)
		}
	}
}

// pieceCases hold an answer, and its pieces as "kind:text" joined by " | ".
var pieceCases = []struct{ answer, want string }{
	{"Use json.load and os.path.join.", "json.load | os.path.join"},
	{"Call xml.etree.ElementTree.parse(), then root.iter(\"a\").", "xml.etree.ElementTree.parse() | root.iter(\"a\")"},
	{"Call name() or open(path, encoding=\"utf-8\"), not open.", "name() | open(path, encoding=\"utf-8\")"},
	{"Paths: Path(\"x\").read_text(encoding=\"utf-8\").strip() works.", "Path(\"x\").read_text(encoding=\"utf-8\").strip()"},
	{"split(\")\") splits", "split(\")\")"},
	{"Each file(s) and class(es), open(2), Knuth(1984).", ""},
	{"String::from_utf8 and std::fs::read(p)", "String::from_utf8 | std::fs::read(p)"},
	{"a net/http.Server, math/rand/v2.IntN(5), json.load/json.loads", "net/http.Server | math/rand/v2.IntN(5) | json.load | json.loads"},
	{"http.Server-like, os.path:it, non-http.Server, ML-KEM.KeyGen()", "http.Server | os.path"},
	{"**json.load**, *json.dump*, _json.loads_, (json.dumps), “json.tool”, “obj.__dict__”", "json.load | json.dump | json.loads | json.dumps | json.tool | obj.__dict__"},
	{"@functools.cache and ::std::fs::read", "functools.cache | std::fs::read"},
	{"e.g. this, i.e. that, the U.S.A., Ph.D, a.m, v1.2.3, 3.11, Fig.3, done.The end", ""},
	{"See https://docs.python.org/3/library/json.html#json.load, /usr/lib/os.path, a.b@c.org, and/or", ""},
	{"[json.load](https://example.org/json.load) and [x](docs/json.load.md) [c1]", "json.load"},
	{"Cited [c1]. See json.load [c2][c3].", "json.load"},
	{"`json.load` and ``a `x` b()`` and ` p.read_text() `", "`json.load | `a `x` b() | `p.read_text()"},
	{"`config.yaml` `--verbose` `v1.2.3` `[c1]` `/etc/hosts` `go vet` `` ` `` `\"x\"`", "`config.yaml"},
	{"`open` json.load` unclosed", "`open | json.load"},
	{"> See `a.b(x,\n> y=1)` and\n> io.Copy", "`a.b(x,\n  y=1) | io.Copy"},
	{"```py\nimport os\n\n  x\n```\nThen os.x.", "python{import os\n\n  x} | os.x"},
	{"~~~ GoLang\na.B()\n```\n~~~~", "go{a.B()\n```}"},
	{"```\nopen", "{open}"},
	{"```py", ""},
	{"```py\n```", ""},
	{"```py\n\n  \n```", ""},
	{"````md\n```py\nx\n```\n````", "md{```py\nx\n```}"},
	{"> ```js\n> f(a)\n> if (a > b) {}\n> ```", "javascript{  f(a)\n  if (a > b) {}}"},
	{"1. Do\n   ```sh\n   ls -l\n   ```\n2. See io.Copy", "sh{   ls -l} | io.Copy"},
	{"Do:\n\n    x = json.load_file(\"a\")\n", "json.load_file(\"a\")"},
	{"| Name | Use |\n|---|---|\n| `a.b` | c.d() |", "`a.b | c.d()"},
	{"# About json.load", "json.load"},
}

func TestPieces(t *testing.T) {
	for _, tt := range pieceCases {
		pieces := Pieces(guard.Parse(tt.answer))
		checkPieces(t, tt.answer, pieces)
		var got []string
		for _, p := range pieces {
			switch p.Kind {
			case code.Fenced:
				got = append(got, p.Language+"{"+p.Text+"}")
			case code.Inline:
				got = append(got, "`"+p.Text)
			default:
				got = append(got, p.Text)
			}
		}
		if s := strings.Join(got, " | "); s != tt.want {
			t.Errorf("%q:\n got %q\nwant %q", tt.answer, s, tt.want)
		}
	}
}
