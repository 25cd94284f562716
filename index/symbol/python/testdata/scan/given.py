from tools import define, install

__all__ = ["Node"]
if install:
    __all__ += ["install"]
for name in ("a", "b"):
    __all__.append(name)


class Node:
    from iterators import walk, steps as walk_steps
    import os.path
    if install:
        from fast import find
    else:
        def find(self, name):
            return name

    def title(self):
        return getattr(self, "heading", None) or hasattr(self, self.title)


class Leaf(Node):
    colour = property(lambda self: 1)


class Twig:
    pass


def public(cls):
    def mark(name):
        setattr(cls, name, 1)
    return mark


def plain(cls):
    cls.kept
    return cls


define(Node, "first_child", doc="a child")
define(Node, "last_child", property(None))
define(Node, "text/plain")
setattr(Leaf, "size", 1)
setattr(Twig, name, 1)
install(plain, Leaf)
install(Twig)
tools.install(Twig)
Leaf.shade = property(Node.title)
Leaf.weight = 3

if install:
    Loop = First
    def run(a): return a
    class Watch:
        def start(self): pass
else:
    Loop = Second
    def run(a, b): return b
    class Watch:
        def stop(self): pass
try:
    from quick import sort
except ImportError:
    def sort(a): return a


class Bag:
    pass


class Attached:
    __getattr__ = Node.title


bag = Bag()
setattr(bag, name, 1)


class Made:
    def __new__(cls, ring):
        obj = super().__new__(cls)
        obj.ring = ring
        return obj

    @classmethod
    def copy(klass, other):
        new = klass(other)
        new.depth = 1
        other.width = 2
        return new
