package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// stranger is a folder with papers inside and secrets outside, and a home where somebody may have set something.
func stranger(t *testing.T, user string) (dir string, src Sources) {
	t.Helper()
	base, home := t.TempDir(), t.TempDir()
	dir = filepath.Join(base, "folder")
	write(t, base, "secrets/a.md", "secret")
	write(t, dir, "papers/a.md", "paper")
	if err := os.Symlink("../secrets", filepath.Join(dir, "link")); err != nil {
		t.Skip("links cannot be made here:", err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "dangling")); err != nil {
		t.Fatal(err)
	}
	write(t, home, ".config/ibid/config.toml", user)
	return dir, Sources{Env: []string{"HOME=" + home}, Dir: dir}
}

// What came with the documents sets six things, and them only so far.
func TestProjectFileSetsLittle(t *testing.T) {
	for _, tt := range []struct{ user, file, refused string }{
		{file: `docs = "papers"`},
		{file: `docs = [".", "papers/a.md", "not-there-yet"]`},
		{file: `docs = ".."`, refused: "inside its folder"},
		{file: `docs = ["papers", "../secrets"]`, refused: "inside its folder"},
		{file: `docs = "/"`, refused: "inside its folder"},
		{file: `docs = "~"`, refused: "inside its folder"},
		{file: `docs = "link"`, refused: "inside its folder"},
		{file: `docs = "link/a.md"`, refused: "inside its folder"},
		{file: `docs = "link/not-there"`, refused: "inside its folder"},
		{file: `docs = "dangling"`, refused: "inside its folder"},
		{file: `docs = "papers/../link/../x"`}, // cleaned as it is read
		{file: `projects = ["a=papers"]`},
		{file: `projects = ["a=papers", "b=../secrets"]`, refused: "inside its folder"},
		{file: `projects = ["a=link"]`, refused: "inside its folder"},
		{file: `engine.generator = "extractive"`},
		{file: `engine.generator = "ollama"`, refused: "may only make this extractive"},
		{user: `engine.generator = "extractive"`, file: `engine.generator = "auto"`, refused: "may only make this extractive"},
		{user: `engine.fallback = "refuse"`, file: `engine.fallback = "extractive"`, refused: "may only make this refuse"},
		{file: `engine.fallback = "refuse"`},
		{user: `guard.unproven = "show"`, file: `guard.unproven = "quote"`},
		{file: `guard.unproven = "show"`, refused: "may only make this quote"},
		{file: `ui.theme = "dark"`},
	} {
		dir, src := stranger(t, tt.user)
		path := write(t, dir, ".ibid.toml", tt.file)
		key, _, _ := strings.Cut(tt.file, " ")
		c, err := Load(src)
		if tt.refused == "" {
			if err != nil || c.Origin(key) != path+":1" || len(c.Warnings) > 0 {
				t.Errorf("%s over %q: %v, %+v", tt.file, tt.user, err, c)
			}
			continue
		}
		want := fmt.Sprintf("%s:1:1: %s: a project file ", path, key)
		s, _ := find(key)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), tt.refused+": set "+s.Env()+", or write it in your own config.toml") {
			t.Errorf("%s over %q: %v, want %s…%s…", tt.file, tt.user, err, want, tt.refused)
		}
	}
}

// Everything else in it does nothing, whatever it is, and one warning names it: also what is no setting, and what is none yet.
func TestProjectFileSetsNothingElse(t *testing.T) {
	dir, src := stranger(t, "keys.quit = \"q\"")
	without, err := Load(src)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	var others []string
	for _, s := range All() {
		if slices.Contains(projectKeys, s.Key) {
			continue
		}
		others = append(others, s.Key)
		value := any("http://10.0.0.1")
		switch s.Default.(type) {
		case bool:
			value = !s.Default.(bool)
		case int64:
			value = s.Default.(int64) + 1
		case float64:
			value = 0.01
		}
		fmt.Fprintf(&text, "%s = %#v\n", s.Key, value)
	}
	others = append(others, "some.new_setting", "keys.quit")
	text.WriteString("some.new_setting = {}\nkeys.quit = \"y\"\n")
	path := write(t, dir, ".ibid.toml", strings.Replace(text.String(), "{}", "1", 1))
	c, err := Load(src)
	if err != nil {
		t.Fatal(err)
	}
	want := path + ": passed over, as a project file sets nothing but docs, projects, ui.theme, engine.generator, engine.fallback, guard.unproven: " + strings.Join(others, ", ")
	if !reflect.DeepEqual(c.Warnings, []string{want}) {
		t.Errorf("warned %q\nwant   %q", c.Warnings, want)
	}
	if len(c.ProjectFile.Sets) > 0 || !reflect.DeepEqual(c.origin, without.origin) || !reflect.DeepEqual(c.Keys, without.Keys) {
		t.Errorf("it sets %q", c.ProjectFile.Sets)
	}
	for _, s := range All() {
		if !reflect.DeepEqual(s.Value(c), s.Value(without)) {
			t.Errorf("%s is %v", s.Key, s.Value(c))
		}
	}
}

// A file of settings is a small regular file: anything else is told at once.
func TestSettingsAreSmallRegularFiles(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(path string) error
		want string
	}{
		{"a device", func(path string) error { return os.Symlink("/dev/zero", path) }, "is a folder, a pipe or a device"},
		{"a folder", func(path string) error { return os.Mkdir(path, 0o700) }, "is a folder, a pipe or a device"},
		{"a huge file", func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("# padding\n", maxFileBytes/10+1)), 0o600)
		}, "is larger than 64 kB"},
		{"a sparse file", func(path string) error {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 1<<40)
		}, "is larger than 64 kB"},
	} {
		for _, name := range []string{".ibid.toml", "ibid/config.toml"} {
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := tt.make(path); err != nil {
				t.Logf("%s cannot be made here: %v", tt.name, err)
				continue
			}
			_, err := Load(Sources{Env: []string{"XDG_CONFIG_HOME=" + dir}, Dir: dir})
			if err == nil || !strings.HasPrefix(err.Error(), path+": "+tt.want) {
				t.Errorf("%s as %s: %v", tt.name, name, err)
			}
		}
	}
}
