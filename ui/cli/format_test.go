package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/engine/extract"
)

// Each format is what its name says, in a file as on standard output; a refusal is told in each.
func TestFormats(t *testing.T) {
	env := indexed(t)
	const question, unknown = "What does TGBM mean?", "What does MLWE mean?"
	for format, want := range map[string][2]string{
		"text":     {"[c1] glossary, line", "because “MLWE”"},
		"markdown": {"\nReferences:\n\n- [c1] glossary", "Because “MLWE”"},
		"bibtex":   {"@misc{glossary,", ""},
		"html":     {"<blockquote id=\"c1\">", "<p>Because “MLWE”"},
		"json":     {`{"schema":"ibid.answer/1"`, `"refusal_code":"missing_term"`},
	} {
		for i, q := range []string{question, unknown} {
			r := ibid(t, env, "ask", "--docs", handbook, "--format", format, q)
			if r.code != i || !strings.Contains(r.out, want[i]) {
				t.Errorf("%s of %q: %d, %s%s", format, q, r.code, r.out, r.err)
			}
			if format == "bibtex" && i == exitRefused && (r.out != "" || !strings.Contains(r.err, "refused: “MLWE”")) {
				t.Errorf("of a refusal: %q, %q", r.out, r.err)
			}
			file := filepath.Join(t.TempDir(), "answer")
			if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
				t.Fatal(err)
			}
			w := ibid(t, env, "ask", "--docs", handbook, "--format", format, "--output", file, q)
			got, err := os.ReadFile(file)
			if w.code != i || w.out != "" || err != nil || untimed(string(got)) != untimed(r.out) {
				t.Errorf("%s into a file: %d, %v\n%s\nprinted\n%s", format, w.code, err, got, r.out)
			}
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
		}
	}
	one, other := ibid(t, env, "ask", "--docs", handbook, "--json", question), ibid(t, env, "ask", "--docs", handbook, "--format=json", question)
	if untimed(one.out) != untimed(other.out) || other.err != "" {
		t.Errorf("--json prints\n%s\n--format json\n%s", one.out, other.out)
	}
	for _, tt := range []struct {
		says string
		code int
		args []string
	}{
		{"--format xml: it is one of text, markdown, json, bibtex, html", exitUsage, []string{"--format", "xml", question}},
		{"cannot be given together", exitUsage, []string{"--format", "text", "--json", question}},
		{"answer from its own answer", exitUsage, []string{"--watch", "--output", filepath.Join(handbook, "answer.md"), question}},
		{"no such file", exitFailed, []string{"--output", filepath.Join(t.TempDir(), "nosuch", "answer.md"), question}},
		{"no such folder or file: nosuch", exitFailed, []string{"--watch", "--docs", "nosuch", question}},
	} {
		if r := ibid(t, env, append([]string{"ask", "--docs", handbook}, tt.args...)...); r.code != tt.code || !strings.Contains(r.err, tt.says) || r.out != "" {
			t.Errorf("%q: %d, %s%s", tt.args, r.code, r.out, r.err)
		}
	}
}

