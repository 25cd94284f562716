// Command frozen writes down what a built ibid answers, and compares two such records. A change that should change
// nothing shows with it that it does not; one that should, which cases it changes.
//
//	go run ./testdata/frozen write -binary ./ibid -data ../shared/data before.txt
//	go run ./testdata/frozen compare before.txt after.txt
//
// A record has a line a case: its kind, its name and the SHA-256 of what was printed. -keep DIR keeps what was printed, to
// look at where two records differ. Timings and the program's version are no part of it.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		fail(errors.New("usage: frozen write [flags] FILE | frozen compare BEFORE AFTER"))
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	var r recorder
	flags.StringVar(&r.binary, "binary", "ibid", "the built program")
	flags.StringVar(&r.data, "data", "../shared/data", "the development data; what is missing there is passed over")
	flags.StringVar(&r.keep, "keep", "", "keep what was printed in this folder")
	flags.StringVar(&r.only, "only", "", "record the kinds with this prefix alone")
	_ = flags.Parse(os.Args[2:])
	switch {
	case os.Args[1] == "write" && flags.NArg() == 1:
		fail(r.write(flags.Arg(0)))
	case os.Args[1] == "compare" && flags.NArg() == 2:
		fail(compare(flags.Arg(0), flags.Arg(1)))
	default:
		fail(fmt.Errorf("%q takes other arguments: see the head of testdata/frozen/main.go", os.Args[1]))
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "frozen:", err)
		os.Exit(1)
	}
}

// recorder runs the program over everything that is recorded.
type recorder struct {
	binary, data, keep, only string

	testdata string // of this repository
	env      []string
	home     string
	out      *bufio.Writer
}

func (r *recorder) write(path string) (err error) {
	for _, p := range []*string{&r.binary, &r.data, &r.keep, &path} {
		if *p != "" {
			if *p, err = filepath.Abs(*p); err != nil {
				return err
			}
		}
	}
	_, source, _, _ := runtime.Caller(0)
	r.testdata = filepath.Dir(filepath.Dir(source))
	if r.home, err = os.MkdirTemp("", "frozen"); err != nil {
		return err
	}
	defer os.RemoveAll(r.home)
	// No model: what one writes is not this program's.
	r.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.home, "LC_ALL=C.UTF-8", "TERM=xterm-256color", "IBID_OLLAMA_HOST=http://127.0.0.1:1"}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	r.out = bufio.NewWriter(f)
	for _, step := range []func() error{r.answers, r.selections, r.verdicts, r.symbols, r.recipes, r.screens} {
		if err := step(); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(r.out.Flush(), f.Close())
}

// wants tells whether a kind is recorded.
func (r *recorder) wants(kind string) bool { return strings.HasPrefix(kind, r.only) }

// record writes the line of one case.
func (r *recorder) record(kind, name string, printed []byte) error {
	if r.keep != "" {
		dir := filepath.Join(r.keep, filepath.FromSlash(kind))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), printed, 0o644); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(r.out, "%s %s %x\n", kind, name, sha256.Sum256(printed))
	return err
}

// run runs the program in a folder. An exit code is part of what is recorded, not an error.
func (r *recorder) run(dir string, stdin []byte, args ...string) ([]byte, error) {
	cmd := exec.Command(r.binary, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, r.env, bytes.NewReader(stdin)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Appendf(out, "exit %d\n", exit.ExitCode()), nil
	}
	return out, err
}

// question is a row of a question set.
type question struct {
	QID, ID, Question, Context, Selection string
}

// asked are the question sets that are answered, with their documents, both relative to the folder that they are asked in.
var asked = []struct{ kind, questions, docs string }{
	{"nist", "nist-pqc/questions.jsonl", "nist-pqc"},
	{"nist-more", "nist-pqc/questions-more.jsonl", "nist-pqc"},
	{"standards", "standards.jsonl", "nist-pqc"},
	{"standards-unseen", "standards-unseen.jsonl", "nist-pqc"},
	{"handbook", "questions.jsonl", "handbook"},
	{"dfars", "domains/dfars/questions.jsonl", "domains/dfars/docs"},
	{"got", "domains/got/questions.jsonl", "domains/got/docs"},
	{"grant", "domains/grant/questions.jsonl", "domains/grant/docs"},
	{"papers", "domains/papers/questions.jsonl", "domains/papers/docs"},
	{"prometheus", "domains/prometheus/questions.jsonl", "domains/prometheus/docs"},
	{"ruptures", "domains/ruptures/questions.jsonl", "domains/ruptures/docs"},
	{"sqlite", "domains/sqlite/questions.jsonl", "domains/sqlite/docs"},
	{"survival", "domains/survival/questions.jsonl", "domains/survival/docs"},
}

