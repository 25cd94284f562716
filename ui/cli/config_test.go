package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfigPrintsKeys(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ibid", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("[keys]\nquit = [\"ctrl+c\", \"q\"]\ncopy_answer = \"y\"\nwhy = []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := append(home(t), "XDG_CONFIG_HOME="+dir)
	r := ibid(t, env, "config")
	want := "\nkeys.copy_answer = [\"y\"]  # " + path + ":3\nkeys.quit = [\"ctrl+c\", \"q\"]  # " + path + ":2\nkeys.why = []  # " + path + ":4\n"
	if !strings.HasSuffix(r.out, want) {
		t.Errorf("got %s%s\nwant …%s", r.out, r.err, want)
	}
	r = ibid(t, env, "config", "--json")
	if want := `{"key":"keys.why","value":[],"origin":"` + path + `:4","env":"","flag":"","help":"keys of the screen"}],"warnings":[],`; !strings.Contains(r.out, want) {
		t.Errorf("got %s, want …%s", r.out, want)
	}
}
