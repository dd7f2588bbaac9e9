"""The optional parts of a game: modules or packages of fixed names in the game's own package."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import Any


def find_part(package: str, name: str) -> Any:
    """The module or package of that name in a game's package; None if the game does without it."""
    return importlib.import_module(f"{package}.{name}") if _exists(f"{package}.{name}") else None


@cache
def _exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # a game that is one module has no parts
        return False
