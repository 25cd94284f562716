package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// stranger is a folder with papers inside and secrets outside, and a home where nobody has set anything but gates and limits.
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

// What came with the documents narrows what ibid does, and never widens it.
func TestProjectFileOnlyNarrows(t *testing.T) {
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
		{file: `index.dir = "papers"`, refused: "may not set this"},
		{file: `index.max_text_mb = 1`},
		{file: `index.backend = "weaviate"`, refused: "may not set this"},
		{user: `index.backend = "weaviate"`, file: `index.backend = "local"`, refused: "may not set this"},
		{file: `weaviate.url = "https://example.org"`, refused: "may not set this"},
		{user: "index.backend = \"weaviate\"\nweaviate.url = \"https://example.com\"", file: `weaviate.url = "https://example.org"`, refused: "may not set this"},
		{file: `weaviate.class = "Other"`, refused: "may not set this"},
		{file: `weaviate.read_only = true`, refused: "may not set this"},
		{file: `index.max_text_mb = 1000`, refused: "may only lower this"},
		{file: `index.max_pdf_mb = 1000000`, refused: "may only lower this"},
		{file: "engine.hits = 20\nengine.chunks = 3\nengine.characters = 5000\nengine.rerank = false\nengine.max_rounds = 1\n[api]\ncards = 1\ncluster = 1\nrecipes = 1\nsurfaces = 0"},
		{file: `engine.refusal_text = "The answer is 42."`, refused: "may not set this"},
		{file: `engine.generator = "extractive"`},
		{file: `engine.generator = "ollama"`, refused: "may only make this extractive"},
		{user: `engine.generator = "extractive"`, file: `engine.generator = "auto"`, refused: "may only make this extractive"},
		{user: `engine.embedder = "builtin"`, file: `engine.embedder = "auto"`, refused: "may only make this builtin"},
		{user: `engine.fallback = "refuse"`, file: `engine.fallback = "extractive"`, refused: "may only make this refuse"},
		{file: `engine.fallback = "refuse"`},
		{file: `engine.max_time = "10s"`},
		{user: `engine.max_time = "10s"`, file: `engine.max_time = "0s"`, refused: "may only make this shorter"},
		{user: `engine.max_time = "10s"`, file: `engine.max_time = "11s"`, refused: "may only make this shorter"},
		{user: `engine.max_time = "10s"`, file: `engine.max_time = "9s"`},
		{file: `guard.similarity_threshold = 0.9`},
		{file: `guard.similarity_threshold = 0.0`, refused: "may only raise this"},
		{user: `guard.similarity_threshold = 0.1`, file: `guard.similarity_threshold = 0.2`},
		{user: `guard.similarity_threshold = 0.9`, file: `guard.similarity_threshold = 0.8`, refused: "may only raise this"},
		{file: `guard.selection_threshold = 0`, refused: "may only raise this"},
		{file: `guard.premise_threshold = 0`, refused: "may only raise this"},
		{file: `guard.cosine_threshold = 0.1`, refused: "may only raise this"},
		{file: `guard.confidence_threshold = 0.1`, refused: "may only raise this"},
		{file: `guard.similarity = false`, refused: "may only switch this on"},
		{file: `guard.key_terms = false`, refused: "may only switch this on"},
		{file: `guard.confidence = false`, refused: "may only switch this on"},
		{file: `guard.support = false`, refused: "may only switch this on"},
		{file: `guard.symbols = false`, refused: "may only switch this on"},
		{file: `guard.reread = false`, refused: "may only switch this on"},
		{user: `guard.support = false`, file: `guard.support = true`},
		{user: `guard.support = false`, file: `guard.support = false`},
		{file: `guard.judge = "big"`, refused: "may not set this"},
		{file: `guard.registry = "papers/symbols.json"`, refused: "may not set this"},
		{file: `guard.registry = "/dev/zero"`, refused: "may not set this"},
		{file: `ollama.host = "http://10.0.0.1:11434"`, refused: "may not set this"},
		{file: `ollama.model = "big"`, refused: "may not set this"},
		{file: `ollama.embed_model = "big"`, refused: "may not set this"},
		{file: `ollama.keep_alive = "24h"`, refused: "may not set this"},
		{user: `ollama.model = "mine"`, file: `ollama.model = "mine"`},
		{file: `log.questions = true`, refused: "may not set this"},
		{user: `log.questions = true`, file: `log.questions = false`, refused: "may not set this"},
		{file: "[ui]\ncolor = \"never\"\nplain = true\ntheme = \"dark\""},
	} {
		dir, src := stranger(t, tt.user)
		path := write(t, dir, ".ibid.toml", tt.file)
		key, _, _ := strings.Cut(tt.file, " ")
		_, err := Load(src)
		if tt.refused == "" {
			if err != nil {
				t.Errorf("%s over %q: %v", tt.file, tt.user, err)
			}
			continue
		}
		want := fmt.Sprintf("%s:1:1: %s: a project file ", path, key)
		s, _ := find(key)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), tt.refused+": set "+s.Env()+", give --"+s.Flag+", or write it in your own config.toml") {
			t.Errorf("%s over %q: %v, want %s…%s…", tt.file, tt.user, err, want, tt.refused)
		}
	}
}

