package resolve_test

import (
	"context"
	"testing"

	"ibid/index/symbol"
)

// kit is a small library in two languages. What its code does makes no sense; what it declares does.
var kit = map[string]string{
	"kit/__init__.py": `
from .shape import Square, Circle as Round
from . import shape
from .tool import open_box, plan, session, VERSION
`,
	"kit/shape.py": `
import functools
from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Optional

class Color(Enum):
    RED = 1
    BLUE = 2

    @property
    def hex(self) -> str:
        return "x"

class Base:
    def __init__(self, name, *, visible=True):
        self.name = name
        self.owner = Owner(name)

    def grow(self, by=1):
        return self

    @classmethod
    def unit(cls, size=1):
        return cls("unit")

    @staticmethod
    def area(width, height):
        return width * height

    def __enter__(self):
        return self

    def __truediv__(self, other):
        return self

class Square(Base):
    color: Color = Color.RED

    @property
    def corners(self) -> "list[Corner]":
        return []

    def corner(self, n: int) -> "Optional[Corner]":
        return None

    def by_name(self) -> dict[str, "Corner"]:
        return {}

class Circle(Base):
    pass

class Corner:
    def angle(self) -> float:
        return 90.0

    def turn(self, /, degrees):
        return Corner()

class Owner:
    def __init__(self, name):
        self.name = name

class Loose:
    def __getattr__(self, name):
        return 1

@dataclass
class Point:
    x: int
    y: int = 0

@dataclass
class Point3(Point):
    z: int = 0

class Pair(NamedTuple):
    left: int
    right: int

Triple = namedtuple("Triple", "a b c")

class Listing(namedtuple("Listing", ("a", "b", "c", "d"), defaults=(0,))):
    def total(self): return 0

class Below(Triple):
    pass

class Shorter(namedtuple("Shorter", "a b c d")):
    def __new__(cls, a, b=0, c=0): return super().__new__(cls, a, b, c, 0)

Computed = namedtuple("Computed", FIELDS)

class Meta(type):
    def __call__(cls, *args, **options): return object()

class Register(type):
    def __new__(mcs, name, bases, members): return type.__new__(mcs, name, bases, members)

class Listed(metaclass=Register):
    def __init__(self, size): pass

class Made(metaclass=Meta):
    def __init__(self):
        pass
`,
	"kit/tool.py": `
import contextlib
import functools
from .shape import Square, Corner

VERSION = "1"

def open_box(path, mode="r", *, strict=False):
    return Square(path)

async def plan(size) -> Square:
    return Square("x")

@contextlib.contextmanager
def session():
    yield 1

@functools.lru_cache(maxsize=8)
def cached(a):
    return Square(a)

@register
def changed(a):
    return Square(a)

def anything(*args, **kwargs):
    return unknown_things(args)

class Walk:
    def __iter__(self):
        return Steps()

class Steps:
    def __next__(self):
        return Corner()

class _Store:
    def get(self, key):
        return key

store = _Store()
_inst = Square("shared")
grow = _inst.grow
`,
	"kit/typed.py": `
from typing import Protocol

class Node:
    def __init__(self, name): self.name = name
    def walk(self): return 1

class Leaf(Node):
    def shine(self): return 1

class Speaker(Protocol):
    def speak(self, word): ...

class Cell:
    def __get__(self, owner, kind): return 1
    def store(self): return 1

class Sheet:
    first = Cell()
    second: Cell = Cell()
    plain = Leaf("x")

class Maker:
    def __new__(cls, kind): return Made()
    def shape(self): return 1

class Made(Maker):
    def colour(self): return 1

def load(name) -> Node: return Leaf(name)
def loud() -> Speaker: return 1
def _hidden(a): return a
`,
	"kit/branch.py": `
import sys
from dataclasses import dataclass

if sys.platform == "win32":
    def send(data): return 1

    class Watch:
        def __init__(self, path): self.path = path
        def start(self): return 1

    class _Loop:
        def run(self): return 1
    Loop = _Loop
    Either = _Loop

    @dataclass
    class Row:
        a: int
else:
    def send(data, *, wait): return 1

    class Watch:
        def __init__(self, path, depth): self.path = path
        def stop(self): return 1

    class _Other:
        def __init__(self, size): self.size = size
        def run(self, fast): return 1
    Loop = _Other
    def Either(a): return a

    @dataclass
    class Row:
        b: int

try:
    from outside import Odd
except ImportError:
    class Odd:
        def __init__(self): self.a = 1
        def even(self): return 1

try:
    from _fast import push
except ImportError:
    def push(item): return 1
`,
	"kit/queue.py": `
class Queue:
    def put(self, item):
        pass

def drain():
    pass
`,
	"box/box.go": `package box

import (
	"example.com/kit/lid"
)

type Box[T any] struct {
	Items []T
	Lid   *lid.Lid
	Labels map[string]lid.Label
	inner int
	lid.Hinge
}

type Maker func(name string) (*Box[int], error)

type IDs []lid.Label

type Opener interface {
	Open() (lid.State, error)
	lid.Closer
}

type Seq[V any] func(yield func(V) bool)

func New[T any](first T) *Box[T] { return nil }
func Open(name string) (*Box[int], error) { return nil, nil }
func Map[T, U any](xs []T, f func(T) U) []U { return nil }
func First[S ~[]E, E any](s S) E { panic(1) }
func All() Seq[*lid.Lid] { return nil }
func (b *Box[T]) Get(i int) (T, bool) { panic(1) }
func (b *Box[T]) Watch() <-chan lid.Label { return nil }
func (b *Box[T]) hidden() {}

var Default = &Box[lid.Label]{}
var Registry = registry{}

type registry struct{}

func (registry) Lookup(name string) {}

const Max = 3
`,
	"lid/lid.go": `package lid

type Lid struct{ Open bool }

func (l *Lid) Lift() {}

type Label struct{ Text string }

func (l Label) Print() {}

type Hinge struct{ Pins int }

func (h Hinge) Swing() {}

type State int

func (s State) String() string { return "" }

type Closer interface{ Close() error }

type Alias = Label
`,
	"rand/rand.go":    "package rand\n\nfunc Roll() int { return 1 }\n",
	"v2/rand/rand.go": "package rand\n\nfunc Toss() int { return 1 }\n",
	"yaml.v3/y.go":    "package yaml\n\nfunc Marshal() {}\n",
	"lid_linux/l.go":  "package lidos\n\ntype Info struct{ A int }\n",
}

// kitRegistry is the registry of kit.
func kitRegistry(t testing.TB) *symbol.Registry { return registryOf(t, kit) }

// registryOf is the registry of files in a project called kit.
func registryOf(t testing.TB, files map[string]string) *symbol.Registry {
	t.Helper()
	return projectOf(t, symbol.Project{Name: "kit", Python: &symbol.PythonRoot{}, Go: &symbol.GoModule{Path: "example.com/kit"}}, files)
}

// projectOf is the registry of files in a project.
func projectOf(t testing.TB, project symbol.Project, files map[string]string) *symbol.Registry {
	t.Helper()
	var sources []symbol.Source
	for path, text := range files {
		sources = append(sources, symbol.Source{Project: project.Name, Path: path, Digest: path, Read: func() ([]byte, error) { return []byte(text), nil }})
	}
	r, err := symbol.Build(context.Background(), []symbol.Project{project}, sources, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
