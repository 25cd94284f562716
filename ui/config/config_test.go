package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"ibid/ui/golden"
)

// write puts a file below dir and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLaterSourceWins(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	env := []string{"HOME=" + home}
	flags := map[string][]string{}
	steps := []struct {
		name, origin, generator string
		change                  func()
	}{
		{"default", "default", "auto", func() {}},
		{"user file", filepath.Join(home, ".config/ibid/config.toml") + ":2", "ollama", func() { write(t, home, ".config/ibid/config.toml", "[engine]\ngenerator = \"ollama\"\n") }},
		{"project file", filepath.Join(dir, ".ibid.toml") + ":1", "extractive", func() { write(t, dir, ".ibid.toml", "engine.generator = \"extractive\"\n") }},
		{"environment", "IBID_ENGINE_GENERATOR", "auto", func() { env = append(env, "IBID_ENGINE_GENERATOR=auto") }},
		{"flag", "--no-model", "extractive", func() { flags["engine.generator"] = []string{"x", "extractive"} }},
	}
	for _, s := range steps {
		s.change()
		c, err := Load(Sources{Flags: flags, Env: env, Dir: dir})
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if c.Generator != s.generator || c.Origin("engine.generator") != s.origin {
			t.Errorf("%s: %s from %q, want %s from %q", s.name, c.Generator, c.Origin("engine.generator"), s.generator, s.origin)
		}
	}
}

func TestXDGConfigHome(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	write(t, home, ".config/ibid/config.toml", "engine.hits = 11")
	write(t, other, "ibid/config.toml", "engine.hits = 12")
	for _, tt := range []struct {
		env  []string
		want int
	}{
		{[]string{"HOME=" + home, "XDG_CONFIG_HOME=" + other}, 12},
		{[]string{"HOME=" + home, "XDG_CONFIG_HOME=relative"}, 11}, // the specification: ignored
		{[]string{"XDG_CONFIG_HOME=" + other}, 12},
		{nil, 8},
	} {
		c, err := Load(Sources{Env: tt.env, Dir: t.TempDir()})
		if err != nil || c.Hits != tt.want {
			t.Errorf("%q: %v, %v; want %d", tt.env, c, err, tt.want)
		}
	}
}

func TestPaths(t *testing.T) {
	dir := t.TempDir()
	list := string(os.PathListSeparator)
	for _, tt := range []struct {
		name, user, file, env string
		flags                 []string
		want                  []string
	}{
		{name: "default", want: []string{"."}},
		{name: "list in a file", user: `docs = ["a", "~/b", "/c:d"]`, want: []string{filepath.Join(dir, "ibid", "a"), "/home/x/b", "/c:d"}},
		{name: "one in a file", file: `docs = "a"`, want: []string{filepath.Join(dir, "a")}},
		{name: "variable", env: "a" + list + "~" + list + "~y", want: []string{"a", "/home/x", "~y"}},
		{name: "an empty variable is none", env: "", want: []string{"."}},
		{name: "flags", flags: []string{"a:b", "~/c"}, want: []string{"a:b", "/home/x/c"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			write(t, dir, "ibid/config.toml", tt.user)
			write(t, dir, ".ibid.toml", tt.file)
			c, err := Load(Sources{Flags: map[string][]string{"docs": tt.flags}, Env: []string{"HOME=/home/x", "XDG_CONFIG_HOME=" + dir, "IBID_DOCS=" + tt.env}, Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(c.Docs, tt.want) {
				t.Errorf("got %q, want %q", c.Docs, tt.want)
			}
		})
	}
}

func TestRelativePathInTheWorkingFolderStaysShort(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".ibid.toml", `docs = "papers"`)
	t.Chdir(dir)
	c, err := Load(Sources{})
	if err != nil || len(c.Docs) != 1 || c.Docs[0] != "papers" {
		t.Errorf("got %v, %v", c, err)
	}
}

func TestFileErrors(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"text for a number", "[engine]\nhits = \"4\"", `2:1: engine.hits: the text "4" is not a whole number from 1 to 100`},
		{"number out of range", "engine.hits = 0", `1:1: engine.hits: 0 is not a whole number from 1 to 100`},
		{"fraction", "engine.hits = 1.5", `1:1: engine.hits: 1.5 is not a whole number from 1 to 100`},
		{"number for a truth", "guard.support = 1", `1:1: guard.support: 1 is neither true nor false`},
		{"not a share", "guard.answered = nan", `1:1: guard.answered: NaN is not a number from 0 to 1`},
		{"no choice", "ui.color = \"red\"", `1:1: ui.color: the text "red" is none of auto, always, never`},
		{"number for a path", "docs = 3", `1:1: docs: 3 is neither a path nor a list of paths`},
		{"number in a list", "docs = [\"a\", 3]", `1:1: docs: 3 in the list is not a path`},
		{"empty list", "docs = []", `1:1: docs: a path is empty`},
		{"array of tables", "[[docs]]\nx = 1", `1:3: docs: a table in the list is not a path`},
		{"empty text", "engine.refusal_text = \" \"", `1:1: engine.refusal_text: it must not be empty`},
		{"broken", "docs = \n", `1:8: not TOML: `},
		{"given twice", "docs = \"a\"\ndocs = \"b\"", `2:1: not TOML: `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := write(t, dir, "ibid/config.toml", tt.file)
			_, err := Load(Sources{Env: []string{"XDG_CONFIG_HOME=" + dir}, Dir: t.TempDir()})
			if err == nil {
				t.Fatal("no error")
			}
			got, found := strings.CutPrefix(err.Error(), path+":")
			if !found || !strings.HasPrefix(got, tt.want) || strings.HasSuffix(tt.want, "?") && got != tt.want {
				t.Errorf("got  %s\nwant %s:%s", err, path, tt.want)
			}
		})
	}
}

