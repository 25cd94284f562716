package lexical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ibid/index/durable"
)

const (
	snapshotFile  = "index.snp"
	snapshotMagic = "ibidsnp1"
	segmentSuffix = ".seg"
	lockFile      = "lock"
)

func segmentFile(number uint64) string { return fmt.Sprintf("%012x%s", number, segmentSuffix) }

// member is a segment as the snapshot names it.
type member struct {
	number     uint64
	size       int64
	sum        uint32
	tombstones []byte
}

// readSnapshot reads which segments an index consists of, and the number that the next one will have.
func readSnapshot(dir string) (members []member, next uint64, err error) {
	data, err := os.ReadFile(filepath.Join(dir, snapshotFile))
	if err != nil {
		return nil, 0, fmt.Errorf("opening the lexical index: %w", err)
	}
	n := len(data) - 4
	if n < len(snapshotMagic) || string(data[:len(snapshotMagic)]) != snapshotMagic || durable.Sum(data[:n]) != binary.LittleEndian.Uint32(data[n:]) {
		return nil, 0, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, snapshotFile)
	}
	d := decoder{rest: data[len(snapshotMagic):n]}
	next = d.uvarint()
	for len(d.rest) > 0 && !d.bad {
		members = append(members, member{d.uvarint(), int64(d.uvarint()), d.uint32(), d.bytes(d.uvarint())})
	}
	if d.bad {
		return nil, 0, fmt.Errorf("%w: %s is cut short", ErrCorrupt, snapshotFile)
	}
	return members, next, nil
}

// writeSnapshot makes an index consist of some segments, whose files are on the disk.
func writeSnapshot(dir string, segments []*segment, next uint64) error {
	data := binary.AppendUvarint([]byte(snapshotMagic), next)
	for _, s := range segments {
		data = binary.AppendUvarint(data, s.number)
		data = binary.AppendUvarint(data, uint64(s.size))
		data = binary.LittleEndian.AppendUint32(data, s.sum)
		tombstones := s.tombstones(nil)
		data = append(binary.AppendUvarint(data, uint64(len(tombstones))), tombstones...)
	}
	return durable.Replace(filepath.Join(dir, snapshotFile), binary.LittleEndian.AppendUint32(data, durable.Sum(data)))
}

// openSegments opens the segments of an index.
func openSegments(dir string) (segments []*segment, next uint64, err error) {
	members, next, err := readSnapshot(dir)
	if err != nil {
		return nil, 0, err
	}
	for _, m := range members {
		s, err := openMember(dir, m)
		if err != nil {
			return nil, 0, errors.Join(fmt.Errorf("%w: %s: %w", ErrCorrupt, segmentFile(m.number), err), closeSegments(segments))
		}
		segments = append(segments, s)
	}
	return segments, next, nil
}

func openMember(dir string, m member) (*segment, error) {
	f, err := os.Open(filepath.Join(dir, segmentFile(m.number)))
	if err != nil {
		return nil, err
	}
	s, err := openSegment(f, m.size)
	if err == nil && s.sum != m.sum {
		err = errors.New("it is another one than the snapshot names")
	}
	if err == nil {
		s.number = m.number
		err = s.bury(m.tombstones)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

func closeSegments(segments []*segment) error {
	var errs []error
	for _, s := range segments {
		if f, ok := s.file.(*os.File); ok {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// removeOthers removes the files of segments that an index no longer consists of, or never did: a Writer that was killed left them.
// What cannot be removed now is removed by a later Writer.
func removeOthers(dir string, segments []*segment) {
	kept := map[string]bool{}
	for _, s := range segments {
		kept[segmentFile(s.number)] = true
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), segmentSuffix) && !kept[e.Name()] {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// Clone makes a copy of an index in a new folder, for a Writer to change while readers use the old one. Its files are hard-linked where
// the file system can, since a Writer changes none of them, and copied elsewhere; the lock file and leftovers stay behind. The copy is on
// the disk when Clone returns. No Writer may have the original open.
func Clone(from, to string) error {
	members, _, err := readSnapshot(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
	names := []string{snapshotFile}
	for _, m := range members {
		names = append(names, segmentFile(m.number))
	}
	for _, name := range names {
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

// exists tells whether a folder holds an index.
func exists(dir string) (bool, error) {
	_, err := os.Lstat(filepath.Join(dir, snapshotFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
