package golang

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// hostile are inputs of about n bytes that once made, or might make, a reader slow or deep.
func hostile(n int) map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, n/len(unit)) }
	half := func(unit string) string { return strings.Repeat(unit, n/len(unit)/2) }
	file := "package p\n"
	return map[string]string{
		"parentheses":        fill("("),
		"braces":             fill("{"),
		"brackets":           fill("["),
		"closing braces":     fill("}"),
		"mismatched":         fill("({[)"),
		"calls":              fill("f("),
		"matched calls":      half("f(") + half(")"),
		"blocks":             fill("if x {\n"),
		"functions":          fill("func(){"),
		"broken blocks":      fill("{ a b\n"),
		"broken functions":   fill("func f() { a b\n"),
		"statements":         fill("a;"),
		"broken statements":  fill("a b;"),
		"strays":             fill("a)"),
		"mixed":              fill("a.b();func f(){};"),
		"list":               "x := []int{" + fill("1,") + "}",
		"fields":             "x := T{" + fill("a:1,") + "}",
		"elided":             "x := []struct{" + half("A int;") + "}{" + half("{},") + "}",
		"sum":                "x := 1" + fill("+a"),
		"chain":              "x" + fill(".a"),
		"chain of calls":     "x" + fill(".a()"),
		"pointers":           fill("*"),
		"negations":          "x := " + fill("!") + "y",
		"else if":            "if x {}" + fill(" else if x {}"),
		"cases":              "switch x {" + fill("case a:b();") + "}",
		"labels":             fill("a:"),
		"string":             "x := \"" + fill("a"),
		"strings":            fill("\"\n"),
		"raw string":         "x := `" + fill("a"),
		"comment":            "x /*" + fill("a"),
		"comments":           "x " + fill("/**/"),
		"comments, cut":      "x " + fill("/**/") + "/*",
		"placeholders":       fill("..."),
		"placeholder lines":  fill("f(...)\n"),
		"spaces":             "..." + fill(" ") + "...",
		"bytes":              fill("\xff"),
		"zeros":              fill("\x00"),
		"types":              "var x " + fill("[]"),
		"maps":               "var x " + fill("map[a]"),
		"generic":            "var x " + fill("T[") + "a",
		"imports":            fill("import \"a\"\n"),
		"assignments":        half("a,") + "a = f()",
		"file of fields":     file + "type T struct {" + fill("a int;") + "}",
		"file of structs":    file + "type T " + fill("struct{a "),
		"file of names":      file + "var " + fill("a,") + "a struct{}",
		"file of consts":     file + "const (" + fill("a;") + ")",
		"file of errors":     file + fill("var = ;"),
		"file of comments":   file + fill("// a\n"),
		"file of docs":       file + fill("// a\nfunc f()\n"),
		"file of parameters": file + "func f(" + fill("a,") + "a int) (" + fill("a,") + "a int)",
		"file of flags":      file + "import \"flag\"\nvar x = flag.String(\"a\", \"\", \"b\"" + fill("+\"c\"") + ")",
		"file of methods":    file + fill("func (t *T) m() {}\n"),
		"file of unions":     file + "type T interface {" + fill("~a|") + "b}",
		"file of lines":      file + fill("//line a:1\n"),
	}
}

// TestHostile runs every reader over inputs that are made to be slow or deep.
func TestHostile(t *testing.T) {
	size := 256 << 10
	if testing.Short() {
		size = 16 << 10
	}
	for name, src := range hostile(size) {
		t.Run(name, func(t *testing.T) {
			Scan([]byte(src))
			checkSpans(t, src, Read(src))
			ReadExpression(src)
			Type(src)
		})
	}
}

// BenchmarkHostile shows that time grows with the size of an input, whatever is in it: the rates of one and of five
// megabytes are alike.
func BenchmarkHostile(b *testing.B) {
	for _, megabytes := range []int{1, 5} {
		inputs := hostile(megabytes << 20)
		for _, name := range slices.Sorted(maps.Keys(inputs)) {
			src := inputs[name]
			b.Run(fmt.Sprintf("%s/%dMB", name, megabytes), func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					Scan([]byte(src))
					Read(src)
				}
			})
		}
	}
}

// TestScanLimit checks that a file with more declarations than anybody writes is cut and says so.
func TestScanLimit(t *testing.T) {
	src := "package p\nconst (" + strings.Repeat("a;", maxDeclared) + "b)"
	file := Scan([]byte(src))
	if len(file.Symbols) != maxDeclared || !file.BestEffort {
		t.Errorf("%d symbols, best effort %v", len(file.Symbols), file.BestEffort)
	}
}

// TestReadLimit checks that a snippet longer than any answer is cut and says so.
func TestReadLimit(t *testing.T) {
	src := strings.Repeat("a()\n", maxSnippet/4) + "b()\n"
	snippet := Read(src)
	if len(snippet.Statements) != maxSnippet/4 || !snippet.Broken {
		t.Errorf("%d statements, broken %v", len(snippet.Statements), snippet.Broken)
	}
}
