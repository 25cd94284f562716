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
	"ibid/ui/text"
)

var start = time.Date(2026, 11, 21, 16, 30, 12, 0, time.FixedZone("", 3600))

// answer is an answer that quotes its evidence.
func answer(question, text, quote string) *engine.Answer {
	c := index.Chunk{Path: "doc/a.md", Digest: "00", Chunk: source.Chunk{ID: "a::l00001::c001", DocID: "a", Title: "A", Kind: source.Docs, Section: []string{"One", "Two"}, StartLine: 1, EndLine: 3, Text: "Before. " + quote + " After."}}
	ev := engine.Evidence{Key: "c1", Chunk: c, Score: .5, LexicalRank: 1}
	span := [2]int{8, 8 + len(quote)}
	return &engine.Answer{
		Schema:   engine.AnswerSchema,
		Question: question, Text: text + " [c1].", Evidence: []engine.Evidence{ev},
		Sentences: []guard.Sentence{{Text: text + ".", Citations: []string{"c1"}, Verdict: guard.Supported, Score: 1, Quotes: []guard.Quote{{Key: "c1", Text: quote, Span: span}}}},
		Citations: []engine.Citation{{Evidence: ev, Quote: quote, Span: span}}, Sources: []engine.Source{{DocID: "a", Path: "doc/a.md", Title: "A"}},
		Generator: "extractive", Embedder: "none", Index: index.State{Chunks: 7, Stale: []string{"a.md changed"}}, Timings: engine.Timings{Total: engine.Took(1500)},
	}
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

// recall reads the answer of a turn, nil where there is none.
func recall(t testing.TB, s *session.Session, turn int) *engine.Answer {
	t.Helper()
	a, err := s.Recall(turn)
	must(t, err)
	return a
}

// encoded is an answer as it is printed.
func encoded(t testing.TB, a *engine.Answer) string {
	t.Helper()
	line, err := text.Encode(a)
	must(t, err)
	return string(line)
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
		{At: start.Add(time.Minute), Text: "And this?", Selected: "A text.\nOf two lines.", Origin: "a, line 3", Source: &index.Place{Path: "a.md", StartLine: 3, PageLabels: []string{}}},
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
		if folder, _ := filepath.Abs(""); turn.Folder != folder {
			t.Errorf("asked in %q, not %q", turn.Folder, folder)
		}
		turn.At, turn.Folder = want.At, ""
		if !reflect.DeepEqual(turn, want) {
			t.Errorf("%+v came back as %+v", want, turn)
		}
	}
	first, second, third := got.Turns[0], got.Turns[1], got.Turns[2]
	if a := recall(t, got, 0); !first.Answered || encoded(t, a) != encoded(t, given) || first.Failed != "" {
		t.Errorf("the answer came back as %+v", a)
	}
	if a := recall(t, got, 1); a != nil || second.Answered || second.Failed != "cancelled" || third.Answered || third.Failed != "" {
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
	if !slices.Equal(texts(got), []string{"one", "two"}) || !got.Turns[1].Answered {
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
		must(t, torn.Answer(answer("two", "yes", "yes"))) // its passage may have been in the line that was cut
		got := load(t, st, s.ID)
		if !slices.Equal(texts(got), []string{"one", "two"}) || got.Damaged > 1 {
			t.Fatalf("cut to %d of %d bytes and gone on: %+v", n, len(whole), got)
		}
		if a := recall(t, got, 1); encoded(t, a) != encoded(t, answer("two", "yes", "yes")) {
			t.Fatalf("cut to %d of %d bytes: the next answer came back as %+v", n, len(whole), a)
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
	if !slices.Equal(texts(got), []string{"one"}) || !got.Turns[0].Answered {
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
	must(t, s.Answer(answer("two", "yes", "yes")))
	if a := recall(t, s, 1); a == nil || a.Question != "two" {
		t.Errorf("%+v", a)
	}
	must(t, st.Delete(s.ID)) // and the passages with it
	must(t, s.Ask(session.Asked{At: start, Text: "three"}))
	must(t, s.Answer(answer("three", "yes", "yes")))
	if _, err := s.Recall(1); err == nil {
		t.Error("an answer that was deleted came back")
	}
	got := load(t, st, s.ID)
	last := len(got.Turns) - 1
	if a := recall(t, got, last); got.Turns[last].Text != "three" || a.Evidence[0].Text != "Before. yes After." {
		t.Errorf("%+v", got.Turns)
	}
}

// TestPassagesAreWrittenOnce: what many answers have as evidence costs its bytes once, also where the session is gone on with.
func TestPassagesAreWrittenOnce(t *testing.T) {
	dir := t.TempDir()
	st := session.Open(dir)
	s := begin(t, st, start)
	long := answer("Why?", "Because", strings.Repeat("The gauge is levelled against the staff. ", 500))
	changed := answer("Why?", "Because", strings.Repeat("The gauge is levelled against the probe. ", 500)) // the same id
	size := func() int64 {
		info, err := os.Stat(filepath.Join(dir, s.ID+".jsonl"))
		must(t, err)
		return info.Size()
	}
	var sizes []int64
	for i, a := range []*engine.Answer{long, long, changed, long} {
		if i == 3 {
			s = load(t, st, s.ID)
		}
		a.Sentences, a.Citations[0].Quote = nil, ""
		must(t, s.Ask(session.Asked{At: start, Text: "Why?"}))
		must(t, s.Answer(a))
		sizes = append(sizes, size())
	}
	if first, second, third, fourth := sizes[0], sizes[1]-sizes[0], sizes[2]-sizes[1], sizes[3]-sizes[2]; first < 20_000 || second > 2_000 || third < 20_000 || fourth > 2_000 {
		t.Errorf("after each answer the file has %d bytes", sizes)
	}
	for i, want := range []*engine.Answer{long, long, changed, long} {
		if a := recall(t, s, i); a.Evidence[0].Text != want.Evidence[0].Text {
			t.Errorf("answer %d has the evidence %.60q", i, a.Evidence[0].Text)
		}
	}
}

// TestSessionsOfEarlierVersions have their evidence in each answer.
func TestSessionsOfEarlierVersions(t *testing.T) {
	dir := t.TempDir()
	st := session.Open(dir)
	const id = "20261121-163012-a1b2"
	given := answer("Why?", "Because", "it is so")
	data := []byte(`{"schema":"ibid.session/1","id":"` + id + `","started":"2026-11-21T16:30:12Z","roots":["/docs"]}` + "\n" +
		`{"type":"asked","turn":"01","at":"2026-11-21T16:30:12Z","text":"Why?"}` + "\n")
	old, err := text.Encode(struct {
		Type   string         `json:"type"`
		Turn   string         `json:"turn"`
		Answer *engine.Answer `json:"answer"`
	}{"answered", "01", given})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, id+".jsonl"), append(data, old...), 0o600))
	s := load(t, st, id)
	must(t, s.Ask(session.Asked{At: start, Text: "Again?"}))
	must(t, s.Answer(given))
	s = load(t, st, id)
	for i := range s.Turns {
		if a := recall(t, s, i); encoded(t, a) != encoded(t, given) {
			t.Errorf("answer %d came back as %+v", i, a)
		}
	}
}

// TestDamagedPassage: evidence that is not what was written is never shown as it; other answers stay.
func TestDamagedPassage(t *testing.T) {
	dir := t.TempDir()
	st := session.Open(dir)
	s := begin(t, st, start)
	for _, quote := range []string{"the first", "the second"} {
		must(t, s.Ask(session.Asked{At: start, Text: "Why?"}))
		must(t, s.Answer(answer("Why?", "Because", quote)))
	}
	path := filepath.Join(dir, s.ID+".jsonl")
	data, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, []byte(strings.Replace(string(data), "Before. the first", "Before: the first", 1)), 0o600))
	s = load(t, st, s.ID)
	if _, err := s.Recall(0); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("damaged evidence came back: %v", err)
	}
	if a := recall(t, s, 1); a == nil || a.Evidence[0].Text != "Before. the second After." {
		t.Errorf("%+v", a)
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
	for i, turn := range got.Turns {
		if a := recall(t, got, i); i > 0 && (a == nil || a.Question != turn.Text || len(a.Evidence[0].Text) < 5_000) {
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
