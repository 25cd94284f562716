package extract

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/index"
	"ibid/index/reader"
)

var update = flag.Bool("update", false, "write the floors anew")

// hair is how far below a value its floor is set, and above it where less is better.
const hair = 0.005

// measured is a question set that has floors, and the folder of the documents that it asks about.
type measured struct {
	name, path, documents string
}

func measuredSets() []measured {
	data, own := filepath.Join("..", "..", "..", "shared", "data"), filepath.Join("..", "..", "testdata")
	papers := filepath.Join(data, "nist-pqc")
	return []measured{
		{name: "handbook", path: filepath.Join(own, "questions.jsonl"), documents: filepath.Join(own, "handbook")},
		{name: "nist-pqc/questions", path: filepath.Join(papers, "questions.jsonl"), documents: papers},
		{name: "nist-pqc/questions-more", path: filepath.Join(papers, "questions-more.jsonl"), documents: papers},
		{name: "standards", path: filepath.Join(own, "standards.jsonl"), documents: papers},
		// Its name is older than what is known of it: it has been looked at too often to count as unseen.
		{name: "standards-more", path: filepath.Join(own, "standards-unseen.jsonl"), documents: papers},
		{name: "squad2/dev", path: filepath.Join(data, "squad2", "dev.jsonl")},
	}
}

// domains are corpora of other kinds than those that ibid was made with.
func domains() []measured {
	var out []measured
	for _, name := range []string{"prometheus", "papers", "dfars", "got", "sqlite", "survival", "grant", "ruptures"} {
		dir := filepath.Join("..", "..", "..", "shared", "data", "domains", name)
		out = append(out, measured{name: name, path: filepath.Join(dir, "questions.jsonl"), documents: filepath.Join(dir, "docs")})
	}
	return out
}

// others are the sets beside them that the built-in writer is fitted on.
func others() []measured {
	var out []measured
	questions := filepath.Join("..", "..", "testdata", "corpora")
	cache, _ := os.UserCacheDir()
	dirs, _ := os.ReadDir(questions)
	for _, d := range dirs {
		out = append(out, measured{name: d.Name(), path: filepath.Join(questions, d.Name(), "questions.jsonl"),
			documents: filepath.Join(cache, "ibid-test", "corpora", d.Name(), "docs")})
	}
	for _, m := range measuredSets() {
		if slices.Contains([]string{"handbook", "standards", "nist-pqc/questions-more"}, m.name) {
			out = append(out, m)
		}
	}
	return out
}

// present tells whether the set and its documents are there.
func (m measured) present() bool {
	for _, path := range []string{m.path, cmp.Or(m.documents, m.path)} {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// floors are the least means of measures by set and name; the greatest where less is better.
type floors map[string]map[string]float64

// TestFloors measures every set with the settings of somebody who configured nothing. With -update the floors that are there
// are set anew, by what is measured.
func TestFloors(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("indexes thousands of documents and asks hundreds of questions")
	}
	all := readFloors(t)
	indexes := map[string]*index.Index{} // several sets ask about the same documents
	for _, m := range measuredSets() {
		t.Run(m.name, func(inner *testing.T) {
			set := m.load(inner)
			if indexes[m.documents] == nil {
				indexes[m.documents] = m.index(t, false) // closed at the end of the whole test
			}
			report, err := eval.Run(t.Context(), set, subject(t, indexes[m.documents]), nil)
			must(inner, err)
			for _, mean := range report.Means {
				inner.Logf("%-20s %.4f  %d", mean.Name, mean.Value, mean.N)
			}
			compare(inner, m.name, report, all[m.name])
		})
	}
	for name := range all {
		if strings.HasPrefix(name, rotation) || strings.HasPrefix(name, "ir/") {
			continue // TestRotation holds these, and TestCollectionFloors of the index
		}
		if !slices.ContainsFunc(measuredSets(), func(m measured) bool { return m.name == name }) {
			t.Errorf("%s has floors, but is not measured", name)
		}
	}
	all.write(t)
}

// floorsFile is where the floors are kept.
var floorsFile = filepath.Join("..", "..", "testdata", "floors.json")

func readFloors(t *testing.T) floors {
	t.Helper()
	data, err := os.ReadFile(floorsFile)
	must(t, err)
	var all floors
	must(t, json.Unmarshal(data, &all))
	return all
}

// write keeps floors that were moved.
func (f floors) write(t *testing.T) {
	t.Helper()
	if !*update {
		return
	}
	data, err := json.MarshalIndent(f, "", "  ")
	must(t, err)
	must(t, os.WriteFile(floorsFile, append(data, '\n'), 0o644))
}

// sealed tells whether a set is there to be measured and not to be looked at: its floors are moved by nobody but by hand.
func sealed(name string) bool {
	return strings.Contains(name, "-unseen") || strings.Contains(name, "sealed")
}

func (m measured) load(t *testing.T) *eval.Set {
	t.Helper()
	if !m.present() {
		t.Skipf("no development data at %s", m.path)
	}
	set, err := eval.Load(m.path)
	must(t, err)
	return set
}

// index is that of the documents that the set asks about, with the vectors that the reader makes or without; nil where
// each question brings its own.
func (m measured) index(t *testing.T, vectors bool) *index.Index {
	t.Helper()
	if m.documents == "" {
		return nil
	}
	opt := index.Options{Roots: []string{m.documents}, Dir: t.TempDir()}
	if vectors {
		opt.Reader = encoder
	}
	_, err := index.Refresh(t.Context(), opt, nil)
	must(t, err)
	if vectors {
		must(t, index.Embed(t.Context(), opt, nil))
	}
	ix, err := index.Open(opt)
	must(t, err)
	t.Cleanup(func() { ix.Close() })
	return ix
}

// encoder reads for all tests, and keeps what it has read. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// subject is somebody who configured nothing.
func subject(t *testing.T, ix *index.Index) eval.Subject {
	t.Helper()
	opt := engine.Defaults()
	opt.Reader = encoder
	return eval.Subject{Index: ix, Generator: Generator{}, Options: opt}
}

// compare holds what is measured against the floors, or moves those.
func compare(t *testing.T, set string, summary *eval.Report, floors map[string]float64) {
	t.Helper()
	lower := map[string]bool{}
	for _, info := range eval.Measures() {
		lower[info.Name] = info.Lower
	}
	if len(floors) == 0 {
		t.Error("there are no floors")
	}
	for _, name := range slices.Sorted(maps.Keys(floors)) {
		mean, ok := summary.Mean(name)
		floor := floors[name]
		switch {
		case !ok:
			t.Errorf("%s has a floor, but is not measured", name)
		case *update && !sealed(set):
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

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// lower tells whether less of a measure is better.
func lower(measure string) bool {
	return slices.ContainsFunc(eval.Measures(), func(m eval.Info) bool { return m.Name == measure && m.Lower })
}
