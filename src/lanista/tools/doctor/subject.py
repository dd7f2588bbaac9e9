"""The bot that is examined, and everything that its matches have in common."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.player import Budgets
from lanista.bots.resolve import FoundBot
from lanista.core.files import make_scratch_folder
from lanista.game import Game
from lanista.match.feed import FeedConditions
from lanista.match.recorder import SUFFIX
from lanista.match.terms import STANDARD, MatchTerms

HOME = Path(".lanista") / "doctor"


@dataclass
class Subject:
    """A bot, the rules it plays by, and the folder of the cases against it."""

    game: Game[Any, Any, Any]
    bot: FoundBot
    seats: int
    seed: int
    terms: MatchTerms = STANDARD  # but the map
    maps: Sequence[str] = ("",)
    replays: Sequence[Path] = ()  # matches that were played before
    home: Path = HOME
    clock: Clock = SYSTEM_CLOCK
    now: Callable[[], float] = time.monotonic  # for how long a check takes

    @property
    def folder(self) -> Path:
        """The folder of its cases."""
        name = re.sub(r"[^\w.-]+", "-", self.bot.name).strip("-.") or "bot"
        where = f"{self.game.name}\0{Path.cwd()}\0{self.bot.spec}".encode(errors="surrogateescape")
        return self.home / f"{name[:40]}-{hashlib.blake2b(where, digest_size=3).hexdigest()}"

    @property
    def limits(self) -> Budgets:
        """The budgets of its bots."""
        return self.terms.budgets(self.game)

    @property
    def conditions(self) -> FeedConditions:
        """The usual ones."""
        return FeedConditions(terms=MatchTerms(wanted=self.terms.wanted).with_budgets(self.limits))

    def prepare(self) -> None:
        """Create the folder of the cases, and remove those of an earlier run."""
        make_scratch_folder(self.home)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.keep_only(())

    def keep_only(self, cases: Sequence[str]) -> None:
        """Remove the matches that none of these commands uses."""
        for path in self.folder.glob(f"*{SUFFIX}"):
            if not any(str(path) in command for command in cases):
                path.unlink(missing_ok=True)
        with suppress(OSError):  # not empty
            self.folder.rmdir()

    def path(self, name: str) -> Path:
        """The file of a match."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder / f"{name}{SUFFIX}"
