package session

import (
	"context"
	"errors"
	"fmt"
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

// lock keeps other processes from writing sessions.
func (st *Store) lock() (release func() error, err error) {
	l := flock.New(filepath.Join(st.dir, lockFile), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("another ibid holds %s; end it and ask again", l.Path())
		}
		return nil, errors.Join(err, l.Close())
	}
	return l.Close, nil
}

// append adds to the file of an id with one write, and returns where in it the data starts. What makes the data is told
// whether there is nothing yet: it is the first question, or somebody deleted the session meanwhile. A write that fails
// leaves the file as it was.
func (st *Store) append(id string, saved bool, data func(fresh bool) ([]byte, error)) (start int64, err error) {
	if err := os.MkdirAll(st.dir, 0o700); err != nil {
		return 0, err
	}
	release, err := st.lock()
	if err != nil {
		return 0, err
	}
	start, err = st.appendLocked(st.path(id), saved, data)
	return start, errors.Join(explain(st.dir, err), release())
}

func (st *Store) appendLocked(path string, saved bool, make func(fresh bool) ([]byte, error)) (start int64, err error) {
	old := exists(path)
	if old && !saved {
		return 0, errors.New("another session has this name; start a new one")
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	data, err := make(info.Size() == 0)
	start = info.Size()
	if err == nil && torn(f) {
		data = append([]byte{'\n'}, data...)
		start++
	}
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = f.Sync()
	}
	switch {
	case err != nil && old:
		return 0, errors.Join(err, f.Truncate(info.Size()))
	case err != nil:
		return 0, errors.Join(err, os.Remove(path))
	case !old:
		syncDir(st.dir)
	}
	return start, nil
}

// syncDir makes a new file's name last. Where folders cannot be synced, nothing can be done.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

// explain says what to do about an error while writing.
func explain(dir string, err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk is full at %s: free some space; what is not saved yet goes with the next question: %w", dir, err)
	}
	return err
}
