"""Bots that exchange files: a process in a private copy of its folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from lanista.bots.player import Opening
from lanista.bots.process.jails import keeps_copies_in_memory, make_jail
from lanista.bots.process.process import ProcessPlayer
from lanista.bots.process.shortage import refuse_shortage
from lanista.bots.protocol.working_copy import FileExchange, JailedCopy, WorkingCopy, check_size
from lanista.core.errors import BotError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.sandbox import Level


class FolderPlayer(ProcessPlayer):
    """A bot whose protocol is files in its working directory, which is `cwd` within its folder.

    It is ready immediately: these protocols have no message for that.
    """

    def __init__(self, command: list[str], name: str, folder: Path, cwd: str = ".") -> None:
        if os.open not in os.supports_dir_fd:
            raise BotError(f"{name} exchanges files, which needs Linux or macOS: play it there")
        super().__init__(command, name)
        self._folder = folder
        self._cwd = cwd
        self._copy: FileExchange | None = None
        self._opening: Opening | None = None

    def start(self, opening: Opening) -> None:
        """Copy the bot's folder and start its supervisor in the copy."""
        self._opening = opening
        try:
            self._make_copy()
        except (OSError, BotError) as error:
            refuse_shortage(error)
            self._exchange.end(Verdict.CRASHED, f"its folder cannot be copied: {error}")
            return
        super().start(opening)
        self._exchange.ready()

    def _make_copy(self) -> None:
        """Copy the folder, or have the supervisor do it: in a jail the copy replaces the folder."""
        if self._is_copied_in_memory:
            check_size(self._folder)
            self._copy = JailedCopy(self._receive_folder)
            self.launch.cwd = self._folder.resolve() / self._cwd
            return
        hidden = () if self._confinement is None else self._confinement.hidden
        copy = self._copy = WorkingCopy(self._folder, self._cwd, hidden)
        self.launch.scratch, self.launch.cwd = copy.root, copy.cwd

    @property
    def _is_copied_in_memory(self) -> bool:
        return self._confinement is not None and keeps_copies_in_memory(self._policy)

    def _receive_folder(self) -> int:
        if self._supervisor is None:
            raise OSError(errno.EPIPE, "its supervisor has ended")
        return self._supervisor.handover.receive("folder")

    def _confine(self) -> None:
        """Put the process into its jail, with the copy."""
        if self._confinement is not None:
            copy = self._folder.resolve() if self._is_copied_in_memory else None
            self.launch.jail = make_jail(self._confinement, self.launch, copy)

    def leaving(self) -> bool:
        """Never: these protocols have no message for the end of a match, so the bots are ended immediately."""
        return False

    def close(self) -> None:
        """End the bot and remove the copy of its folder."""
        super().close()
        copy, self._copy = self._copy, None
        if copy is not None:
            copy.close()

    @property
    def _started(self) -> Opening:
        assert self._opening is not None, "a player is started before it is asked"
        return self._opening

    def _write_files(self, folder: str, *files: tuple[str, bytes], drop: str = "") -> None:
        """Write files for the bot and delete an old one; a bot that prevents this takes no further part."""
        assert self._copy is not None, "a player is started before it is asked"
        max_mb = self._policy.resources.scratch_mb if self._policy.level >= Level.LIMITS else 0
        if max_mb and (excess := self._copy.excess(max_mb)):
            self._exchange.end(Verdict.KILLED, excess)
            return
        try:
            if drop:
                self._copy.drop(drop)
            self._copy.put(folder, *files)
        except OSError as error:
            refuse_shortage(error)
            self._read_status()  # which voids the match if its jail could not be made by our fault
            failed = f"{error.filename or folder} cannot be written into its folder: {error.strerror}"
            self._exchange.end(Verdict.CRASHED, failed)

    def _advice(self) -> str:
        return super()._advice() or self._hint()

    def _hint(self) -> str:
        """The contest's hint on a crash with this log, after a semicolon."""
        if self._opening is None:
            return ""
        match = self._opening.match
        hint = get_game(match.game).contest.crash_hint(match.ruleset, self._log.text)
        return f"; {hint}" if hint else ""
