"""Gets a commit's bot ready: writes its files, builds it, and plays one match to see that it works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from lanista.bots.resolve import find_bot
from lanista.core.errors import BotError
from lanista.game import get_game
from lanista.sandbox import BEST_SANDBOX, SandboxRequest
from lanista.series.spec import MatchReport, MatchSpec, play_spec
from lanista.tools.bisect.git import Commit
from lanista.tools.bisect.versions import Versions


class Prepared(NamedTuple):
    """A bot that can play: as a user would name it, and the digest of its files."""

    bot: str
    digest: str


@dataclass
class Preparation:
    """Prepares the bots of commits, each version once; `match` gives the first match between two bots."""

    game: str
    versions: Versions
    match: Callable[[str, str], MatchSpec]
    wanted: SandboxRequest = BEST_SANDBOX  # the sandbox of builds
    _bots: dict[str, Prepared] = field(default_factory=dict)
    _digests: set[str] = field(default_factory=set)  # of bots that can play

    def __call__(self, commit: Commit) -> Prepared:
        """The bot of a commit; raises BotError if it does not exist, cannot be built or cannot play."""
        if not commit.version:
            raise BotError("the bot does not exist in this commit")
        if commit.version not in self._bots:
            self._bots[commit.version] = self._prepare(commit)
        return self._bots[commit.version]

    def _prepare(self, commit: Commit) -> Prepared:
        bot = str(self.versions.write(commit))
        digest = find_bot(get_game(self.game), bot, self.wanted).digest
        if digest not in self._digests:
            self._check(bot)
            self._digests.add(digest)
        return Prepared(bot, digest)

    def _check(self, bot: str) -> None:
        """Play a match against the first bot that was prepared, which is GOOD's, or against itself."""
        opponent = next((other.bot for other in self._bots.values()), bot)
        spec = msgspec.structs.replace(self.match(bot, opponent), alone=True)
        if reason := why_unplayable(play_spec(spec)):
            raise BotError(reason)


def why_unplayable(report: MatchReport) -> str:
    """Why the bot at the first seat cannot play at all: no match, or a fault in every turn; otherwise empty."""
    if report.problem:
        return report.problem
    return report.first_faults[0] if report.faults[0] > 0 and report.faults[0] >= report.turns else ""
