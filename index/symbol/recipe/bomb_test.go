package recipe

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ibid/index/symbol"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/resolve"
)

// bombTime is far above what a bomb takes: one that is not bounded takes minutes.
const bombTime = 90 * time.Second

// lines are n lines of a form that is given the number of each, from 0, as its only operands.
func lines(n int, form string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("<i>", fmt.Sprint(i), "<next>", fmt.Sprint(i+1), "<wrap>", fmt.Sprint((i+1)%n), "<indent>", strings.Repeat(" ", i)).Replace(form))
		b.WriteByte('\n')
	}
	return b.String()
}

// TestBombs derives what there is to be derived from files that make a careless reader work for minutes: each ends, makes no more than
// it may, and calls nothing absent that it did not read.
func TestBombs(t *testing.T) {
	const pages = 20_002 // no file has more documents than it may keep declarations, and a recipe
	for name, bomb := range map[string]struct {
		files   map[string]string
		derived int               // the most that may be
		says    map[string]string // what the registry finds
	}{
		"aliases": {map[string]string{"m.py": lines(4000, "a<i> = a<next>") + "a4000 = 0\n"}, 4003,
			map[string]string{"m.a0": "declared"}},
		"aliases of a module": {map[string]string{"m.py": lines(30_000, "a<i> = a<next>") + "import os as a30000\n"}, pages,
			map[string]string{"m.a7": "declared", "m.a29999": "unread", "m.none": "unread"}},
		"aliases in branches": {map[string]string{"m.py": lines(5000, "if c:\n  a<i> = a<next>\n  b<i> = b<next>\nelse:\n  a<i> = b<next>\n  b<i> = a<next>")}, pages, nil},
		"aliases in Go": {map[string]string{"go.mod": "module m\n", "m.go": "package m\n" + lines(30_000, "type T<i> = T<next>")}, pages,
			map[string]string{"m.T3": "declared", "m.None": "unread"}},
		"exports in JavaScript": {map[string]string{"package.json": `{"name":"m","main":"m.js"}`, "m.js": lines(50_000, "exports.m<i> = exports.m<next>")}, pages,
			map[string]string{"m.m3": "declared", "m.m49999": "unread"}},
		"nested classes": {map[string]string{"m.py": lines(300, "<indent>class C<i>:") + strings.Repeat(" ", 300) + "x = 1\n"}, 34,
			map[string]string{"m.C0.C1": "declared", "m.C0.C1.none": "unread", "m.none": "unread"}},
		"diamonds": {map[string]string{"m.py": lines(1500, "class A<i>(A<next>, B<next>):\n  def a<i>(self): ...\nclass B<i>(A<next>, B<next>):\n  def b<i>(self): ...")}, pages,
			map[string]string{"m.A0.a0": "declared", "m.A0.b3": "declared", "m.A1480.b1483": "declared", "m.A0.none": "unread"}},
		"a chain of classes": {map[string]string{"m.py": lines(5000, "class A<i>(A<next>):\n  def m<i>(self): ...") + "class A5000: ...\n"}, pages,
			map[string]string{"m.A0.m9": "declared", "m.A0.m4999": "unread", "m.A4999.none": "unread", "m.A4990.m4995": "declared"}},
		"a cycle of classes": {map[string]string{"m.js": lines(5000, "export class A<i> extends A<wrap> { m<i>() {} }")}, pages, nil},
		"inherited members":  {map[string]string{"m.py": "class A3000:\n" + lines(3000, "  def m<i>(self): ...") + lines(3000, "class A<i>(A<next>): ...")}, pages, nil},
		"members":            {map[string]string{"m.py": "class A:\n" + lines(60_000, "  def m<i>(self): self.x<i> = 1")}, pages, map[string]string{"m.A.m59999": "unread", "m.A.none": "unread"}},
		"functions":          {map[string]string{"m.py": lines(100_000, "def f<i>(): ...")}, pages, map[string]string{"m.f19999": "declared", "m.f20000": "unread"}},
		"a docstring of prompts": {map[string]string{"m.py": "def f():\n  \"\"\"Do.\n\n" + strings.Repeat("  >>> f()\n", 200_000) + "  \"\"\"\n"}, 3,
			map[string]string{"m.f": "declared"}},
		"a docstring of listings": {map[string]string{"m.py": "def f():\n  \"\"\"Do.\n\n  Example::\n\n" + strings.Repeat("      x\n\n", 200_000) + "  \"\"\"\n"}, 3, nil},
		"names of a namespace":    {map[string]string{"m.ts": "namespace a" + strings.Repeat(".a", 50_000) + " { export const x = 1 }"}, 40, nil},
		"long names": {map[string]string{"m.py": lines(31, "<indent>class C"+strings.Repeat("x", 50_000)+"<i>:") + lines(5000, strings.Repeat(" ", 31)+"def m<i>(self): ...")}, 2,
			map[string]string{"m.none": "unread"}},
		"tests of inherited members": {map[string]string{"m.py": lines(2000, "class A<i>(A<next>, B<next>): ...\nclass B<i>(A<next>, B<next>): ..."), "test_m.py": "import m\n" + lines(4000, "def test_<i>(): m.A0().bar<i>()")}, 10_000, nil},
		"imports in Go":              {map[string]string{"go.mod": "module m\n", "m.go": "package m\nimport (\n" + lines(40_000, `p<i> "a/b<i>"`) + ")\n" + lines(15_000, "type T<i> struct { U<i> }")}, pages, nil},
		"tests in Python":            {map[string]string{"test_m.py": lines(60_000, "def test_<i>():\n  assert <i>")}, 15_000, nil},
		"tests of a class":           {map[string]string{"test_m.py": "class TestA:\n" + lines(20_000, "  def test_<i>(self): self.h<i>()\n  def h<i>(self): self.h<next>()")}, 400, nil},
		"what functions change":      {map[string]string{"test_m.py": lines(15_000, "def f<next>():\n  global g<i>\n  g<i> = 1\n  f<i>()") + "def test_f(): f15000()\n"}, 1, nil},
		"tests in Go":                {map[string]string{"m_test.go": "package m\nimport \"testing\"\n" + lines(40_000, "func Test<i>(t *testing.T) { t.Log(<i>) }")}, 15_000, nil},
		"methods in Go":              {map[string]string{"m_test.go": "package m\nimport \"testing\"\ntype T int\n" + lines(30_000, "func (T) m<i>() { new(T).m<next>() }") + lines(2000, "func Test<i>(t *testing.T) { new(T).m0() }")}, 10, nil},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), bombTime)
			defer cancel()
			r, files := bombed(t, ctx, bomb.files)
			all, err := Derive(ctx, r, files, NamesBy(resolve.New(r)), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(all) > bomb.derived {
				t.Errorf("%d documents, want at most %d", len(all), bomb.derived)
			}
			bytes := 0
			for i := range all {
				bytes += len(all[i].Document.Text)
			}
			if bytes > 3*maxWork {
				t.Errorf("%d bytes of documents", bytes)
			}
			for name, want := range bomb.says {
				if _, finding, why := r.Lookup(name); said[finding] != want {
					t.Errorf("%s is %s (%s), want %s", name, said[finding], why, want)
				}
			}
		})
	}
}

