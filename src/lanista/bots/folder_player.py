"""Bots that exchange files: a process in a private copy of its folder."""

from __future__ import annotations

from pathlib import Path

from lanista.bots.player import Opening
from lanista.bots.process import ProcessPlayer
from lanista.bots.working_copy import WorkingCopy
from lanista.errors import BotError
from lanista.game import get_game
from lanista.verdict import Verdict


class FolderPlayer(ProcessPlayer):
    """A bot whose protocol is files in its working directory, `place` in its folder.

    It is ready at once: these protocols have no word for it.
    """

    def __init__(self, command: list[str], name: str, folder: Path, place: str = ".") -> None:
        super().__init__(command, name)
        self._home = folder
        self._place = place
        self._room: WorkingCopy | None = None
        self._opening: Opening | None = None

    def start(self, opening: Opening) -> None:
        """Copy the bot's folder and start its supervisor there."""
        self._opening = opening
        try:
            room = self._room = WorkingCopy(self._home, self._place)
        except (OSError, BotError) as error:
            self._end(Verdict.CRASHED, f"its folder cannot be copied: {error}")
            return
        self._scratch, self._folder = room.root, room.place
        super().start(opening)
        self._ready = True

    def leaving(self) -> bool:
        """Nobody tells these bots that the match is over: they are ended at once."""
        return False

    def close(self) -> None:
        """End the bot and remove the copy of its folder."""
        super().close()
        room, self._room = self._room, None
        if room is not None:
            room.close()

    def _put(self, folder: str, *files: tuple[str, bytes], drop: str = "") -> bool:
        """Write files for the bot and delete an old one; a bot that made that impossible takes no further part."""
        assert self._room is not None, "a player is started before it is asked"
        try:
            if drop:
                self._room.drop(drop)
            self._room.put(folder, *files)
        except OSError as error:
            self._end(
                Verdict.CRASHED, f"{error.filename or folder} cannot be written into its folder: {error.strerror}"
            )
            return False
        return True

    def _advice(self) -> str:
        return super()._advice() or self._hint()

    def _hint(self) -> str:
        """What the game knows of bots that end with such a log, after a semicolon."""
        opening, log = self._opening, self._log.text
        told = get_game(opening.game).contest.crash_hint(opening.ruleset, log) if opening is not None else ""
        return f"; {told}" if told else ""
