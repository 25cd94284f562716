package recipe

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ibid/index/symbol/python"
)

// runTests is what runs the unittest classes of a recipe.
const runTests = `
import unittest as _unittest
for _class in [v for v in list(globals().values()) if isinstance(v, type) and issubclass(v, _unittest.TestCase)]:
    _result = _unittest.TestResult()
    _unittest.defaultTestLoader.loadTestsFromTestCase(_class).run(_result)
    assert _result.wasSuccessful(), _result.errors + _result.failures
    print(_result.testsRun)
`

// TestTestsRun runs the recipe of each class of Python tests of the handbook by itself: what it took along is enough.
func TestTestsRun(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/handbook/tests/test_*.py")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var programs []string
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range FromPythonTests(t.Context(), File{Doc: path, Path: path, Text: string(data)}, nil) {
			programs = append(programs, d.Program()+runTests)
		}
	}
	if len(programs) != 3 {
		t.Errorf("%d recipes, want 3", len(programs))
	}
	for i, printed := range run(t, "../../../testdata/handbook", programs, false) {
		if printed == "" || printed == "0\n" {
			t.Errorf("no tests ran of\n%s", programs[i])
		}
	}
}

// TestDoctestsRun runs the recipe of each docstring of the handbook: it brings what it takes from its module, and shows as code
// what was typed and nothing that was printed.
func TestDoctestsRun(t *testing.T) {
	r, files := project(t, "tidewater", "../../../testdata/handbook")
	declared := declaredFiles(r)
	var programs []string
	for _, f := range files {
		d := declared[[2]string{f.Project, f.Path}]
		if d == nil || d.Language != inPython || isTest(f.Path) {
			continue
		}
		for _, recipe := range FromDocstrings(t.Context(), f, d, nil) {
			if strings.Contains(recipe.Document.Text, prompt) {
				t.Errorf("%s has prompts:\n%s", recipe.ID, recipe.Document.Text)
			}
			programs = append(programs, recipe.Program())
		}
	}
	if len(programs) != 7 {
		t.Errorf("%d recipes, want 7", len(programs))
	}
	run(t, "../../../testdata/handbook", programs, false)
}

// TestDoctestSession: statements are code on their lines, what they print is not, and one that is to fail is no part of the program.
func TestDoctestSession(t *testing.T) {
	text := "def f(n):\n    \"\"\"Do it.\n\n    >>> for i in f(2):\n    ...     print(i)\n    ...\n    0\n    1\n    >>> f(-1)\n    Traceback (most recent call last):\n    ValueError\n    >>> n = 1\n    >>> f(n)\n    ...more\n    \"\"\"\n"
	d := python.Scan([]byte(text))
	d.Module = "m"
	all := FromDocstrings(t.Context(), File{Doc: "m.py", Path: "m.py", Text: text}, &d, nil)
	check(t, all)
	const want = "[code 4-4 python]\nfrom m import f\n[code 4-6 python]\nfor i in f(2):\n    print(i)\n[paragraph 7-8 output]\n0\n1\n" +
		"[paragraph 9-11 pycon]\n>>> f(-1)\nTraceback (most recent call last):\nValueError\n[code 12-13 python]\nn = 1\nf(n)\n[paragraph 14-14 output]\n...more\n"
	if got := shown(all); !strings.Contains(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestGoTestsCompile compiles the recipe of each Go test of the handbook beside the package that it tests.
func TestGoTestsCompile(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("go is not installed")
	}
	const dir = "../../../testdata/handbook/gauge"
	module := t.TempDir()
	files := map[string]string{}
	for _, name := range []string{"go.mod", "gauge.go", "parse.go", "gauge_test.go"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	recipes := FromGoTests(t.Context(), File{Doc: "gauge_test.go", Path: "gauge_test.go", Text: files["gauge_test.go"]}, "", nil)
	if len(recipes) != 3 {
		t.Errorf("%d recipes, want 3", len(recipes))
	}
	write := func(name, text string) {
		name = filepath.Join(module, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", files["go.mod"])
	for i, d := range recipes {
		folder := strconv.Itoa(i)
		write(folder+"/gauge.go", files["gauge.go"])
		write(folder+"/parse.go", files["parse.go"])
		write(folder+"/recipe_test.go", d.Program())
	}
	cmd := exec.Command(tool, "test", "./...")
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
