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
		res, err := ix.Search(context.Background(), Query{Text: q, K: 30, Explain: true})
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
	for row := range ix.Len() {
		c, err := ix.Chunk(ix.rows[row].ID)
		if err != nil {
			return "", err
		}
		add(c)
	}
	similarity, err := ix.Similarities(context.Background(), "the tide gauge", false, []string{"a bench mark"})
	add(similarity)
	return b.String(), err
}

// A byte that changes in any file of an index changes no answer: either it is told, and the index made anew, or nothing depends on it.
func TestFlippedBytes(t *testing.T) {
	flips := 48
	if testing.Short() {
		flips = 12
	}
	if n, err := strconv.Atoi(os.Getenv(flipsEnv)); err == nil {
		flips = n
	}
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	must(t, os.CopyFS(opt.Roots[0], os.DirFS("../testdata/handbook")))
	age(t, opt.Roots[0])
	refresh(t, opt)
	want, err := everything(opt)
	must(t, err)
	var files []string
	must(t, filepath.WalkDir(opt.Dir, func(path string, e fs.DirEntry, err error) error {
		if info, ierr := e.Info(); ierr == nil && info.Mode().IsRegular() && info.Size() > 0 {
			files = append(files, path)
		}
		return err
	}))
	told, harmless := 0, 0
	for i := range flips {
		path := files[i%len(files)]
		data, err := os.ReadFile(path)
		must(t, err)
		rng := rand.New(rand.NewPCG(uint64(i), 17))
		at, bit := rng.IntN(len(data)), byte(1)<<rng.IntN(8)
		damaged := slices.Clone(data)
		damaged[at] ^= bit
		must(t, os.WriteFile(path, damaged, 0o600))
		got, err := everything(opt)
		verified := Verify(context.Background(), opt)
		name, _ := filepath.Rel(opt.Dir, path)
		switch {
		case errors.Is(err, ErrCorrupt):
			told++
		case err != nil:
			t.Errorf("%s, bit %#x of byte %d: %v", name, bit, at, err)
		case got != want:
			t.Errorf("%s, bit %#x of byte %d: the answers changed, and nobody is told", name, bit, at)
		default:
			harmless++
		}
		if inside := strings.HasPrefix(name, generationPrefix); inside != errors.Is(verified, ErrCorrupt) {
			t.Errorf("%s, bit %#x of byte %d: Verify: %v", name, bit, at, verified)
		}
		if i%(flips/6) == 0 { // what a rebuild says, and what it makes
			again := opt
			again.Dir = filepath.Join(t.TempDir(), "again")
			must(t, os.CopyFS(again.Dir, os.DirFS(opt.Dir)))
			again.Verify = true
			r := refresh(t, again)
			if inside := strings.HasPrefix(name, generationPrefix); inside != strings.Contains(r.Rebuilt, ErrCorrupt.Error()) {
				t.Errorf("%s: rebuilt because %q", name, r.Rebuilt)
			}
			if got, err := everything(again); err != nil || got != want {
				t.Errorf("%s: what is made anew differs: %v", name, err)
			}
		}
		must(t, os.WriteFile(path, data, 0o600))
	}
	t.Logf("%d bytes flipped in %d files: %d told, %d without effect", flips, len(files), told, harmless)
}

// Damage is not taken over into the next generation, where it would get a checksum that fits.
func TestDamageIsNotTakenOver(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], probe())
	write(t, opt.Roots[0], map[string]string{"notes.txt": "A note."})
	age(t, opt.Roots[0])
	refresh(t, opt)
	segments, err := filepath.Glob(filepath.Join(generationDir(opt.Dir, 1), derivedDir, lexicalDir, "*.seg"))
	must(t, err)
	for i, path := range append(segments, filepath.Join(generationDir(opt.Dir, 1), recipesFile)) {
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