// answers records `ask --json` over every question.
func (r *recorder) answers() error {
	for _, set := range asked {
		kind := "ask/" + set.kind
		if !r.wants(kind) {
			continue
		}
		rows, err := load[question](r.find(set.questions))
		dir := filepath.Dir(r.find(set.docs))
		if err != nil || dir == "." {
			fmt.Fprintf(os.Stderr, "frozen: %s is passed over: %v\n", kind, err)
			continue
		}
		for i, q := range rows {
			name := fmt.Sprintf("%03d", i+1)
			args := []string{"ask", "--json", "--docs", filepath.Base(set.docs)}
			if q.Selection != "" {
				args = append(args, "--selection", "-")
			}
			printed, err := r.run(dir, []byte(q.Selection), append(args, "--", q.Question)...)
			if err != nil {
				return fmt.Errorf("%s %s: %w", kind, name, err)
			}
			if err := r.record(kind, name, untimed(printed)); err != nil {
				return err
			}
		}
	}
	return nil
}

// find is where a file or folder of the data or of testdata stands; "" where it is missing.
func (r *recorder) find(name string) string {
	for _, dir := range []string{r.testdata, r.data} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// selections records questions about a text alone.
func (r *recorder) selections() error {
	const kind = "select/squad2"
	if !r.wants(kind) {
		return nil
	}
	rows, err := load[question](r.find("squad2/dev.jsonl"))
	if err != nil {
		fmt.Fprintf(os.Stderr, "frozen: %s is passed over: %v\n", kind, err)
		return nil
	}
	for i, q := range rows {
		printed, err := r.run(r.testdata, []byte(q.Context), "ask", "--json", "--docs", "handbook", "--selection", "-", "--", q.Question)
		if err != nil {
			return err
		}
		if err := r.record(kind, fmt.Sprintf("%03d", i+1), untimed(printed)); err != nil {
			return err
		}
	}
	return nil
}

// verdicts records `verify --jsonl` over every pair of evidence and claim, and over the answers about APIs.
func (r *recorder) verdicts() error {
	for _, set := range []struct {
		kind, rows string
		args       []string
	}{
		{"dev", "support/dev.jsonl", nil},
		{"pairs-1", "support/pairs-1.jsonl", nil},
		{"pairs-2", "support/pairs-2.jsonl", nil},
		{"symbols", "symbols/dev.jsonl", []string{"--symbols-only", "--project", "go=" + filepath.Join(goroot(), "src")}},
	} {
		kind := "verify/" + set.kind
		if !r.wants(kind) {
			continue
		}
		rows, err := load[map[string]any](r.find(set.rows))
		if err != nil {
			fmt.Fprintf(os.Stderr, "frozen: %s is passed over: %v\n", kind, err)
			continue
		}
		var in bytes.Buffer
		for _, row := range rows {
			text := row["claim"]
			if text == nil {
				text = row["answer"]
			}
			out := map[string]any{"id": row["id"], "text": text, "evidence": row["evidence"]}
			if set.args != nil {
				delete(out, "evidence")
				if row["project"] != "go" {
					continue
				}
				out["project"] = "go"
			}
			line, err := json.Marshal(out)
			if err != nil {
				return err
			}
			in.Write(append(line, '\n'))
		}
		printed, err := r.run(r.testdata, in.Bytes(), append([]string{"verify", "--jsonl"}, append(set.args, "-")...)...)
		if err != nil {
			return err
		}
		for i, line := range bytes.Split(bytes.TrimSpace(printed), []byte("\n")) {
			if err := r.record(kind, fmt.Sprintf("%03d", i+1), untimed(line)); err != nil {
				return err
			}
		}
	}
	return nil
}

// symbols records what the sources of Go declare.
func (r *recorder) symbols() error {
	if !r.wants("symbols") {
		return nil
	}
	file := filepath.Join(r.home, "symbols.json")
	if _, err := r.run(goroot(), nil, "symbols", "export", "--docs", "src", file); err != nil {
		return err
	}
	printed, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return r.record("symbols", "goroot", printed)
}

// recipes records the recipes of every index that was made.
func (r *recorder) recipes() error {
	if !r.wants("recipes") {
		return nil
	}
	for _, set := range asked {
		if dir := r.find(set.docs); dir != "" {
			printed, err := r.run(filepath.Dir(dir), nil, "symbols", "recipes", "--json", "--docs", filepath.Base(dir))
			if err != nil {
				return err
			}
			if err := r.record("recipes", set.kind, untimed(printed)); err != nil {
				return err
			}
		}
	}
	return nil
}

// settled is how long a screen must stay as it is to be recorded.
const settled = 700 * time.Millisecond

// screens records what stands on the screen of some sizes, with colours, after some keys.
func (r *recorder) screens() error {
	if !r.wants("screen") {
		return nil
	}
	if _, err := exec.LookPath("tmux"); err != nil {
		fmt.Fprintln(os.Stderr, "frozen: screens are passed over: tmux is not installed")
		return nil
	}
	tmux := func(args ...string) ([]byte, error) {
		cmd := exec.Command("tmux", append([]string{"-L", "ibid-frozen", "-f", os.DevNull}, args...)...)
		cmd.Dir, cmd.Env = r.testdata, append(slices.Clone(r.env), "TMUX_TMPDIR="+r.home)
		return cmd.Output()
	}
	defer tmux("kill-server")
	for _, size := range []string{"140x40", "100x30", "60x20"} {
		columns, lines, _ := strings.Cut(size, "x")
		if _, err := tmux("new-session", "-d", "-s", size, "-x", columns, "-y", lines, "'"+r.binary+"' handbook"); err != nil {
			return fmt.Errorf("tmux: %w", err)
		}
		for _, keys := range []struct {
			name string
			keys []string
		}{
			{"open", nil},
			{"answer", []string{"Why are readings averaged over 180 seconds?", "Enter"}},
			{"why", []string{"w"}},
			{"help", []string{"F1"}},
			{"refusal", []string{"Escape", "Escape", "i", "How does the Sandpiper probe compare with the Dunlin?", "Enter"}},
		} {
			for _, k := range keys.keys {
				if _, err := tmux("send-keys", "-t", size, k); err != nil {
					return fmt.Errorf("tmux: %w", err)
				}
				time.Sleep(settled / 2)
			}
			var last []byte
			for since := time.Now(); time.Since(since) < settled; {
				time.Sleep(settled / 10)
				now, err := tmux("capture-pane", "-e", "-p", "-t", size)
				if err != nil {
					return fmt.Errorf("tmux: %w", err)
				}
				if !bytes.Equal(now, last) {
					last, since = now, time.Now()
				}
			}
			if err := r.record("screen/"+size, keys.name, last); err != nil {
				return err
			}
		}
	}
	return nil
}

// goroot is where the sources of Go stand.
func goroot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	fail(err)
	return strings.TrimSpace(string(out))
}

