package index

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestIgnored(t *testing.T) {
	tests := []struct {
		name    string
		lines   string
		ignored []string // a slash at the end marks a folder
		kept    []string
	}{
		{"name at any depth", "draft.md", []string{"draft.md", "a/b/draft.md", "draft.md/"}, []string{"draft.markdown", "xdraft.md", "draft.md.txt"}},
		{"comment and blank", "# a.md\n\n   \na.md", []string{"a.md"}, []string{"# a.md", " "}},
		{"escaped hash and bang", "\\#a.md\n\\!b.md", []string{"#a.md", "!b.md"}, []string{"a.md", "b.md"}},
		{"spaces at the end", "a.md  \nb.md\\ ", []string{"a.md", "b.md "}, []string{"b.md", "a.md  "}},
		{"carriage return", "a.md\r\nb.md\r\n", []string{"a.md", "b.md"}, []string{"a.md\r"}},
		{"byte order mark", "\ufeffa.md", []string{"a.md"}, nil},
		{"anchored", "/a.md\ndoc/b.md", []string{"a.md", "doc/b.md"}, []string{"x/a.md", "x/doc/b.md", "doc/a.md"}},
		{"folder only", "build/\nout/gen/", []string{"build/", "x/build/", "out/gen/"}, []string{"build", "x/build", "out/gen"}},
		{"star stays in a name", "*.log\ndoc/*.txt", []string{"a.log", "x/y/.log", "doc/a.txt"}, []string{"doc/x/a.txt", "a.logs"}},
		{"question mark", "a?.md", []string{"ab.md"}, []string{"a.md", "a/.md", "abc.md"}},
		{"classes", "[a-cx].md\n[!a-z]1\n[[:digit:]][]-]z\nq[", []string{"b.md", "x.md", "A1", "0]z", "9-z"}, []string{"d.md", "a1", "00z", "q[", "q"}},
		{"double star in front", "**/foo/bar", []string{"foo/bar", "a/foo/bar", "a/b/foo/bar"}, []string{"foo/a/bar", "bar"}},
		{"double star behind", "abc/**", []string{"abc/a", "abc/a/b"}, []string{"abc/", "x/abc/a"}},
		{"double star between", "a/**/b", []string{"a/b", "a/x/b", "a/x/y/b"}, []string{"a/xb", "x/a/b", "b"}},
		{"double star in a name is a star", "a**b\nx/a**b", []string{"ab", "axyb", "x/ab"}, []string{"a/b", "x/a/b"}},
		{"negation, the last one counts", "*.md\n!keep.md\nkeep.md\n!keep.md", []string{"a.md"}, []string{"keep.md", "x/keep.md"}},
		{"everything but", "/*\n!/docs/", []string{"a.md", "src/", "docs"}, []string{"docs/"}},
		{"escaped star", `a\*b`, []string{"a*b"}, []string{"axb"}},
		{"backslash at the end matches nothing", `a\`, nil, []string{"a", `a\`}},
		{"only a slash", "/\n//\n!", nil, []string{"a", "a/"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stack := parseIgnore("", tt.lines)
			for _, p := range tt.ignored {
				if !ignored(stack, strings.TrimSuffix(p, "/"), strings.HasSuffix(p, "/")) {
					t.Errorf("%q is not ignored by %q", p, tt.lines)
				}
			}
			for _, p := range tt.kept {
				if ignored(stack, strings.TrimSuffix(p, "/"), strings.HasSuffix(p, "/")) {
					t.Errorf("%q is ignored by %q", p, tt.lines)
				}
			}
		})
	}
}

// The deeper folder decides, and .ibidignore over .gitignore in the same one.
func TestIgnoredStack(t *testing.T) {
	stack := slices.Concat(parseIgnore("", "*.pdf\nnotes.md"), parseIgnore("", "!*.pdf\n/sub/deep/b.txt"),
		parseIgnore("sub", "!notes.md\n/a.txt\n*.pdf"), parseIgnore("sub/deep", "!b.txt"))
	for path, want := range map[string]bool{
		"x.pdf": false, "notes.md": true, "sub/notes.md": false, "sub/deep/notes.md": false, "a.txt": false, "sub/a.txt": true,
		"sub/deep/a.txt": false, "sub/y.pdf": true, "sub/deep/b.txt": false,
	} {
		var above []pattern
		for _, r := range stack {
			if r.folder == "" || strings.HasPrefix(path, r.folder+"/") {
				above = append(above, r)
			}
		}
		if got := ignored(above, path, false); got != want {
			t.Errorf("%s: ignored = %v", path, got)
		}
	}
}

// A pattern with many stars must not take exponential time.
func TestIgnoredHostilePattern(t *testing.T) {
	stack := parseIgnore("", strings.Repeat("*a", 200)+"b\n"+strings.Repeat("**/a/", 100)+"b")
	if ignored(stack, strings.Repeat("a", 250), false) || ignored(stack, strings.Repeat("a/", 250)+"c", false) {
		t.Error("matched")
	}
}

// Patterns made at random mean what they mean to git.
func TestIgnoredAsGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string) string { return from[rng.IntN(len(from))] }
	names := []string{"a", "b", "ab", "a.md", "b.md", "c d", "x]", "-", "a\\", "*"}
	parts := []string{"a", "b", "*", "?", "**", "/", "/", "/**/", "**/", "/**", "***", ".md", "*.md", "[ab]", "[!a]", "[a-]", "[", "[]]", "\\", "\\*", " ", "!", "#", "[[:alpha:]]", "\\ ", "c d"}
	var paths []string
	for _, x := range names {
		for _, y := range names {
			paths = append(paths, x+"/"+y)
			paths = append(paths, x+"/"+y+"/"+pick(names))
		}
		paths = append(paths, x)
	}
	for round := range 40 {
		dir := t.TempDir()
		run := func(stdin string, args ...string) string {
			cmd := exec.Command(git, args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
			cmd.Stdin = strings.NewReader(stdin)
			var out bytes.Buffer
			cmd.Stdout = &out
			if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
				t.Fatalf("git %v: %v", args, err)
			}
			return out.String()
		}
		run("", "init", "-q")
		var lines []string
		for range 1 + rng.IntN(3) {
			line := ""
			for range 1 + rng.IntN(4) {
				line += pick(parts)
			}
			lines = append(lines, line)
		}
		text := strings.Join(lines, "\n")
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		stack := parseIgnore("", text)
		// Git looks at the folders above too, as the walk does.
		ignoredByUs := func(path string) bool {
			for i := range path {
				if path[i] == '/' && ignored(stack, path[:i], true) {
					return true
				}
			}
			return ignored(stack, path, false)
		}
		byGit := map[string]bool{}
		for p := range strings.SplitSeq(run(strings.Join(paths, "\x00"), "check-ignore", "-z", "--no-index", "--stdin"), "\x00") {
			byGit[p] = true
		}
		for _, p := range paths {
			if got := ignoredByUs(p); got != byGit[p] {
				t.Errorf("round %d: %q: ignored = %v, git says %v; patterns %q", round, p, got, byGit[p], lines)
			}
		}
	}
}

func FuzzIgnored(f *testing.F) {
	f.Add("*.md\n!a/**/b\n[a-z", "a/x/b", true)
	f.Add("[[:alpha:", "a", false)
	f.Add("[[:]", "0", true)
	f.Add("\\", "\\", false)
	f.Fuzz(func(t *testing.T, lines, path string, isFolder bool) {
		ignored(parseIgnore("", lines), path, isFolder)
	})
}
