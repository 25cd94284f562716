package session

import (
	"context"
	"errors"
	"fmt"
	"ibid/index/file"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockFile = "lock" // held while a line is written
	lockPoll = 5 * time.Millisecond
	lockWait = 10 * time.Second // far longer than a write takes
)

// lock keeps other processes from writing in a folder that a lock of this name is for.
func lock(path string) (release func() error, err error) {
	l := flock.New(path, flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("another ibid holds %s; end it and ask again", path)
		}
		return nil, errors.Join(err, l.Close())
	}
	return l.Close, nil
}

// append adds to the file of an id with one write. What makes the data is told where it will stand: at 0 where there is
// nothing yet, for it is the first question, or somebody deleted the session meanwhile. A write that fails leaves the
// file as it was.
func (st *Store) append(id string, saved bool, data func(start int64) ([]byte, error)) error {
	if err := os.MkdirAll(st.dir, 0o700); err != nil {
		return err
	}
	release, err := lock(filepath.Join(st.dir, lockFile))
	if err != nil {
		return err
	}
	err = st.appendLocked(st.path(id), saved, data)
	if errors.Is(err, syscall.ENOSPC) {
		err = fmt.Errorf("the disk is full at %s: free some space; what is not saved yet goes with the next question: %w", st.dir, err)
	}
	return errors.Join(err, release())
}

func (st *Store) appendLocked(path string, saved bool, data func(start int64) ([]byte, error)) (err error) {
	old := exists(path)
	if old && !saved {
		return errors.New("another session has this name; start a new one")
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var lineEnd []byte // of a line that has none
	if file.Torn(f) {
		lineEnd = []byte{'\n'}
	}
	lines, err := data(info.Size() + int64(len(lineEnd)))
	if err == nil {
		_, err = f.Write(append(lineEnd, lines...))
	}
	if err == nil {
		err = f.Sync()
	}
	switch {
	case err != nil && old:
		return errors.Join(err, f.Truncate(info.Size()))
	case err != nil:
		return errors.Join(err, os.Remove(path))
	case !old:
		file.SyncDir(st.dir)
	}
	return nil
}
