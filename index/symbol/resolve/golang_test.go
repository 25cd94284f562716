package resolve_test

import (
	"testing"

	"ibid/index/symbol/resolve"
)

func TestGo(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	tests := []struct{ name, code, want string }{
		{"a package", "import \"example.com/kit/box\"\nvar m = box.Max\nvar n = box.Min", "unknown example.com/kit/box.Min"},
		{"an import that is not there", "import \"example.com/kit/crate\"\nfunc f() { crate.Open() }", "unknown example.com/kit/crate"},
		{"another module", "import \"github.com/spf13/cobra\"\nvar c = cobra.Command{}", "foreign github.com/spf13/cobra\nforeign github.com/spf13/cobra.Command"},
		{"no import", "n := box.Min()\nm := box.Max", "unknown example.com/kit/box.Min"},
		{"a variable that has nothing of it", "b.Wreck()\nb.Ruin()", ""},
		{"another name", "import crate \"example.com/kit/box\"\nvar n = crate.Min", "unknown example.com/kit/box.Min"},
		{"what is not exported", "import \"example.com/kit/box\"\nfunc f(b *box.Box[int]) { b.hidden(); b.inner = 1 }", "unknown example.com/kit/box.Box.hidden\nunknown example.com/kit/box.Box.inner"},
		{"one of two packages of a name", "rand.Roll()\nrand.Toss()", ""},
		{"several results", "b, err := box.Open(\"x\")\nb.Put(1)\nerr.Error()", "unknown example.com/kit/box.Box.Put"},
		{"type argument that is written", "var b box.Box[*lid.Lid]\nb.Items[0].Close()", "unknown example.com/kit/lid.Lid.Close"},
		{"field, map and pointer", "b := &box.Box[int]{}\nb.Lid.Close()\nb.Labels[\"a\"].Close()\nfor k, l := range b.Labels {\n\tl.Close()\n\t_ = k\n}",
			"unknown example.com/kit/lid.Lid.Close\nunknown example.com/kit/lid.Label.Close\nunknown example.com/kit/lid.Label.Close"},
		{"promoted, under the outer type", "b := box.New(1)\nb.Swing()\nb.Pins++\nb.Hinge.Swing()\nb.Creak()", "unknown example.com/kit/box.Box.Creak"},
		{"embedded interface", "func f(o box.Opener) { o.Close(); s, _ := o.Open(); s.Name() }", "unknown example.com/kit/lid.State.Name"},
		{"fields of a literal", "b := &box.Box[int]{Lid: nil, Cover: nil}\nm := map[string]int{Cover: 1}", "unknown example.com/kit/box.Box.Cover"},
		{"variable of a package", "box.Default.Items[0].Close()", "unknown example.com/kit/lid.Label.Close"},
		{"unexported type by the variable that holds it", "box.Registry.Find(\"x\")", "unknown example.com/kit/box.Registry.Find"},
		{"alias", "var a lid.Alias\na.Print()\na.Close()", "unknown example.com/kit/lid.Alias.Close"},
		{"conversion and assertion", "lid.State(1).Name()\nx.(*lid.Lid).Close()", "unknown example.com/kit/lid.State.Name\nunknown example.com/kit/lid.Lid.Close"},
		{"type switch", "switch v := x.(type) {\ncase *lid.Lid:\n\tv.Close()\ncase lid.Label:\n\tv.Lift()\ndefault:\n\tv.Anything()\n}", "unknown example.com/kit/lid.Lid.Close\nunknown example.com/kit/lid.Label.Lift"},
		{"shadowed", "l := lid.Label{}\nif true {\n\tl := load()\n\tl.Close()\n}\nl.Close()", "unknown example.com/kit/lid.Label.Close"},
		{"closure", "f := func(l lid.Label) *lid.Lid { l.Close(); return nil }\nf(x).Close()", "unknown example.com/kit/lid.Label.Close\nunknown example.com/kit/lid.Lid.Close"},
		{"own type that embeds", "type Own struct {\n\t*lid.Lid\n\tn int\n}\n\nfunc (o *Own) f() {\n\to.n++\n\to.g()\n\to.Lift()\n\to.Lid.Close()\n\to.Close()\n}\n\nfunc (o *Own) g() {}",
			"unknown example.com/kit/lid.Lid.Close\nunknown example.com/kit/lid.Lid.Close"},
		{"own generic type", "type Set[K comparable] struct{ m map[K]*lid.Lid }\n\nfunc (s Set[K]) f(k K) {\n\ts.m[k].Close()\n\tk.Anything()\n}", "unknown example.com/kit/lid.Lid.Close"},
		{"own function", "func open() (*lid.Lid, error) { return nil, nil }\n\nfunc f() {\n\tl, _ := open()\n\tl.Close()\n}", "unknown example.com/kit/lid.Lid.Close"},
		{"another value in a block", "l, err := find()\nb := box.New(1)\nif err != nil {\n\tb = load()\n\tb.Put(1)\n}\nb.Put(2)", "unknown example.com/kit/box.Box.Put\nunknown example.com/kit/box.Box.Put"},
		{"another value beside it", "b := box.New(1)\nb = load()\nb.Put(2)\nvar l lid.Label\nl, b = both()\nl.Close()", "unknown example.com/kit/box.Box.Put\nunknown example.com/kit/lid.Label.Close"},
		{"a value of what is declared elsewhere", "l = lid.Label{}\nl.Close()", "unknown example.com/kit/lid.Label.Close"},
		{"a variable of its own in a block", "b := box.New(1)\nif b := load(); b != nil {\n\tb.Put(1)\n}", ""},
		{"a variable of the name of its package", "import \"example.com/kit/lid\"\nlid, err := lid.Find(\"x\")\nlid.Close()", "unknown example.com/kit/lid.Find"},
		{"a variable of the name of its package, from a function that is there", "import \"example.com/kit/box\"\nbox, err := box.Open(\"x\")\nbox.Put(1)", "unknown example.com/kit/box.Box.Put"},
		{"a package of the name of a variable", "import \"example.com/kit/lid\"\nlid := lid.Label{}\nvar x lid.Cap\ny := lid.Cap{}\nfunc f(z lid.Cap) lid.Cap { return z }\nlid.Close()", "unknown example.com/kit/lid.Label.Close"},
		{"folders that are not read", "import \"example.com/kit/testdata/x\"\nimport \"example.com/kit/vendor/y\"\nvar a = x.Y", "foreign example.com/kit/testdata/x\nforeign example.com/kit/vendor/y\nforeign example.com/kit/testdata/x.Y"},
		{"a variable that is not shown", "if box.Size > 1 {\n\treturn box.Name\n}", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, golang(tt.code), tt.want) })
	}
	two := golang("box := lid.Label{}\nn := box.Max\nbox.Close()") + golang("n = box.Max\nbox.Close()")
	t.Run("a variable of the name of its package, in another block", func(t *testing.T) {
		checkWrong(t, x, two, "unknown example.com/kit/lid.Label.Max\nunknown example.com/kit/lid.Label.Close")
	})
}

func TestGoProse(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	check(t, x, golang("import \"example.com/kit/yaml.v3\"\nfunc f() { yaml.Marshal() }")+"The path is *example.com/kit/yaml.v3*, and `yaml.v4` is none.",
		"known example.com/kit/yaml.v3\nknown example.com/kit/yaml.v3.Marshal\nknown example.com/kit/yaml.v3\nunknown example.com/kit/yaml.v3.v4")
	answer := golang("func f() {\n\tb, err := box.Open(\"x\")\n}") + "`b.Put(1)` or `(*box.Box).Get`, `box.Box.Cover`, `lid.Label{}`, `b.Lid.Open` and `func(l lid.Cap)`."
	check(t, x, answer, "known example.com/kit/box.Open\nunknown example.com/kit/box.Box.Put\nknown example.com/kit/box.Box\nknown example.com/kit/box.Box.Get\nunknown example.com/kit/box.Box.Cover\n"+
		"known example.com/kit/lid.Label\nknown example.com/kit/lid.Lid.Open\nunknown example.com/kit/lid.Cap")
}
