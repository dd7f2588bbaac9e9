"""Entelect Challenge 2018: its protocol, its log folder, hints on crashes and recordings of its engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.bots.runtimes import DOTNET, GO_RUN, ITSELF, JAVA, NODE, PHP, PYTHON2, PYTHON3
from lanista.contest import BotProtocol, Contest

if TYPE_CHECKING:
    from lanista.bots.player import Player

LANGUAGES = {
    "java": JAVA,
    "kotlin": JAVA,
    "scala": JAVA,
    "c#core": DOTNET,
    "c#dotnetcore": DOTNET,  # the first release's word
    "javascript": NODE,
    "python": PYTHON3,  # the first release's word
    "python2": PYTHON2,
    "python3": PYTHON3,
    "php": PHP,
    "rust": ITSELF,
    "c++": ITSELF,
    "lisp": ITSELF,
    "haskell": ITSELF,
    "golang": GO_RUN,
}


def _player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> Player:
    from lanista.games.tower_defence.contest.player import Entelect2018Player

    assert folder is not None, "such a bot is found by its folder"
    return Entelect2018Player(list(command), name, folder, cwd)


PROTOCOL = BotProtocol("entelect-2018", "Entelect Challenge 2018", _player, languages=LANGUAGES)
CONTEST = Contest(__name__, PROTOCOL)
