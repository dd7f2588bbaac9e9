"""The modules of fixed names in a game's package, most of them optional, and the names that are looked up in them.

A misspelt name would silently mean the default, so a module that defines a name much like one that it lacks is
refused.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from lanista.errors import PluginError

# The names that are looked up, by module; those of `contest` are in the package of that name
HOOKS: dict[str, tuple[str, ...]] = {
    "rules": (
        *(
            "step",
            "is_over",
            "score",
            "reward",
            "asked",
            "Move",
            "OBSERVATION",
            "observe",
            "scene",
            "WORDS",
            "tell",
        ),
    ),
    "moves": (
        *(
            "Move",
            "MISSING",
            "ACTIONS",
            "read",
            "write",
            "spell",
            "TEXTS",
            "untimed",
            "check_move",
            "decode",
            "legal",
            "mask",
        ),
        *("random_action", "random_move", "possible_actions"),
    ),
    "views": ("view_json", "view_object", "shared_view", "fixed_json", "OBSERVATION", "observe"),
    "observation": ("OBSERVATION", "observe"),
    "notes": ("NOTES",),
    "hidden": ("redraw",),
    "policies": ("POLICIES", "PARTNERS"),
    "thinking": ("value", "propose", "outlook", "PLAN", "sent", "marks"),
    "imagine": ("Belief",),
    "chances": ("CHANCES",),
    "settings": ("SETTINGS", "RULESETS", "RENAMED", "check"),
    "maps": ("MAPS", "map_warnings"),
    "invariants": ("broken_invariants",),
    "exchange": ("exchange_seats",),
    "picture": ("draw",),
    "frames": ("scene", "frame", "CURVES", "curves"),
    "words": ("WORDS", "tell", "describe"),
    "starters": ("OPPONENT",),
    "bench": ("growth", "measures"),
    "contest": ("CONTEST",),
    "ending": ("Reason", "judge"),
    "hints": ("hint",),
    "logs": ("Logs",),
    "recordings": ("conform",),
    "remarks": ("remarks",),
}
MODULES_OF_RULES = (
    *("rules", "moves", "views", "observation", "notes", "hidden", "policies", "thinking", "frames", "words"),
)
ALIKE = 0.82  # how much names must be alike, from 0 to 1, for one to be a slip of the other

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
            found = importlib.import_module(name)
            for slip, meant in _slips(found, HOOKS.get(module, ())):
                raise PluginError(
                    f"{name} defines `{slip}`, and lacks `{meant}`, which is looked up there: rename it, "
                    "or give a helper a name that is less alike"
                )
            _loaded[name] = found
            return found
        return None

    def check(self) -> None:
        """Raise PluginError for a module whose name is much like one that the package lacks, or a name in one."""
        folders = getattr(sys.modules.get(self.package), "__path__", ())
        there = {module.name for module in pkgutil.iter_modules(folders)}
        for name in there - HOOKS.keys():
            for meant in difflib.get_close_matches(name, HOOKS.keys() - there, n=1, cutoff=ALIKE):
                raise PluginError(
                    f"{self.package} has a module `{name}`, and lacks `{meant}`, which is looked up there: "
                    "rename it, or give it a name that is less alike"
                )
        for module in MODULES_OF_RULES:  # the engine has found their rules; a misspelt one is said here
            self.get(module)

    def find(self, module: str, name: str, default: Any) -> Any:
        """What a module offers under a name; the default if there is no such name or module."""
        return getattr(self.get(module), name, default)


def _slips(module: ModuleType, hooks: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Public names that a module defines itself and that are much like one that it lacks, with that one."""
    lacking = [name for name in hooks if not hasattr(module, name)]
    for name, value in vars(module).items():
        is_own = getattr(value, "__module__", module.__name__) == module.__name__
        if is_own and not name.startswith("_") and not isinstance(value, ModuleType):
            for meant in difflib.get_close_matches(name, lacking, n=1, cutoff=ALIKE):
                yield name, meant


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
