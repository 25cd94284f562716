// Package config gathers ibid's settings from defaults, files, the environment and flags, and remembers where each
// value came from.
//
//	c, err := config.Load(config.Sources{Flags: given, Env: os.Environ(), Dir: "."})
//	fmt.Println(c.Hits, c.Origin("engine.hits"))
//
// A later source wins: default, user file ($XDG_CONFIG_HOME/ibid/config.toml), project file (.ibid.toml in the
// working folder), environment (IBID_ENGINE_HITS), flag. A variable that is set to nothing counts as not set. Paths
// may start with "~/"; in a file, relative ones start at the folder of that file. The keys of the screen are in the
// user's file alone. A project file may have come with somebody else's documents: it sets what is in projectKeys, and
// nothing else.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/guard/words"
	"ibid/index/file"
)

const (
	userFile    = "config.toml"
	projectFile = ".ibid.toml"
)

// Auto leaves a choice to what is there.
const Auto = "auto"

// Config holds every setting.
type Config struct {
	Docs     []string
	Projects []Project
	IndexDir string // "" for the cache folder
	Color    string // auto, always, never
	Plain    bool
	Mouse    bool
	Theme    string // "auto" for what suits the terminal's background

	// Keys are what the user's file binds to actions of the screen: the action, and the keys that do it, none to
	// unbind it. Whether there is such an action and such a key only the screen knows: an *Error made with
	// Origin("keys.ACTION") tells the user where it stands.
	Keys map[string][]string

	Hits      int
	Generator string // auto, ollama, extractive
	Embedder  string // auto, ollama, builtin
	Vectors   string // documents, all, none
	Fallback  string // extractive, refuse

	MaxTextMB int
	MaxPDFMB  int
	IndexWait time.Duration

	WeaviateURL         string // several are separated by commas; "" for none
	WeaviateClass       string
	WeaviateReplicas    int
	WeaviateConsistency string // one, quorum, all
	WeaviateReadOnly    bool

	Answered    float64
	SupportGate bool
	Unproven    string // quote, show
	RefusalText string
	Judge       string
	SymbolGate  bool
	Registry    string // path of a symbols.json, "" for none

	OllamaHost        string
	OllamaModel       string // "" for none
	OllamaEmbedModel  string
	OllamaAllowRemote bool

	LogQuestions bool

	Warnings []string // what was passed over, and where

	ProjectFile *ProjectFile // nil where there is none

	origin     map[string]string
	everything string // the working folder, where it is the home folder or holds the whole machine
}

// Project is a name for the sources under a path.
type Project struct{ Name, Path string }

// Error is a setting that cannot be used, and where it was made: a variable, a flag, or file:line:column.
type Error struct{ Where, Problem string }

func (e *Error) Error() string { return e.Where + ": " + e.Problem }

// Sources are where settings come from, beside the defaults.
type Sources struct {
	Flags map[string][]string // setting key → values, only of flags that were given
	Env   []string            // "NAME=value"
	Dir   string              // working folder, for the project file
}

