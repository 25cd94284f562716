package symbol

import (
	"fmt"
	"ibid/index/symbol/language"
	"strings"
	"testing"
)

func TestPythonNames(t *testing.T) {
	r := registry(t, nil, tree(t, `
-- kit/__init__.py --
"""A kit."""
from .core import Engine as Motor, run
from .core import *
from . import tools
from .tools import hammer
from kit.shapes import Circle
import kit.deep.deeper
import json
from outside import Stranger
alias = run
VERSION = "1"
-- kit/core.py --
__all__ = ["Engine", "run", "listed"]
from ._hidden import listed

class Engine:
    """An engine."""
    kind: str = "v8"

    def __init__(self, power):
        self.power = power
        self.gear = Gear()

    def start(self): ...

    begin = start

    @property
    def gearbox(self) -> "Gear": ...

    class Part:
        def fit(self): ...

class Gear:
    def shift(self): ...

def run(): ...

def unlisted(): ...

engine = Engine(3)
start = engine.start
-- kit/_hidden.py --
def listed(): ...
def _private(): ...
-- kit/tools.py --
from .shapes import *
def hammer(): ...
-- kit/shapes.py --
import abc
import enum
from dataclasses import dataclass
from collections import namedtuple
from typing import NamedTuple
from .core import Engine
from .loop import Looped
import kit.core as base

class Shape(abc.ABC):
    def area(self): ...
    def name(self): ...

class Circle(Shape):
    def radius(self): ...

class Square(base.Engine, Shape):
    side = 1

class Odd(Missing): ...

class Error(Exception): ...

class Table(dict):
    def rows(self): ...

class Colour(enum.Enum):
    RED = 1

class Point(namedtuple("Point", "x y")):
    def norm(self): ...

class Place(NamedTuple):
    lat: float

@dataclass
class Box:
    width: int
    height: int = 2

class Meta(type):
    def register(cls): ...

class Made(metaclass=Meta): ...

class Dynamic:
    def __getattr__(self, name): ...

class Late(make_base()): ...

_hidden = 1
-- kit/loop.py --
from .shapes import Circle as Looped, nothing
from .loop import itself
-- kit/diamond.py --
class A:
    def who(self): ...
    def only_a(self): ...
class B(A): ...
class C(A):
    def who(self): ...
class D(B, C): ...
class E(E): ...
class F(G): ...
class G(F):
    def g(self): ...
-- kit/deep/deeper.py --
def dig(): ...
-- kit/lazy/__init__.py --
__all__ = ["Later", "Nowhere"]
def __getattr__(name): ...
-- kit/lazy/impl.py --
class Later:
    def go(self): ...
-- kit/fast.py --
__all__ = ["sort"]
def sort(): ...
try:
    from _fast import *
except ImportError:
    pass
-- kit/native.py --
from _other import *
-- kit/switch.py --
import sys
if sys.platform == "win32":
    import kit.tools as impl
else:
    import kit.core as impl
-- stubbed.py --
def here(): ...
-- stubbed.pyi --
def here() -> int: ...
def there() -> int: ...
-- native2.pyi --
class Fast:
    def go(self) -> int: ...
-- run/__init__.py --
from .main import Program, main
-- run/main.py --
class Program:
    def parse(self): ...
main = Program
-- both.py --
def module(): ...
-- both/__init__.py --
def package(): ...
`))
	names{
		"kit":                      "kit module",
		"kit.VERSION":              "kit.VERSION constant",
		"kit.Motor":                "kit.core.Engine class",
		"kit.Motor.start":          "kit.core.Engine.start method",
		"kit.Motor.begin":          "kit.core.Engine.start method",
		"kit.Motor.power":          "kit.core.Engine.power attribute",
		"kit.Motor.gear.shift":     "kit.core.Gear.shift method",
		"kit.Motor.gearbox.shift":  "kit.core.Gear.shift method",
		"kit.Motor.Part.fit":       "kit.core.Engine.Part.fit method",
		"kit.Motor.stop":           "absent",
		"kit.Motor.__class__":      "kit.core.Engine.__class__ attribute",
		"kit.Engine":               "kit.core.Engine class", // by the star
		"kit.run":                  "kit.core.run function",
		"kit.alias":                "kit.core.run function",
		"kit.listed":               "kit._hidden.listed function",
		"kit.unlisted":             "absent",
		"kit.core.unlisted":        "kit.core.unlisted function",
		"kit.core.start":           "kit.core.Engine.start method",
		"kit.core.engine.start":    "kit.core.Engine.start method",
		"kit.core.engine.fly":      "absent",
		"kit.tools":                "kit.tools module",
		"kit.hammer":               "kit.tools.hammer function",
		"kit.Circle.area":          "kit.shapes.Shape.area method",
		"kit.tools.Circle":         "kit.shapes.Circle class",
		"kit.tools._hidden":        "absent",
		"kit.tools.screwdriver":    "absent",
		"kit.deep":                 "kit.deep module",
		"kit.deep.deeper.dig":      "kit.deep.deeper.dig function",
		"kit.deep.shallow":         "absent",
		"kit.Stranger":             "foreign",
		"kit.json":                 "foreign",
		"kit.json.load":            "foreign",
		"kit.nothing":              "absent",
		"kit.shapes.nothing":       "unread", // kit.loop takes it
		"kit.__name__":             "kit.__name__ attribute",
		"other.thing":              "foreign",
		"kit.shapes.Square.start":  "kit.core.Engine.start method",
		"kit.shapes.Square.area":   "kit.shapes.Shape.area method",
		"kit.shapes.Square.width":  "absent",
		"kit.shapes.Odd.anything":  "foreign",
		"kit.shapes.Error.args":    "BaseException.args attribute",
		"kit.shapes.Error.code":    "absent",
		"kit.shapes.Table.rows":    "kit.shapes.Table.rows method",
		"kit.shapes.Table.items":   "dict.items method",
		"kit.shapes.Table.columns": "absent",
		"kit.shapes.Colour.RED":    "kit.shapes.Colour.RED enum_member",
		"kit.shapes.Colour.value":  "enum.Enum.value method",
		"kit.shapes.Colour.BLUE":   "absent",
		"kit.shapes.Point.x":       "kit.shapes.Point.x field",
		"kit.shapes.Point.norm":    "kit.shapes.Point.norm method",
		"kit.shapes.Point.count":   "tuple.count method",
		"kit.shapes.Point._asdict": "typing.NamedTuple._asdict attribute",
		"kit.shapes.Point.z":       "absent",
		"kit.shapes.Place.lat":     "kit.shapes.Place.lat field",
		"kit.shapes.Place.lon":     "absent",
		"kit.shapes.Box.height":    "kit.shapes.Box.height field",
		"kit.shapes.Made.register": "kit.shapes.Meta.register method",
		"kit.shapes.Dynamic.any":   "unread",
		"kit.shapes.Late.any":      "foreign",
		"kit.shapes.Looped":        "kit.shapes.Circle class",
		"kit.loop.Looped.radius":   "kit.shapes.Circle.radius method",
		"kit.loop.itself":          "absent",
		"kit.loop.nothing":         "unread",
		"kit.diamond.D.who":        "kit.diamond.C.who method",
		"kit.diamond.D.only_a":     "kit.diamond.A.only_a method",
		"kit.diamond.E.any":        "absent",
		"kit.diamond.F.g":          "kit.diamond.G.g method",
		"kit.diamond.F.any":        "absent",
		"kit.lazy.Later.go":        "kit.lazy.impl.Later.go method",
		"kit.lazy.Nowhere":         "kit.lazy.Nowhere variable",
		"kit.lazy.Other":           "unread",
		"kit.fast.sort":            "kit.fast.sort function",
		"kit.fast.shuffle":         "absent",
		"kit.native.anything":      "foreign",
		"kit.switch.impl":          "kit.tools module",
		"kit.switch.impl.hammer":   "kit.tools.hammer function",
		"kit.run.anything":         "unread",
		"stubbed.here":             "stubbed.here function",
		"stubbed.there":            "stubbed.there function",
		"native2.Fast.go":          "native2.Fast.go method",
		"run.main.Program":         "run.main.Program class",
		"run.main.parse":           "run.main.Program.parse method", // of the class that hides the module
		"run.main.nothing":         "absent",
		"both.package":             "both.package function",
		"both.module":              "absent",
	}.check(t, r)
}

