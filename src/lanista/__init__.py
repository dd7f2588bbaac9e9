"""Lanista: five bot-programming games, run, judged, shown and stepped at native speed."""

__version__ = "0.1.0"