// Load reads the settings. What is wrong with one of them is an *Error.
func Load(src Sources) (*Config, error) {
	c := &Config{Keys: map[string][]string{}, origin: map[string]string{}}
	env := Env(src.Env)
	home := env.home()
	if dir, err := os.Stat(cmp.Or(src.Dir, ".")); err == nil {
		for _, all := range []string{home, filepath.VolumeName(src.Dir) + string(filepath.Separator)} {
			if info, err := os.Stat(all); err == nil && os.SameFile(dir, info) {
				c.everything = all
			}
		}
	}
	for _, s := range settings {
		if err := s.set(c, input{value: s.Default}); err != nil {
			return nil, &Error{s.Key, err.Error()}
		}
		c.origin[s.Key] = "default"
	}
	if dir, err := ConfigDir(src.Env); err == nil { // without a home there is no user file
		path := filepath.Join(dir, userFile)
		data, err := readFile(path)
		if err != nil {
			return nil, err
		}
		if err := c.file(path, data, home, nil); err != nil {
			return nil, err
		}
	}
	project, data, err := readProject(src.Dir)
	if err != nil {
		return nil, err
	}
	c.ProjectFile = project
	if project != nil {
		if err := c.file(filepath.Join(src.Dir, projectFile), data, home, project); err != nil {
			return nil, err
		}
	}
	c.passVariables(src.Env)
	for _, s := range settings {
		for _, name := range s.variables() {
			if v := env.Get(name); v != "" {
				if err := c.set(s, name, name, input{value: word(v), home: home}); err != nil {
					return nil, err
				}
			}
		}
		if values := src.Flags[s.Key]; len(values) > 0 {
			in := input{value: word(values[len(values)-1]), home: home}
			if _, many := s.Default.([]string); many {
				in.value = values
			}
			if err := c.set(s, "--"+s.Flag, "--"+s.Flag, in); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// file applies one TOML file, the user's own where project is nil.
func (c *Config) file(path string, data []byte, home string, project *ProjectFile) error {
	entries, err := file.ParseTOML(data)
	var broken *file.TOMLError
	if errors.As(err, &broken) {
		return &Error{broken.At(path), broken.Error()}
	}
	if err != nil {
		return &Error{path, err.Error()}
	}
	var passed []string
	for _, e := range entries {
		if project != nil && !slices.Contains(projectKeys, e.Key) {
			passed = append(passed, e.Key)
			continue
		}
		if isKeys(e.Key) {
			if err := c.bind(path, e); err != nil {
				return err
			}
			continue
		}
		s, ok := find(e.Key)
		if !ok {
			c.Warnings = append(c.Warnings, e.At(path)+": "+unknown(e.Key))
			continue
		}
		if err := c.set(s, e.Line(path), e.At(path), input{value: e.Value, base: filepath.Dir(path), home: home}); err != nil {
			return err
		}
		if project == nil {
			continue
		}
		project.Sets = append(project.Sets, e.Key)
		if problem := s.notForProjects(filepath.Dir(path), s.get(c)); problem != "" {
			return &Error{e.At(path), s.Key + ": " + problem}
		}
	}
	if len(passed) > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s: passed over, as a project file sets nothing but %s: %s", path, strings.Join(projectKeys, ", "), strings.Join(passed, ", ")))
	}
	return nil
}

// set gives a setting its value. where is for an error: finer than the origin that is remembered.
func (c *Config) set(s Setting, origin, where string, in input) error {
	if err := s.set(c, in); err != nil {
		problem := err.Error()
		if where != "--"+s.Flag && where != s.Env() && where != s.Also {
			problem = s.Key + ": " + problem
		}
		return &Error{where, problem}
	}
	c.origin[s.Key] = origin
	return nil
}

// Origin says where a setting's value came from: "default", a line of a file, a variable or a flag. The keys of an
// action are the setting "keys.ACTION"; without any it has no origin, "".
func (c *Config) Origin(key string) string { return c.origin[key] }

// Name sets the documents where a person named some as arguments.
func (c *Config) Name(docs []string) {
	if len(docs) > 0 {
		c.Docs, c.origin["docs"] = docs, "arguments"
	}
}

// Served tells whether somebody else keeps the index on a server: the documents need not be on this machine.
func (c *Config) Served() bool { return c.WeaviateURL != "" && c.WeaviateReadOnly }

// Unnamed is the working folder where it is the user's home, or holds the whole machine, and no documents are named
// on this one or a server: nobody asked for all of that. Elsewhere it is "".
func (c *Config) Unnamed() string {
	if c.origin["docs"] != "default" || c.Served() {
		return ""
	}
	return c.everything
}

// maxFileBytes bounds a file of settings: all of them take a tenth of it.
const maxFileBytes = 64 << 10

// readFile reads a regular file; nil where there is none.
func readFile(path string) ([]byte, error) {
	data, err := file.Read(path, maxFileBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, file.ErrIrregular):
		return nil, &Error{path, "is a folder, a pipe or a device: move it away, for settings are read from a file of this name"}
	case errors.Is(err, file.ErrTooLarge):
		return nil, &Error{path, fmt.Sprintf("is larger than %d kB: move it away, for it is no file of settings", maxFileBytes>>10)}
	case err != nil:
		if at := (*fs.PathError)(nil); errors.As(err, &at) { // the path is told beside it
			err = at.Err
		}
		return nil, &Error{path, "cannot be read: " + err.Error()}
	}
	return data, nil
}

// WeaviateKey is the environment variable with the key of the Weaviate server. No file of settings holds it, and no
// command prints it.
const WeaviateKey = "IBID_WEAVIATE_API_KEY"

// passVariables warns of variables that look like settings and are none.
func (c *Config) passVariables(env []string) {
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		is := func(s Setting) bool { return s.Env() == name }
		if strings.HasPrefix(name, "IBID_") && value != "" && name != WeaviateKey && !slices.ContainsFunc(settings, is) {
			c.Warnings = append(c.Warnings, name+": no setting has this variable; it is passed over")
		}
	}
}

// unknown says that there is no such setting, and which one may have been meant.
func unknown(key string) string {
	var names []string
	for _, s := range settings {
		names = append(names, s.Key)
	}
	best := words.Nearest(key, names)
	if best == "" || best == key {
		return key + " is no setting, and is passed over"
	}
	return fmt.Sprintf("%s is no setting, and is passed over; did you mean %s?", key, best)
}
