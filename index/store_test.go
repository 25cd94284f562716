package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"ibid/index/durable"
	"ibid/index/source"
)

func testRecords(n int) []record {
	records := make([]record, n)
	for i := range records {
		id := fmt.Sprintf("doc::l%05d::c001", i+1)
		records[i] = record{
			Chunk: source.Chunk{ID: id, DocID: "doc", Title: "T\u2028<&>", Kind: source.Docs, Section: []string{"A", "B"}, StartLine: i + 1, EndLine: i + 2,
				Text: fmt.Sprint("text \"quoted\" ", i), Blocks: []source.Block{{Kind: source.Item, End: 4, Section: []string{"A"}}}},
			place: place{i % 2, "a/b\xffc.md"}, Digest: "00",
		}
	}
	return records
}

func writeStore(t testing.TB, dir string, records []record) {
	t.Helper()
	w, err := createStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		if err := w.put(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
}

func TestStoreRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100} {
		dir := t.TempDir()
		records := testRecords(n)
		writeStore(t, dir, records)
		s, err := openStore(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		if len(s.rows) != n {
			t.Fatalf("%d rows of %d", len(s.rows), n)
		}
		for i := range records {
			if row, ok := s.row(records[i].ID); !ok || row != i {
				t.Errorf("%s is at row %d, %v", records[i].ID, row, ok)
			}
			if got, err := s.get(i); err != nil || !reflect.DeepEqual(*got, records[i]) {
				t.Errorf("row %d: %+v, %v", i, got, err)
			}
		}
		for _, id := range []string{"", "a", "doc::l00001::c0010", "doc::l00001::c00", "zzz"} {
			if row, ok := s.row(id); ok {
				t.Errorf("%q is said to be at row %d", id, row)
			}
		}
	}
}

func TestStoreOrder(t *testing.T) {
	w, err := createStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer w.file.Close()
	if err := w.putRaw("b", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b", ""} {
		if err := w.putRaw(id, []byte("{}")); err == nil {
			t.Errorf("%q was accepted after \"b\"", id)
		}
	}
}

// Every byte that is changed, and every length that a file is cut to, is noticed.
func TestStoreDamage(t *testing.T) {
	dir := t.TempDir()
	writeStore(t, dir, testRecords(3))
	read := func() error {
		s, err := openStore(dir)
		if err != nil {
			return err
		}
		defer s.close()
		for i := range s.rows {
			if _, err := s.get(i); err != nil {
				return err
			}
		}
		return nil
	}
	if err := read(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{storeTable, storeData} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		try := func(what string, data []byte) {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := read(); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s %s: %v", name, what, err)
			}
		}
		for i := range whole {
			data := append([]byte(nil), whole...)
			data[i] ^= 1 << (i % 8)
			try(fmt.Sprint("flipped at ", i), data)
			if i%3 == 0 {
				try(fmt.Sprint("cut at ", i), whole[:i])
			}
		}
		try("longer", append(append([]byte(nil), whole...), 0))
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := read(); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s missing: %v", name, err)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever the table says, nothing outside the files is read; its checksum may well be right.
func FuzzOpenStore(f *testing.F) {
	dir := f.TempDir()
	writeStore(f, dir, testRecords(2))
	table, err := os.ReadFile(filepath.Join(dir, storeTable))
	if err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, storeData))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table[:len(table)-4], data)
	f.Add([]byte(storeMagic+"\xff\xff\xff\xff"), data)
	f.Add([]byte(storeMagic+"\x01\x00\x00\x00"), []byte{})
	f.Fuzz(func(t *testing.T, table, data []byte) {
		dir := t.TempDir()
		table = binary.LittleEndian.AppendUint32(table[:len(table):len(table)], durable.Sum(table))
		if err := os.WriteFile(filepath.Join(dir, storeTable), table, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, storeData), data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openStore(dir)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Error(err)
			}
			return
		}
		defer s.close()
		for i := range s.rows {
			s.row(s.rows[i].ID)
			if _, err := s.get(i); err != nil && !errors.Is(err, ErrCorrupt) {
				t.Error(err)
			}
		}
	})
}
