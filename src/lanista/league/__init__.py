"""Leagues: schedules, matches that count once, ratings with intervals, tables and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanista.league.conditions import Conditions
    from lanista.league.league import League, open_league
    from lanista.league.progress import Progress

__all__ = ["Conditions", "League", "Progress", "open_league"]

_MODULES = {"Conditions": "conditions", "League": "league", "Progress": "progress", "open_league": "league"}


def __getattr__(name: str) -> Any:
    """Load what runs leagues only when it is used: tables and formats need far less."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
