//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"
)

// These tests run the program as a user does: the binary, its exit code and what it prints.

var binary string // built once, by TestMain

const (
	refusal  = "What does MLWE mean?"
	question = "What does TGBM mean?" // answered by the handbook
	patience = 60 * time.Second       // for what must come sooner or later
)

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "ibid")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // one test runs it as another user
		panic(err)
	}
	binary = filepath.Join(dir, "ibid")
	build := exec.Command("go", "build", "-buildvcs=auto", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		return 1
	}
	return m.Run()
}

// shell is what a run of the program starts from.
type shell struct {
	dir   string // working folder
	env   []string
	stdin string
}

// newShell has an empty home and working folder.
func newShell(t testing.TB) *shell {
	home := t.TempDir()
	return &shell{dir: t.TempDir(), env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}}
}

// must is a value that is there.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// done ends a test where what it needs cannot be done.
func done(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type outcome struct {
	code     int // -1 where a signal ended the run
	out, err string
}

// into reads what was printed as JSON.
func (o outcome) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(o.out), v); err != nil {
		t.Fatalf("exit code %d, %v: %s%s", o.code, err, o.out, o.err)
	}
}

func (s *shell) command(args ...string) *exec.Cmd {
	isSetting := func(arg string) bool { return strings.HasPrefix(arg, "IBID_") } // as a shell takes them before a command
	cmd := exec.Command(binary, slices.DeleteFunc(slices.Clone(args), isSetting)...)
	cmd.Dir, cmd.Env, cmd.Stdin = s.dir, slices.Clip(s.env), strings.NewReader(s.stdin)
	for _, arg := range args {
		if isSetting(arg) {
			cmd.Env = append(cmd.Env, arg)
		}
	}
	return cmd
}

func (s *shell) run(t testing.TB, args ...string) outcome {
	t.Helper()
	return finish(t, s.command(args...), func(cmd *exec.Cmd) error { return cmd.Run() })
}

// finish runs a command to its end and checks what holds for every run.
func finish(t testing.TB, cmd *exec.Cmd, run func(*exec.Cmd) error) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	cmd.Stderr = &errs
	var exit *exec.ExitError
	if err := run(cmd); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	o := outcome{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
	for _, sign := range []string{"panic:", "goroutine ", "runtime error"} {
		if strings.Contains(o.err, sign) {
			t.Fatalf("%q crashed:\n%s", cmd.Args[1:], o.err)
		}
	}
	return o
}

func (s *shell) ask(t *testing.T, docs, q string) string {
	t.Helper()
	o := s.run(t, "ask", "--json", "--docs", docs, q)
	if o.code > 1 {
		t.Fatalf("exit code %d: %s", o.code, o.err)
	}
	return regexp.MustCompile(`"timings_ms":\{[^}]*\}`).ReplaceAllString(o.out, "")
}

// handbook copies the handbook, without the times of its files.
func handbook(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "handbook")
	done(t, os.CopyFS(dir, os.DirFS("testdata/handbook")))
	return dir
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	done(t, os.MkdirAll(filepath.Dir(path), 0o755))
	done(t, os.WriteFile(path, []byte(text), 0o644))
}

