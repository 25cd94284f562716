package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"ibid/engine/extract"
	"ibid/ui/config"
)

// converse pipes lines into `ibid handbook`.
func converse(t *testing.T, env []string, lines string, args ...string) run {
	t.Helper()
	var out, errs bytes.Buffer
	app := App{In: strings.NewReader(lines), Out: &out, Err: &errs, Env: env, Generator: extract.Generator{}, Reader: encoder}
	code := app.Run(context.Background(), append(args, handbook))
	return run{code, out.String(), errs.String()}
}

func TestConversation(t *testing.T) {
	env := indexed(t)
	const tgbm, mlwe = "What does TGBM mean?", "What does MLWE mean?"
	for _, tt := range []struct {
		name, lines string
		args        []string
		code        int
		out, err    []string
	}{
		{name: "a question", lines: tgbm + "\n", out: []string{"[c1]", "copied word for word"}},
		{name: "without a line end", lines: tgbm, out: []string{"[c1]"}},
		{name: "the last one decides", lines: tgbm + "\n\n" + mlwe + "\n", code: exitRefused, out: []string{"[c1]", "not found in provided docs"}},
		{name: "answered after a refusal", lines: mlwe + "\n" + tgbm + "\n", out: []string{"not found in provided docs", "[c1]"}},
		{name: "quit", lines: tgbm + "\n/quit\n" + mlwe + "\n", out: []string{"[c1]"}},
		{name: "why", lines: tgbm + "\n/why\n", out: []string{"answered: 2 sentences", "answered"}},
		{name: "evidence with each answer", lines: tgbm + "\n", args: []string{"--show-evidence"}, out: []string{"[c2] ", "[c3] "}},
		{name: "narrowed", lines: "@glossary what does TGBM mean?\n", out: []string{"[c1] glossary"}},
		{name: "narrowed to nothing", lines: "@nosuch.pdf what does TGBM mean?\n", code: exitUsage, err: []string{"@nosuch.pdf"}},
		{name: "help", lines: "/help\n" + tgbm + "\n", out: []string{"/evidence"}},
		{name: "too early", lines: "/why\n", code: exitUsage, err: []string{"nothing was answered yet"}},
		{name: "no such command", lines: tgbm + "\n/nosuch\n", code: exitUsage, err: []string{"/nosuch", "/help"}},
		{name: "nothing", code: exitUsage, err: []string{"nothing was asked"}},
		{name: "not UTF-8", lines: "\xff\xfe what does TGBM mean?\n", out: []string{"[c1]"}},
		{name: "too long", lines: strings.Repeat("what ", 10_000) + "\n", code: exitUsage, err: []string{"longer than"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := converse(t, env, tt.lines, append(tt.args, "--plain")...)
			if r.code != tt.code {
				t.Fatalf("exit code %d, want %d\n%s%s", r.code, tt.code, r.out, r.err)
			}
			for _, w := range tt.out {
				if !strings.Contains(r.out, w) {
					t.Errorf("%q is not in the output:\n%s", w, r.out)
				}
			}
			for _, w := range tt.err {
				if !strings.Contains(r.err, w) {
					t.Errorf("%q is not told:\n%s", w, r.err)
				}
			}
			if strings.ContainsAny(r.out, "\x1b\r╭┏") {
				t.Errorf("plain output holds what only a screen can show: %q", r.out)
			}
		})
	}
}

// What was said is kept, and `--continue` goes on with it.
func TestConversationGoesOn(t *testing.T) {
	env := indexed(t)
	if r := converse(t, env, "", "--continue"); r.code != exitUsage || !strings.Contains(r.err, "no session about these documents") {
		t.Errorf("without one: exit code %d, %s", r.code, r.err)
	}
	converse(t, env, "What does TGBM mean?\n")
	if r := converse(t, env, "/why\n", "--continue"); r.code != exitAnswered || !strings.Contains(r.out, "answered: 2 sentences") {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.err)
	}
}

// Where a person types, a mistake is told and the conversation goes on.
func TestConversationSurvivesMistakes(t *testing.T) {
	var out, errs bytes.Buffer
	app := &App{Out: &out, Err: &errs, Env: indexed(t)}
	v := &conversation{call: app.newCall(&config.Config{}, nil, false), asked: true}
	for _, line := range []string{"/nosuch", "/why", strings.Repeat("x", 16<<10+1)} {
		errs.Reset()
		if err := v.line(context.Background(), line); err != nil {
			t.Errorf("%.20s ends it: %v", line, err)
		}
		if !strings.HasPrefix(errs.String(), "ibid: ") || !strings.Contains(errs.String(), "/help") {
			t.Errorf("%.20s: told %q", line, errs.String())
		}
	}
}

// What is asked on the screen or in a conversation is counted as what is asked of `ibid ask`.
func TestConversationIsCounted(t *testing.T) {
	env := indexed(t)
	converse(t, env, "What does TGBM mean?\nWhat does MLWE mean?\n")
	if n := len(entries(t, env)); n != 2 {
		t.Errorf("%d questions are counted", n)
	}
}
