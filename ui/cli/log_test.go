package cli

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/session"
)

// entries reads the log of an environment.
func entries(t *testing.T, env []string) []session.Entry {
	t.Helper()
	dir, err := config.StateDir(env)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(session.OpenJournal(dir).Path())
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var out []session.Entry
	for line := range strings.Lines(string(data)) {
		var e session.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

func TestQuestionsAreLogged(t *testing.T) {
	env := indexed(t)
	const known, unknown = "What does TGBM mean?", "What does MLWE mean?"
	ibid(t, env, "ask", "--docs", handbook, known)
	ibid(t, env, "ask", "--docs", handbook, "--json", "IBID_LOG_QUESTIONS=true", unknown)
	ibid(t, env, "ask", "--docs", filepath.Join(t.TempDir(), "absent"), known) // no answer, no entry
	ibid(t, env, "search", "--docs", handbook, known)
	got := entries(t, env)
	if len(got) != 2 {
		t.Fatalf("%d entries: %+v", len(got), got)
	}
	a, r := got[0], got[1]
	if a.Refused || !a.ValidationPassed || a.Question != "" || len(a.Gates) == 0 || a.KeywordOverlap == nil || *a.KeywordOverlap <= 0 || a.Similarity != nil || a.TotalMS <= 0 || a.Generator != "extractive" || a.Embedder == "" {
		t.Errorf("the answer: %+v", a)
	}
	if !r.Refused || r.ValidationPassed || r.RefusalCode == "" || r.Question != unknown || r.KeywordOverlap != nil {
		t.Errorf("the refusal: %+v", r)
	}
}

func TestLogThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	env := append(indexed(t), "XDG_STATE_HOME="+file)
	r := ibid(t, env, "ask", "--docs", handbook, "What does TGBM mean?")
	if r.code != exitAnswered || !strings.Contains(r.out, "Bench Mark") || strings.Count(r.err, "not in the log") != 1 {
		t.Errorf("%+v", r)
	}
	r = ibid(t, env, "ask", "--json", "--docs", handbook, "What does TGBM mean?")
	if r.code != exitAnswered || r.err != "" || !json.Valid([]byte(r.out)) {
		t.Errorf("with --json: %+v", r)
	}
}

// A second opinion that cannot be had is an error before there is an answer, and nothing is logged.
func TestModelThatCannotBeAsked(t *testing.T) {
	empty := httptest.NewServer(http.NotFoundHandler())
	defer empty.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	env := indexed(t)
	for _, tt := range []struct {
		name    string
		code    int
		err     string
		setting []string
	}{
		{"no server", exitModel, "no Ollama server answers", []string{"OLLAMA_HOST=" + gone.URL}},
		{"a server of something else", exitModel, "no Ollama server answers", []string{"OLLAMA_HOST=" + empty.URL}},
		{"another machine", exitUsage, "not on this machine", []string{"OLLAMA_HOST=192.0.2.1"}},
	} {
		r := ibid(t, append(env[:1:1], tt.setting...), "ask", "--json", "IBID_GUARD_JUDGE=tiny", "--docs", handbook, "What does TGBM mean?")
		var e app.Error
		decode(t, r.err, &e)
		if r.code != tt.code || !strings.Contains(e.Message, tt.err) || e.Hint == "" || r.out != "" {
			t.Errorf("%s: exit code %d, %+v, %s", tt.name, r.code, e, r.out)
		}
		if r := ibid(t, append(env[:1:1], tt.setting...), "ask", "--docs", handbook, "What does TGBM mean?"); r.code != exitAnswered {
			t.Errorf("%s, but nobody wants its opinion: %+v", tt.name, r)
		}
	}
	for _, e := range entries(t, env) {
		if e.Refused {
			t.Errorf("%+v", e)
		}
	}
}
