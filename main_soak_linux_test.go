package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sys/unix"
)

// soakEnv is how many questions TestSoak puts to one process.
const soakEnv = "IBID_TEST_SOAK"

const (
	soakChange = 250      // questions between two changes of a document
	soakFirst  = 1000     // questions after which a process has all that it keeps
	soakMore   = 16 << 20 // by how many bytes what is in use may grow after those, beside what is said of each turn
	soakTurn   = 4 << 10  // what the screen may keep of a turn: the question, the answer's text, where the rest stands
)

// TestSoak puts many questions to one `ibid mcp` and one screen, over several folders of documents, one of which changes all the time.
// Every answer is the first one to that question of those documents, byte for byte; what is in use after a collection stays what it is,
// and so do the open files and, at the end, the goroutines, compared with a process that was asked a few questions only.
func TestSoak(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv(soakEnv))
	if err != nil {
		n = 12
	}
	for _, tt := range []struct {
		name  string
		start func(*testing.T, *soaked)
		turn  int
	}{{"mcp", startMCP, 0}, {"screen", startScreen, soakTurn}} {
		t.Run(tt.name, func(t *testing.T) {
			few := newSoaked(t, n)
			tt.start(t, few)
			few.questions(t, min(n, 20))
			want := few.end(t)
			s := newSoaked(t, n)
			tt.start(t, s)
			var first soakState
			for s.done < n {
				upTo := min(n, max(soakFirst, 2*s.done))
				s.questions(t, upTo)
				now := s.state(t)
				t.Logf("%s after %d questions: %s", tt.name, upTo, now)
				if first == (soakState{}) {
					first = now
				}
				if now.heap > first.heap+soakMore+int64(tt.turn*(upTo-soakFirst)) {
					t.Errorf("%d MB are in use after %d questions, %d MB after %d", now.heap>>20, upTo, first.heap>>20, soakFirst)
				}
				if now.files > first.files {
					t.Errorf("%d files are open after %d questions, %d after %d: %q", now.files, upTo, first.files, soakFirst, s.open(t))
				}
			}
			if got := s.end(t); got != want {
				t.Errorf("%d goroutines after %d questions, %d after a few", got, n, want)
			}
			t.Logf("%s: %d questions, %d different, over %d states of the documents: %d answers were asked for again and were the same", tt.name, n, len(s.asked), 2, s.same)
		})
	}
}

// soaked is a process that is asked.
type soaked struct {
	*shell
	docs    []string // folders, the last of which changes
	asked   []string // the questions that are asked in turn
	cmd     *exec.Cmd
	errs    string // file of its standard error, with a line for each collection
	ask     func(t *testing.T, question string) string
	done    int
	answers map[string]string // by state and question
	same    int
}

// newSoaked has the handbook, a folder that changes and, where they are here and it is a long soak, the standards of the development data.
func newSoaked(t *testing.T, n int) *soaked {
	s := &soaked{shell: newShell(t), answers: map[string]string{}}
	s.docs, s.asked = []string{handbook(t)}, questionsOf(t, "testdata/questions.jsonl")
	if standards, err := filepath.Abs("../shared/data/nist-pqc"); n >= soakFirst && err == nil {
		if _, err := os.Stat(standards); err == nil {
			s.docs, s.asked = append(s.docs, standards), append(s.asked, questionsOf(t, "testdata/standards.jsonl")...)
		}
	}
	s.docs = append(s.docs, t.TempDir())
	s.change(t)
	s.env = append(s.env, "GODEBUG=gctrace=1", "IBID_OLLAMA=none", "TERM=xterm", "LC_ALL=C.UTF-8")
	s.errs = filepath.Join(s.dir, "stderr")
	if o := s.run(t, append([]string{"index"}, docFlags(s.docs)...)...); o.code != 0 {
		t.Fatal(o.err)
	}
	return s
}

func docFlags(docs []string) (flags []string) {
	for _, d := range docs {
		flags = append(flags, "--docs", d)
	}
	return flags
}

func questionsOf(t *testing.T, path string) (out []string) {
	t.Helper()
	rows, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for row := range bytes.Lines(rows) {
		var q struct{ Question string }
		if err := json.Unmarshal(row, &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q.Question)
	}
	return out
}

// change puts the folder that changes into the next of its two states.
func (s *soaked) change(t *testing.T) {
	dir := s.docs[len(s.docs)-1]
	state := s.done / soakChange % 2
	put(t, dir, "pier.md", fmt.Sprintf("# Pier\n\nThe air gap at the pier is %d metres. The stilling well there was cleaned in year %d.\n", 3+state, 2019+state))
	if extra := filepath.Join(dir, "harbour.md"); state == 1 {
		put(t, dir, "harbour.md", "# Harbour\n\nThe drift of the harbour's gauge is what the harbour master writes down.\n")
	} else {
		_ = os.Remove(extra)
	}
}

// questions asks until so many were asked.
func (s *soaked) questions(t *testing.T, upTo int) {
	t.Helper()
	for ; s.done < upTo; s.done++ {
		if s.done%soakChange == 0 {
			s.change(t)
		}
		q := s.asked[s.done%len(s.asked)]
		got := s.ask(t, q)
		key := fmt.Sprint(s.done/soakChange%2, q)
		switch want, again := s.answers[key]; {
		case !again:
			s.answers[key] = got
		case got != want:
			t.Fatalf("question %d, %q: %s", s.done, q, difference(got, want))
		default:
			s.same++
		}
	}
}

// soakState is what a process holds.
type soakState struct {
	heap  int64 // bytes in use after the last collection
	rss   int64
	files int
}

