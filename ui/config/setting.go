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
	Flag    string   // without dashes, "" where no command has one
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

// kind is what the settings of a kind have in common.
type kind[T any] struct {
	name    string
	choices []string
	parse   func(input) (T, error)
	show    func(T) any // a value as Setting.Value returns it
}

// setting is one row of the table of settings. at is where its value is kept.
func setting[T any](key, flag string, k kind[T], def any, at func(*Config) *T, help string) Setting {
	return Setting{
		Key: key, Flag: flag, Kind: k.name, Choices: k.choices, Default: def, Help: help,
		set: func(c *Config, in input) error {
			v, err := k.parse(in)
			if err == nil {
				*at(c) = v
			}
			return err
		},
		get: func(c *Config) any { return k.show(*at(c)) },
	}
}

// itself shows a value that needs no conversion.
func itself[T any](v T) any { return v }

// scalar is a value that TOML has a type for, also where it was given as a word.
func scalar[T any](in input, parse func(string) (T, error)) (T, bool) {
	if w, given := in.value.(word); given {
		v, err := parse(string(w))
		return v, err == nil
	}
	v, ok := in.value.(T)
	return v, ok
}

func integer(least, most int64) kind[int] {
	parse := func(in input) (int, error) {
		n, ok := scalar(in, func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) })
		if !ok || n < least || n > most {
			return 0, fmt.Errorf("%s is not a whole number from %d to %d", in.shown(), least, most)
		}
		return int(n), nil
	}
	return kind[int]{name: "number", parse: parse, show: func(n int) any { return int64(n) }}
}

func share() kind[float64] {
	parse := func(in input) (float64, error) {
		x, ok := scalar(in, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) })
		if n, whole := in.value.(int64); whole {
			x, ok = float64(n), true
		}
		if !ok || !(x >= 0 && x <= 1) { // NaN is neither
			return 0, fmt.Errorf("%s is not a number from 0 to 1", in.shown())
		}
		return x, nil
	}
	return kind[float64]{name: kindShare, parse: parse, show: itself[float64]}
}

const kindShare = "share"

func boolean() kind[bool] {
	parse := func(in input) (bool, error) {
		b, ok := scalar(in, strconv.ParseBool)
		if !ok {
			return false, fmt.Errorf("%s is neither true nor false", in.shown())
		}
		return b, nil
	}
	return kind[bool]{name: "bool", parse: parse, show: itself[bool]}
}

func choice(choices ...string) kind[string] {
	parse := func(in input) (string, error) {
		v, err := in.text()
		if err != nil || !slices.Contains(choices, v) {
			return "", fmt.Errorf("%s is none of %s", in.shown(), strings.Join(choices, ", "))
		}
		return v, nil
	}
	return kind[string]{name: strings.Join(choices, "|"), choices: choices, parse: parse, show: itself[string]}
}

// text is one text, and not empty.
func text() kind[string] {
	parse := func(in input) (string, error) {
		v, err := in.text()
		if err == nil && strings.TrimSpace(v) == "" {
			err = errors.New("it must not be empty")
		}
		return v, err
	}
	return kind[string]{name: "text", parse: parse, show: itself[string]}
}

// name is one text, "" for none.
func name() kind[string] {
	parse := func(in input) (string, error) {
		v, err := in.text()
		return strings.TrimSpace(v), err
	}
	return kind[string]{name: "name", parse: parse, show: itself[string]}
}

// duration is a time as Go writes it: 90s, 10m.
func duration() kind[time.Duration] {
	parse := func(in input) (time.Duration, error) {
		v, err := in.text()
		if err != nil {
			return 0, err
		}
		d, err := time.ParseDuration(v)
		if err != nil || d < 0 {
			return 0, fmt.Errorf("%s is no duration such as 90s or 10m", in.shown())
		}
		return d, nil
	}
	return kind[time.Duration]{name: "duration", parse: parse, show: func(d time.Duration) any { return d.String() }}
}

// path is one path, "" for none.
func path() kind[string] {
	parse := func(in input) (string, error) {
		v, err := in.text()
		if err == nil && v != "" {
			v, err = in.path(v)
		}
		return v, err
	}
	return kind[string]{name: "path", parse: parse, show: itself[string]}
}

// paths are one path or more.
func paths() kind[[]string] {
	parse := func(in input) ([]string, error) {
		list, err := in.list()
		for i := range list {
			if err == nil {
				list[i], err = in.path(list[i])
			}
		}
		return list, err
	}
	return kind[[]string]{name: "path", parse: parse, show: itself[[]string]}
}

// sources are names of projects with their paths, NAME=PATH; none by default.
func sources() kind[[]Project] {
	parse := func(in input) ([]Project, error) {
		var projects []Project
		list, err := in.list()
		if none(in.value) {
			list, err = nil, nil
		}
		if err != nil {
			return nil, err
		}
		for _, v := range list {
			name, path, ok := strings.Cut(v, "=")
			if name = strings.TrimSpace(name); !ok || name == "" || path == "" {
				return nil, fmt.Errorf("%q is not NAME=PATH, as in python=/usr/lib/python3.11", v)
			}
			if slices.ContainsFunc(projects, func(p Project) bool { return p.Name == name }) {
				return nil, fmt.Errorf("the project %s is given twice; give each its own name", name)
			}
			if path, err = in.path(path); err != nil {
				return nil, err
			}
			projects = append(projects, Project{name, path})
		}
		return projects, nil
	}
	show := func(projects []Project) any {
		out := []string{}
		for _, p := range projects {
			out = append(out, p.Name+"="+p.Path)
		}
		return out
	}
	return kind[[]Project]{name: "NAME=PATH", parse: parse, show: show}
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

// also lets another program's variable set a setting.
func also(variable string, s Setting) Setting {
	s.Also = variable
	return s
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
