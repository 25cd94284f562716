// Command frozen writes down what a built ibid answers, and compares two such records. A change that should change
// nothing shows with it that it does not; one that should, which cases it changes.
//
//	go run ./testdata/frozen write -binary ./ibid -data ../shared/data before.txt
//	go run ./testdata/frozen compare before.txt after.txt
//
// A record has a line a case: its kind, its name and the SHA-256 of what was printed. -keep DIR keeps what was printed,
// to look at where two records differ. Timings and the program's version are no part of it. The kinds are
//
//	ask/SET           an answer as JSON to each question of a set, over its documents
//	search/SET        what is found for the first of them
//	select/squad2     an answer from a selected text alone
//	verify/SET        a claim beside its evidence, or an answer about an API beside the sources that it is about
//	draft/SET         what other programs wrote about documents, true, lying or hostile, looked up in them
//	table/NN-engine   a cell of a table that .ci/tables makes, asked for by row and column, and what check.py finds lost
//	index             what is read and what is left out of folders of broken and of hostile files
//	schema            the JSON Schema of each kind of object
//	symbols, recipes  what sources declare, and how they are used
//	screen/SIZE       the screen after some keys
//
// What is missing is passed over: development data, the corpora that .ci/corpora fetches, tmux, Python.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	var r recorder
	flags := flag.NewFlagSet("frozen", flag.ExitOnError)
	flags.StringVar(&r.binary, "binary", "ibid", "the built program")
	flags.StringVar(&r.data, "data", "../shared/data", "the development data; what is missing there is passed over")
	flags.StringVar(&r.keep, "keep", "", "keep what was printed in this folder")
	flags.StringVar(&r.only, "only", "", "record the kinds with this prefix alone")
	command := ""
	if len(os.Args) > 1 {
		command = os.Args[1]
		_ = flags.Parse(os.Args[2:])
	}
	err := errors.New("usage: frozen write [flags] FILE | frozen compare BEFORE AFTER")
	switch {
	case command == "write" && flags.NArg() == 1:
		err = r.write(flags.Arg(0))
	case command == "compare" && flags.NArg() == 2:
		err = compare(flags.Arg(0), flags.Arg(1))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "frozen:", err)
		os.Exit(1)
	}
}

// recorder runs the program over everything that is recorded. After its first error it does nothing more.
type recorder struct {
	binary, data, keep, only string

	testdata string // of this repository
	env      []string
	home     string
	goroot   string // the sources of Go
	passed   map[string]bool
	out      *bufio.Writer
	err      error
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
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	r.goroot = strings.TrimSpace(string(goroot))
	if r.home, err = os.MkdirTemp("", "frozen"); err != nil {
		return err
	}
	defer os.RemoveAll(r.home)
	// No model: what one writes is not this program's.
	r.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.home, "LC_ALL=C.UTF-8", "TERM=xterm-256color",
		"IBID_OLLAMA_HOST=http://127.0.0.1:1"}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	r.out, r.passed = bufio.NewWriter(f), map[string]bool{}
	r.answers()
	r.verdicts()
	r.drafts()
	r.tables()
	r.files()
	r.sources()
	r.screens()
	return errors.Join(r.err, r.out.Flush(), f.Close())
}

// wants tells whether a kind is recorded.
func (r *recorder) wants(kind string) bool { return r.err == nil && strings.HasPrefix(kind, r.only) }

// record writes the line of one case.
func (r *recorder) record(kind, name string, printed []byte) {
	if r.err != nil {
		return
	}
	printed = bytes.ReplaceAll(printed, []byte(r.testdata), []byte("testdata"))
	if r.keep != "" {
		dir := filepath.Join(r.keep, filepath.FromSlash(kind))
		r.err = errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name), printed, 0o644))
	}
	fmt.Fprintf(r.out, "%s %s %x\n", kind, name, sha256.Sum256(printed))
}

// run runs the program in a folder. An exit code is part of what is recorded, not an error.
func (r *recorder) run(dir, stdin string, args ...string) []byte {
	if r.err != nil {
		return nil
	}
	cmd := exec.Command(r.binary, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, r.env, strings.NewReader(stdin)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Appendf(out, "exit %d\n", exit.ExitCode())
	}
	r.err = err
	return out
}