func (s soakState) String() string {
	return fmt.Sprintf("%d MB in use after a collection, %d MB resident, %d files open", s.heap>>20, s.rss>>20, s.files)
}

var (
	collected = regexp.MustCompile(`(?m)^gc \d+ @.* \d+->\d+->(\d+) MB`)
	resident  = regexp.MustCompile(`VmRSS:\s*(\d+) kB`)
	goroutine = regexp.MustCompile(`(?m)^goroutine (\d+)[^\n]*\[`)
)

func (s *soaked) state(t *testing.T) (now soakState) {
	t.Helper()
	number := func(form *regexp.Regexp, path string) int64 {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all := form.FindAllSubmatch(text, -1)
		if len(all) == 0 {
			return 0
		}
		smallest := int64(1 << 40)
		for _, m := range all[max(0, len(all)-10):] { // the least of the last: others ran amid a question
			n, _ := strconv.ParseInt(string(m[1]), 10, 64)
			smallest = min(smallest, n)
		}
		return smallest
	}
	now.heap = number(collected, s.errs) << 20
	now.rss = number(resident, fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid)) << 10
	now.files = len(s.open(t))
	return now
}

// open lists the open files.
func (s *soaked) open(t *testing.T) (out []string) {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid)
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		to, _ := os.Readlink(filepath.Join(dir, e.Name()))
		out = append(out, to)
	}
	return out
}

// end ends the process such that it tells its goroutines, and returns how many there were.
func (s *soaked) end(t *testing.T) int {
	t.Helper()
	time.Sleep(time.Second) // what reads an index whole in the background comes to its end
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	text, err := os.ReadFile(s.errs)
	if err != nil {
		t.Fatal(err)
	}
	return len(slices.DeleteFunc(goroutine.FindAllSubmatch(text, -1), func(m [][]byte) bool { return string(m[1]) == "0" }))
}

// startMCP asks over standard input and output.
func startMCP(t *testing.T, s *soaked) {
	s.cmd = exec.Command(binary, append([]string{"mcp"}, s.docs...)...)
	s.cmd.Stderr = s.create(t)
	session := s.connect(t, s.cmd)
	s.ask = func(t *testing.T, q string) string {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		defer stop()
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "ask", Arguments: map[string]any{"question": q}})
		if err != nil || res.IsError {
			t.Fatalf("%q: %v %+v", q, err, res)
		}
		return timings.ReplaceAllString(res.Content[0].(*mcp.TextContent).Text, "")
	}
}

func (s *soaked) create(t *testing.T) *os.File {
	f, err := os.Create(s.errs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// startScreen types into a terminal, and reads the answers in the session's file, which has each as soon as the screen shows it.
func startScreen(t *testing.T, s *soaked) {
	keyboard, terminal := terminalPair(t)
	s.cmd = s.command(s.docs...)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = terminal, terminal, s.create(t)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	opened := make(chan bool, 1)
	go func() { // the terminal shows what is drawn, and forgets it
		var shown bytes.Buffer
		seen, part := false, make([]byte, 64<<10)
		for {
			n, err := keyboard.Read(part)
			if shown.Write(part[:n]); !seen && bytes.Contains(shown.Bytes(), []byte("documents")) {
				seen = true
				opened <- true
			}
			if err != nil {
				return
			}
			if seen {
				shown.Reset()
			}
		}
	}()
	select {
	case <-opened:
	case <-time.After(patience):
		t.Fatal("the screen did not open the documents")
	}
	time.Sleep(time.Second)
	var log *os.File
	var rest []byte
	answer := func() string { // the next one that is whole, "" for none yet
		if log == nil {
			found, _ := filepath.Glob(filepath.Join(strings.TrimPrefix(s.env[0], "HOME="), ".local", "state", "ibid", "sessions", "*.jsonl"))
			if len(found) == 0 {
				return ""
			}
			f, err := os.Open(found[0])
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
			log = f
		}
		more, err := io.ReadAll(log)
		if err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		rest = append(rest, more...)
		for {
			line, after, whole := bytes.Cut(rest, []byte("\n"))
			if !whole {
				return ""
			}
			rest = after
			var l struct {
				Type, Message string
				Answer        json.RawMessage
			}
			if err := json.Unmarshal(line, &l); err != nil || l.Type == "failed" {
				t.Fatalf("%v in the session: %.2000s", err, line)
			}
			if l.Type == "answered" {
				return timings.ReplaceAllString(string(l.Answer), "")
			}
		}
	}
	refused := false
	s.ask = func(t *testing.T, q string) string {
		if refused { // the sheet that says why lies over the screen
			if _, err := io.WriteString(keyboard, "\x1b"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond) // or it would begin another key
		}
		if _, err := io.WriteString(keyboard, "\x1b[200~"+q+"\x1b[201~"); err != nil {
			t.Fatal(err)
		}
		for start, pressed := time.Now(), 0; ; time.Sleep(2 * time.Millisecond) {
			if int(time.Since(start).Seconds()) >= pressed { // once more where the last answer was not on the screen yet
				pressed++
				if _, err := io.WriteString(keyboard, "\r"); err != nil {
					t.Fatal(err)
				}
			}
			if got := answer(); got != "" {
				refused = strings.Contains(got, `"refused":true`)
				return got
			}
			if time.Since(start) > patience {
				t.Fatalf("question %d, %q, is not answered", s.done, q)
			}
		}
	}
}

// terminalPair is a terminal, and what a person has of it.
func terminalPair(t *testing.T) (person, terminal *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals to make here: %v", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 140})
	}
	if err == nil {
		terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return person, terminal
}
