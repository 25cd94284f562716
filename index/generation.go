package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// A generation is a folder gen-N that holds one whole index. It is built under another name and appears by rename, so
// the highest number is always whole; a killed writer leaves a folder that the next one removes.
const (
	generationPrefix = "gen-"
	buildingPrefix   = "building-"
	lockFile         = "lock"
	lockPoll         = 100 * time.Millisecond
)

// ErrNoIndex means that nothing has been indexed here yet.
var ErrNoIndex = errors.New("no index yet")

// ErrBusy means that another process is writing this index.
var ErrBusy = errors.New("another ibid is indexing these documents")

// current is the newest generation and its folder; ErrNoIndex where there is none.
func current(dir string) (int, string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, "", fmt.Errorf("index folder: %w", err)
	}
	best := 0
	for _, e := range entries {
		if s, ok := strings.CutPrefix(e.Name(), generationPrefix); ok {
			if n, err := strconv.Atoi(s); err == nil && n > best {
				best = n
			}
		}
	}
	if best == 0 {
		return 0, "", ErrNoIndex
	}
	return best, generationDir(dir, best), nil
}

func generationDir(dir string, n int) string {
	return filepath.Join(dir, generationPrefix+strconv.Itoa(n))
}

// commit turns a finished building folder into generation n and removes what it replaces.
func commit(dir, building string, n int) error {
	syncDir(building)
	if err := os.Rename(building, generationDir(dir, n)); err != nil {
		return err
	}
	syncDir(dir)
	sweep(dir, n)
	return nil
}

// sweep removes every generation but one and every abandoned building folder. What cannot be removed now, because a
// reader holds it open, is removed next time.
func sweep(dir string, keep int) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, buildingPrefix) || strings.HasPrefix(name, generationPrefix) && name != generationPrefix+strconv.Itoa(keep) {
			_ = os.RemoveAll(filepath.Join(dir, name))
		}
	}
}

// forever is how long another writer is waited for where there is nothing yet to answer from.
const forever time.Duration = math.MaxInt64

// lock takes the writer's lock. Another process that has it is waited for so long; then it is ErrBusy.
func lock(ctx context.Context, dir string, wait time.Duration, progress Progress) (*flock.Flock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, explain(dir, err)
	}
	l := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	for start := time.Now(); ; {
		ok, err := l.TryLock()
		if err != nil {
			return nil, explain(dir, err)
		}
		if ok {
			return l, nil
		}
		if time.Since(start) >= wait {
			return nil, ErrBusy
		}
		progress(Step{Stage: StageWait})
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

// explain says what to do about an error while writing the index.
func explain(dir string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("the disk is full at %s: free some space, or keep the index elsewhere with --index-dir: %w", dir, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("cannot write to %s: allow it, or keep the index elsewhere with --index-dir: %w", dir, err)
	}
	return err
}
