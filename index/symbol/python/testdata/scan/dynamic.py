_base = ("a", "b")
__all__ = _base + ("c",) + tuple(x.y.__all__) + [n for n in dir()]

def __getattr__(name):
    return load(name)

globals()["x"] = 1


class Bag:
    def __init__(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)


class Lazy:
    def __getattr__(self, name): return 1


class Dict:
    def __init__(self, **kw):
        self.__dict__.update(kw)


class Body:
    for n in "abc":
        locals()[n] = 1


class Reader:
    def get(self):
        return self.__dict__["a"], vars(self)