// Of the other project's modules a file takes only those that its own does not have.
func TestTwoProjects(t *testing.T) {
	one := tree(t, "-- utils.py --\ndef one(): ...\n-- app.py --\nimport utils, lib\nfrom lib import Base\nclass App(Base): ...\n")
	two := tree(t, "-- utils.py --\ndef two(): ...\n-- lib.py --\nclass Base:\n    def go(self): ...\n")
	r := registry(t, nil, one, two)
	names{
		"utils.one":     "utils.one function",
		"utils.two":     "utils.two function",
		"utils.three":   "absent",
		"app.utils.two": "absent",
		"app.App.go":    "lib.Base.go method",
		"app.lib.Base":  "lib.Base class",
	}.check(t, r)
	names{"utils.one": "absent", "utils.two": "utils.two function", "app": "foreign"}.check(t, r.In("b"))
	names{"utils.one": "foreign"}.check(t, r.Speaking(language.Go))
	if got := strings.Join(r.Package("utils"), " "); got != "utils" {
		t.Errorf("packages %q", got)
	}
}

func TestLongChainsEnd(t *testing.T) {
	const length = 9_000
	var text strings.Builder
	text.WriteString("class C0:\n    def m(self): ...\nv0 = C0\n")
	for i := 1; i < length; i++ {
		fmt.Fprintf(&text, "class C%d(C%d): ...\nv%d = v%d\n", i, i-1, i, i-1)
	}
	r := registry(t, nil, tree(t, "-- long.py --\n"+text.String()))
	names{
		"long.C100.m":                       "long.C0.m method",
		"long.C100.n":                       "absent",
		fmt.Sprintf("long.C%d.m", length-1): "unread",
		"long.v9":                           "long.C0 class",
		fmt.Sprintf("long.v%d", length-1):   fmt.Sprintf("long.v%d variable", length-1),
	}.check(t, r)
}

func TestStarCyclesEnd(t *testing.T) {
	// Every module takes all names of every other: without a memory there are as many ways as permutations.
	var archive strings.Builder
	letters := "abcdefghijklmnop"
	for _, m := range letters {
		archive.WriteString("-- m" + string(m) + ".py --\n")
		for _, other := range letters {
			archive.WriteString("from m" + string(other) + " import *\n")
		}
	}
	archive.WriteString("def deep(): ...\n")
	r := registry(t, nil, tree(t, archive.String()))
	names{"ma.deep": "mp.deep function", "ma.nothing": "absent"}.check(t, r)
}

// What a stub beside a source declares of a class is not known to be all of it.
func TestStubBesideSource(t *testing.T) {
	r := registry(t, nil, tree(t, `
-- kit.py --
def make(size, name="x"): ...
class Tool:
    def use(self): ...
-- kit.pyi --
def make(size: int, name: str = ...) -> Tool: ...
class Tool:
    edge: int
class Edge: ...
`))
	names{"kit.make": "kit.make function", "kit.Tool.use": "kit.Tool.use method", "kit.Tool.edge": "unread", "kit.Edge": "kit.Edge class", "kit.saw": "absent"}.check(t, r)
}
