"""Match specifications of a league: which file each bot is, and how it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from lanista.arena.spec import MatchSpec
from lanista.bots import bot_json
from lanista.bots.archive_cache import unpacked
from lanista.bots.project import PROJECT, read_project
from lanista.bots.protocols import find_protocol
from lanista.errors import BotError
from lanista.game import get_game, is_builtin
from lanista.league.archives import copy_of
from lanista.league.conditions import AnyGame, Conditions
from lanista.league.packing import builtin_digest
from lanista.league.policy import wanted_by
from lanista.sandbox import Level
from lanista.sandbox.cores import usable_cores
from lanista.store import Store
from lanista.store.records import Entry, Match
from lanista.text import quoted


class Known(NamedTuple):
    """What a specification says of an entry."""

    spec: str  # a built-in's name, or the path of an archive
    name: str
    is_program: bool = False
    in_real_time: bool = False


class Specs:
    """Makes the specifications of a league's matches; `level` is the sandbox that a person asks for now."""

    def __init__(self, store: Store, game: str, conditions: Conditions, level: Level | None = None) -> None:
        self._store = store
        self._game: AnyGame = get_game(game)
        self._conditions = conditions
        self._known: dict[int, Known] = {}
        self.wanted = wanted_by(conditions, level)

    def match(self, match: Match, entries: Sequence[Entry], replay: str) -> MatchSpec:
        """The specification of a scheduled match of these entries, by seat."""
        return self._spec([self.known(entry) for entry in entries], match, replay)

    def trial(self, digest: str, name: str, seats: int, map: str) -> MatchSpec:  # noqa: A002
        """A match of a new bot against the first built-in one."""
        return self._try([self._of_archive(digest, name)], seats, map)

    def example(self, seats: int, map: str) -> MatchSpec:  # noqa: A002
        """A match of built-in bots."""
        return self._try([], seats, map)

    def _try(self, bots: list[Known], seats: int, map: str) -> MatchSpec:  # noqa: A002
        first = self._game.bots[0]
        filled = [*bots, *[Known(first, first)] * (seats - len(bots))]
        return self._spec(filled, Match(0, 0, 0, tuple(range(seats)), 1, map), "")

    def _spec(self, bots: Sequence[Known], match: Match, replay: str) -> MatchSpec:
        conditions = self._conditions
        hub = any(bot.in_real_time for bot in bots)
        in_real_time = hub and not conditions.lock_step
        crowded = sum(bot.is_program for bot in bots) > usable_cores()
        return MatchSpec(
            number=match.number,
            game=self._game.name,
            bots=tuple(bot.spec for bot in bots),
            entrants=match.entries,
            seed=match.seed,
            ruleset=conditions.ruleset,
            settings=conditions.settings,
            map=conditions.map_word(match.map),
            start_ms=conditions.start_ms,
            turn_ms=conditions.turn_ms,
            no_timeout=conditions.no_timeout,
            lock_step=hub and conditions.lock_step,
            one_at_a_time=crowded and not in_real_time,
            replay=replay,
            wanted=replace(self.wanted, freeze=self.wanted.freeze and not in_real_time),
            names=tuple(bot.name for bot in bots),
        )

    def known(self, entry: Entry) -> Known:
        """What specifications say of an entry; raises BotError if this machine does not have that bot."""
        if entry.id not in self._known:
            archived = not entry.builtin
            known = self._of_archive(entry.digest, entry.bot) if archived else self._of_builtin(entry)
            self._known[entry.id] = known
        return self._known[entry.id]

    def forget(self, entries: Iterable[int]) -> None:
        """Look for the files of these entries again; a damaged copy of an archive is then mended."""
        for entry in entries:
            self._known.pop(entry, None)

    def _of_builtin(self, entry: Entry) -> Known:
        is_known = is_builtin(self._game, entry.builtin)
        if not is_known or entry.digest != builtin_digest(self._game, entry.builtin):
            raise BotError(
                f"the built-in bot {quoted(entry.builtin)} is not the one that joined as {quoted(entry.bot)}: "
                "lanista was changed since; run the league with the former version, or add the bot again"
            )
        return Known(entry.builtin, entry.bot)

    def _of_archive(self, digest: str, name: str) -> Known:
        archive = copy_of(self._store, digest)
        return Known(str(archive), name, True, _is_in_real_time(self._game, unpacked(archive)))


def _is_in_real_time(game: AnyGame, folder: Path) -> bool:
    """Whether the bot of a folder plays at a hub, where turns do not wait for it unless in lock-step."""
    if (folder / PROJECT).is_file():
        return find_protocol(read_project(folder, game.name).protocol, game).real_time
    described = bot_json.find_bot_json(folder) is not None
    return described and any(protocol.languages and protocol.real_time for protocol in game.contest.protocols)
