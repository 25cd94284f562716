package resolve_test

import (
	"testing"

	"ibid/index/symbol/resolve"
)

func TestPythonArguments(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	const imports = "from kit.tool import *\nfrom kit.shape import *\nimport kit\n"
	tests := []struct{ name, code, want string }{
		{"unknown keyword", "open_box('x', color=1)", "misused kit.tool.open_box(color)"},
		{"known keywords", "open_box(path='x', mode='w', strict=True)", ""},
		{"too many by position", "open_box('x', 'w', True)", "misused kit.tool.open_box()"},
		{"spread arguments", "open_box(*a)\nopen_box('x', **a, color=1)\nopen_box('x', ...)", ""},
		{"method", "Square('x').grow(by=2)\nSquare('x').grow(2, 3)", "misused kit.shape.Square.grow()"},
		{"method through its class", "Square.grow(s, 2)\nSquare.grow(s, 2, 3)", "misused kit.shape.Square.grow()"},
		{"class method", "Square.unit(2)\nSquare.unit(2, 3)", "misused kit.shape.Square.unit()"},
		{"static method", "Square.area(1, 2)\nSquare.area(1, 2, 3)", "misused kit.shape.Square.area()"},
		{"by position only", "Corner().turn(degrees=2)", ""},
		{"inherited constructor", "Square('x', visible=False)\nSquare('x', color=1)\nSquare('x', 1)", "misused kit.shape.Square(color)\nmisused kit.shape.Square()"},
		{"named tuples that a call makes", "Triple(1, 2, 3)\nListing(1, 2, 3)\nBelow(1, 2, 3)\nShorter(1, 2, 3)\nComputed(1, 2, 3, 4)", ""},
		{"class made by another", "Made(size=1)", ""},
		{"class noted by another", "Listed(size=1)\nListed(color=1)", ""},
		{"anything goes", "anything(1, 2, a=3)", ""},
		{"decorator that keeps the signature", "cached(1, 2)", "misused kit.tool.cached()"},
		{"decorator that nobody knows", "changed(1, 2, c=3)", ""},
		{"method under another name", "grow(by=1)\ngrow(size=1)", "misused kit.shape.Base.grow(size)"},
		{"function under another name", "f = open_box\nf('x', color=1)", "misused kit.tool.open_box(color)"},
		{"a module is not called", "kit.shape()", "misused kit.shape()"},
		{"super", "class Own(Square):\n    def __init__(self):\n        super().__init__('x', color=1)\n        super().grow(2, 3)", "misused kit.shape.Square.__init__(color)\nmisused kit.shape.Square.grow()"},
		{"class of the answer that something made otherwise", "@dataclass\nclass Own(Square):\n    color: int\nOwn(color=1)", ""},
		{"constructor of the answer's own class", "class Own(Square):\n    def __init__(self, color):\n        pass\nOwn(color=1)", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, python(imports+tt.code), tt.want) })
	}
}

// TestPythonBranches is about names that code under a condition declares more than once: all declarations are judged together.
func TestPythonBranches(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	const imports = "from kit.branch import *\n"
	tests := []struct{ name, code, want string }{
		{"a keyword of one of two functions", "send(1, wait=True)\nsend(1)", ""},
		{"a keyword of neither", "send(1, later=True)", "misused kit.branch.send(later)"},
		{"too many for both", "send(1, 2)", "misused kit.branch.send()"},
		{"members of both classes", "w = Watch('x')\nw.start()\nw.stop()\nw.pause()", "unknown kit.branch.Watch.pause"},
		{"constructors of both", "Watch('x', 1)\nWatch('x', depth=1)\nWatch('x', 1, 2)\nWatch(color=1)", "misused kit.branch.Watch()\nmisused kit.branch.Watch(color)"},
		{"two classes under one name", "Loop(size=1).run(fast=True)\nLoop().walk()", "unknown kit.branch.Loop.walk"},
		{"a class or a function", "Either(1)\nEither(b=1)", ""},
		{"two dataclasses", "Row(a=1)\nRow(b=1)\nRow(c=1)", ""},
		{"what another library may replace", "Odd(1).even(2)\nOdd().odd()", "foreign kit.branch.Odd.odd"},
		{"what is written in C", "push(1)\npush(1, 2)", "misused kit.branch.push()"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, python(imports+tt.code), tt.want) })
	}
}

