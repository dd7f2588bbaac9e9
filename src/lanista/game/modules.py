"""The modules of fixed names in a game's package, most of them optional, and the names that are looked up in them.

A misspelt name would silently mean the default, so a module that defines a name much like one that it lacks is
refused, and so is a function that does not take the parameters that it will get.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from lanista.core.errors import PluginError


def _hooks(*names: str) -> dict[str, str]:
    """Names that are looked up, each with its parameters; constants and classes have none."""
    return {name.partition("(")[0]: name.partition("(")[2].rstrip(")") for name in names}


# The names that are looked up, by module; those of `contest` are in its folder
HOOKS: dict[str, dict[str, str]] = {
    "rules": _hooks(
        *("step(state, moves, const, work)", "is_over(state, const)", "score(state, const, seat)", "Move"),
        *(
            "reward(state, const, seat)",
            "asked(state, const, seat)",
            "OBSERVATION",
            "observe(state, const, seat, row)",
        ),
        *("scene(state)", "WORDS", "tell(before, state, const, work, seat, told)", "BOTS"),
    ),
    "moves": _hooks(
        *("Move", "MISSING", "ACTIONS", "parse(const, text)", "write(move)", "TEXTS", "spell(move, told)"),
        *(
            "refusal(state, seat, move)",
            "instead_of(move)",
            "sent(state, seat, move)",
            "untimed(text)",
            "check_move(record)",
            "decode(state, const, seat, action, move)",
        ),
        *("legal(state, const, seat, action)", "mask(state, const, seat, flags)", "possible_actions(const)"),
        *("random_action(state, const, seat, generator)", "random_move(state, const, seat, generator, move)"),
    ),
    "views": _hooks(
        *(
            "view_json(state, seat)",
            "view_object(state, seat)",
            "shared_view(state, seat)",
            "fixed_json(state, seat)",
        ),
        *("OBSERVATION", "observe(state, const, seat, row)"),
    ),
    "learn.observation": _hooks("OBSERVATION", "observe(state, const, seat, row)"),
    "notes": _hooks("NOTES"),
    "learn.hidden": _hooks("redraw(state, const, seat, generator)"),
    "bots": _hooks("BOTS"),
    "search.thinking": _hooks(
        *("value(state, const, seat, work)", "propose(state, const, seat, generator, moves, work)"),
        *("TUNING", "marks"),
    ),
    "search.imagine": _hooks("Belief"),
    "learn.chances": _hooks("CHANCES"),
    "settings": _hooks("SETTINGS", "RULESETS", "RENAMED", "check(config)"),
    "maps": _hooks("MAPS", "map_warnings"),
    "invariants": _hooks("broken_invariants(state)"),
    "learn.seat_swap": _hooks("swap_seats(state)"),
    "show.picture": _hooks("draw(state, seat, names)"),
    "show.frames": _hooks(
        *("scene(state)", "frame(before, state, const, work, seat, frame)"),
        *("CURVES", "curves(state, const, seat, numbers)"),
    ),
    "show.words": _hooks(
        *("WORDS", "tell(before, state, const, work, seat, told)", "describe(state, const, seat, move, told)"),
    ),
    "ending": _hooks("Reason", "judge(state, const, judgement)"),
    "starters": _hooks("OPPONENT"),
    "bench": _hooks("growth(game)", "measures"),
    "contest": _hooks("CONTEST"),
    "hints": _hooks("hint(ruleset, log)"),
    "logs": _hooks("Logs"),
    "recordings": _hooks("conform(game, path, comparison)"),
    "remarks": _hooks("remarks"),
}
MODULES_OF_RULES = (
    *("rules", "moves", "views", "learn.observation", "notes", "learn.hidden", "bots", "search.thinking"),
    *("show.frames", "show.words"),
)
ROOMS = ("show", "learn", "search")  # folders of a game with optional modules
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
            _check(name, found, HOOKS.get(module, {}))
            _loaded[name] = found
            return found
        return None

    def check(self) -> None:
        """Raise PluginError for a module whose name is much like one that the package lacks, or a name in one."""
        rooms = {"": {*HOOKS, *ROOMS}} | {f"{room}.": HOOKS.keys() for room in ROOMS}
        for room, wanted in rooms.items():
            self._check_names(room, {name.removeprefix(room) for name in wanted if name.startswith(room)})
        for module in MODULES_OF_RULES:  # the engine has found their rules; a misspelt one is said here
            self.get(module)

    def _check_names(self, room: str, wanted: set[str]) -> None:
        """Raise PluginError for a module in the wrong folder, or misspelt; `room` is "" or a folder and a dot."""
        package = f"{self.package}.{room}".rstrip(".")
        folders = getattr(importlib.import_module(package), "__path__", ()) if _exists(package) else ()
        there = {module.name for module in pkgutil.iter_modules(folders)}
        for name in sorted(there - wanted):
            for other in ROOMS:
                if f"{other}.{name}" in HOOKS:
                    raise PluginError(f"{package} has a module `{name}`, which belongs in the folder `{other}`")
            for meant in difflib.get_close_matches(name, wanted - there, n=1, cutoff=ALIKE):
                raise PluginError(
                    f"{package} has a module `{name}`, and lacks `{meant}`, which is looked up there: "
                    "rename it, or give it a name that is less alike"
                )

    def find(self, module: str, name: str, default: Any) -> Any:
        """The attribute of a module; the default if there is no such attribute or module."""
        return getattr(self.get(module), name, default)


def _check(name: str, module: ModuleType, hooks: dict[str, str]) -> None:
    """Raise PluginError for a misspelt name, or for a function with other parameters than it will get."""
    for slip, meant in _slips(module, hooks):
        raise PluginError(
            f"{name} defines `{slip}`, and lacks `{meant}`, which is looked up there: rename it, "
            "or give a helper a name that is less alike"
        )
    for hook, parameters in hooks.items():
        function = getattr(module, hook, None)
        if parameters and function is not None and not _takes(function, parameters):
            raise PluginError(
                f"expected `{hook}({parameters})` in {name}, got `{hook}{inspect.signature(function)}`"
            )


def _takes(function: Any, parameters: str) -> bool:
    try:
        inspect.signature(function).bind(*parameters.split(", "))
    except TypeError:
        return False
    return True


def _slips(module: ModuleType, hooks: dict[str, str]) -> Iterator[tuple[str, str]]:
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
