package symbol

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"ibid/index/file"
	"ibid/index/symbol/language"
)

// maxSourceBytes is the size above which a file is data that happens to look like code.
const maxSourceBytes = 5 << 20

// Source is a file that may declare something.
type Source struct {
	Project string                 // its name
	Path    string                 // slash-separated, below the root of the project
	Digest  string                 // differs when the content does
	Read    func() ([]byte, error) // gives the content
}

// IsSource tells by its name whether a file is source code that the registry reads.
func IsSource(path string) bool { return language.FamilyOf(path) != language.None }

// Collect lists the sources below a project's root. Folders that cannot be read, files outside that a link names, and
// those of other projects inside (with a go.mod of their own), are left out.
// The digests come from sizes and times of change.
func Collect(ctx context.Context, p Project) ([]Source, error) {
	root, err := os.OpenRoot(p.Root)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNoProject, p.Root, err)
	}
	defer root.Close()
	var sources []Source
	err = filepath.WalkDir(p.Root, func(name string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if name == p.Root {
			if err != nil {
				return fmt.Errorf("%w: %s: %w", ErrNoProject, p.Root, err)
			}
			return nil
		}
		if err != nil {
			return nil
		}
		if e.IsDir() {
			if skippedFolder(e.Name()) || p.nested(name) {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(p.Root, name)
		if err != nil || !IsSource(name) && !IsDocument(name) {
			return nil
		}
		rel = filepath.ToSlash(rel)
		if IsSource(name) && p.Module(rel) == "" {
			return nil
		}
		info, err := e.Info()
		if e.Type()&fs.ModeSymlink != 0 {
			info, err = root.Stat(filepath.FromSlash(rel)) // an error where it leads out of the project
		}
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxSourceBytes {
			return nil
		}
		sources = append(sources, Source{
			Project: p.Name,
			Path:    rel,
			Digest:  strconv.FormatInt(info.Size(), 36) + "." + strconv.FormatInt(info.ModTime().UnixNano(), 36),
			Read:    func() ([]byte, error) { return file.ReadIn(p.Root, filepath.FromSlash(rel), maxSourceBytes) },
		})
		return nil
	})
	return sources, err
}

// nested tells whether a folder is the root of another Go module.
func (p *Project) nested(folder string) bool {
	if p.Go == nil {
		return false
	}
	info, err := os.Stat(filepath.Join(folder, goModFile))
	return err == nil && info.Mode().IsRegular()
}

// Locate is where a source of the project stands on disk.
func (p *Project) Locate(file string) string {
	return filepath.Join(p.Root, filepath.FromSlash(path.Clean("/"+file)))
}
