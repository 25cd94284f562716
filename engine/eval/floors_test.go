package eval

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
)

var update = flag.Bool("update", false, "write the floors and the golden files anew")

// hair is how far below a value its floor is set, and above it where less is better.
const hair = 0.005

// measured is a question set that has floors, and the folder of the documents that it asks about.
type measured struct{ name, path, documents string }

func measuredSets() []measured {
	data, own := filepath.Join("..", "..", "..", "shared", "data"), filepath.Join("..", "..", "testdata")
	papers := filepath.Join(data, "nist-pqc")
	return []measured{
		{"handbook", filepath.Join(own, "questions.jsonl"), filepath.Join(own, "handbook")},
		{"nist-pqc/questions", filepath.Join(papers, "questions.jsonl"), papers},
		{"nist-pqc/questions-more", filepath.Join(papers, "questions-more.jsonl"), papers},
		{"ir/scifact", filepath.Join(data, "ir", "scifact"), ""},
		{"ir/cranfield", filepath.Join(data, "ir", "cranfield"), ""},
		{"ir/cacm", filepath.Join(data, "ir", "cacm"), ""},
		{"squad2/dev", filepath.Join(data, "squad2", "dev.jsonl"), ""},
	}
}

// floors are the least means of measures by set and name; the greatest where less is better.
type floors map[string]map[string]float64

// TestFloors measures every set with the settings of somebody who configured nothing. With -update the floors that are there
// are set anew, by what is measured.
func TestFloors(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("indexes thousands of documents and asks hundreds of questions")
	}
	path := filepath.Join("..", "..", "testdata", "floors.json")
	data, err := os.ReadFile(path)
	must(t, err)
	var all floors
	must(t, json.Unmarshal(data, &all))
	indexes := map[string]*index.Index{}
	for _, set := range measuredSets() {
		t.Run(set.name, func(inner *testing.T) {
			set.skipAbsent(inner)
			if set.documents != "" && indexes[set.documents] == nil { // several sets ask about the same documents
				indexes[set.documents] = indexed(t, set.documents)
			}
			set.compare(inner, indexes[set.documents], all[set.name])
		})
	}
	for name := range all {
		if !slices.ContainsFunc(measuredSets(), func(m measured) bool { return m.name == name }) {
			t.Errorf("%s has floors, but is not measured", name)
		}
	}
	if !*update {
		return
	}
	data, err = json.MarshalIndent(all, "", "  ")
	must(t, err)
	must(t, os.WriteFile(path, append(data, '\n'), 0o644))
}

func (m measured) skipAbsent(t *testing.T) {
	if _, err := os.Stat(m.path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no development data at %s", m.path)
	}
}

// compare holds what is measured against the floors, or moves those.
func (m measured) compare(t *testing.T, documents *index.Index, floors map[string]float64) {
	summary := m.run(t, documents).Summary
	lower := map[string]bool{}
	for _, info := range Measures() {
		lower[info.Name] = info.Lower
	}
	for _, mean := range summary.Means {
		t.Logf("%-20s %.4f  [%.4f, %.4f]  %d", mean.Name, mean.Value, mean.Low, mean.High, mean.N)
	}
	for _, l := range summary.Lost {
		t.Logf("%s: %d places", l.Stage, l.Places)
	}
	if len(floors) == 0 {
		t.Errorf("%s has no floors", m.name)
	}
	for _, name := range slices.Sorted(maps.Keys(floors)) {
		mean, ok := summary.Mean(name)
		floor := floors[name]
		switch {
		case !ok:
			t.Errorf("%s has a floor, but is not measured", name)
		case *update:
			floors[name] = floorOf(mean.Value, lower[name])
		case lower[name] && mean.Value > floor:
			t.Errorf("%s is %.4f, ceiling %.4f", name, mean.Value, floor)
		case !lower[name] && mean.Value < floor:
			t.Errorf("%s is %.4f, floor %.4f", name, mean.Value, floor)
		}
	}
}

// floorOf is where the floor of a value is set. What is perfect has to stay so.
func floorOf(value float64, lower bool) float64 {
	switch {
	case lower && value == 0, !lower && value == 1:
		return value
	case lower:
		return math.Ceil((value+hair)*1e4) / 1e4
	}
	return math.Floor((value-hair)*1e4) / 1e4
}

// run puts the questions of the set to the index of its documents, or of the texts that it brings along.
func (m measured) run(t *testing.T, documents *index.Index) *Report {
	t.Helper()
	set, err := Load(m.path)
	must(t, err)
	s := Subject{Index: documents, Generator: extract.Generator{}, Options: engine.Defaults()}
	start := time.Now()
	if set.Form == Collection {
		s.Index, err = index.Collection(context.Background(), index.Options{Dir: t.TempDir()}, set.Texts, nil)
		must(t, err)
		defer s.Index.Close()
		t.Logf("indexed in %.1f s", time.Since(start).Seconds())
		start = time.Now()
	}
	report, err := Run(context.Background(), set, s, Options{}, nil)
	must(t, err)
	t.Logf("%d questions in %.1f s", len(set.Questions), time.Since(start).Seconds())
	return report
}

// indexed makes an index of a folder.
func indexed(t *testing.T, folder string) *index.Index {
	t.Helper()
	opt := index.Options{Roots: []string{folder}, Dir: t.TempDir()}
	_, err := index.Refresh(context.Background(), opt, nil)
	must(t, err)
	ix, err := index.Open(opt)
	must(t, err)
	t.Cleanup(func() { ix.Close() })
	return ix
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
