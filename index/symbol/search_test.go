package symbol

import (
	"slices"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
)

const library = `
-- lib/__init__.py --
from .files import load, Reader as FileReader
-- lib/files.py --
def load(path): ...
def loads(text): ...
def _load_secretly(): ...
def dump(path): ...
MAX_LOAD = 3
class Reader:
    size = 1
    def read_text(self): ...
    def read_bytes(self): ...
    def close(self): ...
class LineReader(Reader):
    def readline(self): ...
-- lib/other.py --
def walk(top): ...
class Walker:
    def step(self): ...
-- far/away.py --
def open_reader(): ...
def step(): ...
-- far/test/check.py --
def open_reader_twice(): ...
`

func namesOfEntries(entries []Entry) string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return strings.Join(names, " ")
}

func TestSearch(t *testing.T) {
	r := registry(t, nil, tree(t, library))
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"lib.files.load", 2, "lib.files.load lib.files.loads"},
		{"lib.FileReader.read_text", 1, "lib.FileReader.read_text"}, // by the name that re-exports it, which is declared nowhere
		{"load", 4, "lib.files.load lib.files.loads lib.files.MAX_LOAD lib.files._load_secretly"},
		{"LOAD", 1, "lib.files.load"},
		{"reader", 9, "lib.files.Reader lib.files.Reader.size lib.files.Reader.close lib.files.Reader.read_text lib.files.Reader.read_bytes " +
			"far.away.open_reader lib.files.LineReader lib.files.LineReader.readline far.test.check.open_reader_twice"},
		{"read text", 5, "lib.files.Reader.read_text"},
		{"Reader.rea", 2, "lib.files.Reader.read_text lib.files.Reader.read_bytes"},
		{"lib.o", 9, "lib.other lib.other.walk lib.other.Walker lib.other.Walker.step"},
		{"lib", 1, "lib"},
		{"nothing", 9, ""},
		{"  ", 9, ""},
		{"--", 9, ""},
		{"load", 0, ""},
	} {
		if got := namesOfEntries(r.Search(c.text, c.limit)); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	if got := r.In("b").Search("load", 3); len(got) > 0 {
		t.Errorf("in another project: %s", namesOfEntries(got))
	}
}

// A search that stops at a limit gives the start of what one without it gives.
func TestSearchIsOrdered(t *testing.T) {
	r := registry(t, nil, tree(t, library))
	for _, text := range []string{"read", "l", "e", "step", "lib.files"} {
		all := r.Search(text, 1000)
		for limit := range len(all) {
			if got := r.Search(text, limit); !slices.EqualFunc(got, all[:limit], func(a, b Entry) bool { return a.Name == b.Name }) {
				t.Errorf("%q, %d: %s, want the start of %s", text, limit, namesOfEntries(got), namesOfEntries(all))
			}
		}
	}
}

