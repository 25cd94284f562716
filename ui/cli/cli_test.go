package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index/reader"
	approved "ibid/ui/golden"
)

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	approved.Check(t, name, got)
}

const handbook = "../../testdata/handbook"

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// run is one run of the command line inside this process.
type run struct {
	code     int
	out, err string
}

func ibid(t *testing.T, env []string, args ...string) run {
	t.Helper()
	args, env = variables(args, env)
	var out, errs bytes.Buffer
	app := App{In: strings.NewReader(""), Out: &out, Err: &errs, Env: env, Generator: extract.Generator{}, Reader: encoder}
	code := app.Run(context.Background(), args)
	return run{code, out.String(), errs.String()}
}

// variables takes settings, IBID_ENGINE_HITS=3, from among the arguments, as a shell does before a command.
func variables(args, env []string) (rest, all []string) {
	isSetting := func(arg string) bool { return strings.HasPrefix(arg, "IBID_") }
	for _, arg := range args {
		if isSetting(arg) {
			env = append([]string{arg}, env...)
		}
	}
	return slices.DeleteFunc(slices.Clone(args), isSetting), env
}

// home is an environment of which nothing is known but where to write.
func home(t *testing.T) []string { return []string{"HOME=" + t.TempDir()} }

// indexed is a home in which the handbook has been read already. Reading it is most of the time that a command takes here.
func indexed(t *testing.T) []string {
	t.Helper()
	seed.once.Do(func() {
		var errs bytes.Buffer
		app := App{Out: io.Discard, Err: &errs, Env: []string{"HOME=" + seed.dir}, Generator: extract.Generator{}, Reader: encoder}
		if code := app.Run(context.Background(), []string{"index", "--docs", handbook}); code != exitAnswered {
			seed.failed = errs.String()
		}
	})
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(seed.dir)); err != nil || seed.failed != "" {
		t.Fatal(seed.failed, err)
	}
	return []string{"HOME=" + dir}
}

// seed is the home that the others are copies of. TestMain makes and removes its folder.
var seed struct {
	once   sync.Once
	dir    string
	failed string
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "ibid-cli-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		seed.dir = dir
		return m.Run()
	}())
}

// measured is what the golden files do not hold: numbers that change whenever ranking improves. Their place is held by 0.
var measured = []struct {
	re   *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`"timings_ms":\{[^}]*\}`), `"timings_ms":{}`},
	{regexp.MustCompile(`"contributions":\[[^\]]*\]`), `"contributions":[]`},
	{regexp.MustCompile(`("(?:score|weight|measured|threshold|lexical_rank|dense_rank)"):[^,}]*`), `$1:0`},
	{regexp.MustCompile(`\b[0-9]\.[0-9]+`), `0`},
	{regexp.MustCompile(`(lexical|dense) [0-9–]+`), `$1 0`},
}

func TestGolden(t *testing.T) {
	env := indexed(t)
	for _, tt := range []struct {
		name string
		code int
		args []string
	}{
		{"answer.txt", exitAnswered, []string{"ask", "--k=1", "What does TGBM mean?"}},
		{"refusal.txt", exitRefused, []string{"ask", "--k=1", "What does MLWE mean?"}},
		{"answer.json", exitAnswered, []string{"ask", "--json", "--k=1", "What does TGBM mean?"}},
		{"refusal.json", exitRefused, []string{"ask", "--json", "--k=1", "What does MLWE mean?"}},
		{"search.json", exitAnswered, []string{"search", "--json", "--k=1", "TGBM"}},
		{"search.txt", exitAnswered, []string{"search", "--k=1", "TGBM"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ibid(t, env, append(tt.args, "--docs", handbook)...)
			if r.code != tt.code {
				t.Fatalf("exit code %d, want %d: %s", r.code, tt.code, r.err)
			}
			got := r.out
			for _, m := range measured {
				got = m.re.ReplaceAllString(got, m.with)
			}
			if strings.HasSuffix(tt.name, ".json") {
				var buf bytes.Buffer
				if err := json.Indent(&buf, []byte(got), "", " "); err != nil {
					t.Fatal(err)
				}
				got = buf.String()
			}
			golden(t, tt.name, got)
		})
	}
}

