package recipe

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"ibid/index/source"
	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/python"
)

// notebookOf is a notebook with one code cell for each source.
func notebookOf(sources ...string) string {
	var cells []map[string]any
	for _, s := range sources {
		kind := "code"
		if strings.HasPrefix(s, "#") {
			kind = "markdown"
		}
		cells = append(cells, map[string]any{"cell_type": kind, "source": strings.SplitAfter(s, "\n")})
	}
	text, _ := json.MarshalIndent(map[string]any{"cells": cells}, "", " ")
	return string(text)
}

var hostile = []string{
	strings.Repeat("(", 5000), strings.Repeat("[", 5000) + "x = 1", "x = " + strings.Repeat("f(", 3000), `"""`, "'", "def", "class A(", "@", "@x\n@y\n", "\\",
	"%", "%%bash\nx", "!\\\n!\\", "?", "x?", "if x:\n  %time\n", "del", "del (a, b[0]), c", "x = y = z = x", "global x", "def f():\n global x\n x += 1\nf()",
	"lambda: (yield)", "for in", "a, *b = c", "import", "from . import *", "f'{x!r:{y}}'", "\t x\n\ty", "x\r\ny", "\x00\x01", "é = ü", "match x:\n case [a, *b]: pass",
	strings.Repeat("x.y", 2000), strings.Repeat("x=x\n", 3000), strings.Repeat("def f(x): return f(x)\n", 300), strings.Repeat("x;", 3000), "[a for a in [b for b in [c for c in d]]]",
}

func FuzzNotebook(f *testing.F) {
	for _, s := range hostile {
		f.Add(notebookOf("# A", s, "# B", "print(x)"))
	}
	data, err := os.ReadFile("testdata/notebooks/pier.ipynb")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add(`{"cells":[{"cell_type":"code","source":"x=1","metadata":3,"outputs":{"a":1}},{"cell_type":"heading","level":9,"source":["a","b"]},3]}`)
	f.Add(`{"worksheets":[{"cells":[{"cell_type":"code","input":"x","language":"python"}]}]}`)
	f.Add(strings.Repeat(`{"cells":[`, 500))
	f.Fuzz(func(t *testing.T, text string) {
		codetest.Guard(t, len(text))
		file := File{Doc: "a.ipynb", Path: "a.ipynb", Text: text}
		got, err := FromNotebook(t.Context(), file, nil)
		if err != nil {
			return
		}
		check(t, got)
		if again, _ := FromNotebook(t.Context(), file, nil); !reflect.DeepEqual(got, again) {
			t.Error("not the same a second time")
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range hostile {
		f.Add("# A\n\ntext\n\n```python\n" + s + "\n```\n\n> ```py\n> x\n\n- a\n  ```python\n  x = 1\n  ```\n\n```\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		codetest.Guard(t, len(text))
		got, err := FromMarkdown(t.Context(), File{Doc: "a.md", Path: "a.md", Text: text}, nil)
		if err != nil {
			return
		}
		check(t, got)
	})
}

func FuzzTests(f *testing.F) {
	for _, s := range hostile {
		f.Add(s + "\ndef test_x(x, y): pass\nclass TestA:\n    def test_b(self): self.c()\n")
	}
	data, err := os.ReadFile("testdata/harbour/tests/test_harbour.py")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add("package a\n\nimport \"testing\"\n\n//line x:1\nfunc TestA(t *testing.T) { var b = c }\n")
	f.Fuzz(func(t *testing.T, text string) {
		codetest.Guard(t, len(text))
		file := File{Doc: "test_a.py", Path: "test_a.py", Text: text}
		check(t, FromPythonTests(t.Context(), file, nil, nil))
		check(t, FromFixtures(t.Context(), file, nil))
		check(t, FromGoTests(t.Context(), file, "a", nil))
	})
}

func FuzzDocstring(f *testing.F) {
	f.Add("A.\n\nArgs:\n    x: y\n      z\n\nReturns:\n    int: a\n\n>>> x\n1\n")
	f.Add("A\n\nParameters\n----------\nx : int\n    y\n:param int x: y\n:returns: z\n\nExample::\n\n\tcode\n\n\tmore\n- a\n  b\n1. c")
	f.Fuzz(func(t *testing.T, doc string) {
		codetest.Guard(t, len(doc))
		lines := strings.Count(doc, "\n")
		last := -1
		for _, r := range remarks(doc) {
			if r.first < 0 || r.last < r.first || r.last > lines || r.first <= last && r.kind != source.Code {
				t.Errorf("%+v after line %d of %d", r, last, lines)
			}
			last = r.last
		}
	})
}

// FuzzUnits: statements do not overlap, and commands are blanked line by line.
func FuzzUnits(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		us, _ := units(src, python.Read(src).Statements)
		for i, u := range us {
			if u.start > u.code || u.code >= u.end || i > 0 && u.start < us[i-1].end || u.last < u.first {
				t.Errorf("unit %+v", u)
			}
		}
		if again := withoutCommands(src); strings.Count(again, "\n") != strings.Count(src, "\n") {
			t.Errorf("%q lost lines in %q", again, src)
		}
	})
}
