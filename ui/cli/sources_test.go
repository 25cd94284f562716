package cli

import (
	"path/filepath"
	"testing"
)

// The sources that the tests of symbols judge by: a source root, and checkouts of four kinds.
var sources = map[string]string{
	"root/molsysmt/__init__.py":           "\"\"\"Works on molecular systems.\"\"\"\nfrom . import structure\n",
	"root/molsysmt/structure/__init__.py": "from .rmsd import get_rmsd\n",
	"root/molsysmt/structure/rmsd.py": `def get_rmsd(molecular_system, selection="backbone", *, reference=None):
    """The root mean square deviation from a reference, in nanometres.

    Args:
        molecular_system: what is measured.
        selection: the atoms.
        reference: another system.
    """
    return 0.0
`,
	"checkout/pyproject.toml":       "[project]\nname = \"acme\"\n",
	"checkout/src/acme/__init__.py": "def weld(part, *, heat=1):\n    return part\n",
	"old/setup.py":                  "from setuptools import setup\nsetup(name=\"smith\", packages=[\"smith\"])\n",
	"old/smith/__init__.py":         "def hammer(nail):\n    return nail\n",
	"go/go.mod":                     "module example.org/forge\n\ngo 1.22\n",
	"go/forge.go":                   "// Package forge melts.\npackage forge\n\n// Melt melts ore.\nfunc Melt(ore string, heat int) error { return nil }\n",
	"js/package.json":               `{"name": "@acme/widgets", "main": "index.js"}`,
	"js/index.js":                   "/** Paints a widget. */\nexport function paint(widget, colour) { return widget }\n",
}

// writeSources puts sources into a new folder.
func writeSources(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		place(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}
