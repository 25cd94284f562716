from typing import overload


@overload
def get(key: str) -> str: ...
@overload
def get(key: str, default: int) -> int: ...


class Map:
    @overload
    def take(self, key): ...
    @overload
    def take(self, key, default): ...
    def take(self, key, default=None):
        return default


def public(f):
    __all__.append(f.__name__)
    return f


__all__ = "get", Map.__name__
