package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/source"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/recipe"
)

// probe is a small Python project with a notebook, beside a page of its own.
func probe() map[string]string {
	return map[string]string{
		"lib/pyproject.toml":      "[project]\nname = \"probe\"\n",
		"lib/probe/__init__.py":   "\"\"\"Reads level probes.\"\"\"\n\nfrom .level import Probe, smooth\n\n__all__ = [\"Probe\", \"smooth\"]\n",
		"lib/probe/level.py":      levelSource,
		"lib/tests/test_level.py": "from probe import smooth\n\n\ndef test_smooth():\n    assert smooth([1, 9, 1], window=3) == [1, 1, 1]\n",
		"notes.md":                "# Notes\n\nThe probe hangs below the jetty. It is read every six seconds.\n",
		"lib/guide.md":            "# Guide\n\nSmooth the levels before the mean is taken:\n\n```python\nfrom probe import smooth\nsmooth([1, 2, 3])\n```\n",
		"lib/week.ipynb":          notebookSource,
	}
}

const levelSource = `"""Levels."""


class Probe:
    """One probe below the jetty."""

    def read(self, *, timeout: float = 2.5) -> int:
        """Return the level in millimetres.

        Raises:
            OSError: if the probe does not answer.
        """
        return 0


def smooth(levels: list[int], window: int = 5) -> list[int]:
    """Return the running median of levels."""
    return levels
`

const notebookSource = `{"cells":[
{"cell_type":"markdown","metadata":{},"source":["# A week\n","What a probe saw."]},
{"cell_type":"code","metadata":{},"execution_count":null,"outputs":[],"source":["from probe import smooth\n","levels = [1, 9, 1]"]},
{"cell_type":"markdown","metadata":{},"source":["## Smooth"]},
{"cell_type":"code","metadata":{},"execution_count":null,"outputs":[],"source":["print(smooth(levels, window=3))"]}],
"metadata":{"kernelspec":{"language":"python","name":"python3","display_name":"Python 3"}},"nbformat":4,"nbformat_minor":5}
`

// derivedContent is all that was derived, and the registry.
func derivedContent(t testing.TB, ix *Index) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, ix.manifest.Derived)
	for _, name := range []string{symbolsFile, cardsFile} {
		data, err := os.ReadFile(filepath.Join(ix.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	for _, id := range idsOf(t, ix.derived.Reader) {
		r, err := ix.derived.get(id)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, id, r.Chunk, r.place, r.Digest, *r.Derived)
	}
	for _, q := range []string{"What arguments does smooth take?", "How is Probe.read called?", "an example of smooth"} {
		for _, h := range searched(t.(*testing.T), ix, Query{Text: q}) {
			fmt.Fprintln(&b, q, h.ID, h.Score, h.Promoted)
		}
	}
	return b.String()
}

func TestDerivedEqualsFresh(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], probe())
	refresh(t, opt)
	check := func(what string) {
		t.Helper()
		if r := refresh(t, opt); !r.Built {
			t.Errorf("%s: nothing was built", what)
		}
		again := opt
		again.Dir = t.TempDir()
		refresh(t, again)
		if got, want := derivedContent(t, open(t, opt)), derivedContent(t, open(t, again)); got != want {
			t.Errorf("%s: what grew differs from what is built fresh:\n%s\n\nfresh:\n%s", what, got, want)
		}
	}
	write(t, opt.Roots[0], map[string]string{"notes.md": "# Notes\n\nThe probe was taken out of the water.\n"})
	check("a page without code")
	write(t, opt.Roots[0], map[string]string{"lib/probe/level.py": strings.ReplaceAll(levelSource, "window: int = 5", "size: int = 7")})
	check("a function")
	write(t, opt.Roots[0], map[string]string{"plain.md": "# Plain\n\nWords alone.\n"})
	check("a new page")
	if err := os.Remove(filepath.Join(opt.Roots[0], "lib", "pyproject.toml")); err != nil {
		t.Fatal(err)
	}
	check("no project any more")
	opt.Projects = []Project{{"sea", filepath.Join(opt.Roots[0], "lib")}}
	check("a project that the settings name")
	ix := open(t, opt)
	if got := ix.Projects(); !slices.Equal(got, []string{"sea"}) {
		t.Errorf("projects %q", got)
	}
	if hits := searched(t, ix, Query{Text: "What arguments does smooth take?", Projects: []string{"sea"}}); len(hits) == 0 || hits[0].Kind != source.SymbolCard {
		t.Errorf("nothing is found in the named project: %d hits", len(hits))
	}
}

func TestDerivedPartIsChecked(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], probe())
	refresh(t, opt)
	ix := open(t, opt)
	want := derivedContent(t, ix)
	file := filepath.Join(ix.dir, cardsFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(opt); err == nil {
		t.Fatal("a damaged table of derived chunks is opened")
	}
	again := opt
	again.Rebuild = true
	refresh(t, again)
	if got := derivedContent(t, open(t, opt)); got != want {
		t.Error("the rebuilt index derives something else")
	}
}