func TestExitCodes(t *testing.T) {
	s := newShell(t)
	docs, empty, unsupported := handbook(t), t.TempDir(), t.TempDir()
	put(t, unsupported, "photo.jpg", "\xff\xd8")
	for _, tt := range []struct {
		code     int
		args     []string
		out, err string // contained in it
	}{
		{0, []string{"ask", "--docs", docs, question}, "Tide Gauge Bench Mark", ""},
		{1, []string{"ask", "--docs", docs, refusal}, "because “MLWE” is nowhere", ""},
		{2, []string{"ask", "--docs", docs}, "", "no question"},
		{2, []string{"ask", "--docs", docs, " \t"}, "", "no question"},
		{2, []string{"ask", "--docs", docs, strings.Repeat("why ", 5000)}, "", "longer than"},
		{2, []string{"ask", "--nonsense"}, "", "unknown flag: --nonsense"},
		{2, []string{"ask", "--dosc", "x"}, "", "unknown flag: --dosc"},
		{2, []string{"ask", "--docs"}, "", "flag needs an argument"},
		{2, []string{"ask", "--docs", docs, "--k", "0", "why?"}, "", "--k: \"0\" is not a whole number from 1 to 100"},
		{2, []string{"serach", "x"}, "", "did you mean `ibid search`"},
		{2, []string{"What is this?"}, "", "`ibid ask`"},
		{2, []string{"index", "extra"}, "", "ibid index --help"},
		{2, []string{"index", "--status", "--rebuild"}, "", "none of the others can be"},
		{3, []string{"ask", "--docs", filepath.Join(empty, "absent"), "why?"}, "", "no such folder or file"},
		{3, []string{"ask", "--docs", empty, "why?"}, "", "no documents to read in " + empty},
		{3, []string{"index", "--docs", empty}, "", "no documents to read"},
		{3, []string{"search", "--docs", unsupported, "why?"}, "", "photo.jpg"},
		{0, []string{"search", "--docs", docs, "zzyzx"}, "", ""},
		{0, []string{"index", "--docs", docs, "--status"}, "up to date", ""},
		{0, []string{"config"}, "engine.hits = 8  # default", ""},
		{0, []string{"--help"}, "Usage:", ""},
		{2, nil, "", "nothing was asked"},
		{0, []string{"completion", "bash"}, "bash completion", ""},
	} {
		o := s.run(t, tt.args...)
		if o.code != tt.code || !strings.Contains(o.out, tt.out) || !strings.Contains(o.err, tt.err) {
			t.Errorf("%.80q: exit code %d, want %d with %q and %q\n%s%s", tt.args, o.code, tt.code, tt.out, tt.err, o.out, o.err)
		}
		if o.code > 1 && (o.out != "" || !strings.HasPrefix(o.err, "ibid: ") || strings.Count(o.err, "\n") != 2) {
			t.Errorf("%.80q: an error is a line and a next step on standard error:\n%s%s", tt.args, o.out, o.err)
		}
	}
}

func TestVersionNamesTheCommit(t *testing.T) {
	want := "built without its commit"
	if info, err := os.Lstat(".git"); err != nil || !info.IsDir() {
		t.Skip("this is no clone: the Go command writes a commit into a program where .git is a folder")
	}
	if commit, err := exec.Command("git", "rev-parse", "HEAD").Output(); err == nil {
		want = "commit " + strings.TrimSpace(string(commit))
	}
	if o := newShell(t).run(t, "--version"); o.code != 0 || !strings.Contains(o.out, want) {
		t.Errorf("exit code %d: %q, want %q in it", o.code, o.out, want)
	}
	var build struct{ Schema, Version, Commit, Go, OS, Arch string }
	o := newShell(t).run(t, "--version", "--json")
	if err := json.Unmarshal([]byte(o.out), &build); err != nil || o.code != 0 {
		t.Fatalf("exit code %d, %v: %q", o.code, err, o.out)
	}
	if build.Schema != "ibid.version/1" || build.OS != runtime.GOOS || build.Arch != runtime.GOARCH || build.Go != runtime.Version() {
		t.Errorf("%+v", build)
	}
	if build.Commit != "" && !strings.HasSuffix(want, build.Commit) {
		t.Errorf("commit %q, want that of %q", build.Commit, want)
	}
}

