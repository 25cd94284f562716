package lexical

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"ibid/index/durable"
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
		for name, contents := range readFolder(t, dir) {
			if _, ok := large[name]; ok && len(contents) > 0 && name != snapshotFile {
				kept++
			}
		}
		if i == 0 && kept != 1 {
			t.Error("the first update wrote the large segment again")
		}
		s, err := readSnapshot(dir)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, len(s.Segments))
	}
	if most < 2 || most > 5 {
		t.Errorf("%d segments after an update", most)
	}
	live, dead := 0, 0
	r := open(t, dir, stats)
	for _, s := range r.segments {
		live, dead = live+s.live(), dead+len(s.deleted)
	}
	if live != 900 || dead > 300 {
		t.Errorf("%d documents, %d deleted", live, dead)
	}
}

// FuzzSegment reads segments that lie, under checksums that fit: they are ErrCorrupt, or wrong, but never a crash.
func FuzzSegment(f *testing.F) {
	docs := randomDocuments(rand.New(rand.NewPCG(4, 4)), 60)
	places := make([]int, len(docs))
	for i := range docs {
		docs[i].ID, places[i] = fmt.Sprintf("%03d", i), i
	}
	s, err := invert(docs, places, make([]int, len(docs)))
	if err != nil {
		f.Fatal(err)
	}
	whole := make([]byte, s.Size)
	if _, err := s.file.ReadAt(whole, 0); err != nil {
		f.Fatal(err)
	}
	for _, at := range []uint16{0, 1, 50, 300, uint16(s.Tail), uint16(s.Tail) + 1, uint16(s.Tail) + 7, uint16(s.Size) - 3} {
		f.Add(at, []byte{0xff}, uint32(3))
		f.Add(at, []byte{0x00, 0x85}, uint32(59))
	}
	f.Fuzz(func(t *testing.T, at uint16, change []byte, deleted uint32) {
		data := bytes.Clone(whole)
		copy(data[int(at)%len(data):], change)
		p := s.place
		p.Deleted = []uint32{deleted}
		for i := range s.blocks { // the sums of the blocks, which stand in the tail
			b := &s.blocks[i]
			was := binary.AppendUvarint(nil, uint64(b.sum))
			is := binary.AppendUvarint(nil, uint64(durable.Sum(data[b.start:b.start+b.size])))
			data = slices.Concat(data[:p.Tail], bytes.Replace(data[p.Tail:], was, is, 1))
		}
		p.Size, p.Sum = int64(len(data)), durable.Sum(data[p.Tail:])
		check := func(err error) {
			if err != nil && !errors.Is(err, ErrCorrupt) {
				t.Error(err)
			}
		}
		lying, err := openSegment(bytes.NewReader(data), p)
		if check(err); err != nil {
			return
		}
		_, err = merge(io.Discard, []*segment{lying, s})
		check(err)
		check(lying.delete([]string{"", "010", "020", "zzz"}))
		for doc := range lying.lengths {
			_, err = lying.id(doc)
			check(err)
		}
		list, err := lying.postings("key")
		check(err)
		check(list.each(func(some []posting) {
			for _, p := range some {
				_ = lying.lengths[p.doc]
			}
		}))
	})
}

// FuzzPostings writes lists and reads them again.
func FuzzPostings(f *testing.F) {
	f.Add([]byte{1, 1, 200, 3, 0, 1})
	f.Fuzz(func(t *testing.T, gaps []byte) {
		var want []posting
		doc := uint32(0)
		for i := 0; i+1 < len(gaps); i += 2 {
			doc += uint32(gaps[i]) * uint32(gaps[i])
			want = append(want, posting{doc, 1 + uint32(gaps[i+1])/64})
			doc++
		}
		stored := appendPostings(nil, want)
		p, err := openPostings(stored, int(doc))
		if err != nil {
			t.Fatal(err)
		}
		var got []posting
		if err := p.each(func(some []posting) { got = append(got, some...) }); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, %v, want %v", got, err, want)
		}
		if len(want) > 0 {
			if p, err := openPostings(stored[:len(stored)-1], int(doc)); err == nil && p.each(func([]posting) {}) == nil {
				t.Error("a list that is cut short can be read")
			}
		}
		if p, err := openPostings(gaps, 50); err == nil {
			_ = p.each(func(some []posting) {
				for _, x := range some {
					if x.doc >= 50 {
						t.Error("a document that is not there")
					}
				}
			})
		}
	})
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
