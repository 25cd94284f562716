package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"ibid/ui/config/keyfile"
)

// readFile reads the keys of a TOML file in their order; none where there is no such file.
func readFile(path string) ([]keyfile.Entry, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, &Error{path, "cannot be read: " + err.Error()}
	}
	entries, err := keyfile.Parse(data)
	var broken *keyfile.Error
	if errors.As(err, &broken) {
		return nil, &Error{broken.At(path), broken.Error()}
	}
	return entries, err
}

// unknown says that there is no such setting, and which one may have been meant.
func unknown(key string) string {
	best, least := "", keyfile.Near(key)+1
	for _, s := range settings {
		for _, name := range []string{s.Key, s.Key[strings.LastIndexByte(s.Key, '.')+1:], s.Flag} {
			if d := keyfile.Distance(key, name); d < least {
				best, least = s.Key, d
			}
		}
	}
	if best == "" {
		return fmt.Sprintf("no such setting: %q", key)
	}
	return fmt.Sprintf("no such setting: %q; did you mean %s?", key, best)
}