func TestQuestionFromStandardInput(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	want := s.ask(t, docs, question)
	s.stdin = "  What does\n TGBM mean?\n"
	if got := s.ask(t, docs, "-"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	s.stdin = ""
	if o := s.run(t, "ask", "--docs", docs, "-"); o.code != 2 {
		t.Errorf("an empty question: exit code %d", o.code)
	}
}

func TestSettingsEndToEnd(t *testing.T) {
	s := newShell(t)
	done(t, os.CopyFS(filepath.Join(s.dir, "handbook"), os.DirFS(handbook(t))))
	hits := func(args ...string) int {
		o := s.run(t, append([]string{"search", "--json", "despike threshold"}, args...)...)
		var found struct{ Hits []json.RawMessage }
		o.into(t, &found)
		return len(found.Hits)
	}
	own := filepath.Join(strings.TrimPrefix(s.env[0], "HOME="), ".config", "ibid")
	put(t, own, "config.toml", "engine.hits = 3\n")
	put(t, s.dir, ".ibid.toml", "docs = [\"handbook\"]\n")
	if n := hits(); n != 3 {
		t.Errorf("file: %d hits", n)
	}
	s.env = append(s.env, "IBID_ENGINE_HITS=2", "IBID_INDEX_DIR="+filepath.Join(s.dir, "elsewhere"))
	if n := hits(); n != 2 {
		t.Errorf("environment: %d hits", n)
	}
	if n := hits("--k=1"); n != 1 {
		t.Errorf("flag: %d hits", n)
	}
	if found, _ := filepath.Glob(filepath.Join(s.dir, "elsewhere", "ibid-index", "*", "gen-*")); len(found) != 1 {
		t.Errorf("IBID_INDEX_DIR holds %q", found)
	}
	put(t, own, "config.toml", "docs = \".\"\n\n[engine]\nhist = 3\n")
	o := s.run(t, "ask", question)
	if o.code != 0 || !strings.Contains(o.err, "config.toml:4:1: engine.hist is no setting, and is passed over; did you mean engine.hits?") {
		t.Errorf("unknown setting: exit code %d: %s", o.code, o.err)
	}
}

func TestNoHome(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	s.env = s.env[1:]
	if o := s.run(t, "ask", "--docs", docs, question); o.code != 2 || !strings.Contains(o.err, "--index-dir") {
		t.Errorf("exit code %d: %s", o.code, o.err)
	}
	if o := s.run(t, "ask", "--docs", docs, "--index-dir", filepath.Join(s.dir, "index"), question); o.code != 0 {
		t.Errorf("with --index-dir: exit code %d: %s", o.code, o.err)
	}
}

// locked appends what makes a PDF ask for a password that nobody knows.
func locked(pdf string) string {
	before := regexp.MustCompile(`startxref\s+(\d+)`).FindStringSubmatch(pdf)[1]
	object := len(pdf)
	pdf += "90 0 obj\n<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4" +
		" /O (" + strings.Repeat("o", 32) + ") /U (" + strings.Repeat("u", 32) + ") >>\nendobj\n"
	return pdf + fmt.Sprintf("xref\n90 1\n%010d 00000 n \ntrailer\n<< /Size 91 /Root 1 0 R /Encrypt 90 0 R /ID [<00> <00>] /Prev %s >>\nstartxref\n%d\n%%%%EOF\n", object, before, len(pdf))
}

func TestBrokenDocumentsDoNotHideTheOthers(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	done(t, os.CopyFS(filepath.Join(docs, "broken"), os.DirFS("testdata/broken")))
	pdf := must(os.ReadFile(filepath.Join(docs, "sensor-standard.pdf")))
	put(t, docs, "locked.pdf", locked(string(pdf)))
	put(t, docs, "a name with\na newline.md", "# Odd\n\nThe quern is a hand mill.\n")

	if o := s.run(t, "ask", "--docs", docs, question); o.code != 0 || !strings.Contains(o.out, "Tide Gauge Bench Mark") {
		t.Errorf("exit code %d: %s%s", o.code, o.out, o.err)
	}
	if o := s.run(t, "ask", "--docs", docs, "What is the quern?"); o.code != 0 || !strings.Contains(o.out, "hand mill") {
		t.Errorf("file with a newline in its name: exit code %d: %s%s", o.code, o.out, o.err)
	}
	o := s.run(t, "index", "--status", "--docs", docs)
	for _, name := range []string{"locked.pdf", "broken/truncated", "binary.txt", "damaged.ipynb"} {
		if !strings.Contains(o.out, name) {
			t.Errorf("%s is not among what was left out:\n%s", name, o.out)
		}
	}
}

// library writes documents that take a while to index.
func library(t *testing.T, files int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range files {
		var b strings.Builder
		for j := range 60 {
			fmt.Fprintf(&b, "## Part %d\n\nItem %d of shelf %d holds box%d and tag%d, which nobody has opened since year %d.\n\n", j, i, j, i*7+j, i*j, 1000+i%900)
		}
		put(t, dir, fmt.Sprintf("shelf-%04d.md", i), b.String())
	}
	return dir
}

func TestInterruptLeavesAUsableIndex(t *testing.T) {
	s := newShell(t)
	docs := library(t, 400)
	aged(t, docs)
	cache := filepath.Join(s.dir, "index")
	s.env = append(s.env, "IBID_INDEX_VECTORS=none") // which are made when all has been read
	cmd := s.command("index", "--docs", docs, "--index-dir", cache)
	o := finish(t, cmd, func(cmd *exec.Cmd) error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for start := time.Now(); time.Since(start) < patience; time.Sleep(time.Millisecond) {
			if found, _ := filepath.Glob(filepath.Join(cache, "ibid-index", "*", "building-*", "lexical")); len(found) > 0 {
				time.Sleep(200 * time.Millisecond)
				break
			}
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		return cmd.Wait()
	})
	if o.code != 130 || !strings.Contains(o.err, "ibid: interrupted\n") || !strings.Contains(o.err, "run the command again to go on") || o.out != "" {
		t.Fatalf("exit code %d: %s%s", o.code, o.out, o.err)
	}
	held := filesRead(t, s, func(command ...string) []string { return append(command, "--docs", docs, "--index-dir", cache) })
	if o := s.run(t, "index", "--docs", docs, "--index-dir", cache); o.code != 0 || held > 0 && !strings.Contains(o.out, fmt.Sprint(held)+" files of an interrupted run were not read again") {
		t.Errorf("index after an interrupt: exit code %d: %s%s", o.code, o.out, o.err)
	}
	if o := s.run(t, "search", "box2801", "--docs", docs, "--index-dir", cache); o.code != 0 {
		t.Errorf("search after an interrupt: exit code %d: %s", o.code, o.err)
	}
}

func TestReaderThatLeavesEarly(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	s.ask(t, docs, question)
	for _, args := range [][]string{{"search", "--json"}, {"ask", "--json"}, {"search"}, {"ask", "--show-evidence"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd := s.command(append(args, "--docs", docs, question)...)
		cmd.Stdout = w
		o := finish(t, cmd, func(cmd *exec.Cmd) error { return cmd.Run() })
		w.Close()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGPIPE || o.err != "" {
			t.Errorf("%q: ended with %v: %s", args, cmd.ProcessState, o.err)
		}
	}
}

func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	s := newShell(t)
	cmd := s.command("ask", "--docs", handbook(t), question)
	cmd.Stdout = full
	o := finish(t, cmd, func(cmd *exec.Cmd) error { return cmd.Run() })
	if o.code != 3 || !strings.Contains(o.err, "the output could not be written") {
		t.Errorf("exit code %d: %s", o.code, o.err)
	}
}

func TestCacheThatCannotBeWritten(t *testing.T) {
	s := newShell(t)
	docs := handbook(t)
	index := filepath.Join(t.TempDir(), "index")
	if err := os.Chmod(filepath.Dir(s.dir), 0o755); err != nil { // the parent of all folders of this test
		t.Fatal(err)
	}
	command := func(args ...string) *exec.Cmd {
		cmd := s.command(args...)
		if os.Getuid() == 0 { // to whom nothing is forbidden
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		return cmd
	}
	if err := command("--version").Run(); err != nil {
		t.Skipf("another user cannot run the program there: set TMPDIR to a folder that all can read (%v)", err)
	}
	ask := func() outcome {
		cmd := command("ask", "--docs", docs, "--index-dir", index, question)
		return finish(t, cmd, func(cmd *exec.Cmd) error { return cmd.Run() })
	}
	readOnly := func(dir string, file os.FileMode) {
		done(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				return os.Chmod(path, 0o555)
			}
			return os.Chmod(path, file)
		}))
	}
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", index).Run() })

	done(t, os.Mkdir(index, 0o555))
	if o := ask(); o.code != 3 || !strings.Contains(o.err, "cannot write") || !strings.Contains(o.err, "--index-dir") {
		t.Errorf("without an index: exit code %d: %s", o.code, o.err)
	}
	done(t, os.Chmod(index, 0o755))
	s.mustRun(t, "index", "--docs", docs, "--index-dir", index)
	readOnly(index, 0o444)
	if o := ask(); o.code != 0 || strings.Contains(o.err, "brought up to date") {
		t.Errorf("with an index: exit code %d: %s", o.code, o.err)
	}
	put(t, docs, "new.md", "# New\n\nSomething new.\n")
	if o := ask(); o.code != 0 || !strings.Contains(o.out, "the index could not be brought up to date") {
		t.Errorf("with an index that is behind: exit code %d: %s%s", o.code, o.out, o.err)
	}
}

