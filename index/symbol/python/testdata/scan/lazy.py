from tools import lazy, warnings

warnings._deprecated(__name__, remove=3)
__getattr__, __dir__, __all__ = lazy.attach(__name__, ["a"])
