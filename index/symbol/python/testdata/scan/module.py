"""A module.

    Its second line is indented.
"""
import os.path, json as _json
import xml.etree.ElementTree
from . import plugins
from .base import Base as Root, helper
from ..far.away import *
try:
    from fast import loads
except ImportError:
    loads = None
else:
    FAST: bool = True

__all__ = ["Client", "connect"]
__all__ += plugins.__all__ + helper.__all__
__all__.extend(("LIMIT", "LEVELS"))
__all__.append("timeout")

LIMIT = 1 << 20
timeout = 2.5; retries: int = 3
first, (second, *rest) = os.path.split("a"), range(9)
left, right = Root(), {"a": 1}
LEVELS = {
    "low": 1,  # a comment
    "high": 2,
}
TABLE = make_table("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
                   "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc", d=[1, 2]).rows
for letter in "abc":
    pass
with open("x") as handle, (lock) as held:
    inside = handle.read()
if (found := len(LEVELS)) > 1:
    many = True
elif found: few = True
else:
    many = False
while chunk := handle.read(1): last = chunk
temporary = 1
del temporary
alias = Root.connect
key = lambda x, y=1: x
größe = 1
print(os.path)
if __name__ == "__main__":
    import sys
    main(sys.argv)


def connect(url, /, timeout=10, *hosts: str, retry: "int" = max(1, 2), **options) -> "Client":
    "Connects."
    import ssl
    global _count, _cache
    _count += 1
    _cache = {}
    local = 1


class Client: pass


Client.limit = LIMIT
