package eval

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
)

// handwritten is an answer that a person wrote by hand, as an honest model of eight billion parameters would, from the prompt alone. Its
// markers are the ids of chunks.
type handwritten struct{ Set, QID, Draft string }

// writer replies with what was written for a question, with the keys that its chunks have now, however often it is asked.
type writer struct{ draft string }

func (writer) Name() string { return "written by hand" }

var chunkMarker = regexp.MustCompile(`\[([^\[\]\s]+::[^\[\]\s]+)\]`)

func (w writer) Draft(_ context.Context, r engine.Request, _ func(string)) (engine.Draft, error) {
	return engine.Draft{Text: chunkMarker.ReplaceAllStringFunc(w.draft, func(marker string) string {
		i := slices.IndexFunc(r.Evidence, func(ev engine.Evidence) bool { return ev.ID == strings.Trim(marker, "[]") })
		return "[" + r.Evidence[max(i, 0)].Key + "]"
	})}, nil
}

// TestDrafts: what an honest model wrote keeps its facts, whatever is quoted in its place, and its refusals stand.
func TestDrafts(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("indexes thousands of documents")
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "drafts.jsonl"))
	must(t, err)
	drafts := map[string]map[string]string{}
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		var w handwritten
		must(t, json.Unmarshal(sc.Bytes(), &w))
		if drafts[w.Set] == nil {
			drafts[w.Set] = map[string]string{}
		}
		drafts[w.Set][w.QID] = w.Draft
	}
	had, kept, answers, lines, drafted := 0, 0, 0, 0, 0
	for _, m := range append(domains(), measuredSets()...) {
		if drafts[m.name] == nil {
			continue
		}
		set := m.load(t)
		ix := m.index(t, set)
		for _, q := range set.Questions {
			draft, ok := drafts[m.name][q.ID]
			if !ok {
				continue
			}
			opt := engine.Defaults()
			opt.Fallback = extract.Generator{}
			a, err := engine.New(ix, writer{draft}, opt).Ask(t.Context(), q.Text, engine.Silent{})
			must(t, err)
			if refuses := !strings.Contains(draft, "["); refuses {
				if !a.Refused {
					t.Errorf("%s: a refusal became an answer: %s", q.ID, a.Text)
				}
				continue
			}
			answers, lines, drafted = answers+1, lines+len(a.Sentences), drafted+strings.Count(draft, "[")
			for _, f := range q.Facts {
				if HoldsFact(draft, f) {
					had++
					if HoldsFact(a.Text, f) {
						kept++
					} else {
						t.Logf("%s: %q is lost\n%s\n%s", q.ID, f, draft, a.Text)
					}
				}
			}
		}
	}
	t.Logf("%d answers: %d of %d facts kept; %d sentences for %d", answers, kept, had, lines, drafted)
	if had > 0 && float64(kept) < leastKept*float64(had) {
		t.Errorf("%d of %d facts kept, want %.2f", kept, had, leastKept)
	}
}

// leastKept is the least share of a draft's facts that its answer has.
const leastKept = 0.95
