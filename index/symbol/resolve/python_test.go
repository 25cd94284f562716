package resolve_test

import (
	"testing"

	"ibid/index/symbol"
	"ibid/index/symbol/resolve"
)

func TestPythonNames(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	tests := []struct{ name, answer, want string }{
		{"alias of a module", python("import kit.shape as ks\nks.Square\nks.Cube"), "known kit.shape\nknown kit.shape.Square\nunknown kit.shape.Cube"},
		{"alias of a class is what it is imported as", python("from kit import Round as R\nr = R('x')\nr.grow()\nr.roll()"),
			"known kit.Round\nknown kit.Round\nknown kit.Round.grow\nunknown kit.Round.roll"},
		{"import of what is not there", python("from kit import Cube, Square\nimport kit.color"), "unknown kit.Cube\nknown kit.Square\nunknown kit.color"},
		{"a name that was not imported is reported where it is used, too", python("from kit import Cube\nCube()"), "unknown kit.Cube\nunknown kit.Cube"},
		{"import of everything", python("from kit import *\nSquare('x').fly()\nwhatever()"), "known kit\nknown kit.Square\nunknown kit.Square.fly"},
		{"other libraries", python("import numpy as np\nimport kit\nnp.array([1]).sum()\nkit.VERSION"), "foreign numpy\nknown kit\nforeign numpy.array\nknown kit.VERSION"},
		{"blocks share names", python("from kit import Square\ns = Square('x')") + "then\n\n" + python("s.grow()\ns.shrink()"), "known kit.Square\nknown kit.Square\nknown kit.Square.grow\nunknown kit.Square.shrink"},
		{"prose speaks of the blocks' names", python("from kit import Square\ns = Square('x')") + "Call `s.shrink()`, or s.grow, or `Square`.",
			"known kit.Square\nknown kit.Square\nunknown kit.Square.shrink\nknown kit.Square.grow\nknown kit.Square"},
		{"prose speaks of names inside of functions", python("import kit\ndef f():\n    box = kit.open_box('x')") + "`box.shrink` and `box.grow`",
			"known kit\nknown kit.open_box\nunknown kit.Square.shrink\nknown kit.Square.grow"},
		{"an import further down", python("s = Square('x')\ns.shrink()") + python("from kit import Square"), "known kit.Square\nunknown kit.Square.shrink\nknown kit.Square"},
		{"a try that catches the error", python("try:\n    from kit import Cube\nexcept ImportError:\n    Cube = None"), ""},
		{"a version that is asked for", python("import sys, kit\nif sys.version_info >= (3, 14):\n    kit.cube()"), "foreign sys\nknown kit\nforeign sys.version_info"},
		{"names of the answer itself", python("import kit\nkit = load()\nkit.cube"), "known kit"},
		{"names of the language", python("print(len('x').real, [].appendix)"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, x, tt.answer, tt.want) })
	}
}

func TestPythonValues(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	const imports = "from kit.tool import *\nfrom kit.shape import *\n"
	tests := []struct{ name, code, want string }{
		{"attribute that a method sets", "Square('x').owner.rename()", "unknown kit.shape.Owner.rename"},
		{"method that returns self", "Square('x').grow().shrink()", "unknown kit.shape.Square.shrink"},
		{"class method", "Circle.unit().roll()", "unknown kit.shape.Circle.roll"},
		{"property with items", "for c in Square('x').corners:\n    c.bend()", "unknown kit.shape.Corner.bend"},
		{"item of a list", "Square('x').corners[0].bend()", "unknown kit.shape.Corner.bend"},
		{"slice of a list", "[c.bend() for c in Square('x').corners[1:]]", "unknown kit.shape.Corner.bend"},
		{"optional result", "c = Square('x').corner(1)\nif c:\n    c.bend()", "unknown kit.shape.Corner.bend"},
		{"value of a dictionary", "Square('x').by_name()['a'].bend()", "unknown kit.shape.Corner.bend"},
		{"with", "with Square('x') as s:\n    s.shrink()", "unknown kit.shape.Square.shrink"},
		{"without await nothing is known", "plan(1).shrink()", ""},
		{"cached function", "cached(1).shrink()", "unknown kit.Square.shrink"},
		{"decorator that nobody knows", "changed(1).shrink()", ""},
		{"function that gives anything", "anything().shrink()", ""},
		{"context manager that gives anything", "with session() as s:\n    s.shrink()", ""},
		{"annotation", "def f(s: Square, n: 'Corner | None' = None):\n    s.shrink()\n    n.bend()", "unknown kit.shape.Square.shrink\nunknown kit.shape.Corner.bend"},
		{"annotation that says nothing", "def f(s: 'Thing' = Square('x')):\n    s.shrink()", ""},
		{"branches join", "if a:\n    s = Square('x')\nelse:\n    s = load()\ns.shrink()", ""},
		{"a new value in line", "s = Square('x')\ns = s.corner(1)\ns.bend()", "unknown kit.shape.Corner.bend"},
		{"narrowed by isinstance", "def f(s: Base):\n    if isinstance(s, Square):\n        s.corners.x", ""},
		{"asked for by hasattr", "s = Square('x')\nif hasattr(s, 'shrink'):\n    s.shrink()", ""},
		{"set by the answer", "s = Square('x')\ns.extra = 1\nprint(s.extra)", ""},
		{"class that makes its attributes", "Loose().whatever.more", "unread kit.shape.Loose.whatever"},
		{"enumeration", "Color.GREEN\nColor.RED.hex\nColor.RED.name\nColor['RED'].rgb\nfor c in Color:\n    c.rgb", "unknown kit.shape.Color.GREEN\nunknown kit.shape.Color.rgb\nunknown kit.shape.Color.rgb"},
		{"names between double underscores", "Square.__mro__\nSquare('x').__foo__", ""},
		{"private class by the variable that holds it", "store.put(1)", "unknown kit.tool.store.put"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, python(imports+tt.code), tt.want) })
	}
}

