"""Installs small games of other packages into a folder."""

from __future__ import annotations

import sys
from pathlib import Path

from lanista.game import get_game
from lanista.game.modules import _exists
from lanista.game.registry import _entries

FRUIT = Path(__file__).parent / "sixth_game"


def install(folder: Path, target: str, files: dict[str, str], package: str = "broken-game") -> None:
    """Install a package with one game: `target` is its entry point, `files` are its modules by path."""
    about = folder / f"{package.replace('-', '_')}-1.2.dist-info"
    contents = {
        about / "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n",
        about / "entry_points.txt": f"[lanista.games]\n{target}\n",
        **{folder / name: text for name, text in files.items()},
    }
    for path, text in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def fruit_files(package: str) -> dict[str, str]:
    """The smallest complete game as another package would have it, without starters."""
    files = {path.relative_to(FRUIT): path.read_text() for path in FRUIT.rglob("*.py")}
    return {f"{package}/{path}": text.replace("tests.sixth_game", package) for path, text in files.items()}


def forget_games() -> None:
    """Clear the caches of installed games and their parts."""
    for known in (_entries, get_game, _exists):
        known.cache_clear()


def unload(package: str) -> None:
    """Remove a package from `sys.modules`."""
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]
