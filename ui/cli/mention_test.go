package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// A mention narrows a question of `ibid ask` as it does on the screen; one that names nothing is told with what is like it.
func TestMentionsInAsk(t *testing.T) {
	env := indexed(t)
	r := ibid(t, env, "ask", "--json", "--docs", handbook, "What does MAD mean in @glossary.md?")
	var answer struct {
		Question string
		Evidence []struct {
			DocID string `json:"doc_id"`
		}
	}
	if err := json.Unmarshal([]byte(r.out), &answer); err != nil || r.code != exitAnswered {
		t.Fatalf("exit code %d, %v: %s%s", r.code, err, r.out, r.err)
	}
	if answer.Question != "What does MAD mean?" || len(answer.Evidence) == 0 {
		t.Errorf("asked %q, %d pieces of evidence", answer.Question, len(answer.Evidence))
	}
	for _, e := range answer.Evidence {
		if e.DocID != "glossary" {
			t.Errorf("evidence from %s", e.DocID)
		}
	}
	r = ibid(t, env, "ask", "--docs", handbook, "What does @glosary.md say of MAD?")
	if want := "no document or project is called @glosary.md; did you mean @glossary"; r.code != exitUsage || !strings.Contains(r.err, want) {
		t.Errorf("exit code %d: %s, want %q", r.code, r.err, want)
	}
}
