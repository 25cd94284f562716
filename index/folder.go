package index

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/index/regular"
)

// An index stands in a folder of its own, which only its user can write to. The marker tells it from a folder of anybody else's: ibid
// removes nothing where there is none, and inside only what it has made itself. Each generation, and each folder that one is built
// in, has a marker too, and is known by it when its manifest is missing or damaged.
const (
	markerFile = "CACHEDIR.TAG"
	markerTemp = markerFile + ".new"

	// marker starts as the Cache Directory Tagging Specification wants it, so that a backup leaves the folder out.
	marker = "Signature: 8a477f597d28d172789f06886806bc55\n# ibid.index/1: made by ibid from documents; it can be deleted at any time, and is then made again\n"
)

// ErrForeign means that what stands in the place of an index is none of ibid's, or could be somebody else's.
var ErrForeign = errors.New("not an index of ibid")

func foreign(dir, why string) error {
	return fmt.Errorf("%s is %w: %s; move it away, or keep the index elsewhere with --index-dir", printable(dir), ErrForeign, why)
}

// entries lists an index folder, once it is certain that it is one: it has the marker, or nothing is in it but what ibid makes, as in
// one of an earlier version. ErrNoIndex where there is none.
func entries(dir string) ([]os.DirEntry, error) {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNoIndex
	case err != nil:
		return nil, fmt.Errorf("index folder: %w", err)
	case !info.IsDir():
		return nil, foreign(dir, "it is not a folder")
	}
	if why := exposed(info); why != "" {
		return nil, foreign(dir, why)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("index folder: %w", err)
	}
	known := marked(dir)
	for _, e := range list {
		name := e.Name()
		switch {
		case name == lockFile, name == markerFile, name == markerTemp:
			if !e.Type().IsRegular() {
				return nil, foreign(dir, name+" in it is not a regular file")
			}
		case name == keptDir, number(name, generationPrefix) > 0, number(name, buildingPrefix) > 0:
			if !e.IsDir() {
				return nil, foreign(dir, name+" in it is not a folder")
			}
			if !known && number(name, generationPrefix) > 0 && !made(filepath.Join(dir, name)) {
				return nil, foreign(dir, name+" in it was not made by ibid")
			}
		case !known:
			return nil, foreign(dir, "it has no "+markerFile+", and "+printable(name)+" in it was not made by ibid")
		}
	}
	return list, nil
}

// number is the N of a name that is a prefix and N, and 0 of any other: N is greater, and written without zeros before it.
func number(name, prefix string) int64 {
	digits, ok := strings.CutPrefix(name, prefix)
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || n <= 0 || strconv.FormatInt(n, 10) != digits {
		return 0
	}
	return n
}

// marked tells whether a folder has the marker.
func marked(dir string) bool { return beginning(filepath.Join(dir, markerFile), len(marker)) == marker }

// made tells whether ibid has made a folder in an index: it has the marker, or a manifest.
func made(dir string) bool {
	if marked(dir) {
		return true
	}
	const sum = 2 * 32 // hexadecimal digits
	text := beginning(filepath.Join(dir, manifestFile), sum+len(manifestStart))
	if len(text) < sum || text[sum:] != manifestStart {
		return false
	}
	_, err := hex.DecodeString(text[:sum])
	return err == nil
}

// beginning reads the first n bytes of a regular file that is no link, or as many as there are.
func beginning(path string, n int) string {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, _, err := regular.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	data := make([]byte, n)
	n, _ = f.ReadAt(data, 0)
	return string(data[:n])
}

// mark writes the marker into a folder that has none.
func mark(dir string) error {
	if marked(dir) {
		return nil
	}
	temp := filepath.Join(dir, markerTemp)
	if err := writeSynced(temp, []byte(marker)); err != nil {
		return err
	}
	return os.Rename(temp, filepath.Join(dir, markerFile))
}

// littered tells whether there is something to sweep besides generation n.
func littered(dir string, n int) bool {
	list, err := entries(dir)
	return err == nil && slices.ContainsFunc(list, func(e os.DirEntry) bool {
		at := number(e.Name(), generationPrefix)
		return number(e.Name(), buildingPrefix) > 0 || at > 0 && at != int64(n)
	})
}

// sweep removes every generation and every folder that one was built in, but those of some names. What ibid has not made stays. What
// cannot be removed now, because a reader holds it open, is removed next time.
func sweep(dir string, keep ...string) {
	list, err := entries(dir)
	if err != nil {
		return
	}
	for _, e := range list {
		name := e.Name()
		if number(name, generationPrefix)+number(name, buildingPrefix) == 0 || slices.Contains(keep, name) {
			continue
		}
		path := filepath.Join(dir, name)
		if made(path) {
			empty(path)
		}
		_ = os.Remove(filepath.Join(path, markerTemp))
		_ = os.Remove(path) // also where a writer was killed before it put anything in
	}
}

// empty removes what is in a folder, and what it is known by last: who is killed meanwhile leaves it to the next sweep.
func empty(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	known := []string{manifestFile, markerFile}
	for _, e := range list {
		if !slices.Contains(known, e.Name()) {
			_ = os.RemoveAll(filepath.Join(dir, e.Name())) // follows no links
		}
	}
	for _, name := range known {
		_ = os.Remove(filepath.Join(dir, name))
	}
}

// removeEmpty removes the folder of an index that nothing is left of. What ibid has not made stays, and so does then the folder.
func removeEmpty(dir string) {
	_ = os.Remove(filepath.Join(dir, keptDir))
	_ = os.Remove(filepath.Join(dir, lockFile))
	if list, err := os.ReadDir(dir); err == nil && len(list) == 1 && list[0].Name() == markerFile {
		_ = os.Remove(filepath.Join(dir, markerFile))
	}
	_ = os.Remove(dir)
}
