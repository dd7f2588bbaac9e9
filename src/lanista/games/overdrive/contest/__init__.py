"""Entelect Challenge 2020: its protocol, its log folder, its referee's remarks and recordings of its engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.bots.runtimes import DOTNET, ITSELF, JAVA, NODE, PYTHON3
from lanista.contest import BotProtocol, Contest

if TYPE_CHECKING:
    from lanista.bots.player import Player

LANGUAGES = {
    "java": JAVA,
    "scala": JAVA,
    "javascript": NODE,
    "python3": PYTHON3,
    "python3-ml": PYTHON3,
    "dotnetcore": DOTNET,
    "cplusplus": ITSELF,
    "rust": ITSELF,
    "lisp": ITSELF,
    "golang": ITSELF,
    "haskell": ITSELF,
}


def _player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> Player:
    from lanista.games.overdrive.contest.player import Entelect2020Player

    assert folder is not None, "such a bot is found by its folder"
    return Entelect2020Player(list(command), name, folder, cwd)


PROTOCOL = BotProtocol("entelect-2020", "Entelect Challenge 2020", _player, languages=LANGUAGES)
CONTEST = Contest(__name__, PROTOCOL)
