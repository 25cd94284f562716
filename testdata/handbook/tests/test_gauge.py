import unittest
from datetime import datetime, timezone

from tidewater import Flag, Gauge, GaugeError, Reading, fit

MIDNIGHT = datetime(2026, 3, 1, tzinfo=timezone.utc)


def calibrated_gauge(**options):
    gauge = Gauge("SKRW", **options)
    gauge.calibrate(fit([1100, 1600, 2100], [100, 600, 1100]))
    return gauge


class GaugeTest(unittest.TestCase):
    def test_record_leaves_spikes_out_of_the_mean(self):
        gauge = calibrated_gauge()
        for i in range(30):
            gauge.add(Reading(9000 if i == 7 else 500 + i % 3, sequence=i))
        record = gauge.record(MIDNIGHT)
        self.assertEqual(record.level_mm, 1501)
        self.assertEqual(record.flag, Flag.GOOD)
        self.assertEqual(record.time.isoformat(), "2026-03-01T00:01:30+00:00")

    def test_too_few_readings_are_missing(self):
        gauge = calibrated_gauge()
        for i in range(19):
            gauge.add(Reading(500 + i % 3, sequence=i))
        self.assertEqual(gauge.record(MIDNIGHT).flag, Flag.MISSING)

    def test_identical_readings_are_frozen(self):
        gauge = calibrated_gauge()
        for i in range(30):
            gauge.add(Reading(500, sequence=i))
        self.assertEqual(gauge.record(MIDNIGHT).flag, Flag.FROZEN)

    def test_maintenance_wins_over_frozen(self):
        gauge = calibrated_gauge()
        gauge.maintenance = True
        for i in range(30):
            gauge.add(Reading(500, sequence=i))
        self.assertEqual(gauge.record(MIDNIGHT).flag, Flag.MAINTENANCE)

    def test_an_uncalibrated_gauge_publishes_nothing(self):
        with self.assertRaises(GaugeError):
            Gauge("SKRW").record(MIDNIGHT)

    def test_the_sensor_class_limits_the_interval(self):
        Gauge("SKRW", sensor_class="C", interval=15.0)
        with self.assertRaises(GaugeError):
            Gauge("SKRW", sensor_class="A", interval=10.0)

    def test_a_poor_calibration_is_refused_unless_forced(self):
        poor = fit([1100, 1650, 2100], [100, 600, 1100])
        gauge = Gauge("SKRW")
        with self.assertRaises(GaugeError):
            gauge.calibrate(poor)
        gauge.calibrate(poor, force=True)
        self.assertIs(gauge.calibration, poor)
