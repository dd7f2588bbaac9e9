"""What a game offers, and where games are found.

A game is a package with an entry point in the group `lanista.games`; this project's own games are found the
same way. `lanista.testing.check_game` tells an author whether a game keeps what this interface promises.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from lanista.conform import Comparison, replaying
from lanista.contest import Contest
from lanista.engine import Records, Rules, State, dump_record, load_record, over, over_all, zeros
from lanista.engine.codec import expect_object
from lanista.engine.record import closest
from lanista.engine.rule import explain
from lanista.engine.watched import watched
from lanista.errors import ConfigError, InputError, LanistaError, LoadError, PluginError, RuleError
from lanista.parts import find_contest, find_part
from lanista.text import brief, quoted, shown
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from rich.text import Text

S = TypeVar("S")  # the changing record
C = TypeVar("C")  # the constant record
T = TypeVar("T")
M = TypeVar("M", bound=tuple[Any, ...])  # the move

Config = Mapping[str, int]
SEED_BITS = 64


class InvalidMove(LanistaError):  # noqa: N818 - it is the word of the design
    """A move that the rules refuse: why, and what the seat plays instead."""

    def __init__(self, reason: str, move: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.move = move


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: each seat's place (1 is best; equal places are a draw), its score, and why it ended.

    `marks` are the referee's remarks; a result that does not count has `counts` false and says so there.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    marks: tuple[str, ...] = ()
    counts: bool = True


class BotStart(NamedTuple):
    """What a built-in bot is told before the first turn."""

    seat: int
    seats: int
    ruleset: str
    config: Config
    seed: int
    map: Any = None  # what the game's `fixed_json` tells
    turn_ms: int | None = None  # the budget of a turn; None without one


class Event(NamedTuple):
    """Something that happened in a turn, in words; `seats` may know of it, all of them if none is named."""

    text: str
    seats: tuple[int, ...] = ()


class Played(NamedTuple):
    """The turn that led to a state: the state before it, and the move of each seat."""

    before: State[Any, Any]
    moves: Sequence[Any]

    def watch(self, around: Mapping[str, Callable[..., Any]]) -> State[Any, Any]:
        """Play the turn again by the interpreted rules, with watchers around some of them; the state after it."""
        state, rules = self.before.clone(), self.before.rules
        records = over_all(rules.move, zeros(rules.move, state.seats))
        put_moves(records, self.moves)
        work = over(rules.work, zeros(rules.work).view(np.uint8))
        watched(rules.step, around)(state.record, records, state.const, work)
        return state


class Growth(NamedTuple):
    """One point of a curve that the bench draws: what a turn costs at one size.

    With moves it is so many turns of that state, each by those moves; without, turns of random matches from it.
    """

    curve: str
    size: int
    state: State[Any, Any]
    moves: Sequence[Any] = ()
    turns: int = 1


class Game(ABC, Generic[S, C, M]):
    """What is true of every match of a game. `State` is one moment, `Config` one configuration."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    behaviour: ClassVar[int]  # grows when the same seed and moves would give other states
    rulesets: ClassVar[Mapping[str, Config]]
    bots: ClassVar[tuple[str, ...]]  # built-in opponents, weakest first
    maps: ClassVar[tuple[str, ...]] = ()  # built-in maps, where a game lets one choose
    real_time: ClassVar[Config] = {}  # settings of matches in which bots are not waited for
    nothing_hidden: ClassVar[bool] = False  # every seat sees everything
    secret_numbers: ClassVar[tuple[str, ...]] = ()  # curves that no seat may see, not even of itself
    start_ms: ClassVar[int] = 10_000
    turn_ms: ClassVar[int] = 1_000
    rules: ClassVar[Rules]
    missing: Any  # the move of a seat that gave none

    def __init__(self) -> None:
        self._desks = threading.local()

    @property
    def package(self) -> str:
        """The package that holds the game's parts."""
        home = type(self).__module__
        return sys.modules[home].__package__ or home

    @cached_property
    def contest(self) -> Contest:
        """Its original contest: protocols, logs, recordings; see `lanista.contest`."""
        return find_contest(self.package)

    # A match

    def turn_budget(self, ruleset: str) -> int:
        """Milliseconds per turn under a ruleset."""
        return self.turn_ms

    def configure(self, ruleset: str = "standard", changes: Mapping[str, object] | None = None) -> Config:
        """The settings of a ruleset with some changed; a misspelt name or a wrong value is refused."""
        if ruleset not in self.rulesets:
            known = ", ".join(self.rulesets)
            raise ConfigError(f"{self.name} has no ruleset {quoted(ruleset)}; it has: {known}")
        config = dict(self.rulesets[ruleset])
        for name, value in (changes or {}).items():
            if name not in config:
                hint = closest(name, set(config)) or f"; there are: {', '.join(config)}"
                raise ConfigError(f"{self.name} has no setting {quoted(name)}{hint}")
            if not isinstance(value, int):
                raise ConfigError(f"setting {name} expects a whole number, got {value!r}")
            config[name] = int(value)
        return config

    def layout(self, config: Mapping[str, Any]) -> Rules:
        """The rules over records with room for a match of these settings; most games need one layout only."""
        return self.rules

    @abstractmethod
    def start(self, config: Config, seed: int, seats: int, map: str = "") -> State[S, C]:  # noqa: A002
        """The first state of a match: the same seed gives the same bytes everywhere.

        `map` is a built-in map's name, the text of a map file, or nothing: then the seed or the game decides.
        """

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the game does not take."""
        if seats not in self.seats:
            raise ConfigError(f"{self.name} is played by {self.seats_in_words()}, got {seats} seats")

    def seats_in_words(self) -> str:
        """How many play: `2`, or `2 to 4`."""
        low, high = min(self.seats), max(self.seats)
        return str(low) if low == high else f"{low} to {high}"

    def usual_seats(self) -> int:
        """How many play as a rule."""
        return min(self.seats)

    def map_warnings(self, map: str) -> list[str]:  # noqa: A002
        """What a person should know of a map before playing on it."""
        return []

    def find_map(self, word: str) -> str:
        """What `start` takes for the map that a person named: a built-in's name, or the text of a file."""
        if not word or word in self.maps:
            return word
        if self.maps and os.path.isfile(word):  # false too for what no file system takes as a name
            return _text_of_file(word)
        if not self.maps:
            raise InputError(f"{self.name} has no maps to choose from, got {quoted(word)}; its seed makes the map")
        hint = closest(word, set(self.maps)) or f"; there are: {', '.join(self.maps)}, or name a map file"
        raise InputError(f"{self.name} has no map {quoted(word)}{hint}")

    def leave_out(self, state: State[S, C], seats: Sequence[int]) -> None:
        """Before the first turn: these seats' bots did not get ready. In most games they just stand still."""

    def asked(self, state: State[S, C], seat: int) -> bool:
        """Whether a seat is asked for a move in the turn about to be played."""
        return True

    @abstractmethod
    def read(self, state: State[S, C], seat: int, text: str) -> M:
        """The move that a text asks for; raises InvalidMove with the reason."""

    def untimed(self, text: str) -> str:
        """A move's text without what only our own clock may say in it, such as when it arrived."""
        return text

    @abstractmethod
    def write(self, move: M) -> str:
        """The text of a move; `read` gives the same move back."""

    @abstractmethod
    def turn(self, state: State[S, C]) -> int:
        """The number of the turn about to be played, from 1."""

    @abstractmethod
    def max_turns(self, state: State[S, C]) -> int:
        """The turn after which the match is over at the latest."""

    @abstractmethod
    def outcome(self, state: State[S, C], verdicts: Sequence[Sequence[Verdict]] = ()) -> Outcome | None:
        """None while the match runs. The verdicts of all turns let a game's referee add its marks."""

    def step(self, state: State[S, C], moves: Sequence[M]) -> None:
        """Play one turn in place, by the interpreted rules."""
        if state.rules.name != self.rules.name:
            raise InputError(f"expected a state of {self.name}, got one of {state.rules.name}")
        records, work = self._desk(state.rules)
        self._put_moves(state, records, moves)
        try:
            self.rules.step(state.record, records, state.const, work)
        except (
            ValueError,
            LookupError,
            AttributeError,
            TypeError,
            ArithmeticError,
            NameError,
            RuleError,
        ) as error:
            raise explain(error) from error

    def _put_moves(self, state: State[S, C], records: Records[Any], moves: Sequence[M]) -> None:
        """Write moves into move records; refuse what is no move, or not one for each seat."""
        if not isinstance(moves, list | tuple) or len(moves) != state.seats:
            came = f"{len(moves)} of them" if isinstance(moves, list | tuple) else shown(moves)
            raise InputError(f"expected a list of {state.seats} moves, one per seat, got {came}")
        put_moves(records, moves)
        for seat in range(state.seats):
            try:
                self.check_move(records[seat])
            except ValueError as error:
                raise InputError(f"moves[{seat}] is no move of {self.name}: {error}") from None

    def check_move(self, record: Any) -> None:
        """Raise ValueError if no move stands in a move record, such as a number that no member of an enum has."""
        self.take_move(record)

    def _desk(self, rules: Rules) -> tuple[Records[Any], Any]:
        """Scratch space for a turn, one per thread and layout."""
        desks: dict[Any, tuple[Records[Any], Any]] = self._desks.__dict__.setdefault("by_layout", {})
        layout = (rules.move, rules.work)
        if layout not in desks:
            records = over_all(rules.move, zeros(rules.move, max(self.seats)))
            desks[layout] = records, over(rules.work, zeros(rules.work).view(np.uint8))
        return desks[layout]

    # What is seen

    def fixed_json(self, state: State[S, C], seat: int) -> bytes:
        """What a seat may know from the start and never changes, such as a map; b"" if there is nothing."""
        return b""

    def fixed(self, state: State[S, C], seat: int) -> Any:
        """What `fixed_json` tells, as values; None if there is nothing."""
        told = self.fixed_json(state, seat)
        return msgspec.json.decode(told) if told else None

    @abstractmethod
    def view_json(self, state: State[S, C], seat: int) -> bytes:
        """What one seat may see, as the JSON text that its bot gets."""

    def view(self, state: State[S, C], seat: int) -> dict[str, Any]:
        """What one seat may see."""
        seen: dict[str, Any] = msgspec.json.decode(self.view_json(state, seat))
        return seen

    def picture(self, state: State[S, C], seat: int | None = None, names: Sequence[str] = ()) -> Text:
        """The moment drawn for a terminal: everything, or what one seat sees."""
        drawn: Text = self._module("picture").draw(state, seat, names)
        return drawn

    def scene(self, state: State[S, C]) -> dict[str, Any]:
        """What never changes during a match, for the browser to draw."""
        return self._told("scene", {}, state)

    def frame(self, state: State[S, C], seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
        """The moment for the browser to draw: everything, or what one seat could see, in the same shape.

        With the turn that was played, also what happened in it. A seat's frame shows of it no more than follows
        from what the seat sees before and after.
        """
        if self._has("scene"):
            return self._told("frame", {}, state, seat, played)
        return {"text": self.picture(state, seat).plain}

    def numbers(self, state: State[S, C]) -> dict[str, list[int]]:
        """What is drawn as curves: a title, and a number for each seat; the score comes first."""
        return self._told("numbers", {}, state)

    def events(self, before: State[S, C], after: State[S, C], moves: Sequence[M]) -> list[Event]:
        """What happened in the turn between two states, in words."""
        return self._told("events", [], before, after, moves)

    def redraw_hidden(self, state: State[S, C], seat: int, seed: int) -> State[S, C]:
        """The same moment with all that the seat cannot see drawn anew at random; by default nothing is hidden."""
        if not self._has("hidden"):
            return state.clone()
        redrawn: State[S, C] = self._module("hidden").redraw_hidden(state, seat, seed)
        return redrawn

    # Whole states as JSON

    def dump(self, state: State[S, C]) -> dict[str, Any]:
        """Everything in a state, by name."""
        return {"config": dump_record(state.const), "state": dump_record(state.record)}

    def load(self, value: object) -> State[S, C]:
        """A state from what `dump` gave; errors carry the path of what is wrong."""
        members = expect_object(value, "$")
        for name in members:
            if name not in ("config", "state"):
                raise LoadError(f"Unknown field `{brief(name)}`; expected config and state - at $")
        state: State[S, C] = State.blank(self._layout_of(members.get("config")))
        parts = {"config": state.const, "state": state.record}
        for name, view in parts.items():
            load_record(view, members.get(name), f"$.{name}")
        broken = self._first_fault(state)
        if broken:
            raise InputError(f"this is no state of {self.name}: {brief(broken)}")
        return state

    def _first_fault(self, state: State[S, C]) -> str | None:
        """What is wrong with a state that was loaded, if only that it is too strange to be looked through."""
        try:
            return next(iter(self.broken_invariants(state)), None)
        except Exception as error:  # noqa: BLE001 - the border: whatever a stranger's state breaks is its fault
            return f"its parts do not fit together ({type(error).__name__}: {error})"

    def _layout_of(self, config: object) -> Rules:
        """The layout that dumped settings need; wrong ones are refused when they are loaded."""
        try:
            return self.layout(expect_object(config, "$.config"))
        except (LookupError, TypeError, ValueError, ArithmeticError, StopIteration):
            return self.rules

    @abstractmethod
    def broken_invariants(self, state: State[S, C]) -> Iterable[str]:
        """What in a state can never come about by the rules, in words."""

    # For learners

    @property
    def actions(self) -> int:
        """How many flat actions there are."""
        return self.rules.actions

    def legal(self, state: State[S, C], seat: int) -> npt.NDArray[np.bool_]:
        """Which flat actions a seat may take now."""
        self._expect_seat(state, seat)
        flags = (self.rules.legal(state.record, state.const, seat, a) for a in range(self.actions))
        return np.fromiter(flags, dtype=np.bool_, count=self.actions)

    def decode(self, state: State[S, C], seat: int, action: int) -> M:
        """The move of a flat action."""
        self._expect_seat(state, seat)
        if not 0 <= action < self.actions:
            raise InputError(f"expected a flat action from 0 to {self.actions - 1}, got {action!r}")
        records, _ = self._desk(state.rules)
        self.rules.decode(state.record, state.const, seat, action, records[seat])
        return self.take_move(records[seat])

    @abstractmethod
    def take_move(self, record: Any) -> M:
        """The move that stands in a move record."""

    def observe(self, state: State[S, C], seat: int) -> npt.NDArray[np.int16]:
        """What a seat sees, as numbers."""
        self._expect_seat(state, seat)
        row = np.zeros(state.rules.observation, dtype=np.int16)
        self.rules.observe(state.record, state.const, seat, row)
        return row

    def _expect_seat(self, state: State[S, C], seat: int) -> None:
        if not 0 <= seat < state.seats:
            raise InputError(f"expected a seat from 0 to {state.seats - 1}, got {seat!r}")

    def exchange_seats(self, state: State[S, C]) -> State[S, C] | None:
        """For games that treat all seats alike: the same moment with seats reversed; else None."""
        if not self._has("exchange"):
            return None
        exchanged: State[S, C] | None = self._module("exchange").exchange_seats(state)
        return exchanged

    def growth(self) -> Iterable[Growth]:
        """How the cost of a turn grows with the size of something, for games in which that is in doubt."""
        return self._module("bench").growth(self) if self._has("bench") else ()

    # The original engine

    def conform(self, path: Path, comparison: Comparison) -> None:
        """Replay a recorded match of the original engine and compare every field."""
        conform = self.contest.recordings()
        if conform is None:
            raise InputError(f"{self.name} has no recordings of an original engine to compare with ({path})")
        with replaying(path):
            conform(self, path, comparison)

    # Opponents

    def bot(self, name: str) -> Any:
        """The class of a built-in bot."""
        if name not in self.bots:
            raise InputError(f"{self.name} has no built-in bot {name!r}; it has: {', '.join(self.bots)}")
        return self._module(f"bots.{name}").Bot

    def _has(self, name: str) -> bool:
        """Whether the game's package has such a part."""
        return find_part(self.package, name) is not None

    def _told(self, what: str, otherwise: T, *about: Any) -> T:
        """What the game's `scene` module says; a game may do without one."""
        told: T = getattr(self._module("scene"), what)(*about) if self._has("scene") else otherwise
        return told

    def _module(self, name: str) -> Any:
        """A part of the game's package that is not needed before it is asked for."""
        return importlib.import_module(f"{self.package}.{name}")


def _text_of_file(name: str) -> str:
    """What a map file says."""
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: expected a map as UTF-8 text, got other bytes at {error.start}") from None


def check_limits(config: Config, limits: Mapping[str, tuple[int, int]]) -> None:
    """Refuse a setting that is out of its range."""
    for name, (low, high) in limits.items():
        if not low <= config[name] <= high:
            raise ConfigError(f"setting {name} expects {low} to {high}, got {config[name]}")


def suggestion(word: str, known: Iterable[str]) -> str:
    """How a message about an unknown word goes on: what was probably meant, and what there is."""
    names = list(known)
    meant = closest(word, set(names))
    return f"{f'{meant} Expected' if meant else '; expected'} one of {', '.join(names)}"


def put_moves(records: Any, moves: Sequence[tuple[Any, ...]]) -> None:
    """Write moves into move records, field by field; of a row of numbers as many as the move gives, then 0."""
    for seat, (record, move) in enumerate(zip(records, moves, strict=False)):
        if not isinstance(move, tuple):
            raise _no_move(seat, record, move)
        try:
            for field, value in zip(record.fields, move, strict=True):
                _put_value(record, field, value)
        except (TypeError, ValueError, IndexError, RuleError) as error:
            raise _no_move(seat, record, move, error) from None


def _put_value(record: Any, field: Any, value: Any) -> None:
    if field.shape:
        row = getattr(record, field.name)
        row[:] = memoryview(bytes(row.nbytes)).cast(row.format)
        for i, number in enumerate(value):
            row[i] = number
    else:
        setattr(record, field.name, value)


def _no_move(seat: int, record: Any, move: object, error: Exception | None = None) -> InputError:
    names = ", ".join(field.name for field in record.fields)
    why = f" ({error})" if isinstance(error, RuleError) else ""
    return InputError(f"moves[{seat}] is no move: expected a tuple of numbers ({names}), got {shown(move)}{why}")


# Where games are found

_PROMISED = ("name", "title", "seats", "behaviour", "rulesets", "bots", "rules", "missing")


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    """What is installed under each name; more than one package may claim it."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group="lanista.games"):
        found.setdefault(entry.name, []).append(entry)
    return found


def game_names() -> list[str]:
    """The games that are installed."""
    return sorted(_entries())


def installed_games() -> tuple[list[Game[Any, Any, Any]], list[PluginError]]:
    """The games that can be played, and what is wrong with those that cannot be loaded."""
    games: list[Game[Any, Any, Any]] = []
    faults: list[PluginError] = []
    for name in game_names():
        try:
            games.append(get_game(name))
        except PluginError as error:
            faults.append(error)
    return games, faults


@cache
def get_game(name: str) -> Game[Any, Any, Any]:
    """A game by its name; a PluginError names the package of one that cannot be loaded."""
    if name not in _entries():
        hint = closest(name, set(game_names())) or f"; there are: {', '.join(game_names())}"
        raise InputError(f"no game is called {quoted(name)}{hint}")
    entry, *others = _entries()[name]
    if others:
        packages = " and ".join(_package(one) for one in (entry, *others))
        raise PluginError(f"several packages offer a game {quoted(name)}: {packages}; uninstall all but one")
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        raise _broken(entry, _describe_import(error)) from error
    if not isinstance(game, Game):
        what = f"the class {game.__name__}" if isinstance(game, type) else f"of type {type(game).__name__}"
        raise _broken(entry, f"it is {what}; expected an object of a class derived from lanista.game.Game")
    lacking = [attribute for attribute in _PROMISED if not hasattr(game, attribute)]
    if lacking:
        raise _broken(entry, f"its class lacks {', '.join(lacking)}; see lanista.game.Game")
    if game.name != name:
        raise _broken(entry, f"the game calls itself {quoted(game.name)}; give its entry point the same name")
    return game


def _broken(entry: EntryPoint, why: str) -> PluginError:
    where = f"{_package(entry)} ({brief(entry.value)})"
    return PluginError(f"the game {quoted(entry.name)} of {where} cannot be loaded: {why}")


def _package(entry: EntryPoint) -> str:
    return f"the package {entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"


def _describe_import(error: BaseException) -> str:
    """What went wrong when a module was imported, and the file and line where it did."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename]
    file, line = (frames[-1].filename, frames[-1].lineno) if frames else ("", None)
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno
    where = f" ({file}:{line})" if file and Path(file) != Path(__file__) else ""
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {brief(said)}{where}; mend it or uninstall it"