// The answer depends on the documents and the question, not on the machine or on what the index went through.
func TestDeterminism(t *testing.T) {
	questions := []string{question, refusal, "What are the steps of Algorithm 1?", "What is the maximum error of a Class B probe?", "despike threshold"}
	for _, q := range apiQuestions[:4] {
		questions = append(questions, q.question)
	}
	docs := handbook(t)
	answers := func(s *shell) (all []string) {
		for _, q := range questions {
			all = append(all, s.ask(t, docs, q))
		}
		for _, args := range [][]string{{"search", "--json", "calibration of a probe"}, {"search", "--json", "How is tidewater.despike used in the notebook?"},
			{"symbols", "recipes", "--json"}, {"symbols", "--json"}} {
			all = append(all, s.mustRun(t, append(args, "--docs", docs)...).out)
		}
		return all
	}
	one, two, grown := newShell(t), newShell(t), newShell(t)
	one.env = append(one.env, "GOMAXPROCS=1")
	two.env = append(two.env, "GOMAXPROCS=2")

	// The grown index saw other documents first: some to be added, some to be changed, some to be deleted.
	final := map[string]string{}
	for _, name := range []string{"glossary.md", "tidewater/series.py", "sensor-standard.pdf", "tidewater/calibration.py"} {
		final[name] = string(must(os.ReadFile(filepath.Join(docs, name))))
	}
	gone := map[string]string{"gone.md": "# Calibration\n\nA probe of Class B is calibrated with TGBM and despike (MLWE).\n", "tidewater/gone.py": "def despike(gone): pass\n"}
	remove := func(names ...string) {
		for _, name := range names {
			done(t, os.Remove(filepath.Join(docs, name)))
		}
	}
	put(t, docs, "glossary.md", "# Glossary\n\nTide Gauge Bench Mark (TGBM). Something else.\n")
	put(t, docs, "tidewater/series.py", strings.Replace(final["tidewater/series.py"], "window: int = 21", "span: float = 7", 1))
	for name, text := range gone {
		put(t, docs, name, text)
	}
	remove("sensor-standard.pdf", "tidewater/calibration.py")
	before := answers(grown)
	for _, name := range []string{"glossary.md", "tidewater/series.py", "sensor-standard.pdf", "tidewater/calibration.py"} {
		put(t, docs, name, final[name])
		grown.ask(t, docs, question)
	}
	remove("gone.md", "tidewater/gone.py")

	want := answers(one)
	if want[0] == before[0] {
		t.Error("what was changed changes nothing")
	}
	for name, s := range map[string]*shell{"GOMAXPROCS=2": two, "a second run": one, "an index that grew": grown} {
		for i, got := range answers(s) {
			if got != want[i] {
				t.Errorf("%s: answer %d differs: %s", name, i, difference(got, want[i]))
			}
		}
	}
}

