package python

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/symbol/decl"
)

// truth is what testdata/declarations.py says of one file.
type truth struct {
	Path    string
	Doc     string
	Symbols map[string]struct {
		Kind       decl.Kind
		Doc        string
		Start, End int
		Parameters [][3]any
	}
}

// Bounds of the comparison with CPython's parser.
const (
	wantShare = .999
	shownMost = 40 // differences that are printed
)

// TestAgainstCPython compares what Scan finds in the installed standard library with what Python's own parser finds.
func TestAgainstCPython(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the whole standard library twice")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: nothing to compare with")
	}
	out, err := exec.Command(python, "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	if err != nil {
		t.Skipf("python3 does not say where its standard library is: %v", err)
	}
	root, err := filepath.EvalSymlinks(strings.TrimSpace(string(out)))
	if err != nil {
		t.Skipf("the standard library of python3 is not there: %v", err)
	}
	compare(t, python, sources(t, root))
}

// sources lists the Python files below root, without what was installed later.
func sources(t *testing.T, root string) []string {
	var paths []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "site-packages" || d.Name() == "dist-packages"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".py") && d.Type().IsRegular():
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func compare(t *testing.T, python string, paths []string) {
	command := exec.Command(python, "testdata/declarations.py")
	command.Stdin = strings.NewReader(strings.Join(paths, "\n"))
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("declarations.py: %v\n%s", err, complaints.String())
	}
	var symbols, parameters, docs, lines score
	files := 0
	for scanner := bufio.NewReader(bytes.NewReader(out)); ; {
		line, err := scanner.ReadBytes('\n')
		if err != nil {
			break
		}
		var want truth
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(want.Path)
		if err != nil {
			t.Fatal(err)
		}
		files++
		file := Scan(src)
		got := map[string]decl.Symbol{}
		flatten(file.Symbols, "", got)
		docs.same(want.Path+" doc", file.Doc, want.Doc)
		for _, id := range slices.Sorted(maps.Keys(want.Symbols)) {
			w := want.Symbols[id]
			g, ok := got[id]
			at := fmt.Sprintf("%s:%d %s", want.Path, max(w.Start, g.Start), id)
			if ok && g.Kind == w.Kind {
				symbols.same(at, "", "")
			} else {
				symbols.missing(at, fmt.Sprintf("%s, want %s", g.Kind, w.Kind), ok)
			}
			if !ok || w.Parameters == nil && w.Doc == "" && w.Start == 0 {
				continue
			}
			docs.same(at, g.Doc, w.Doc)
			lines.same(at, fmt.Sprint(g.Start, g.End), fmt.Sprint(w.Start, w.End))
			if w.Kind != decl.Class && g.Kind == w.Kind {
				parameters.same(at, parametersGot(g.Parameters), parametersWant(w.Parameters))
			}
		}
		for _, id := range slices.Sorted(maps.Keys(got)) {
			if _, ok := want.Symbols[id]; !ok {
				symbols.extra(fmt.Sprintf("%s:%d %s %s", want.Path, got[id].Start, got[id].Kind, id))
			}
		}
	}
	t.Logf("%d files", files)
	if files == 0 {
		t.Fatal("no file was compared")
	}
	symbols.report(t, "symbols")
	parameters.report(t, "parameters")
	docs.report(t, "docstrings")
	lines.report(t, "lines")
}

func flatten(list []decl.Symbol, prefix string, into map[string]decl.Symbol) {
	for _, sym := range list {
		into[prefix+sym.Name] = sym
		flatten(sym.Members, prefix+sym.Name+".", into)
	}
}

func parametersGot(list []decl.Parameter) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%s %s %t, ", p.Name, p.Kind, p.Optional)
	}
	return b.String()
}

func parametersWant(list [][3]any) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%v %v %v, ", p[0], p[1], p[2])
	}
	return b.String()
}

// score counts what agrees.
type score struct {
	both, gone, more int
	differences      []string
}

func (s *score) same(at, got, want string) {
	if got == want {
		s.both++
		return
	}
	s.gone++
	s.more++
	s.differences = append(s.differences, fmt.Sprintf("%s: %.300q, want %.300q", at, got, want))
}

func (s *score) missing(at, what string, wrong bool) {
	s.gone++
	if wrong {
		s.more++
	}
	s.differences = append(s.differences, at+": "+what)
}

func (s *score) extra(at string) {
	s.more++
	s.differences = append(s.differences, at+": not declared")
}

func (s *score) report(t *testing.T, what string) {
	precision := float64(s.both) / float64(max(s.both+s.more, 1))
	recall := float64(s.both) / float64(max(s.both+s.gone, 1))
	t.Logf("%s: %d, precision %.5f, recall %.5f", what, s.both+s.gone, precision, recall)
	for _, d := range s.differences[:min(len(s.differences), shownMost)] {
		t.Log("  " + d)
	}
	if precision < wantShare || recall < wantShare {
		t.Errorf("%s: want at least %.3f of both", what, wantShare)
	}
}
