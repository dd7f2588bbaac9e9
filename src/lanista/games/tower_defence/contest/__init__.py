"""Entelect Challenge 2018: its protocol, log folder, hints on crashes, and recordings of its engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanista.bots.build.runtimes import DOTNET, GO_RUN, ITSELF, JAVA, NODE, PHP, PYTHON2, PYTHON3
from lanista.game.contest import BotProtocol, OriginalContest, folder_bots

if TYPE_CHECKING:
    from lanista.bots.protocol.folder_player import FolderPlayer

LANGUAGES = {
    "java": JAVA,
    "kotlin": JAVA,
    "scala": JAVA,
    "c#core": DOTNET,
    "c#dotnetcore": DOTNET,  # in the first release
    "javascript": NODE,
    "python": PYTHON3,  # in the first release
    "python2": PYTHON2,
    "python3": PYTHON3,
    "php": PHP,
    "rust": ITSELF,
    "c++": ITSELF,
    "lisp": ITSELF,
    "haskell": ITSELF,
    "golang": GO_RUN,
}


def _player() -> type[FolderPlayer]:
    from lanista.games.tower_defence.contest.player import RoundProcessPlayer

    return RoundProcessPlayer


PROTOCOL = BotProtocol("entelect-2018", "Entelect Challenge 2018", folder_bots(_player), languages=LANGUAGES)
CONTEST = OriginalContest(__name__, PROTOCOL)
