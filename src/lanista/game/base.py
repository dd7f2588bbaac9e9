"""`Game`: a dozen things that an author gives, and what the framework makes of them.

Most of what a game offers stands in modules of fixed names in its package (`moves.read`, `views.view_json`,
`invariants.broken_invariants`, ...); `Game.find` looks it up there. An author writes `begin` and `outcome`.
"""

from __future__ import annotations

import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from lanista.conform import Comparison, replaying
from lanista.contest import Contest, find_contest
from lanista.engine import Records, Rules, State
from lanista.engine.rule import explain
from lanista.errors import ConfigError, InputError, RuleError
from lanista.game import defaults, states
from lanista.game.move_records import Scratch, check_fields, put_moves, take_move
from lanista.game.parts import Bench, Learning, Pictures
from lanista.game.settings import Settings, changed, check_settings, defaults_of
from lanista.game.values import Config, Outcome, Played
from lanista.parts import find_part
from lanista.text import quoted, shown
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from rich.text import Text

S = TypeVar("S")  # the changing record
C = TypeVar("C")  # the constant record
M = TypeVar("M", bound=tuple[Any, ...])  # the move

RULE_ERRORS = (ValueError, LookupError, AttributeError, TypeError, ArithmeticError, NameError, RuleError)


class Game(ABC, Generic[S, C, M]):
    """What is true of every match of a game. `State` is one moment, `Config` one configuration."""

    # What an author gives
    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[Rules]  # `Rules.of(__package__)`
    bots: ClassVar[tuple[str, ...]]  # the modules in `bots/`, weakest first

    # What has a usual value
    behaviour: ClassVar[int] = 1  # grows when the same seed and moves would give other states
    real_time: ClassVar[Config] = {}  # settings of matches in which bots are not waited for
    nothing_hidden: ClassVar[bool] = False  # every seat sees everything
    start_ms: ClassVar[int] = 10_000
    turn_ms: ClassVar[int] = 1_000

    # What its modules say: `settings`, `maps` and `moves`
    settings: ClassVar[Settings]
    rulesets: ClassVar[Mapping[str, Config]]
    renamed_settings: ClassVar[Mapping[str, str]]  # former switches by name, and the opposites they are now
    maps: ClassVar[tuple[str, ...]]  # built-in maps, where a game lets one choose
    missing: Any  # the move of a seat that gave none

    def __init__(self) -> None:
        self._scratch = Scratch()
        self._take("settings", "settings", "SETTINGS", {})
        self._take("rulesets", "settings", "RULESETS", {"standard": defaults_of(self.settings)})
        self._take("renamed_settings", "settings", "RENAMED", {})
        self._take("maps", "maps", "MAPS", ())
        self._take(
            "missing",
            "moves",
            "MISSING",
            defaults.first_word(self.find("moves", "Move", self.find("rules", "Move", None))),
        )
        check_fields(self.name, type(self.missing), self.rules.move)

    def _take(self, fact: str, part: str, name: str, default: Any) -> None:
        """A fact that the class does not state comes from one of its modules."""
        if not hasattr(type(self), fact):
            setattr(self, fact, self.find(part, name, default))

    # Its parts

    @cached_property
    def package(self) -> str:
        """The package that holds the game's modules; variants of a game share them."""
        home = next(kind for kind in reversed(type(self).__mro__) if issubclass(kind, Game) and kind is not Game)
        return sys.modules[home.__module__].__package__ or home.__module__

    def find(self, part: str, name: str, default: Any) -> Any:
        """What a module of the game's package offers under a name, or the default."""
        return getattr(find_part(self.package, part), name, default)

    @cached_property
    def pictures(self) -> Pictures[S, C, M]:
        """How it is shown in the terminal and the browser."""
        return Pictures(self)

    @cached_property
    def learning(self) -> Learning[S, C, M]:
        """Flat actions and numbers for learners, exchanged seats, hidden information."""
        return Learning(self)

    @cached_property
    def bench(self) -> Bench:
        """What the bench measures besides the usual."""
        return Bench(self)

    @cached_property
    def contest(self) -> Contest:
        """Its original contest: protocols, logs, recordings; see `lanista.contest`."""
        return find_contest(self.package)

    def bot(self, name: str) -> Any:
        """The class of a built-in bot."""
        if name not in self.bots:
            raise InputError(f"{self.name} has no built-in bot {name!r}; it has: {', '.join(self.bots)}")
        module = importlib.import_module(f"{self.package}.bots.{name}")
        return module.Bot if hasattr(module, "Bot") else defaults.bot_of(module.move)

    # A match

    def configure(self, ruleset: str = "standard", changes: Mapping[str, object] | None = None) -> Config:
        """The settings of a ruleset with some changed; a misspelt name or a value out of range is refused."""
        if ruleset not in self.rulesets:
            known = ", ".join(self.rulesets)
            raise ConfigError(f"{self.name} has no ruleset {quoted(ruleset)}; it has: {known}")
        config = changed(self.name, self.rulesets[ruleset], changes or {}, self.renamed_settings)
        self.check_settings(config)
        return config

    def check_settings(self, config: Config) -> None:
        """Refuse settings out of their range, and those that do not go together by `settings.check`."""
        check_settings(self.settings, config)
        self.find("settings", "check", lambda config: None)(config)

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

    def turn_budget(self, ruleset: str) -> int:
        """Milliseconds per turn under a ruleset."""
        return self.turn_ms

    def start(self, config: Config, seed: int, seats: int | None = None, map: str = "") -> State[S, C]:  # noqa: A002
        """The first state of a match: the same seed gives the same bytes everywhere.

        `map` is a built-in map's name, the text of a map file, or nothing: then the seed or the game decides.
        """
        seats = self.usual_seats() if seats is None else seats
        self.check_seats(seats)
        self.check_settings(config)
        return self.begin(config, seed, seats, map)

    @abstractmethod
    def begin(self, config: Config, seed: int, seats: int, map: str) -> State[S, C]:  # noqa: A002
        """The first state of a match of checked settings and seats; see `start`."""

    def empty(self, config: Config, seats: int) -> State[S, C]:
        """A state of zeros whose constant record holds the seats and the settings, for `begin` to fill."""
        state: State[S, C] = State.blank(self.layout(config))
        for name, value in {**config, "seats": seats}.items():
            setattr(state.const, name, value)
        return state

    def layout(self, config: Mapping[str, Any]) -> Rules:
        """The rules over records with room for a match of these settings; most games need one layout only."""
        return self.rules

    def leave_out(self, state: State[S, C], seats: Sequence[int]) -> None:
        """Before the first turn: these seats' bots did not get ready. In most games they just stand still."""

    def asked(self, state: State[S, C], seat: int) -> bool:
        """Whether a seat is asked for a move in the turn about to be played."""
        return True

    def read(self, state: State[S, C], seat: int, text: str) -> M:
        """The move that a text asks for; raises InvalidMove with the reason."""
        move: M = self.find("moves", "read", partial(defaults.read, self))(state, seat, text)
        return move

    def untimed(self, text: str) -> str:
        """A move's text without arrival ranks, which only the referee may set."""
        stripped: str = self.find("moves", "untimed", str)(text)
        return stripped

    def write(self, move: M) -> str:
        """The text of a move; `read` gives the same move back."""
        text: str = self.find("moves", "write", defaults.write)(move)
        return text

    def take_move(self, record: Any) -> M:
        """The move in a move record; raises ValueError if there is none."""
        move: M = take_move(type(self.missing), record)
        return move

    def step(self, state: State[S, C], moves: Sequence[M]) -> None:
        """Play one turn in place, by the interpreted rules."""
        if state.rules.name != self.rules.name:
            raise InputError(f"expected a state of {self.name}, got one of {state.rules.name}")
        records, work = self.scratch(state.rules)
        self._put_moves(state, records, moves)
        try:
            self.rules.step(state.record, records, state.const, work)
        except RULE_ERRORS as error:
            raise explain(error) from error

    def scratch(self, rules: Rules) -> tuple[Records[Any], Any]:
        """This thread's move records and work record for a turn."""
        return self._scratch.of(rules, max(self.seats))

    def _put_moves(self, state: State[S, C], records: Any, moves: Sequence[M]) -> None:
        """Write moves into move records; refuse what is no move, or not one for each seat."""
        if not isinstance(moves, list | tuple) or len(moves) != state.seats:
            came = f"{len(moves)} of them" if isinstance(moves, list | tuple) else shown(moves)
            raise InputError(f"expected a list of {state.seats} moves, one per seat, got {came}")
        put_moves(records, moves)
        check_move = self.find("moves", "check_move", self.take_move)
        for seat in range(state.seats):
            try:
                check_move(records[seat])
            except ValueError as error:
                raise InputError(f"moves[{seat}] is no move of {self.name}: {error}") from None

    def turn(self, state: State[S, C]) -> int:
        """The number of the turn about to be played, from 1."""
        return int(getattr(state.record, states.counter(state.rules.state))) + 1

    def max_turns(self, state: State[S, C]) -> int:
        """The turn after which the match is over at the latest."""
        return int(getattr(state.const, states.limit(state.rules.const)))

    def outcome(self, state: State[S, C], verdicts: Sequence[Sequence[Verdict]] = ()) -> Outcome | None:
        """None while the match runs. The verdicts of all turns let a game's referee add its marks.

        By default the turn limit ends a match, and the rule `score` decides it.
        """
        return defaults.outcome(self, state)

    # What is seen

    def fixed_json(self, state: State[S, C], seat: int) -> bytes:
        """What a seat may know from the start and never changes, such as a map; b"" if there is nothing."""
        text: bytes = self.find("views", "fixed_json", lambda state, seat: b"")(state, seat)
        return text

    def fixed(self, state: State[S, C], seat: int) -> Any:
        """What `fixed_json` says, as values; None if there is nothing."""
        text = self.fixed_json(state, seat)
        return msgspec.json.decode(text) if text else None

    def view_json(self, state: State[S, C], seat: int) -> bytes:
        """What one seat may see, as the JSON text that its bot gets; by default everything."""
        text: bytes = self.find("views", "view_json", defaults.view_json)(state, seat)
        return text

    def view(self, state: State[S, C], seat: int) -> dict[str, Any]:
        """What one seat may see."""
        seen: dict[str, Any] = msgspec.json.decode(self.view_json(state, seat))
        return seen

    def picture(self, state: State[S, C], seat: int | None = None, names: Sequence[str] = ()) -> Text:
        """The moment drawn for a terminal: everything, or what one seat sees."""
        return self.pictures.picture(state, seat, names)

    def scene(self, state: State[S, C]) -> dict[str, Any]:
        """What never changes during a match, for the browser to draw."""
        return self.pictures.scene(state)

    def frame(self, state: State[S, C], seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
        """The moment for the browser to draw: everything, or what one seat could see, in the same shape."""
        return self.pictures.frame(state, seat, played)

    # Whole states as JSON

    def dump(self, state: State[S, C]) -> dict[str, Any]:
        """Everything in a state, by name."""
        return states.dump(state)

    def load(self, value: object) -> State[S, C]:
        """A state from what `dump` gave; errors carry the path of what is wrong."""
        return states.load(self, value)

    def broken_invariants(self, state: State[S, C]) -> Iterable[str]:
        """What in a state can never come about by the rules, in words."""
        default = partial(states.usual_faults, self)
        faults: Iterable[str] = self.find("invariants", "broken_invariants", default)(state)
        return faults

    # For learners

    @property
    def actions(self) -> int:
        """How many flat actions there are."""
        return self.rules.actions

    def legal(self, state: State[S, C], seat: int) -> npt.NDArray[np.bool_]:
        """Which flat actions a seat may take now."""
        return self.learning.legal(state, seat)

    def observe(self, state: State[S, C], seat: int) -> npt.NDArray[np.int16]:
        """What a seat sees, as numbers."""
        return self.learning.observe(state, seat)

    # The original engine

    def conform(self, path: Path, comparison: Comparison) -> None:
        """Replay a recorded match of the original engine and compare every field."""
        conform = self.contest.recordings()
        if conform is None:
            raise InputError(f"{self.name} has no recordings of an original engine to compare with ({path})")
        with replaying(path):
            conform(self, path, comparison)
