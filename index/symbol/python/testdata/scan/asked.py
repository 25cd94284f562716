import importlib

_LAZY = {"Alpha": "._impl", "Beta": "._impl"}
_gone = make()


def __getattr__(name):
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in _gone:
        raise AttributeError(_gone[name])
    elif name == "late":
        import late
        return late
    raise AttributeError(name)


for alias in ["float96", "float128"]:
    globals()[alias] = getattr(importlib, alias, None)


class Listed:
    def __getattr__(self, key):
        if key not in ("left", "right"):
            raise AttributeError(key)
        return getattr(self._inner, key)


class Unconditional:
    def __getattr__(self, key):
        if key == "left":
            return 1
        return 2


class Handed:
    def __getattr__(self, key):
        if key == "left":
            raise AttributeError(key)
        return getattr(self._inner, key)
