package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestVerifyRows(t *testing.T) {
	env := home(t)
	rows := []string{
		`{"id":"a","text":"The error is 2 mm [c1]. It is read two times [c2].","evidence":["The error is 2 mm.","It is read 2 times."]}`,
		`{"id":7,"text":"The error is 3 mm.","evidence":"The error is 2 mm.","label":"ignored"}`,
		``,
		`{"id":"b","text":"The er`,
		`{"id":"c","evidence":"No text."}`,
		`{"id":"d","text":"A.","evidence":{}}`,
		`{"id":["e"],"text":"A."}`,
		`{"id":"f","text":"The error is 2 mm."}`,
		`{"id":"g","text":"` + strings.Repeat("x", 8<<20) + `"}`,
		`{"text":"The error is 2 mm.","evidence":"The error is 2 mm."}`,
	}
	want := []string{`"a" true`, `7 false`, `bad_row 4`, `bad_row 5`, `bad_row 6`, `bad_row 7`, `"f" false`, `bad_row 9`, ` true`}
	r := ibidIn(t, env, strings.Join(rows, "\n"), "verify", "--jsonl", "-")
	if r.code != exitRefused || r.err != "" {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
	var got []string
	for _, l := range strings.Split(strings.TrimSpace(r.out), "\n") {
		var o struct {
			Schema, Code string
			ID           json.RawMessage
			OK           bool
			Line         int
		}
		if err := json.Unmarshal([]byte(l), &o); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		if o.Schema == "ibid.error/1" {
			got = append(got, fmt.Sprintf("%s %d", o.Code, o.Line))
		} else {
			got = append(got, fmt.Sprintf("%s %v", o.ID, o.OK))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := ibidIn(t, env, rows[0]+"\n"+rows[9]+"\n", "verify", "--jsonl"); r.code != exitAnswered {
		t.Errorf("all supported: exit code %d", r.code)
	}
	if r := ibidIn(t, env, "", "verify", "--jsonl"); r.code != exitUsage || r.out != "" || !strings.Contains(r.err, "no rows to verify") {
		t.Errorf("no rows: exit code %d, %q, %q", r.code, r.out, r.err)
	}
}

// TestVerifyRowsStream holds that a row is answered before the next one is there, and that rows keep their order.
func TestVerifyRowsStream(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	app := App{In: in, Out: out, Err: io.Discard, Env: home(t)}
	done := make(chan int)
	go func() {
		code := app.Run(context.Background(), []string{"verify", "--jsonl"})
		out.Close()
		done <- code
	}()
	dec := json.NewDecoder(answers)
	next := func(want int) {
		var o struct{ ID int }
		if err := dec.Decode(&o); err != nil || o.ID != want {
			t.Errorf("got %d, %v, want %d", o.ID, err, want)
		}
	}
	row := func(id int) string {
		return fmt.Sprintf(`{"id":%d,"text":"%s","evidence":"It is read 2 times."}`+"\n", id, strings.Repeat("It is read two times. ", 1+id*7%50))
	}
	for id := range 3 {
		if _, err := io.WriteString(feed, row(id)); err != nil {
			t.Fatal(err)
		}
		next(id)
	}
	const many = 200
	go func() {
		for id := range many {
			_, _ = io.WriteString(feed, row(id))
		}
		feed.Close()
	}()
	for id := range many {
		next(id)
	}
	if code := <-done; code != exitAnswered {
		t.Errorf("exit code %d", code)
	}
}
