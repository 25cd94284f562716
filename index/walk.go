package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/regular"
	"ibid/index/source"
)

const (
	// DefaultMaxTextBytes is the size above which a text file is skipped: a log or a dump, not a document.
	DefaultMaxTextBytes = 16 << 20
	// DefaultMaxPDFBytes is the size above which a PDF, and what else holds pictures, is skipped.
	DefaultMaxPDFBytes = 256 << 20

	maxDepth       = 128     // folders in one another; what is below is left out
	maxIgnoreBytes = 1 << 20 // of an ignore file; the patterns of a larger one are not applied
	listBatch      = 4096    // entries of a folder between two looks at the context

	// maxListed is how many entries of one folder are listed one by one for the same everyday reason, and maxKept how
	// many the index keeps: a refusal tells of a file by its name.
	maxListed, maxKept = 10, 1000
)

// ErrNoRoot is returned for a root that is missing or cannot be read.
var ErrNoRoot = errors.New("no such folder or file")

// file is one document as found on disk.
type file struct {
	document
	path  string   // as the user would name it; it is not opened by this
	in    *os.Root // it is opened in this folder
	at    string   // by this slash-separated path, on which there are no links
	limit int64    // bytes that are read of it
}

// name is the path below the root, or the file's own name.
func (f *file) name() string {
	return cmp.Or(f.Rel, filepath.Base(f.path))
}

// content reads the file, or the regular file that has taken its place. Nothing is read that a link leads to.
func (f *file) content() ([]byte, error) {
	in, _, err := regular.Direct(f.in, f.at)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return regular.ReadAll(in, f.limit)
}

// skip is what the walk left out, and why.
type skip struct {
	place  // printable
	Reason string
}

func compareSkips(a, b skip) int { return cmp.Or(a.compare(b.place), cmp.Compare(a.Reason, b.Reason)) }

// The reasons that hold for many entries of ordinary folders.
const (
	skipHidden      = "hidden"
	skipIgnored     = "ignored by .gitignore or .ibidignore"
	skipUnsupported = "not a format that ibid reads"
	skipKnown       = "already read from another place"
	skipSecret      = "may hold a secret"
)

// skipWanted are the reasons of those who want it so.
var skipWanted = []string{skipHidden, skipIgnored, skipKnown, skipSecret}

// tree is what stands under some roots.
type tree struct {
	files    []file    // the documents, in the order of their chunk ids
	skips    []skip    // what is left out, in the order of the paths
	projects []project // in the order of roots and paths
	opened   []*os.Root
}

// close closes the folders that the files are read in.
func (t *tree) close() {
	for _, r := range t.opened {
		r.Close()
	}
}

// walker collects the files under some roots.
type walker struct {
	tree
	opt   Options
	real  []string // the roots without symbolic links
	links []link
}

// link is a symbolic link to a file that does not leave its root.
type link struct {
	file
	target string // without symbolic links
}

// walk lists the documents under the roots, what it left out, and the projects. A document is listed once, however many
// roots and links lead to it. The tree is to be closed.
func walk(ctx context.Context, opt Options) (tree, error) {
	w := &walker{opt: opt, real: make([]string, len(opt.Roots))}
	for i, root := range opt.Roots {
		if err := w.root(ctx, i, root); err != nil {
			w.close()
			return tree{}, err
		}
	}
	w.once()
	assignDocIDs(w.files, opt.Roots)
	slices.SortFunc(w.files, func(a, b file) int { return compareDocIDs(a.DocID, b.DocID) })
	slices.SortFunc(w.skips, compareSkips)
	slices.SortFunc(w.projects, func(a, b project) int { return a.compare(b.place) })
	return w.tree, nil
}

func (w *walker) root(ctx context.Context, n int, root string) error {
	real, in, at, err := openRoot(root)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrNoRoot, printable(root))
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %s", ErrNoRoot, printable(root), reason(err))
	}
	w.real[n], w.opened = real, append(w.opened, in)
	if at == "" {
		return w.dir(ctx, place{Root: n}, in, nil)
	}
	info, err := in.Lstat(at)
	if err != nil {
		return fmt.Errorf("%w: %s: %s", ErrNoRoot, printable(root), reason(err))
	}
	w.file(file{document: document{place: place{Root: n}}, path: root, in: in, at: at}, info)
	return nil
}

