package lexical

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/blugelabs/bluge/index"

	"ibid/index/durable"
)

// files names what an index consists of: one snapshot, which lists the live documents, and the segments it refers to.
// Whatever else lies in the folder is left over from a Writer that did not come to its end.
type files struct {
	snapshot string
	segments []string
}

// list reads the newest snapshot of an index.
func list(dir string) (files, error) {
	name, err := newestSnapshot(dir)
	if err != nil {
		return files{}, fmt.Errorf("opening the lexical index: %w", err)
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return files{}, fmt.Errorf("opening the lexical index: %w", err)
	}
	n := len(data) - crc32.Size
	if n < 0 || crc32.ChecksumIEEE(data[:n]) != binary.BigEndian.Uint32(data[n:]) {
		return files{}, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, name)
	}
	var snapshot index.Snapshot
	if _, err := snapshot.ReadFrom(bytes.NewReader(data[:n])); err != nil {
		return files{}, fmt.Errorf("%w: %s: %w", ErrCorrupt, name, err)
	}
	f := files{snapshot: name}
	for _, s := range snapshot.Segments() {
		f.segments = append(f.segments, fileName(index.ItemKindSegment, s.ID()))
	}
	return f, nil
}

// newestSnapshot returns the file name of the snapshot that counts, fs.ErrNotExist if there is none.
func newestSnapshot(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range slices.Backward(entries) { // in the order of their numbers, which have as many digits
		if filepath.Ext(e.Name()) == index.ItemKindSnapshot {
			return e.Name(), nil
		}
	}
	return "", &fs.PathError{Op: "open", Path: filepath.Join(dir, "*"+index.ItemKindSnapshot), Err: fs.ErrNotExist}
}

// settle removes everything else from a folder, and gives the snapshot a name that does not depend on how often Bluge
// wrote one.
func (f files) settle(dir string) error {
	if err := f.only(dir); err != nil || f.snapshot == firstSnapshot {
		return err
	}
	return os.Rename(filepath.Join(dir, f.snapshot), filepath.Join(dir, firstSnapshot))
}

var firstSnapshot = fileName(index.ItemKindSnapshot, 1)

// only removes from a folder what does not belong to an index.
func (f files) only(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if ext == index.ItemKindSnapshot && e.Name() != f.snapshot || ext == index.ItemKindSegment && !slices.Contains(f.segments, e.Name()) {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Verify reads an index whole. Bluge writes a checksum at the end of each segment, and never looks at it.
func Verify(dir string) error {
	f, err := list(dir)
	if err != nil {
		return err
	}
	for _, name := range f.segments {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		if n := len(data) - crc32.Size; n < 0 || crc32.ChecksumIEEE(data[:n]) != binary.BigEndian.Uint32(data[n:]) {
			return fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, name)
		}
	}
	return nil
}

// Clone makes a copy of an index in a new folder, for a Writer to change while readers use the old one. Segments are
// hard-linked where the file system can, and copied elsewhere: Bluge writes a file once and never changes it. The
// lock file and leftovers stay behind. The copy is on the disk when Clone returns. No Writer may have the original
// open.
func Clone(from, to string) error {
	f, err := list(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
	for _, name := range append(f.segments, f.snapshot) {
		from, to := filepath.Join(from, name), filepath.Join(to, name)
		if os.Link(from, to) == nil {
			continue
		}
		if err := durable.Copy(from, to); err != nil {
			return fmt.Errorf("copying the lexical index: %w", err)
		}
	}
	durable.SyncDir(to)
	return nil
}
