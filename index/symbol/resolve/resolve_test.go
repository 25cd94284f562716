package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/resolve"
)

// told is what a use tells, on one line.
func told(u code.Use) string {
	switch {
	case u.Misuse != nil:
		return fmt.Sprintf("misused %s(%s)", u.Name, u.Misuse.Argument)
	case u.State == decl.Found:
		return "known " + u.Name
	case u.State == decl.Absent:
		return "unknown " + u.Name
	case u.State == decl.Foreign:
		return "foreign " + u.Name
	}
	return "unread " + u.Name
}

// check resolves an answer and compares what is told, a line for each use.
func check(t *testing.T, x *resolve.Resolver, answer, want string) {
	t.Helper()
	compare(t, x, answer, want, func(string) bool { return true })
}

// checkWrong does the same for all but what is known.
func checkWrong(t *testing.T, x *resolve.Resolver, answer, want string) {
	t.Helper()
	compare(t, x, answer, want, func(line string) bool { return !strings.HasPrefix(line, "known ") })
}

func compare(t *testing.T, x *resolve.Resolver, answer, want string, counts func(string) bool) {
	t.Helper()
	var lines []string
	for _, u := range x.Resolve(symbols.Pieces(guard.Parse(answer))) {
		if line := told(u); counts(line) {
			lines = append(lines, line)
		}
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("answer:\n%s\n--- got:\n%s\n--- want:\n%s", answer, got, want)
	}
}

func python(code string) string { return "```python\n" + strings.TrimPrefix(code, "\n") + "\n```\n" }

func golang(code string) string { return "```go\n" + strings.TrimPrefix(code, "\n") + "\n```\n" }

func TestUses(t *testing.T) {
	answer := "Say\n\n" + python("from kit import Square\ns = Square('x')\ns.corner(\n    1,\n).bend(2)") + "or `s.cornered` and `Square.grow`."
	for _, u := range resolve.New(kitRegistry(t).In("kit")).Resolve(symbols.Pieces(guard.Parse(answer))) {
		if got := answer[u.Start:u.End]; got != u.Written {
			t.Errorf("%s is written %q, and %q stands there", u.Name, u.Written, got)
		}
		switch {
		case u.State == decl.Found && (u.Origin == "" && strings.Contains(u.Name, ".") || u.Reason != ""):
			t.Errorf("%s is found without its declaration: %+v", u.Name, u)
		case u.State == decl.Absent && u.Reason == "":
			t.Errorf("%s is absent without a reason", u.Name)
		case u.Name == "kit.Square.cornered" && len(u.Nearest) == 0:
			t.Errorf("nothing is near %s", u.Name)
		}
	}
}

func TestScope(t *testing.T) {
	r := kitRegistry(t)
	answer := python("import kit\nkit.cube")
	if got := resolve.New(r.In("other")).Resolve(symbols.Pieces(guard.Parse(answer))); len(got) != 2 || got[1].State != decl.Foreign {
		t.Errorf("a project that is not in scope is judged: %+v", got)
	}
	if got := resolve.New(r).Resolve(symbols.Pieces(guard.Parse(answer))); len(got) != 2 || got[1].State != decl.Absent {
		t.Errorf("with no project named all are in scope, got %+v", got)
	}
}

