package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// flipsEnv is how many bytes TestFlippedBytes flips in each run.
const flipsEnv = "IBID_TEST_FLIPS"

// everything is all that an index says, as text.
func everything(opt Options) (string, error) {
	ix, err := Open(opt)
	if err != nil {
		return "", err
	}
	defer ix.Close()
	var b strings.Builder
	add := func(v any) {
		data, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		b.Write(data)
	}
	for _, q := range []string{"What is a tide gauge bench mark?", "How do I despike a record?", "What does the function despike take?", "maximum error of a Class B probe",
		"Which frame holds the water level?", "calibration", "install", "TGBM"} {
		res, err := ix.Search(context.Background(), Query{Text: q, K: 30})
		if err != nil {
			return "", err
		}
		add(res)
	}
	all, err := ix.Recipes()
	if err != nil {
		return "", err
	}
	add(all)
	for i := range all {
		program, err := ix.Program(all[i].ID)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		add(program)
	}
	r, err := ix.Registry()
	if err != nil {
		return "", err
	}
	add([]any{r.Search("gauge", 50), ix.Documents(), ix.Acronyms()})
	ids, err := ix.lexical.IDs("")
	if err != nil {
		return "", err
	}
	for _, id := range ids {
		c, err := ix.Chunk(id)
		if err != nil {
			return "", err
		}
		add(c)
	}
	similarity, err := ix.Similarities(context.Background(), "the tide gauge", false, []string{"a bench mark"})
	add(similarity)
	return b.String(), err
}

// small makes a folder with a document of each kind that an index treats differently, and an index of it of some 60 kB.
func small(t *testing.T) Options {
	t.Helper()
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index"), Embedder: newFake("fake", 8)}
	write(t, opt.Roots[0], map[string]string{
		"gauge.md":       "# Tide gauge\n\nA tide gauge bench mark (TGBM) is levelled each spring. Its error is at most 2 mm.\n",
		"pyproject.toml": "[project]\nname = \"tide\"\nversion = \"1.0\"\n",
		"tide.py":        "\"\"\"Reads gauges.\"\"\"\n\n\ndef despike(record, width=3):\n    \"\"\"Takes the spikes out of a record.\n\n    >>> despike([1, 9, 1])\n    [1, 1, 1]\n    \"\"\"\n    return record\n",
	})
	age(t, opt.Roots[0])
	refresh(t, opt)
	return opt
}

// indexFiles are the files of an index that have bytes.
func indexFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if info, ierr := e.Info(); ierr == nil && info.Mode().IsRegular() && info.Size() > 0 {
			files = append(files, path)
		}
		return err
	}))
	return files
}

// faults tries what may happen to the files of an index, one thing at a time.
type faults struct {
	opt            Options
	want           string // everything that it says, whole
	told, harmless int
}

// newFaults has an index, and what it says.
func newFaults(t *testing.T, opt Options) *faults {
	t.Helper()
	want, err := everything(opt)
	must(t, err)
	return &faults{opt: opt, want: want}
}

// try looks at the index as it is now: it says what it said, or that it is damaged. Verify tells of damage to a generation in any case,
// and heal makes it anew.
func (f *faults) try(t *testing.T, inside bool, what string, heal bool) {
	t.Helper()
	got, err := everything(f.opt)
	switch {
	case errors.Is(err, ErrCorrupt), errors.Is(err, ErrNoIndex), errors.Is(err, ErrForeign):
		f.told++
	case err != nil:
		t.Errorf("%s: %v", what, err)
	case got != f.want:
		t.Errorf("%s: the answers changed, and nobody is told", what)
	default:
		f.harmless++
	}
	if verified := Verify(context.Background(), f.opt); inside != errors.Is(verified, ErrCorrupt) && !errors.Is(verified, ErrNoIndex) && !errors.Is(verified, ErrForeign) {
		t.Errorf("%s: Verify: %v", what, verified)
	}
	if !heal || errors.Is(err, ErrForeign) {
		return
	}
	again := f.opt
	again.Dir = filepath.Join(t.TempDir(), "again")
	must(t, os.CopyFS(again.Dir, os.DirFS(f.opt.Dir)))
	again.Verify = true
	r := refresh(t, again)
	if inside && r.Rebuilt == "" && !r.Built {
		t.Errorf("%s: it was not made anew: %+v", what, r)
	}
	if got, err := everything(again); err != nil || got != f.want {
		t.Errorf("%s: what is made anew differs: %v", what, err)
	}
}

// A byte that changes in any file of an index changes no answer: either it is told, and the index made anew, or nothing depends on it.
// With IBID_TEST_FLIPS=all every byte of a small index is flipped, one at a time, which takes minutes.
func TestFlippedBytes(t *testing.T) {
	flips := 48
	if testing.Short() {
		flips = 12
	}
	opt, all := small(t), os.Getenv(flipsEnv) == "all"
	files := indexFiles(t, opt.Dir)
	if n, err := strconv.Atoi(os.Getenv(flipsEnv)); err == nil {
		flips = n
	} else if all {
		flips = 0
		for _, path := range files {
			info, err := os.Stat(path)
			must(t, err)
			flips += int(info.Size())
		}
	}
	f := newFaults(t, opt)
	file, next := 0, 0
	for i := range flips {
		rng := rand.New(rand.NewPCG(uint64(i), 17))
		path := files[i%len(files)]
		if all {
			path = files[file]
		}
		data, err := os.ReadFile(path)
		must(t, err)
		at, bit := rng.IntN(len(data)), byte(1)<<rng.IntN(8)
		if all {
			if at, next = next, next+1; next == len(data) {
				file, next = file+1, 0
			}
		}
		damaged := slices.Clone(data)
		damaged[at] ^= bit
		must(t, os.WriteFile(path, damaged, 0o600))
		name, _ := filepath.Rel(opt.Dir, path)
		f.try(t, strings.HasPrefix(name, generationPrefix), fmt.Sprintf("%s, bit %#x of byte %d", name, bit, at), i%max(flips/6, 1) == 0 || all && i%1000 == 0)
		must(t, os.WriteFile(path, data, 0o600))
	}
	t.Logf("%d bytes flipped in %d files: %d told, %d without effect", flips, len(files), f.told, f.harmless)
}