// said are findings as the table has them.
var said = map[decl.Finding]string{decl.Found: "declared", decl.Absent: "absent", decl.Foreign: "foreign", decl.Unread: "unread"}

// bombed is a registry of files in a folder of their own.
func bombed(t *testing.T, ctx context.Context, texts map[string]string) (*symbol.Registry, []File) {
	t.Helper()
	root := t.TempDir()
	var files []File
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Doc: name, Root: root, Path: name, Project: "p", Text: text})
	}
	p, err := symbol.Detect("p", root)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := symbol.Collect(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := symbol.Build(ctx, []symbol.Project{p}, sources, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, files
}

// TestDeriveEnds: what is derived ends where its context does, in every part of it.
func TestDeriveEnds(t *testing.T) {
	r, files := bombed(t, t.Context(), map[string]string{
		"m.py": lines(500, "class A<i>:\n  def m(self): ..."), "test_m.py": lines(500, "def test_<i>(): ..."),
	})
	for after := range 40 {
		ctx := &ending{Context: t.Context()}
		ctx.left.Store(int64(after * 20))
		if _, err := Derive(ctx, r, files, NamesBy(resolve.New(r)), nil); err != context.Canceled {
			t.Fatalf("after %d polls: %v", after*20, err)
		}
		if asked := -ctx.left.Load(); asked > 2000 { // once for each declaration that is passed over
			t.Errorf("polled %d times after it had ended", asked)
		}
	}
}

// ending is a context that ends once it was polled so often.
type ending struct {
	context.Context
	left atomic.Int64 // several goroutines poll it
}

func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
