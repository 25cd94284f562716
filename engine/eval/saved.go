package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ibid/index/regular"
)

// The files of a saved set are called after it, with these endings: its rows, one a line, and what Store returns.
const (
	RowsEnding    = ".jsonl"
	SummaryEnding = ".summary.json"
)

// Saved is a set as an earlier run left it.
type Saved struct {
	Name   string // of its files, without their endings
	Rows   []Row
	Stored // with nothing in it where the summary is not there
}

// FileNames are what the files of sets are called that are saved into one folder: the last part of a set's name, with the part
// before it where several end the same.
func FileNames(sets []string) []string {
	names := make([]string, len(sets))
	ends := map[string]int{}
	for i, set := range sets {
		set = filepath.Clean(set)
		names[i] = stem(set)
		ends[names[i]]++
	}
	taken := map[string]bool{}
	for i, set := range sets {
		if ends[names[i]] > 1 {
			names[i] = stem(filepath.Dir(filepath.Clean(set))) + "-" + names[i]
		}
		name := names[i]
		for n := 2; taken[name]; n++ {
			name = names[i] + "-" + strconv.Itoa(n)
		}
		names[i], taken[name] = name, true
	}
	return names
}

// stem is the last part of a path without its ending, and never hidden or empty.
func stem(path string) string {
	name := strings.TrimLeft(strings.TrimSuffix(filepath.Base(path), RowsEnding), "."+string(filepath.Separator))
	if name == "" {
		return "set"
	}
	return name
}

// OpenSaved reads what was saved into a folder, in the order of the names, or one file of rows.
func OpenSaved(path string) ([]Saved, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	files := []string{path}
	if info.IsDir() {
		if files, err = rowFiles(path); err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s holds no saved set; `ibid eval --save %s SET` writes one", path, path)
		}
	}
	var out []Saved
	for _, file := range files {
		s, err := openSaved(file)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func rowFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), RowsEnding) && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

func openSaved(file string) (Saved, error) {
	base := strings.TrimSuffix(file, RowsEnding)
	s := Saved{Name: filepath.Base(base)}
	f, _, err := regular.Open(file)
	if err != nil {
		return s, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLineBytes)
	number, at := 0, map[string]int{}
	for lines.Scan() {
		number++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var r Row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return s, fmt.Errorf("%s:%d is no row of `ibid eval --save`: %w", file, number, err)
		}
		if first, ok := at[r.ID]; ok {
			return s, fmt.Errorf("%s:%d has the qid %q of line %d; questions are told apart by it", file, number, r.ID, first)
		}
		at[r.ID] = number
		s.Rows = append(s.Rows, r)
	}
	if err := lines.Err(); err != nil {
		return s, fmt.Errorf("%s:%d: %w", file, number+1, err)
	}
	summary, err := regular.Read(base+SummaryEnding, maxLineBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil // the rows may have been moved alone
	}
	if err == nil {
		err = json.Unmarshal(summary, &s.Stored)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", base+SummaryEnding, err)
	}
	return s, nil
}

// Pair puts the sets of two runs together: those of one name, then those of the same questions, and a lone set of each whatever it
// is called. Names of sets that only one run has are returned beside.
func Pair(a, b []Saved) (pairs [][2]Saved, onlyA, onlyB []string) {
	if len(a) == 1 && len(b) == 1 {
		return [][2]Saved{{a[0], b[0]}}, nil, nil
	}
	taken := make([]bool, len(b))
	partner := make([]int, len(a)) // counted from 1
	for _, same := range []func(x, y *Saved) bool{
		func(x, y *Saved) bool { return x.Name == y.Name },
		func(x, y *Saved) bool { return x.SHA256 != "" && x.SHA256 == y.SHA256 },
	} {
		for i := range a {
			for j := range b {
				if partner[i] == 0 && !taken[j] && same(&a[i], &b[j]) {
					partner[i], taken[j] = j+1, true
				}
			}
		}
	}
	for i := range a {
		if j := partner[i]; j > 0 {
			pairs = append(pairs, [2]Saved{a[i], b[j-1]})
		} else {
			onlyA = append(onlyA, a[i].Name)
		}
	}
	for j := range b {
		if !taken[j] {
			onlyB = append(onlyB, b[j].Name)
		}
	}
	return pairs, onlyA, onlyB
}
