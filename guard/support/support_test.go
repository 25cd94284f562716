package support

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"

	"ibid/guard"
)

// pair is one row of a set of labelled claims.
type pair struct {
	ID, Evidence, Claim, Label, Kind string
}

func readPairs(t testing.TB, path string) []pair {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not here; it holds the labelled pairs", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []pair
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var p pair
		if err := json.Unmarshal(sc.Bytes(), &p); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, p)
	}
	return out
}

// TestSupportPairs measures the checks on labelled pairs and holds them to their floors.
func TestSupportPairs(t *testing.T) {
	for _, set := range []struct {
		name, path           string
		balanced, unsup, sup float64
	}{
		{"development", "../../../shared/data/support/dev.jsonl", 0.85, 0.85, 0.82},
		{"own", "testdata/support.jsonl", 0.90, 0.90, 0.90},
	} {
		t.Run(set.name, func(t *testing.T) {
			pairs := readPairs(t, set.path)
			c := NewChecker()
			type tally struct{ right, all int }
			kinds := map[string]*tally{}
			sides := map[string]*tally{"supported": {}, "unsupported": {}}
			for _, p := range pairs {
				got := c.Check(p.Claim, c.Prepare(guard.Passage{Text: p.Evidence}))
				right := got.Verdict.String() == p.Label
				for _, k := range []*tally{sides[p.Label], kinds[p.Kind]} {
					if k == nil {
						k = &tally{}
						kinds[p.Kind] = k
					}
					k.all++
					if right {
						k.right++
					}
				}
				if !right {
					t.Logf("%s %s is called %v (%.2f) %s\n\tE %s\n\tC %s", p.ID, p.Kind, got.Verdict, got.Score, got.Reason, p.Evidence, p.Claim)
				}
				if got.Verdict == Unsupported && (got.Reason == "" || len(got.Offending) == 0) {
					t.Errorf("%s: unsupported without a reason", p.ID)
				}
			}
			var names []string
			for k := range kinds {
				names = append(names, k)
			}
			slices.Sort(names)
			for _, k := range names {
				t.Logf("%-28s %2d of %2d", k, kinds[k].right, kinds[k].all)
			}
			rate := func(k *tally) float64 { return float64(k.right) / float64(k.all) }
			sup, unsup := rate(sides["supported"]), rate(sides["unsupported"])
			t.Logf("balanced accuracy %.3f, recall of supported %.3f, of unsupported %.3f", (sup+unsup)/2, sup, unsup)
			for _, f := range []struct {
				what       string
				got, floor float64
			}{{"balanced accuracy", (sup + unsup) / 2, set.balanced}, {"recall of supported", sup, set.sup}, {"recall of unsupported", unsup, set.unsup}} {
				if f.got < f.floor {
					t.Errorf("%s %.3f is below %.2f", f.what, f.got, f.floor)
				}
			}
		})
	}
}

// Numbers that all stand in the source say nothing by themselves; one may be an answer.
func TestNumbersAlone(t *testing.T) {
	c := NewChecker()
	row := c.Prepare(guard.Passage{Key: "c1", Text: "sensor | kind | class | range | step | limit\nPeriwinkle | float in a well | C | 0 to 8 | 20 | 10"})
	for claim, want := range map[string]Verdict{
		"10 10 10 10 10 10": Unsupported,
		"10 20":             Unsupported,
		"8, 20, 10.":        Unsupported,
		"0 to 8 | 20 | 10":  Supported, // to the letter
		"10":                Supported,
	} {
		if got := c.Check(claim, row); got.Verdict != want {
			t.Errorf("%q: %s (%s), want %s", claim, got.Verdict, got.Reason, want)
		}
	}
}
