import pytest

from harbour import Berth


@pytest.fixture
def berth():
    """A berth of the usual length."""
    return Berth(7)


@pytest.fixture
def long_berth(berth):
    berth.length = 300
    return berth