func TestVariableAndFlagErrorsNameTheirSource(t *testing.T) {
	_, err := Load(Sources{Env: []string{"IBID_ENGINE_HITS=many"}, Dir: t.TempDir()})
	if want := `IBID_ENGINE_HITS: "many" is not a whole number from 1 to 100`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = Load(Sources{Flags: map[string][]string{"engine.hits": {"many"}}, Dir: t.TempDir()})
	if want := `--k: "many" is not a whole number from 1 to 100`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = Load(Sources{Env: []string{"IBID_DOCS=~/papers"}, Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "set HOME") {
		t.Errorf("a ~ without a home: %v", err)
	}
}

// OLLAMA_HOST is Ollama's own: ibid's variable goes before it, a file does not.
func TestVariableOfAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	own := write(t, dir, "ibid/config.toml", `ollama.host = "http://file"`)
	for _, tt := range []struct {
		env          []string
		want, origin string
	}{
		{nil, "http://file", own + ":1"},
		{[]string{"OLLAMA_HOST="}, "http://file", own + ":1"},
		{[]string{"OLLAMA_HOST=theirs"}, "theirs", "OLLAMA_HOST"},
		{[]string{"IBID_OLLAMA_HOST=ours", "OLLAMA_HOST=theirs"}, "ours", "IBID_OLLAMA_HOST"},
		{[]string{"=C:=C:\\odd"}, "http://file", own + ":1"}, // as Windows has them
	} {
		c, err := Load(Sources{Env: append(tt.env, "XDG_CONFIG_HOME="+dir), Dir: t.TempDir()})
		if err != nil || c.OllamaHost != tt.want || c.Origin("ollama.host") != tt.origin {
			t.Errorf("%q: %v, %v; want %s from %s", tt.env, c, err, tt.want, tt.origin)
		}
	}
}

func TestStateDir(t *testing.T) {
	root := t.TempDir()
	for _, tt := range []struct {
		env  []string
		want string // "" for an error
	}{
		{[]string{"HOME=" + root, "XDG_STATE_HOME=" + filepath.Join(root, "s")}, filepath.Join(root, "s", "ibid")},
		{[]string{"HOME=" + root, "XDG_STATE_HOME=relative"}, filepath.Join(root, ".local", "state", "ibid")},
		{nil, ""},
	} {
		if got, err := StateDir(tt.env); got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: %q, %v; want %q", tt.env, got, err, tt.want)
		}
	}
}

// Every value that the defaults hold is accepted where a user writes it.
func TestDefaultsCanBeWritten(t *testing.T) {
	for _, s := range All() {
		if s.Default == "" {
			continue
		}
		dir := t.TempDir()
		data, err := toml.Marshal(map[string]any{"v": s.Default})
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, "ibid/config.toml", s.Key+strings.TrimPrefix(string(data), "v"))
		if _, err := Load(Sources{Env: []string{"XDG_CONFIG_HOME=" + dir}, Dir: t.TempDir()}); err != nil {
			t.Errorf("%s: %v", s.Key, err)
		}
	}
}

// The page of the configuration is the table of settings.
func TestConfigurationPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("| Setting | Default | What for |\n| --- | --- | --- |\n")
	for _, s := range All() {
		if strings.Contains(s.Help, "`") {
			t.Errorf("%s: the flag's help takes what is between backquotes for the name of its value", s.Key)
		}
		def, err := json.Marshal(s.Default)
		if err != nil {
			t.Fatal(err)
		}
		value := strings.Trim(string(def), `"`)
		if s.Choices != nil {
			value += " (of " + strings.Join(s.Choices, ", ") + ")"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Key, value, s.Help)
	}
	golden.Section(t, "../help/configuration.md", b.String())
}

// What no setting is, or none any more, is passed over, with one warning that names it.
func TestUnknownSettings(t *testing.T) {
	home := t.TempDir()
	path := write(t, home, ".config/ibid/config.toml", `engine.hits = 3
engine.rerank = false
guard.similarity = true
guard.similarity_threshold = 0.2
colour_of_the_sky = 1
engine.hitz = 5
`)
	c, err := Load(Sources{Env: []string{"HOME=" + home, "IBID_INDEX_BACKEND=local", "IBID_ENGINE_CHUNKS=", "IBID_WEAVIATE_API_KEY=x"}, Dir: t.TempDir()})
	none := " is no setting, and is passed over"
	want := []string{":2:1: engine.rerank" + none, ":3:1: guard.similarity" + none, ":4:1: guard.similarity_threshold" + none, ":5:1: colour_of_the_sky" + none,
		":6:1: engine.hitz" + none + "; did you mean engine.hits?"}
	for i := range want {
		want[i] = path + want[i]
	}
	want = append(want, "IBID_INDEX_BACKEND: no setting has this variable; it is passed over")
	if err != nil || c.Hits != 3 || c.Answered != 0.5 || !slices.Equal(c.Warnings, want) {
		t.Errorf("%v, %d hits, %q", err, c.Hits, c.Warnings)
	}
}

// There are no more settings than somebody can read.
func TestFewSettings(t *testing.T) {
	if n := len(All()); n > 32 {
		t.Errorf("%d settings", n)
	}
}
