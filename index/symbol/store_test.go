package symbol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"ibid/index/file"
	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
)

const sample = `
-- pyproject.toml --
-- go.mod --
module example.org/sample
-- pkg/__init__.py --
"""Ein Paket: "größer", <b>&</b>."""
from .mod import *
-- pkg/mod.py --
class Größe:
    def messen(self, wie="\\"") -> int: ...
def plain(a, *, b=1): ...
-- lib/lib.go --
package library

// T holds things.
type T struct{ *bytes.Buffer; N int }

func (t *T) Close() error { return nil }
-- empty/empty.go --
package empty
`

func written(t testing.TB, r *Registry) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sealed is a registry with another text and the checksum of that.
func sealed(text string) []byte {
	body := text[:1+strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n')]
	return fmt.Appendf(nil, "%s%s%08x%s\n", body, sumStart, file.Sum([]byte(body)), sumEnd)
}

func TestSaveAndOpen(t *testing.T) {
	built := registry(t, nil, tree(t, sample))
	path := filepath.Join(t.TempDir(), FileName)
	if err := built.Save(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	opened, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(opened.Projects(), built.Projects()) {
		t.Errorf("projects %+v, want %+v", opened.Projects(), built.Projects())
	}
	got, want := slices.Collect(opened.All), slices.Collect(built.All)
	if len(want) < 8 {
		t.Fatalf("only %d entries", len(want))
	}
	if len(got) != len(want) {
		t.Fatalf("%d entries, want %d", len(got), len(want))
	}
	for i := range got {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("entry %d is %+v, want %+v", i, got[i], want[i])
		}
	}
	if written(t, opened) != written(t, built) {
		t.Error("written again it differs")
	}
	leftovers, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".symbols-*"))
	if err != nil || len(leftovers) > 0 {
		t.Errorf("left behind: %q, %v", leftovers, err)
	}
}

func TestFileIsOneObject(t *testing.T) {
	var whole struct {
		Schema   string
		Revision int
		Projects []Project
		Files    []struct {
			Module, Project, Path, Language, Names string
			Symbols                                []struct{ Name, Kind string }
		}
	}
	if err := json.Unmarshal([]byte(written(t, registry(t, nil, tree(t, sample)))), &whole); err != nil {
		t.Fatal(err)
	}
	if whole.Schema != Schema || whole.Revision != Revision || len(whole.Projects) != 1 || len(whole.Files) != 4 {
		t.Fatalf("%+v", whole)
	}
	if f := whole.Files[1]; f.Module != "example.org/sample/lib" || f.Names != "T T.Buffer T.N T.Close" || f.Symbols[0].Kind != "type" {
		t.Errorf("%+v", f)
	}
}

