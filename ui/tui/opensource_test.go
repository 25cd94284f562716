package tui

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestHowToOpen(t *testing.T) {
	const text, paper = "/docs/my notes.md", "/docs/a b.pdf"
	for _, tt := range []struct {
		path        string
		page        int
		env, system string
		installed   string
		want        string
	}{
		{text, 0, "EDITOR=vim", "linux", "", "vim +10 '/docs/my notes.md'"},
		{text, 0, "EDITOR=/usr/bin/nvim -R", "linux", "", "/usr/bin/nvim -R +10 '/docs/my notes.md'"},
		{text, 0, "EDITOR=nano", "linux", "", "nano +10 '/docs/my notes.md'"},
		{text, 0, "EDITOR=emacsclient -t", "linux", "", "emacsclient -t +10 '/docs/my notes.md'"},
		{text, 0, "", "linux", "", "less -N +10 '/docs/my notes.md'"},
		{paper, 3, "EDITOR=vim", "linux", "", "xdg-open '/docs/a b.pdf'"},
		{paper, 3, "", "linux", "evince zathura", "evince -i 3 -- '/docs/a b.pdf'"},
		{paper, 3, "", "freebsd", "firefox", "firefox 'file:///docs/a%20b.pdf#page=3'"},
		{"/docs/{page}?#%41.pdf", 3, "", "linux", "xpdf", "xpdf '/docs/{page}?#%41.pdf' :3"},
		{"/docs/{page}?#%41.pdf", 3, "", "linux", "firefox", "firefox 'file:///docs/%7Bpage%7D%3F%23%2541.pdf#page=3'"},
		{"/docs/paper", 3, "", "linux", "", "does not end in .pdf"},
		{"/docs/paper", 3, "", "darwin", "", "does not end in .pdf"},
		{"/docs/paper", 3, "", "linux", "mupdf", "mupdf /docs/paper 3"},
		{paper, 3, "", "darwin", "", "open '/docs/a b.pdf'"},
		{paper, 3, "", "windows", "SumatraPDF", "SumatraPDF -page 3 '/docs/a b.pdf'"},
		{paper, 3, "", "windows", "", "rundll32 url.dll,FileProtocolHandler '/docs/a b.pdf'"},
	} {
		name, value, _ := strings.Cut(tt.env, "=")
		d := desktop{tt.system, func(n string) string {
			if n == name {
				return value
			}
			return ""
		}, func(p string) bool { return slices.Contains(strings.Fields(tt.installed), p) }}
		how, err := howToOpen(tt.path, tt.page, 10, d)
		got := quoteCommand(how.command)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && !(err != nil && strings.Contains(got, tt.want)) || err == nil && how.inside != (tt.page == 0) {
			t.Errorf("%s, %s: %s, in the terminal %v; want %s", tt.env, tt.path, got, how.inside, tt.want)
		}
	}
}

// A name may hold what an editor, a shell or a terminal obeys.
var hostileNames = []string{"+!touch PWNED; echo .md", "-c !touch PWNED.md", "$(touch PWNED).md", "`touch PWNED`.md", "a'b\"c\\.md", "a\nb\tc.md",
	"evil\u202egpj.md", "zero\u200bwidth.md", "\u2018quoted\u2019.md", "a\x1b[2Jb.md", "\u3164.md", "été 文書.md", "--help.md", "a%20b#c?.md", "{path}.md"}

// In the command that is shown nothing can pass for something else.
func TestQuotedCommands(t *testing.T) {
	for _, name := range append(slices.Clone(hostileNames), "", "not UTF-8 \xff\xfe", "plain.md") {
		shown := QuoteWord(name)
		if strings.ContainsAny(shown, "\n\t\x1b\u202e\u200b") || !utf8.ValidString(shown) || name != "plain.md" && name != "--help.md" && !strings.HasPrefix(shown, "'") {
			t.Errorf("%q is shown as %q", name, shown)
		}
	}
}

// hostile is a screen over a folder with files of hostile names; the evidence of a question is in the file of that name.
func hostile(t *testing.T, names ...string) (*screenTest, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	docs := filepath.Join(dir, "docs")
	if err := os.Mkdir(docs, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	s := newScreen(t, 140, 40, func(o *Options) { o.Roots, o.Env = []string{"docs"}, []string{"EDITOR=go"} }).ready()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(docs, name), []byte("Each frame\n"), 0o600); err != nil {
			t.Skip("this system has no such names:", err)
		}
		a := sampleAnswer(name)
		ev := &a.Evidence[0]
		ev.Path, ev.StartPage, ev.EndPage, ev.StartLine, ev.EndLine = "docs/"+name, 0, 0, 7, 7
		sum := sha256.Sum256([]byte("Each frame\n"))
		ev.Digest = hex.EncodeToString(sum[:])
		s.library.answers[name] = a
	}
	return s, docs
}

