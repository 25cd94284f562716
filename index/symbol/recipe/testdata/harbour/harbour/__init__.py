"""Berths, ships and their dues.

Examples:
    >>> dues(10)
    25.0
"""

from .berth import Berth, Quay, dues as dues
from ._private import helper as assist
from . import tariff

__all__ = ["Berth", "Quay", "dues", "assist", "tariff"]