// openRoot opens a root that the user named, whatever links lead there: the folder that it is, or the one that the file
// stands in by the name at. real is the root without symbolic links.
func openRoot(root string) (real string, in *os.Root, at string, err error) {
	info, err := os.Stat(root)
	if err == nil {
		real, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return "", nil, "", err
	}
	dir := real
	if !info.IsDir() {
		dir, at = filepath.Dir(real), filepath.Base(real)
	}
	in, err = os.OpenRoot(dir)
	return real, in, at, err
}

// dir walks one folder, which is open; stack holds the ignore rules of the folders above.
func (w *walker) dir(ctx context.Context, at place, here *os.Root, stack []rules) error {
	entries, err := entriesOf(ctx, here)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		if at.Rel == "" {
			return fmt.Errorf("%w: %s: %s", ErrNoRoot, printable(w.opt.Roots[at.Root]), reason(err))
		}
		w.skip(at, unreadableFolder+reason(err))
		return nil
	}
	stack = w.rules(at, here, entries, stack)
	dir := at.path(w.opt.Roots)
	var folders []string
	isProject := at.Rel == "" && len(w.opt.Roots) > 1
	before := len(w.skips)
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		child := at.child(e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
			if e.Name() != ".git" && !slices.Contains(ignoreFiles[:], e.Name()) {
				w.skip(child, skipHidden)
			}
		case ignored(stack, child.Rel, e.IsDir()):
			w.skip(child, skipIgnored)
		case e.IsDir():
			folders = append(folders, e.Name())
		default:
			isProject = isProject || slices.Contains(projectFiles[:], e.Name())
			w.entry(file{document: document{place: child}, path: filepath.Join(dir, e.Name()), in: w.opened[at.Root], at: child.Rel}, e)
		}
	}
	w.skips = append(w.skips[:before], summarize(w.skips[before:], maxKept)...)
	name := w.opt.projectAt(at.path(w.real))
	if isProject || name != "" {
		w.projects = append(w.projects, project{at, name})
	}
	for _, name := range folders {
		if err := w.below(ctx, at.child(name), here, name, stack); err != nil {
			return err
		}
	}
	return nil
}

// below walks a folder of the open one.
func (w *walker) below(ctx context.Context, at place, parent *os.Root, name string, stack []rules) error {
	if strings.Count(at.Rel, "/") >= maxDepth {
		w.skip(at, fmt.Sprintf("%sit is more than %d folders deep", unreadableFolder, maxDepth))
		return nil
	}
	here, err := regular.Folder(parent, name)
	if err != nil {
		w.skip(at, unreadableFolder+reason(err))
		return nil
	}
	defer here.Close()
	return w.dir(ctx, at, here, stack)
}

const unreadableFolder = "unreadable folder: "

