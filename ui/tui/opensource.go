package tui

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"ibid/guard"
	"ibid/index"
	"ibid/index/file"
)

// opening is how a source is opened at a place. The name of the file is a stranger's: it is an absolute path, an
// argument of its own, and no shell sees it. The program is the person's.
type opening struct {
	command []string
	inside  bool // it takes the terminal
}

// viewer is a program that opens a PDF at a page. In its arguments {path}, {url} and {page} stand for what they say.
type viewer struct {
	program string
	args    []string
}

// viewers are in the order in which they are tried where the person has chosen none.
var viewers = []viewer{
	{"SumatraPDF", []string{"-page", "{page}", "{path}"}},
	{"okular", []string{"-p", "{page}", "--", "{path}"}},
	{"evince", []string{"-i", "{page}", "--", "{path}"}},
	{"papers", []string{"-i", "{page}", "--", "{path}"}},
	{"atril", []string{"-i", "{page}", "--", "{path}"}},
	{"zathura", []string{"-P", "{page}", "--", "{path}"}},
	{"qpdfview", []string{"--unique", "{path}#{page}"}},
	{"mupdf", []string{"{path}", "{page}"}},
	{"xpdf", []string{"{path}", ":{page}"}},
	{"firefox", []string{"{url}#page={page}"}},
	{"chromium", []string{"{url}#page={page}"}},
	{"google-chrome", []string{"{url}#page={page}"}},
}

func (v viewer) command(path string, page int) []string {
	out := []string{v.program}
	for _, a := range v.args {
		a = strings.ReplaceAll(a, "{page}", strconv.Itoa(page))
		out = append(out, strings.NewReplacer("{path}", path, "{url}", fileURL(path, 0)).Replace(a))
	}
	return out
}

// desktop is what is known of where ibid runs.
type desktop struct {
	system    string // as runtime.GOOS
	getenv    func(string) string
	installed func(program string) bool
	chosen    func(ctx context.Context) string // the person's viewer of PDFs, as the name of its desktop file; "" for none
}

// howToOpen finds the program for a file: the person's editor at a line, a viewer where there is a page.
func howToOpen(ctx context.Context, path string, page, line int, d desktop) (opening, error) {
	if page > 0 {
		command, err := viewerFor(ctx, path, page, d)
		return opening{command: command}, err
	}
	at := fmt.Sprintf("+%d", line) // as vi, emacs, nano and most others take it; an absolute path is no option
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if editor := strings.Fields(d.getenv(name)); len(editor) > 0 {
			return opening{append(editor, at, path), true}, nil
		}
	}
	return opening{[]string{"less", "-N", at, path}, true}, nil
}

func viewerFor(ctx context.Context, path string, page int, d desktop) ([]string, error) {
	system := []string{"xdg-open", path}
	switch d.system {
	case "windows":
		system = []string{"rundll32", "url.dll,FileProtocolHandler", path}
	case "darwin":
		system = []string{"open", path}
	}
	if d.system != "darwin" {
		chosen := strings.ToLower(d.chosen(ctx))
		for _, v := range viewers {
			if d.installed(v.program) && (chosen == "" || strings.Contains(chosen, v.program)) {
				return v.command(path, page), nil
			}
		}
	}
	if !strings.EqualFold(filepath.Ext(path), ".pdf") {
		return nil, errors.New("its name does not end in .pdf, so the desktop may run it instead of showing it; open it from your PDF viewer")
	}
	return system, nil
}

// locate is the absolute path of a file that an answer cites, without links. The path starts from a folder. A file
// outside the roots is none that ibid read.
func locate(path, folder string, roots []string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s is not there any more: it was moved, renamed or deleted. Ask again, and ibid reads the documents as they are now", QuoteWord(path))
	}
	if err != nil {
		return "", err
	}
	inside := slices.ContainsFunc(roots, func(root string) bool {
		root, err := filepath.EvalSymlinks(root)
		if err != nil {
			return false
		}
		rel, err := filepath.Rel(root, real)
		return err == nil && filepath.IsLocal(rel)
	})
	info, err := os.Lstat(real)
	switch {
	case err != nil:
		return "", err
	case !inside:
		return "", fmt.Errorf("%s now leads out of the documents, to %s", QuoteWord(path), QuoteWord(real))
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a file any more", QuoteWord(path))
	}
	return real, nil
}

// changed tells whether a file is not the one of a digest any more. One that cannot be read, or that is large, counts
// as the same.
func changed(path, digest string) bool {
	f, info, err := file.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if digest == "" || info.Size() > maxHashed {
		return false
	}
	h := sha256.New()
	_, err = io.Copy(h, io.LimitReader(f, maxHashed))
	return err == nil && hex.EncodeToString(h.Sum(nil)) != digest
}

const (
	maxHashed    = 256 << 20       // bytes of a file that are compared with what was cited: about a second
	askedViewer  = 2 * time.Second // for the desktop to tell its viewer
	maxViewerTip = 200             // bytes of its name
)

