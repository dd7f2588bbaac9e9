"""The Python client, imported by bots as `from lanista.bot import run`. Imports nothing else of Lanista.

`lanista.bot.GAME` is the module with the types of an installed game's messages, `typed.py` in the game's package:
`from lanista.bot.overdrive import View`. Both need only the standard library.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from lanista.bot.runner import Answer, Limits, Start, run

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

__all__ = ["Answer", "Limits", "Start", "run"]


class TypedModules:
    """Imports `lanista.bot.GAME` as an alias of the game's typed module."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The import spec of `lanista.bot.GAME`; None for other modules and for games without types."""
        package, _, game = name.rpartition(".")
        if package != __name__:
            return None
        from importlib.machinery import ModuleSpec

        from lanista.bot.typed import typed_module

        found = typed_module(game)
        return ModuleSpec(name, TypedModules, origin=found) if found else None  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Let Python create an empty module, which `exec_module` replaces."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Replace the empty module by the game's."""
        from importlib import import_module

        spec = module.__spec__
        assert spec is not None
        assert spec.origin is not None
        sys.modules[spec.name] = import_module(spec.origin)


sys.meta_path.append(TypedModules)
