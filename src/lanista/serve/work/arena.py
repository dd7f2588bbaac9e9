"""How the bots of a contest meet outside of its league's schedule: under the same terms as in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lanista.bots.resolve import FoundBot, find_bot
from lanista.game import Game, get_game
from lanista.league.archives import copy_of
from lanista.league.conditions import LeagueTerms, read_conditions
from lanista.league.formats import facts_of
from lanista.league.formats.options import FormatOptions
from lanista.league.league import FORMAT, MATCHES, made_options
from lanista.league.policy import refuse_lower
from lanista.league.specs import Specs
from lanista.match.terms import MatchTerms
from lanista.serve.contests import Contest
from lanista.serve.site import Site

SCRATCH = "scratch"  # the folder of files of jobs, in the data folder


@dataclass(frozen=True)
class ContestArena:
    """The game and the terms of a contest; programs run at the level that its league demands, or not at all."""

    site: Site
    contest: Contest

    @cached_property
    def game(self) -> Game[Any, Any, Any]:
        """The game."""
        return get_game(self.contest.league.game)

    @cached_property
    def conditions(self) -> LeagueTerms:
        """The conditions of the league's matches."""
        return read_conditions(self.contest.league.options.get(MATCHES, {}))

    @cached_property
    def _options(self) -> FormatOptions:
        return made_options(self.contest.league.format, self.contest.league.options.get(FORMAT, {}))

    @property
    def seats(self) -> int:
        """The seats of its matches."""
        return self._options.seats_in(facts_of(self.game))

    @property
    def maps(self) -> tuple[str, ...]:
        """The names of the maps that were chosen for it."""
        return self._options.maps

    @property
    def map_words(self) -> tuple[str, ...]:
        """The names or texts of its maps."""
        return tuple(self.conditions.map_word(name) for name in self.maps) or ("",)

    def specs(self) -> Specs:
        """The maker of specifications; raises SandboxError if this machine's sandbox is too weak."""
        made = Specs(self.site.store, self.game.name, self.conditions)
        refuse_lower(made.wanted)
        return made

    def terms(self) -> MatchTerms:
        """The terms of its matches, but the map."""
        return replace(self.conditions.matches, wanted=self.specs().wanted)

    def terms_of(self, bots: Iterable[FoundBot]) -> MatchTerms:
        """The terms of a match of these bots: only those at a hub are waited for, and need not stand still."""
        terms = self.terms()
        hub = any(bot.plays_in_real_time for bot in bots)
        freezes = terms.wanted.freeze and (terms.lock_step or not hub)
        return replace(terms, lock_step=hub and terms.lock_step, wanted=replace(terms.wanted, freeze=freezes))

    def archive(self, digest: str) -> Path:
        """A copy of an archive on this machine."""
        return copy_of(self.site.store, digest)

    def bot(self, digest: str, name: str) -> FoundBot:
        """A bot from its archive, built in the jail if it must be built; raises BotError."""
        found = find_bot(self.game, str(self.archive(digest)), self.terms().wanted)
        return dataclasses.replace(found, name=name)


def unique(names: Sequence[str]) -> list[str]:
    """Names of which no two are equal: later ones get a number."""
    found: list[str] = []
    for name in names:
        same = sum(known == name or known.startswith(f"{name} (") for known in found)
        found.append(f"{name} ({same + 1})" if same else name)
    return found
