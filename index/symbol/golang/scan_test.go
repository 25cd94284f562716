package golang

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
)

const shop = `// Package shop sells.
package shop // import "example.org/shop"

import (
	"flag"
	. "fmt"
	_ "embed"
	mrand "math/rand/v2"
	"gopkg.in/yaml.v3"
)

// Level says how much.
type Level int

// Levels.
const (
	Low Level = iota // the least
	_
	Mid
	High, Top = Level(10), "x"
)

const (
	A = 1 << iota
	B
)

var (
	// ErrGone is gone.
	ErrGone     = Println("gone")
	in, out     = pair()
	limit   int = 3
)

type (
	// Node is a node.
	Node[K comparable, V any] struct {
		// Key is a key.
		Key        K
		left, Right *Node[K, V] // children
		mrand.Rand
		*Wide[K]
		At struct{ X, Y int }
		_  int
	}
	Alias = mrand.PCG
	Handler func(w Writer,
		n ...int,
	) error
)

// Writer writes.
type Writer interface {
	Reader
	~int | ~string
	// Write writes.
	Write(p []byte) (n int, err error)
}

func init() {}

// Sum adds.
//
//go:noinline
func Sum[T any](first T, rest ...T) (a, b T, _ error) {
	return
}

func (n *Node[Key, _]) Add(Key) {}

func main() {
	fs := flag.NewFlagSet("x", 0)
	fs.Duration("timeout", 5*second, "limit "+"per request")
	flag.BoolVar(&b, "verbose", false, "print more")
	cmd.Flags().StringVarP(&s, "name", "n", "", "the name")
	slog.String("file", path)
	fs.String(name, "", "not constant")
}
`

func TestScan(t *testing.T) {
	file := Scan([]byte(shop))
	if file.Language != "go" || file.Package != "shop" || file.Doc != "Package shop sells." || file.BestEffort {
		t.Errorf("file: %+v", file)
	}
	imports := []decl.Import{
		{Module: "flag", As: "flag", Line: 5}, {Module: "fmt", Name: "*", As: ".", Line: 6}, {Module: "embed", Line: 7},
		{Module: "math/rand/v2", As: "mrand", Line: 8}, {Module: "gopkg.in/yaml.v3", As: "yaml", Line: 9},
	}
	if !reflect.DeepEqual(file.Imports, imports) {
		t.Errorf("imports: %+v", file.Imports)
	}
	want := strings.TrimSpace(`
13-13 type Level: type Level int | type int | doc 12 Level says how much.
17-17 constant Low: const Low Level = iota | type Level | value iota | doc 17 the least
19-19 constant Mid: const Mid Level | type Level
20-20 constant High: const High = Level(10) | value Level(10)
20-20 constant Top: const Top = "x" | value "x"
24-24 constant A: const A = 1 << iota | value 1 << iota
25-25 constant B: const B | value 1 << iota
30-30 variable ErrGone: var ErrGone = Println("gone") | value Println("gone") | doc 29 ErrGone is gone.
31-31 variable in: var in
31-31 variable out: var out
32-32 variable limit: var limit int = 3 | type int | value 3
37-45 type Node: type Node[K comparable, V any] struct | params K comparable, V any | bases mrand.Rand, *Wide[K] | doc 36 Node is a node.
  39-39 field Key: Key K | type K | doc 38 Key is a key.
  40-40 field left: left *Node[K, V] | type *Node[K, V] | doc 40 children
  40-40 field Right: Right *Node[K, V] | type *Node[K, V] | doc 40 children
  41-41 field Rand: mrand.Rand | type mrand.Rand
  42-42 field Wide: *Wide[K] | type *Wide[K]
  43-43 field At: At struct{ X, Y int } | type struct{ X, Y int }
    43-43 field X: X int | type int
    43-43 field Y: Y int | type int
46-46 type Alias: type Alias = mrand.PCG | value mrand.PCG
47-49 type Handler: type Handler func(w Writer, n ...int) error | type func(w Writer, n ...int) error
53-58 interface Writer: type Writer interface | bases Reader, ~int | ~string | doc 52 Writer writes.
  57-57 method Write: Write(p []byte) (n int, err error) | (p positional []byte) | returns int, error | doc 56 Write writes.
65-67 function Sum: func Sum[T any](first T, rest ...T) (a, b T, _ error) | params T any | (first positional T) | (rest variadic ...T) | returns T, T, error | doc 62 Sum adds.
69-69 method Node.Add: func (n *Node[Key, _]) Add(Key) | params Key, _ | ( positional Key)
71-78 function main: func main()`)
	if got := dumpSymbols(file.Symbols, ""); got != want {
		t.Errorf("symbols:\n%s\n%s", got, codetest.FirstDifference(got, want))
	}
}

