package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/index/lexical"
)

// refresh brings an index up to date and fails the test where it cannot.
func refresh(t testing.TB, opt Options) Report {
	t.Helper()
	r, err := Refresh(context.Background(), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func open(t testing.TB, opt Options) *Index {
	t.Helper()
	ix, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

func idsOf(t testing.TB, in *lexical.Reader) []string {
	t.Helper()
	ids, err := in.IDs("")
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// content is everything that an index may answer from.
type content struct {
	records []string
	files   []entry
	skipped []skip
	summary string
	hits    []string
}

var contentQueries = []string{"What does GPS mean?", "tide gauge calibration", "signal 7", "water level sensor error"}

// contentOf reads an index whole.
func contentOf(ix *Index) (content, error) {
	var c content
	ids, err := ix.lexical.IDs("")
	if err != nil {
		return c, err
	}
	found, err := records(ix.lexical, ids)
	if err != nil {
		return c, err
	}
	for i, id := range ids {
		c.records = append(c.records, fmt.Sprint(id, " ", *found[i]))
	}
	m := ix.manifest
	c.files, c.skipped = slices.Clone(m.Files), m.Skipped
	for i := range c.files {
		c.files[i].Racy = false // depends on when the file was looked at
	}
	c.summary = fmt.Sprint(m.Roots, m.Chunks, m.Stats, m.Acronyms, m.Projects)
	for _, q := range contentQueries {
		res, err := ix.Search(context.Background(), Query{Text: q, K: 20})
		if err != nil {
			return c, err
		}
		for _, h := range res.Hits {
			c.hits = append(c.hits, fmt.Sprintf("%s: %s %v %d", q, h.ID, h.Score, h.LexicalRank))
		}
	}
	return c, nil
}

// mustEqualFresh compares an index with one that is built from nothing.
func mustEqualFresh(t testing.TB, opt Options) {
	t.Helper()
	mustEqual(t, opt, freshContent(t, opt))
}

// freshContent is what an index holds that is built from nothing.
func freshContent(t testing.TB, opt Options) content {
	t.Helper()
	opt.Dir = filepath.Join(t.TempDir(), "fresh")
	refresh(t, opt)
	c, err := contentOf(open(t, opt))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustEqual(t testing.TB, opt Options, want content) {
	t.Helper()
	got, err := contentOf(open(t, opt))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.records, want.records) {
		t.Errorf("records differ from a fresh build: %d and %d", len(got.records), len(want.records))
	}
	if len(got.files) != len(want.files) {
		t.Fatalf("%d files, %d in a fresh build", len(got.files), len(want.files))
	}
	for i := range got.files {
		if !reflect.DeepEqual(got.files[i], want.files[i]) {
			t.Errorf("entry differs from a fresh build\n%+v\n%+v", got.files[i], want.files[i])
		}
	}
	if !slices.Equal(got.skipped, want.skipped) {
		t.Errorf("skipped differ from a fresh build\n%+v\n%+v", got.skipped, want.skipped)
	}
	if got.summary != want.summary {
		t.Errorf("the summary differs from a fresh build\n%s\n%s", got.summary, want.summary)
	}
	if !slices.Equal(got.hits, want.hits) {
		t.Errorf("hits differ from a fresh build\n%q\n%q", got.hits, want.hits)
	}
}

// age moves files back in time, so that their times prove that they are unchanged.
func age(t testing.TB, dir string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		return os.Chtimes(path, then, then)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func generations(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != lockFile && e.Name() != markerFile {
			names = append(names, e.Name())
		}
	}
	return names
}

// finished are the generations without what a writer left for the next one.
func finished(t testing.TB, dir string) []string {
	t.Helper()
	return slices.DeleteFunc(generations(t, dir), func(name string) bool { return number(name, buildingPrefix) > 0 })
}

func page(title string, n int) string {
	return fmt.Sprintf("# %s\n\nThe Global Positioning System (GPS) tells signal %d where the tide gauge stands.\n\n## Calibration\n\nWater level error %d of the sensor %s.\n", title, n, n, title)
}

func smallCorpus(t testing.TB) Options {
	t.Helper()
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs")
	write(t, docs, map[string]string{
		"one.md": page("One", 1), "two.md": page("Two", 2), "sub/three.html": "<h1>Three</h1><p>A tide gauge with a water level sensor.</p>",
		"sub/gauge.py": "def read_level(sensor):\n    \"\"\"Return the water level.\"\"\"\n    return sensor.level\n", "notes.txt": "The Coastal Data Unit (CDU) keeps the records.",
		"photo.png": "png",
	})
	age(t, docs)
	return Options{Roots: []string{docs}, Dir: filepath.Join(dir, "index"), part: time.Hour}
}

func TestRefreshUnchanged(t *testing.T) {
	opt := smallCorpus(t)
	first := refresh(t, opt)
	if !first.Built || first.Added != 5 || first.Files != 5 || first.Rebuilt != "" || len(first.Skipped) != 1 {
		t.Errorf("first: %+v", first)
	}
	before := generations(t, opt.Dir)
	second := refresh(t, opt)
	if second.Built || second.Added+second.Changed+second.Removed != 0 || second.Files != 5 || second.Chunks != first.Chunks {
		t.Errorf("second: %+v", second)
	}
	if !slices.Equal(second.Skipped, first.Skipped) || !slices.Equal(second.Warnings, first.Warnings) {
		t.Errorf("the second report tells less: %+v, %+v", first, second)
	}
	equal(t, "generations", generations(t, opt.Dir), before)
	opt.Rebuild = true
	if r := refresh(t, opt); !r.Built || r.Rebuilt == "" {
		t.Errorf("rebuild: %+v", r)
	}
	opt.Rebuild = false
	mustEqualFresh(t, opt)
}

// Other bytes of the same size with the old time, as cp -p and rsync write them, are seen by what no program can set back.
func TestRefreshSameSizeAndTime(t *testing.T) {
	for _, how := range []string{"written", "renamed"} {
		opt := smallCorpus(t)
		refresh(t, opt)
		settle(t, opt)
		path := filepath.Join(opt.Roots[0], "two.md")
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if stampOf(info).Ctime == 0 {
			t.Skip("this system tells of a file nothing beside its size and its time")
		}
		name := map[string]string{"written": "two.md", "renamed": "two.md.new"}[how]
		write(t, opt.Roots[0], map[string]string{name: page("Owt", 2)})
		if err := os.Chtimes(filepath.Join(opt.Roots[0], name), info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(opt.Roots[0], name), path); err != nil {
			t.Fatal(err)
		}
		if r := refresh(t, opt); !r.Built || r.Changed != 1 {
			t.Errorf("%s: %+v", how, r)
		}
		mustEqualFresh(t, opt)
	}
}

// settle makes an index trust the times of its documents, as it does once they are a few seconds old.
func settle(t testing.TB, opt Options) {
	t.Helper()
	_, dir, err := current(opt.Dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := loadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Files {
		m.Files[i].Racy = false
	}
	if err := m.save(dir); err != nil {
		t.Fatal(err)
	}
}

// A tree that was written a moment ago is settled by its bytes, not indexed again, and read only once.
func TestRefreshRacy(t *testing.T) {
	opt := smallCorpus(t)
	write(t, opt.Roots[0], map[string]string{"one.md": page("One", 1)})
	refresh(t, opt)
	if r := refresh(t, opt); r.Built {
		t.Errorf("built again: %+v", r)
	}
	// The same size and perhaps the same time.
	write(t, opt.Roots[0], map[string]string{"one.md": page("Eno", 1)})
	if r := refresh(t, opt); !r.Built || r.Changed != 1 {
		t.Errorf("a change within the resolution of the clock was missed: %+v", r)
	}
	mustEqualFresh(t, opt)
}

func TestRefreshTouched(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	path := filepath.Join(opt.Roots[0], "two.md")
	then := time.Now().Add(-30 * time.Minute)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
	if r := refresh(t, opt); r.Built || r.Changed != 0 {
		t.Errorf("the same bytes with a new time were indexed again: %+v", r)
	}
	m := open(t, opt).manifest // where the new time is noted
	i := slices.IndexFunc(m.Files, func(e entry) bool { return e.Rel == "two.md" })
	if m.Files[i].Mtime != then.UnixNano() {
		t.Errorf("the time kept is %d, not %d", m.Files[i].Mtime, then.UnixNano())
	}
}

// A picture more or less is no reason for a new generation, and is reported all the same.
func TestRefreshSkippedOnly(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	write(t, opt.Roots[0], map[string]string{"b.png": "", "a.png": ""})
	for range 2 {
		r := refresh(t, opt)
		if r.Built || len(r.Skipped) != 3 || !strings.HasSuffix(r.Skipped[0].Path, "a.png") {
			t.Errorf("%+v", r)
		}
	}
	mustEqualFresh(t, opt)
}

// However a root is spelled, it is the same index, and paths start as the user wrote them.
func TestRefreshOtherSpelling(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	t.Chdir(filepath.Dir(opt.Roots[0]))
	relative := opt
	relative.Roots = []string{"./docs/"}
	r := refresh(t, relative)
	if r.Built || len(r.Skipped) != 1 || r.Skipped[0].Path != filepath.Join("docs", "photo.png") {
		t.Errorf("%+v", r)
	}
	c, err := open(t, relative).Chunk(idsOf(t, open(t, relative).lexical)[0])
	if err != nil || !strings.HasPrefix(c.Path, "docs"+string(filepath.Separator)) {
		t.Errorf("%q %v", c.Path, err)
	}
	one, err := DirFor("cache", []string{opt.Roots[0]})
	if err != nil {
		t.Fatal(err)
	}
	if two, err := DirFor("cache", relative.Roots); err != nil || two != one {
		t.Errorf("%q %q %v", one, two, err)
	}
}

func TestRefreshChanges(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	root := opt.Roots[0]
	steps := []struct {
		name                    string
		do                      func() error
		added, changed, removed int
		ids                     string
	}{
		{"changed", func() error { write(t, root, map[string]string{"one.md": page("Changed", 11)}); return nil }, 0, 1, 0, "notes one sub/gauge.py sub/three two"},
		{"removed", func() error { return os.Remove(filepath.Join(root, "two.md")) }, 0, 0, 1, "notes one sub/gauge.py sub/three"},
		{"renamed", func() error { return os.Rename(filepath.Join(root, "one.md"), filepath.Join(root, "zero.md")) }, 1, 0, 1, "notes sub/gauge.py sub/three zero"},
		{"a second file of that name", func() error { write(t, root, map[string]string{"zero.html": "<p>Nought.</p>"}); return nil }, 1, 1, 0, "notes sub/gauge.py sub/three zero.html zero.md"},
		{"and gone", func() error { return os.Remove(filepath.Join(root, "zero.html")) }, 0, 1, 1, "notes sub/gauge.py sub/three zero"},
		{"folder moved", func() error { return os.Rename(filepath.Join(root, "sub"), filepath.Join(root, "bus")) }, 2, 0, 2, "bus/gauge.py bus/three notes zero"},
		{"ignored", func() error { write(t, root, map[string]string{".ibidignore": "bus/\n"}); return nil }, 0, 0, 2, "notes zero"},
		{"everything gone", func() error { return errors.Join(os.RemoveAll(root), os.Mkdir(root, 0o700)) }, 0, 0, 2, ""},
		{"and back", func() error { write(t, root, map[string]string{"a.md": page("A", 1)}); return nil }, 1, 0, 0, "a"},
	}
	for _, s := range steps {
		if err := s.do(); err != nil {
			t.Fatal(err)
		}
		r := refresh(t, opt)
		if !r.Built || r.Added != s.added || r.Changed != s.changed || r.Removed != s.removed {
			t.Errorf("%s: %+v", s.name, r)
		}
		var ids []string
		for _, e := range open(t, opt).manifest.Files {
			ids = append(ids, e.DocID)
		}
		if got := strings.Join(ids, " "); got != s.ids || r.Files != len(ids) {
			t.Errorf("%s: files %s", s.name, got)
		}
		mustEqualFresh(t, opt)
	}
}

// Only the file that changed is read.
func TestRefreshReadsChangedFileAlone(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	write(t, opt.Roots[0], map[string]string{"one.md": page("New", 1)})
	p, err := makePlan(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	for i, f := range p.files {
		if p.keep[i] < 0 != (f.Rel == "one.md") {
			t.Errorf("%s: kept %d", f.Rel, p.keep[i])
		}
	}
}

// After any history an index equals one that is built from nothing.
func TestRefreshRandomHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	histories, steps := 3, 8
	if testing.Short() {
		histories = 1
	}
	names := []string{"a.md", "a.html", "a", "a-b.md", "b/a.md", "b/c.txt", "b.py", "c::d.md", "x.png", ".ibidignore", "deep/er/z.rst", "n\nl.md", "bad\xff.md"}
	for h := range histories {
		dir := t.TempDir()
		docs := filepath.Join(dir, "docs")
		write(t, docs, map[string]string{"start.md": page("Start", 0)})
		opt := Options{Roots: []string{docs}, Dir: filepath.Join(dir, "index")}
		for step := range steps {
			for range 1 + rng.IntN(4) {
				name := names[rng.IntN(len(names))]
				path := filepath.Join(docs, name)
				switch rng.IntN(5) {
				case 0:
					os.RemoveAll(path)
				case 1:
					os.Rename(path, filepath.Join(docs, names[rng.IntN(len(names))]))
				case 2:
					if rng.IntN(2) == 0 {
						age(t, docs)
					}
				default:
					text := page(fmt.Sprint("Page ", rng.IntN(9)), rng.IntN(9))
					if name == ".ibidignore" {
						text = names[rng.IntN(len(names))]
					} else if rng.IntN(4) == 0 {
						text = strings.Repeat(text, 20)
					}
					os.MkdirAll(filepath.Dir(path), 0o700)
					os.WriteFile(path, []byte(text), 0o600) // may be a folder by now
				}
			}
			refresh(t, opt)
			mustEqualFresh(t, opt)
			if r := refresh(t, opt); r.Built {
				t.Errorf("history %d, step %d: nothing changed, and it was built again: %+v", h, step, r)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

// What is written does not depend on the number of cores.
func TestRefreshDeterministic(t *testing.T) {
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs")
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("%02d/p%d.md", i%7, i)] = strings.Repeat(page(fmt.Sprint("Page ", i), i), 1+i%9)
	}
	write(t, docs, files)
	age(t, docs)
	var first []byte
	var firstManifest *manifest
	for i, procs := range []int{1, 4, 2} {
		old := runtime.GOMAXPROCS(procs)
		opt := Options{Roots: []string{docs}, Dir: filepath.Join(dir, fmt.Sprint("index", i)), part: time.Hour}
		refresh(t, opt)
		runtime.GOMAXPROCS(old)
		m, err := loadManifest(generationDir(opt.Dir, 1))
		if err != nil {
			t.Fatal(err)
		}
		for k := range m.Files {
			m.Files[k].Racy = false // the files were written a moment before the first one
		}
		if i == 0 {
			firstManifest = m
		} else if !reflect.DeepEqual(m, firstManifest) {
			t.Errorf("the manifest differs between 1 and %d cores", procs)
		}
		data, err := os.ReadFile(filepath.Join(generationDir(opt.Dir, 1), "lexical/000000000001.snp"))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = data
		} else if !bytes.Equal(data, first) {
			t.Errorf("the words differ between 1 and %d cores", procs)
		}
	}
}

func TestRefreshCancelled(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	before, err := contentOf(open(t, opt))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("new%03d.md", i)] = page("New", i)
	}
	write(t, opt.Roots[0], files)
	for _, at := range []int{0, 1, 50, 200} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Refresh(ctx, opt, func(s Step) {
			if at == 0 || s.Stage == StageRead && s.Done >= at {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %d: %v", at, err)
		}
		equal(t, "generations", finished(t, opt.Dir), []string{"gen-1"})
		after, err := contentOf(open(t, opt))
		if err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("cancelled at %d: the old index changed: %v", at, err)
		}
	}
	refresh(t, opt)
	equal(t, "generations", generations(t, opt.Dir), []string{"gen-2"})
	mustEqualFresh(t, opt)
}

func TestStatus(t *testing.T) {
	opt := smallCorpus(t)
	if r, err := Status(context.Background(), opt); !errors.Is(err, ErrNoIndex) || r.Added != 5 {
		t.Errorf("%+v %v", r, err)
	}
	if _, err := os.Stat(opt.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Error("Status made a folder")
	}
	refresh(t, opt)
	write(t, opt.Roots[0], map[string]string{"one.md": "# New"})
	r, err := Status(context.Background(), opt)
	if err != nil || r.Changed != 1 || r.Files != 5 || r.Built {
		t.Errorf("%+v %v", r, err)
	}
	equal(t, "generations", generations(t, opt.Dir), []string{"gen-1"})
}

// Where a file system tells nothing, bytes that were changed in place show only to who looks at them.
func TestChangedBehindTheTimes(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	ix := open(t, opt)
	all := []string{"one", "two", "notes", "of another folder"}
	equal(t, "changed", ix.Changed(all), nil)
	write(t, opt.Roots[0], map[string]string{"two.md": page("Owt", 2)})
	if err := os.Remove(filepath.Join(opt.Roots[0], "notes.txt")); err != nil {
		t.Fatal(err)
	}
	equal(t, "changed", ix.Changed(all), []string{"notes", "two"})
	write(t, opt.Roots[0], map[string]string{"notes.txt": "The Coastal Data Unit (CDU) keeps the records."})

	// As if it had been written with the size, the times and the inode that it had.
	found, err := walk(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	found.close()
	settle(t, opt)
	_, dir, err := current(opt.Dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := loadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range found.files {
		m.Files[i].stamp = f.stamp
	}
	if err := m.save(dir); err != nil {
		t.Fatal(err)
	}
	if r := refresh(t, opt); r.Built {
		t.Fatalf("it does not look the same: %+v", r)
	}
	opt.Doubted = []string{"two"}
	if r := refresh(t, opt); !r.Built || r.Changed != 1 {
		t.Errorf("%+v", r)
	}
	equal(t, "changed", open(t, opt).Changed([]string{"two"}), nil)
}
