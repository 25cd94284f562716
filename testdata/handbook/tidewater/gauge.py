"""A gauge: readings in, records out."""

import struct
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean, pstdev

from .calibration import Calibration
from .flags import Flag
from .frames import Frame, FrameType
from .series import Record, despike

INTERVAL_LIMITS_S = {"A": 6.0, "B": 10.0, "C": 15.0}
FROZEN_AFTER = 20


class GaugeError(Exception):
    """A gauge was used in a way that would spoil its record."""


@dataclass(frozen=True)
class Reading:
    """A single measurement by a probe."""

    level_mm: int
    sequence: int
    sigma_mm: float | None = None
    temperature_c: float | None = None

    @classmethod
    def from_frame(cls, frame: Frame) -> "Reading":
        """Unpack the payload of a READING frame; its size tells the sensor class.

        Raises:
            ValueError: if the frame is of another type or of an unknown size.
        """
        if frame.type != FrameType.READING:
            raise ValueError(f"expected a READING frame, got {frame.type.name}")
        if len(frame.payload) == 8:
            level, sequence = struct.unpack(">iI", frame.payload)
            return cls(level, sequence)
        if len(frame.payload) in (12, 16):
            level, sigma, centi, sequence = struct.unpack(">iHhI", frame.payload[:12])
            return cls(level, sequence, sigma / 10, centi / 100)
        raise ValueError(f"no sensor class has a payload of {len(frame.payload)} bytes")


class Instrument:
    """Anything at a station that has a name and can be described in one line."""

    def __init__(self, station: str):
        if len(station) != 4 or not station.isupper():
            raise GaugeError(f"a station code has four capital letters, not {station!r}")
        self.station = station

    def describe(self) -> str:
        """Return the station code and the kind of instrument."""
        return f"{self.station} {type(self).__name__.lower()}"


class Gauge(Instrument):
    """Collects readings and averages them into records.

    Args:
        station: the station code, four capital letters.
        sensor_class: ``"A"``, ``"B"`` or ``"C"``.
        interval: seconds between two readings; limited by the sensor class.
        window: seconds of readings that make one record.
        min_good: good readings that a window needs; with fewer the record is MISSING.

    Examples:
        >>> gauge = Gauge("SKRW", interval=6.0)
        >>> gauge.describe()
        'SKRW gauge'
    """

    def __init__(
        self,
        station: str,
        *,
        sensor_class: str = "A",
        interval: float = 6.0,
        window: float = 180.0,
        min_good: int = 20,
    ):
        super().__init__(station)
        if interval > INTERVAL_LIMITS_S[sensor_class]:
            raise GaugeError(f"class {sensor_class} allows {INTERVAL_LIMITS_S[sensor_class]} s at most")
        if window % interval:
            raise GaugeError("the window must be a whole multiple of the interval")
        self.sensor_class = sensor_class
        self.interval = interval
        self.window = window
        self.min_good = min_good
        self.maintenance = False
        self.calibration: Calibration | None = None
        self._readings: deque[Reading] = deque(maxlen=round(window / interval))

    def calibrate(self, calibration: Calibration, *, force: bool = False) -> None:
        """Use a calibration from now on.

        Raises:
            GaugeError: if the fit is not acceptable for the sensor class, unless force is set.
        """
        if not force and not calibration.accepted(self.sensor_class):
            raise GaugeError("the residuals are too large; repeat the calibration")
        self.calibration = calibration

    def add(self, reading: Reading) -> None:
        """Take one reading into the current window. The oldest one drops out when it is full."""
        self._readings.append(reading)

    def record(self, start: datetime) -> Record:
        """Average the current window, which began at start, into one record.

        Spikes are left out of the mean. The time of the record is the centre of the window.

        Raises:
            GaugeError: if the gauge has not been calibrated.
        """
        if self.calibration is None:
            raise GaugeError("a gauge that has not been calibrated must not publish levels")
        time = start + timedelta(seconds=self.window / 2)
        raw = [r.level_mm for r in self._readings]
        levels = [self.calibration.apply(x) for x in raw]
        good = [x for x, flag in zip(levels, despike(levels)) if flag == Flag.GOOD]
        if len(good) < self.min_good:
            return Record(time, None, None, Flag.MISSING)
        flag = Flag.FROZEN if _longest_run(raw) >= FROZEN_AFTER else Flag.GOOD
        if self.maintenance:
            flag = Flag.MAINTENANCE
        return Record(time, round(fmean(good)), round(pstdev(good)), flag)


def _longest_run(values: list[int]) -> int:
    longest = run = 0
    for i, value in enumerate(values):
        run = run + 1 if i and value == values[i - 1] else 1
        longest = max(longest, run)
    return longest
