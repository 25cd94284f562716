"""The fit of a probe against a tide staff."""

from dataclasses import dataclass
from statistics import fmean, pstdev

SCALE_BOUNDS = (0.998, 1.002)
LIMITS_MM = {"A": (3.0, 5.0), "B": (10.0, 12.0), "C": (25.0, 30.0)}


@dataclass(frozen=True)
class Calibration:
    """The result of a fit: level = scale * probe + offset."""

    scale: float
    offset_mm: float
    mean_residual_mm: float
    std_residual_mm: float

    def accepted(self, sensor_class: str = "A") -> bool:
        """Whether the fit is within the limits of a sensor class."""
        mean_limit, std_limit = LIMITS_MM[sensor_class]
        low, high = SCALE_BOUNDS
        return (
            low <= self.scale <= high
            and abs(self.mean_residual_mm) <= mean_limit
            and self.std_residual_mm <= std_limit
        )

    def apply(self, probe_mm: float) -> float:
        """Turn a probe value into a level above the datum, in millimetres."""
        return self.scale * probe_mm + self.offset_mm


def fit(staff_mm: list[float], probe_mm: list[float], *, fix_scale: bool = False) -> Calibration:
    """Fit probe values to staff readings by least squares.

    Args:
        staff_mm: levels read from the staff, in millimetres above the datum.
        probe_mm: what the probe said at the same times.
        fix_scale: keep the scale at exactly 1 and fit the offset alone.

    Raises:
        ValueError: if there are fewer than three pairs, or all probe values are equal.

    Examples:
        >>> c = fit([1100, 1600, 2100], [100, 600, 1100])
        >>> c.scale, c.offset_mm
        (1.0, 1000.0)
    """
    if len(staff_mm) != len(probe_mm) or len(staff_mm) < 3:
        raise ValueError("a calibration needs at least three pairs of readings")
    staff_mean, probe_mean = fmean(staff_mm), fmean(probe_mm)
    scale = 1.0
    if not fix_scale:
        spread = sum((p - probe_mean) ** 2 for p in probe_mm)
        if spread == 0:
            raise ValueError("all probe values are equal; read the staff at different levels")
        scale = sum((p - probe_mean) * (s - staff_mean) for s, p in zip(staff_mm, probe_mm)) / spread
    offset = staff_mean - scale * probe_mean
    residuals = [s - (scale * p + offset) for s, p in zip(staff_mm, probe_mm)]
    return Calibration(scale, offset, fmean(residuals), pstdev(residuals))
