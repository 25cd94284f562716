package recipe

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/source"
)

// driver runs programs, each by itself or, as cells, one after the other, and tells what each printed. After an empty program cells
// start anew.
const driver = `
import contextlib, io, json, sys, traceback
programs, together = json.load(sys.stdin)
shared, out = {"__name__": "__main__"}, []
for program in programs:
    if not program:
        shared = {"__name__": "__main__"}
    names = shared if together else {"__name__": "__main__"}
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(program, "<recipe>", "exec"), names)
        except BaseException:
            error = traceback.format_exc()
    out.append([printed.getvalue(), error])
json.dump(out, sys.stdout)
`

// run tells what each program prints. Those that fail fail the test; without python3 it is skipped.
func run(t *testing.T, modules string, programs []string, together bool) []string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	in, err := json.Marshal([]any{programs, together})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", driver)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+modules, "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	printed, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var results [][2]string
	if err := json.Unmarshal(printed, &results); err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, r := range results {
		if out = append(out, r[0]); r[1] != "" {
			t.Errorf("%s\nof the program\n%s", r[1], programs[i])
		}
	}
	return out
}

// notebookFile reads a notebook.
func notebookFile(t testing.TB, path string) File {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := source.Text(path, data)
	if err != nil {
		t.Fatal(err)
	}
	return File{Doc: filepath.Base(path), Path: filepath.Base(path), Text: text}
}

// TestSectionsRun runs each recipe of a notebook by itself: it prints last what the same cells print when the whole notebook is
// run from the top.
func TestSectionsRun(t *testing.T) {
	for _, tt := range []struct {
		path, modules string
		sections      int
	}{
		{"testdata/notebooks/pier.ipynb", "", 14},
		{"../../../testdata/handbook/notebooks/first-week.ipynb", "../../../testdata/handbook", 5},
	} {
		t.Run(filepath.Base(tt.path), func(t *testing.T) {
			f := notebookFile(t, tt.path)
			derived, err := FromNotebook(t.Context(), f, nil)
			if err != nil {
				t.Fatal(err)
			}
			cells, err := source.Cells(f.Text)
			if err != nil {
				t.Fatal(err)
			}
			o := readOutline(t.Context(), f.Text, cells)
			var whole []string
			var lines []int
			for _, c := range o.cells {
				if c.src != "" && !c.fails {
					whole, lines = append(whole, c.src), append(lines, lineOf(c.lines, 0))
				}
			}
			printed := run(t, tt.modules, whole, true)
			var recipes []Derived
			var programs []string
			sections := 0
			for _, d := range derived {
				switch d.Kind {
				case source.RecipeSection:
					sections++
				case source.Recipe:
				default:
					continue
				}
				recipes, programs = append(recipes, d), append(programs, d.Program())
			}
			for k, got := range run(t, tt.modules, programs, false) {
				want := ""
				for i, line := range lines {
					if line >= recipes[k].StartLine && line <= recipes[k].EndLine {
						want += printed[i]
					}
				}
				if !strings.HasSuffix(got, want) {
					t.Errorf("%s prints %q\nwant %q\n%s", recipes[k].ID, got, want, programs[k])
				}
			}
			if sections != tt.sections {
				t.Errorf("%d sections, want %d", sections, tt.sections)
			}
		})
	}
}
