"""Frames, segments and levels of the Tidewater tide-gauge logger.

Example:
    >>> import tidewater
    >>> tidewater.despike([2310, 2312, 9999, 2313, 2311], window=5)[2]
    <Flag.SPIKE: 2>
"""

from .calibration import Calibration, fit
from .flags import Flag
from .frames import Frame, FrameError, FrameType, crc16, decode_frame, encode_frame, read_frame
from .gauge import Gauge, GaugeError, Instrument, Reading
from .series import Record, Segment, SegmentError, despike, load_segment
from .series import sea_level_anomaly as anomaly

__version__ = "2.4.1"

__all__ = [
    "Calibration",
    "Flag",
    "Frame",
    "FrameError",
    "FrameType",
    "Gauge",
    "GaugeError",
    "Instrument",
    "Reading",
    "Record",
    "Segment",
    "SegmentError",
    "anomaly",
    "crc16",
    "decode_frame",
    "despike",
    "encode_frame",
    "fit",
    "load_segment",
    "read_frame",
]
