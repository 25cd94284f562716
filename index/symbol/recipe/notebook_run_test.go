package recipe

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ibid/index/source"
)

// runs tells what each of some programs prints, run by python3 in order in one process where together is set, and each in its own
// otherwise. It skips the test where there is no python3.
func runs(t *testing.T, modules string, programs []string, together bool) []string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	run := func(program string) string {
		cmd := exec.CommandContext(context.Background(), python, "-")
		cmd.Env = append(os.Environ(), "PYTHONPATH="+modules, "PYTHONDONTWRITEBYTECODE=1", "PYTHONHASHSEED=0")
		cmd.Stdin = strings.NewReader(program)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			t.Errorf("%v\n%s\nof the program\n%s", err, errs.String(), program)
		}
		return out.String()
	}
	const mark = "\x02\n"
	if together {
		var all strings.Builder
		for _, p := range programs {
			all.WriteString(p + "\nprint('\\x02')\n")
		}
		return strings.Split(run(all.String()), mark)
	}
	var out []string
	for _, p := range programs {
		out = append(out, run(p))
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
			derived, err := FromNotebook(f, nil)
			if err != nil {
				t.Fatal(err)
			}
			cells, err := source.Cells(f.Text)
			if err != nil {
				t.Fatal(err)
			}
			o := readOutline(f.Text, cells)
			var whole []string
			var lines []int
			for _, c := range o.cells {
				if c.src != "" && !c.fails {
					whole, lines = append(whole, c.src), append(lines, lineOf(c.lines, 0))
				}
			}
			printed := runs(t, tt.modules, whole, true)
			sections := 0
			for _, d := range derived {
				if d.Kind != source.RecipeSection && d.Kind != source.Recipe {
					continue
				}
				if d.Kind == source.RecipeSection {
					sections++
				}
				want := ""
				for i, line := range lines {
					if line >= d.StartLine && line <= d.EndLine {
						want += printed[i]
					}
				}
				got := runs(t, tt.modules, []string{d.Program()}, false)[0]
				if !strings.HasSuffix(got, want) {
					t.Errorf("%s prints %s\nwant %s\n%s", d.ID, strconv.Quote(got), strconv.Quote(want), d.Program())
				}
			}
			if sections != tt.sections {
				t.Errorf("%d sections, want %d", sections, tt.sections)
			}
		})
	}
}
