package extract

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
	"unicode"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/index"
)

// handwritten is an answer that a person wrote by hand, as an honest model of eight billion parameters would, from the prompt alone. Its
// markers are the ids of chunks. Lies are its sentences that the evidence does not bear out, none where it is honest.
type handwritten struct {
	Set, QID, Class, Draft string
	Lies                   []string
}

// penned replies with what was written for a question, with the keys that its chunks have now, however often it is asked.
type penned struct{ draft string }

func (penned) Name() string { return "written by hand" }

var chunkMarker = regexp.MustCompile(`\[([^\[\]\s]+::[^\[\]\s]+)\]`)

func (w penned) Draft(_ context.Context, r engine.Request, _ func(string)) (engine.Draft, error) {
	return engine.Draft{Text: chunkMarker.ReplaceAllStringFunc(w.draft, func(marker string) string {
		i := slices.IndexFunc(r.Evidence, func(ev engine.Evidence) bool { return ev.ID == strings.Trim(marker, "[]") })
		return "[" + r.Evidence[max(i, 0)].Key + "]"
	})}, nil
}

// TestDrafts: what an honest model wrote keeps its facts, whatever is quoted in its place, its refusals stand, and no lie of one that
// lies is shown as checked.
func TestDrafts(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("indexes thousands of documents")
	}
	indexes := map[string]*index.Index{} // two files ask about the same documents
	for _, tt := range []struct {
		file string
		sets []measured
		kept float64 // least share of the facts of the drafts
		lies int     // most that may be shown
	}{
		{"drafts.jsonl", append(domains(), measuredSets()...), 0.92, 0},
		{"drafts-corpora.jsonl", others(), 0.88, 0},
		{"drafts-lying.jsonl", others(), 0, 0},
		{"drafts-hostile.jsonl", others(), 0, 4},
	} {
		whole := t // whose indexes stay open
		t.Run(tt.file, func(t *testing.T) {
			drafts := readDrafts(t, tt.file)
			had, kept, answers, lines, drafted, lies, shown := 0, 0, 0, 0, 0, 0, 0
			for _, m := range tt.sets {
				if drafts[m.name] == nil || !m.present() {
					continue
				}
				set := m.load(t)
				if indexes[m.name] == nil {
					indexes[m.name] = m.index(whole, false)
				}
				ix := indexes[m.name]
				for _, q := range set.Questions {
					for _, w := range drafts[m.name][q.ID] {
						opt := subject(t, ix).Options
						opt.Fallback = Generator{}
						a, err := engine.New(ix, penned{w.Draft}, opt).Ask(t.Context(), q.Text, engine.Silent{})
						must(t, err)
						if refuses := !chunkMarker.MatchString(w.Draft) && w.Class == ""; refuses {
							if !a.Refused {
								t.Errorf("%s: a refusal became an answer: %s", q.ID, a.Text)
							}
							continue
						}
						for _, lie := range w.Lies {
							lies++
							for _, s := range a.Sentences {
								if s.Instead == "" && strings.Contains(bare(s.Text), bare(lie)) {
									shown++
									t.Logf("%s, %s: shown as %s: %s", q.ID, w.Class, s.Verdict, s.Text)
								}
							}
						}
						answers, lines, drafted = answers+1, lines+len(a.Sentences), drafted+strings.Count(w.Draft, "[")
						for _, f := range q.Facts {
							if w.Class == "" && eval.HoldsFact(w.Draft, f) {
								had++
								if eval.HoldsFact(a.Text, f) {
									kept++
								} else {
									t.Logf("%s: %q is lost\n%s\n%s", q.ID, f, w.Draft, a.Text)
								}
							}
						}
					}
				}
			}
			if answers == 0 {
				t.Skip("none of the documents is here")
			}
			t.Logf("%d answers: %d of %d facts kept; %d sentences for %d; %d of %d lies shown", answers, kept, had, lines, drafted, shown, lies)
			if shown > tt.lies {
				t.Errorf("%d lies are shown, want %d at most", shown, tt.lies)
			}
			if float64(kept) < tt.kept*float64(had) {
				t.Errorf("%d of %d facts kept, want %.2f", kept, had, tt.kept)
			}
		})
	}
}

// bare is a text without spaces, marks that show nothing, and Markdown.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("*_`|.", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// readDrafts are the drafts of a file by set and question.
func readDrafts(t *testing.T, file string) map[string]map[string][]handwritten {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", file))
	must(t, err)
	drafts := map[string]map[string][]handwritten{}
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var w handwritten
		must(t, json.Unmarshal(sc.Bytes(), &w))
		if drafts[w.Set] == nil {
			drafts[w.Set] = map[string][]handwritten{}
		}
		drafts[w.Set][w.QID] = append(drafts[w.Set][w.QID], w)
	}
	return drafts
}
