package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Setting is one thing that can be configured.
type Setting struct {
	Key     string   // as in the files: engine.hits
	Flag    string   // without dashes
	Kind    string   // what its value is, for the help of the flag: "bool", "number", "path" …
	Choices []string // the values that a text may have, nil for any
	Default any      // string, int64, float64, bool or []string
	Help    string
	Also    string // another program's variable that sets it too, below its own; "" for none

	set func(*Config, input) error
	get func(*Config) any
}

// Env is the name of the setting's environment variable.
func (s Setting) Env() string {
	return "IBID_" + strings.ToUpper(strings.ReplaceAll(s.Key, ".", "_"))
}

// variables are the environment variables that set it, the weaker first.
func (s Setting) variables() []string {
	if s.Also == "" {
		return []string{s.Env()}
	}
	return []string{s.Also, s.Env()}
}

// Value is the setting's value: a string, int64, float64, bool or []string.
func (s Setting) Value(c *Config) any { return s.get(c) }

// All lists the settings in the order of the documentation.
func All() []Setting { return slices.Clone(settings) }

func find(key string) (Setting, bool) {
	for _, s := range settings {
		if s.Key == key {
			return s, true
		}
	}
	return Setting{}, false
}

// input is a value on its way into a setting.
type input struct {
	value any    // what TOML gives; a word, or words of a repeated flag
	base  string // folder that relative paths start at, "" for the working folder
	home  string // what "~" stands for, "" if that is not known
}

// word is a value that was given as text: by a variable or a flag.
type word string

// shown is the value for an error message.
func (in input) shown() string {
	switch v := in.value.(type) {
	case word:
		return strconv.Quote(string(v))
	case string:
		return "the text " + strconv.Quote(v)
	case []any:
		return "a list"
	case map[string]any, []map[string]any:
		return "a table"
	}
	return fmt.Sprint(in.value)
}

func integer(key, flag string, def, least, most int64, help string, at func(*Config) *int) Setting {
	return Setting{Key: key, Flag: flag, Kind: "number", Default: def, Help: help, set: func(c *Config, in input) error {
		n, ok := in.value.(int64)
		if w, given := in.value.(word); given {
			var err error
			n, err = strconv.ParseInt(string(w), 10, 64)
			ok = err == nil
		}
		if !ok || n < least || n > most {
			return fmt.Errorf("%s is not a whole number from %d to %d", in.shown(), least, most)
		}
		*at(c) = int(n)
		return nil
	}, get: func(c *Config) any { return int64(*at(c)) }}
}

func share(key, flag string, def float64, help string, at func(*Config) *float64) Setting {
	return Setting{Key: key, Flag: flag, Kind: "share", Default: def, Help: help, set: func(c *Config, in input) error {
		x, ok := in.value.(float64)
		switch v := in.value.(type) {
		case int64:
			x, ok = float64(v), true
		case word:
			var err error
			x, err = strconv.ParseFloat(string(v), 64)
			ok = err == nil
		}
		if !ok || !(x >= 0 && x <= 1) { // NaN is neither
			return fmt.Errorf("%s is not a number from 0 to 1", in.shown())
		}
		*at(c) = x
		return nil
	}, get: func(c *Config) any { return *at(c) }}
}

func boolean(key, flag string, def bool, help string, at func(*Config) *bool) Setting {
	return Setting{Key: key, Flag: flag, Kind: "bool", Default: def, Help: help, set: func(c *Config, in input) error {
		b, ok := in.value.(bool)
		if w, given := in.value.(word); given {
			var err error
			b, err = strconv.ParseBool(string(w))
			ok = err == nil
		}
		if !ok {
			return fmt.Errorf("%s is neither true nor false", in.shown())
		}
		*at(c) = b
		return nil
	}, get: func(c *Config) any { return *at(c) }}
}

func choice(key, flag string, choices []string, help string, at func(*Config) *string) Setting {
	return Setting{Key: key, Flag: flag, Kind: strings.Join(choices, "|"), Choices: choices, Default: choices[0], Help: help, set: func(c *Config, in input) error {
		v, err := in.text()
		if err != nil || !slices.Contains(choices, v) {
			return fmt.Errorf("%s is none of %s", in.shown(), strings.Join(choices, ", "))
		}
		*at(c) = v
		return nil
	}, get: func(c *Config) any { return *at(c) }}
}

func text(key, flag, def, help string, at func(*Config) *string) Setting {
	return Setting{Key: key, Flag: flag, Kind: "text", Default: def, Help: help, set: func(c *Config, in input) error {
		v, err := in.text()
		if err == nil && strings.TrimSpace(v) == "" {
			err = errors.New("it must not be empty")
		}
		*at(c) = v
		return err
	}, get: func(c *Config) any { return *at(c) }}
}