func TestQuestionsAboutAPIs(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], probe())
	refresh(t, opt)
	ix := open(t, opt)
	for _, tt := range []struct{ question, first string }{
		{"What arguments does smooth take?", "probe.level.smooth"},
		{"What does probe.level.smooth return?", "probe.level.smooth"},
		{"What is the default timeout of Probe.read?", "probe.level.Probe.read"},
		{"Which exceptions does read of Probe raise?", "probe.level.Probe.read"},
		{"How do I call `smooth`?", "probe.level.smooth"},
		{"Where does the probe hang?", ""},
		{"How often is it read?", ""},
	} {
		hits := searched(t, ix, Query{Text: tt.question})
		if len(hits) == 0 {
			t.Errorf("%s: nothing found", tt.question)
			continue
		}
		got := ""
		if hits[0].Kind == source.SymbolCard {
			got = hits[0].Symbol
		}
		if got != tt.first {
			t.Errorf("%s: first is %s (%s), want the card of %q", tt.question, hits[0].ID, hits[0].Kind, tt.first)
		}
		for i, h := range hits {
			if h.Rank != i+1 || i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("%s: %s has rank %d and score %v after %v", tt.question, h.ID, h.Rank, h.Score, hits[max(0, i-1)].Score)
			}
			c, err := ix.Chunk(h.ID)
			if err != nil || c.Text != h.Text {
				t.Errorf("%s: chunk %s: %v", tt.question, h.ID, err)
			}
			if lines := fileLines(t, h.Path); h.EndLine > lines || isDerived(h.Kind) && h.StartLine < 1 {
				t.Errorf("%s: %s is said to be at lines %d-%d of a file of %d", tt.question, h.ID, h.StartLine, h.EndLine, lines)
			}
		}
	}

	count := func(q Query) map[source.Kind]int {
		n := map[source.Kind]int{}
		for _, h := range searched(t, ix, q) {
			n[h.Kind]++
		}
		return n
	}
	const about = "Give an example of smooth"
	if n := count(Query{Text: about}); n[source.SymbolCard] == 0 || n[source.RecipeSection] == 0 || n[source.Recipe] == 0 || n[source.Docs] == 0 {
		t.Errorf("the kinds found are %v", n)
	}
	for _, h := range searched(t, ix, Query{Text: about, Documents: []string{"lib/guide"}}) {
		if h.DocID != "lib/guide" {
			t.Errorf("narrowed to the guide, %s of %s is found", h.ID, h.DocID)
		}
	}
	if hits := searched(t, ix, Query{Text: about, Projects: []string{"lib"}}); slices.ContainsFunc(hits, func(h Hit) bool { return !strings.HasPrefix(h.DocID, "lib/") }) {
		t.Error("narrowed to a project, something outside is found")
	}
	if hits := searched(t, ix, Query{Text: about, Projects: []string{"other"}}); len(hits) > 0 {
		t.Errorf("narrowed to a project that there is not, %s is found", hits[0].ID)
	}
}

func fileLines(t *testing.T, path string) int {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), "\n") + 1
}

func TestCards(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], probe())
	refresh(t, opt)
	ix := open(t, opt)
	cards, err := ix.Cards(context.Background(), []string{"probe.level.smooth", "probe.level.nothing", "probe.level.Probe.read"})
	if err != nil || len(cards) != 2 || cards[0].Symbol != "probe.level.smooth" || !strings.Contains(cards[1].Text, "OSError") {
		t.Errorf("%d cards, %v: %+v", len(cards), err, cards)
	}
	r, err := ix.Registry()
	if err != nil {
		t.Fatal(err)
	}
	if e, found, why := r.Lookup("probe.Probe.read"); found != decl.Found || e.Origin != "probe.level.Probe.read" {
		t.Errorf("probe.Probe.read: %+v, %v %s", e, found, why)
	}

	bare := Options{Roots: []string{filepath.Join(dir, "bare")}, Dir: filepath.Join(dir, "bare-index")}
	write(t, bare.Roots[0], map[string]string{"notes.md": "# Notes\n\nNo code here.\n"})
	refresh(t, bare)
	ix = open(t, bare)
	if r, err := ix.Registry(); r != nil || err != nil {
		t.Errorf("a registry of no sources: %v, %v", r, err)
	}
	if cards, err := ix.Cards(context.Background(), []string{"probe.level.smooth"}); cards != nil || err != nil {
		t.Errorf("cards of no sources: %v, %v", cards, err)
	}
}

// TestDerivedKinds holds what an id tells of a derived chunk against the chunk.
func TestDerivedKinds(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], probe())
	refresh(t, opt)
	ix := open(t, opt)
	seen := map[source.Kind]bool{}
	for _, id := range idsOf(t, ix.derived.Reader) {
		r, err := ix.derived.get(id)
		if err != nil {
			t.Fatal(err)
		}
		kind, name := recipe.ParseID(derivedOf(id))
		seen[kind] = true
		if kind != r.Kind || kind == source.SymbolCard && name != r.Symbol || derivedOf(id) != r.Derived.ID {
			t.Errorf("%s: %q of %q, a chunk of %q about %q", id, name, kind, r.Kind, r.Symbol)
		}
	}
	for _, k := range []source.Kind{source.SymbolCard, source.Recipe, source.RecipeSection} {
		if !seen[k] || !isDerived(k) {
			t.Errorf("nothing of kind %q", k)
		}
	}
}

// isDerived tells a kind of chunk that was made from documents from those that stand in one.
func isDerived(k source.Kind) bool {
	switch k {
	case source.SymbolCard, source.Recipe, source.RecipeSection:
		return true
	}
	return false
}
