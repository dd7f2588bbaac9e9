"""Runs a bot that is a Python file: a function `move(view)`, or a class with a method `move(self, view)`.

Run as a script: `host.py FILE`. It speaks the lines protocol for the bot.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec


class UnlistedFolders:
    """Finds modules by their names: a sandbox without namespaces shows single files of folders, but no list."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find a module that the other finders missed."""
        from importlib.util import spec_from_file_location

        for folder in sys.path if path is None else path:
            base = os.path.join(folder, name.rpartition(".")[2])
            for file, below in ((os.path.join(base, "__init__.py"), [base]), (f"{base}.py", None)):
                if os.path.isfile(file):
                    return spec_from_file_location(name, file, submodule_search_locations=below)
        return None


def main() -> None:
    """Answer every turn until the last match ends."""
    sys.meta_path.append(UnlistedFolders)
    from lanista.bot.runner import load, serve

    path = sys.argv[1]
    # A script's folder is on the path: a bot's `import schema` would find a module of Lanista.
    sys.path[:] = [folder for folder in sys.path if folder != os.path.dirname(__file__)]
    serve(lambda: load(path))


if __name__ == "__main__":
    main()
