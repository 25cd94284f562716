import doctest
import os
import tempfile
import unittest

import tidewater
from tidewater import Flag, SegmentError, anomaly, crc16, despike, load_segment

BODY = b"""#twd 2
#station SKRW
#class A
#datum LAT
#interval 180
time,level_mm,sigma_mm,flag,temperature_c
2026-03-01T00:00:00Z,2314,12,0,7.4
2026-03-01T00:03:00Z,2359,14,0,7.4
2026-03-01T00:06:00Z,,,9,
"""


def write_segment(data):
    with tempfile.NamedTemporaryFile(suffix=".twd", delete=False) as file:
        file.write(data)
    return file.name


class SeriesTest(unittest.TestCase):
    def load(self, data, **options):
        path = write_segment(data)
        self.addCleanup(os.remove, path)
        return load_segment(path, **options)

    def test_load_segment(self):
        segment = self.load(BODY + b"#end records=3 crc16=%04X\n" % crc16(BODY))
        self.assertEqual(segment.station, "SKRW")
        self.assertEqual(segment.levels(), [2314, 2359])
        self.assertEqual(segment.tidal_range(), 45)
        self.assertEqual(segment.records[2].flag, Flag.MISSING)

    def test_a_damaged_segment_is_refused(self):
        for data in (BODY, BODY + b"#end records=3 crc16=0000\n", BODY.replace(b"#twd 2", b"#twd 1")):
            with self.subTest(data[-20:]), self.assertRaises(SegmentError):
                self.load(data)

    def test_a_part_file_loads_when_not_strict(self):
        self.assertEqual(len(self.load(BODY, strict=False).records), 3)

    def test_despike_second_pass_finds_the_smaller_spike(self):
        levels = [100, 101, 99, 100, 900, 112, 900, 100, 101, 99, 100]
        first = despike(levels, window=5, passes=1)
        both = despike(levels, window=5)
        self.assertEqual(first.count(Flag.SPIKE), 2)
        self.assertEqual(both.count(Flag.SPIKE), 3)

    def test_anomaly(self):
        self.assertEqual(anomaly([10, 20, 30]), [-10, 0, 10])
        self.assertEqual(anomaly([10, 20], mean_level=5), [5, 15])


def load_tests(loader, tests, pattern):
    for name in ("calibration", "flags", "frames", "gauge", "series"):
        tests.addTests(doctest.DocTestSuite(f"tidewater.{name}"))
    tests.addTests(doctest.DocTestSuite(tidewater))
    return tests
