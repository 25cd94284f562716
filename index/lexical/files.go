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
// Whatever else lies in the folder is left over from a change that did not come to its end.
type files struct {
	snapshot string
	segments []string
}

// Clone makes a copy of an index in a new folder, for a Writer to change while readers use the old one. Segments are
// hard-linked where the file system can, and copied elsewhere: Bluge writes a file once and never changes it. The
// snapshot is copied, the lock file and leftovers are not. The copy is on the disk when Clone returns. No Writer may have
// the original open.
func Clone(from, to string) error {
	list, err := list(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
	for _, name := range append(list.segments, list.snapshot) {
		from, to := filepath.Join(from, name), filepath.Join(to, name)
		if name != list.snapshot && os.Link(from, to) == nil {
			continue
		}
		if err := durable.Copy(from, to); err != nil {
			return fmt.Errorf("copying the lexical index: %w", err)
		}
	}
	durable.SyncDir(to)
	return nil
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
	n := len(data) - crc32.Size // before the sum, which Bluge does not look at
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