// name is one text, "" for none.
func name(key, flag, help string, at func(*Config) *string) Setting {
	return Setting{Key: key, Flag: flag, Kind: "name", Default: "", Help: help, set: func(c *Config, in input) error {
		v, err := in.text()
		*at(c) = strings.TrimSpace(v)
		return err
	}, get: func(c *Config) any { return *at(c) }}
}

// duration is a time as Go writes it: 90s, 10m.
func duration(key, flag, def, help string, at func(*Config) *time.Duration) Setting {
	return Setting{Key: key, Flag: flag, Kind: "duration", Default: def, Help: help, set: func(c *Config, in input) error {
		v, err := in.text()
		if err != nil {
			return err
		}
		d, err := time.ParseDuration(v)
		if err != nil || d < 0 {
			return fmt.Errorf("%s is no duration such as 90s or 10m", in.shown())
		}
		*at(c) = d
		return nil
	}, get: func(c *Config) any { return at(c).String() }}
}

// also lets another program's variable set a setting.
func also(variable string, s Setting) Setting {
	s.Also = variable
	return s
}

// path is one path, "" for none.
func path(key, flag, help string, at func(*Config) *string) Setting {
	return Setting{Key: key, Flag: flag, Kind: "path", Default: "", Help: help, set: func(c *Config, in input) error {
		v, err := in.text()
		if err == nil && v != "" {
			v, err = in.path(v)
		}
		*at(c) = v
		return err
	}, get: func(c *Config) any { return *at(c) }}
}

// paths are one path or more.
func paths(key, flag string, def []string, help string, at func(*Config) *[]string) Setting {
	return Setting{Key: key, Flag: flag, Kind: "path", Default: def, Help: help, set: func(c *Config, in input) error {
		list, err := in.list()
		if err != nil {
			return err
		}
		for i, v := range list {
			if list[i], err = in.path(v); err != nil {
				return err
			}
		}
		*at(c) = list
		return nil
	}, get: func(c *Config) any { return *at(c) }}
}

// none tells an empty list.
func none(value any) bool {
	switch v := value.(type) {
	case []string:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// sources are names of projects with their paths, NAME=PATH; none by default.
func sources(key, flag, help string, at func(*Config) *[]Project) Setting {
	return Setting{Key: key, Flag: flag, Kind: "NAME=PATH", Default: []string{}, Help: help, set: func(c *Config, in input) error {
		var projects []Project
		list, err := in.list()
		if none(in.value) {
			list, err = nil, nil
		}
		if err != nil {
			return err
		}
		for _, v := range list {
			name, path, ok := strings.Cut(v, "=")
			if name = strings.TrimSpace(name); !ok || name == "" || path == "" {
				return fmt.Errorf("%q is not NAME=PATH, as in python=/usr/lib/python3.11", v)
			}
			if slices.ContainsFunc(projects, func(p Project) bool { return p.Name == name }) {
				return fmt.Errorf("the project %s is given twice; give each its own name", name)
			}
			if path, err = in.path(path); err != nil {
				return err
			}
			projects = append(projects, Project{name, path})
		}
		*at(c) = projects
		return nil
	}, get: func(c *Config) any {
		out := []string{}
		for _, p := range *at(c) {
			out = append(out, p.Name+"="+p.Path)
		}
		return out
	}}
}

func (in input) text() (string, error) {
	switch v := in.value.(type) {
	case word:
		return string(v), nil
	case string:
		return v, nil
	}
	return "", fmt.Errorf("%s is not a text", in.shown())
}

// list is a list of texts, or one text; in a variable they are separated as in PATH.
func (in input) list() ([]string, error) {
	var out []string
	switch v := in.value.(type) {
	case word:
		out = filepath.SplitList(string(v))
	case []string:
		out = slices.Clone(v)
	case string:
		out = []string{v}
	case []any:
		for _, e := range v {
			s, ok := e.(string)
			if !ok {
				return nil, fmt.Errorf("%s in the list is not a path", input{value: e}.shown())
			}
			out = append(out, s)
		}
	default:
		return nil, fmt.Errorf("%s is neither a path nor a list of paths", in.shown())
	}
	if len(out) == 0 || slices.Contains(out, "") {
		return nil, errors.New("a path is empty")
	}
	return out, nil
}

// path resolves "~" and the folder that the path is relative to.
func (in input) path(p string) (string, error) {
	if rest, ok := strings.CutPrefix(p, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if in.home == "" {
			return "", fmt.Errorf("%s: no home folder is known; set HOME, or write the path out", p)
		}
		return filepath.Join(in.home, rest), nil
	}
	if in.base != "" && !filepath.IsAbs(p) {
		return filepath.Join(in.base, p), nil
	}
	return p, nil
}