// What a function is declared to give is followed through overloads, type variables and decorators that are typed to keep it.
func TestPythonResults(t *testing.T) {
	x := resolve.New(registryOf(t, map[string]string{"kit.py": `
from typing import Callable, Generic, TypeVar, overload

T = TypeVar("T")
F = TypeVar("F", bound=Callable)

class Frame:
    def rows(self) -> list[int]: ...

class Row:
    def cells(self): ...

class Box(Generic[T]):
    def get(self) -> T: ...

class Shelf[K, V]:
    def at(self, key: K) -> V: ...

def first(items: list[T]) -> T: ...
def maybe[U](item: U | None) -> U: ...
def make(cls: type[T]) -> T: ...
def boxed() -> Box[Frame]: ...
def shelf() -> Shelf[str, Frame]: ...

def kept(fn: F) -> F: ...
def keeping(n: int) -> Callable[[F], F]: ...
def other(fn: Callable) -> Callable: ...

@kept
def one() -> Frame: ...
@keeping(1)
def two() -> Frame: ...
@other
def three() -> Frame: ...

@overload
def pick(x: int) -> Frame: ...
@overload
def pick(x: str, *, deep: bool) -> Row: ...
def pick(x, **options):
    return 1
`}).In("kit"))
	tests := []struct{ name, code, want string }{
		{"type argument of a class", "boxed().get().nope()", "unknown kit.Frame.nope"},
		{"type parameters in brackets", "shelf().at('x').nope()", "unknown kit.Frame.nope"},
		{"type argument that nobody gives", "Box().get().nope()", ""},
		{"decorator of anything", "three().nope()", ""},
		{"every wrong argument", "pick('x', deep=True)\npick('x', deep=True, wide=1, high=2)", "misused kit.pick(wide)\nmisused kit.pick(high)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, python("from kit import *\n"+tt.code), tt.want) })
	}
}

// The arguments of Python's own functions are judged.
func TestPythonStandardArguments(t *testing.T) {
	for _, tt := range []struct{ code, want string }{
		{"import pathlib\npathlib.Path('x').read_text(encoding='utf8', newline='')", ""},
		{"print('x', sep='', ended='')", "misused print(ended)"},
		{"open('x', encoding='utf8', bufsize=1)", "misused open(bufsize)"},
		{"def open(path, bufsize): ...\nopen('x', bufsize=1)", ""},
		{"sorted([1], key=len, cmp=f)", "misused sorted(cmp)"},
		{"import kit\nw = kit.Worker(name='x', nope=1)\nw.start()\nw.go()\nw.nope()", "misused kit.Worker(nope)\nunknown kit.Worker.nope"},
	} {
		project := symbol.Project{Name: "kit", Python: &symbol.PythonRoot{}}
		r := projectOf(t, project, map[string]string{"kit.py": "import threading\nclass Worker(threading.Thread):\n    def go(self): ...\n"}).WithStandard()
		checkWrong(t, resolve.New(r.In("kit")), python(tt.code), tt.want)
	}
}
