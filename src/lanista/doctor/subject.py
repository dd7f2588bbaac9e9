"""The bot that is examined, and everything that its matches have in common."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.player import Limits
from lanista.bots.resolve import Bot
from lanista.files import make_scratch_folder
from lanista.game import Game
from lanista.match.feed import Conditions
from lanista.match.recorder import SUFFIX
from lanista.sandbox import AS_GOOD_AS_POSSIBLE, Wanted

HOME = Path(".lanista") / "doctor"


@dataclass
class Subject:
    """A bot, the rules it plays by, and where the cases against it are kept."""

    game: Game[Any, Any, Any]
    bot: Bot
    limits: Limits
    seats: int
    seed: int
    ruleset: str = "standard"
    changes: Mapping[str, int] = field(default_factory=dict)
    maps: Sequence[str] = ("",)
    wanted: Wanted = AS_GOOD_AS_POSSIBLE
    replays: Sequence[Path] = ()  # matches that were played before
    home: Path = HOME
    clock: Clock = SYSTEM_CLOCK
    now: Callable[[], float] = time.monotonic  # for how long a check takes

    @property
    def folder(self) -> Path:
        """Where its cases are kept."""
        name = re.sub(r"[^\w.-]+", "-", self.bot.name).strip("-.") or "bot"
        where = f"{self.game.name}\0{Path.cwd()}\0{self.bot.spec}".encode(errors="surrogateescape")
        return self.home / f"{name[:40]}-{hashlib.blake2b(where, digest_size=3).hexdigest()}"

    @property
    def conditions(self) -> Conditions:
        """The usual ones."""
        return Conditions(wanted=self.wanted)

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
