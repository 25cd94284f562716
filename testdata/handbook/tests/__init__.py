"""Tests of the tidewater package: python3 -m unittest."""
