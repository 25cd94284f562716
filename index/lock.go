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

	"ibid/index/file"
)

// A generation is a folder gen-N that holds one whole index. It is built under another name and appears by rename, so
// the highest number is always whole; a killed writer leaves a folder that the next one removes.
const (
	generationPrefix = "gen-"
	buildingPrefix   = "building-"
	lockFile         = "lock"
	lockPoll         = 100 * time.Millisecond
	openTries        = 5 // at a generation that is replaced meanwhile

	// An index stands in a folder of its own, which only its user can write to. The marker tells it from a folder of
	// anybody else's: ibid removes nothing where there is none, and inside only what has a name that it gives. Where the
	// marker is damaged its generations are known by their manifests.
	markerFile = "CACHEDIR.TAG"
	markerTemp = markerFile + file.TempSuffix

	// marker starts as the Cache Directory Tagging Specification wants it, so that a backup leaves the folder out.
	marker = "Signature: 8a477f597d28d172789f06886806bc55\n# ibid.index/1: made by ibid from documents; it can be deleted at any time, and is then made again\n"
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

// newest does something with the newest generation, and again where a writer replaces that under it.
func newest(dir string, work func(n int, dir string) error) error {
	for tries := 1; ; tries++ {
		n, at, err := current(dir)
		if err != nil {
			return err
		}
		err = work(n, at)
		if again, _, cerr := current(dir); err == nil || cerr != nil || again == n || tries == openTries {
			return err // what fails is damaged, not replaced
		}
	}
}

func generationDir(dir string, n int) string {
	return filepath.Join(dir, generationPrefix+strconv.Itoa(n))
}

// commit turns a finished building folder into generation n and removes what it replaces.
func commit(dir, building string, n int) error {
	file.SyncDir(building)
	if err := os.Rename(building, generationDir(dir, n)); err != nil {
		return err
	}
	file.SyncDir(dir)
	sweep(dir, n)
	return nil
}

// newBuilding makes a folder to build a generation in.
func newBuilding(dir string) (string, error) { return os.MkdirTemp(dir, buildingPrefix) }

// forever is how long another writer is waited for where there is nothing yet to answer from.
const forever time.Duration = math.MaxInt64

// lock takes the writer's lock, and makes the folder. Another process that has it is waited for so long; then it is
// ErrBusy.
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

// ErrForeign means that what stands in the place of an index is none of ibid's, or could be somebody else's.
var ErrForeign = errors.New("not an index of ibid")

func foreign(dir, why string) error {
	return fmt.Errorf("%s is %w: %s; move it away, or keep the index elsewhere with --index-dir", printable(dir), ErrForeign, why)
}

// entries lists an index folder, once it is certain that it is one: it has the marker, or nothing is in it but what
// ibid makes, as in one of an earlier version. ErrNoIndex where there is none.
func entries(dir string) ([]os.DirEntry, error) {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNoIndex
	case err != nil:
		return nil, fmt.Errorf("index folder: %w", err)
	case !info.IsDir():
		return nil, foreign(dir, "it is not a folder")
	}
	if why := file.Exposed(info); why != "" {
		return nil, foreign(dir, why)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("index folder: %w", err)
	}
	known := marked(dir)
	for _, e := range list {
		name := e.Name()
		isFile := name == lockFile || name == markerFile || name == markerTemp
		generation := number(name, generationPrefix) > 0
		isFolder := generation || name == keptDir || number(name, buildingPrefix) > 0
		isManifest := func() bool { return beginsWith(filepath.Join(dir, name, manifestFile), manifestMagic) }
		switch {
		case isFile && e.Type().IsRegular():
		case isFolder && e.IsDir() && (known || !generation || isManifest()):
		case isFile || isFolder || !known:
			return nil, foreign(dir, printable(name)+" in it was not made by ibid")
		}
	}
	return list, nil
}

// number is the N of a name that is a prefix and N, and 0 of any other: N is greater, and written without zeros
// before it.
func number(name, prefix string) int64 {
	digits, ok := strings.CutPrefix(name, prefix)
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || n <= 0 || strconv.FormatInt(n, 10) != digits {
		return 0
	}
	return n
}

// marked tells whether a folder has the marker.
func marked(dir string) bool { return beginsWith(filepath.Join(dir, markerFile), marker) }

// beginsWith tells whether a regular file begins with a text.
func beginsWith(path, text string) bool {
	f, _, err := file.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	data := make([]byte, len(text))
	_, err = f.ReadAt(data, 0)
	return err == nil && string(data) == text
}

// mark writes the marker into a folder that has none.
func mark(dir string) error {
	if marked(dir) {
		return nil
	}
	return file.Replace(filepath.Join(dir, markerFile), []byte(marker))
}

// litter lists every generation but number n, and every folder that one was built in.
func litter(dir string, n int) (paths []string) {
	list, _ := entries(dir)
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		if number(e.Name(), generationPrefix)+number(e.Name(), buildingPrefix) > 0 && path != generationDir(dir, n) {
			paths = append(paths, path)
		}
	}
	return paths
}

// sweep removes the litter. What cannot be removed now, because a reader holds it open, is removed next time.
func sweep(dir string, n int) {
	for _, path := range litter(dir, n) {
		_ = os.RemoveAll(path) // follows no links
	}
}
