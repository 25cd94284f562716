package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/file"
	"ibid/index/source"
)

const (
	// DefaultMaxTextBytes is the size above which a text file is skipped: a log or a dump, not a document.
	DefaultMaxTextBytes = 16 << 20
	// DefaultMaxPDFBytes is the size above which a PDF, and what else holds pictures, is skipped.
	DefaultMaxPDFBytes = 256 << 20

	maxDepth       = 128     // folders in one another; what is below is left out
	maxIgnoreBytes = 1 << 20 // of an ignore file; the patterns of a larger one are not applied

	// maxListed is how many entries of one folder are listed one by one for the same everyday reason, and maxKept how
	// many the index keeps: a refusal tells of a file by its name.
	maxListed, maxKept = 10, 1000
)

// ErrNoRoot is returned for a root that is missing or cannot be read.
var ErrNoRoot = errors.New("no such folder or file")

// sourceFile is one document as found on disk.
type sourceFile struct {
	document
	path  string   // as the user would name it; it is not opened by this
	in    *os.Root // it is opened in this folder
	at    string   // by this slash-separated path, on which there are no links
	limit int64    // bytes that are read of it
}

// name is the path below the root, or the file's own name.
func (f *sourceFile) name() string { return cmp.Or(f.Rel, filepath.Base(f.path)) }

// content reads the file, or the regular file that has taken its place. Nothing is read that a link leads to.
func (f *sourceFile) content() ([]byte, error) { return file.ReadDirect(f.in, f.at, f.limit) }

// skip is what the walk left out, and why.
type skip struct {
	place  // printable
	Reason string
}

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
	files    []sourceFile // the documents, in the order of their chunk ids
	skips    []skip       // what is left out, in the order of the paths
	projects []project    // in the order of roots and paths
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
	real  []string     // the roots without symbolic links
	links []sourceFile // symbolic links to files that do not leave their root
}

// walk lists the documents under the roots, what it left out, and the projects. A document is listed once, however many
// roots and links lead to it. The tree is to be closed.
func walk(ctx context.Context, opt Options) (tree, error) {
	w := &walker{opt: opt, real: make([]string, len(opt.Roots))}
	for i, root := range opt.Roots {
		err := w.root(ctx, place{Root: i}, root)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			w.close()
			return tree{}, err
		}
	}
	if len(opt.Roots) > 1 || len(w.links) > 0 {
		w.once()
	}
	w.skips = summarize(w.skips, maxKept)
	assignDocIDs(w.files, opt.Roots)
	slices.SortFunc(w.files, func(a, b sourceFile) int { return compareDocIDs(a.DocID, b.DocID) })
	slices.SortFunc(w.skips, func(a, b skip) int { return cmp.Or(a.compare(b.place), cmp.Compare(a.Reason, b.Reason)) })
	slices.SortFunc(w.projects, func(a, b project) int { return a.compare(b.place) })
	return w.tree, nil
}

// root walks what the user named, whatever links lead there: a folder, or a file, for which the folder that it stands in
// is opened.
func (w *walker) root(ctx context.Context, at place, root string) error {
	real, err := filepath.EvalSymlinks(root)
	info, noInfo := os.Stat(root)
	dir := real
	if noInfo == nil && !info.IsDir() {
		dir = filepath.Dir(real)
	}
	in, notOpened := os.OpenRoot(dir)
	var entries []fs.FileInfo
	if err = cmp.Or(err, noInfo, notOpened); err == nil {
		w.real[at.Root], w.opened = real, append(w.opened, in)
		if dir == real {
			entries, err = entriesOf(in)
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %s", ErrNoRoot, printable(root))
	case err != nil:
		return fmt.Errorf("%w: %s: %s", ErrNoRoot, printable(root), reason(err))
	case dir == real:
		return w.dir(ctx, at, in, entries, nil)
	}
	w.file(at, root, filepath.Base(real), info)
	return nil
}

// dir walks one folder, which is open; stack holds the ignore rules of the folders above.
func (w *walker) dir(ctx context.Context, at place, here *os.Root, entries []fs.FileInfo, stack []pattern) error {
	stack = w.rules(at, here, entries, stack)
	var folders []place
	isProject := at.Rel == "" && len(w.opt.Roots) > 1
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
			folders = append(folders, child)
		default:
			isProject = isProject || slices.Contains(projectFiles[:], e.Name())
			w.file(child, child.path(w.opt.Roots), child.Rel, e)
		}
	}
	if name := w.opt.projectAt(at.path(w.real)); isProject || name != "" {
		w.projects = append(w.projects, project{at, name})
	}
	for _, f := range folders {
		if err := w.below(ctx, f, here, stack); err != nil {
			return err
		}
	}
	return nil
}

const unreadableFolder = "unreadable folder: "

// below walks a folder of the open one.
func (w *walker) below(ctx context.Context, at place, parent *os.Root, stack []pattern) error {
	if strings.Count(at.Rel, "/") >= maxDepth {
		w.skip(at, fmt.Sprintf("%sit is more than %d folders deep", unreadableFolder, maxDepth))
		return nil
	}
	here, err := file.OpenFolder(parent, path.Base(at.Rel))
	var entries []fs.FileInfo
	if err == nil {
		defer here.Close()
		entries, err = entriesOf(here)
	}
	if err != nil {
		w.skip(at, unreadableFolder+reason(err))
		return nil
	}
	return w.dir(ctx, at, here, entries, stack)
}