func TestNearest(t *testing.T) {
	r := registry(t, nil, tree(t, library))
	for name, want := range map[string]string{
		"lib.load_file":               "lib.load",
		"lib.files.load_all":          "lib.files.load lib.files.loads",
		"lib.files.Reader.readText":   "lib.files.Reader.read_text lib.files.Reader.read_bytes",
		"lib.files.LineReader.read":   "lib.files.LineReader.read_text lib.files.LineReader.read_bytes lib.files.LineReader.readline",
		"lib.files.Reader.walk":       "lib.other.walk",
		"lib.files.reader":            "lib.files.Reader",
		"lib.files.Raeder":            "lib.files.Reader",
		"lib.files.open_reader":       "lib.files.Reader far.away.open_reader",
		"lib.file.load":               "lib.files",
		"lib.files.MAX_LOADS":         "lib.files.MAX_LOAD",
		"lib.files._load_secret":      "lib.files._load_secretly lib.files.load",
		"elsewhere.walk":              "lib.other.walk",
		"lib.files.zzzzzz":            "lib.files.dump lib.files.load lib.files.loads",
		"elsewhere.zzzzzz":            "",
		"lib.FileReader.read_txt.any": "lib.FileReader.read_text lib.FileReader.read_bytes",
	} {
		if got := namesOfEntries(r.Nearest(name, 3)); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Where nothing is like a name, what its package declares for everybody is offered.
func TestNearestOfPackage(t *testing.T) {
	r := registry(t, nil, tree(t, `
-- kit/structure/align.py --
def get_rmsd(): ...
def _fit(): ...
-- kit/structure/__init__.py --
-- kit/native/io.py --
class Engine:
    def turn(self): ...
    def _stop(self): ...
def load_entries(): ...
-- kit/_private.py --
def secret(): ...
-- kit/tests/test_align.py --
def helper(): ...
-- other.py --
def unrelated(): ...
`), tree(t, `
-- go.mod --
module example.com/box
-- lid/lid.go --
package lid
type Lid struct{ Hinge int }
func (l *Lid) Lift() {}
func hide() {}
-- deep/er/er.go --
package er
func Dig() {}
`))
	for name, want := range map[string]string{
		"kit.structure.fetch":          "kit.structure.align.get_rmsd kit.native.io.Engine kit.native.io.load_entries",
		"kit.fetch":                    "kit.native.io.Engine kit.native.io.load_entries kit.structure.align.get_rmsd",
		"kit.engine_room":              "kit.native.io.Engine",
		"kit.native.io.Engine.zzz":     "kit.native.io.Engine.turn kit.native.io.Engine kit.native.io.load_entries",
		"kit.structure.zzz.qqq":        "kit.structure.align.get_rmsd kit.native.io.Engine kit.native.io.load_entries",
		"example.com/box/lid.Zzz":      "example.com/box/lid.Lid example.com/box/deep/er.Dig",
		"example.com/box/lid.Lid.Zzz":  "example.com/box/lid.Lid.Lift example.com/box/lid.Lid.Hinge example.com/box/lid.Lid",
		"example.com/box/nowhere.Zzz":  "example.com/box/lid.Lid example.com/box/deep/er.Dig",
		"example.com/box/deep/nowhere": "example.com/box/deep/er example.com/box/lid",
		"nothing.here":                 "",
	} {
		if got := namesOfEntries(r.Nearest(name, 3)); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"HTTPServer.read_text2": "http server read text2", "setLevel": "set level", "__init__": "init", "ALL_CAPS": "all caps",
		"getHTTP": "get http", "": "", "größeMessen": "größe messen", "--flag-name": "flag name", "x": "x",
	} {
		if got := strings.Join(wordsOf(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// plainDistance is the distance by its definition.
func plainDistance(a, b string) int {
	switch {
	case a == "":
		return len(b)
	case b == "":
		return len(a)
	}
	cost := 1
	if a[0] == b[0] {
		cost = 0
	}
	best := min(plainDistance(a[1:], b)+1, plainDistance(a, b[1:])+1, plainDistance(a[1:], b[1:])+cost)
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		best = min(best, plainDistance(a[2:], b[2:])+1)
	}
	return best
}

func FuzzDistance(f *testing.F) {
	f.Add("laod", "load")
	f.Add("", "abc")
	f.Add("recieve", "receive")
	f.Fuzz(func(t *testing.T, a, b string) {
		codetest.Guard(t, len(a)+len(b))
		if len(a) > 7 || len(b) > 7 {
			if d := distance(a, b); d > maxDistanceBytes {
				t.Fatalf("%q, %q: %d", a, b, d)
			}
			return
		}
		if got, want := distance(a, b), plainDistance(a, b); got != want {
			t.Fatalf("%q, %q: %d, want %d", a, b, got, want)
		}
	})
}

// TestCalled: the names with a last part are those that a look at every name finds.
func TestCalled(t *testing.T) {
	r := registry(t, nil, tree(t, library))
	lasts := map[string]int{"load": 0, "no": 0, "Reader": 0, "read": 0, "size": 0}
	for _, m := range r.ordered {
		for _, f := range m.files {
			for below := range strings.SplitSeq(f.Names, " ") {
				lasts[LastPart(below)] = 0
			}
		}
	}
	delete(lasts, "")
	for last := range lasts {
		var got, want []declaredName
		for d := range r.called(last) {
			got = append(got, d)
		}
		for _, m := range r.ordered {
			for _, f := range m.files {
				for below := range strings.SplitSeq(f.Names, " ") {
					if LastPart(below) == last {
						want = append(want, declaredName{f, below})
					}
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", last, got, want)
		}
	}
}
