package index

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// projectFiles are the files that mark a folder as a project of its own.
var projectFiles = [...]string{"go.mod", "package.json", "pyproject.toml", "setup.py"}

// place is where a file or a folder stands.
type place struct {
	Root int    // index into the roots
	Rel  string // slash-separated path below the root, "" for that; in a file of the index as encodePath writes it
}

// path is the place on disk, as the roots are spelled.
func (p place) path(roots []string) string {
	return filepath.Join(roots[p.Root], filepath.FromSlash(p.Rel))
}

func (p place) child(name string) place { return place{p.Root, path.Join(p.Rel, name)} }

// parent is the folder that the place stands in; the root stands in itself.
func (p place) parent() place {
	return place{p.Root, strings.TrimPrefix(path.Dir("/"+p.Rel), "/")}
}

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
	names := make([]string, len(projects))
	for detail := range 3 {
		several := repeated(names)
		for i, p := range projects {
			root, rel := cmp.Or(strings.TrimSuffix(prefix[p.Root], "/"), filepath.Base(roots[p.Root])), printable(p.Rel)
			if name := cmp.Or(p.Name, root); p.Name != "" || rel == "" {
				names[i] = printable(name)
			} else if detail == 0 || several[names[i]] {
				names[i] = [...]string{path.Base(rel), rel, printable(root) + "/" + rel}[detail]
			}
		}
	}
	return names
}

// repeated maps each of some names to whether it occurs more than once.
func repeated(names []string) map[string]bool {
	several := make(map[string]bool, len(names))
	for _, n := range names {
		_, several[n] = several[n]
	}
	return several
}

// innermost finds the project that holds a file, the innermost of several; its number, -1 where none does.
func innermost(projects []project) func(place) int {
	numbers := make(map[place]int, len(projects))
	for i, p := range projects {
		numbers[p.place] = i
	}
	return func(at place) int {
		for at.Rel != "" {
			at = at.parent()
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
func assignDocIDs(files []sourceFile, roots []string) {
	prefix := rootNames(roots)
	ids := make([]string, len(files))
	for i := range files {
		ids[i] = prefix[files[i].Root] + trimProse(files[i].name())
	}
	several := repeated(ids)
	for i := range files {
		if several[ids[i]] {
			ids[i] = prefix[files[i].Root] + files[i].name()
		}
		ids[i] = cleanID(ids[i])
	}
	several = repeated(ids)
	for i := range files {
		f := &files[i]
		if f.DocID = ids[i]; several[f.DocID] { // names that differ only in characters that an id cannot hold
			sum := sha256.Sum256(fmt.Appendf(nil, "%d/%s", f.Root, f.Rel))
			f.DocID += "~" + hex.EncodeToString(sum[:8])
		}
	}
}

// cleanID makes a path a doc id. A colon becomes "_": chunk ids append "::" to doc ids, and only without colons are
// the chunk ids of all documents in the order of their doc ids followed by "::".
func cleanID(path string) string {
	return strings.ReplaceAll(printable(path), ":", "_")
}

// compareDocIDs orders documents as the chunk ids that are made of them, which have a colon where the shorter one ends.
func compareDocIDs(a, b string) int {
	n := min(len(a), len(b))
	return cmp.Or(strings.Compare(a[:n], b[:n]), strings.Compare(a[n:]+":", b[n:]+":"))
}

func trimProse(rel string) string {
	ext := path.Ext(rel)
	base := strings.TrimSuffix(rel, ext)
	if base == "" || strings.HasSuffix(base, "/") || !slices.Contains(proseExtensions[:], strings.ToLower(ext)) {
		return rel
	}
	return base
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
		if info, err := os.Stat(r); err == nil && !info.IsDir() {
			continue // a file is its own name
		}
		if abs, err := filepath.Abs(r); err == nil {
			r = abs
		}
		base := filepath.Base(r)
		if seen[base]++; seen[base] > 1 {
			base = fmt.Sprintf("%s-%d", base, seen[base])
		}
		names[i] = base + "/"
	}
	return names
}

// printable makes a path safe for ids and messages: anything that could break a line or a terminal becomes "_".
func printable(path string) string {
	return strings.Map(func(r rune) rune {
		invisible := r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
		if invisible || unicode.IsControl(r) || r == utf8.RuneError {
			return '_'
		}
		return r
	}, filepath.ToSlash(path))
}
