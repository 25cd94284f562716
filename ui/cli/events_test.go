package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"ibid/ui/wire"
)

// TestEvents: what happens on the way is told line by line, and the last line is the answer as it is without --events.
func TestEvents(t *testing.T) {
	env := indexed(t)
	args := []string{"ask", "--docs", handbook, "--json", "How much power does the Limpet draw?"}
	plain := ibid(t, env, args...)
	if plain.code != exitAnswered {
		t.Fatalf("exit code %d: %s", plain.code, plain.err)
	}
	lines := strings.Split(strings.TrimSpace(ibid(t, env, append(args, "--events")...).out), "\n")
	var kinds []string
	for _, line := range lines[:len(lines)-1] {
		var e wire.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Schema != wire.EventSchema {
			t.Fatalf("%v in %s", err, line)
		}
		if len(kinds) == 0 || kinds[len(kinds)-1] != e.Event {
			kinds = append(kinds, e.Event)
		}
	}
	if got, want := strings.Join(kinds, " "), "retrieved gate drafting token gate"; got != want {
		t.Errorf("events are %q, want %q", got, want)
	}
	var with, without wire.Answer
	for text, into := range map[string]*wire.Answer{lines[len(lines)-1]: &with, plain.out: &without} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	if with.Schema != wire.Schema || with.Answer != without.Answer || with.Answer == "" {
		t.Errorf("the last line answers %q, want %q", with.Answer, without.Answer)
	}
	if r := ibid(t, env, "ask", "--docs", handbook, "--events", "x"); r.code != exitUsage || !strings.Contains(r.err, "--json") {
		t.Errorf("without --json: exit code %d: %s", r.code, r.err)
	}
}
