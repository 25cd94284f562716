package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index/symbol"
	"ibid/index/symbol/resolve"
)

// sources is the registry of a Python project with these files.
func sources(t *testing.T, files map[string]string) symbols.Registry {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := symbol.Detect("molsysmt", root)
	if err != nil {
		t.Fatal(err)
	}
	r, err := symbol.Refresh(t.Context(), []symbol.Project{p}, filepath.Join(t.TempDir(), "symbols.json"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolve.New(r)
}

func molsysmt(t *testing.T) symbols.Registry {
	return sources(t, map[string]string{
		"pyproject.toml":        "[project]\nname = \"molsysmt\"\n",
		"molsysmt/__init__.py":  "from . import structure\n",
		"molsysmt/structure.py": "def get_rmsd(system, selection='all'):\n    \"\"\"The deviation of a molecular system.\"\"\"\n    return 0.0\n",
	})
}

func TestRegistry(t *testing.T) {
	const text = "```python\nimport molsysmt as msmt\nimport numpy as np\nmsmt.structure.get_rmsd(np.zeros(3))\nmsmt.structure.get_rmsd(1, fast=True)\nmsmt.structure.get_rmsds(1)\n```\n"
	got := map[string]Symbol{}
	for _, s := range Symbols(guard.Parse(text), molsysmt(t)) {
		got[s.Name+" "+string(s.Verdict)] = s
	}
	if s, ok := got["molsysmt.structure.get_rmsd known"]; !ok || s.Line != 4 || text[s.Span[0]:s.Span[1]] != "msmt.structure.get_rmsd" {
		t.Errorf("known: %+v", s)
	}
	if s, ok := got["molsysmt.structure.get_rmsd misused"]; !ok || s.Line != 5 || s.Argument != "fast" || s.Detail == "" {
		t.Errorf("misused: %+v", s)
	}
	if s, ok := got["molsysmt.structure.get_rmsds unknown"]; !ok || s.Line != 6 || len(s.Nearest) == 0 || s.Nearest[0] != "molsysmt.structure.get_rmsd" {
		t.Errorf("unknown: %+v", s)
	}
	if s, ok := got["numpy.zeros out_of_scope"]; !ok || s.Line != 4 {
		t.Errorf("out of scope: %+v", s)
	}
	for _, u := range molsysmt(t).Resolve(symbols.Pieces(guard.Parse("`molsysmt.structure.get_rmsds`"))) {
		if len(u.Nearest) == 0 || !strings.HasSuffix(filepath.ToSlash(u.Nearest[0].Path), "/molsysmt/structure.py") || u.Nearest[0].Line != 1 || !strings.Contains(u.Nearest[0].Signature, "get_rmsd(system, selection='all')") {
			t.Errorf("nearest %+v", u.Nearest)
		}
	}
}

// A model that calls a function which its package does not have never gets it shown.
func TestFetchIsNeverShown(t *testing.T) {
	const (
		fetches  = "```python\nimport molsysmt as msmt\nmsmt.fetch('pdb:1VII')\n```"
		question = "How do I compute the deviation of a molecular system?"
	)
	registry := molsysmt(t)
	for _, draft := range []string{fetches, lead + "\n\n" + fetches, "Call `molsysmt.fetch('pdb:1VII')` [c1]:\n\n" + fetches} {
		for _, tt := range []struct {
			texts []string
			text  string // "" for a refusal
		}{
			{[]string{draft, real}, real},
			{[]string{draft, draft}, ""},
			{[]string{draft, "NOT_DOCUMENTED: fetching a structure"}, ""},
		} {
			opt := Defaults()
			opt.Symbols = registry
			opt.Fallback = fallback{script{draft: Draft{Text: said, Final: true}}}
			a := mustAsk(t, molecules(), &drafts{texts: tt.texts}, opt, question)
			checkAnswer(t, draft, a)
			if a.Refused != (tt.text == "") || !a.Refused && a.Text != tt.text {
				t.Errorf("%q: got %q (%s)", draft, a.Text, a.RefusalReason)
			}
			if a.Refused && (a.RefusalCode != guard.UnknownSymbol || !strings.Contains(a.RefusalReason, "molsysmt.fetch") ||
				!strings.Contains(a.RefusalReason, "molsysmt.structure.get_rmsd") || !strings.HasSuffix(a.RefusalReason, "?")) {
				t.Errorf("%q: refused as %s: %s", draft, a.RefusalCode, a.RefusalReason)
			}
			if strings.Contains(a.Text, "msmt.fetch") {
				t.Errorf("%q: shown in %q", draft, a.Text)
			}
		}
	}
}
