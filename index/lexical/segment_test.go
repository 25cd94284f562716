package lexical

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What the same calls write is the same, on any number of cores.
func TestSameBytes(t *testing.T) {
	docs := zipfDocuments(2000)
	var want map[string][]byte
	for _, cores := range []int{1, 4, 2} {
		old := runtime.GOMAXPROCS(cores)
		dir, _ := build(t, docs[:1500], docs[1500:])
		runtime.GOMAXPROCS(old)
		got := readFolder(t, dir)
		if want == nil {
			want = got
		}
		for name := range want {
			if len(got) != len(want) || !bytes.Equal(got[name], want[name]) {
				t.Errorf("%s differs on %d cores", name, cores)
			}
		}
	}
}

// An update writes little, segments stay few, and what is deleted goes in time.
func TestUpdatesAreSmall(t *testing.T) {
	ctx := context.Background()
	docs := zipfDocuments(1200)
	dir, stats := build(t, docs)
	large := readFolder(t, dir)
	most := 0
	for i := range 60 {
		next := filepath.Join(t.TempDir(), "next")
		if err := Clone(dir, next); err != nil {
			t.Fatal(err)
		}
		w, err := OpenWriter(next)
		if err != nil {
			t.Fatal(err)
		}
		some := docs[i*20:][:20]
		if _, err := w.Put(ctx, some[:15]); err != nil {
			t.Fatal(err)
		}
		var gone []string
		for _, d := range some[15:] {
			gone = append(gone, d.ID)
		}
		if err := errors.Join(w.Delete(ctx, gone), w.Close()); err != nil {
			t.Fatal(err)
		}
		dir = next
		kept := 0
		files := readFolder(t, dir)
		for name, contents := range files {
			if _, ok := large[name]; ok && len(contents) > 0 && strings.HasSuffix(name, ".seg") {
				kept++
			}
		}
		if i == 0 && kept != 1 {
			t.Error("the first update wrote the large segment again")
		}
		most = max(most, len(files)-1)
	}
	if most < 2 || most > 5 {
		t.Errorf("%d segments after an update", most)
	}
	r := open(t, dir, stats)
	live := r.Len()
	dead := r.docs - live
	if live != 900 || dead > 300 {
		t.Errorf("%d documents, %d deleted", live, dead)
	}
}

// Close gives back what a Writer has opened, whatever it did.
func TestCloseGivesFilesBack(t *testing.T) {
	dir, _ := build(t, zipfDocuments(200))
	before := openFiles(t)
	for range 20 {
		w, err := OpenWriter(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Put(context.Background(), []Document{{ID: "a", Text: "b"}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if after := openFiles(t); after > before+3 {
		t.Errorf("%d open files, %d before", after, before)
	}
}

func openFiles(t *testing.T) int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("this system does not tell which files are open")
	}
	return len(list)
}
