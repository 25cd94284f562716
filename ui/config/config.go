// Package config gathers ibid's settings from defaults, files, the environment and flags, and remembers where each
// value came from.
//
//	c, err := config.Load(config.Sources{Flags: changed, Env: os.Environ(), Dir: "."})
//	fmt.Println(c.Engine.Hits, c.Origin("engine.hits"))
//
// A later source wins: default, user file ($XDG_CONFIG_HOME/ibid/config.toml), project file (.ibid.toml in the
// working folder), environment (IBID_ENGINE_HITS), flag.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Config holds every setting.
type Config struct {
	Docs     []string
	IndexDir string // "" for the cache folder
	Color    string // auto, always, never
	Plain    bool

	Hits       int
	Chunks     int
	Characters int
	Rerank     bool

	MaxTextMB int
	MaxPDFMB  int

	SimilarityGate bool
	Similarity     float64
	KeyTermGate    bool
	SupportGate    bool
	RefusalText    string

	LogQuestions bool

	origin map[string]string
}

// Error is a setting that cannot be used, and where it was made.
type Error struct{ Key, Origin, Problem string }

func (e *Error) Error() string { return fmt.Sprintf("%s (%s): %s", e.Key, e.Origin, e.Problem) }

// Sources are where settings come from, beside the defaults.
type Sources struct {
	Flags map[string]string // setting key → value, only flags that were given
	Env   []string          // "NAME=value"
	Dir   string            // working folder, for the project file
}

// Load reads the settings.
func Load(src Sources) (*Config, error) {
	c := &Config{origin: map[string]string{}}
	for _, s := range settings {
		if err := c.set(s, s.Default, "default"); err != nil {
			return nil, err
		}
	}
	user, err := UserFile(src.Env)
	if err != nil {
		return nil, err
	}
	for _, path := range []string{user, filepath.Join(src.Dir, ".ibid.toml")} {
		if err := c.file(path); err != nil {
			return nil, err
		}
	}
	env := map[string]string{}
	for _, kv := range src.Env {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	for _, s := range settings {
		if v, ok := env[s.Env()]; ok {
			if err := c.set(s, v, s.Env()); err != nil {
				return nil, err
			}
		}
		if v, ok := src.Flags[s.Key]; ok {
			if err := c.set(s, v, "--"+s.Flag); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// file reads one TOML file; a missing one is no error.
func (c *Config) file(path string) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		var de *toml.DecodeError
		if errors.As(err, &de) {
			row, col := de.Position()
			return &Error{Key: path, Origin: fmt.Sprintf("line %d, column %d", row, col), Problem: de.Error()}
		}
		return &Error{Key: path, Origin: "TOML", Problem: err.Error()}
	}
	flat := map[string]string{}
	flatten("", tree, flat)
	keys := make([]string, 0, len(flat))
	for k := range flat {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		s, ok := find(k)
		if !ok {
			return &Error{Key: k, Origin: path, Problem: "no such setting; `ibid config` lists them all"}
		}
		if err := c.set(s, flat[k], path); err != nil {
			return err
		}
	}
	return nil
}

// flatten turns tables into dotted keys and values into their text.
func flatten(prefix string, tree map[string]any, out map[string]string) {
	for k, v := range tree {
		switch v := v.(type) {
		case map[string]any:
			flatten(prefix+k+".", v, out)
		case []any:
			parts := make([]string, len(v))
			for i := range v {
				parts[i] = fmt.Sprint(v[i])
			}
			out[prefix+k] = strings.Join(parts, string(os.PathListSeparator))
		default:
			out[prefix+k] = fmt.Sprint(v)
		}
	}
}

func (c *Config) set(s Setting, value, origin string) error {
	if err := s.parse(c, value); err != nil {
		return &Error{Key: s.Key, Origin: origin, Problem: err.Error()}
	}
	c.origin[s.Key] = origin
	return nil
}

// Origin says where a setting's value came from: "default", a file, a variable or a flag.
func (c *Config) Origin(key string) string { return c.origin[key] }

// UserFile is the path of the user's own configuration.
func UserFile(env []string) (string, error) { return xdg(env, "XDG_CONFIG_HOME", ".config", "config.toml") }

// CacheDir is where indexes are kept.
func CacheDir(env []string) (string, error) { return xdg(env, "XDG_CACHE_HOME", ".cache", "") }

// StateDir is where sessions and the log are kept.
func StateDir(env []string) (string, error) {
	return xdg(env, "XDG_STATE_HOME", filepath.Join(".local", "state"), "")
}

// xdg resolves a path of the XDG base directory specification, on macOS too.
func xdg(env []string, variable, fallback, name string) (string, error) {
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, variable+"="); ok && filepath.IsAbs(v) {
			return filepath.Join(v, "ibid", name), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no home folder: set %s: %w", variable, err)
	}
	return filepath.Join(home, fallback, "ibid", name), nil
}

// Setting is one thing that can be configured.
type Setting struct {
	Key     string // as in the files: engine.hits
	Flag    string // without dashes
	Default string
	Help    string
	parse   func(*Config, string) error
	value   func(*Config) string
}

// Env is the name of the setting's environment variable.
func (s Setting) Env() string {
	return "IBID_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(s.Key))
}

// Value is the setting's value as text.
func (s Setting) Value(c *Config) string { return s.value(c) }

// All lists the settings in the order of the documentation.
func All() []Setting { return append([]Setting(nil), settings...) }

func find(key string) (Setting, bool) {
	for _, s := range settings {
		if s.Key == key {
			return s, true
		}
	}
	return Setting{}, false
}

func integer(key, flag string, def int, help string, least int, at func(*Config) *int) Setting {
	return Setting{key, flag, strconv.Itoa(def), help, func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < least {
			return fmt.Errorf("%q is not a whole number of at least %d", v, least)
		}
		*at(c) = n
		return nil
	}, func(c *Config) string { return strconv.Itoa(*at(c)) }}
}

func share(key, flag string, def float64, help string, at func(*Config) *float64) Setting {
	return Setting{key, flag, strconv.FormatFloat(def, 'g', -1, 64), help, func(c *Config, v string) error {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return fmt.Errorf("%q is not a number from 0 to 1", v)
		}
		*at(c) = x
		return nil
	}, func(c *Config) string { return strconv.FormatFloat(*at(c), 'g', -1, 64) }}
}

func boolean(key, flag string, def bool, help string, at func(*Config) *bool) Setting {
	return Setting{key, flag, strconv.FormatBool(def), help, func(c *Config, v string) error {
		b, err := strconv.ParseBool(v)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", v)
		}
		*at(c) = b
		return nil
	}, func(c *Config) string { return strconv.FormatBool(*at(c)) }}
}

func text(key, flag, def, help string, allowed []string, at func(*Config) *string) Setting {
	return Setting{key, flag, def, help, func(c *Config, v string) error {
		for _, a := range allowed {
			if v == a {
				*at(c) = v
				return nil
			}
		}
		if allowed != nil {
			return fmt.Errorf("%q is none of %s", v, strings.Join(allowed, ", "))
		}
		*at(c) = v
		return nil
	}, func(c *Config) string { return *at(c) }}
}

func list(key, flag, def, help string, at func(*Config) *[]string) Setting {
	sep := string(os.PathListSeparator)
	return Setting{key, flag, def, help, func(c *Config, v string) error {
		*at(c) = strings.Split(v, sep)
		return nil
	}, func(c *Config) string { return strings.Join(*at(c), sep) }}
}
