package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/guard"
	"ibid/index"
	"ibid/ui/config"
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

// viewers are in the order in which they are tried.
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
	fields := strings.NewReplacer("{path}", path, "{url}", fileURL(path), "{page}", strconv.Itoa(page))
	out := []string{v.program}
	for _, a := range v.args {
		out = append(out, fields.Replace(a))
	}
	return out
}

// desktop is what is known of where ibid runs.
type desktop struct {
	system    string // as runtime.GOOS
	getenv    func(string) string
	installed func(program string) bool
}

// howToOpen finds the program for a file: the person's editor at a line, a viewer where there is a page.
func howToOpen(path string, page, line int, d desktop) (opening, error) {
	if page > 0 {
		command, err := viewerFor(path, page, d)
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

func viewerFor(path string, page int, d desktop) ([]string, error) {
	system := []string{"xdg-open", path}
	switch d.system {
	case "windows":
		system = []string{"rundll32", "url.dll,FileProtocolHandler", path}
	case "darwin":
		system = []string{"open", path}
	}
	for _, v := range viewers {
		if d.system != "darwin" && d.installed(v.program) {
			return v.command(path, page), nil
		}
	}
	if !strings.EqualFold(filepath.Ext(path), ".pdf") {
		return nil, errors.New("its name does not end in .pdf: the desktop may run it; use your PDF viewer")
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
		return "", fmt.Errorf("%s is not there any more; ask again to read what is there now", QuoteWord(path))
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

// placeAt is the place in a document of a byte of what is shown, nil where no document has it. A selected text stands
// where it was selected.
func placeAt(m *Model, c *index.Chunk, from int) *index.Place {
	about := m.turn().about()
	if about == nil {
		return placeIn(c, from)
	}
	if about.Source == nil {
		return nil
	}
	at := *about.Source
	if at.StartLine > 0 {
		at.StartLine += strings.Count(c.Text[:min(from, len(c.Text))], "\n")
	}
	return &at
}

// sourceShown looks for the source of what is shown, and for what opens it, in the background.
func sourceShown(m *Model) func() (opening, error) {
	var place *index.Place
	if ev, ok := m.evidence.chosen(); ok {
		place = placeAt(m, &ev.Chunk, max(m.evidence.quoted, 0))
	}
	t, env := m.turn(), m.opt.Env
	return func() (opening, error) { return openingOf(place, t.folder, t.roots, env) }
}

func openingOf(place *index.Place, folder string, roots []string, env config.Env) (how opening, err error) {
	if place == nil {
		return how, errors.New("this text was pasted; no document has it")
	}
	d := desktop{runtime.GOOS, env.Get, func(program string) bool {
		_, err := exec.LookPath(program)
		return err == nil
	}}
	path, err := locate(place.Path, folder, roots)
	if err != nil {
		return how, err
	}
	how, err = howToOpen(path, place.StartPage, max(place.StartLine, 1), d)
	if err == nil && !d.installed(how.command[0]) {
		err = fmt.Errorf("%s is not installed: install a viewer, or set EDITOR to your editor", how.command[0])
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", QuoteWord(path), err)
	}
	return how, err
}

// openSource opens the source of what is shown, and tells the command; or why it cannot be opened.
func openSource(m *Model) tea.Cmd {
	look := sourceShown(m)
	return func() tea.Msg {
		how, err := look()
		return done(func(m *Model) tea.Cmd {
			if err != nil {
				m.warn("%v", err)
				return nil
			}
			return launch(m, how)
		})
	}
}

// launch runs a program: an editor in this terminal, a viewer beside it.
func launch(m *Model, how opening) tea.Cmd {
	m.say("%s", quoteCommand(how.command))
	ended := func(err error) tea.Msg {
		return done(func(m *Model) tea.Cmd {
			if err != nil {
				m.warn("%s: %v", how.command[0], err)
			}
			return nil
		})
	}
	cmd := exec.Command(how.command[0], how.command[1:]...)
	if how.inside {
		return tea.Exec(settled{cmd}, ended)
	}
	return func() tea.Msg { return ended(cmd.Run()) } // a viewer outlives the screen
}

// quoteCommand writes a command as a shell takes it.
func quoteCommand(words []string) string {
	var out []string
	for _, w := range words {
		out = append(out, QuoteWord(w))
	}
	return strings.Join(out, " ")
}

// quoted is what a shell would not take as it is.
var quoted = regexp.MustCompile(`[^\pL\pM\p{Nd}%+,./:=@_-]`)

// QuoteWord writes a word as a shell takes it: in quotes where it holds more than letters, digits and plain signs. What
// a person would not see in it is shown, and is then no name that a shell finds.
func QuoteWord(w string) string {
	shown := label(guard.Reveal(w))
	if shown == w && w != "" && !quoted.MatchString(w) {
		return w
	}
	return "'" + strings.ReplaceAll(shown, "'", `'\''`) + "'"
}

// fileURL is the address of a file.
func fileURL(path string) string {
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	return u.String()
}
