"""Build hooks: wheels ship the compiled rules of the built-in games, the manual and a list of their parts.

`LANISTA_WHEEL` chooses the machine that a wheel is for, one of TARGETS; Zig compiles for all of them. By default
that is this machine, with its own compiler, or a wheel without compiled rules where there is none.
"""

from __future__ import annotations

import json
import os
import re
import sys
import sysconfig
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
MANUAL = ROOT / "docs"
WHEEL = "LANISTA_WHEEL"

# The tag of a wheel, and for whom its rules are compiled: system, processor and Zig's name of both, glibc included
TARGETS = {
    "linux-x86_64": ("manylinux_2_17_x86_64", "linux", "x86_64", "x86_64-linux-gnu.2.17"),
    "linux-aarch64": ("manylinux_2_17_aarch64", "linux", "aarch64", "aarch64-linux-gnu.2.17"),
    "macos-x86_64": ("macosx_11_0_x86_64", "darwin", "x86_64", "x86_64-macos.11.0"),
    "macos-arm64": ("macosx_11_0_arm64", "darwin", "arm64", "aarch64-macos.11.0"),
    "windows-x86_64": ("win_amd64", "win32", "AMD64", "x86_64-windows-gnu"),
    "windows-arm64": ("win_arm64", "win32", "ARM64", "aarch64-windows-gnu"),
}
COMPILE_SECONDS = 3600.0  # Zig first builds the C library of a system, which takes a busy machine long
ANY = "any"  # every machine, without compiled rules: they are compiled on first use

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)\s]+)\)")
PAGE = re.compile(r"docs/([\w/-]+)\.md(?:#.*)?")


class ReadmeOutside(MetadataHookInterface):
    """The README without links into the source tree, which lead nowhere elsewhere: pages become commands."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description."""
        text = LINK.sub(_link_outside, (ROOT / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": re.sub(r"\n{3,}", "\n\n", text)}


def _link_outside(link: re.Match[str]) -> str:
    picture, text, target = link.groups()
    page = PAGE.fullmatch(target)
    if picture:
        return ""
    return f"{text} (`lanista docs {page[1]}`)" if page and page[1] != "README" else text


class ShippedParts(BuildHookInterface):  # type: ignore[type-arg]
    """Adds to a wheel: a library for each game, the manual's pages, and the list of parts."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of a wheel are collected; an editable install compiles when it is needed."""
        if self.target_name != "wheel" or version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="lanista-")
        shipped = build_data["force_include"]
        for page in MANUAL.rglob("*.md"):
            shipped[str(page)] = f"lanista/manual/{page.relative_to(MANUAL).as_posix()}"
        parts = Path(self._folder.name, "lanista.cdx.json")
        parts.write_text(json.dumps(self._parts(), indent=2), encoding="utf-8")
        build_data["sbom_files"].append(str(parts))
        self._add_rules(build_data, os.environ.get(WHEEL, ""))

    def _add_rules(self, build_data: dict[str, Any], wanted: str) -> None:
        sys.path.insert(0, str(ROOT / "src"))
        from lanista.engine import compiler as tools
        from lanista.engine.compiler import THIS, BuildMachine, compiler

        tools.COMPILE_SECONDS = COMPILE_SECONDS
        if wanted and wanted not in (*TARGETS, ANY):
            raise ValueError(f"{WHEEL}: expected one of {', '.join([*TARGETS, ANY])}, got {wanted!r}")
        if wanted == ANY:
            return
        if wanted:
            tag, *names = TARGETS[wanted]
            machine = BuildMachine(*names)
        elif compiler() is None:
            self.app.display_warning("no C compiler: the wheel has no compiled rules")
            return
        else:
            tag, machine = re.sub(r"[-.]", "_", sysconfig.get_platform()), THIS
        for file in self._compiled(machine):
            build_data["force_include"][str(file)] = f"lanista/engine/prebuilt/{file.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"

    def _compiled(self, machine: Any) -> list[Path]:
        """The libraries of all built-in games."""
        from lanista.engine.learning_loops import LEARNING
        from lanista.engine.native import prebuild
        from lanista.search.loops import SEARCH
        from lanista.search.model.loops import MODEL
        from lanista.search.searcher import plan_of

        files: list[Path] = []
        for entry in self.metadata.config["project"]["entry-points"]["lanista.games"].values():
            module, _, name = entry.partition(":")
            game = getattr(import_module(module), name)
            policy = plan_of(game).policy
            groups = (SEARCH, policy), (MODEL, policy), (LEARNING, "")
            files += prebuild(game.rules, Path(self._folder.name), *groups, machine=machine)
        return files

    def _parts(self) -> dict[str, Any]:
        """The wheel's parts as CycloneDX: it ships code of this project only, and asks for the other packages."""
        core = self.metadata.core
        own = {
            "type": "application",
            "bom-ref": core.name,
            "name": core.name,
            "version": self.metadata.version,
            "licenses": [{"license": {"id": core.license_expression}}],
            "purl": f"pkg:pypi/{core.name}@{self.metadata.version}",
        }
        names = sorted(re.split(r"[^\w.-]", needed)[0].lower() for needed in core.dependencies)
        others = [
            {"type": "library", "bom-ref": name, "name": name, "purl": f"pkg:pypi/{name}", "scope": "required"}
            for name in names
        ]
        return {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {"component": own},
            "components": others,
            "dependencies": [{"ref": core.name, "dependsOn": names}],
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the libraries, which the wheel has now."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
