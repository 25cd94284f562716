#!/usr/bin/env python
"""Tides for beginners.

A second paragraph.
# not a comment
"""

import math

# How much.
LIMIT = [
    1,
]


@cache
# why
@other(
    1)
def height(t, *,
           unit="def x():"):
    """Height at t.

def fake():
    """
    return 1


class Gauge(Base):
    """A gauge."""

    port = 7

    # read it
    def read(self):
        return 1

    async def wait(self):
        await x

    class Inner:
        pass

    name = "x"


def last(): return 2
if __name__ == "__main__":
    last()