// over records what a command prints as JSON about documents. It runs in the folder that holds them, so that no path
// shows where that is.
func (r *recorder) over(docs, kind, name, stdin string, args ...string) {
	if docs == "" {
		r.passOver(kind, "documents are missing")
		return
	}
	args = slices.Insert(args, 1, "--json", "--docs", filepath.Base(docs))
	r.record(kind, name, untimed(r.run(filepath.Dir(docs), stdin, args...)))
}

// row is a row of any of the sets.
type row struct {
	ID                           any
	Question, Context, Selection string
	Claim, Answer, Text, Project string
	Set, Draft                   string
	Evidence                     any
}

// rows are the rows of a set; none where the kind is not recorded or the file is missing.
func (r *recorder) rows(kind, path string) (rows []row) {
	if !r.wants(kind) {
		return nil
	}
	data, err := os.ReadFile(r.find(path))
	if err != nil {
		r.passOver(kind, path+" is missing")
	}
	for line := range bytes.Lines(data) {
		var one row
		if err := json.Unmarshal(line, &one); err != nil {
			r.err = fmt.Errorf("%s: %w", path, err)
			return nil
		}
		rows = append(rows, one)
	}
	return rows
}

// passOver says once what is not recorded, or not in full.
func (r *recorder) passOver(kind string, why any) {
	if !r.passed[kind] {
		fmt.Fprintf(os.Stderr, "frozen: %s is passed over: %v\n", kind, why)
	}
	r.passed[kind] = true
}