// TestTogether resolves at once what gives the same one after the other.
func TestTogether(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	answer := symbols.Pieces(guard.Parse(python("from kit import Square\nfor c in Square('x').corners:\n    c.bend()") + golang("b := box.New(1)\nb.Put(2)")))
	want := fmt.Sprint(x.Resolve(answer))
	done := make(chan string)
	for range 8 {
		go func() { done <- fmt.Sprint(x.Resolve(answer)) }()
	}
	for range 8 {
		if got := <-done; got != want {
			t.Errorf("at once %s, alone %s", got, want)
		}
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("```python\nfrom kit import *\nclass A(Square):\n  def f(self): return super().f(x=1).y\n```\n`A().f`")
	f.Add("```go\ntype B struct{ box.Box[B] }\nfunc (b B) f() { b.Get(1); for x := range b.Items { x.y() } }\n```")
	f.Add("```\nx = x.y\nclass x(x): x = x\n```\n`x.x(x)[x]`")
	f.Add("```go\ntype A B\ntype B A\nvar a A\nfunc f() { a.b.c() }\n```")
	f.Add("```python\nclass A(B): pass\nclass B(A): pass\nA().x\nB.y\n```")
	f.Add("```ts\nimport K, { Engine as E, Box } from '@acme/kit';\nclass A extends E { x = this.x; f() { return super.f(this.x); } }\nlet b: Box<Box<A>> = b.item.all()[0];\n```\n`new A().f().x`")
	f.Add("```js\nconst k = require('@acme/kit');\nlet a = new k.Engine();\n(() => { a = a.start(a = a.x); })();\nfor (const g of a.gears) g = a;\n```\n`import * as k from '@acme/kit'`")
	both := []*resolve.Resolver{resolve.New(kitRegistry(f).In("kit")), acmeResolver(f)}
	f.Fuzz(func(t *testing.T, answer string) {
		codetest.Guard(t, len(answer))
		for _, x := range both {
			last := -1
			for _, u := range x.Resolve(symbols.Pieces(guard.Parse(answer))) {
				if u.Start <= last || u.End <= u.Start || u.End > len(answer) {
					t.Fatalf("use out of order or out of range: %+v", u)
				}
				last = u.Start
			}
		}
	})
}

// TestOnlyDeep is about a library of which a single function deep down is known.
func TestOnlyDeep(t *testing.T) {
	x := resolve.New(registryOf(t, map[string]string{"molsysmt/structure.py": "def get_rmsd(a, b):\n    pass\n"}).In("kit"))
	check(t, x, python("import molsysmt as msmt\nmsmt.fetch('pdb:1VII')\nmsmt.structure.get_rmsd(1, 2)"),
		"known molsysmt\nunknown molsysmt.fetch\nknown molsysmt.structure.get_rmsd")
}

// TestInlineImports is about imports in prose, which say what names stand for in the rest of the answer.
func TestInlineImports(t *testing.T) {
	deep := map[string]string{"molsysmt/structure.py": "def get_rmsd(a, b):\n    pass\n"}
	x := resolve.New(registryOf(t, deep).In("kit"))
	tests := []struct{ name, answer, want string }{
		{"before", "After `import molsysmt as msmt` call `msmt.fetch()`.", "known molsysmt\nunknown molsysmt.fetch"},
		{"after", "Call `msmt.fetch()` under `import molsysmt as msmt`.", "unknown molsysmt.fetch\nknown molsysmt"},
		{"from", "`get_rmsd(1, 2, 3)` needs `from molsysmt.structure import get_rmsd, fetch`.",
			"misused molsysmt.structure.get_rmsd()\nknown molsysmt.structure.get_rmsd\nunknown molsysmt.structure.fetch"},
		{"for a block", python("msmt.fetch()") + "with `import molsysmt as msmt`", "unknown molsysmt.fetch\nknown molsysmt"},
		{"for prose", "`import molsysmt as msmt`, then msmt.fetch or msmt.structure.get_rmsd", "known molsysmt\nunknown molsysmt.fetch\nknown molsysmt.structure.get_rmsd"},
		{"a block says otherwise", python("msmt = load()\nmsmt.fetch()") + "with `import molsysmt as msmt`", "known molsysmt"},
		{"no import", "`msmt.fetch()`", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, x, tt.answer, tt.want) })
	}
	both := resolve.New(kitRegistry(t).In("kit"))
	check(t, both, "`import kit as k` gives `k.cube`, `import \"example.com/kit/box\"` gives `box.Min()`", "known kit\nunknown kit.cube\nknown example.com/kit/box\nunknown example.com/kit/box.Min")
}

// TestLarge resolves code that is made to take long: all work is bounded.
func TestLarge(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	for _, answer := range []string{
		python("from kit import *\ntry:\n" + strings.Repeat("    s.shrink()\n", 8000) + "except OSError:\n    pass"),
		python("from kit import *\nwith s:\n" + strings.Repeat("    s = s.grow()\n", 8000)),
		python("from kit import Square as s\ns" + strings.Repeat(".grow()", 10000)),
		python("from kit import Square as s\n" + strings.Repeat("class s(s): pass\n", 4000) + "s().shrink"),
		golang(strings.Repeat("type a"+strings.Repeat("b", 5)+" struct{ a }\n", 3000) + "var x a\nfunc f() { x.y() }"),
		golang(strings.Repeat("if true {\n", 300) + "b, _ := box.Open(x)\n" + strings.Repeat("b.Put()\n", 3000) + strings.Repeat("}\n", 300)),
		strings.Repeat("`kit.cube.x` ", 5000),
	} {
		x.Resolve(symbols.Pieces(guard.Parse(answer)))
	}
	x = acmeResolver(t)
	for _, code := range []string{
		"new Engine()" + strings.Repeat(".start()", 10000),
		strings.Repeat("class s extends s {}\n", 4000) + "new s().x",
		strings.Repeat("if (x) {\n", 300) + strings.Repeat("e = e.start();\n", 3000) + strings.Repeat("}\n", 300),
		"let " + strings.Repeat("x instanceof ", 9000),
		strings.Repeat("(() => { a = ", 3000),
	} {
		x.Resolve(symbols.Pieces(guard.Parse(typescript("import { Engine } from '@acme/kit';\nlet e = new Engine();\n" + code))))
	}
}
