package config

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"ibid/index/keyfile"
	"ibid/index/regular"
)

// maxFileBytes bounds a file of settings: all of them take a tenth of it.
const maxFileBytes = 64 << 10

// readFile reads a regular file; nil where there is none.
func readFile(path string) ([]byte, error) {
	data, err := regular.Read(path, maxFileBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, regular.ErrIrregular):
		return nil, &Error{path, "is a folder, a pipe or a device: move it away, for settings are read from a file of this name"}
	case errors.Is(err, regular.ErrTooLarge):
		return nil, &Error{path, fmt.Sprintf("is larger than %d kB: move it away, for it is no file of settings", maxFileBytes>>10)}
	case err != nil:
		return nil, &Error{path, "cannot be read: " + cause(err).Error()}
	}
	return data, nil
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
