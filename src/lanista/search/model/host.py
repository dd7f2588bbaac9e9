"""Runs `lanista model` in a sandbox that shows the package, but perhaps not the folder that it is in.

Run as a script: `host.py GAME`. It imports nothing of Lanista before it has found the package.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from runpy import run_module

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def main() -> None:
    """Answer requests until standard input ends."""
    if find_spec("lanista") is None:
        _import_package()
    sys.argv[1:1] = ["model"]
    run_module("lanista", run_name="__main__", alter_sys=True)


def _import_package() -> None:
    """Import the package by its path."""
    file = os.path.join(PACKAGE, "__init__.py")
    spec = spec_from_file_location("lanista", file, submodule_search_locations=[PACKAGE])
    assert spec is not None
    assert spec.loader is not None
    sys.modules["lanista"] = package = module_from_spec(spec)
    spec.loader.exec_module(package)


if __name__ == "__main__":
    main()
