package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/ui/config"
)

// What `ibid init` writes is read, sets what was found, and is never written twice.
func TestInit(t *testing.T) {
	home := t.TempDir()
	env := []string{"HOME=" + home}
	r := ibid(t, env, "init", "--yes", "--embedder=builtin", "--generator=extractive", handbook)
	if r.code != exitAnswered || !strings.Contains(r.out, "files that ibid reads") || !strings.Contains(r.out, "answers    the documents' own sentences") {
		t.Fatalf("exit code %d\n%s%s", r.code, r.out, r.err)
	}
	path := filepath.Join(home, ".config", "ibid", "config.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Sources{Env: env})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	docs, err := filepath.Abs(handbook)
	if err != nil || len(c.Docs) != 1 || c.Docs[0] != docs || c.Generator != "extractive" || c.Embedder != "builtin" || c.Origin("engine.hits") != "default" {
		t.Errorf("documents %q, generator %s, embedder %s", c.Docs, c.Generator, c.Embedder)
	}
	for _, s := range config.All() { // with every "#" before a setting taken away it is read too
		if !strings.Contains(string(text), "\n#"+s.Key+" = ") && c.Origin(s.Key) == "default" {
			t.Errorf("%s is not there", s.Key)
		}
	}
	all := strings.ReplaceAll(string(text), "\n#", "\n")
	var settings []string
	for _, l := range strings.Split(all, "\n") {
		if strings.Contains(l, " = ") && !strings.HasPrefix(l, " ") {
			settings = append(settings, l)
		}
	}
	if err := os.WriteFile(path, []byte(strings.Join(settings, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(config.Sources{Env: env}); err != nil {
		t.Errorf("%v in\n%s", err, strings.Join(settings, "\n"))
	}
	if r := ibid(t, env, "init", "--yes", handbook); r.code != exitUsage || !strings.Contains(r.err, "is there already, and stays as it is") {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.err)
	}
	if r := ibid(t, []string{"HOME=" + t.TempDir()}, "init", handbook); r.code != exitUsage || !strings.Contains(r.err, "nobody can be asked") {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.err)
	}
}
