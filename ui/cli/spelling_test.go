package cli

import (
	"strings"
	"testing"
)

// TestMisspeltQuestion: a word that no document has is searched for as the documents spell it, and the person is told; a name that is
// written with digits, and a word that is like none of theirs, are left.
func TestMisspeltQuestion(t *testing.T) {
	env := indexed(t)
	ask := func(q string) run { return ibid(t, env, "ask", "--docs", handbook, q) }
	right, wrong := ask("What is a stilling well?"), ask("What is a stiling well?")
	if right.code != exitAnswered || wrong.out != right.out {
		t.Errorf("misspelt: %s\nwant %s", wrong.out, right.out)
	}
	if want := "searched for “stilling” (you wrote “stiling”)"; !strings.Contains(wrong.err, want) || strings.Contains(right.err, "searched for") {
		t.Errorf("told %q, want %q", wrong.err, want)
	}
	if r := ask("What is a Grommetron?"); strings.Contains(r.err, "searched for") || r.code == exitAnswered {
		t.Errorf("a strange word: exit code %d: %s%s", r.code, r.out, r.err)
	}
}