// dumpSymbols writes one symbol a line.
func dumpSymbols(list []decl.Symbol, indent string) string {
	var out []string
	for _, s := range list {
		name := s.Name
		if s.Owner != "" {
			name = s.Owner + "." + name
		}
		line := fmt.Sprintf("%s%d-%d %s %s: %s", indent, s.Start, s.End, s.Kind, name, s.Signature)
		if s.Type != "" {
			line += " | type " + s.Type
		}
		if s.Value != "" {
			line += " | value " + s.Value
		}
		if s.TypeParams != nil {
			line += " | params " + strings.Join(s.TypeParams, ", ")
		}
		for _, p := range s.Parameters {
			line += fmt.Sprintf(" | (%s %s %s)", p.Name, p.Kind, p.Type)
		}
		if s.Returns != nil {
			line += " | returns " + strings.Join(s.Returns, ", ")
		}
		if s.Bases != nil {
			line += " | bases " + strings.Join(s.Bases, ", ")
		}
		if s.Doc != "" {
			line += fmt.Sprintf(" | doc %d %s", s.DocStart, s.Doc)
		}
		out = append(out, line)
		if s.Members != nil {
			out = append(out, dumpSymbols(s.Members, indent+"  "))
		}
	}
	return strings.Join(out, "\n")
}

func TestScanBroken(t *testing.T) {
	tests := []struct {
		src   string
		names string
	}{
		{"", ""},
		{"not Go at all", ""},
		{"package p\nfunc A() {\nfunc B() {}\ntype C struct{}\n", "A"},
		{"package p\nfunc A() { f(x y) }\nvar B int\n", "A B"},
		{"package p\n" + strings.Repeat("var = ;\n", 50) + "const C = 1\n", "C"},
		{"package p\nfunc A() {}\n/* open", "A"},
	}
	for _, test := range tests {
		file := Scan([]byte(test.src))
		var names []string
		for _, s := range file.Symbols {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); got != test.names || !file.BestEffort {
			t.Errorf("%q: %q (best effort %v), want %q", test.src, got, file.BestEffort, test.names)
		}
	}
}

// TestScanShared checks that a short file cannot make the registry huge.
func TestScanShared(t *testing.T) {
	long := "struct{" + strings.Repeat("A int;", 500) + "}"
	names := strings.Repeat("a,", 20_000) + "a"
	for _, src := range []string{
		"package p\nvar " + names + " " + long,
		"package p\ntype T struct{" + names + " " + long + "}",
		"package p\nfunc f(" + names + " " + long + ")",
		"package p\nfunc f() (" + names + " " + long + ")",
		"package p\ntype T[" + names + " interface{" + strings.Repeat("~int;", 500) + "}] int",
		"package p\n/* " + long + " */\nvar " + names + " int",
		"package p\nconst (a " + long + " = 1;" + strings.Repeat("a;", 20_000) + ")",
	} {
		n := 0
		var count func([]decl.Symbol)
		count = func(list []decl.Symbol) {
			for _, s := range list {
				n += len(s.Name) + len(s.Type) + len(s.Doc) + len(s.Signature) + len(s.Value)
				for _, text := range s.Returns {
					n += len(text)
				}
				for _, text := range s.TypeParams {
					n += len(text)
				}
				for _, p := range s.Parameters {
					n += len(p.Name) + len(p.Type)
				}
				count(s.Members)
			}
		}
		count(Scan([]byte(src)).Symbols)
		if limit := 20 * len(src); n > limit {
			t.Errorf("%.40q: %d bytes of declarations from %d", src, n, len(src))
		}
	}
}

func TestOneLine(t *testing.T) {
	tests := [][2]string{
		{"map[string]int", "map[string]int"},
		{"struct {\n\tA, B int // one\n\n\tC string `json:\"c\"`\n}", "struct { A, B int; C string `json:\"c\"` }"},
		{"func(\n\ta int,\n\tb ...string,\n) error", "func(a int, b ...string) error"},
		{"interface{\n}", "interface{}"},
		{"x /* y */ + z", "x + z"},
		{"`a\nb`", `"a\nb"`},
		{"f(\n\t1,\n\t2)", "f(1, 2)"},
		{`"http://x"`, `"http://x"`},
	}
	for _, test := range tests {
		if got := oneLine(test[0]); got != test[1] {
			t.Errorf("%q: %q, want %q", test[0], got, test[1])
		}
	}
}

func TestImportName(t *testing.T) {
	for path, want := range map[string]string{
		"fmt": "fmt", "math/rand/v2": "rand", "gopkg.in/yaml.v3": "yaml", "github.com/x/go-foo": "foo",
		"github.com/x/foo-go": "foo", "example.org/m/v10": "m", "v2": "v2", "github.com/x/go-git/v5": "git", "": "", "a/": "",
	} {
		if got := ImportName(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestBuiltin(t *testing.T) {
	for _, name := range []string{"range", "append", "string", "nil", "any", "clear", "func"} {
		if !Builtin(name) {
			t.Errorf("%s is of the language", name)
		}
	}
	for _, name := range []string{"fmt", "Append", "", "String"} {
		if Builtin(name) {
			t.Errorf("%s is not of the language", name)
		}
	}
}
