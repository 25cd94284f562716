package session_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/ui/session"
)

// ask makes a session with one question.
func ask(t testing.TB, st *session.Store, at time.Time, question string, roots ...string) *session.Session {
	t.Helper()
	s := begin(t, st, at, roots...)
	must(t, s.Ask(session.Asked{At: at, Text: question}))
	return s
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	st := session.Open(dir)
	if all, warnings, err := st.List(); len(all)+len(warnings) != 0 || err != nil {
		t.Errorf("of nothing: %v, %v, %v", all, warnings, err)
	}
	a := ask(t, st, start, "a", "x", "y")
	b := ask(t, st, start.Add(time.Hour), "b", "x")
	c := ask(t, st, start.Add(2*time.Hour), "c", "y", "x")
	must(t, a.Fail("no"))
	must(t, a.Ask(session.Asked{At: start.Add(3 * time.Hour), Text: "later"}))
	bad := filepath.Join(dir, "20261121-000000-0000.jsonl")
	must(t, os.WriteFile(bad, []byte("{\"schema\":\"another/1\"}\n\x00\n"), 0o600))
	named := filepath.Join(dir, "notes.jsonl")
	must(t, os.WriteFile(named, nil, 0o600))

	all, warnings, err := st.List()
	must(t, err)
	var got []string
	for _, s := range all {
		got = append(got, fmt.Sprint(s.ID, s.Turns, s.Title, s.Updated.Sub(start)))
	}
	want := []string{a.ID + "2a3h0m0s", c.ID + "1c2h0m0s", b.ID + "1b1h0m0s"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if text := fmt.Sprint(warnings); len(warnings) != 2 || !strings.Contains(text, bad) || !strings.Contains(text, named) {
		t.Errorf("warnings: %v", warnings)
	}
	for _, tt := range []struct {
		roots []string
		id    string
	}{{[]string{"x", "y"}, a.ID}, {[]string{"y/../x"}, b.ID}, {[]string{"z"}, ""}} {
		if id, ok, err := st.Latest(tt.roots); id != tt.id || ok != (tt.id != "") || err != nil {
			t.Errorf("the latest over %q: %q, %v, %v; want %q", tt.roots, id, ok, err, tt.id)
		}
	}
}

func TestResolveAndDelete(t *testing.T) {
	dir := t.TempDir()
	st := session.Open(dir)
	a := ask(t, st, start, "a")
	b := ask(t, st, start.AddDate(0, 0, 1), "b")
	for _, tt := range []struct{ prefix, id, problem string }{
		{a.ID, a.ID, ""}, {"20261121", a.ID, ""}, {"20261122-1", b.ID, ""},
		{"2026", "", "2 sessions"}, {"2027", "", "no such session"}, {"", "", "no such session"}, {"../" + a.ID, "", "no such session"},
	} {
		id, err := st.Resolve(tt.prefix)
		if id != tt.id || (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
			t.Errorf("%q: %q, %v", tt.prefix, id, err)
		}
	}
	outside := filepath.Join(filepath.Dir(dir), "20261121-000000-0000.jsonl")
	must(t, os.WriteFile(outside, nil, 0o600))
	for _, id := range []string{"../20261121-000000-0000", "20261121-000000-0000", "", "lock"} {
		if err := st.Delete(id); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("delete %q: %v", id, err)
		}
		if _, err := st.Load(id); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("load %q: %v", id, err)
		}
	}
	must(t, st.Delete(a.ID))
	if all, _, err := st.List(); err != nil || len(all) != 1 || all[0].ID != b.ID {
		t.Errorf("%v, %v", all, err)
	}
}

// FuzzFiles reads arbitrary files, and goes on with those that are sessions: what was there stays.
func FuzzFiles(f *testing.F) {
	const id = "20261121-163012-a1b2"
	header := `{"schema":"ibid.session/1","id":"` + id + `","started":"2026-11-21T16:30:12Z","roots":["/docs"]}` + "\n"
	asked := `{"type":"asked","turn":"01","at":"2026-11-21T16:30:12Z","text":"Why?"}` + "\n"
	for _, seed := range []string{
		"", header, header + asked, header + asked + `{"type":"answered","turn":"01","answer":{"schema":"ibid.answer/1","answer":"so [c1]"}}` + "\n",
		header + asked + `{"type":"failed","turn":"01","message":"no"}`, header + `{"type":"answered","turn":"9","answer":null}` + "\n" + asked[:30],
		asked + header + asked, header + header, header + `{"type":"later"}` + "\n[]\n{}\nnull\n\x00\n\n", header[:40] + "\n" + header + asked,
		header + `{"type":"asked","turn":"01","at":"9999-12-31T23:59:59+23:59"}` + "\n" + `{"type":"answered","turn":"01","answer":{"schema":"x"}}` + "\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, id+".jsonl"), data, 0o600))
		st := session.Open(dir)
		all, warnings, err := st.List()
		must(t, err)
		if len(all)+len(warnings) != 1 {
			t.Fatalf("%v, %v", all, warnings)
		}
		s, err := st.Load(id)
		if (err == nil) != (len(all) == 1) {
			t.Fatalf("listed as %v, %v; loaded with %v", all, warnings, err)
		}
		if err != nil {
			return
		}
		if all[0].Turns < len(s.Turns) {
			t.Errorf("%d turns listed, %d loaded", all[0].Turns, len(s.Turns))
		}
		want := append(texts(s), "and now?")
		must(t, s.Ask(session.Asked{At: start, Text: "and now?"}))
		again := load(t, st, id)
		for i := range again.Turns {
			if a, err := again.Recall(i); a == nil && err == nil && again.Turns[i].Answered {
				t.Errorf("turn %d is answered, and the answer is nowhere", i)
			}
		}
		if got := texts(again); !slices.Equal(got, want) {
			t.Errorf("%q became %q", want, got)
		}
	})
}
