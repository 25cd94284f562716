"""Quality flags, with the numbers that segments use."""

from enum import IntEnum


class Flag(IntEnum):
    """The quality of a record. If several flags apply, the highest number wins.

    Examples:
        >>> Flag(3).name
        'FROZEN'
        >>> max(Flag.SPIKE, Flag.MAINTENANCE)
        <Flag.MAINTENANCE: 5>
    """

    GOOD = 0
    INTERPOLATED = 1
    SPIKE = 2
    FROZEN = 3
    OUT_OF_RANGE = 4
    MAINTENANCE = 5
    MISSING = 9

    @property
    def usable(self) -> bool:
        """Whether a record with this flag may be used for products."""
        return self <= Flag.INTERPOLATED
