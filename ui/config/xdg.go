package config

import (
	"errors"
	"path/filepath"
	"strings"
)

// CacheDir is where indexes are kept: $XDG_CACHE_HOME/ibid, on macOS and Windows too.
func CacheDir(env []string) (string, error) {
	dir, err := Env(env).xdg("XDG_CACHE_HOME", ".cache")
	if err != nil {
		return "", &Error{"index.dir", "no home folder is known: set HOME or XDG_CACHE_HOME, or say with --index-dir where to keep the index"}
	}
	return dir, nil
}

// ConfigDir is where the user's file and themes are: $XDG_CONFIG_HOME/ibid, on macOS and Windows too.
func ConfigDir(env []string) (string, error) {
	return Env(env).xdg("XDG_CONFIG_HOME", ".config")
}

// StateDir is where the log is kept: $XDG_STATE_HOME/ibid, on macOS and Windows too.
func StateDir(env []string) (string, error) {
	return Env(env).xdg("XDG_STATE_HOME", filepath.Join(".local", "state"))
}

// Env is a list of "NAME=value".
type Env []string

// Get returns the value of a variable, "" where it is not set.
func (e Env) Get(name string) string {
	for _, kv := range e {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// home is the user's home folder, "" where it is not known.
func (e Env) home() string {
	if h := e.Get("HOME"); h != "" {
		return h
	}
	return e.Get("USERPROFILE")
}

// xdg resolves a folder as the XDG base directory specification says: a relative one is ignored.
func (e Env) xdg(variable, fallback string) (string, error) {
	if v := e.Get(variable); filepath.IsAbs(v) {
		return filepath.Join(v, "ibid"), nil
	}
	if home := e.home(); home != "" {
		return filepath.Join(home, fallback, "ibid"), nil
	}
	return "", errors.New("no home folder is known: set HOME or " + variable)
}
