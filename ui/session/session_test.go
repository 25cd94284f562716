package session_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/ui/session"
	"ibid/ui/wire"
)

var start = time.Date(2026, 11, 21, 16, 30, 12, 0, time.FixedZone("", 3600))

// answer is an answer that quotes its evidence.
func answer(question, text, quote string) wire.Answer {
	c := index.Chunk{Path: "doc/a.md", Digest: "00", Chunk: source.Chunk{ID: "a::l00001::c001", DocID: "a", Title: "A", Kind: source.Docs, Section: []string{"One", "Two"}, StartLine: 1, EndLine: 3, Text: "Before. " + quote + " After."}}
	ev := engine.Evidence{Key: "c1", Chunk: c, Score: .5, LexicalRank: 1}
	span := [2]int{8, 8 + len(quote)}
	return wire.FromAnswer(&engine.Answer{
		Question: question, Text: text + " [c1].", Evidence: []engine.Evidence{ev},
		Sentences: []engine.Sentence{{Text: text + ".", Citations: []string{"c1"}, Verdict: guard.Supported, Score: 1, Quotes: []engine.Quote{{Key: "c1", Text: quote, Span: span}}}},
		Citations: []engine.Citation{{Evidence: ev, Quote: quote, Span: span}}, Sources: []engine.Source{{DocID: "a", Path: "doc/a.md", Title: "A"}},
		Generator: "extractive", Embedder: "none", Chunks: 7, Timings: engine.Timings{Total: 1500 * time.Millisecond},
	}, index.Report{Stale: []string{"a.md changed"}})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func begin(t testing.TB, st *session.Store, now time.Time, roots ...string) *session.Session {
	t.Helper()
	s, err := st.New(roots, now)
	must(t, err)
	return s
}

func load(t testing.TB, st *session.Store, id string) *session.Session {
	t.Helper()
	s, err := st.Load(id)
	must(t, err)
	return s
}

// texts are the questions of a session.
func texts(s *session.Session) []string {
	var out []string
	for _, t := range s.Turns {
		out = append(out, t.Text)
	}
	return out
}

func TestTurnsComeBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "sessions")
	st := session.Open(dir)
	s := begin(t, st, start, "docs")
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written before the first question: %v", err)
	}
	asked := []session.Asked{
		{At: start.Add(time.Second), Text: "What is\n  a \u202eprobe? \x1b[2J", Documents: []string{"a"}, Projects: []string{"p"}},
		{At: start.Add(time.Minute), Text: "And this?", Selected: "A text.\nOf two lines.", Origin: "a, line 3"},
		{At: start.Add(time.Hour), Text: "Why?"},
	}
	given := answer(asked[0].Text, "A probe measures", "a probe measures")
	must(t, s.Ask(asked[0]))
	must(t, s.Answer(given))
	must(t, s.Ask(asked[1]))
	must(t, s.Fail("cancelled"))
	must(t, s.Ask(asked[2]))

	got := load(t, st, s.ID)
	abs, err := filepath.Abs("docs")
	must(t, err)
	if !strings.HasPrefix(s.ID, "20261121-163012-") || got.ID != s.ID || !got.Started.Equal(start) || !slices.Equal(got.Roots, []string{abs}) || got.Damaged != 0 || len(got.Turns) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range asked {
		turn := got.Turns[i].Asked
		if !turn.At.Equal(want.At) || turn.At.Format(time.RFC3339) != want.At.Format(time.RFC3339) {
			t.Errorf("asked at %v, not %v", turn.At, want.At)
		}
		turn.At = want.At
		if !reflect.DeepEqual(turn, want) {
			t.Errorf("%+v came back as %+v", want, turn)
		}
	}
	first, second, third := got.Turns[0], got.Turns[1], got.Turns[2]
	if first.Answer == nil || !reflect.DeepEqual(wire.FromAnswer(first.Answer, first.Report), given) || first.Failed != "" {
		t.Errorf("the answer came back as %+v", first)
	}
	if second.Answer != nil || second.Failed != "cancelled" || third.Answer != nil || third.Failed != "" {
		t.Errorf("%+v, %+v", second, third)
	}
	data, err := os.ReadFile(filepath.Join(dir, s.ID+".jsonl"))
	must(t, err)
	if strings.ContainsAny(string(data), "\x1b\u202e") {
		t.Error("the file holds what a terminal obeys")
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, filepath.Join(dir, s.ID+".jsonl"): 0o600, filepath.Join(dir, "lock"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestGoingOn(t *testing.T) {
	st := session.Open(t.TempDir())
	s := begin(t, st, start)
	must(t, s.Ask(session.Asked{At: start, Text: "one"}))
	must(t, s.Fail("no"))
	again := load(t, st, s.ID)
	must(t, again.Ask(session.Asked{At: start, Text: "two"}))
	must(t, again.Answer(answer("two", "yes", "yes")))
	if err := again.Answer(answer("two", "yes", "yes")); err == nil {
		t.Error("a question was answered twice")
	}
	got := load(t, st, s.ID)
	if !slices.Equal(texts(got), []string{"one", "two"}) || got.Turns[1].Answer == nil {
		t.Errorf("%+v", got.Turns)
	}
}

// TestTornLine cuts a file at every length, as a killed process or a full disk may leave it.
func TestTornLine(t *testing.T) {
	dir := t.TempDir()
	st := session.Open(dir)
	s := begin(t, st, start)
	path := filepath.Join(dir, s.ID+".jsonl")
	must(t, s.Ask(session.Asked{At: start, Text: "one"}))
	head, err := os.ReadFile(path)
	must(t, err)
	must(t, s.Answer(answer("one", "yes", "yes")))
	whole, err := os.ReadFile(path)
	must(t, err)
	for n := len(head); n <= len(whole); n += 1 + (len(whole)-len(head))/97 {
		must(t, os.WriteFile(path, whole[:n], 0o600))
		torn := load(t, st, s.ID)
		if !slices.Equal(texts(torn), []string{"one"}) || torn.Damaged != 0 {
			t.Fatalf("cut to %d of %d bytes: %+v", n, len(whole), torn)
		}
		must(t, torn.Ask(session.Asked{At: start, Text: "two"}))
		must(t, torn.Fail("no"))
		got := load(t, st, s.ID)
		if !slices.Equal(texts(got), []string{"one", "two"}) || got.Turns[1].Failed != "no" || got.Damaged > 1 {
			t.Fatalf("cut to %d of %d bytes and gone on: %+v", n, len(whole), got)
		}
	}
}

func TestWhatCannotBeWrittenIsWrittenLater(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sessions")
	must(t, os.WriteFile(dir, nil, 0o600)) // a file where the folder should be
	st := session.Open(dir)
	s := begin(t, st, start)
	if err := s.Ask(session.Asked{At: start, Text: "one"}); err == nil {
		t.Fatal("written where nothing can be")
	}
	must(t, os.Remove(dir))
	must(t, s.Answer(answer("one", "yes", "yes")))
	got := load(t, st, s.ID)
	if !slices.Equal(texts(got), []string{"one"}) || got.Turns[0].Answer == nil {
		t.Errorf("%+v", got.Turns)
	}
}

func TestDeletedMeanwhile(t *testing.T) {
	st := session.Open(t.TempDir())
	s := begin(t, st, start)
	must(t, s.Ask(session.Asked{At: start, Text: "one"}))
	must(t, st.Delete(s.ID))
	must(t, s.Fail("no"))
	must(t, s.Ask(session.Asked{At: start, Text: "two"}))
	if got := load(t, st, s.ID); got.Turns[len(got.Turns)-1].Text != "two" {
		t.Errorf("%+v", got.Turns)
	}
}

const writerEnv = "IBID_TEST_SESSION_WRITER"

// TestProcessesShareASession lets two processes append to one session at once.
func TestProcessesShareASession(t *testing.T) {
	const turns = 40
	if v := os.Getenv(writerEnv); v != "" {
		dir, id, _ := strings.Cut(v, "|")
		s := load(t, session.Open(dir), id)
		for i := range turns {
			must(t, s.Ask(session.Asked{At: start, Text: fmt.Sprint(os.Getpid(), " ", i)}))
			must(t, s.Answer(answer(fmt.Sprint(os.Getpid(), " ", i), "yes", strings.Repeat("long ", 2_000))))
		}
		return
	}
	dir := t.TempDir()
	st := session.Open(dir)
	s := begin(t, st, start)
	must(t, s.Ask(session.Asked{At: start, Text: "first"}))
	must(t, s.Fail("no"))
	var running []*exec.Cmd
	for range 2 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestProcessesShareASession$")
		cmd.Env = append(os.Environ(), writerEnv+"="+dir+"|"+s.ID)
		must(t, cmd.Start())
		running = append(running, cmd)
	}
	for _, cmd := range running {
		must(t, cmd.Wait())
	}
	got := load(t, st, s.ID)
	if got.Damaged != 0 || len(got.Turns) != 1+2*turns {
		t.Fatalf("%d damaged lines, %d turns", got.Damaged, len(got.Turns))
	}
	for _, turn := range got.Turns[1:] {
		if turn.Answer == nil || turn.Answer.Question != turn.Text {
			t.Errorf("%q got the answer to another question", turn.Text)
		}
	}
}

func TestQuestions(t *testing.T) {
	st := session.Open(t.TempDir())
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for i, texts := range [][]string{{"a", "b"}, {"c", "a"}} {
		s, err := st.New([]string{"x"}, start.Add(time.Duration(i)*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		for k, text := range texts {
			if err := s.Ask(session.Asked{At: start.Add(time.Duration(i)*time.Hour + time.Duration(k)*time.Minute), Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Ask(session.Asked{At: start, Text: "of a selection", Selected: "a text"}); err != nil {
			t.Fatal(err)
		}
	}
	for most, want := range map[int]string{0: "[]", 2: "[c a]", 9: "[b c a]"} {
		got, err := st.Questions(most)
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("the last %d: %v, %v; want %s", most, got, err, want)
		}
	}
	if got, err := session.Open(t.TempDir()).Questions(5); err != nil || got != nil {
		t.Errorf("without sessions: %v, %v", got, err)
	}
}