// An answer that was kept in Markdown is supported by its own references, whatever was asked; one that was kept as it was printed, by the
// documents: but for what a card says of a symbol, which is only found by its name.
func TestAnswersVerifyWhenReadBack(t *testing.T) {
	env := indexed(t)
	rows, err := os.ReadFile(filepath.Join("..", "..", "testdata", "questions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	answers := 0
	for row := range strings.Lines(string(rows)) {
		var q struct{ Question string }
		if err := json.Unmarshal([]byte(row), &q); err != nil {
			t.Fatal(err)
		}
		for format, against := range map[string][]string{"markdown": nil, "text": {"--docs", handbook}} {
			r := ibid(t, env, "ask", "--docs", handbook, "--format", format, q.Question)
			if r.code != exitAnswered || format == "text" && strings.Contains(r.out, "] card of ") {
				continue
			}
			answers++
			if v := ibidIn(t, env, r.out, append([]string{"verify", "-"}, against...)...); v.code != exitAnswered {
				t.Errorf("%s\nas %s does not verify:\n%s%s%s", r.out, format, v.out, v.err, q.Question)
			}
		}
	}
	if answers < 100 {
		t.Errorf("%d answers", answers)
	}
}

// untimed is JSON without what differs each time.
func untimed(out string) string { return measured[0].re.ReplaceAllString(out, "") }

// terminalLog is written to by one goroutine and read by another.
type terminalLog struct {
	mu   sync.Mutex
	text bytes.Buffer // not embedded: its other methods do not lock
}

func (l *terminalLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// await waits until something was written, and forgets what was.
func (l *terminalLog) await(t *testing.T, text string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		l.mu.Lock()
		at := strings.Index(l.text.String(), text)
		if at >= 0 {
			l.text.Next(at + len(text))
		}
		l.mu.Unlock()
		if at >= 0 {
			return
		}
	}
	t.Fatalf("%q was not written; there is %s", text, l.text.String())
}

// A watch answers again when the documents change, says what changed, and goes on where it cannot answer.
func TestWatch(t *testing.T) {
	docs := filepath.Join(t.TempDir(), "docs")
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(docs, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(docs, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.md", "# Limpet\n\nThe Limpet probe draws 45 mW. It is read every 6 seconds.\n")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var out, errs terminalLog
	app := App{In: strings.NewReader(""), Out: &out, Err: &errs, Env: home(t), Generator: extract.Generator{}}
	code := make(chan int)
	go func() {
		code <- app.Run(ctx, []string{"ask", "--watch", "--docs", docs, "How much does the Limpet probe draw?"})
	}()
	out.await(t, "The Limpet probe draws 45 mW [c1]")
	out.await(t, "every sentence checked")
	errs.await(t, "waiting for the documents to change")

	write("a.md", "# Limpet\n\nThe Limpet probe draws 90 mW. It is read every 6 seconds.\n")
	errs.await(t, "the documents have changed (0 files new, 1 changed, 0 gone)\n")
	out.await(t, "what changed\nThe Limpet probe draws [-45-] {+90+} mW [c1]")
	out.await(t, "The Limpet probe draws 90 mW [c1]")

	write("b.md", "# Weather\n\nIt rains.\n")
	errs.await(t, "(1 file new, 0 changed, 0 gone); the answer is the same")

	if err := os.RemoveAll(docs); err != nil {
		t.Fatal(err)
	}
	errs.await(t, "not asked again: no such folder or file")
	write("b.md", "# Weather\n\nIt rains.\n")
	out.await(t, "before: answered from 1 place")
	out.await(t, "not found in provided docs")
	stop()
	if got := <-code; got != 0 {
		t.Errorf("it ends with %d", got)
	}
}

func TestHelp(t *testing.T) {
	env := home(t)
	for _, tt := range []struct {
		code int
		says string
		args []string
	}{
		{0, "# Scripts, editors and agents", []string{"scripts"}}, {0, "Usage:\n  ibid eval compare", []string{"eval", "compare"}}, {0, "Available Commands:", nil},
		{exitUsage, "there is no command and no topic \"nosuch\"; `ibid help` names them", []string{"nosuch"}},
		{exitUsage, "did you mean scripts?", []string{"scrpts"}}, {exitUsage, "did you mean verify?", []string{"verfy"}},
	} {
		if r := ibid(t, env, append([]string{"help"}, tt.args...)...); r.code != tt.code || !strings.Contains(r.out+r.err, tt.says) {
			t.Errorf("help %q: %d, %s%s", tt.args, r.code, r.out, r.err)
		}
	}
	if r := ibid(t, env, "schema", "nosuch"); r.code != exitUsage || !strings.Contains(r.err, "there are answer, search") {
		t.Errorf("%d, %s", r.code, r.err)
	}
}
