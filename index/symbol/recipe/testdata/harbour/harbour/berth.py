"""Where ships lie."""

import enum
from dataclasses import dataclass, field
from typing import Any, Iterable

from . import tariff
from .tariff import RATE

MAX_LENGTH = 400
#: Ships that are longer are turned away.


class Side(enum.Enum):
    """The side that a ship lies on."""

    PORT = 1
    STARBOARD = 2


class Place:
    """Anything that has a number."""

    def __init__(self, number: int, /, *names: str, **notes: Any):
        """Number the place.

        :param int number: counts from 1.
        :param names: what people call it,
            in any order
        :raises ValueError: if the number is not positive
        """
        self.number = number

    def label(self) -> str:
        """Return the number with a hash sign."""
        return f"#{self.number}"

    def _secret(self):
        return 1


class Berth(Place):
    """A place for one ship.

    Parameters
    ----------
    number : int
        Counts from 1.
    length : float, optional
        In metres.
        The default suits most.

    Returns
    -------
    Berth
        Itself.

    Examples
    --------
    Take a berth and use it::

        berth = Berth(3)

        berth.moor("Ida")

    >>> Berth(1).label()
    '#1'
    """

    def __init__(self, number, length=30.0):
        super().__init__(number)
        self.length = length

    @property
    def free(self) -> bool:
        """Whether no ship lies there."""
        return True

    @classmethod
    def longest(cls, all: Iterable["Berth"], *, key=None):
        """Find the longest."""
        return max(all, key=key or (lambda b: b.length))

    async def moor(self, ship, side: Side = Side.PORT):
        return tariff.total(ship), RATE


@dataclass
class Quay:
    """Several berths.

    Attributes:
        name: what it is called.
        berths: in the order of their numbers;
            may be empty.
    """

    name: str
    berths: list[Berth] = field(default_factory=list)
    open: bool = True

    def add(self, berth: Berth) -> None:
        """Add a berth."""
        self.berths.append(berth)


def dues(
    length: float,
    *,
    nights: int = 1,
) -> float:
    """Compute what a ship pays.

    Args:
        length (float): of the ship, in metres.
        nights: how long it stays.

    Returns:
        float: the dues in crowns.

    Raises:
        ValueError: if the ship is longer than `MAX_LENGTH`.

    Note:
        Weekends cost the same.

    - one rule
    - another rule
      that goes on

    Example:
        >>> dues(10, nights=2)
        50.0
    """
    if length > MAX_LENGTH:
        raise ValueError("too long")
    return tariff.total(length) * nights
