"""Leagues whose parts are killed while they run; see `python -m tests.chaos --help`."""
