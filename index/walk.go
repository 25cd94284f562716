package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	ignore "github.com/sabhiram/go-gitignore"

	"ibid/index/source"
)

const (
	// DefaultMaxTextBytes is the size above which a text file is skipped: a log or a dump, not a document.
	DefaultMaxTextBytes = 16 << 20
	// DefaultMaxPDFBytes is the size above which a PDF is skipped.
	DefaultMaxPDFBytes = 256 << 20
)

// ErrNoRoot is returned for a root that is missing or cannot be read.
var ErrNoRoot = errors.New("no such folder or file")

// file is one document as found on disk.
type file struct {
	root  int       // index into the roots
	rel   string    // slash-separated path below the root; the base name where the root is a file itself
	path  string    // where to open it
	size  int64     // bytes
	mtime time.Time //
	docID string    // unique among the files of one walk
}

// name is the path below the root, or the file's own name.
func (f *file) name() string {
	if f.rel == "" {
		return filepath.Base(f.path)
	}
	return f.rel
}

// Skip is a file that was not indexed, and why.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// ignoreFiles are read in every folder, in this order.
var ignoreFiles = [...]string{".gitignore", ".ibidignore"}

// secretNames are never read, whatever the ignore files say.
var secretNames = [...]string{"*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.kdbx", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.env", "credentials.json"}

// walker collects the files under some roots.
type walker struct {
	opt   Options
	files []file
	skips []Skip
}

// walk lists the documents under the roots in the order of their chunk ids, and what it left out.
func walk(ctx context.Context, opt Options) ([]file, []Skip, error) {
	w := &walker{opt: opt}
	for i, root := range opt.Roots {
		if err := w.root(ctx, i, root); err != nil {
			return nil, nil, err
		}
	}
	assignDocIDs(w.files, opt.Roots)
	sort.Slice(w.files, func(i, j int) bool { return w.files[i].docID+"::" < w.files[j].docID+"::" }) // the order of chunk ids
	sort.Slice(w.skips, func(i, j int) bool { return w.skips[i].Path < w.skips[j].Path })
	return w.files, w.skips, nil
}

func (w *walker) root(ctx context.Context, n int, root string) error {
	info, err := os.Stat(root)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %s", ErrNoRoot, printable(root))
		}
		return fmt.Errorf("%w: %s: %v", ErrNoRoot, printable(root), err)
	}
	if !info.IsDir() {
		w.file(n, root, "", info)
		return nil
	}
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return fmt.Errorf("%w: %s: %v", ErrNoRoot, printable(root), err)
	}
	return w.dir(ctx, n, root, real, "", nil)
}

// rules are the ignore patterns of one folder.
type rules struct {
	rel     string // folder they stand in, below the root
	pattern *ignore.GitIgnore
}

// dir walks one folder; stack holds the ignore rules of the folders above.
func (w *walker) dir(ctx context.Context, n int, root, realRoot, rel string, stack []rules) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	dir := filepath.Join(root, filepath.FromSlash(rel))
	entries, err := os.ReadDir(dir)
	if err != nil {
		if rel == "" {
			return fmt.Errorf("%w: %s: %v", ErrNoRoot, printable(root), err)
		}
		w.skip(dir, "unreadable folder: "+reason(err))
		return nil
	}
	for _, name := range ignoreFiles {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			stack = append(stack[:len(stack):len(stack)], rules{rel, ignore.CompileIgnoreLines(strings.Split(string(data), "\n")...)})
		}
	}
	for _, e := range entries {
		name := e.Name()
		child := name
		if rel != "" {
			child = rel + "/" + name
		}
		path := filepath.Join(dir, name)
		if strings.HasPrefix(name, ".") {
			if !isIgnoreFile(name) && name != ".git" {
				w.skip(path, "hidden")
			}
			continue
		}
		if ignored(stack, child, e.IsDir()) {
			w.skip(path, "ignored by .gitignore or .ibidignore")
			continue
		}
		info, err := e.Info()
		if err != nil {
			w.skip(path, reason(err))
			continue
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := filepath.EvalSymlinks(path)
			if err != nil {
				w.skip(path, "broken symbolic link")
				continue
			}
			if r, err := filepath.Rel(realRoot, target); err != nil || r == ".." || strings.HasPrefix(r, ".."+string(filepath.Separator)) {
				w.skip(path, "symbolic link that leaves the folder")
				continue
			}
			if info, err = os.Stat(path); err != nil {
				w.skip(path, reason(err))
				continue
			}
			if info.IsDir() { // its target is walked under its own name
				w.skip(path, "symbolic link to a folder that is walked anyway")
				continue
			}
		}
		switch {
		case info.IsDir():
			if err := w.dir(ctx, n, root, realRoot, child, stack); err != nil {
				return err
			}
		case !info.Mode().IsRegular():
			w.skip(path, "not a regular file")
		default:
			w.file(n, path, child, info)
		}
	}
	return nil
}

// file takes one regular file, or says why not.
func (w *walker) file(n int, path, rel string, info fs.FileInfo) {
	name := filepath.Base(path)
	for _, p := range secretNames {
		if ok, _ := filepath.Match(p, strings.ToLower(name)); ok {
			w.skip(path, "may hold a secret")
			return
		}
	}
	if !source.Supported(path) {
		w.skip(path, "not a format that ibid reads")
		return
	}
	limit := w.opt.MaxTextBytes
	key := "index.max_text_mb"
	if strings.EqualFold(filepath.Ext(name), ".pdf") {
		limit, key = w.opt.MaxPDFBytes, "index.max_pdf_mb"
	}
	if info.Size() > limit {
		w.skip(path, fmt.Sprintf("%d MB is over the limit of %d MB (%s)", info.Size()>>20, limit>>20, key))
		return
	}
	w.files = append(w.files, file{root: n, rel: rel, path: path, size: info.Size(), mtime: info.ModTime()})
}

func (w *walker) skip(path, why string) {
	w.skips = append(w.skips, Skip{Path: path, Reason: why})
}

func isIgnoreFile(name string) bool {
	for _, n := range ignoreFiles {
		if n == name {
			return true
		}
	}
	return false
}

// ignored applies the rules of each folder to the path below that folder; a deeper file may not re-include
// what a higher one excluded, which is git's rule for folders.
func ignored(stack []rules, rel string, isDir bool) bool {
	for _, r := range stack {
		below := strings.TrimPrefix(strings.TrimPrefix(rel, r.rel), "/")
		if r.pattern.MatchesPath(below) || isDir && r.pattern.MatchesPath(below+"/") {
			return true
		}
	}
	return false
}

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
		files[i].docID = printable(files[i].docID)
	}
	disambiguate(files)
}

// disambiguate handles what is left: names that differ only in characters that cannot be printed, or a root given twice.
func disambiguate(files []file) {
	byID := map[string][]int{}
	for i := range files {
		byID[files[i].docID] = append(byID[files[i].docID], i)
	}
	for i := range files {
		if len(byID[files[i].docID]) > 1 {
			sum := sha256.Sum256([]byte(fmt.Sprintf("%d/%s", files[i].root, files[i].rel)))
			files[i].docID += "~" + hex.EncodeToString(sum[:4])
		}
	}
}

func trimProse(rel string) string {
	ext := strings.ToLower(filepath.Ext(rel))
	for _, e := range proseExtensions {
		if e == ext {
			return rel[:len(rel)-len(ext)]
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

// reason is an I/O error without its path, which the message already has.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
