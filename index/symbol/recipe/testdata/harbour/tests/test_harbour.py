import os
import unittest
import pytest

from harbour import Berth, Quay, dues
import harbour as h

LIMIT = 400
UNUSED = 3


def make(n):
    return Berth(check(n))


def check(n):
    assert n < LIMIT
    return n


@pytest.fixture
def quay():
    return Quay("north", [make(1)])


@pytest.fixture(autouse=True)
def clean():
    os.environ.pop("HARBOUR", None)


def test_dues():
    """Two nights cost twice as much."""
    assert dues(10, nights=2) == 2 * dues(10)


@pytest.mark.parametrize("n", [1, 2])
def test_quay_takes_berths(quay, berth, n):
    quay.add(berth)
    assert len(quay.berths) == 2


class TestPlaces:
    """Of labels."""

    size = 5

    def setup_method(self):
        self.place = make(self.size)

    def longest(self):
        return self.other()

    def other(self):
        return h.Berth.longest([self.place])

    def unrelated(self):
        return UNUSED

    def test_label(self):
        assert self.place.label() == "#5"

    def test_longest(self):
        assert self.longest().length == 30.0


class Odd(unittest.TestCase):
    def test_odd(self): self.assertTrue(1)
