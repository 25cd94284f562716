package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each format is what its name says, in a file as on standard output; a refusal is told in each.
func TestFormats(t *testing.T) {
	env := indexed(t)
	const question, unknown = "What does TGBM mean?", "What does MLWE mean?"
	for format, want := range map[string][2]string{
		"text":     {"[c1] glossary, line", "because “MLWE”"},
		"markdown": {"\nReferences:\n\nCopied word for word from 1 place · whether it is right was not checked.\n\n- [c1] glossary", "Because “MLWE”"},
		"html":     {"<blockquote id=\"c1\">", "<p>Because “MLWE”"},
		"json":     {`{"schema":"ibid.answer/1"`, `"refusal_code":"missing_term"`},
	} {
		for i, q := range []string{question, unknown} {
			r := ibid(t, env, "ask", "--docs", handbook, "--format", format, q)
			if r.code != i || !strings.Contains(r.out, want[i]) {
				t.Errorf("%s of %q: %d, %s%s", format, q, r.code, r.out, r.err)
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
		{"--format xml: it is one of text, markdown, html, json", exitUsage, []string{"--format", "xml", question}},
		{"none of the others can be", exitUsage, []string{"--format", "text", "--json", question}},
		{"no such file", exitFailed, []string{"--output", filepath.Join(t.TempDir(), "nosuch", "answer.md"), question}},
		{"no such folder or file: nosuch", exitFailed, []string{"--docs", "nosuch", question}},
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
	for n, row := range strings.SplitAfter(strings.TrimSpace(string(rows)), "\n") {
		if n%3 > 0 {
			continue
		}
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
	if answers < 30 {
		t.Errorf("%d answers", answers)
	}
}

// untimed is JSON without what differs each time.
func untimed(out string) string { return measured[0].re.ReplaceAllString(out, "") }

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

// The help of a command is one screen: a flag only where somebody gives it with one question and not with the next.
func TestHelpIsShort(t *testing.T) {
	for command, most := range map[string]struct{ lines, flags int }{"ask": {38, 15}, "search": {30, 10}, "index": {30, 9}, "symbols": {36, 9}, "mcp": {30, 6}, "doctor": {38, 9}, "verify": {70, 12}} {
		r := ibid(t, home(t), command, "--help")
		_, flags, _ := strings.Cut(r.out, "\nFlags:\n")
		n := 0
		for l := range strings.Lines(flags) {
			if strings.HasPrefix(strings.TrimSpace(l), "-") {
				n++
			}
		}
		if lines := strings.Count(r.out, "\n"); lines > most.lines || n > most.flags {
			t.Errorf("ibid %s --help has %d lines and %d flags:\n%s", command, lines, n, r.out)
		}
	}
}

// The commands are these, and each takes documents by --docs, or as arguments where nothing else is one.
func TestCommands(t *testing.T) {
	var names []string
	for _, c := range (&App{}).root().Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	if got := strings.Join(names, " "); got != "ask config doctor eval index mcp schema search sessions symbols verify" {
		t.Errorf("the commands are %s, and help", got)
	}
	env := indexed(t)
	for _, command := range []string{"ask", "search"} {
		if r := ibid(t, env, command, handbook, "tide gauge"); r.code != exitUsage || r.out != "" || !strings.Contains(r.err, "--docs "+handbook) {
			t.Errorf("ibid %s FOLDER WORDS: exit code %d: %s%s", command, r.code, r.out, r.err)
		}
	}
	if r := ibid(t, env, "index", "--status", handbook); r.code != exitAnswered || !strings.Contains(r.out, "state  up to date") {
		t.Errorf("ibid index FOLDER: exit code %d: %s%s", r.code, r.out, r.err)
	}
}
