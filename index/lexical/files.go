package lexical

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/blugelabs/bluge/index"
)

// files names what an index consists of: one snapshot, which lists the live documents, and the segments it refers to.
// Whatever else lies in the folder is left over from a change that did not come to its end.
type files struct {
	snapshot string
	segments []string
}

// Verify reads an index whole and compares its checksums. It fails with ErrCorrupt if they differ or a file is missing.
func Verify(dir string) error {
	list, err := list(dir)
	if err != nil {
		return err
	}
	for _, name := range list.segments {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		err = checkSum(f)
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrCorrupt, name, err)
		}
	}
	return nil
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
	for _, name := range list.segments {
		if os.Link(filepath.Join(from, name), filepath.Join(to, name)) == nil {
			continue
		}
		if err := copyFile(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return fmt.Errorf("copying the lexical index: %w", err)
		}
	}
	err = copyFile(filepath.Join(from, list.snapshot), filepath.Join(to, list.snapshot))
	if err = errors.Join(err, syncFolder(to)); err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
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
	if err := checkSum(bytes.NewReader(data)); err != nil {
		return files{}, fmt.Errorf("%w: %s: %w", ErrCorrupt, name, err)
	}
	var snapshot index.Snapshot
	if _, err := snapshot.ReadFrom(bytes.NewReader(data[:len(data)-crc32.Size])); err != nil {
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
	ids, err := snapshots(dir)
	if err != nil {
		return "", err
	}
	if len(ids) == 0 {
		return "", &fs.PathError{Op: "open", Path: filepath.Join(dir, "*"+index.ItemKindSnapshot), Err: fs.ErrNotExist}
	}
	return fileName(index.ItemKindSnapshot, ids[len(ids)-1]), nil
}

// removeOlderSnapshots leaves the one that counts.
func removeOlderSnapshots(dir string) error {
	ids, err := snapshots(dir)
	if err != nil {
		return err
	}
	for _, id := range ids[:max(0, len(ids)-1)] {
		if err := os.Remove(filepath.Join(dir, fileName(index.ItemKindSnapshot, id))); err != nil {
			return err
		}
	}
	return nil
}

// snapshots lists the snapshots in a folder by their numbers, rising.
func snapshots(dir string) ([]uint64, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var ids []uint64
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name(), index.ItemKindSnapshot)
		if !ok {
			continue
		}
		if id, err := strconv.ParseUint(digits, 16, 64); err == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// checkSum compares the four bytes at the end of a file of Bluge's, big-endian, with the CRC-32 of those before.
func checkSum(r io.ReadSeeker) error {
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if size < crc32.Size {
		return io.ErrUnexpectedEOF
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, r, size-crc32.Size); err != nil {
		return err
	}
	var want [crc32.Size]byte
	if _, err := io.ReadFull(r, want[:]); err != nil {
		return err
	}
	if sum.Sum32() != binary.BigEndian.Uint32(want[:]) {
		return errors.New("wrong checksum")
	}
	return nil
}

func copyFile(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return errors.Join(err, dst.Sync(), dst.Close())
}
