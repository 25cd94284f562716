package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder that came with a settings file: refused, looked at, trusted, changed, and trusted no longer.
func TestTrustCommand(t *testing.T) {
	env := home(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	place(t, filepath.Join(dir, "outside", "a.md"), "# Outside\n")
	file := filepath.Join(dir, "folder", ".ibid.toml")
	place(t, file, "docs = \"../outside\"\nengine.hits = 3\nguard.support = false\n")
	t.Chdir(filepath.Join(dir, "folder"))
	step := func(code int, want string, args ...string) string {
		t.Helper()
		r := ibid(t, env, args...)
		if r.code != code || !strings.Contains(r.out+r.err, want) {
			t.Errorf("%q: exit code %d: %s%s\nwant %d with %s", args, r.code, r.out, r.err, code, want)
		}
		return r.out
	}
	const refusal = ".ibid.toml:1:1: docs: a project file may only name what is inside its folder"
	for _, command := range [][]string{{"config"}, {"search", "x"}, {"index", "--docs", "."}, {"verify", "-"}} {
		step(exitUsage, refusal, command...)
	}
	step(exitRefused, refusal, "doctor", "--json")
	step(exitAnswered, file+"\n  docs = [\"../outside\"]\n  guard.support = false\ntrusted as it is now", "trust")
	step(exitAnswered, "# project file "+file+": trusted, sets docs, engine.hits, guard.support\n", "config")
	step(exitAnswered, "project file "+file+": trusted, sets docs", "doctor", "--json")
	var c configJSON
	if err := json.Unmarshal([]byte(step(exitAnswered, "", "config", "--json")), &c); err != nil || c.ProjectFile == nil ||
		c.ProjectFile.Path != file || !c.ProjectFile.Trusted || strings.Join(c.ProjectFile.NeedsTrust, " ") != "docs guard.support" || len(c.ProjectFile.Sets) != 3 {
		t.Errorf("%v: %+v", err, c.ProjectFile)
	}

	place(t, file, "docs = \"../outside\"\nguard.similarity = false\n")
	step(exitUsage, "the file has changed since you trusted it", "config")
	step(exitAnswered, "guard.similarity = false", "trust", ".")
	step(exitAnswered, "no longer trusted", "trust", "--revoke")
	step(exitAnswered, "it was not trusted", "trust", "--revoke")
	step(exitUsage, refusal, "config")

	place(t, file, "ollama.allow_remote = true\n")
	step(exitUsage, "ollama.allow_remote: a project file may only switch this off", "trust")
	place(t, file, "ui.plain = true\n")
	step(exitAnswered, "project file "+file+": needs no trust, sets ui.plain\n", "trust")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	step(exitUsage, "there is no .ibid.toml to trust", "trust")
	step(exitAnswered, "# no project file (.ibid.toml) in the working folder\n", "config")
	step(exitAnswered, `"project_file":null`, "config", "--json")
}

// A file that a setting names is a regular one, whoever set it.
func TestRegistryThatIsADevice(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero here")
	}
	for _, args := range [][]string{{"verify", "--symbols-only", "--registry=/dev/zero", handbook + "/glossary.md"}, {"symbols", "export", "--registry=/dev/zero", "-"}} {
		r := ibid(t, home(t), args...)
		if r.code != exitUsage || !strings.Contains(r.err, "not a regular file") {
			t.Errorf("%q: exit code %d: %s%s", args, r.code, r.out, r.err)
		}
	}
}
