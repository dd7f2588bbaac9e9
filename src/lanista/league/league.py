"""A league in a store: its bots, its conditions and its history."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from lanista.bots.source.names import MAX_NAME, tidy
from lanista.core.errors import BotError, InputError
from lanista.core.text import join_words, quoted
from lanista.engine import derive
from lanista.engine.record import closest
from lanista.game import SEED_BITS, Game, check_seats, get_game
from lanista.league.archives import keep, remove_unused
from lanista.league.conditions import LeagueTerms, read_conditions, read_maps, stored
from lanista.league.format import Format, Planned, has_ended
from lanista.league.formats import facts_of, make_format, options_type, why_closed
from lanista.league.formats.options import FormatOptions
from lanista.league.history import LeagueHistory
from lanista.league.packing import PackedBot, pack_bot
from lanista.league.policy import lowest_level, refuse_lower
from lanista.league.progress import RunProgress
from lanista.league.runner import LeagueRunner, Watch
from lanista.league.specs import Specs
from lanista.league.store import LeagueStore, open_store
from lanista.league.store.records import LeagueEntry, LeagueMatch, LeagueRecord
from lanista.league.trial import check_start, try_bot
from lanista.sandbox import Level
from lanista.sandbox.usage.cores import usable_cores
from lanista.series.crews import Needs, make_crew

FORMAT, MATCHES = "format", "matches"  # the parts of a league's options
MAX_NAMES = 20  # that a message lists


class Joined(Enum):
    """The changes made by adding a bot."""

    NEW = "a new bot"
    VERSION = "a new version; the former one has left, and its results stay"
    UNCHANGED = "nothing: this version takes part already"
    QUARANTINED = "nothing: this version is quarantined; `lanista league release` lets it play again"


class Added(NamedTuple):
    """An entry, and how it came to be."""

    entry: LeagueEntry
    joined: Joined


class League:
    """A league. `history` is as of the last `refresh()`."""

    def __init__(self, store: LeagueStore, record: LeagueRecord) -> None:
        self.store = store
        self.record = record
        self.game: Game[Any, Any, Any] = get_game(record.game)
        self.conditions: LeagueTerms = read_conditions(record.options.get(MATCHES, {}))
        self.history = LeagueHistory()
        self._cursor = 0
        self.refresh()

    @classmethod
    def create(
        cls,
        store: LeagueStore,
        name: str,
        game: str,
        format: str = "round-robin",  # noqa: A002 - the natural name
        *,
        seed: int | None = None,
        maps: Sequence[str] = (),
        conditions: LeagueTerms | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> League:
        """Make a league; any error raises a LanistaError before anything is stored.

        `options` are those of the format; `conditions` say how matches are played. The sandbox that they want is
        the lowest level that is accepted, by default the best of this machine.
        """
        chosen, of_format, conditions = get_game(game), dict(options or {}), conditions or LeagueTerms()
        if (seats := of_format.get("seats")) is not None:
            check_seats(chosen, seats)
        names, texts = read_maps(chosen, tuple(maps))
        of_format |= {"maps": names} if names else {}
        make_format(format, of_format, facts_of(chosen))
        of_matches = msgspec.structs.replace(
            conditions,
            map_texts=texts,
            sandbox=lowest_level(conditions.matches.wanted.level),
            behaviour=chosen.behaviour,
        )
        seated = made_options(format, of_format).seats_in(facts_of(chosen))
        for each in names or ("",):
            check_start(Specs(store, game, of_matches).example(seated, each))
        record = store.create_league(
            name=_league_name(name),
            game=chosen.name,
            format=format,
            seed=secrets.randbits(SEED_BITS - 1) if seed is None else seed,
            options={FORMAT: of_format, MATCHES: stored(of_matches)},
        )
        return cls(store, record)

    @classmethod
    def open(cls, store: LeagueStore, name: str = "") -> League:
        """A league of a store; its name may be left out if there is only one."""
        return cls(store, store.find_league(name or None))

    @property
    def id(self) -> int:
        """Its number in the store."""
        return self.record.id

    @property
    def name(self) -> str:
        """Its name."""
        return self.record.name

    @cached_property
    def format(self) -> Format:
        """Its format, with what it has cached."""
        return make_format(self.record.format, self.record.options.get(FORMAT, {}), facts_of(self.game))

    @cached_property
    def specs(self) -> Specs:
        """The maker of its match specifications."""
        return Specs(self.store, self.record.game, self.conditions)

    # History

    def refresh(self) -> bool:
        """Read what is new in the store; returns whether anything is."""
        changes = self.store.changes(self.id, self._cursor)
        self._cursor = changes.cursor
        for entry in changes.entries:
            self.history.add_entry(entry)
        for match in changes.matches:
            self.history.add_match(match)
        for result in changes.results:
            self.history.add_result(result)
        return bool(changes.entries or changes.matches or changes.results)

    def extend(self) -> bool:
        """Schedule the format's next matches; returns whether the schedule has grown, by us or another runner."""
        planned = self.format.next(self.history)
        if not planned:
            return False
        length = len(self.history.matches)
        matches = [self._match(length + index, match) for index, match in enumerate(planned)]
        self.store.extend(self.id, self._cursor, matches)
        return self.refresh()

    def _match(self, number: int, planned: Planned) -> LeagueMatch:
        return LeagueMatch(
            number=number,
            unit=planned.unit,
            round=planned.round,
            entries=planned.entries,
            seed=derive(self.record.seed, "unit", planned.unit),
            map=planned.map,
            label=planned.label,
        )

    @property
    def cursor(self) -> int:
        """The number of the last change that its history contains."""
        return self._cursor

    @property
    def is_over(self) -> bool:
        """Whether every match has a result and no more are to come."""
        return has_ended(self.format, self.history)

    # Bots

    def entry(self, bot: str) -> LeagueEntry | None:
        """The entry of a bot that takes part; None if there is none."""
        return next((entry for entry in self.history.active() if entry.bot == bot), None)

    def add(self, spec: str, name: str = "", *, tried: bool = True, others: Collection[str] = ()) -> Added:
        """Add a bot, or a new version of the one with its name; raises BotError if it does not work.

        `spec` is a built-in's name, a file, a folder or an archive. Unless `tried` is false, the bot is built,
        started and asked for its first moves before it joins. It may not be a new version of one of the `others`,
        which join with it.
        """
        packed = pack_bot(self.game, spec)
        self._refuse_unmetered(packed, spec)
        bot = tidy(name or packed.name)
        if not bot:
            raise InputError(f"expected a name for the bot {quoted(spec)}, such as `alice={spec}`")
        digest = packed.digest if packed.builtin else keep(packed.archive)
        self.refresh()
        former = self.entry(bot)
        if former is not None and (former.digest, former.builtin) == (digest, packed.builtin):
            return Added(former, Joined.UNCHANGED)
        kept_out = next((entry for entry in self.history.quarantined() if entry.bot == bot), None)
        if kept_out is not None and (kept_out.digest, kept_out.builtin) == (digest, packed.builtin):
            return Added(kept_out, Joined.QUARANTINED)
        if bot in others:
            raise InputError(f"it is called {quoted(bot)} like a bot before it; name it, such as `{bot}-2={spec}`")
        self._refuse_if_closed(bot)
        if tried and not packed.builtin:
            self._try(packed, digest, bot)
        if not packed.builtin:
            self.store.add_archive(packed.archive)
        entry = self.store.add_entry(self.id, bot, digest, packed.builtin)
        self.refresh()
        return Added(entry, Joined.NEW if former is None else Joined.VERSION)

    def _refuse_if_closed(self, bot: str) -> None:
        if why := why_closed(self.format, self.history):
            raise InputError(f"{quoted(bot)} cannot join the league {quoted(self.name)}: {why}; make a new league")

    def _refuse_unmetered(self, packed: PackedBot, spec: str) -> None:
        """A metered league takes modules only, and as they are: another compiler would build another bot."""
        if self.conditions.metered and not packed.is_metered:
            raise BotError(
                f"the league {quoted(self.name)} is metered: expected a WebAssembly module such as bot.wasm, or a "
                f"folder that holds one without a `build`, got {quoted(spec)}"
            )

    def release(self, bot: str) -> LeagueEntry:
        """Let a quarantined bot play again, as a new version that is the same; raises InputError if it cannot."""
        self.refresh()
        self.check_quarantined([bot])
        self._refuse_if_closed(bot)
        former = next(entry for entry in self.history.quarantined() if entry.bot == bot)
        entry = self.store.add_entry(self.id, bot, former.digest, former.builtin)
        self.refresh()
        return entry

    def check_quarantined(self, bots: Sequence[str]) -> None:
        """Raise InputError that names all bots that are not quarantined."""
        kept_out = [entry.bot for entry in self.history.quarantined()]
        if others := [quoted(bot) for bot in bots if bot not in kept_out]:
            names = join_words([quoted(bot) for bot in kept_out]) if kept_out else "none"
            raise InputError(
                f"not quarantined in the league {quoted(self.name)}: {join_words(others)}; "
                f"quarantined are: {names}"
            )

    def _try(self, packed: PackedBot, digest: str, bot: str) -> None:
        try:
            try_bot(self.specs.trial(digest, bot, self.seats, next(iter(self.maps), "")), bot)
        except BotError as error:
            raise _with_left_out(error, packed) from None

    def replace(self, bot: str, spec: str, *, tried: bool = True) -> Added:
        """Add a new version of a bot that takes part; raises InputError if there is none."""
        self.refresh()
        self._refuse_unknown(bot)
        return self.add(spec, bot, tried=tried)

    def remove(self, bot: str) -> LeagueEntry:
        """Let a bot leave: its results stay, its matches without one are cancelled."""
        self.refresh()
        self._refuse_unknown(bot)
        entry = self.store.remove_entry(self.id, bot)
        self.refresh()
        return entry

    def _refuse_unknown(self, bot: str) -> None:
        names = [entry.bot for entry in self.history.active()]
        if bot not in names:
            hint = closest(bot, set(names)) or f"; there are: {', '.join(names[:MAX_NAMES]) or 'none'}"
            raise InputError(f"the league {quoted(self.name)} has no bot {quoted(bot)}{hint}")

    @property
    def seats(self) -> int:
        """The seats of its matches, if there are enough bots."""
        return self._options.seats_in(facts_of(self.game))

    @property
    def maps(self) -> tuple[str, ...]:
        """The maps that were chosen for it."""
        return self._options.maps

    # Running

    def run(
        self,
        *,
        on: str | None = None,
        jobs: int | None = None,
        level: Level | None = None,
        max_matches: int | None = None,
        watch: Watch | None = None,
        label: str = "",
    ) -> RunProgress:
        """Play until the league is over, or `max_matches`; several processes and machines may do so at once.

        `on` names a Ray cluster (`ray`, `ray://HOST:PORT`); without it this machine plays, `jobs` matches at once.
        `watch` receives the progress after every few matches. `level` accepts another sandbox than the league's
        in this run.
        """
        return self.runner(on=on, jobs=jobs, level=level, max_matches=max_matches, watch=watch, label=label).run()

    def runner(
        self,
        *,
        on: str | None = None,
        jobs: int | None = None,
        level: Level | None = None,
        max_matches: int | None = None,
        per_day: int | None = None,
        watch: Watch | None = None,
        label: str = "",
    ) -> LeagueRunner:
        """A runner for `run`, which can be drained; it must be run."""
        specs = Specs(self.store, self.record.game, self.conditions, level)
        needs = self.needs(level)
        if on is None and needs.level is not None:
            refuse_lower(specs.wanted)
        remove_unused()
        crew = make_crew(on, jobs, needs)
        return LeagueRunner(
            self,
            crew,
            specs=specs,
            label=label,
            max_matches=max_matches,
            per_day=per_day,
            watch=watch or (lambda _: None),
        )

    def needs(self, level: Level | None = None) -> Needs:
        """The requirements of its matches on a machine; without programs they need no sandbox."""
        programs = sum(not entry.builtin for entry in self.history.active())
        at_once = min(programs, self.seats)
        thinking = at_once if at_once <= usable_cores() else 1  # otherwise they are asked one at a time
        lowest = level or self.conditions.sandbox
        return Needs(self.game.name, max(1, thinking), lowest if programs else None)

    @cached_property
    def _options(self) -> FormatOptions:
        return made_options(self.record.format, self.record.options.get(FORMAT, {}))


def made_options(format: str, options: Mapping[str, Any]) -> FormatOptions:  # noqa: A002
    """The options of a format, already checked."""
    return msgspec.convert(dict(options), options_type(format))


def _with_left_out(error: BotError, packed: PackedBot) -> BotError:
    """The error, with a hint if the build may miss what was not packed."""
    if not packed.left_out:
        return error
    names = join_words([quoted(name) for name in packed.left_out])
    return BotError(
        f"{error}\n{names} was not packed, as its build makes it; if it holds sources, name them in `files`"
    )


def _league_name(name: str) -> str:
    """A league's name; refuses one that cannot be typed or shown."""
    tidied = tidy(name)
    if not tidied or tidied != name:
        raise InputError(
            f"expected a name for the league of 1 to {MAX_NAME} printable characters, got {quoted(name)}"
        )
    return tidied


def open_league(address: str | Path, name: str = "", *, create: bool = False) -> League:
    """A league of the store at an address: a file, or postgresql://USER@HOST/DATABASE."""
    return League.open(open_store(address, create=create), name)
