"""Whether two machines have the same Lanista and the same game, so that a match is the same on both."""

from __future__ import annotations

import hashlib
import platform
import stat
import sys
from functools import cache
from pathlib import Path

import msgspec

import lanista
from lanista.bots.protocol.working_copy import hash_file, walk
from lanista.core.errors import LanistaError
from lanista.core.text import brief
from lanista.game import get_game

CACHES = frozenset({"__pycache__"})


class InstalledVersion(msgspec.Struct, frozen=True):
    """The installed versions; `game` is the digest of a game's package, or says why it cannot be loaded."""

    lanista: str
    files: str  # the digest of our package
    game: str
    python: str

    def difference(self, theirs: InstalledVersion) -> str:
        """How another machine's versions differ, and what to do; empty if they are the same."""
        if theirs == self:
            return ""
        if theirs.lanista != self.lanista:
            what = f"it has Lanista {theirs.lanista}, and this machine has {self.lanista}"
        elif theirs.files != self.files:
            what = (
                f"its files of Lanista {theirs.lanista} differ from those here ({theirs.files}, not {self.files})"
            )
        elif theirs.game != self.game:
            what = f"its files of the game differ from those here ({theirs.game}, not {self.game})"
        else:
            what = f"it has Python {theirs.python}, and this machine has {self.python}"
        return f"{brief(what)}; install the same version on all machines"


@cache
def installed_version(game: str) -> InstalledVersion:
    """The versions on this machine."""
    ours = Path(lanista.__file__).parent
    python = ".".join(platform.python_version_tuple()[:2])
    return InstalledVersion(lanista.__version__, _digest(ours), _game_digest(game, ours), python)


def _game_digest(name: str, ours: Path) -> str:
    """The digest of a game's package, and its behaviour version."""
    try:
        game = get_game(name)
    except LanistaError as error:
        return brief(error)
    folder = Path(sys.modules[type(game).__module__].__file__ or "").parent
    digest = "built-in" if folder.is_relative_to(ours) else _digest(folder)
    return f"{name} {game.behaviour} {digest}"


def _digest(folder: Path) -> str:
    """A digest of all files of an installed package."""
    whole = hashlib.blake2b(digest_size=8)
    for path, status in walk(folder, CACHES.__contains__):
        if stat.S_ISREG(status.st_mode):
            whole.update(path.relative_to(folder).as_posix().encode() + b"\0")
            hash_file(whole, path)
    return whole.hexdigest()
