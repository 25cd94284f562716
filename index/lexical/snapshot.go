package lexical

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"ibid/index/durable"
)

const (
	snapshotFile  = "index.snp"
	segmentSuffix = ".seg"
	lockFile      = "lock"
)

// snapshot lists the segments that an index consists of. Its file is a line with its CRC-32C in decimal, and JSON.
// Whatever else lies in the folder is left over from a Writer that did not come to its end.
type snapshot struct {
	Next     uint64 // the number that the next segment gets
	Segments []place
}

func (p place) path(dir string) string {
	return filepath.Join(dir, fmt.Sprintf("%012x%s", p.Number, segmentSuffix))
}

func readSnapshot(dir string) (s snapshot, err error) {
	data, err := os.ReadFile(filepath.Join(dir, snapshotFile))
	if err != nil {
		return s, fmt.Errorf("opening the lexical index: %w", err)
	}
	sum, body, _ := bytes.Cut(data, []byte("\n"))
	if string(sum) != strconv.Itoa(int(durable.Sum(body))) {
		return s, fmt.Errorf("%w: %s: wrong checksum", ErrCorrupt, snapshotFile)
	}
	if err := json.Unmarshal(body, &s); err != nil {
		return s, fmt.Errorf("%w: %s: %w", ErrCorrupt, snapshotFile, err)
	}
	return s, nil
}

// write makes an index consist of segments that are on the disk.
func (s *snapshot) write(dir string, segments []*segment) error {
	s.Segments = nil
	for _, segment := range segments {
		segment.Deleted = slices.Sorted(maps.Keys(segment.deleted))
		s.Segments = append(s.Segments, segment.place)
	}
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, snapshotFile), fmt.Appendf(nil, "%d\n%s", durable.Sum(body), body))
}

// open opens the segments.
func (s *snapshot) open(dir string) ([]*segment, error) {
	var segments []*segment
	for _, at := range s.Segments {
		segment, err := at.open(dir)
		if err != nil {
			return nil, errors.Join(err, closeSegments(segments))
		}
		segments = append(segments, segment)
	}
	return segments, nil
}

func (p place) open(dir string) (s *segment, err error) {
	f, err := os.Open(p.path(dir))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	info, err := f.Stat()
	if err == nil && info.Size() != p.Size {
		err = fmt.Errorf("%d bytes of %d", info.Size(), p.Size)
	}
	if err == nil {
		s, err = openSegment(f, p)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s: %w", ErrCorrupt, f.Name(), err), f.Close())
	}
	return s, nil
}

func closeSegments(segments []*segment) error {
	var errs []error
	for _, s := range segments {
		errs = append(errs, s.file.(*os.File).Close())
	}
	return errors.Join(errs...)
}

// Clone makes a copy of an index in a new folder, for a Writer to change while readers use the old one. Its files are
// hard-linked where the file system can, since a Writer changes none of them, and copied elsewhere; the lock file and
// leftovers stay behind. The copy is on the disk when Clone returns. No Writer may have the original open.
func Clone(from, to string) error {
	s, err := readSnapshot(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("copying the lexical index: %w", err)
	}
	paths := []string{filepath.Join(from, snapshotFile)}
	for _, p := range s.Segments {
		paths = append(paths, p.path(from))
	}
	for _, path := range paths {
		copied := filepath.Join(to, filepath.Base(path))
		if os.Link(path, copied) == nil {
			continue
		}
		if err := durable.Copy(path, copied); err != nil {
			return fmt.Errorf("copying the lexical index: %w", err)
		}
	}
	durable.SyncDir(to)
	return nil
}