// desktopHere is the desktop of this process.
func desktopHere(m *Model) desktop {
	return desktop{runtime.GOOS, m.opt.Env.Get, func(program string) bool {
		_, err := exec.LookPath(program)
		return err == nil
	}, func(ctx context.Context) string {
		ctx, cancel := context.WithTimeout(ctx, askedViewer)
		defer cancel()
		out, err := exec.CommandContext(ctx, "xdg-mime", "query", "default", "application/pdf").Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(first(string(out), maxViewerTip))
	}}
}

// quotedFrom is where in the evidence of a key the quote begins that is shown, 0 where none is.
func quotedFrom(m *Model, key string) int {
	for _, q := range m.turn().quotes() {
		if q.Key == key {
			return q.Span[0]
		}
	}
	return 0
}

// placeAt is the place in a document of a byte of what is shown, and the digest of its file where that is known; nil
// where no document has it. A selected text stands where it was selected.
func placeAt(m *Model, c *index.Chunk, from int) (place *index.Place, digest string) {
	about := m.turn().about()
	if about == nil {
		return placeIn(c, from), c.Digest
	}
	if about.Source == nil {
		return nil, ""
	}
	at := *about.Source
	if at.StartLine > 0 {
		at.StartLine += strings.Count(c.Text[:min(from, len(c.Text))], "\n")
	}
	return &at, ""
}

// found is a source that was looked for.
type found struct {
	how       opening
	path      string // of the file, "" where it is not there
	page      int    // 0 where it has none
	changed   bool   // since it was cited
	installed bool   // the program
	err       error
}

// findSource looks for the source of what is shown, nil where there is none.
func findSource(m *Model) func() found {
	ev, ok := m.evidence.chosen()
	if !ok {
		return nil
	}
	place, digest := placeAt(m, &ev.Chunk, quotedFrom(m, ev.Key))
	if place == nil {
		m.warn("this text was pasted; no document has it")
		return nil
	}
	t, d, ctx := m.turn(), desktopHere(m), m.ctx
	return func() found {
		path, err := locate(place.Path, t.folder, t.roots)
		if err != nil {
			return found{err: err}
		}
		how, err := howToOpen(ctx, path, place.StartPage, max(place.StartLine, 1), d)
		return found{how, path, place.StartPage, changed(path, digest), err == nil && d.installed(how.command[0]), err}
	}
}

// openSource opens the source of what is shown.
func openSource(m *Model) tea.Cmd {
	look := findSource(m)
	if look == nil {
		return nil
	}
	return func() tea.Msg {
		f := look()
		return done(func(m *Model) tea.Cmd { return openFound(m, f) })
	}
}

// openFound runs what opens a source, and tells the command; or why there is none, and where the source is.
func openFound(m *Model, f found) tea.Cmd {
	switch {
	case f.path == "":
		m.warn("%v", f.err)
		return nil
	case f.err != nil:
		m.warn("%s: %v", QuoteWord(f.path), f.err)
		return nil
	case !f.installed && f.page > 0:
		m.warn("%s is not installed; the place is on page %d of %s", f.how.command[0], f.page, QuoteWord(f.path))
		return nil
	case !f.installed:
		m.warn("%s is not installed: set EDITOR to your editor; the source is %s", f.how.command[0], QuoteWord(f.path))
		return nil
	case f.changed:
		m.warn("the file has changed since it was cited: the place may be another one now")
	default:
		m.say("%s", quoteCommand(f.how.command))
	}
	return launch(m, f.how)
}

// launch runs a program: an editor in this terminal, a viewer beside it.
func launch(m *Model, how opening) tea.Cmd {
	name := how.command[0]
	ended := func(err error) tea.Msg {
		return done(func(m *Model) tea.Cmd {
			if err != nil {
				m.warn("%s: %v", name, err)
			}
			return nil
		})
	}
	cmd := exec.Command(name, how.command[1:]...)
	if how.inside {
		return tea.Exec(settled{cmd}, ended)
	}
	return func() tea.Msg { return ended(cmd.Run()) } // a viewer outlives the screen
}

// quoteCommand writes a command so that a shell reads the same words.
func quoteCommand(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = QuoteWord(w)
	}
	return strings.Join(out, " ")
}

// QuoteWord writes a word so that a shell reads it, and a person sees what it is: where it holds more than letters,
// digits and the signs of a keyboard, it is $'…', and every other byte an octal number.
func QuoteWord(w string) string {
	const plain = "%+,-./:=@_"
	bare, seen := w != "", guard.Reveal(w) == w && !strings.ContainsAny(w, "\n\t")
	for _, r := range w {
		letter := unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lo, unicode.Mn, unicode.Mc, unicode.Nd)
		bare = bare && (letter || strings.ContainsRune(plain, r))
		seen = seen && (letter || r >= ' ' && r <= '~')
	}
	switch {
	case !seen:
		var b strings.Builder
		for _, c := range []byte(w) {
			if c > ' ' && c <= '~' && c != '\'' && c != '\\' {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
		return "$'" + b.String() + "'"
	case !bare:
		return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return w
}

// fileURL is the address of a file, at a page where that is not 0.
func fileURL(path string, page int) string {
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	if page > 0 {
		u.Fragment = "page=" + strconv.Itoa(page)
	}
	return u.String()
}
