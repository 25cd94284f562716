package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"ibid/ui/keep"
)

// trustFolder holds what the user trusts, in StateDir: a file for each project's file, called after the hash of its path, that
// holds the hash of its content, and the path for a person, as sha256sum writes them.
const trustFolder = "trust"

// ProjectFile is what a project's file does with the settings.
type ProjectFile struct {
	Path  string   // absolute, links resolved
	Sets  []string // keys, in the order of the file
	Needs []Given  // those that count only because the user trusts this very content

	sum     string // SHA-256 of the content
	trusted string // sum of the content that the user trusts, "" for none
}

// Given is a value that a file gives a setting, as Setting.Value returns it.
type Given struct {
	Key   string
	Value any
}

// Trusted tells whether the user trusts the content of the file.
func (p *ProjectFile) Trusted() bool { return p.trusted == p.sum }

// readProject reads the project's file of a folder, and what the user trusts of it; nil and nothing where there is none.
func readProject(src Sources) (*ProjectFile, []byte, error) {
	path := filepath.Join(src.Dir, projectFile)
	data, err := readFile(path)
	if data == nil || err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256(data)
	p := &ProjectFile{sum: hex.EncodeToString(sum[:])}
	if p.Path, err = projectPath(src.Dir); err != nil {
		return nil, nil, &Error{path, err.Error()}
	}
	if record, err := p.record(src.Env); err == nil { // without a home nothing is trusted
		known, _ := readFile(record)
		p.trusted, _, _ = strings.Cut(string(known), " ")
	}
	return p, data, nil
}

// projectPath is where the project's file of a folder stands, by the one name that the folder has whatever way leads to it.
func projectPath(dir string) (string, error) {
	at, err := resolve(dir)
	return filepath.Join(at, projectFile), err
}

// record is the file that holds what the user trusts of the project's file.
func (p *ProjectFile) record(env []string) (string, error) {
	dir, err := StateDir(env)
	sum := sha256.Sum256([]byte(p.Path))
	return filepath.Join(dir, trustFolder, hex.EncodeToString(sum[:])), err
}

// Trust lets the project's file of a folder, as it is now, give all but what is the user's alone. It returns what the file does, nil
// where there is none; nothing is kept of one that needs no trust. A file that could not be used all the same is an *Error.
func Trust(src Sources) (*ProjectFile, error) {
	c, err := load(src, true)
	if err != nil {
		return nil, err
	}
	p := c.ProjectFile
	if p == nil || len(p.Needs) == 0 {
		return p, nil
	}
	record, err := p.record(src.Env)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(record), 0o700)
	}
	if err == nil {
		err = keep.Replace(record, []byte(p.sum+"  "+p.Path+"\n"), 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("what you trust cannot be kept: %w", err)
	}
	return p, nil
}

// Distrust forgets that the user trusts the project's file of a folder, and tells whether that was so. The file may be gone.
func Distrust(src Sources) (bool, error) {
	path, err := projectPath(src.Dir)
	if err != nil {
		return false, err
	}
	record, err := (&ProjectFile{Path: path}).record(src.Env)
	if err == nil {
		err = os.Remove(record)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// rule says what a project's file may do with a setting. Such a file may have come with somebody else's documents: it can choose among
// them, change what things look like and ask for more care. Of a setting whose rule is the zero one it may set nothing.
type rule struct {
	says     string                                // what the file may do; "" where it may not set it
	ok       func(dir string, old, value any) bool // the value is no more than a narrower one than holds without it; nil for no value
	personal bool                                  // the setting is the user's alone: a file that is trusted cannot widen it either
}

func closed() rule { return rule{} }

func free() rule {
	return rule{says: "may set it", ok: func(string, any, any) bool { return true }}
}

// personal makes a setting the user's alone.
func personal(r rule) rule {
	r.personal = true
	return r
}

// unset lets a file switch a thing off again that the user has switched on.
func unset(off any) rule {
	return rule{says: "may only switch this off", ok: func(_ string, _, value any) bool { return value == off }}
}

func only(narrowest string) rule {
	return rule{says: "may only make this " + narrowest, ok: func(_ string, _, value any) bool { return value == narrowest }}
}

func switchOn() rule {
	return rule{says: "may only switch this on", ok: func(_ string, _, value any) bool { return value.(bool) }}
}

func lower() rule {
	return rule{says: "may only lower this", ok: func(_ string, old, value any) bool { return value.(int64) <= old.(int64) }}
}

func raise() rule {
	return rule{says: "may only raise this", ok: func(_ string, old, value any) bool { return value.(float64) >= old.(float64) }}
}

func shorter() rule {
	return rule{says: "may only make this shorter", ok: func(_ string, old, value any) bool {
		was, _ := time.ParseDuration(old.(string))
		is, _ := time.ParseDuration(value.(string))
		return is > 0 && (was == 0 || is < was)
	}}
}

// insideFolder lets a file name paths in its own folder; pathOf is that of a value.
func insideFolder(pathOf func(string) string) rule {
	return rule{says: "may only name what is inside its folder", ok: func(dir string, _, value any) bool {
		var paths []string
		for _, v := range value.([]string) {
			paths = append(paths, pathOf(v))
		}
		return inside(dir, paths)
	}}
}

func whole(path string) string { return path }

func ofProject(value string) string {
	_, path, _ := strings.Cut(value, "=")
	return path
}

// narrows tells whether a project's file may give a setting a value though nobody trusts it.
func (s Setting) narrows(dir string, old, value any) bool {
	return reflect.DeepEqual(old, value) || s.narrower.ok != nil && s.narrower.ok(dir, old, value)
}

// admit says why a project's file may not give a setting the value that it gave, "" where it may, and notes what the file sets.
// trusted lets it give all that the user can trust it with.
func (p *ProjectFile) admit(s Setting, dir string, old, value any, trusted bool) string {
	p.Sets = append(p.Sets, s.Key)
	if s.narrows(dir, old, value) {
		return ""
	}
	instead := fmt.Sprintf("a project file %s: set %s, give --%s, or write it in your own config.toml instead", cmp.Or(s.narrower.says, "may not set this"), s.Env(), s.Flag)
	switch {
	case s.narrower.personal:
		return instead
	case trusted:
		p.Needs = append(p.Needs, Given{s.Key, value})
		return ""
	case p.trusted != "":
		return instead + "; the file has changed since you trusted it: read it, and `ibid trust` allows it as it is now"
	}
	return instead + "; or read the file, and `ibid trust` allows it as it is"
}

// inside tells whether all paths are a folder or lie in it, links resolved.
func inside(dir string, paths []string) bool {
	root, err := resolve(dir)
	return err == nil && !slices.ContainsFunc(paths, func(p string) bool {
		at, err := resolve(p)
		if err != nil {
			return true
		}
		rel, err := filepath.Rel(root, at)
		return err != nil || !filepath.IsLocal(rel)
	})
}

// resolve is a path without links, from the root. What is not there yet stands below what is; a link to nowhere is an error.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	at, err := filepath.EvalSymlinks(path)
	if _, there := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) || there == nil || filepath.Dir(path) == path {
		return at, err
	}
	above, err := resolve(filepath.Dir(path))
	return filepath.Join(above, filepath.Base(path)), err
}
