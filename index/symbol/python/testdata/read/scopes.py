@functools.lru_cache(maxsize=None)
@app.route("/x", methods=["GET"])
def fetch(url: str, /, n: "Path" = Path("."), *args: int, timeout=10, **kw: Any) -> Optional[Response]:
    """Doc."""
    def inner(): return url
    yield inner
    return await_me(url)


async def main[T: int](x: T, *, loop: asyncio.AbstractEventLoop | None = None):
    async with aiohttp.ClientSession() as session, lock:
        async for row in session.rows():
            data = await session.get(row)
    raise ValueError("x") from err


class Store(Base, typing.Generic[T], *mixins, metaclass=abc.ABCMeta):
    field: list[Path] = dataclasses.field(default_factory=list)
    size = 3

    @property
    def path(self): return self._path

    def set(self, value):
        self._path = value
        global counter
        nonlocal other

class Empty: pass
f = lambda a, *b, c=D(), **d: a.x + c
key = sorted(rows, key=lambda r: r.name)
