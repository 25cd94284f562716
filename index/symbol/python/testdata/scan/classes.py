import abc, enum, functools
from collections import namedtuple
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypedDict


class Base(abc.ABC, Mixin[int], metaclass=abc.ABCMeta, option=1):
    """Base of all."""

    __slots__ = ("data", "size")
    LIMIT = 10
    name: str
    count: int = 0
    reader = None
    old = property(lambda self: 1)

    def __init__(self, data, size: int = 0, *, path: "Path" = None):
        """Takes data."""
        self.data, self.size = data, size
        self.path = path
        self.annotated: list[int] = []
        self.reader = open(path)
        self.items = self.other = dict()
        self.items[0] = self.path.name = 1
        self.total += 1
        for self.step in data:
            pass
        with open("x") as self.handle:
            pass
        log = get_log("x")
        self.log = log.child
        state = 1
        state = 2
        self.state = state
        object.__setattr__(self, "frozen", True)

        def inner(other):
            self.closure = 1

        def shadow(self):
            self.hidden = 1

        class Local:
            def method(self):
                self.local = 1

    @property
    def area(self) -> float:
        return 1.0

    @area.setter
    def area(self, value):
        self._area = value

    @functools.cached_property
    def heavy(self): return compute()

    @classmethod
    def make(cls, *args): return cls(*args)

    @staticmethod
    def plain(a, b=1): ...

    async def fetch(this, url): this.url = url

    def wrapped(self): return 1
    wrapped = wrap(wrapped)

    def twice(self): return 1
    def twice(self, again): return 2

    if True:
        def either(self, a): return 1
    else:
        def either(self, b): return 2

    def weak(self): raise NotImplementedError
    if True:
        def weak(self, strong): return 1

    class Inner(Base):
        class Deepest:
            x = 1


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)
    shared: ClassVar[int] = 1
    plain = 1

    def norm(self): return self.x


class Pair(NamedTuple):
    left: int
    right: str = ""


class Movie(TypedDict, total=False):
    title: str


class Color(enum.IntEnum):
    """Colours."""
    RED = 1
    GREEN = enum.auto()
    _ignore_ = []
    def shade(self): return 1


@enum.global_enum
@enum._simple_enum(enum.IntFlag, boundary=enum.KEEP)
class Mode:
    READ = 1
    WRITE = 2


Row = namedtuple("Row", "id, name value", defaults=(None, 0))
Sides = enum.Enum("Sides", ["TOP", "BOTTOM"])
Typed = NamedTuple("Typed", [("a", int), ("b", str)])


class Result(namedtuple("Result", ["code", "text"])):
    __slots__ = ()
    def ok(self): return not self.code


class Generic[T, *Ts](list[T]):
    def first[U: int](self, default: U) -> T | U: ...


class Empty: "Only words."
class Never:
x = 1