// entriesOf reads an open folder, in the order of the names, and looks at what stands there through its handle.
func entriesOf(ctx context.Context, dir *os.Root) ([]fs.FileInfo, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var entries []fs.FileInfo
	for ctx.Err() == nil {
		names, err := f.Readdirnames(listBatch)
		if errors.Is(err, io.EOF) {
			break
		}
		for _, name := range names {
			info, gone := dir.Lstat(name)
			if gone == nil {
				entries = append(entries, info)
			} else if !errors.Is(gone, fs.ErrNotExist) {
				err = cmp.Or(err, gone)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// rules adds the ignore files of a folder to those above it.
func (w *walker) rules(at place, here *os.Root, entries []fs.FileInfo, stack []rules) []rules {
	for _, name := range ignoreFiles {
		i, found := slices.BinarySearchFunc(entries, name, func(e fs.FileInfo, name string) int { return cmp.Compare(e.Name(), name) })
		if !found || !entries[i].Mode().IsRegular() {
			continue
		}
		f, _, err := regular.Direct(here, name)
		var data []byte
		if err == nil {
			data, err = regular.ReadAll(f, maxIgnoreBytes)
			f.Close()
		}
		if err != nil {
			w.skip(at.child(name), "its patterns are not applied: "+reason(err))
			continue
		}
		stack = append(slices.Clip(stack), rules{at.Rel, parseIgnore(string(data))})
	}
	return stack
}

// entry takes what is not a folder, or says why not.
func (w *walker) entry(f file, info fs.FileInfo) {
	if info.Mode()&fs.ModeSymlink != 0 {
		w.symlink(f)
	} else {
		w.file(f, info)
	}
}

// symlink keeps a link to a file for later, when it is known whether the file is read anyway.
func (w *walker) symlink(f file) {
	target, err := filepath.EvalSymlinks(f.path)
	if err != nil {
		w.skip(f.place, "broken symbolic link")
		return
	}
	f.at = relative(w.real[f.Root], target)
	if !filepath.IsLocal(f.at) {
		w.skip(f.place, "symbolic link that leaves the folder")
		return
	}
	info, err := f.in.Lstat(f.at)
	switch {
	case err != nil:
		w.skip(f.place, reason(err))
	case info.IsDir():
		w.skip(f.place, "symbolic link to a folder")
	case secretName(path.Base(f.at)) || strings.HasPrefix(path.Base(f.at), "."):
		w.skip(f.place, "symbolic link to a hidden file or a secret")
	default:
		if f, ok := w.accept(f, info); ok {
			w.links = append(w.links, link{f, target})
		}
	}
}

// file takes one file, or says why not.
func (w *walker) file(f file, info fs.FileInfo) {
	if f, ok := w.accept(f, info); ok {
		w.files = append(w.files, f)
	}
}

// accept completes a file that is to be read, or says why it is not.
func (w *walker) accept(f file, info fs.FileInfo) (file, bool) {
	name := filepath.Base(f.path)
	switch {
	case !info.Mode().IsRegular():
		w.skip(f.place, "not a regular file")
		return f, false
	case secretName(name) || secretName(path.Base(f.at)):
		w.skip(f.place, skipSecret)
		return f, false
	case !source.Supported(name):
		w.skip(f.place, skipUnsupported)
		return f, false
	}
	limit, key := w.opt.maxText(), "index.max_text_mb"
	if source.Packed(name) {
		limit, key = w.opt.maxPDF(), "index.max_pdf_mb"
	}
	if info.Size() > limit {
		w.skip(f.place, fmt.Sprintf("%.1f MB is over the limit of %.1f MB (%s)", megabytes(info.Size()), megabytes(limit), key))
		return f, false
	}
	f.limit, f.stamp = limit, stampOf(info)
	return f, true
}

// once drops the files that another root or link has led to already.
func (w *walker) once() {
	if len(w.opt.Roots) == 1 && len(w.links) == 0 {
		return
	}
	known := make(map[string]bool, len(w.files))
	before := len(w.skips)
	take := func(f file, real string) bool {
		if known[real] {
			w.skip(f.place, skipKnown)
			return false
		}
		known[real] = true
		return true
	}
	files := w.files[:0]
	for _, f := range w.files {
		if take(f, f.place.path(w.real)) {
			files = append(files, f)
		}
	}
	for _, l := range w.links {
		if take(l.file, l.target) {
			files = append(files, l.file)
		}
	}
	w.files = files
	w.skips = append(w.skips[:before], summarize(w.skips[before:], maxKept)...)
}

func (w *walker) skip(at place, why string) {
	w.skips = append(w.skips, skip{place{at.Root, printable(at.Rel)}, why})
}

// summarize replaces the entries of one folder that are skipped for the same everyday reason by a single line, where
// they are more than most: a folder of photographs should not bury what matters.
func summarize(skips []skip, most int) []skip {
	group := func(s skip) skip {
		folder, _ := path.Split(s.Rel)
		return skip{place{s.Root, strings.TrimSuffix(folder, "/")}, s.Reason}
	}
	count := map[skip]int{}
	var out []skip
	for _, s := range skips {
		switch s.Reason {
		case skipHidden, skipIgnored, skipUnsupported, skipKnown:
			count[group(s)]++
		}
	}
	told := map[skip]bool{}
	for _, s := range skips {
		g := group(s)
		switch n := count[g]; {
		case n <= most:
			out = append(out, s)
		case !told[g]:
			told[g] = true
			out = append(out, skip{g.place, fmt.Sprintf("%d entries: %s", n, g.Reason)})
		}
	}
	return out
}

// relative is a path as seen from a folder, with slashes, and not local where there is none.
func relative(folder, target string) string {
	rel, err := filepath.Rel(folder, target)
	if err != nil {
		return ".."
	}
	return filepath.ToSlash(rel)
}

func megabytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }

// reason is an I/O error without its path, which the message already has.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
