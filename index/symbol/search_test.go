package symbol

import (
	"slices"
	"strings"
	"testing"
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
		{"lib.o", 4, "lib.other lib.other.walk lib.other.Walker lib.other.Walker.step"},
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
		"lib.files.LineReader.read":   "lib.files.LineReader.read_text lib.files.LineReader.read_bytes",
		"lib.files.Reader.walk":       "lib.other.walk",
		"lib.files.reader":            "lib.files.Reader",
		"lib.files.Raeder":            "lib.files.Reader",
		"lib.files.open_reader":       "lib.files.Reader",
		"lib.file.load":               "lib.FileReader",
		"lib.files.MAX_LOADS":         "lib.files.MAX_LOAD",
		"lib.files._load_secret":      "lib.files.load",
		"elsewhere.walk":              "",
		"lib.files.zzzzzz":            "lib.files.dump",
		"elsewhere.zzzzzz":            "",
		"lib.FileReader.read_txt.any": "lib.FileReader.read_text lib.FileReader.read_bytes",
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
