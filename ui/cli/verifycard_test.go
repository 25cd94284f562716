package cli

import (
	"ibid/engine"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A card that an answer cites is made anew from its project, however that names its modules: as long as the source says the
// same the answer stands, and no longer.
func TestVerifySavedCards(t *testing.T) {
	files := map[string]string{
		"bare/kit/__init__.py":        "from .tool import cut\n",
		"bare/kit/tool.py":            "def cut(rope, *, at=1):\n    \"\"\"Cuts a rope.\n\n    Args:\n        rope: what is cut.\n        at: where it is cut.\n    \"\"\"\n    return rope\n",
		"single/tool.py":              "def cut(rope, *, at=1):\n    \"\"\"Cuts a rope.\"\"\"\n    return rope\n",
		"two/one/pyproject.toml":      "[project]\nname = \"one\"\n",
		"two/one/one/__init__.py":     "def cut(rope, *, at=1):\n    \"\"\"Cuts a rope.\"\"\"\n    return rope\n",
		"two/other/go.mod":            "module example.org/other\n",
		"two/other/deep/other.go":     "// Package deep cuts.\npackage deep\n\n// Cut cuts a rope.\nfunc Cut(rope string, at int) error { return nil }\n",
		"two/src/setup.py":            "from setuptools import setup\nsetup(name=\"old\", package_dir={\"\": \"src\"})\n",
		"two/src/src/old/knots.py":    "class Knot:\n    def tie(self, rope, *, at=1):\n        \"\"\"Ties a rope.\"\"\"\n",
		"two/src/src/old/__init__.py": "",
	}
	for _, tt := range []struct {
		name, docs, question, source, old, new string
		settings                               []string // further of the environment
	}{
		{"a source root", "bare", "What arguments does kit.cut take?", "bare/kit/tool.py", "at=1", "at=2", nil},
		{"a package of its own", "bare/kit", "What arguments does kit.cut take?", "bare/kit/tool.py", "at=1", "at=2", nil},
		{"a single file", "single/tool.py", "What arguments does tool.cut take?", "single/tool.py", "at=1", "at=2", nil},
		{"a checkout among others", "two", "What arguments does one.cut take?", "two/one/one/__init__.py", "at=1", "on=1", nil},
		{"a Go module among others", "two", "What arguments does deep.Cut take?", "two/other/deep/other.go", "at int", "at uint", nil},
		{"a src folder", "two", "What arguments does Knot.tie take?", "two/src/src/old/knots.py", "at=1", "at=2", nil},
		{"a project that the settings name", "bare", "What arguments does kit.cut take?", "bare/kit/tool.py", "at=1", "at=2", []string{"IBID_PROJECTS=rigging=bare"}},
		{"a folder that the settings name", "two", "What arguments does one.cut take?", "two/one/one/__init__.py", "at=1", "at=2", []string{"IBID_PROJECTS=rigging=two/one"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := append(home(t), tt.settings...)
			t.Chdir(writeSources(t, files))
			r := ibid(t, env, "ask", "--json", "--docs", tt.docs, tt.question)
			var a engine.Answer
			if decode(t, r.out, &a); r.code != exitAnswered || len(a.Citations) == 0 || a.Citations[0].Kind != "symbol_card" || filepath.Clean(a.Citations[0].Path) != tt.source {
				t.Fatalf("exit code %d: %q cites %+v; %s %s", r.code, a.Text, a.Citations, a.RefusalReason, r.err)
			}
			place(t, "answer.json", r.out)
			if v := verified(t, ibid(t, env, "verify", "--json", "answer.json")); !v.OK || v.Documents[0].State != "unchanged" {
				t.Errorf("as it was saved: %+v", v)
			}
			data, err := os.ReadFile(tt.source)
			if err != nil {
				t.Fatal(err)
			}
			place(t, tt.source, string(data)+"\n")
			if v := verified(t, ibid(t, env, "verify", "--json", "answer.json")); !v.OK || v.Documents[0].State != "changed" {
				t.Errorf("after a change elsewhere: %+v", v)
			}
			place(t, tt.source, strings.Replace(string(data), tt.old, tt.new, 1))
			if v := verified(t, ibid(t, env, "verify", "--json", "answer.json")); v.OK {
				t.Errorf("after another signature: %+v", v)
			}
		})
	}
}
