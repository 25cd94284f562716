package python

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
)

// TestScan compares the declarations of the sources in testdata/scan with the golden file beside each.
func TestScan(t *testing.T) {
	paths, err := filepath.Glob("testdata/scan/*.py")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			codetest.Golden(t, strings.TrimSuffix(path, ".py")+".json", string(indented(t, Scan(src))))
		})
	}
}

func indented(t *testing.T, file decl.File) []byte {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(file); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// checkFile fails where lines lie outside of the source or are not in order, or a name is empty or declared twice.
func checkFile(t *testing.T, src []byte) {
	t.Helper()
	lines := bytes.Count(src, []byte("\n")) + 1
	var check func(list []decl.Symbol, first, last int)
	check = func(list []decl.Symbol, first, last int) {
		names := map[string]bool{}
		for _, sym := range list {
			if sym.Name == "" || sym.Kind == "" || names[sym.Name] {
				t.Fatalf("%q %q: without a name or a kind, or declared twice", sym.Kind, sym.Name)
			}
			names[sym.Name] = true
			if sym.Start < first || sym.End < sym.Start || sym.End > last {
				t.Fatalf("%s: lines %d to %d of %d to %d", sym.Name, sym.Start, sym.End, first, last)
			}
			if strings.ContainsRune(sym.Signature, '\n') || len(sym.Value) > valueBytes || len(sym.Gives) > givenValues {
				t.Fatalf("%s: signature %q, value %q, %d values given", sym.Name, sym.Signature, sym.Value, len(sym.Gives))
			}
			check(sym.Members, 1, lines)
			if len(sym.Also) > maxAlso {
				t.Fatalf("%s: %d further declarations", sym.Name, len(sym.Also))
			}
			for _, other := range sym.Also {
				if other.Name != sym.Name {
					t.Fatalf("%s is another declaration of %s", other.Name, sym.Name)
				}
				check([]decl.Symbol{other}, 1, lines)
			}
		}
	}
	file := Scan(src)
	check(file.Symbols, 1, lines)
	if file.Language != "python" {
		t.Fatalf("language %q", file.Language)
	}
}

func FuzzScan(f *testing.F) {
	paths, _ := filepath.Glob("testdata/scan/*.py")
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, seed := range []string{
		"", "@", "@a\n", "class", "class A[", "def f(", "def f[T](*, a=lambda: 1, /", "async", "a.b.c[0].d = x = 1", "for in", "with a as",
		"from", "from . import (a as", "__all__ = ((", "x = namedtuple(", "if a: if b: c = 1;d = 2", "import a.b as", "del (a, b[0]), c", "type X[T] = int",
		"class A:\n def f(s): setattr(s,\n", "globals()[", "= 1", "a: ", ":=", "case", "match x:\n case y: z = 1",
		"class A:\n from b import (c as", "__all__.append(", "__all__ += a, b.__name__, *c", "class A: 1\nf(A, 'b'", "class A: 1\nsetattr(A,)",
		"if a:\n class B: 1\nelse:\n class B: 2", "def f(a):\n def g(b): setattr(", "def f(a='\\\n): pass", "def f(a='\\\n\x01", "class A(b='\\\n",
		"def __getattr__(a):\n b =\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		codetest.Guard(t, len(src))
		checkFile(t, src)
	})
}

// TestScanHostile reads five megabytes, in the short tests one, of what takes careless scanners a time that grows with the square of the
// source, or all of the stack.
func TestScanHostile(t *testing.T) {
	size := 5 << 20
	if testing.Short() {
		size = 1 << 20
	}
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	ladder := func(unit string) string { // indented ever deeper
		var b strings.Builder
		for n := 0; b.Len() < size; n++ {
			b.WriteString(strings.Repeat(" ", n))
			b.WriteString(unit)
		}
		return b.String()
	}
	for name, src := range map[string]string{
		"nested brackets":          "x = " + fill("["),
		"closing brackets":         fill(")"),
		"balanced brackets":        "x = " + strings.Repeat("(", size/2) + strings.Repeat(")", size/2),
		"brackets as parameters":   "def f(" + fill("(a=[") + "):",
		"list on one line":         "x = [" + fill("1, ") + "]",
		"strings on one line":      "__all__ = [" + fill("'a', ") + "]",
		"sum of lists":             "__all__ = " + fill("a.__all__ + "),
		"nested lists":             "__all__ = " + fill("list("),
		"many sums":                fill("__all__ += a.__all__\nfrom . import a\n"),
		"targets":                  fill("a = "),
		"targets of a named tuple": fill("a = ") + "namedtuple('a', 'b c')",
		"pairs":                    fill("a, b = c, d = "),
		"unterminated strings":     fill("x = 'abc\n"),
		"unterminated triples":     fill("'''\\\n\\'''\n"),
		"both triples":             fill("\"\"\"\\\n\\\"\"\"'''\n"),
		"backslashes":              fill("\\\n"),
		"backslashes in a string":  "x = '" + fill("\\"),
		"quotes":                   fill("'\""),
		"deep blocks":              ladder("if x:\n"),
		"deep classes":             ladder("class A:\n"),
		"deep functions":           ladder("def f(a):\n"),
		"deep assignments":         ladder("if x: a = 1; b = 2\n"),
		"decorators":               fill("@a\n") + "def f(): pass\n",
		"redefinitions":            fill("def f(a): return a\n"),
		"functions":                fill("def f(self, a=1):\n x = a\n return x\n"),
		"locals":                   "class A:\n def f(self):\n" + fill("  a = 1; self.a = b\n"),
		"parameters":               "def f(" + fill("a, ") + "):\n return a\n",
		"attributes":               "class A:\n def f(self, p):\n" + fill("  self.a = p\n"),
		"attributes by name":       "class A:\n def f(self):\n  x(" + fill("vars(self)[") + ")\n",
		"module dictionaries":      fill("globals()["),
		"enumerations":             "class A(Enum):\n a = 1\n" + fill("globals().update(A.__members__)\n"),
		"walrus":                   "if (" + fill("a := "),
		"with":                     "with " + fill("a as b, ") + "c: pass",
		"lambdas":                  "x = " + fill("lambda: "),
		"semicolons":               fill("a=1;"),
		"globals":                  "def f():\n" + fill(" global a\n a = 1\n"),
		"deletions":                fill("a = 1\ndel a\n"),
		"imports":                  "from a import " + fill("b as c, "),
		"bytes that are no text":   fill("\xff"),
		"carriage returns":         fill("a\r"),
		"branches":                 "if x:\n" + fill(" def f(a): return a\nelse:\n"),
		"gifts":                    "class A: pass\n" + fill("f(A)\nA.b(A, 'c')\n"),
		"imports of a class":       "class A:\n" + fill(" from a import b\n import c.d\n"),
		"additions to exports":     fill("__all__.append(a)\n__all__ += a, 'b'\n"),
		"colons":                   fill(":"),
		"dots":                     "x = a" + fill(".a"),
		"subscripts":               "a" + fill("[0]") + " = 1",
		"docstring":                "'''" + fill("\\") + "'''",
		"tabs in a docstring":      "'''" + fill("\t\n") + "'''",
	} {
		t.Run(name, func(t *testing.T) { checkFile(t, []byte(src)) })
	}
}

// BenchmarkScan reads the declarations of an installed standard library, file by file.
func BenchmarkScan(b *testing.B) {
	var files [][]byte
	size := 0
	for _, path := range libraryPaths(b) {
		src, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, src)
		size += len(src)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range files {
			Scan(src)
		}
	}
}
