package config

import (
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
)

// trustFolder holds what the user trusts, in StateDir: a file for each project's file, called after the hash of its path, that
// holds the hash of its content, and the path for a person, as sha256sum writes them.
const trustFolder = "trust"

// ProjectFile is what a project's file does with the settings.
type ProjectFile struct {
	Path  string   // absolute, links resolved
	Sets  []string // keys, in the order of the file
	Needs []Given  // those that count only because the user trusts this very content

	sum         string   // SHA-256 of the content
	trusted     string   // sum of the content that the user trusts, "" for none
	overDefault []string // those of Sets that nobody had set
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
		err = replace(record, []byte(p.sum+"  "+p.Path+"\n"))
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

// personal tells that a setting is the user's alone: a project's file cannot widen it, trusted or not.
func personal(key string) bool {
	return key == "ollama.allow_remote" || key == "inspector.command" || isKeys(key)
}

// narrows tells whether the value that a project's file gives a setting is no more than a narrower one than holds without it, and
// says what the file may do. Such a file may have come with somebody else's documents: it can choose among them, change what things
// look like and ask for more care. Whatever setting is not named here is not its to give.
func narrows(key, dir string, old, value any) (ok bool, rule string) {
	if reflect.DeepEqual(old, value) {
		return true, ""
	}
	switch key {
	case "ui.color", "ui.theme", "ui.plain",
		"engine.hits", "engine.chunks", "engine.characters", "engine.rerank", "engine.max_rounds",
		"api.cards", "api.cluster", "api.recipes", "api.surfaces":
		return true, ""
	case "docs":
		return inside(dir, value.([]string)), "may only name what is inside its folder"
	case "projects":
		paths := slices.Clone(value.([]string))
		for i, p := range paths {
			_, paths[i], _ = strings.Cut(p, "=")
		}
		return inside(dir, paths), "may only name what is inside its folder"
	case "index.max_text_mb", "index.max_pdf_mb":
		return value.(int64) <= old.(int64), "may only lower this"
	case "guard.similarity_threshold", "guard.selection_threshold", "guard.premise_threshold", "guard.cosine_threshold", "guard.confidence_threshold":
		return value.(float64) >= old.(float64), "may only raise this"
	case "guard.similarity", "guard.key_terms", "guard.confidence", "guard.support", "guard.symbols", "guard.reread", "guard.llm_check":
		return value.(bool), "may only switch this on"
	case "engine.rewrite_followups", "ollama.allow_remote":
		return !value.(bool), "may not set this"
	case "inspector.command":
		return value == "", "may not set this"
	case "engine.generator":
		return value == "extractive", "may only make this extractive"
	case "engine.embedder":
		return value == "builtin", "may only make this builtin"
	case "engine.fallback":
		return value == "refuse", "may only make this refuse"
	case "engine.reformulate":
		return value == "rules", "may only make this rules"
	case "engine.max_time":
		was, _ := time.ParseDuration(old.(string))
		is, _ := time.ParseDuration(value.(string))
		return is > 0 && (was == 0 || is < was), "may only make this shorter"
	}
	return false, "may not set this"
}

// admit says why a project's file may not give a setting the value that it gave, "" where it may, and notes what the file sets.
// trusted lets it give all that the user can trust it with; origin is that of the old value.
func (p *ProjectFile) admit(s Setting, dir, origin string, old, value any, trusted bool) string {
	p.Sets = append(p.Sets, s.Key)
	if origin == "default" {
		p.overDefault = append(p.overDefault, s.Key)
	}
	ok, rule := narrows(s.Key, dir, old, value)
	if ok {
		return ""
	}
	instead := fmt.Sprintf("a project file %s: set %s, give --%s, or write it in your own config.toml instead", rule, s.Env(), s.Flag)
	switch {
	case personal(s.Key):
		return instead
	case trusted:
		p.Needs = append(p.Needs, Given{s.Key, value})
		return ""
	case p.trusted != "":
		return instead + "; the file has changed since you trusted it: read it, and `ibid trust` allows it as it is now"
	}
	return instead + "; or read the file, and `ibid trust` allows it as it is"
}

// raisedByProject tells that a setting is what a project file gave it that the user does not trust, over the default.
func (c *Config) raisedByProject(key string) bool {
	p := c.ProjectFile
	return p != nil && !p.Trusted() && slices.Contains(p.overDefault, key) && strings.HasPrefix(filepath.Base(c.origin[key]), projectFile+":")
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
