package index

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// projectFiles are the files that mark a folder as a project of its own.
var projectFiles = [...]string{"go.mod", "package.json", "pyproject.toml", "setup.py"}

// place is where a file or a folder stands.
type place struct {
	Root int    // index into the roots
	Rel  string // slash-separated path below the root, "" for the root itself; in a file of the index as encodePath writes it
}

// path is the place on disk, as the roots are spelled.
func (p place) path(roots []string) string {
	return filepath.Join(roots[p.Root], filepath.FromSlash(p.Rel))
}

func (p place) child(name string) place { return place{p.Root, path.Join(p.Rel, name)} }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.Root, q.Root), cmp.Compare(p.Rel, q.Rel))
}

// project is a folder whose documents belong together: one with a project file, or one of several roots.
type project struct {
	place
	Name string `json:",omitempty"` // that somebody gave it; "" for that of its folder
}

// projectNames gives each project its name: that of its folder; where several share one, the path below the root; where
// even that is shared, the same with the name of the root. The roots are absolute.
func projectNames(projects []project, roots []string) []string {
	prefix := rootNames(roots)
	spellings := make([][3]string, len(projects))
	for i, p := range projects {
		root := printable(cmp.Or(strings.TrimSuffix(prefix[p.Root], "/"), filepath.Base(roots[p.Root])))
		rel := printable(p.Rel)
		spellings[i] = [...]string{path.Base(rel), rel, root + "/" + rel}
		if rel == "" {
			spellings[i] = [...]string{root, root, root}
		}
	}
	names := make([]string, len(projects))
	level := make([]int, len(projects))
	for i, p := range projects {
		if p.Name != "" {
			name := printable(p.Name)
			spellings[i] = [...]string{name, name, name}
		}
	}
	for range 3 {
		count := map[string]int{}
		for i := range projects {
			names[i] = spellings[i][level[i]]
			count[names[i]]++
		}
		for i := range projects {
			if count[names[i]] > 1 {
				level[i] = min(level[i]+1, 2)
			}
		}
	}
	return names
}

// innermost finds the project that holds a file, the innermost of several; its number, -1 where none does.
func innermost(projects []project) func(place) int {
	numbers := make(map[place]int, len(projects))
	for i, p := range projects {
		numbers[p.place] = i
	}
	return func(at place) int {
		for at.Rel != "" {
			at.Rel = strings.TrimPrefix(path.Dir("/"+at.Rel), "/")
			if n, ok := numbers[at]; ok {
				return n
			}
		}
		return -1
	}
}

// proseExtensions are left out of a doc id, because "NIST.FIPS.203" reads better than "NIST.FIPS.203.pdf".
var proseExtensions = [...]string{".pdf", ".md", ".markdown", ".html", ".htm", ".ipynb", ".txt", ".rst"}

// assignDocIDs names each file by its path below the root, without the extension for prose. Files that would share
// a name keep their extensions; with several roots each id starts with the name of its root.
func assignDocIDs(files []file, roots []string) {
	prefix := rootNames(roots)
	count := map[string]int{}
	for i := range files {
		files[i].DocID = prefix[files[i].Root] + trimProse(files[i].name())
		count[files[i].DocID]++
	}
	for i := range files {
		if count[files[i].DocID] > 1 {
			files[i].DocID = prefix[files[i].Root] + files[i].name()
		}
		files[i].DocID = cleanID(files[i].DocID)
	}
	disambiguate(files)
}

// cleanID makes a path a doc id. A colon becomes "_": chunk ids append "::" to doc ids, and only without colons are
// the chunk ids of all documents in the order of their doc ids followed by "::".
func cleanID(path string) string {
	return strings.ReplaceAll(printable(path), ":", "_")
}

// compareDocIDs orders documents as the chunk ids that are made of them.
func compareDocIDs(a, b string) int {
	n := min(len(a), len(b))
	switch {
	case a[:n] != b[:n] || len(a) == len(b):
		return strings.Compare(a, b)
	case len(a) == n: // the colon that follows a in a chunk id against the next byte of b, which is none
		return cmp.Compare(':', b[n])
	}
	return cmp.Compare(a[n], ':')
}

// disambiguate handles what is left: names that differ only in characters that an id cannot hold.
func disambiguate(files []file) {
	count := map[string]int{}
	for i := range files {
		count[files[i].DocID]++
	}
	for i := range files {
		if f := &files[i]; count[f.DocID] > 1 {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d/%s", f.Root, f.Rel))
			f.DocID += "~" + hex.EncodeToString(sum[:8])
		}
	}
}

func trimProse(rel string) string {
	ext := strings.ToLower(filepath.Ext(rel))
	for _, e := range proseExtensions {
		if base := rel[:len(rel)-len(ext)]; e == ext && base != "" && !strings.HasSuffix(base, "/") {
			return base
		}
	}
	return rel
}

// rootNames gives the prefix of each root's doc ids: nothing for a single root, else its base name, numbered where
// two share one.
func rootNames(roots []string) []string {
	names := make([]string, len(roots))
	if len(roots) == 1 {
		return names
	}
	seen := map[string]int{}
	for i, r := range roots {
		abs, err := filepath.Abs(r)
		if err != nil {
			abs = r
		}
		if info, err := os.Stat(abs); err == nil && !info.IsDir() {
			continue // a file is its own name
		}
		base := filepath.Base(abs)
		if seen[base]++; seen[base] > 1 {
			base = fmt.Sprintf("%s-%d", base, seen[base])
		}
		names[i] = base + "/"
	}
	return names
}

// printable makes a path safe for ids and messages: anything that could break a line or a terminal becomes "_".
func printable(path string) string {
	clean := func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\ufffd' || r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return '_'
		}
		return r
	}
	return strings.Map(clean, filepath.ToSlash(path))
}
