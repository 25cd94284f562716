package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder that came with a settings file: what it may not set is refused, or named and passed over.
func TestProjectFile(t *testing.T) {
	env := home(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	place(t, filepath.Join(dir, "outside", "a.md"), "# Outside\n")
	file := filepath.Join(dir, "folder", ".ibid.toml")
	place(t, file, "docs = \"../outside\"\n")
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

	place(t, file, "guard.support = false\nui.theme = \"dark\"\nengine.hits = 3\n")
	step(exitAnswered, "guard.unproven: guard.support, engine.hits\n", "config")
	step(exitAnswered, "# project file "+file+": sets ui.theme\n", "config")
	step(exitAnswered, "project file "+file+": sets ui.theme", "doctor", "--json")
	var c configJSON
	if err := json.Unmarshal([]byte(step(exitAnswered, "", "config", "--json")), &c); err != nil || c.ProjectFile == nil ||
		c.ProjectFile.Path != file || strings.Join(c.ProjectFile.Sets, " ") != "ui.theme" || len(c.Warnings) != 1 {
		t.Errorf("%v: %+v", err, c.ProjectFile)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	step(exitAnswered, "# no project file (.ibid.toml) in the working folder\n", "config")
	step(exitAnswered, `"project_file":null`, "config", "--json")
}

// A file that a setting names is a regular one, whoever set it.
func TestRegistryThatIsADevice(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero here")
	}
	for _, args := range [][]string{{"verify", "--symbols-only", "IBID_GUARD_REGISTRY=/dev/zero", handbook + "/glossary.md"}, {"symbols", "export", "IBID_GUARD_REGISTRY=/dev/zero", "-"}} {
		r := ibid(t, home(t), args...)
		if r.code != exitUsage || !strings.Contains(r.err, "not a regular file") {
			t.Errorf("%q: exit code %d: %s%s", args, r.code, r.out, r.err)
		}
	}
}
