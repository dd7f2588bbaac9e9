"""Build hook: wheels ship the compiled rules of the built-in games, so that nobody needs a compiler for them."""

from __future__ import annotations

import sys
import sysconfig
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


class CompiledRules(BuildHookInterface):  # type: ignore[type-arg]
    """Adds a library for each game to a wheel; without a compiler the wheel has none and runs everywhere."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of a wheel are collected; an editable install compiles when it is needed."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, str(ROOT / "src"))
        from lanista.engine.compiler import compiler
        from lanista.engine.learning_loops import LEARNING
        from lanista.engine.native import prebuild
        from lanista.search.model.loops import MODEL
        from lanista.search.loops import SEARCH
        from lanista.search.searcher import plan_of

        if compiler() is None:
            self.app.display_warning("no C compiler: the wheel has no compiled rules")
            return
        self._folder = tempfile.TemporaryDirectory(prefix="lanista-")
        for entry in self.metadata.config["project"]["entry-points"]["lanista.games"].values():
            module, _, name = entry.partition(":")
            game = getattr(import_module(module), name)
            policy = plan_of(game).policy
            for file in prebuild(
                game.rules, Path(self._folder.name), (SEARCH, policy), (MODEL, policy), (LEARNING, "")
            ):
                build_data["force_include"][str(file)] = f"lanista/engine/prebuilt/{file.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the libraries, which the wheel has now."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
