package lexical

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/blugelabs/bluge/index"
)

// config is how this package uses Bluge. The length of a document is stored exactly, as Bluge's BM25 stores it: the bits
// of a float32.
func config(dir string) index.Config {
	c := index.DefaultConfigWithDirectory(func() index.Directory {
		return directory{index.NewFileSystemDirectory(dir), dir}
	})
	c.NumAnalysisWorkers = runtime.GOMAXPROCS(0)
	c.NormCalc = func(_ string, length int) float32 { return math.Float32frombits(uint32(length)) }
	return c
}

// directory is Bluge's folder of files, but for two operations.
type directory struct {
	*index.FileSystemDirectory
	path string
}

// Lock tells a lock that is held from one that cannot be taken.
func (d directory) Lock() error {
	err := d.FileSystemDirectory.Lock()
	if err == nil || errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w (%w)", ErrLocked, err)
}

// Remove deletes a file without locking it first: a clone shares it, and its readers must neither hinder the removal
// nor be hindered by it.
func (d directory) Remove(kind string, id uint64) error {
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
