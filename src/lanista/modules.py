"""The modules of fixed names in a game's package, most of them optional."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

_loaded: dict[str, ModuleType] = {}  # imported to the end, unlike what another thread is importing


@dataclass(frozen=True)
class Modules:
    """Looks modules up in one package."""

    package: str

    def get(self, module: str) -> Any:
        """A module or package by its name relative to the package; None if there is none."""
        name = f"{self.package}.{module}"
        loaded = _loaded.get(name)
        if loaded is not None and sys.modules.get(name) is loaded:  # games ask several times a turn
            return loaded
        if self.package and _exists(name):
            _loaded[name] = importlib.import_module(name)
            return _loaded[name]
        return None

    def find(self, module: str, name: str, default: Any) -> Any:
        """What a module offers under a name; the default if there is no such name or module."""
        return getattr(self.get(module), name, default)


@cache
def _exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # a game that is a single module contains no others
        return False


def package_of(kind: type[Any], base: type[Any]) -> str:
    """The package of the original class of a game: the first one in its ancestry that derives from `base`."""
    original = next(one for one in reversed(kind.__mro__) if issubclass(one, base) and one is not base)
    return sys.modules[original.__module__].__package__ or original.__module__
