package index

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// proseExtensions are left out of a doc id, because "NIST.FIPS.203" reads better than "NIST.FIPS.203.pdf".
var proseExtensions = [...]string{".pdf", ".md", ".markdown", ".html", ".htm", ".ipynb", ".txt", ".rst"}

// assignDocIDs names each file by its path below the root, without the extension for prose. Files that would share
// a name keep their extensions; with several roots each id starts with the name of its root.
func assignDocIDs(files []file, roots []string) {
	prefix := rootNames(roots)
	count := map[string]int{}
	for i := range files {
		files[i].docID = prefix[files[i].root] + trimProse(files[i].name())
		count[files[i].docID]++
	}
	for i := range files {
		if count[files[i].docID] > 1 {
			files[i].docID = prefix[files[i].root] + files[i].name()
		}
		files[i].docID = cleanID(files[i].docID)
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
		count[files[i].docID]++
	}
	for i := range files {
		if f := &files[i]; count[f.docID] > 1 {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d/%s", f.root, f.rel))
			f.docID += "~" + hex.EncodeToString(sum[:8])
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
