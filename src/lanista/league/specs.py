"""Match specifications of a league: the file of each bot, and the conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from lanista.bots.protocol.registry import find_protocol
from lanista.bots.source import bot_json
from lanista.bots.source.archive_cache import unpacked
from lanista.bots.source.project import PROJECT, read_project
from lanista.core.errors import BotError
from lanista.core.text import quoted
from lanista.game import get_game, is_builtin
from lanista.league.archives import copy_of
from lanista.league.conditions import AnyGame, LeagueTerms
from lanista.league.packing import builtin_digest
from lanista.league.policy import wanted_by
from lanista.league.store import LeagueStore
from lanista.league.store.records import LeagueEntry, LeagueMatch
from lanista.sandbox import Level
from lanista.sandbox.usage.cores import usable_cores
from lanista.series.spec import MatchSpec


class EntrySpec(NamedTuple):
    """An entry's part of a specification."""

    spec: str  # a built-in's name, or the path of an archive
    name: str
    is_program: bool = False
    in_real_time: bool = False


class Specs:
    """Makes the specifications of a league's matches; `level` is a sandbox requested for this run."""

    def __init__(self, store: LeagueStore, game: str, conditions: LeagueTerms, level: Level | None = None) -> None:
        self._store = store
        self._game: AnyGame = get_game(game)
        self._conditions = conditions
        self._known: dict[int, EntrySpec] = {}
        self.wanted = wanted_by(conditions, level)

    def match(self, match: LeagueMatch, entries: Sequence[LeagueEntry], replay: str) -> MatchSpec:
        """The specification of a scheduled match of these entries, by seat."""
        return self._spec([self.known(entry) for entry in entries], match, replay)

    def trial(self, digest: str, name: str, seats: int, map: str) -> MatchSpec:  # noqa: A002
        """A match of a new bot against the first built-in one."""
        return self._try([self._of_archive(digest, name)], seats, map)

    def example(self, seats: int, map: str) -> MatchSpec:  # noqa: A002
        """A match of built-in bots."""
        return self._try([], seats, map)

    def _try(self, bots: list[EntrySpec], seats: int, map: str) -> MatchSpec:  # noqa: A002
        first = self._game.bots[0]
        filled = [*bots, *[EntrySpec(first, first)] * (seats - len(bots))]
        return self._spec(filled, LeagueMatch(0, 0, 0, tuple(range(seats)), 1, map), "")

    def _spec(self, bots: Sequence[EntrySpec], match: LeagueMatch, replay: str) -> MatchSpec:
        terms = self._conditions.matches
        hub = any(bot.in_real_time for bot in bots)
        in_real_time = hub and not terms.lock_step
        crowded = not self._conditions.metered and sum(bot.is_program for bot in bots) > usable_cores()
        return MatchSpec(
            number=match.number,
            game=self._game.name,
            bots=tuple(bot.spec for bot in bots),
            entrants=match.entries,
            seed=match.seed,
            terms=replace(
                terms,
                map=self._conditions.map_word(match.map),
                lock_step=hub and terms.lock_step,
                one_at_a_time=crowded and not in_real_time,
                wanted=replace(self.wanted, freeze=self.wanted.freeze and not in_real_time),
            ),
            replay=replay,
            names=tuple(bot.name for bot in bots),
        )

    def known(self, entry: LeagueEntry) -> EntrySpec:
        """An entry's part of specifications; raises BotError if this machine does not have that bot."""
        if entry.id not in self._known:
            archived = not entry.builtin
            known = self._of_archive(entry.digest, entry.bot) if archived else self._of_builtin(entry)
            self._known[entry.id] = known
        return self._known[entry.id]

    def forget(self, entries: Iterable[int]) -> None:
        """Look for the files of these entries again, which replaces a damaged copy of an archive."""
        for entry in entries:
            self._known.pop(entry, None)

    def _of_builtin(self, entry: LeagueEntry) -> EntrySpec:
        is_known = is_builtin(self._game, entry.builtin)
        if not is_known or entry.digest != builtin_digest(self._game, entry.builtin):
            raise BotError(
                f"the built-in bot {quoted(entry.builtin)} is not the one that joined as {quoted(entry.bot)}: "
                "lanista was changed since; run the league with the former version, or add the bot again"
            )
        return EntrySpec(entry.builtin, entry.bot)

    def _of_archive(self, digest: str, name: str) -> EntrySpec:
        archive = copy_of(self._store, digest)
        return EntrySpec(str(archive), name, True, _is_in_real_time(self._game, unpacked(archive)))


def _is_in_real_time(game: AnyGame, folder: Path) -> bool:
    """Whether the bot of a folder plays at a hub, where turns do not wait for it unless in lock-step."""
    if (folder / PROJECT).is_file():
        return find_protocol(read_project(folder, game.name).protocol, game).real_time
    described = bot_json.find_bot_json(folder) is not None
    return described and any(protocol.languages and protocol.real_time for protocol in game.contest.protocols)