// entriesOf reads an open folder, in the order of the names, and looks at what stands there through its handle.
func entriesOf(dir *os.Root) ([]fs.FileInfo, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.Readdir(-1)
	slices.SortFunc(entries, func(a, b fs.FileInfo) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, err
}

// rules adds the ignore files of a folder to those above it.
func (w *walker) rules(at place, here *os.Root, entries []fs.FileInfo, stack []pattern) []pattern {
	for _, e := range entries {
		if !e.Mode().IsRegular() || !slices.Contains(ignoreFiles[:], e.Name()) {
			continue
		}
		data, err := file.ReadDirect(here, e.Name(), maxIgnoreBytes)
		if err != nil {
			w.skip(at.child(e.Name()), "its patterns are not applied: "+reason(err))
			continue
		}
		stack = append(slices.Clip(stack), parseIgnore(at.Rel, string(data))...)
	}
	return stack
}

// file takes what is not a folder, or says why not. Links are kept for later, when it is known which files are read
// anyway.
func (w *walker) file(here place, path, at string, info fs.FileInfo) {
	f := sourceFile{document: document{place: here}, path: path, in: w.opened[here.Root], at: at}
	list, why := &w.files, ""
	if info.Mode()&fs.ModeSymlink != 0 {
		list = &w.links
		info, why = w.follow(&f)
	}
	if why == "" {
		why = w.accept(&f, info)
	}
	if why != "" {
		w.skip(f.place, why)
		return
	}
	*list = append(*list, f)
}

// follow finds what a symbolic link leads to, or says why that is not read.
func (w *walker) follow(f *sourceFile) (info fs.FileInfo, why string) {
	target, err := filepath.EvalSymlinks(f.path)
	if err == nil {
		f.at = relative(w.real[f.Root], target)
		if !filepath.IsLocal(f.at) {
			return nil, "symbolic link that leaves the folder"
		}
		info, err = f.in.Lstat(f.at)
	}
	switch name := path.Base(f.at); {
	case err != nil:
		return nil, "broken symbolic link"
	case info.IsDir():
		return nil, "symbolic link to a folder"
	case secretName(name) || strings.HasPrefix(name, "."):
		return nil, "symbolic link to a hidden file or a secret"
	}
	return info, ""
}

// accept completes a file that is to be read, or says why it is not.
func (w *walker) accept(f *sourceFile, info fs.FileInfo) (why string) {
	name := filepath.Base(f.path)
	limit, key := cmp.Or(w.opt.MaxTextBytes, DefaultMaxTextBytes), "index.max_text_mb"
	if source.Packed(name) {
		limit, key = cmp.Or(w.opt.MaxPDFBytes, DefaultMaxPDFBytes), "index.max_pdf_mb"
	}
	switch {
	case !info.Mode().IsRegular():
		return "not a regular file"
	case secretName(name) || f.Rel == "" && secretName(f.at):
		return skipSecret
	case !source.Supported(name):
		return skipUnsupported
	case info.Size() > limit:
		mb := func(bytes int64) float64 { return float64(bytes) / (1 << 20) }
		return fmt.Sprintf("%.1f MB is over the limit of %.1f MB (%s)", mb(info.Size()), mb(limit), key)
	}
	f.limit, f.stamp = limit, stampOf(info)
	return ""
}

// once drops the files that another root or link has led to already.
func (w *walker) once() {
	known := make(map[string]bool, len(w.files))
	w.files = slices.DeleteFunc(append(w.files, w.links...), func(f sourceFile) bool {
		real := filepath.Join(f.in.Name(), filepath.FromSlash(f.at))
		again := known[real]
		known[real] = true
		if again {
			w.skip(f.place, skipKnown)
		}
		return again
	})
}

func (w *walker) skip(at place, why string) {
	w.skips = append(w.skips, skip{place{at.Root, printable(at.Rel)}, why})
}

// summarize replaces the entries of one folder that are skipped for the same everyday reason by a single line, where
// they are more than most: a folder of photographs should not bury what matters.
func summarize(skips []skip, most int) []skip {
	const told = -1
	count := map[skip]int{} // of the entries of a folder
	for _, s := range skips {
		switch s.Reason {
		case skipHidden, skipIgnored, skipUnsupported, skipKnown:
			count[skip{s.parent(), s.Reason}]++
		}
	}
	var out []skip
	for _, s := range skips {
		all := skip{s.parent(), s.Reason}
		switch n := count[all]; {
		case n > most:
			count[all] = told
			out = append(out, skip{all.place, fmt.Sprintf("%d entries: %s", n, all.Reason)})
		case n != told:
			out = append(out, s)
		}
	}
	return out
}

// relative is a path as seen from a folder, with slashes; "", which is not local, where there is none.
func relative(folder, target string) string {
	rel, _ := filepath.Rel(folder, target)
	return filepath.ToSlash(rel)
}

// reason is an I/O error without its path, which the message already has.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
