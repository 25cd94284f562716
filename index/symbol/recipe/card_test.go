package recipe

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/source"
	"ibid/index/symbol"
)

// cardsOf makes the cards of a project whose files are given by path.
func cardsOf(t *testing.T, files map[string]string) map[string]Derived {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := symbol.Detect("probe", root)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := symbol.Collect(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := symbol.Build(context.Background(), []symbol.Project{p}, sources, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := Cards(t.Context(), r, nil)
	check(t, all)
	out := map[string]Derived{}
	for _, d := range all {
		out[d.Symbol] = d
	}
	return out
}

// blocks are those of a document as "kind text".
func blocks(d Derived) []string {
	var out []string
	kinds := map[source.BlockKind]string{source.Paragraph: "", source.Item: "", source.Heading: "# ", source.Code: "    "}
	for _, b := range d.Document.Blocks {
		out = append(out, kinds[b.Kind]+d.Document.Text[b.Start:b.End])
	}
	return out
}

// TestCardOfGo: the card of a type has its fields and the methods of all files of its package; documentation is a paragraph.
func TestCardOfGo(t *testing.T) {
	cards := cardsOf(t, map[string]string{
		"go.mod": "module example.org/crane\n\ngo 1.22\n",
		"crane.go": `package crane

// ExactLoads returns an error if there are not exactly n loads.
func ExactLoads(n int) error { return nil }

// Base carries.
type Base struct{}

// Crane lifts.
type Crane struct {
	Base
	// Reach is its length in metres.
	Reach float64
	load  int
}

// Lift lifts n loads.
func (c *Crane) Lift(n int) error { return nil }
`,
		"lower.go": "package crane\n\n// Lower lets it down\nfunc (c *Crane) Lower() {}\n\nfunc (c *Crane) hidden() {}\n",
	})
	if got := blocks(cards["example.org/crane.ExactLoads"]); !slices.Contains(got, "ExactLoads returns an error if there are not exactly n loads.") {
		t.Errorf("no documentation in %q", got)
	}
	got := strings.Join(blocks(cards["example.org/crane.Crane"]), "\n")
	for _, want := range []string{
		"`example.org/crane.Crane` embeds `example.org/crane.Base`.",
		"The fields of `example.org/crane.Crane`:\n- `Base`: `Base`.\n- `Reach`: `float64`. Reach is its length in metres.",
		"The methods of `example.org/crane.Crane` in other files:\n- `Lower()`: Lower lets it down.",
		"The methods of `example.org/crane.Crane`:\n- `Lift(n)`: Lift lifts n loads.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "hidden") || strings.Contains(got, "load`") {
		t.Errorf("names that are not exported in\n%s", got)
	}
}

// TestCardOfPython: values, bases and names that the package imports without a word in __all__.
func TestCardOfPython(t *testing.T) {
	cards := cardsOf(t, map[string]string{
		"pyproject.toml":    "[project]\nname = \"crane\"\n",
		"crane/__init__.py": "from .lift import Crane, LIMIT\n__all__ = [\"Crane\"]\n",
		"crane/lift.py": `import logging
import enum
from outside import Thing

LIMIT: float = 4.5
logger = logging.getLogger(__name__)
_SECRET = 1


class Mode(enum.Enum):
    """How it moves."""
    FAST = 1


class Machine(Thing):
    pass


class Crane(Machine):
    """Lifts."""
    reach: float = 2.0

    def lift(self, load):
        """Lift a load."""
`,
	})
	for name, wants := range map[string][]string{
		"crane.lift.LIMIT": {
			"`crane.lift.LIMIT` is a constant of `crane.lift`.",
			"`crane.LIMIT` (`crane.lift.LIMIT`) has the type `float`.",
			"`crane.LIMIT` (`crane.lift.LIMIT`) has the value `4.5`.",
			"`crane.lift.LIMIT` can also be imported as `crane.LIMIT`.",
		},
		"crane.lift.Mode":    {"`crane.lift.Mode` extends `enum.Enum`.", "The members of `crane.lift.Mode`:", "- `FAST`: `1`."},
		"crane.lift.Machine": {"`crane.lift.Machine` extends `Thing`."},
		"crane.lift.Crane":   {"`crane.Crane` (`crane.lift.Crane`) extends `crane.lift.Machine`.", "- `lift(load)`: Lift a load.", "`crane.lift.Crane` can also be imported as `crane.Crane`."},
	} {
		got := blocks(cards[name])
		for _, want := range wants {
			if !slices.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", name, want, strings.Join(got, "\n"))
			}
		}
	}
	for _, name := range []string{"crane.lift.logger", "crane.lift._SECRET"} {
		if _, ok := cards[name]; ok {
			t.Errorf("%s has a card", name)
		}
	}
}

// TestCardsOfReexports: what private modules declare has its card under the name by which a public module passes it on, with its members; what none
// passes on has none.
func TestCardsOfReexports(t *testing.T) {
	cards := cardsOf(t, map[string]string{
		"pyproject.toml":   "[project]\nname = \"kit\"\n",
		"kit/__init__.py":  "from ._core import Motor, start_all as start\nfrom ._more import *\nfrom . import tool\n__all__ = [\"Motor\", \"start\", \"cut\", \"tool\"]\n",
		"kit/_core.py":     "class Motor:\n    \"\"\"Turns.\"\"\"\n    def turn(self, by=1):\n        \"\"\"Turn it.\"\"\"\n    def _hum(self): pass\n\ndef start_all(motors):\n    \"\"\"Start motors.\"\"\"\n\ndef helper(): pass\n",
		"kit/_more.py":     "def cut(x):\n    \"\"\"Cut x.\"\"\"\n\ndef _inner(): pass\n",
		"kit/tool.py":      "from ._core import helper\n\ndef use(): return helper()\n",
		"kit/sub/_deep.py": "def lost(): pass\n",
	})
	var got []string
	for name := range cards {
		got = append(got, name)
	}
	slices.Sort(got)
	if want := []string{"kit.Motor", "kit.Motor.turn", "kit.cut", "kit.start", "kit.tool.use"}; !slices.Equal(got, want) {
		t.Errorf("cards of %q, want %q", got, want)
	}
	if d := cards["kit.start"]; d.ID != "card:kit.start" || d.Path != "kit/_core.py" || d.StartLine != 7 || !strings.Contains(d.Document.Text, "`kit.start(motors)` is a function of `kit`.") ||
		!strings.Contains(d.Document.Text, "`kit.start` can also be imported as `kit._core.start_all`.") {
		t.Errorf("%s %s:%d\n%s", d.ID, d.Path, d.StartLine, d.Document.Text)
	}
}

// TestCardsOfInherited: what a public class has from a private base has cards under its name, what it has from a public one has not.
func TestCardsOfInherited(t *testing.T) {
	cards := cardsOf(t, map[string]string{
		"pyproject.toml": "[project]\nname = \"kit\"\n",
		"kit.py":         "class _Deep:\n    def sink(self): pass\n    def turn(self): pass\nclass _Base(_Deep):\n    def turn(self, by=1):\n        \"\"\"Turn it.\"\"\"\n    def stop(self): pass\n    def _hum(self): pass\nclass Motor(_Base):\n    def stop(self): pass\nclass Pump(Motor): pass\n",
	})
	var got []string
	for name := range cards {
		got = append(got, name)
	}
	slices.Sort(got)
	if want := []string{"kit.Motor", "kit.Motor.sink", "kit.Motor.stop", "kit.Motor.turn", "kit.Pump"}; !slices.Equal(got, want) {
		t.Errorf("cards of %q, want %q", got, want)
	}
	if d := cards["kit.Motor.turn"]; d.StartLine != 5 || !strings.Contains(d.Document.Text, "`kit.Motor.turn` takes the argument `by` (default `1`).") {
		t.Errorf("%d\n%s", d.StartLine, d.Document.Text)
	}
}

// TestCardOfScriptDefault: the members of what a module exports by default have cards, with what JSDoc says of arguments one by one and with its
// listings; those of a module that its package lets nobody import have none.
func TestCardOfScriptDefault(t *testing.T) {
	files := map[string]string{
		"lib/tank.js": "class Tank {\n\t/**\n\t\tFill the tank.\n\n\t\t@param {number} level - how far\n\t\t@param {string} [unit=m] the unit\n\t\t@returns {number} what it holds\n\n\t\t@example\n\t\t```js\n\t\ttank.fill(2)\n\t\t```\n\t*/\n\tfill(level, unit) {}\n}\nmodule.exports = Tank\n",
	}
	cards := cardsOf(t, files)
	var fill Derived
	for name, d := range cards {
		if strings.HasSuffix(name, "lib/tank.default.fill") {
			fill = d
		}
	}
	got := blocks(fill)
	for _, want := range []string{"Fill the tank.", "- `level`: how far", "- `unit`: the unit", "    tank.fill(2)"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	files["package.json"], files["index.js"] = `{"name": "tank", "main": "index.js", "exports": {".": "./index.js"}}`, "module.exports.make = function () {}\n"
	for name := range cardsOf(t, files) {
		if strings.Contains(name, "fill") {
			t.Errorf("%s has a card", name)
		}
	}
}