func TestEmptyRegistry(t *testing.T) {
	r, err := Build(t.Context(), nil, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = decode([]byte(written(t, r))); err != nil {
		t.Fatal(err)
	}
	if _, finding, _ := r.Lookup("json"); finding != decl.Foreign || len(r.Search("json", 3)) > 0 || len(r.Nearest("json", 3)) > 0 {
		t.Error("something is known")
	}
}

func TestBuildTakesOver(t *testing.T) {
	root := tree(t, sample)
	opened, err := decode([]byte(written(t, registry(t, nil, root))))
	if err != nil {
		t.Fatal(err)
	}
	has(t, opened, "pkg.plain", decl.Found) // some files are decoded, others are not
	grow(t, root, "-- pkg/new.py --\ndef fresh(): ...\n-- pkg/mod.py --\ndef renamed(): ...\n-- src/other/__init__.py --")
	if err := os.Remove(filepath.Join(root, "empty", "empty.go")); err != nil {
		t.Fatal(err)
	}
	p, err := Detect("a", root)
	if err != nil {
		t.Fatal(err)
	}
	for _, python := range []*PythonRoot{{Modules: []string{"pkg"}}, {Prefix: "outer"}} { // the same files under other names, too
		p.Python = python
		sources, err := Collect(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := Build(t.Context(), []Project{p}, sources, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var read []string
		told := -1
		for i, s := range sources {
			sources[i].Read = func() ([]byte, error) { read = append(read, s.Path); return s.Read() }
		}
		slices.Reverse(sources)
		previous := runtime.GOMAXPROCS(1)
		updated, err := Build(t.Context(), []Project{p}, sources, opened, func(done, total int) { told = done - total })
		runtime.GOMAXPROCS(previous)
		if err != nil {
			t.Fatal(err)
		}
		if written(t, updated) != written(t, fresh) {
			t.Errorf("updated:\n%s\nfresh:\n%s", written(t, updated), written(t, fresh))
		}
		slices.Sort(read)
		if got := strings.TrimSuffix(strings.Join(read, " "), " src/other/__init__.py"); got != "pkg/mod.py pkg/new.py" || told != 0 {
			t.Errorf("read %q, %d not told of", read, told)
		}
	}
}

func TestUnreadableSourcesAreAskedAgain(t *testing.T) {
	p := Project{Name: "p", Python: &PythonRoot{}}
	broken := Source{Project: "p", Path: "a.py", Digest: "1", Read: func() ([]byte, error) { return nil, os.ErrPermission }}
	r, err := Build(t.Context(), []Project{p}, []Source{broken}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	has(t, r, "a.anything", decl.Unread)
	broken.Read = func() ([]byte, error) { return []byte("def f(): ..."), nil }
	if r, err = Build(t.Context(), []Project{p}, []Source{broken}, r, nil); err != nil {
		t.Fatal(err)
	}
	has(t, r, "a.f", decl.Found)
}

func TestDamagedFiles(t *testing.T) {
	text := written(t, registry(t, nil, tree(t, sample)))
	lines := strings.SplitAfter(text, "\n")
	for about, damaged := range map[string][]byte{
		"empty":             nil,
		"another thing":     []byte("%PDF-1.4"),
		"another schema":    sealed(strings.Replace(text, Schema, "ibid.symbols/9", 1)),
		"another revision":  sealed(strings.Replace(text, `"revision":`, `"revision":9`, 1)),
		"cut":               []byte(text[:len(text)/2]),
		"cut at a line":     []byte(strings.Join(lines[:2], "")),
		"without its end":   []byte(strings.Join(lines[:len(lines)-2], "")),
		"no end of a line":  []byte(strings.TrimSuffix(text, "\n")),
		"a record too much": []byte(text + lines[1]),
		"another record":    []byte(strings.Replace(text, lines[1], lines[2], 1)),
		"no record":         sealed(strings.Replace(text, lines[1], "{},\n", 1)),
		"foreign project":   sealed(strings.Replace(text, `"project":"a"`, `"project":"z"`, 1)),
		"another checksum":  []byte(strings.Replace(text, sumStart, sumStart+"0", 1)),
	} {
		if _, err := decode(damaged); !errors.Is(err, ErrUnusable) {
			t.Errorf("%s: %v", about, err)
		}
	}
	for i := range len(text) {
		damaged := []byte(text)
		if damaged[i] ^= 4; string(damaged) == text {
			t.Fatal("not damaged")
		}
		if _, err := decode(damaged); !errors.Is(err, ErrUnusable) {
			t.Fatalf("byte %d of %q: %v", i, text[max(i-20, 0):i+1], err)
		}
	}
	if _, err := decode(sealed(text)); err != nil {
		t.Error(err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

// A record whose head is whole and whose rest is not says nothing of what the file declares.
func TestDamagedRecord(t *testing.T) {
	text := written(t, registry(t, nil, tree(t, sample)))
	r, err := decode(sealed(strings.Replace(text, `"kind":"function"`, `"kind":"function`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	has(t, r, "pkg.mod.plain", decl.Unread)
	has(t, r, "example.org/sample/lib.T", decl.Found)
}

func TestConcurrentUse(t *testing.T) {
	r, err := decode([]byte(written(t, registry(t, nil, tree(t, sample)))))
	if err != nil {
		t.Fatal(err)
	}
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			has(t, r, "pkg.Größe.messen", decl.Found)
			has(t, r, "example.org/sample/lib.T.Close", decl.Found)
			r.Nearest("pkg.plane", 3)
			r.Search("messen", 3)
		})
	}
	workers.Wait()
}

func FuzzOpen(f *testing.F) {
	text := written(f, registry(f, nil, tree(f, sample)))
	f.Add(text)
	f.Add(strings.Replace(text, `"project":"a"`, `"project" : "\u0061"`, 1))
	f.Add(strings.Replace(`{"schema":"ibid.symbols/1","revision":0,"projects":[{"name":"p","root":""}],"files":[
{"module":"m","project":"p","path":"m.py","language":"python","digest":"","names":"x y.z","symbols":[{"name":"x","kind":"class","bases":["x","m.x"],"value":"x"}]}
]}
`, `"revision":0`, fmt.Sprintf(`"revision":%d`, Revision), 1))
	f.Fuzz(func(t *testing.T, text string) { // its last line stands for the checksum
		r, err := decode(sealed(text))
		if err != nil {
			if !errors.Is(err, ErrUnusable) {
				t.Fatal(err)
			}
			return
		}
		for e := range r.All {
			r.Lookup(e.Name)
			r.Lookup(e.Name + ".nothing")
			r.Nearest(e.Name+"s", 3)
			break
		}
		r.Search("x", 2)
		again, err := decode([]byte(written(t, r)))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if len(again.files) != len(r.files) {
			t.Fatalf("%d files, then %d", len(r.files), len(again.files))
		}
	})
}

func FuzzHead(f *testing.F) {
	for line := range strings.Lines(written(f, registry(f, nil, tree(f, sample)))) {
		f.Add([]byte(strings.TrimRight(line, ",\n")))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		codetest.Guard(t, len(line))
		got, err := readHead(line)
		if err != nil || !json.Valid(line) {
			return
		}
		var want head
		if err := json.Unmarshal(line, &want); err != nil {
			return // a later member is of another type
		}
		if got != want && !repeats(line) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

// repeats tells whether a member of a head may stand in an object twice, in other letters or behind the last: encoding/json then takes
// the last.
func repeats(line []byte) bool {
	_, behind, _ := bytes.Cut(bytes.ToLower(line), []byte(`"names"`))
	for _, key := range []string{"module", "package", "project", "path", "language", "digest", "names"} {
		if member := []byte(`"` + key + `"`); bytes.Count(bytes.ToLower(line), member) > 1 || bytes.Contains(behind, member) {
			return true
		}
	}
	return bytes.ContainsRune(line, '\\')
}
