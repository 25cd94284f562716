package symbol

import (
	"context"
	"os/exec"
	"strings"
	"testing"
)

func TestCtags(t *testing.T) {
	if out, err := exec.Command(ctagsProgram, "--list-features").Output(); err != nil || !strings.Contains(string(out), "json") || !strings.Contains(string(out), "interactive") {
		t.Skip("no universal-ctags with JSON")
	}
	r := registry(t, nil, tree(t, `
-- src/kit.rb --
module Kit
  class Saw < Tool
    attr_reader :teeth
    def cut(wood, depth = 1)
    end
  end
end
-- src/main.c --
#define LIMIT 3
struct point { int x; };
int add(int a, int b) { return a + b; }
-- src/P.java --
public class P { int size; void grow(int by) {} enum Kind { SMALL, LARGE } }
-- src/plain.py --
def f(): ...
`))
	names{
		"src/kit.Kit.Saw":        "src/kit.Kit.Saw class",
		"src/kit.Kit.Saw.cut":    "src/kit.Kit.Saw.cut method",
		"src/kit.Kit.Saw.teeth":  "src/kit.Kit.Saw.teeth field",
		"src/kit.Kit.Saw.hammer": "foreign",
		"src/kit.Kit.Hammer":     "unread", // it may have been missed
		"src/main.add":           "src/main.add function",
		"src/main.LIMIT":         "src/main.LIMIT function", // a macro
		"src/main.point.x":       "src/main.point.x field",
		"src/P.P.grow":           "src/P.P.grow method",
		"src/P.P.Kind.SMALL":     "src/P.P.Kind.SMALL enum_member",
		"src.plain.f":            "src.plain.f function",
		"src/main.nothing":       "unread",
	}.check(t, r)
	e, _, _ := r.Lookup("src/kit.Kit.Saw.cut")
	if !e.File.BestEffort || e.File.Language != "ruby" || e.Symbol.Signature != "cut(wood, depth = 1)" || e.Symbol.Start != 4 || e.Symbol.End != 5 {
		t.Errorf("%+v %+v", e.File, e.Symbol)
	}
}

// A file that the tool cannot read says nothing, and the next is read all the same.
func TestCtagsSurvivesAFile(t *testing.T) {
	if !hasCtags() {
		t.Skip("no ctags")
	}
	var c ctags
	if d := c.scan(t.Context(), "x.unknown-language", []byte("x")); len(d.Symbols) > 0 {
		t.Errorf("%+v", d)
	}
	if d := c.scan(t.Context(), "a.c", []byte("int f(void) { return 0; }\n")); len(d.Symbols) != 1 || d.Symbols[0].Name != "f" {
		t.Errorf("%+v", d)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if d := c.scan(over, "a.c", []byte("int f(void) { return 0; }\n")); d.Open == "" {
		t.Errorf("read by a process that ended: %+v", d)
	}
	if d := c.scan(t.Context(), "a.c", []byte("int f(void) { return 0; }\n")); len(d.Symbols) != 1 {
		t.Errorf("%+v", d)
	}
}
