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

// plain is a notebook whose names travel between sections as they do in most.
var plain = notebookOf(
	"# Imports", "import math\nimport json as j\n%matplotlib inline\nfrom collections import defaultdict",
	"# Helpers", "RATE = 2\ndef scale(x):\n    return x * RATE + OFFSET\n\nOFFSET = 1\ndef unused(): return missing_everywhere",
	"# Frame", "frame = {}\nframe['a'] = [1, 2]\nrows = []\nfor k in range(3):\n    rows.append(scale(k))\nprint(rows)",
	"# Change", "frame['b'] = rows\nRATE += 3\nclass Box:\n    def put(self, v):\n        self.v = v\nbox = Box()\nbox.put(7)",
	"# Use", "%%time\nx = !ls\nprint(scale(1), frame, box.v, math.floor(2.5), j.dumps(rows))\nrows?",
	"# Branch", "try:\n    import numpy_not_there as np\nexcept ImportError:\n    np = None\nd = defaultdict(list)\nd['k'].append(1)\nif np is None:\n    total = sum(rows)",
	"# Shell", "%%bash\necho hi",
	"# Rest", "print(total, d['k'], np)\ndel rows[0]\nprint(rows)\nfrom math import *",
	"# Stars", "total = total + 1\nprint(floor(pi), total)",
)

// TestSectionsRun runs each recipe of a notebook by itself: it prints last what the same cells print when the whole notebook is
// run from the top.
func TestSectionsRun(t *testing.T) {
	for _, tt := range []struct {
		file     File
		modules  string
		sections int
	}{
		{File{Doc: "plain", Path: "plain.ipynb", Text: plain}, "", 8},
		{notebookFile(t, "../../../testdata/handbook/notebooks/first-week.ipynb"), "../../../testdata/handbook", 5},
	} {
		t.Run(tt.file.Doc, func(t *testing.T) {
			recipes, err := FromPage(t.Context(), tt.file, nil)
			if err != nil {
				t.Fatal(err)
			}
			check(t, recipes)
			cells, err := source.Cells(tt.file.Text)
			if err != nil {
				t.Fatal(err)
			}
			var whole, programs []string
			var lines []int
			for _, c := range cells {
				if c.Kind == "code" && !isTranscript(c.Text) {
					whole, lines = append(whole, withoutCommands(c.Text)), append(lines, c.Lines[0])
				}
			}
			for _, d := range recipes {
				programs = append(programs, d.Program())
			}
			if len(programs) != tt.sections {
				t.Errorf("%d sections, want %d", len(programs), tt.sections)
			}
			printed := run(t, tt.modules, whole, true)
			for k, got := range run(t, tt.modules, programs, false) {
				want := ""
				for i, line := range lines {
					if line >= recipes[k].StartLine && line <= recipes[k].EndLine {
						want += printed[i]
					}
				}
				if !strings.HasSuffix(got, want) || k > 1 && strings.Contains(programs[k], "missing_everywhere") {
					t.Errorf("%s prints %q\nwant %q\n%s", recipes[k].ID, got, want, programs[k])
				}
			}
		})
	}
}
