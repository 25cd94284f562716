package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"ibid/index/symbol"
	"ibid/index/symbol/resolve"
)

// told is what a use tells, on one line.
func told(u resolve.Use) string {
	switch {
	case u.Misuse != nil:
		return fmt.Sprintf("misused %s(%s)", u.Name, u.Misuse.Argument)
	case u.Finding == symbol.Found:
		return "known " + u.Name
	case u.Finding == symbol.Absent:
		return "unknown " + u.Name
	case u.Finding == symbol.Foreign:
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
	for _, u := range x.Resolve(pieces(answer)) {
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
	for _, u := range resolve.New(kitRegistry(t), "kit").Resolve(pieces(answer)) {
		if got := answer[u.Start:u.End]; got != u.Written {
			t.Errorf("%s is written %q, and %q stands there", u.Name, u.Written, got)
		}
		switch {
		case u.Finding == symbol.Found && (u.Entry.File == nil || u.Entry.Name != u.Name || u.Reason != ""):
			t.Errorf("%s is found without its declaration: %+v", u.Name, u)
		case u.Finding == symbol.Absent && u.Reason == "":
			t.Errorf("%s is absent without a reason", u.Name)
		case u.Name == "kit.Square.cornered" && len(u.Nearest) == 0:
			t.Errorf("nothing is near %s", u.Name)
		}
	}
}

func TestScope(t *testing.T) {
	r := kitRegistry(t)
	answer := python("import kit\nkit.cube")
	if got := resolve.New(r, "other").Resolve(pieces(answer)); len(got) != 2 || got[1].Finding != symbol.Foreign {
		t.Errorf("a project that is not in scope is judged: %+v", got)
	}
	if got := resolve.New(r).Resolve(pieces(answer)); len(got) != 2 || got[1].Finding != symbol.Absent {
		t.Errorf("with no project named all are in scope, got %+v", got)
	}
}

// TestTogether resolves at once what gives the same one after the other.
func TestTogether(t *testing.T) {
	x := resolve.New(kitRegistry(t), "kit")
	answer := pieces(python("from kit import Square\nfor c in Square('x').corners:\n    c.bend()") + golang("b := box.New(1)\nb.Put(2)"))
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
	x := resolve.New(kitRegistry(f), "kit")
	f.Fuzz(func(t *testing.T, answer string) {
		last := -1
		for _, u := range x.Resolve(pieces(answer)) {
			if u.Start <= last || u.End <= u.Start || u.End > len(answer) {
				t.Fatalf("use out of order or out of range: %+v", u)
			}
			last = u.Start
		}
	})
}
