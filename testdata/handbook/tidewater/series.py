"""Records, segment files, and what is computed from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike
from statistics import fmean, median

from .flags import Flag
from .frames import crc16

ROBUST_SIGMA = 1.4826  # makes the median absolute deviation of normal values a standard deviation


class SegmentError(ValueError):
    """A segment file is damaged, cut short, or of another version."""


@dataclass(frozen=True)
class Record:
    """One line of a segment. Times are in UTC, levels in millimetres above the datum."""

    time: datetime
    level_mm: int | None
    sigma_mm: int | None
    flag: Flag
    temperature_c: float | None = None


@dataclass
class Segment:
    """The records of one station, with the header lines of their file."""

    header: dict[str, str]
    records: list[Record] = field(default_factory=list)

    @property
    def station(self) -> str:
        """The station code."""
        return self.header["station"]

    def levels(self) -> list[int]:
        """Return the levels of all records whose flag allows their use."""
        return [r.level_mm for r in self.records if r.flag.usable and r.level_mm is not None]

    def tidal_range(self) -> int:
        """Return the highest usable level minus the lowest, in millimetres."""
        levels = self.levels()
        return max(levels) - min(levels) if levels else 0


def despike(
    levels: Sequence[float], *, window: int = 21, threshold: float = 3.5, passes: int = 2
) -> list[Flag]:
    """Flag the levels that depart from a running median: Algorithm 2 of TW-7.

    Args:
        levels: equally spaced levels in millimetres.
        window: length of the running median; an odd number.
        threshold: robust standard deviations from the median that make a spike.
        passes: how often to repeat; a second pass finds spikes that hid behind larger ones.

    Returns:
        One flag for each level, GOOD or SPIKE.

    Examples:
        >>> [flag.name for flag in despike([10, 11, 400, 12, 11], window=3)]
        ['GOOD', 'GOOD', 'SPIKE', 'GOOD', 'GOOD']
    """
    if window % 2 == 0:
        raise ValueError("the window must be odd")
    half = (window - 1) // 2
    flags = [Flag.GOOD] * len(levels)
    for _ in range(passes):
        marked = []
        for i, level in enumerate(levels):
            near = range(max(0, i - half), min(len(levels), i + half + 1))
            values = [levels[j] for j in near if flags[j] == Flag.GOOD]
            if not values:
                continue
            middle = median(values)
            spread = ROBUST_SIGMA * median(abs(v - middle) for v in values)
            if abs(level - middle) > threshold * max(spread, 1.0):
                marked.append(i)
        for i in marked:
            flags[i] = Flag.SPIKE
    return flags


def sea_level_anomaly(levels: Iterable[float], mean_level: float | None = None) -> list[float]:
    """Return each level minus a mean, by default the mean of the levels themselves.

    The package exports this function as ``tidewater.anomaly``.
    """
    values = list(levels)
    mean = fmean(values) if mean_level is None else mean_level
    return [v - mean for v in values]


def load_segment(path: str | PathLike[str], *, strict: bool = True) -> Segment:
    """Read a segment file of format version 2.

    Args:
        path: the file, usually named like ``SKRW_20260301.twd``.
        strict: refuse a file without a correct closing line; pass False for ``.part`` files.

    Raises:
        SegmentError: if the file is damaged or of another version.
    """
    with open(path, "rb") as file:
        data = file.read()
    end = data.rfind(b"#end")
    if strict:
        _check_end(data, end)
    lines = data[: end if end >= 0 else len(data)].decode("utf-8").splitlines()
    if not lines or lines[0] != "#twd 2":
        raise SegmentError("not a segment of version 2; run tidectl migrate on older files")
    segment = Segment(header={})
    for line in lines:
        if line.startswith("#"):
            key, _, value = line[1:].partition(" ")
            segment.header[key] = value
        elif line and not line.startswith("time,"):
            segment.records.append(_parse_record(line))
    return segment


def _check_end(data: bytes, end: int) -> None:
    if end < 0:
        raise SegmentError("no closing line: the file was cut short")
    fields = dict(f.split("=", 1) for f in data[end:].decode("ascii").split()[1:])
    if int(fields.get("crc16", "-1"), 16) != crc16(data[:end]):
        raise SegmentError("the checksum does not match the records")


def _parse_record(line: str) -> Record:
    time, level, sigma, flag, temperature = line.split(",")
    return Record(
        datetime.fromisoformat(time.replace("Z", "+00:00")),
        int(level) if level else None,
        int(sigma) if sigma else None,
        Flag(int(flag)),
        float(temperature) if temperature else None,
    )
