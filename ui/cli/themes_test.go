package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ibid/themes"
)

// userTheme puts a theme into the folder of an environment.
func userTheme(t *testing.T, name, text string) (env []string, path string) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, "ibid", themeFolder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return append(home(t), "XDG_CONFIG_HOME="+dir), path
}

func TestThemesGolden(t *testing.T) {
	r := ibid(t, home(t), "themes")
	golden(t, "themes.txt", r.out)
	if r.code != 0 || r.err != "" {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
}

// What a terminal gets is what it can show, and colours are told apart from type.
func TestThemesColours(t *testing.T) {
	for _, tt := range []struct {
		name     string
		env      []string
		args     []string
		has, not string // patterns of escape sequences
	}{
		{"pipe", []string{"TERM=xterm-256color"}, nil, ``, `\x1b`},
		{"true colour", []string{"TERM=xterm", "COLORTERM=truecolor"}, []string{"--color=always"}, `\x1b\[[0-9;]*38;2;121;192;255m`, ``},
		{"256 colours", []string{"TERM=xterm-256color"}, []string{"--color=always"}, `\x1b\[[0-9;]*38;5;`, `38;2;`},
		{"16 colours", []string{"TERM=xterm"}, []string{"--color=always"}, `\x1b\[[0-9;]*9[0-7]m`, `38;[25];`},
		{"NO_COLOR", []string{"TERM=xterm", "NO_COLOR=yes", "CLICOLOR_FORCE=1"}, nil, ``, `\x1b`},
		{"CLICOLOR_FORCE", []string{"TERM=xterm", "CLICOLOR_FORCE=yes"}, nil, `\x1b\[`, ``},
	} {
		r := ibid(t, append(home(t), tt.env...), append([]string{"themes", "dark"}, tt.args...)...)
		if r.code != 0 {
			t.Fatalf("%s: %s", tt.name, r.err)
		}
		if !regexp.MustCompile(tt.has).MatchString(r.out) {
			t.Errorf("%s: no %s in %q", tt.name, tt.has, r.out)
		}
		if tt.not != "" && regexp.MustCompile(tt.not).MatchString(r.out) {
			t.Errorf("%s: %s in %q", tt.name, tt.not, r.out)
		}
	}
}

func TestThemesOfTheUser(t *testing.T) {
	env, path := userTheme(t, "mine.toml", "description = \"mine\"\ndark = true\n")
	r := ibid(t, env, "themes", "mine")
	if r.code != 0 || !strings.HasPrefix(r.out, "mine: mine\n") || strings.Contains(r.out, "light") {
		t.Errorf("%d: %s%s", r.code, r.out, r.err)
	}
	r = ibid(t, env, "themes", "--json", "mine")
	if want := `{"schema":"ibid.themes/1","themes":[{"name":"mine","description":"mine","dark":true,"path":"` + path + `"}]}` + "\n"; r.out != want {
		t.Errorf("got %swant %s", r.out, want)
	}
	r = ibid(t, env, "themes", "--json")
	if !strings.HasPrefix(r.out, `{"schema":"ibid.themes/1","themes":[{"name":"light","description":"for light backgrounds","dark":false,"path":""},`) || strings.Count(r.out, `"name"`) != 5 {
		t.Errorf("got %s", r.out)
	}
}

func TestThemesThatAreWrong(t *testing.T) {
	env, path := userTheme(t, "mine.toml", "[roles]\nquote = { fg = 3 }\n")
	r := ibid(t, env, "themes")
	if r.code != 0 || !strings.Contains(r.err, "note: left out: "+path+":2:11: roles.quote: ") || !strings.Contains(r.out, "ansi16: ") {
		t.Errorf("a broken theme among others: %d: %s", r.code, r.err)
	}
	if r := ibid(t, env, "themes", "mine"); r.code != exitUsage || r.out != "" || !strings.Contains(r.err, path+":2:11: roles.quote: ") {
		t.Errorf("a broken theme: %d: %s%s", r.code, r.out, r.err)
	}
	if r := ibid(t, env, "themes", "lihgt"); r.code != exitUsage || !strings.Contains(r.err, `no such theme: "lihgt"; did you mean light?`) {
		t.Errorf("no theme: %d: %s", r.code, r.err)
	}
	if r := ibid(t, nil, "themes", "light"); r.code != 0 || r.err != "" {
		t.Errorf("without a home: %d: %s", r.code, r.err)
	}
}

// A preview that leaves a role out would not show what a theme changes.
func TestSampleHasEveryRole(t *testing.T) {
	dir := t.TempDir()
	plain, err := themes.Load("ansi16", dir)
	if err != nil {
		t.Fatal(err)
	}
	base, err := os.ReadFile("../../themes/ansi16.toml")
	if err != nil {
		t.Fatal(err)
	}
	before := strings.Join(sampleLines(&plain.Styles), "\n")
	for _, role := range []string{"muted", "heading", "title", "border", "border_focus", "good", "warn", "bad", "quote", "sentence", "selection", "draft",
		"added", "removed", "key", "bar_full", "bar_empty", "marker", "marker_current", "cursor", "tab", "tab_active", "error"} {
		at := regexp.MustCompile(`(?m)^` + role + ` .*$`).FindIndex(base)
		text := string(base[:at[0]]) + role + " = { fg = 13, italic = true, bold = true, strikethrough = true }" + string(base[at[1]:])
		if err := os.WriteFile(filepath.Join(dir, "changed.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		changed, err := themes.Load("changed", dir)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(sampleLines(&changed.Styles), "\n") == before {
			t.Errorf("%s is not in the sample", role)
		}
	}
}