// source is what `o` runs.
func (s *screenTest) source() ([]string, error) {
	how, err := sourceShown(s.Model)()
	return how.command, err
}

func TestOpenHostileNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("names on Windows hold none of this")
	}
	s, docs := hostile(t, hostileNames...)
	check := func(s *screenTest) {
		t.Helper()
		for i, name := range hostileNames {
			s.run(s.show(i))
			got, err := s.source()
			if want := []string{"go", "+7", filepath.Join(docs, name)}; err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: %q, %v; want %q", name, got, err, want)
			}
		}
	}
	for _, name := range hostileNames {
		q := &turn{typed: name, question: Question{Text: name}, narrowed: true}
		s.run(s.begin(q))
	}
	check(s)
	t.Chdir(t.TempDir()) // with --continue, from another folder
	again := newScreen(t, 140, 40, func(o *Options) {
		o.Resume, o.Sessions, o.Roots, o.Env = mustLoad(s), s.store, []string{docs}, []string{"EDITOR=go"}
	})
	check(again)
}

func TestOpenWhatIsNotThere(t *testing.T) {
	s, docs := hostile(t, "a.md")
	s.ask("a.md")
	path := filepath.Join(docs, "a.md")
	if got, err := s.source(); err != nil || !slices.Contains(got, path) {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	s.keys("<alt+o>")
	s.has("is not there any more")
	outside := filepath.Join(filepath.Dir(docs), "outside.md")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, path); err != nil {
		t.Skip("links cannot be made here:", err)
	}
	if _, err := s.source(); err == nil || !strings.Contains(err.Error(), "leads out of the documents") {
		t.Errorf("a link that leads out: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.source(); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("a folder: %v", err)
	}
}

// The source of an answer from a selected text is where the text was selected, also after the session was closed.
func TestOpenTheSourceOfASelection(t *testing.T) {
	s, docs := hostile(t, "a.md")
	a := s.library.answers["a.md"]
	a.Evidence[0].Text, a.Evidence[0].EndLine = "Heading\nEach frame starts with the byte 0x7E.", 8
	a.Sentences[0].Quotes[0] = quote(a.Evidence[0], "Each frame starts")
	s.ask("a.md")
	if got, err := s.source(); !slices.Equal(got, []string{"go", "+8", filepath.Join(docs, "a.md")}) {
		t.Errorf("the quote: %q, %v", got, err)
	}
	s.keys("<tab><tab><alt+v><end><enter>")
	b := sampleAnswer("How long?")
	b.Evidence = b.Evidence[:1]
	ev := &b.Evidence[0]
	ev.ID, ev.DocID, ev.Path, ev.Text, ev.StartPage, ev.StartLine, ev.EndLine = "selection", "selection", "a.md, lines 7–8", "Each frame starts\nwith the byte 0x7E.", 0, 1, 2
	for i := range b.Sentences {
		b.Sentences[i].Quotes = nil
	}
	b.Sentences[0].Quotes = append(b.Sentences[0].Quotes, quote(*ev, "with the byte"))
	s.library.answers["How long?"] = b
	s.keys("How long?<enter>")
	again := newScreen(t, 140, 40, func(o *Options) {
		o.Resume, o.Sessions, o.Roots, o.Env = mustLoad(s), s.store, []string{"docs"}, []string{"EDITOR=go"}
	})
	for _, s := range []*screenTest{s, again} {
		if got, err := s.source(); !slices.Equal(got, []string{"go", "+9", filepath.Join(docs, "a.md")}) {
			t.Errorf("%q, %v", got, err)
		}
	}
	s.turn().question.Selected.Source = nil
	s.run(openSource(s.Model))
	s.has("no document has it")
}

// TestVimTakesNamesForNames runs the editor itself.
func TestVimTakesNamesForNames(t *testing.T) {
	vim, err := exec.LookPath("vim")
	if err != nil {
		t.Skip("vim is not installed; install vim to see that it runs nothing")
	}
	dir := t.TempDir()
	for _, name := range []string{"+!touch PWNED; echo .md", "-c !touch PWNED.md"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("a\nb\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		how, err := howToOpen(path, 0, 2, desktop{system: "linux", getenv: func(string) string { return vim }})
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), vim, append([]string{"-u", "NONE", "-es", "-c", "call writefile([expand('%:p'), line('.')], 'seen')", "-c", "qa!"}, how.command[1:]...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		seen, _ := os.ReadFile(filepath.Join(dir, "seen"))
		if want := path + "\n2\n"; string(seen) != want {
			t.Errorf("vim opened %q, want %q; %s, %v", seen, want, out, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "PWNED")); err == nil {
			t.Errorf("vim ran what is in the name %q", name)
		}
	}
}