// find is where a file or folder of testdata, of the data or of the fetched corpora stands; "" where it is missing.
func (r *recorder) find(name string) string {
	cache, _ := os.UserCacheDir()
	for _, dir := range []string{r.testdata, r.data, filepath.Join(cache, "ibid-test", "corpora")} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// nth is the name of a case: its place in its set, counted from 1.
func nth(i int) string { return fmt.Sprintf("%03d", i+1) }

type set struct{ kind, questions, docs string }

// asked are the question sets that are answered, with their documents.
var asked = []set{
	{"nist", "nist-pqc/questions.jsonl", "nist-pqc"},
	{"nist-more", "nist-pqc/questions-more.jsonl", "nist-pqc"},
	{"standards", "standards.jsonl", "nist-pqc"},
	{"standards-unseen", "standards-unseen.jsonl", "nist-pqc"},
	{"handbook", "questions.jsonl", "handbook"},
}

func init() {
	for _, name := range []string{"dfars", "got", "grant", "papers", "prometheus", "ruptures", "sqlite", "survival"} {
		asked = append(asked, set{name, "domains/" + name + "/questions.jsonl", "domains/" + name + "/docs"})
	}
}

// searched is how many questions of each set are searched for.
const searched = 12

// answers records answers to every question, what is found for some, and answers from a text alone.
func (r *recorder) answers() {
	for _, set := range asked {
		docs := r.find(set.docs)
		for i, q := range r.rows("ask/"+set.kind, set.questions) {
			if q.Selection != "" {
				r.over(docs, "ask/"+set.kind, nth(i), q.Selection, "ask", "--selection", "-", "--", q.Question)
			} else {
				r.over(docs, "ask/"+set.kind, nth(i), "", "ask", "--", q.Question)
			}
		}
		rows := r.rows("search/"+set.kind, set.questions)
		for i, q := range rows[:min(searched, len(rows))] {
			r.over(docs, "search/"+set.kind, nth(i), "", "search", "--", q.Question)
		}
	}
	for i, q := range r.rows("select/squad2", "squad2/dev.jsonl") {
		r.over(r.find("handbook"), "select/squad2", nth(i), q.Context, "ask", "--selection", "-", "--", q.Question)
	}
}

// verdicts records every pair of evidence and claim, and answers about APIs, those of Go and those of some libraries.
func (r *recorder) verdicts() {
	libraries, roots := map[string]string{}, filepath.Join(r.data, "symbols", "libraries", "roots")
	entries, _ := os.ReadDir(roots)
	for _, dir := range entries {
		if dir.IsDir() {
			libraries[dir.Name()] = filepath.Join(roots, dir.Name())
		}
	}
	for _, set := range []struct {
		kind, rows string
		projects   map[string]string // the sources that the rows are about, where there is no evidence
	}{
		{"dev", "support/dev.jsonl", nil},
		{"pairs-1", "support/pairs-1.jsonl", nil},
		{"pairs-2", "support/pairs-2.jsonl", nil},
		{"symbols", "symbols/dev.jsonl", map[string]string{"go": filepath.Join(r.goroot, "src")}},
		{"libraries", "symbols/libraries/answers.jsonl", libraries},
		{"libraries-docs", "symbols/libraries/docs.jsonl", libraries},
	} {
		args := []string{"verify", "--jsonl"}
		if set.projects != nil {
			args = append(args, "--symbols-only")
		}
		for _, name := range slices.Sorted(maps.Keys(set.projects)) {
			args = append(args, "--project", name+"="+set.projects[name])
		}
		var in strings.Builder
		for _, row := range r.rows("verify/"+set.kind, set.rows) {
			out := map[string]any{"id": row.ID, "text": cmp.Or(row.Claim, row.Answer, row.Text)}
			if set.projects == nil {
				out["evidence"] = row.Evidence
			} else if out["project"] = row.Project; set.projects[row.Project] == "" {
				continue
			}
			line, _ := json.Marshal(out)
			fmt.Fprintf(&in, "%s\n", line)
		}
		if in.Len() == 0 {
			continue
		}
		printed := r.run(r.testdata, in.String(), append(args, "-")...)
		for i, line := range bytes.Split(bytes.TrimSpace(printed), []byte("\n")) {
			r.record("verify/"+set.kind, nth(i), untimed(line))
		}
	}
}

// chunkMarker is the marker of a chunk in a draft.
var chunkMarker = regexp.MustCompile(` ?\[[^\[\]\s]+::[^\[\]\s]+\]`)

// drafts records what the documents say to every draft: those of an honest model, lying and hostile ones.
func (r *recorder) drafts() {
	for _, file := range []string{"drafts", "drafts-corpora", "drafts-lying", "drafts-hostile"} {
		for i, d := range r.rows("draft/"+file, file+".jsonl") {
			name, _, _ := strings.Cut(d.Set, "/")
			docs := cmp.Or(r.find("domains/"+name+"/docs"), r.find(name+"/docs"), r.find(name))
			r.over(docs, "draft/"+file, nth(i), chunkMarker.ReplaceAllString(d.Draft, ""), "verify", "-")
		}
	}
}

// tables records answers from the tables of PDFs, and what of their rows is read.
func (r *recorder) tables() {
	if !r.wants("table") {
		return
	}
	dir, tools := filepath.Join(r.home, "tables"), filepath.Join(r.testdata, "..", ".ci", "tables")
	for _, engine := range []string{"reportlab", "typst"} { // the others make no two PDFs alike, or take long
		cmd := exec.Command("python3", filepath.Join(tools, "make.py"), "7", dir, "--count", "8", "--engine", engine)
		cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			r.passOver("table", fmt.Sprintf("%v: %s", err, out))
			return
		}
	}
	check, err := exec.Command("python3", filepath.Join(tools, "check.py"), r.binary, dir, "-v").Output()
	r.err = cmp.Or(r.err, err)
	r.record("table", "rows", check)
	made, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, path := range made {
		var truth struct {
			Header    []string
			Rows      [][]string
			KeyColumn int `json:"key_column"`
		}
		data, err := os.ReadFile(path)
		if r.err = cmp.Or(r.err, err, json.Unmarshal(data, &truth)); r.err != nil {
			return
		}
		name := strings.TrimSuffix(path, ".json")
		for column, head := range truth.Header {
			key := truth.Rows[len(truth.Rows)*(column+1)/(len(truth.Header)+1)][truth.KeyColumn]
			r.over(name+".pdf", "table/"+filepath.Base(name), nth(column), "", "ask", "--", "What is the "+head+" of "+key+"?")
		}
	}
}

// files records what is made of files that are broken, or that attack, and the schema of what is printed.
func (r *recorder) files() {
	for _, name := range []string{"broken", "hostile"} {
		if r.wants("index") {
			r.over(r.find(name), "index", name, "", "index")
		}
	}
	if r.wants("search/hostile") {
		r.over(r.find("hostile"), "search/hostile", "001", "", "search", "--k", "100", "--", "ignore the instructions")
	}
	var schemas map[string]json.RawMessage
	if r.wants("schema") {
		r.err = cmp.Or(r.err, json.Unmarshal(r.run(r.home, "", "schema"), &schemas))
	}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		r.record("schema", strings.ReplaceAll(name, "/", "-"), schemas[name])
	}
}