func TestConfigPrintsTOMLThatLoads(t *testing.T) {
	env := indexed(t)
	dir := t.TempDir()
	t.Chdir(t.TempDir())
	first := ibid(t, append(env, "IBID_DOCS=/papers", "IBID_ENGINE_HITS=9", `IBID_ENGINE_REFUSAL_TEXT=no "such" thing`), "config")
	place(t, filepath.Join(dir, "ibid", "config.toml"), first.out)
	second := ibid(t, append(env, "XDG_CONFIG_HOME="+dir), "config")
	comments := regexp.MustCompile(`  # .*|# (no )?project file .*`)
	if second.code != 0 || comments.ReplaceAllString(first.out, "") != comments.ReplaceAllString(second.out, "") {
		t.Errorf("%s\nbecame\n%s%s", first.out, second.out, second.err)
	}
}

func TestStyles(t *testing.T) {
	env := indexed(t)
	for _, tt := range []struct {
		env    string
		args   []string
		styled bool
	}{
		{"", nil, false}, // not a terminal
		{"", []string{"--color=always"}, true},
		{"NO_COLOR=yes", []string{"--color=always"}, true},
		{"IBID_UI_COLOR=always", nil, true},
		{"IBID_UI_COLOR=always", []string{"--color=never"}, false},
	} {
		r := ibid(t, append(env[:1:1], tt.env), append([]string{"ask", "--docs", handbook, "What does MLWE mean?"}, tt.args...)...)
		if got := strings.Contains(r.out, "\x1b["); got != tt.styled {
			t.Errorf("%q %q: styled %v", tt.env, tt.args, got)
		}
	}
}

func TestHang(t *testing.T) {
	p := &page{width: 20}
	p.hang("- ", "one two three four five six seven", nil)
	if want := "- one two three four\n  five six seven\n"; p.String() != want {
		t.Errorf("got %q, want %q", p.String(), want)
	}
}

func TestProseLeavesCodeAndTables(t *testing.T) {
	p := &page{width: 12}
	p.prose("Some words that wrap [c1]:\n\n```go\nfunc aVeryLongFunctionName() {}\n```\n| a | b | c | d | e |\n1. first of the items")
	want := "Some words\nthat wrap\n[c1]:\n\n    func aVeryLongFunctionName() {}\n| a | b | c | d | e |\n1. first of\n   the items\n"
	if p.String() != want {
		t.Errorf("got\n%s\nwant\n%s", p.String(), want)
	}
}

func TestLowerFirst(t *testing.T) {
	for in, want := range map[string]string{"The evidence": "the evidence", "A word": "a word", "MLWE": "MLWE", "“MLWE” is": "“MLWE” is", "Éa": "éa", "": "", "X": "X"} {
		if got := lowerFirst(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// TestCitationOfASentence: a citation names the section and the lines of what is quoted, though its chunk begins above; the
// evidence keeps the chunk's own. An answer saved by a version that cited the chunk is verified as ever.
func TestCitationOfASentence(t *testing.T) {
	env := indexed(t)
	if r := ibid(t, env, "ask", "--docs", handbook, "What are the steps of Algorithm 1?"); !strings.Contains(r.out, "[c1] sensor-standard, p. 3, printed 2 · 4.3 Reading a frame\n") {
		t.Errorf("%s", r.out)
	}
	r := ibid(t, env, "ask", "--json", "--docs", handbook, "What does TGBM mean?")
	var a engine.Answer
	if err := json.Unmarshal([]byte(r.out), &a); err != nil || len(a.Citations) == 0 {
		t.Fatalf("%v: %s", err, r.out)
	}
	c, ev := a.Citations[0], a.Evidence[0]
	if c.StartLine != 25 || c.EndLine != 25 || ev.StartLine != 1 || ev.EndLine != 28 {
		t.Errorf("the citation is lines %d–%d, its evidence lines %d–%d", c.StartLine, c.EndLine, ev.StartLine, ev.EndLine)
	}
	older := strings.Replace(r.out, `"start_line":25,"end_line":25`, `"start_line":1,"end_line":28`, 1)
	if older == r.out || !verified(t, ibidIn(t, env, older, "verify", "--json")).OK || !verified(t, ibidIn(t, env, r.out, "verify", "--json")).OK {
		t.Errorf("a saved answer is not verified: %s", older)
	}
}
