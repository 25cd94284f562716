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
	list, err := entries(dir)
	if err != nil {
		return 0, "", err
	}
	best := 0
	for _, e := range list {
		best = max(best, int(number(e.Name(), generationPrefix)))
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
	_ = os.Remove(filepath.Join(generationDir(dir, n), readLog))
	sweep(dir, generationPrefix+strconv.Itoa(n))
	return nil
}

// newBuilding makes a folder to build a generation in.
func newBuilding(dir string) (string, error) {
	building, err := os.MkdirTemp(dir, buildingPrefix)
	if err != nil {
		return "", err
	}
	return building, mark(building)
}

// forever is how long another writer is waited for where there is nothing yet to answer from.
const forever time.Duration = math.MaxInt64

// lock takes the writer's lock, and makes the folder. Another process that has it is waited for so long; then it is ErrBusy.
func lock(ctx context.Context, dir string, wait time.Duration, progress Progress) (*flock.Flock, error) {
	_, err := entries(dir)
	if errors.Is(err, ErrNoIndex) {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, explain(dir, err)
	}
	l := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	for start := time.Now(); ; {
		ok, err := l.TryLock()
		if err != nil {
			return nil, explain(dir, err)
		}
		if ok {
			if err := mark(dir); err != nil {
				return nil, errors.Join(explain(dir, err), l.Unlock())
			}
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