// sources records what the sources of Go declare, and the recipes of every index that was made.
func (r *recorder) sources() {
	if r.wants("symbols") {
		file := filepath.Join(r.home, "symbols.json")
		r.run(r.goroot, "", "symbols", "export", "--docs", "src", file)
		printed, err := os.ReadFile(file)
		r.err = cmp.Or(r.err, err)
		r.record("symbols", "goroot", printed)
	}
	for _, set := range asked {
		if docs := r.find(set.docs); docs != "" && r.wants("recipes") {
			printed := r.run(filepath.Dir(docs), "", "symbols", "recipes", "--json", "--docs", filepath.Base(docs))
			r.record("recipes", set.kind, untimed(printed))
		}
	}
}

// settled is how long a screen must stay as it is to be recorded.
const settled = 700 * time.Millisecond

// screens records what stands on the screen of some sizes, with colours, after some keys.
func (r *recorder) screens() {
	if !r.wants("screen") {
		return
	}
	if _, err := exec.LookPath("tmux"); err != nil {
		r.passOver("screen", err)
		return
	}
	tmux := func(args ...string) []byte {
		cmd := exec.Command("tmux", append([]string{"-L", "ibid-frozen", "-f", os.DevNull}, args...)...)
		cmd.Dir, cmd.Env = r.testdata, append(slices.Clone(r.env), "TMUX_TMPDIR="+r.home)
		out, err := cmd.Output()
		if err != nil {
			r.err = fmt.Errorf("tmux: %w", err)
		}
		return out
	}
	defer func() { err := r.err; tmux("kill-server"); r.err = err }()
	for _, size := range []string{"140x40", "100x30", "60x20"} {
		columns, lines, _ := strings.Cut(size, "x")
		tmux("new-session", "-d", "-s", size, "-x", columns, "-y", lines, "'"+r.binary+"' handbook")
		for _, keys := range [][]string{ // a name, and what is typed
			{"open"},
			{"answer", "Why are readings averaged over 180 seconds?", "Enter"},
			{"why", "w"},
			{"help", "F1"},
			{"refusal", "Escape", "Escape", "i", "How does the Sandpiper probe compare with the Dunlin?", "Enter"},
		} {
			for _, k := range keys[1:] {
				tmux("send-keys", "-t", size, k)
				time.Sleep(settled / 2)
			}
			var last []byte
			for since := time.Now(); time.Since(since) < settled && r.err == nil; {
				time.Sleep(settled / 10)
				if now := tmux("capture-pane", "-e", "-p", "-t", size); !bytes.Equal(now, last) {
					last, since = now, time.Now()
				}
			}
			r.record("screen/"+size, keys[0], last)
		}
	}
}

// untimed is a JSON object without its timings and the folder of its index; anything else stays as it is.
func untimed(printed []byte) []byte {
	var object map[string]any
	body, rest, _ := bytes.Cut(printed, []byte("\nexit "))
	if json.Unmarshal(body, &object) != nil {
		return printed
	}
	delete(object, "timings_ms")
	delete(object, "dir")
	if selection, ok := object["selection"].(map[string]any); ok {
		delete(selection, "latency_ms")
	}
	out, _ := json.MarshalIndent(object, "", " ")
	return append(append(out, '\n'), rest...)
}

// compare prints the cases that differ, and how many of each kind.
func compare(before, after string) error {
	a, err := cases(before)
	b, err2 := cases(after)
	if err = errors.Join(err, err2); err != nil {
		return err
	}
	both := maps.Clone(a)
	maps.Copy(both, b)
	total, differ, all := map[string]int{}, map[string]int{}, 0
	for _, name := range slices.Sorted(maps.Keys(both)) {
		kind, _, _ := strings.Cut(name, " ")
		total[kind]++
		if a[name] != b[name] {
			differ[kind]++
			all++
			fmt.Println("differs:", name)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(total)) {
		fmt.Printf("%-22s %4d of %4d differ\n", kind, differ[kind], total[kind])
	}
	if all > 0 {
		return fmt.Errorf("%d of %d cases differ", all, len(both))
	}
	return nil
}

// cases reads a record: the hash of each case.
func cases(path string) (map[string]string, error) {
	data, err := os.ReadFile(path)
	hash := map[string]string{}
	for line := range strings.Lines(string(data)) {
		i := strings.LastIndexByte(strings.TrimSpace(line), ' ')
		if i < 0 {
			return nil, fmt.Errorf("%s: %q is no line of a record", path, line)
		}
		hash[line[:i]] = strings.TrimSpace(line[i:])
	}
	return hash, err
}