// TestPythonTyped is about what written types say in Python, and do not.
func TestPythonTyped(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	const imports = "from kit.typed import *\nimport kit.typed\n"
	tests := []struct{ name, code, want string }{
		{"a member of a subclass", "load('x').shine()\nload('x').walk()\nload('x').fly()", "unknown kit.typed.Node.fly"},
		{"of what a parameter may be", "def f(n: Node, all: list[Node]):\n    n.shine()\n    all[0].shine()\n    n.fly()", "unknown kit.typed.Node.fly"},
		{"a class that makes others", "Maker(1).colour()\nMaker(1).size()", "unknown kit.typed.Maker.size"},
		{"what a base asks of its subclasses", "class Own(Node):\n    def f(self):\n        self.shine()\n        self.fly()", "unknown kit.typed.Node.fly"},
		{"descriptors", "s = Sheet()\ns.first.anything()\ns.second.anything()\ns.plain.fly()", "unknown kit.typed.Leaf.fly"},
		{"descriptors of an own class", "class Own:\n    cell: Cell = Cell()\n    def f(self):\n        self.cell.anything()", ""},
		{"a protocol", "loud().speak('a', 'b')\nloud().anything()", ""},
		{"private functions", "kit.typed._hidden(1, 2)", ""},
		{"a test of what is wrong", "with pytest.raises(AttributeError):\n    Node('x').fly()\n    kit.typed.nothing", ""},
		{"inside of with", "with open('x') as f:\n    Node('x').fly()", "unknown kit.typed.Node.fly"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, python(imports+tt.code), tt.want) })
	}
}

func TestPythonClasses(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	const imports = "from kit.shape import *\n"
	tests := []struct{ name, code, want string }{
		{"inherited", "class Own(Square):\n    def f(self):\n        self.grow()\n        self.owner.rename()", "unknown kit.shape.Owner.rename"},
		{"defined", "class Own(Square):\n    size = 1\n    def f(self):\n        self.g().x\n        self.size.x\n        self.later.x\n    def g(self):\n        self.later = 1", ""},
		{"neither", "class Own(Square):\n    def f(self):\n        self.shrink()\n        return super().shrink()", "unknown kit.shape.Square.shrink\nunknown kit.shape.Square.shrink"},
		{"over two classes", "class A(Square):\n    pass\nclass B(A):\n    pass\nB('x').shrink()", "unknown kit.shape.Square.shrink"},
		{"defined by a class below", "class A(Square):\n    def f(self):\n        self.hook()\nclass B(A):\n    def hook(self):\n        pass", ""},
		{"base that nobody knows", "class Own(Square, Mixin):\n    def f(self):\n        self.shrink()", ""},
		{"base that makes its attributes", "class Own(Loose):\n    def f(self):\n        self.shrink()", "unread kit.shape.Loose.shrink"},
		{"class that makes its attributes", "class Own(Square):\n    def __getattr__(self, name):\n        return 1\n    def f(self):\n        self.shrink()", ""},
		{"set in a loop", "class Own(Square):\n    def f(self, all):\n        for k, v in all:\n            setattr(self, k, v)\n        self.shrink()", ""},
		{"class that is not shown whole", "class Own(Square):\n    def f(self):\n        self.shrink()\n    # ... the rest", ""},
		{"static method", "class Own(Square):\n    @staticmethod\n    def f(other):\n        other.shrink()", ""},
		{"own enumeration", "class Mood(Color):\n    GOOD = auto()\nMood.GOOD.hex\nMood.GOOD.rgb\nfor m in Mood:\n    m.name", "unknown kit.shape.Color.rgb"},
		{"own function", "def f():\n    pass\nf.calls = 0\nf.other", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, python(imports+tt.code), tt.want) })
	}
}

// TestBareWords is about names that nothing in the answer binds.
func TestBareWords(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	tests := []struct{ name, answer, want string }{
		{"a module and what it lacks", "`kit.open_crate` opens it.", "unknown kit.open_crate"},
		{"a module that is shown to be meant", "`kit.VERSION` is no `kit.version`.", "known kit.VERSION\nunknown kit.version"},
		{"a word that may be a label", "The logger `kit.requests` is silent.", ""},
		{"a file", "See `kit.py` and kit.toml.", ""},
		{"a host", "Go to kit.example.com", ""},
		{"a variable of the same name as a module", python("box.put(1)") + "`kit.queue.put`", "unknown kit.queue.put"},
		{"something bound elsewhere", python("kit = 1") + "`kit.cube`", ""},
		{"a word that names nothing", "`cube`, `cube.side` and `cube.side(1)`", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, x, tt.answer, tt.want) })
	}
}