// untimed is a JSON object without its timings; anything else stays as it is.
func untimed(printed []byte) []byte {
	var object map[string]any
	body, rest, _ := bytes.Cut(printed, []byte("\nexit "))
	if json.Unmarshal(body, &object) != nil {
		return printed
	}
	delete(object, "timings_ms")
	if selection, ok := object["selection"].(map[string]any); ok {
		delete(selection, "latency_ms")
	}
	out, err := json.MarshalIndent(object, "", " ")
	if err != nil {
		return printed
	}
	return append(append(out, '\n'), rest...)
}

// load reads the rows of a JSONL file.
func load[T any](path string) ([]T, error) {
	if path == "" {
		return nil, fs.ErrNotExist
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var rows []T
	for line := range bytes.Lines(data) {
		var row T
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// compare prints the cases that differ, and how many of each kind.
func compare(before, after string) error {
	a, order, err := cases(before)
	if err != nil {
		return err
	}
	b, added, err := cases(after)
	if err != nil {
		return err
	}
	for _, name := range added {
		if _, ok := a[name]; !ok {
			order = append(order, name)
		}
	}
	total, differ := map[string]int{}, map[string]int{}
	var kinds []string
	for _, name := range order {
		kind, _, _ := strings.Cut(name, " ")
		if total[kind]++; total[kind] == 1 {
			kinds = append(kinds, kind)
		}
		if a[name] != b[name] {
			differ[kind]++
			fmt.Println("differs:", name)
		}
	}
	all := 0
	for _, kind := range kinds {
		fmt.Printf("%-22s %4d of %4d differ\n", kind, differ[kind], total[kind])
		all += differ[kind]
	}
	if all > 0 {
		return fmt.Errorf("%d of %d cases differ", all, len(order))
	}
	return nil
}

// cases reads a record: the hash of each case, and the cases in their order.
func cases(path string) (map[string]string, []string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	hash := map[string]string{}
	var order []string
	for line := range strings.Lines(string(data)) {
		i := strings.LastIndexByte(strings.TrimSpace(line), ' ')
		if i < 0 {
			return nil, nil, fmt.Errorf("%s: %q is no line of a record", path, line)
		}
		hash[line[:i]] = strings.TrimSpace(line[i:])
		order = append(order, line[:i])
	}
	return hash, order, nil
}