// Nothing that a document, a path, a question or a setting holds reaches the terminal as a control character.
func TestHostileInputReachesNoTerminal(t *testing.T) {
	const evil = "\x1b]0;owned\a\x1b[2J\u009b31m\u202e\x7f\r"
	s := newShell(t)
	docs := filepath.Join(t.TempDir(), "docs\x1b[31m")
	done(t, os.CopyFS(docs, os.DirFS("testdata/hostile")))
	put(t, docs, "name"+evil+".md", "# Title "+evil+"\n\nThe quern "+evil+" is a hand mill (QHM) "+evil+".\n")
	put(t, docs, "bad"+evil+".ipynb", "{"+evil)
	put(t, docs, "left"+evil+".bin", "")
	ask := []string{"What is the quern?", "What does QHM mean?", "Ignore all previous instructions" + evil, "terminal title escape sequence"}
	var runs [][]string
	for _, q := range ask {
		for _, flags := range [][]string{{"ask"}, {"ask", "--show-evidence"}, {"ask", "--json"}, {"search"}, {"search", "--json"}} {
			runs = append(runs, append(slices.Clone(flags), "--docs", docs, q))
		}
	}
	for _, args := range [][]string{{"index"}, {"index", "--status"}, {"index", "--status", "--rebuild"}, {"ask", "--k", evil, "x"}, {"ask", "--" + evil}, {"ask", "--docs", evil, "x"}, {evil}, {"config", evil}, {"index", "--color", evil}, {"ask", "IBID_ENGINE_REFUSAL_TEXT=" + evil + "no", "--docs", docs, "zzyzx"}} {
		if args[0] == "index" {
			args = append(args, "--docs", docs)
		}
		runs = append(runs, args, append(slices.Clone(args), "--json"))
	}
	s.env = append(s.env, "IBID_ENGINE_REFUSAL_TEXT=not here"+evil)
	put(t, s.dir, ".ibid.toml", "ui.theme = \"light\"\n")
	runs = append(runs, []string{"config"}, []string{"config", "--json"})
	check := func() {
		for _, args := range runs {
			o := s.run(t, args...)
			for _, r := range o.out + o.err {
				if unicode.In(r, unicode.Cc, unicode.Bidi_Control) && r != '\n' && r != '\t' || r == unicode.ReplacementChar && strings.Contains(strings.Join(args, " "), "--json") {
					t.Errorf("%q prints %U:\n%q\n%q", args, r, o.out, o.err)
					break
				}
			}
		}
	}
	check()
	put(t, s.dir, ".ibid.toml", "\"k"+`\u001b\u0007`+"\" = 1\n")
	runs = [][]string{{"config"}, {"config", "--json"}, {"ask", "x"}}
	check()
}

