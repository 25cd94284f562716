package index

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestManifestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	m := &manifest{Roots: []string{"/a"}, Chunks: 3, Acronyms: []Acronym{{"A", "b c", 1}}, Skipped: []skip{{place{0, "x"}, "hidden"}}, Projects: []project{{Name: "named"}, {place: place{0, "a/\xff"}}},
		Files: []entry{{document: document{place: place{0, "a.md"}, DocID: "a"}, Racy: true},
			{document: document{place: place{0, "b\xff\n.md"}, DocID: "b"}, Warnings: []string{"w"}}, {}}}
	if err := m.save(dir); err != nil {
		t.Fatal(err)
	}
	got, err := loadManifest(dir)
	if err != nil || !reflect.DeepEqual(got, m) {
		t.Errorf("%+v\n%+v %v", got, m, err)
	}
	info, err := os.Stat(filepath.Join(dir, manifestFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

func TestManifestDamage(t *testing.T) {
	dir := t.TempDir()
	m := &manifest{Files: []entry{{document: document{place: place{0, "a"}}}}}
	if err := m.save(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, manifestFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		flipped := append([]byte(nil), whole...)
		flipped[i] ^= 4
		for what, data := range map[string][]byte{"flipped": flipped, "cut": whole[:i]} {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := loadManifest(dir); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s at %d: %v", what, i, err)
			}
		}
	}
}

func TestManifestOtherRoots(t *testing.T) {
	opt := smallCorpus(t)
	refresh(t, opt)
	other := smallCorpus(t)
	other.Dir = opt.Dir
	if r := refresh(t, other); !r.Built || !strings.Contains(r.Rebuilt, "other documents") {
		t.Errorf("%+v", r)
	}
	mustEqualFresh(t, other)
}
