package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ibid/engine"
	"ibid/ui/session"
)

// kept is an environment with two sessions over the handbook, and what `ibid ask` printed of the answers in them.
func kept(t *testing.T) (env []string, ids, printed []string) {
	t.Helper()
	env = indexed(t)
	store := session.Open(sessionsDir(env))
	at := time.Date(2026, 11, 21, 16, 30, 12, 0, time.UTC)
	begin := func() *session.Session {
		s, err := store.New([]string{"/docs"}, at)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, s.ID)
		return s
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	answered := func(s *session.Session, question string, scope session.Asked) {
		at = at.Add(time.Minute)
		scope.At, scope.Text = at, question
		check(s.Ask(scope))
		var a engine.Answer
		check(json.Unmarshal([]byte(ibid(t, env, "ask", "--json", "--docs", handbook, question).out), &a))
		a.MakeSane()
		check(s.Answer(&a))
		printed = append(printed, ibid(t, env, "ask", "--docs", handbook, question).out)
	}
	s := begin()
	answered(s, "What does TGBM mean?", session.Asked{Documents: []string{"glossary"}})
	answered(s, "What does MLWE mean?", session.Asked{Selected: "any", Origin: "glossary\x1b[2J"})
	check(s.Ask(session.Asked{At: at.Add(time.Minute), Text: "Why\nnot?"}))
	check(s.Fail("cancelled \x1b]0;x\a"))
	check(s.Ask(session.Asked{At: at.Add(2 * time.Minute), Text: "And?"}))
	at = at.Add(time.Hour)
	answered(begin(), "What is the maximum error of a Class B probe?", session.Asked{})
	return env, ids, printed
}

func sessionsDir(env []string) string {
	return filepath.Join(strings.TrimPrefix(env[0], "HOME="), ".local", "state", "ibid", "sessions")
}

var suffix = regexp.MustCompile(`(\d{8}-\d{6})-[0-9a-f]{4}\b`)

func TestSessionsGolden(t *testing.T) {
	env, ids, printed := kept(t)
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"sessions.txt", nil},
		{"sessions-show.txt", []string{"show", ids[0]}},
		{"sessions.json", []string{"--json"}},
	} {
		r := ibid(t, env, append([]string{"sessions"}, tt.args...)...)
		if r.code != exitAnswered || r.err != "" {
			t.Errorf("%s: exit code %d: %s", tt.name, r.code, r.err)
		}
		if strings.ContainsAny(r.out, "\x1b\a") {
			t.Errorf("%s: it holds what a terminal obeys: %q", tt.name, r.out)
		}
		got := suffix.ReplaceAllString(strings.ReplaceAll(r.out, sessionsDir(env), "DIR"), "$1-0000")
		for _, m := range measured {
			got = m.re.ReplaceAllString(got, m.with)
		}
		if strings.HasSuffix(tt.name, ".json") {
			decode(t, r.out, &sessionsJSON{})
			var buf bytes.Buffer
			if err := json.Indent(&buf, []byte(got), "", " "); err != nil {
				t.Fatal(err)
			}
			got = buf.String()
		}
		golden(t, tt.name, got)
	}
	for i, id := range []string{ids[0], ids[0], ids[1]} {
		if out := ibid(t, env, "sessions", "show", id).out; !strings.Contains(out, printed[i]) {
			t.Errorf("%s does not hold\n%s\nbut\n%s", id, printed[i], out)
		}
	}
	if out := ibid(t, env, "sessions", "show", "--show-evidence", ids[1]).out; !strings.Contains(out, "\n[c1] ") {
		t.Errorf("no evidence in %s", out)
	}
}

func TestSessionsWithoutAny(t *testing.T) {
	env := indexed(t)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "No sessions yet"},
		{[]string{"--json"}, `"sessions":[],"warnings":[]`},
	} {
		r := ibid(t, env, append([]string{"sessions"}, tt.args...)...)
		if r.code != exitAnswered || !strings.Contains(r.out, tt.want) || r.err != "" {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
	if _, err := os.Stat(sessionsDir(env)); err == nil {
		t.Error("looking made a folder")
	}
}

func TestSessionsThatCannotBeRead(t *testing.T) {
	env, ids, _ := kept(t)
	bad := filepath.Join(sessionsDir(env), "20260101-000000-0000.jsonl")
	if err := os.WriteFile(bad, []byte("\x1b[2Jnothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := ibid(t, env, "sessions")
	if r.code != exitAnswered || !strings.Contains(r.out, ids[0]) || !strings.Contains(r.err, "note: "+bad) {
		t.Errorf("%+v", r)
	}
	if r := ibid(t, env, "sessions", "--json"); !strings.Contains(r.out, `"warnings":["`+bad) || r.err != "" {
		t.Errorf("%+v", r)
	}
	if r := ibid(t, env, "sessions", "show", "20260101"); r.code != exitFailed || !strings.Contains(r.err, bad) {
		t.Errorf("%+v", r)
	}
	f, err := os.OpenFile(filepath.Join(sessionsDir(env), ids[1]+".jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString("{torn\n")
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if r := ibid(t, env, "sessions", "show", ids[1]); r.code != exitAnswered || !strings.Contains(r.err, "not shown: 1") {
		t.Errorf("%+v", r)
	}
}

func TestSessionsDelete(t *testing.T) {
	env, ids, _ := kept(t)
	for _, tt := range []struct {
		args []string
		code int
		want string // on standard error
	}{
		{nil, exitUsage, "at least 1 arg"},
		{[]string{ids[0]}, exitUsage, "--yes"},
		{[]string{"--yes", "2026"}, exitUsage, "2 sessions"},
		{[]string{"--yes", ids[0], "nonsense"}, exitUsage, "nothing was deleted"},
		{[]string{"--yes", "../" + ids[0]}, exitUsage, "no such session"},
	} {
		r := ibid(t, env, append([]string{"sessions", "delete"}, tt.args...)...)
		if r.code != tt.code || !strings.Contains(r.err, tt.want) || r.out != "" {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
	if r := ibid(t, env, "sessions", "delete", "--yes", ids[0], ids[0][:len(ids[0])-1]); r.code != exitAnswered || r.out != "deleted "+ids[0]+"\n" {
		t.Errorf("%+v", r)
	}
	if out := ibid(t, env, "sessions").out; strings.Contains(out, ids[0]) || !strings.Contains(out, ids[1]) {
		t.Errorf("left: %s", out)
	}
}

func TestSessionsDeleteAsks(t *testing.T) {
	env, ids, _ := kept(t)
	for reply, want := range map[string]bool{"y\n": true, " Yes \n": true, "\n": false, "n\n": false, "": false, "yellow\n": false} {
		var out, errs bytes.Buffer
		app := App{In: strings.NewReader(reply), Out: &out, Err: &errs, Env: env}
		got, err := app.confirm(context.Background(), ids[:1])
		if got != want || err != nil || !strings.Contains(errs.String(), ids[0]) || out.Len() > 0 {
			t.Errorf("%q: %v, %v, %q", reply, got, err, errs.String())
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	blocked, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	app := App{In: blocked, Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Env: env}
	if _, err := app.confirm(ctx, ids); err != context.Canceled {
		t.Errorf("interrupted: %v", err)
	}
}

func TestSessionsUsage(t *testing.T) {
	env := indexed(t)
	for _, args := range [][]string{{"show"}, {"show", "absent"}, {"show", "a", "b"}, {"--nonsense"}, {"delete", "--nonsense", "a"}} {
		if r := ibid(t, env, append([]string{"sessions"}, args...)...); r.code != exitUsage || r.out != "" || r.err == "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
}
