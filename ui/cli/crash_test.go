package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
)

// bomb is the built-in generator with a fault: it panics at one question.
type bomb struct{ extract.Generator }

func (b bomb) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	if strings.Contains(r.Question.Text, "SLA") {
		panic("the fuse")
	}
	return b.Generator.Draft(ctx, r, token)
}

// TestCrash: a panic is one line, or one JSON object, with an exit code of its own, and its stack is kept. A
// session keeps the answers before it and the question.
func TestCrash(t *testing.T) {
	env := append(indexed(t), "XDG_STATE_HOME="+t.TempDir())
	state := strings.TrimPrefix(env[1], "XDG_STATE_HOME=")
	crashing := func(in string, args ...string) run {
		var out, errs bytes.Buffer
		app := App{In: strings.NewReader(in), Out: &out, Err: &errs, Env: env, Generator: bomb{}, Reader: encoder}
		code := app.Run(context.Background(), append(args, "--docs", handbook))
		return run{code, out.String(), errs.String()}
	}
	const question = "What does SLA stand for?"
	file := filepath.Join(state, "ibid", crashFile)

	r := crashing("", "ask", question)
	line := "ibid: a fault in ibid itself: the fuse; please report what you asked, with `ibid --version` and " + file + "\n"
	if r.code != exitCrashed || r.out != "" || r.err != line {
		t.Errorf("exit code %d, standard output %q, standard error %q", r.code, r.out, r.err)
	}
	if stack, err := os.ReadFile(file); err != nil || !strings.Contains(string(stack), "bomb.Draft") {
		t.Errorf("the file of the stack: %v\n%s", err, stack)
	}

	r = crashing("", "ask", "--json", question)
	var told struct{ Schema, Code, Message, Hint string }
	if err := json.Unmarshal([]byte(r.err), &told); err != nil || r.code != exitCrashed || told.Schema != "ibid.error/1" || told.Code != "crashed" || !strings.Contains(told.Hint, crashFile) {
		t.Errorf("exit code %d, %q: %v", r.code, r.err, err)
	}

	r = crashing("What does TGBM mean?\n"+question+"\n", "--plain")
	if r.code != exitCrashed || !strings.Contains(r.err, crashFile) || !strings.Contains(r.out, "Tide Gauge Bench Mark") {
		t.Errorf("a conversation: exit code %d\n%s%s", r.code, r.out, r.err)
	}
	kept, err := filepath.Glob(filepath.Join(state, "ibid", "sessions", "*.jsonl"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("the sessions are %q, %v", kept, err)
	}
	if turns, err := os.ReadFile(kept[0]); err != nil || strings.Count(string(turns), "SLA") == 0 || !strings.Contains(string(turns), "TGBM") {
		t.Errorf("the session: %v\n%.400s", err, turns)
	}
}
