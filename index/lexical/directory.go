package lexical

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"github.com/blugelabs/bluge/index"
	segment "github.com/blugelabs/bluge_segment_api"
)

// config is how this package uses Bluge. The length of a document is stored exactly, as Bluge's BM25 stores it: the bits
// of a float32.
func config(dir string) index.Config {
	return configOf(&directory{FileSystemDirectory: index.NewFileSystemDirectory(dir), path: dir})
}

func configOf(d *directory) index.Config {
	c := index.DefaultConfigWithDirectory(func() index.Directory { return d })
	c.NumAnalysisWorkers = runtime.GOMAXPROCS(0)
	c.NormCalc = func(_ string, length int) float32 { return math.Float32frombits(uint32(length)) }
	return c
}

// directory is Bluge's folder of files, but for three operations.
type directory struct {
	*index.FileSystemDirectory
	path   string
	failed atomic.Pointer[error] // the first error of Persist
}

// Persist keeps its error: Bluge makes text of it.
func (d *directory) Persist(kind string, id uint64, w index.WriterTo, stop chan struct{}) error {
	err := d.FileSystemDirectory.Persist(kind, id, w, stop)
	if err != nil && !errors.Is(err, segment.ErrClosed) {
		d.failed.CompareAndSwap(nil, &err)
	}
	return err
}

// cause is what was behind an error of a Writer: the error of the folder where that had one.
func (d *directory) cause(err error) error {
	if first := d.failed.Load(); err != nil && first != nil {
		return *first
	}
	return err
}

// Lock tells a lock that is held from one that cannot be taken.
func (d *directory) Lock() error {
	err := d.FileSystemDirectory.Lock()
	if err == nil || errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w (%w)", ErrLocked, err)
}

// Remove deletes a file without locking it first: a clone shares it, and its readers must neither hinder the removal
// nor be hindered by it.
func (d *directory) Remove(kind string, id uint64) error {
	return os.Remove(filepath.Join(d.path, fileName(kind, id)))
}

// fileName is Bluge's name for a file.
func fileName(kind string, id uint64) string { return fmt.Sprintf("%012x%s", id, kind) }

// syncFolder makes the names in a folder durable. Windows has no such operation and needs none.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
