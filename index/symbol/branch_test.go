package symbol

import (
	"ibid/index/symbol/decl"
	"strings"
	"testing"
)

// What Python code makes otherwise than by a plain declaration, and what depends on a branch that is taken.
func TestPythonBranches(t *testing.T) {
	r := registry(t, nil, tree(t, `
-- kit/__init__.py --
import sys
if sys.platform == "win32":
    from .win import *
else:
    from .unix import *
try:
    from kit.win import Pick
except ImportError:
    from kit.unix import Pick
try:
    from outside import Odd
except ImportError:
    from .unix import Odd
try:
    from _fast import Quick
except ImportError:
    from .unix import Quick
-- kit/win.py --
__all__ = ["Loop", "WinOnly"]
class _WinLoop:
    def run(self): ...
    def pipe(self): ...
class WinOnly: ...
Loop = _WinLoop
class Pick:
    def win(self): ...
-- kit/unix.py --
__all__ = ["Loop", "UnixOnly"]
class _UnixLoop:
    def run(self, fast=False): ...
    def signal(self): ...
class UnixOnly: ...
Loop = _UnixLoop
class Pick:
    def unix(self): ...
class Odd:
    def even(self): ...
class Quick:
    def go(self): ...
-- kit/flags.py --
import sys
from . import compiled
def late():
    from kit.generated.proto import Message
if sys.platform:
    def send(data): ...
    class Watch:
        def __init__(self, path): ...
        def start(self): ...
    Best = Watch
else:
    def send(data, *, wait): ...
    class Watch:
        def __init__(self, path, depth): ...
        def stop(self): ...
    class Other:
        def own(self): ...
    Best = Other
-- kit/members.py --
from .helpers import define, install, plain, mark
from kit.flags import made
class Node:
    from kit.walkers import walk
    from kit.walkers import Step as Leg
    from nowhere import lost
class Leaf(Node):
    kind = property(lambda self: 1)
class Given: ...
class Plain:
    kept = 1
@mark
class Marked: ...
@mark("x")
class MarkedToo: ...
@plain
class Unmarked: ...
class Empty(object): pass
class Set: ...
define(Node, "first", doc="the first")
install(Given)
plain(Plain)
setattr(Set, "size", 1)
Set.weight = property(len)
class Restored:
    def __setstate__(self, state):
        for name, value in state.items():
            setattr(self, name, value)
class Filled:
    def fill(self, state):
        for name, value in state.items():
            setattr(self, name, value)
class Computed: ...
for name in "ab":
    setattr(Computed, name, 1)
-- kit/walkers.py --
def walk(self, deep=True): ...
class Step:
    def far(self): ...
-- kit/helpers.py --
def define(cls, name, doc): setattr(cls, name, doc)
def install(cls):
    for name in "ab":
        setattr(cls, name, 1)
def plain(cls):
    cls.__doc__ = ""
    return cls
def mark(name):
    def wrap(cls):
        cls.marked = name
        return cls
    return wrap
-- kit/listed.py --
A = 1
def _b(): ...
names = ["A"]
__all__ = []
__all__.extend(make(names))
-- kit/taker.py --
from .listed import *
__all__ = ["own"]
def own(): ...
-- kit/strict.py --
from .tight import *
-- kit/tight.py --
__all__ = ("A",)
A = 1
B = 2
-- net/__init__.py --
from .alg import *
from .gen import *
from .util import util
from .other import *
-- net/alg/__init__.py --
from . import tree
from .bridges import *
from .last import *
-- net/alg/bridges.py --
def bridges(g): ...
-- net/alg/tree.py --
def center(): ...
-- net/alg/last.py --
def last(): ...
def bridges_of(): ...
-- net/gen/__init__.py --
from .tree import *
-- net/gen/tree.py --
def grow(): ...
-- net/util.py --
def util(a): ...
-- net/other.py --
def both(): ...
-- net/both.py --
def inside(): ...
-- user.py --
import net.alg as alg
import net as whole
-- locale.py --
__all__ = ["setlocale"]
try:
    from _locale import *
except ImportError:
    def setlocale(): ...
-- heapq.py --
__all__ = ["heappush"]
def heappush(): ...
try:
    from _heapq import *
except ImportError:
    pass
-- codecs.py --
__all__ = ["register", "open"]
from _codecs import *
def open(): ...
`))
	names{
		"kit.Loop":                   "kit.win._WinLoop class",
		"kit.Loop.pipe":              "kit.win._WinLoop.pipe method",
		"kit.Loop.signal":            "kit.unix._UnixLoop.signal method",
		"kit.Loop.fly":               "absent",
		"kit.WinOnly":                "kit.win.WinOnly class",
		"kit.UnixOnly":               "kit.unix.UnixOnly class",
		"kit.Pick.win":               "kit.win.Pick.win method",
		"kit.Pick.unix":              "kit.unix.Pick.unix method",
		"kit.Pick.other":             "absent",
		"kit.Odd.even":               "kit.unix.Odd.even method",
		"kit.Odd.other":              "foreign",
		"kit.Quick.other":            "absent", // what is written in C has what it replaces has
		"kit.compiled":               "unread",
		"kit.compiled.any":           "unread",
		"kit.generated":              "unread",
		"kit.flags.made":             "unread",
		"kit.flags.built":            "absent",
		"kit.flags.Watch.start":      "kit.flags.Watch.start method",
		"kit.flags.Watch.stop":       "kit.flags.Watch.stop method",
		"kit.flags.Watch.pause":      "absent",
		"kit.flags.Best.own":         "kit.flags.Other.own method",
		"kit.flags.Best.pause":       "absent",
		"kit.members.walk":           "absent",
		"kit.members.Node.walk":      "kit.walkers.walk function",
		"kit.members.Leaf.walk":      "kit.walkers.walk function",
		"kit.members.Node.Leg.far":   "kit.walkers.Step.far method",
		"kit.members.Node.lost":      "kit.members.Node.lost attribute",
		"kit.members.Node.lost.any":  "foreign",
		"kit.members.Node.first":     "kit.members.Node.first attribute",
		"kit.members.Node.last":      "absent",
		"kit.members.Leaf.kind":      "kit.members.Leaf.kind property",
		"kit.members.Given.any":      "unread",
		"kit.members.Marked.any":     "unread",
		"kit.members.MarkedToo.any":  "unread",
		"kit.members.Empty.any":      "unread",
		"kit.members.Set.size":       "kit.members.Set.size attribute",
		"kit.members.Set.weight":     "kit.members.Set.weight property",
		"kit.members.Set.other":      "absent",
		"kit.members.Computed.other": "unread",
		"kit.members.Restored.other": "absent",
		"kit.members.Filled.other":   "unread",
		"kit.taker.A":                "kit.listed.A constant",
		"kit.taker._b":               "kit.listed._b function",
		"kit.taker.C":                "absent",
		"kit.strict.A":               "kit.tight.A constant",
		"kit.strict.B":               "absent",
		"net.bridges":                "net.alg.bridges.bridges function",
		"user.alg.bridges":           "net.alg.bridges.bridges function",
		"user.alg.last":              "net.alg.last.last function",
		"user.alg.tree":              "net.alg.tree module",
		"net.tree.grow":              "net.gen.tree.grow function",
		"user.whole.util":            "net.util.util function",
		"net.util.util":              "net.util.util function",
		"user.whole.both":            "net.other.both function",
		"user.whole.both.inside":     "net.both.inside function",
		"locale.nl_langinfo":         "foreign",
		"heapq.heappush":             "heapq.heappush function",
		"heapq.heappoll":             "absent",
		"codecs.charmap_encode":      "foreign",
	}.check(t, r)
	opened, err := decode([]byte(written(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	names{"kit.compiled": "unread", "kit.generated": "unread", "kit.flags.made": "unread", "kit.flags.built": "absent", "kit.Loop.signal": "kit.unix._UnixLoop.signal method"}.check(t, opened)
	for name, want := range map[string]int{"kit.flags.send": 2, "kit.Loop.run": 2, "kit.flags.Watch.__init__": 2, "kit.Odd.even": 0, "kit.walkers.walk": 1} {
		e, finding, why := r.Lookup(name)
		if got := len(r.Variants(e)); finding != decl.Found || got != want {
			t.Errorf("%s: %d declarations, want %d: %s", name, got, want, why)
		}
	}
	if e, _, _ := r.Lookup("kit.Loop"); len(e.Others()) != 1 || e.Others()[0].Origin != "kit.unix._UnixLoop" {
		t.Errorf("others of kit.Loop: %+v", e.Others())
	}
}

// A name that every one of many branches gives something else is bounded.
func TestManyBranches(t *testing.T) {
	var archive strings.Builder
	archive.WriteString("-- all.py --\n")
	for _, m := range "abcdefghijklmnop" {
		archive.WriteString("if x:\n    import " + string(m) + "\n    from " + string(m) + " import *\n    Name = " + string(m) + ".Name\n")
	}
	for _, m := range "abcdefghijklmnop" {
		archive.WriteString("-- " + string(m) + ".py --\nif x:\n    from all import *\nclass Name:\n    def " + string(m) + "(self): ...\n")
	}
	r := registry(t, nil, tree(t, archive.String()))
	e, finding, _ := r.Lookup("all.Name")
	if finding != decl.Found || len(e.Others()) > maxOthers {
		t.Errorf("%v with %d others", finding, len(e.Others()))
	}
	names{"all.Name.a": "a.Name.a method", "all.Name.zz": "absent"}.check(t, r)
}
