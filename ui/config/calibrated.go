package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"ibid/index/regular"
	"ibid/ui/keep"
)

const (
	calibratedFile     = "calibrated.toml" // beside the user's file
	maxCalibratedBytes = 1 << 20           // a table takes some 300 bytes
	calibratedHeader   = "# Thresholds that `ibid eval calibrate --write` found. It writes this file anew each time: what you set in config.toml wins.\n\n"
)

// What the table for selected texts has in place of documents and of what makes their vectors.
const (
	Passages   = "passages"
	NoEmbedder = "none"
)

// ofGenerator is the setting whose values mean something for one generator alone.
const ofGenerator = "guard.confidence_threshold"

// Calibrated are the thresholds that questions gave for one set of documents and one embedder.
type Calibrated struct {
	Corpus     string             `toml:"corpus"`    // the name of the index's folder, which is that of the documents; Passages for selected texts
	Embedder   string             `toml:"embedder"`  // NoEmbedder for selected texts
	Generator  string             `toml:"generator"` // which answered
	Documents  []string           `toml:"documents"` // as they were given, for a person
	Questions  string             `toml:"questions"` // the sets, for a person
	Thresholds map[string]float64 `toml:"thresholds"`
}

// calibratedTables is the file.
type calibratedTables struct {
	Calibrated []Calibrated `toml:"calibrated"`
}

// WithCalibrated returns the settings for a set of documents and what makes their vectors: where nobody set a threshold, the
// calibrated one counts. A generator is the name of the one that answers, "" for any.
func (c *Config) WithCalibrated(corpus, embedder, generator string) *Config {
	out := *c
	out.origin = maps.Clone(c.origin)
	for _, t := range c.calibrated {
		if !(t.Corpus == corpus && t.Embedder == embedder) && !(t.Corpus == Passages && t.Embedder == NoEmbedder) {
			continue
		}
		for _, s := range settings {
			x, ok := t.Thresholds[s.Key]
			if !ok || c.Origin(s.Key) != "default" || s.Key == ofGenerator && generator != "" && generator != t.Generator {
				continue
			}
			if s.set(&out, input{value: x}) == nil { // it was tried when it was read
				out.origin[s.Key] = c.calibratedPath + " for " + t.subject()
			}
		}
	}
	return &out
}

// subject is what the thresholds are for, in words for a person.
func (t *Calibrated) subject() string {
	switch {
	case t.Corpus == Passages:
		return "selected texts"
	case len(t.Documents) == 0: // somebody wrote the file
		return "the documents " + t.Corpus + " with vectors of " + t.Embedder
	}
	return strings.Join(t.Documents, ", ") + " with vectors of " + t.Embedder
}

// readCalibrated reads the tables of a file; none where there is no such file.
func readCalibrated(path string) ([]Calibrated, error) {
	data, err := regular.Read(path, maxCalibratedBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, regular.ErrTooLarge):
		return nil, damaged(path, fmt.Sprintf("is larger than %d MB", maxCalibratedBytes>>20))
	case err != nil:
		return nil, damaged(path, "cannot be read: "+keep.Cause(err).Error())
	}
	return parseCalibrated(path, data)
}

func parseCalibrated(path string, data []byte) ([]Calibrated, error) {
	var file calibratedTables
	d := toml.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) && len(strict.Errors) > 0 {
			row, column := strict.Errors[0].Position()
			return nil, damaged(fmt.Sprintf("%s:%d:%d", path, row, column), "has a key that ibid does not write")
		}
		var broken *toml.DecodeError
		if errors.As(err, &broken) {
			row, column := broken.Position()
			path = fmt.Sprintf("%s:%d:%d", path, row, column)
		}
		return nil, damaged(path, "is damaged: "+err.Error())
	}
	seen := map[[2]string]bool{}
	for i := range file.Calibrated {
		t := &file.Calibrated[i]
		problem := t.check()
		if id := [2]string{t.Corpus, t.Embedder}; problem == "" && seen[id] {
			problem = "it is there twice"
		} else {
			seen[id] = true
		}
		if problem != "" {
			return nil, damaged(path, fmt.Sprintf("table %d is damaged: %s", i+1, problem))
		}
	}
	return file.Calibrated, nil
}

// check says what is wrong with a table, "" for nothing.
func (t *Calibrated) check() string {
	if t.Corpus == "" || t.Embedder == "" {
		return "it does not say for which documents and which embedder it is"
	}
	for _, key := range slices.Sorted(maps.Keys(t.Thresholds)) {
		s, ok := find(key)
		if !ok || s.Kind != kindShare {
			return fmt.Sprintf("%q is no threshold", key)
		}
		if err := s.set(&Config{}, input{value: t.Thresholds[key]}); err != nil {
			return fmt.Sprintf("%s: %v", key, err)
		}
	}
	return ""
}

func damaged(where, problem string) *Error {
	return &Error{where, problem}
}

// CanSaveCalibrated is an *Error where SaveCalibrated could not write. It is asked before questions are, which may take minutes.
// Nothing is left behind.
func CanSaveCalibrated(env []string) error {
	dir, err := ConfigDir(env)
	if err != nil {
		return &Error{calibratedFile, err.Error()}
	}
	path := filepath.Join(dir, calibratedFile)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return &Error{path, "is a folder: move it away, for the thresholds are kept in a file of this name"}
	}
	if err := keep.Writable(dir); err != nil {
		return &Error{path, "cannot be written: " + err.Error() + "; allow it, or set XDG_CONFIG_HOME to another folder"}
	}
	return nil
}

// SaveCalibrated writes the thresholds for one set of documents and one embedder into the file beside the user's own, in place of
// those that it holds for them, and returns its path. The file is replaced as a whole: a reader sees the old one or the new one. One that is damaged is made anew
// with these thresholds alone.
func SaveCalibrated(env []string, t Calibrated) (path string, err error) {
	dir, err := ConfigDir(env)
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, calibratedFile)
	if problem := t.check(); problem != "" {
		return "", fmt.Errorf("the thresholds cannot be kept: %s", problem)
	}
	tables, err := readCalibrated(path)
	if err != nil {
		tables = nil // Load has told of it
	}
	tables = slices.DeleteFunc(tables, func(o Calibrated) bool { return o.Corpus == t.Corpus && o.Embedder == t.Embedder })
	tables = append(tables, t)
	slices.SortFunc(tables, func(a, b Calibrated) int {
		return cmp.Or(cmp.Compare(a.Corpus, b.Corpus), cmp.Compare(a.Embedder, b.Embedder))
	})
	data, err := toml.Marshal(calibratedTables{tables})
	if err != nil {
		return "", fmt.Errorf("the thresholds cannot be written as TOML: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the thresholds cannot be kept: %w", err)
	}
	if err := keep.Replace(path, append([]byte(calibratedHeader), data...), 0o600); err != nil {
		return "", fmt.Errorf("the thresholds cannot be kept: %w", err)
	}
	return path, nil
}