// A setting that is new is not a project's to give until somebody thought of it.
func TestNarrowsRefusesWhatItDoesNotKnow(t *testing.T) {
	if (Setting{Key: "some.new_setting"}).narrows(".", "", "x") {
		t.Error("it may set this")
	}
}

func TestTrust(t *testing.T) {
	dir, src := stranger(t, "")
	const text = "docs = \"../secrets\"\nguard.support = false\nengine.hits = 3\nindex.dir = \"kept\"\n"
	path := write(t, dir, ".ibid.toml", text)
	refused := func(why string) {
		t.Helper()
		if _, err := Load(src); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("got %v, want a refusal with %q", err, why)
		}
	}
	refused("or read the file, and `ibid trust` allows it as it is")
	p, err := Trust(src)
	needs := []Given{{"docs", []string{filepath.Join(dir, "../secrets")}}, {"guard.support", false}, {"index.dir", filepath.Join(dir, "kept")}}
	if err != nil || !reflect.DeepEqual(p.Needs, needs) || len(p.Sets) != 4 {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, dir := range []string{dir, filepath.Join(dir, "papers", ".."), filepath.Join(dir, "..", "again")} { // whatever way leads to it
		if strings.HasSuffix(dir, "again") {
			if err := os.Symlink("folder", dir); err != nil {
				t.Fatal(err)
			}
		}
		c, err := Load(Sources{Env: src.Env, Dir: dir})
		if err != nil || c.SupportGate || c.Hits != 3 || c.IndexDir != filepath.Join(dir, "kept") || !c.ProjectFile.Trusted() || c.ProjectFile.Path != p.Path {
			t.Errorf("%s: %+v, %v", dir, c, err)
		}
	}
	state, _ := StateDir(src.Env)
	records, _ := filepath.Glob(filepath.Join(state, "trust", "*"))
	if len(records) != 1 {
		t.Fatalf("kept in %q", records)
	}
	for file, mode := range map[string]os.FileMode{records[0]: 0o600, filepath.Dir(records[0]): 0o700} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}

	write(t, dir, ".ibid.toml", text+" ") // one byte
	refused("the file has changed since you trusted it")
	write(t, dir, ".ibid.toml", text)
	if _, err := Load(src); err != nil {
		t.Errorf("the file that was trusted: %v", err)
	}
	other := filepath.Join(t.TempDir(), "b")
	write(t, other, ".ibid.toml", text) // the same content in another folder
	if _, err := Load(Sources{Env: src.Env, Dir: other}); err == nil {
		t.Error("a copy elsewhere is trusted")
	}

	if was, err := Distrust(src); !was || err != nil {
		t.Errorf("%v, %v", was, err)
	}
	refused("or read the file")
	if was, err := Distrust(src); was || err != nil {
		t.Errorf("twice: %v, %v", was, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if p, err := Trust(src); p != nil || err != nil {
		t.Errorf("no file: %v, %v", p, err)
	}
}

// A file whose settings the user has read may give nearly all: not what lets data leave the machine or rebinds a key.
func TestTrustLeavesTheUserHisOwn(t *testing.T) {
	for _, file := range []string{"ollama.allow_remote = true", `index.backend = "weaviate"`, `weaviate.url = "https://example.org"`, `keys.quit = "y"`, "engine.hit = 1"} {
		dir, src := stranger(t, "")
		write(t, dir, ".ibid.toml", "docs = \"..\"\n"+file)
		if p, err := Trust(src); err == nil || p != nil {
			t.Errorf("%s: trusted: %v, %v", file, p, err)
		}
		if state, err := StateDir(src.Env); err != nil || exists(filepath.Join(state, "trust")) {
			t.Errorf("%s: something was kept", file)
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

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