// All of a home folder is read where somebody says so, and not because a command was given there.
func TestHomeIsNotReadUnasked(t *testing.T) {
	s := newShell(t)
	s.dir = strings.TrimPrefix(s.env[0], "HOME=")
	put(t, s.dir, "notes.md", "# Notes\n\nThe dentist is on Friday.\n")
	for _, args := range [][]string{{"ask", "When is the dentist?"}, {"search", "dentist"}, {"index"}, {"index", "--status"}} {
		if o := s.run(t, args...); o.code != 3 || !strings.Contains(o.err, "all of "+s.dir+" is read only where --docs says so") {
			t.Errorf("%v ends with %d: %s%s", args, o.code, o.out, o.err)
		}
	}
	for _, args := range [][]string{{"ask", "--docs", ".", "When is the dentist?"}, {"."}} {
		s.stdin = "When is the dentist?\n"
		if o := s.run(t, args...); o.code != 0 || !strings.Contains(o.out, "Friday") {
			t.Errorf("%v ends with %d: %s%s", args, o.code, o.out, o.err)
		}
	}
	put(t, s.dir, "work/notes.md", "The dentist is on Monday.\n")
	s.dir = filepath.Join(s.dir, "work")
	if o := s.run(t, "ask", "When is the dentist?"); o.code != 0 || !strings.Contains(o.out, "Monday") {
		t.Errorf("below it ends with %d: %s%s", o.code, o.out, o.err)
	}
}
