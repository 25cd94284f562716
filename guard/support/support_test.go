package support

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"ibid/guard"
)

// pair is one row of a set of labelled claims.
type pair struct {
	ID, Claim, Label, Kind, Title, Section string
	Evidence                               texts
}

// texts is a text or several.
type texts []string

func (t *texts) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		*t = make(texts, 1)
		return json.Unmarshal(b, &(*t)[0])
	}
	return json.Unmarshal(b, (*[]string)(t))
}

var show = flag.String("show", "", "print the pairs of this `verdict-label`, such as unsupported-supported")

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
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var p pair
		if err := json.Unmarshal(sc.Bytes(), &p); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, p)
	}
	return out
}

// TestPairs measures the check on labelled pairs: what is proven wrongly has a ceiling, what is proven rightly and what is
// contradicted rightly a floor.
func TestPairs(t *testing.T) {
	const data = "../../../shared/data/support/"
	for _, set := range []struct {
		path                                    string
		falseProven, trueContradicted, falseAsk float64 // ceilings
		trueProven, falseContradicted, trueKept float64 // floors; kept is proven, or left to a judge
	}{
		{data + "dev.jsonl", 0, 0.02, 0.17, 0.05, 0.25, 0.3},
		{data + "public/begin.jsonl", 0.03, 0.02, 0.5, 0.08, 0, 0},
		{data + "public/wice.jsonl", 0.03, 0.02, 0.5, 0, 0, 0},
		{data + "public/fever_symmetric.jsonl", 0.03, 0.03, 0.5, 0, 0, 0},
		{"testdata/support.jsonl", 0.03, 0.05, 0.5, 0.1, 0.2, 0},
	} {
		t.Run(filepath.Base(set.path), func(t *testing.T) {
			count := map[string]int{}
			for _, p := range readPairs(t, set.path) {
				var evidence []*Prepared
				for _, text := range p.Evidence {
					evidence = append(evidence, Prepare(guard.Passage{Text: text, Heading: p.Title + "\n" + p.Section}))
				}
				got := Check(p.Claim, evidence...)
				count[p.Label]++
				count[p.Label+" "+got.Verdict.String()]++
				if got.Verdict == guard.Supported || got.Reworded {
					count[p.Label+" kept"]++
				}
				if got.Verdict == guard.Supported && p.Label != "supported" || *show == got.Verdict.String()+"-"+p.Label {
					t.Logf("%s %s is %v: %s\n\t%s\n\t%+v\n\t%+v", p.ID, p.Kind, got.Verdict, p.Claim, got.Reason, got.Quotes, got.Proof)
				}
				if got.Verdict != guard.Supported && got.Verdict != guard.Unchecked && got.Reason == "" {
					t.Errorf("%s: not proven without a reason", p.ID)
				}
			}
			share := func(part, whole string) float64 { return float64(count[part]) / float64(max(1, count[whole])) }
			for _, m := range []struct {
				what         string
				got, limit   float64
				mayNotExceed bool
			}{
				{"false proven", share("unsupported supported", "unsupported"), set.falseProven, true},
				{"true contradicted", share("supported contradicted", "supported"), set.trueContradicted, true},
				{"true proven", share("supported supported", "supported"), set.trueProven, false},
				{"false contradicted", share("unsupported contradicted", "unsupported"), set.falseContradicted, false},
				{"true kept", share("supported kept", "supported"), set.trueKept, false},
				{"false asked", share("unsupported kept", "unsupported"), set.falseAsk, true},
			} {
				t.Logf("%-18s %.3f", m.what, m.got)
				if m.mayNotExceed && m.got > m.limit || !m.mayNotExceed && m.got < m.limit {
					t.Errorf("%s is %.3f, the limit %.2f", m.what, m.got, m.limit)
				}
			}
		})
	}
}

// Numbers that all stand in the source say nothing by themselves.
func TestNumbersAlone(t *testing.T) {
	row := Prepare(guard.Passage{Key: "c1", Text: "sensor | kind | class | range | step | limit\nPeriwinkle | float in a well | C | 0 to 8 | 20 | 10"})
	for claim, want := range map[string]guard.Verdict{
		"10 10 10 10 10 10": guard.Unsupported,
		"10 20":             guard.Unsupported,
		"8, 20, 10.":        guard.Unsupported,
		"0 to 8 | 20 | 10":  guard.Unsupported,
	} {
		if got := Check(claim, row); got.Verdict != want {
			t.Errorf("%q: %s (%s), want %s", claim, got.Verdict, got.Reason, want)
		}
	}
}
