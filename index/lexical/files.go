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

	"ibid/index/file"
)

// list names the files that an index consists of: its newest snapshot, which lists the live documents, and the segments
// that this refers to. It is fs.ErrNotExist where there is no index.
func list(dir string) ([]string, error) {
	snapshots, err := filepath.Glob(filepath.Join(dir, "*"+index.ItemKindSnapshot))
	if err == nil && len(snapshots) == 0 {
		err = &fs.PathError{Op: "open", Path: filepath.Join(dir, "*"+index.ItemKindSnapshot), Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, fmt.Errorf("opening the lexical index: %w", err)
	}
	newest := slices.Max(snapshots) // their numbers have as many digits
	data, err := os.ReadFile(newest)
	if err != nil {
		return nil, fmt.Errorf("opening the lexical index: %w", err)
	}
	n := len(data) - crc32.Size
	if n < 0 || crc32.ChecksumIEEE(data[:n]) != binary.BigEndian.Uint32(data[n:]) {
		return nil, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, newest)
	}
	var snapshot index.Snapshot
	if _, err := snapshot.ReadFrom(bytes.NewReader(data[:n])); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, newest, err)
	}
	names := []string{filepath.Base(newest)}
	for _, s := range snapshot.Segments() {
		names = append(names, fileName(index.ItemKindSegment, s.ID()))
	}
	return names, nil
}

// fileName is Bluge's name for a file.
func fileName(kind string, id uint64) string { return fmt.Sprintf("%012x%s", id, kind) }

// settle removes from a folder what does not belong to its index, and gives the snapshot a name that does not depend on
// how often Bluge wrote one.
func settle(dir string) error {
	names, err := list(dir)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if err == nil && !slices.Contains(names, e.Name()) {
			err = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	if err == nil {
		err = os.Rename(filepath.Join(dir, names[0]), filepath.Join(dir, fileName(index.ItemKindSnapshot, 1)))
	}
	file.SyncDir(dir)
	return err
}

// Clone makes a copy of an index in a new folder, for a Writer to change while readers use the old one. Segments are
// hard-linked where the file system can, and copied elsewhere: Bluge writes a file once and never changes it. The copy
// is on the disk when Clone returns.
func Clone(from, to string) error {
	names, err := list(from)
	if err != nil {
		return err
	}
	if err = os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
	for _, name := range names {
		from, to := filepath.Join(from, name), filepath.Join(to, name)
		if os.Link(from, to) == nil {
			continue
		}
		if err := file.Copy(from, to); err != nil {
			return fmt.Errorf("copying the lexical index: %w", err)
		}
	}
	file.SyncDir(to)
	return nil
}