// Files that are cut anywhere, that grew, that are gone, or that belong to another generation with as many bytes in each of its files.
func TestCutAndStrangeFiles(t *testing.T) {
	opt := small(t)
	other := opt
	other.Dir += "-other"
	write(t, opt.Roots[0], map[string]string{"gauge.md": "# Tide gauge\n\nA tide gauge bench mark (TGBM) is levelled each winter. Its error is at most 9 mm.\n"})
	age(t, opt.Roots[0])
	refresh(t, other)
	write(t, opt.Roots[0], map[string]string{"gauge.md": "# Tide gauge\n\nA tide gauge bench mark (TGBM) is levelled each spring. Its error is at most 2 mm.\n"})
	age(t, opt.Roots[0])
	refresh(t, opt)
	f := newFaults(t, opt)
	step := 1024
	if os.Getenv(flipsEnv) == "all" {
		step = 64
	}
	files, tried := indexFiles(t, opt.Dir), 0
	for _, path := range files {
		name, _ := filepath.Rel(opt.Dir, path)
		data, err := os.ReadFile(path)
		must(t, err)
		inside := strings.HasPrefix(name, generationPrefix)
		try := func(what string, heal bool) {
			f.try(t, inside, name+" "+what, heal)
			tried++
			must(t, os.WriteFile(path, data, 0o600))
		}
		for n := 0; n < len(data); n += step {
			must(t, os.WriteFile(path, data[:n], 0o600))
			try(fmt.Sprintf("cut to %d bytes", n), n == 0)
		}
		must(t, os.WriteFile(path, append(slices.Clone(data), 0), 0o600))
		try("with a byte more", false)
		must(t, os.Remove(path))
		try("removed", true)
		from, err := os.ReadFile(filepath.Join(other.Dir, name))
		if errors.Is(err, fs.ErrNotExist) || slices.Equal(from, data) {
			continue
		}
		must(t, err)
		must(t, os.WriteFile(path, from, 0o600))
		try("of another generation", true)
	}
	t.Logf("%d files cut, grown, removed and replaced in %d ways: %d told, %d without effect", len(files), tried, f.told, f.harmless)
	for i := range files { // two at a time
		for j := range i {
			var was [2][]byte
			for k, path := range []string{files[i], files[j]} {
				name, _ := filepath.Rel(opt.Dir, path)
				var err error
				was[k], err = os.ReadFile(path)
				must(t, err)
				if from, err := os.ReadFile(filepath.Join(other.Dir, name)); err == nil {
					must(t, os.WriteFile(path, from, 0o600))
				}
			}
			got, err := everything(opt)
			if err == nil && got != f.want {
				t.Errorf("%s and %s of another generation: the answers changed, and nobody is told", files[i], files[j])
			}
			must(t, os.WriteFile(files[i], was[0], 0o600))
			must(t, os.WriteFile(files[j], was[1], 0o600))
		}
	}
}

// Damage is not taken over into the next generation, where it would get a checksum that fits.
func TestDamageIsNotTakenOver(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index"), part: time.Hour}
	write(t, opt.Roots[0], probe())
	write(t, opt.Roots[0], map[string]string{"notes.txt": "A note."})
	age(t, opt.Roots[0])
	refresh(t, opt)
	segments, err := filepath.Glob(filepath.Join(generationDir(opt.Dir, 1), derivedDir, lexicalDir, "*.seg"))
	must(t, err)
	for i, path := range append(segments, filepath.Join(generationDir(opt.Dir, 1), symbolsFile)) {
		again := opt
		again.Dir = filepath.Join(t.TempDir(), "again")
		must(t, os.CopyFS(again.Dir, os.DirFS(opt.Dir)))
		rel, err := filepath.Rel(opt.Dir, path)
		must(t, err)
		path = filepath.Join(again.Dir, rel)
		data, err := os.ReadFile(path)
		must(t, err)
		data[len(data)/2] ^= 4
		must(t, os.WriteFile(path, data, 0o600))
		write(t, opt.Roots[0], map[string]string{"notes.txt": fmt.Sprint("Note ", i)}) // nothing is derived from it
		if r := refresh(t, again); !r.Built || !strings.Contains(r.Rebuilt, filepath.Base(path)) {
			t.Errorf("%s: %+v", rel, r)
		}
		fresh := opt
		fresh.Dir = filepath.Join(t.TempDir(), "fresh")
		refresh(t, fresh)
		if derivedContent(t, open(t, again)) != derivedContent(t, open(t, fresh)) {
			t.Errorf("%s: what is derived differs", rel)
		}
	}
}
