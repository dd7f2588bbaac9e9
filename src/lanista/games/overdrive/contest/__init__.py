"""Entelect Challenge 2020: its protocol, log folder, referee's remarks, and recordings of its engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanista.bots.build.runtimes import DOTNET, ITSELF, JAVA, NODE, PYTHON3
from lanista.game.contest import BotProtocol, OriginalContest, folder_bots

if TYPE_CHECKING:
    from lanista.bots.protocol.folder_player import FolderPlayer

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


def _player() -> type[FolderPlayer]:
    from lanista.games.overdrive.contest.player import RoundFilesPlayer

    return RoundFilesPlayer


PROTOCOL = BotProtocol("entelect-2020", "Entelect Challenge 2020", folder_bots(_player), languages=LANGUAGES)
CONTEST = OriginalContest(__name__, PROTOCOL)
