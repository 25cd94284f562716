package cli

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/ui/config"
)

// The sources of a package, and the package as another version of it is installed.
var kitSources = map[string]string{
	"declared/kit.py":  "def cut(rope, *, at=1): return rope\ndef splice(a, b): pass\ndef gone(a): pass\nclass Tool:\n    def __init__(self, size): pass\n    def use(self, n=1): pass\n",
	"installed/kit.py": "print('imported')\ndef cut(rope, *, at=1, length=2): return rope\ndef splice(a, b): pass\nclass Tool:\n    def __init__(self, size): pass\n    def use(self, n=1): pass\n",
	"answer.md":        "```python\nfrom kit import cut, gone, splice, Tool\ncut(1, at=2)\nsplice(1, 2)\ngone(1)\nTool(3).use(2)\n```\n",
}

// inspected is an environment with a Python interpreter that has the package installed.
func inspected(t *testing.T, dir string) (env []string, python string) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to ask")
	}
	t.Setenv("PYTHONPATH", filepath.Join(dir, "installed"))
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	return home(t), python
}

func TestInspector(t *testing.T) {
	dir := writeSources(t, kitSources)
	env, python := inspected(t, dir)
	verify := func(env []string, args ...string) verifySchema {
		t.Helper()
		return verified(t, ibid(t, env, slices.Concat([]string{"verify", "--symbols-only", "--json", "--project", "kit=" + filepath.Join(dir, "declared"), filepath.Join(dir, "answer.md")}, args)...))
	}
	differences := []string{
		"kit.cut is declared with (rope, at), and the interpreter has (rope, at, length): it may be of another version",
		"kit.gone is declared, but the interpreter does not have it: it may be of another version",
	}
	off := verify(env)
	for _, tt := range []struct {
		name string
		env  string
		args []string
		want []string // notes
	}{
		{"off", "", nil, nil},
		{"asked for", "", []string{"--inspector", python}, differences},
		{"by a name on PATH", "", []string{"--inspector", "python3"}, differences},
		{"by the environment", "IBID_INSPECTOR_COMMAND=" + python, nil, differences},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verify(append(slices.Clone(env), tt.env), tt.args...)
			if !slices.Equal(v.Notes, tt.want) || !v.OK || symbolVerdicts(v) != symbolVerdicts(off) {
				t.Errorf("told %q, want %q; ok %v, %s", v.Notes, tt.want, v.OK, symbolVerdicts(v))
			}
		})
	}
	r := ibid(t, env, "verify", "--symbols-only", "--inspector", python, "--project", "kit="+filepath.Join(dir, "declared"), filepath.Join(dir, "answer.md"))
	for _, want := range differences {
		if !strings.Contains(oneLine(r.out), "note: "+want) {
			t.Errorf("%q is not told:\n%s", want, r.out)
		}
	}
}

// An interpreter that cannot be asked is told of; what was found out without it stands.
func TestInspectorThatIsMissing(t *testing.T) {
	dir := writeSources(t, kitSources)
	args := []string{"verify", "--symbols-only", "--json", "--project", "kit=" + filepath.Join(dir, "declared"), filepath.Join(dir, "answer.md"), "--inspector"}
	env := home(t)
	for _, tt := range []struct{ name, command, want string }{
		{"no such program", filepath.Join(dir, "absent"), "signatures are not confirmed: inspector.command " + filepath.Join(dir, "absent")},
		{"no program", filepath.Join(dir, "answer.md"), "signatures are not confirmed: inspector.command " + filepath.Join(dir, "answer.md")},
		{"another program", "true", "signatures are not confirmed: the interpreter does not answer about kit.cut"},
	} {
		v := verified(t, ibid(t, env, append(args, tt.command)...))
		if !v.OK || len(v.Notes) != 1 || !strings.HasPrefix(v.Notes[0], tt.want) {
			t.Errorf("%s: ok %v, told %q", tt.name, v.OK, v.Notes)
		}
	}
	if python, err := exec.LookPath("python3"); err == nil {
		v := verified(t, ibid(t, env, append(args, python)...))
		if want := "what kit declares is not confirmed: kit.cut: ModuleNotFoundError: No module named 'kit'"; !v.OK || len(v.Notes) != 1 || v.Notes[0] != want {
			t.Errorf("a package that is not installed: ok %v, told %q", v.OK, v.Notes)
		}
	}
}

// An answer, too, is told to be of another version.
func TestInspectorOfAnAnswer(t *testing.T) {
	dir := writeSources(t, kitSources)
	env, python := inspected(t, dir)
	ask := func(args ...string) answerSchema {
		t.Helper()
		r := ibid(t, env, append([]string{"ask", "--json", "--docs", filepath.Join(dir, "declared"), "What arguments does kit.cut take?"}, args...)...)
		var a answerSchema
		if decode(t, r.out, &a); r.code != exitAnswered {
			t.Fatalf("exit code %d: %s", r.code, r.err)
		}
		return a
	}
	plain := ask()
	if len(plain.Warnings) != 0 {
		t.Errorf("off: told %q", plain.Warnings)
	}
	const want = "kit.cut is declared with (rope, at), and the interpreter has (rope, at, length): it may be of another version"
	if a := ask("--inspector", python); !slices.Contains(a.Warnings, want) || a.Answer != plain.Answer {
		t.Errorf("told %q in\n%s", a.Warnings, a.Answer)
	}
	if a := ask("--inspector", filepath.Join(dir, "absent")); len(a.Warnings) != 1 || a.Answer != plain.Answer {
		t.Errorf("a missing interpreter: told %q in\n%s", a.Warnings, a.Answer)
	}
}

// A project's file came with somebody else's documents, and names no program to run.
func TestInspectorOfAProjectFile(t *testing.T) {
	dir := writeSources(t, kitSources)
	env := home(t)
	settings := "inspector.command = \"python3\"\n"
	place(t, filepath.Join(dir, ".ibid.toml"), settings)
	t.Chdir(dir)
	for _, args := range [][]string{{"verify", "--symbols-only", "--project", "kit=declared", "answer.md"}, {"ask", "--docs", "declared", "What does kit.cut take?"}} {
		if r := ibid(t, env, args...); r.code != exitUsage || r.out != "" || !strings.Contains(r.err, ".ibid.toml:1:1: inspector.command: a project file may only switch this off") {
			t.Errorf("%q: exit code %d: %s%s", args[0], r.code, r.out, r.err)
		}
	}
	place(t, filepath.Join(dir, ".ibid.toml"), "")
	user, err := config.ConfigDir(env)
	if err != nil {
		t.Fatal(err)
	}
	place(t, filepath.Join(user, "config.toml"), settings)
	if r := ibid(t, env, "verify", "--symbols-only", "--project", "kit=declared", "answer.md"); r.code != exitAnswered || !strings.Contains(r.out, "note: ") {
		t.Errorf("a file of one's own: exit code %d: %s%s", r.code, r.out, r.err)
	}
}
