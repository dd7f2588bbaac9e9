"""`Game`: required members, members that authors may override, and what the framework adds.

Most of a game stands in modules of fixed names in its package (`moves.parse`, `views.view_json`,
`invariants.broken_invariants`, ...), which `Game.modules` looks up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from lanista.core.errors import ConfigError, InputError, RuleError
from lanista.core.text import quoted
from lanista.core.verdict import Verdict
from lanista.engine import ObservationSpec, Rules, State, loops
from lanista.engine.ready import Loop, ready
from lanista.engine.rule import explain
from lanista.game import defaults, states
from lanista.game.contest import OriginalContest
from lanista.game.modules import Modules, package_of
from lanista.game.move_records import TurnScratch, check_fields, fill_records
from lanista.game.parts import Bench, Learning, Pictures
from lanista.game.settings import Settings, changed, check_config, check_seats, defaults_of
from lanista.game.values import Config, InvalidMove, Outcome, Played

if TYPE_CHECKING:
    from rich.text import Text

S = TypeVar("S")  # the changing record
C = TypeVar("C")  # the constant record
M = TypeVar("M", bound=tuple[Any, ...])  # the move

RULE_ERRORS = (ValueError, LookupError, AttributeError, TypeError, ArithmeticError, NameError, RuleError)


class Game(ABC, Generic[S, C, M]):
    """A game: everything that holds for all its matches; `State` is one moment, `Config` one configuration."""

    # 1. What an author must give: these, and the modules `state` and `rules`

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[Rules]  # `Rules.of(__package__)`

    @abstractmethod
    def begin(self, config: Config, seed: int, seats: int, map: str) -> State[S, C]:  # noqa: A002
        """The first state of a match, given valid settings and a valid number of seats; see `start`."""

    # 2. What an author may override

    behaviour: ClassVar[int] = 1  # grows when the same seed and moves would give other states
    real_time: ClassVar[Config] = {}  # settings of matches that do not wait for bots
    nothing_hidden: ClassVar[bool] = False  # every seat sees everything
    start_ms: ClassVar[int] = 10_000
    turn_ms: ClassVar[int] = 1_000
    package: ClassVar[str]  # holds the game's modules; variants of a game share those of the original

    # These come from `settings.SETTINGS`, `.RULESETS`, `.RENAMED`, `maps.MAPS` and `moves.MISSING`
    settings: ClassVar[Settings]
    rulesets: ClassVar[Mapping[str, Config]]
    renamed_settings: ClassVar[Mapping[str, str]]  # former switches by name, and the opposites they are now
    maps: ClassVar[tuple[str, ...]]  # built-in maps, if the game offers a choice
    missing: Any  # the move of a seat that gave none

    @cached_property
    def default_seats(self) -> int:
        """The default number of seats."""
        return min(self.seats)

    def turn_budget(self, ruleset: str) -> int:
        """Milliseconds per turn under a ruleset."""
        return self.turn_ms

    def layout(self, config: Mapping[str, Any]) -> Rules:
        """The rules over records large enough for these settings; most games need one layout only."""
        return self.rules

    def leave_out(self, state: State[S, C], seats: Sequence[int]) -> None:
        """Called before the first turn with the seats whose bots did not get ready; by default they stay in."""

    def asked(self, state: State[S, C], seat: int) -> bool:
        """Whether a seat is asked for a move in the turn about to be played: always, without a rule `asked`."""
        asked = state.rules.asked
        return asked is None or bool(asked(state.record, state.const, seat))

    def turn(self, state: State[S, C]) -> int:
        """The number of the turn about to be played, from 1."""
        return int(getattr(state.record, states.counter(state.rules.state))) + 1

    def max_turns(self, state: State[S, C]) -> int:
        """The turn after which the match is over at the latest."""
        return int(getattr(state.const, states.limit(state.rules.const)))

    def outcome(self, state: State[S, C], verdicts: Sequence[Sequence[Verdict]] = ()) -> Outcome | None:
        """None while the match runs; the verdicts of all turns let a game's referee add its marks.

        The rule `is_over` ends a match, and the rule `judge` says how. By default that is the rule `score`; the
        reason then is "turn limit" if all turns were played, otherwise "decided".
        """
        return defaults.outcome(self, state)

    # 3. What the framework offers, by the game's modules or a default

    def __init__(self) -> None:
        _set_default(self, "package", package_of(type(self), Game))
        self.modules = Modules(self.package)
        find = self.modules.find
        self.modules.check()
        _set_default(self, "settings", find("settings", "SETTINGS", {}))
        _set_default(self, "rulesets", find("settings", "RULESETS", {"standard": defaults_of(self.settings)}))
        _set_default(self, "renamed_settings", find("settings", "RENAMED", {}))
        _set_default(self, "maps", find("maps", "MAPS", ()))
        move = find("moves", "Move", find("rules", "Move", None))
        _set_default(self, "missing", find("moves", "MISSING", defaults.first_word(move)))
        check_fields(self.name, type(self.missing), self.rules.move)
        self.scratch = TurnScratch()
        self.pictures: Pictures[S, C, M] = Pictures(self)
        self.learning: Learning[S, C, M] = Learning(self)
        self.bench = Bench(self)

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """The names of its bots, weakest first: `random`, and those in `bots.BOTS`."""
        return tuple(policy.__name__ for policy in self.rules.policies)

    @cached_property
    def contest(self) -> OriginalContest:
        """Its original contest: protocols, logs, recordings; see `lanista.game.contest`."""
        contest: OriginalContest = self.modules.find("contest", "CONTEST", OriginalContest())
        return contest

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is copied and pickled by its name, since there is one object of each in a process."""
        from lanista.game.registry import get_game

        return get_game, (self.name,)

    # A match

    def configure(self, ruleset: str = "standard", changes: Mapping[str, object] | None = None) -> Config:
        """The settings of a ruleset with some changed; raises ConfigError for a wrong name or value."""
        if ruleset not in self.rulesets:
            known = ", ".join(self.rulesets)
            raise ConfigError(f"{self.name} has no ruleset {quoted(ruleset)}; it has: {known}")
        config = changed(self.name, self.rulesets[ruleset], changes or {}, self.renamed_settings)
        check_config(self, config)
        return config

    def start(self, config: Config, seed: int, seats: int | None = None, map: str = "") -> State[S, C]:  # noqa: A002
        """The first state of a match: the same seed gives the same bytes everywhere.

        `map` is a built-in map's name, the text of a map file, or empty: then the seed or the game decides.
        """
        seats = self.default_seats if seats is None else seats
        check_seats(self, seats)
        check_config(self, config)
        return self.begin(config, seed, seats, map)

    def empty(self, config: Config, seats: int) -> State[S, C]:
        """A state of zeros whose constant record holds the seats and the settings, for `begin` to fill."""
        state: State[S, C] = State.blank(self.layout(config))
        for name, value in {**config, "seats": seats}.items():
            setattr(state.const, name, value)
        return state

    def read(self, state: State[S, C], seat: int, text: str) -> M:
        """The move that a text asks for; raises InvalidMove with the reason."""
        move = self.parse(state.const, text)
        reason = self.refusal(state, seat, move)
        if reason:
            raise InvalidMove(reason, self.instead_of(move))
        return move

    def parse(self, const: C, text: str) -> M:
        """The move that a text asks for, whatever the state; raises InvalidMove for what is no move."""
        parse = self.modules.find("moves", "parse", None) or partial(defaults.parse, self)
        move: M = parse(const, text)
        return move

    def refusal(self, state: State[S, C], seat: int, move: M) -> str:
        """Why a move cannot be played now; "" if it can."""
        refusal = self.modules.find("moves", "refusal", None) or partial(defaults.refusal, self)
        reason: str = refusal(state, seat, move)
        return reason

    def instead_of(self, move: M) -> M:
        """The move that is played instead of a refused one."""
        instead: M = self.modules.find("moves", "instead_of", lambda move: self.missing)(move)
        return instead

    def untimed(self, text: str) -> str:
        """A move's text without arrival ranks, which only the referee may set."""
        stripped: str = self.modules.find("moves", "untimed", str)(text)
        return stripped

    def write(self, move: M) -> str:
        """The text of a move; `read` returns the same move."""
        text: str = self.modules.find("moves", "write", defaults.write)(move)
        return text

    def sent(self, state: State[S, C], seat: int, move: M) -> M:
        """The part of a move that is sent now: all of it, unless moves may be plans of several turns."""
        first: M = self.modules.find("moves", "sent", lambda state, seat, move: move)(state, seat, move)
        return first

    def step(self, state: State[S, C], moves: Sequence[M]) -> None:
        """Play one turn in place, by the interpreted rules, or by compiled ones that are `ready`."""
        if state.rules.name != self.rules.name:
            raise InputError(f"expected a state of {self.name}, got one of {state.rules.name}")
        slots = self.scratch.of(state.rules, self.seats[-1])
        fill_records(self, slots.moves, moves, state.seats)
        arrays = state.data, slots.moves_data, state.fixed, slots.work_data
        compiled = ready.loop(state.rules, loops.step_once) if ready.wanted else None
        try:
            if compiled is not None:
                compiled(*arrays)
            else:
                self.rules.step(state.record, slots.moves, state.const, slots.work)
        except RULE_ERRORS as error:
            raise explain(error) from error

    def compiled_step(self, state: State[S, C]) -> Loop | None:
        """The compiled rules for states of this layout, if they are `ready`; the first call may take a second."""
        return ready.loop(state.rules, loops.step_once)

    # What is seen

    def fixed_json(self, state: State[S, C], seat: int) -> bytes:
        """A seat's constant knowledge, such as the map, as JSON; b"" if there is none."""
        text: bytes = self.modules.find("views", "fixed_json", lambda state, seat: b"")(state, seat)
        return text

    def view_json(self, state: State[S, C], seat: int) -> bytes:
        """The view of one seat as the JSON text that its bot receives; by default everything."""
        text: bytes = self.modules.find("views", "view_json", defaults.view_json)(state, seat)
        return text

    def view(self, state: State[S, C], seat: int) -> dict[str, Any]:
        """The view of one seat as decoded from `view_json`, in new objects that the caller may change.

        Decoding is the default; a game with large views may build them faster itself (`views.view_object`).
        """
        seen: dict[str, Any] = self.modules.find("views", "view_object", self._decoded_view)(state, seat)
        return seen

    def shared_view(self, state: State[S, C], seat: int) -> dict[str, Any]:
        """As `view`, but parts of it may be those of other views: for built-in bots, which only read it."""
        seen: dict[str, Any] = self.modules.find("views", "shared_view", self.view)(state, seat)
        return seen

    def _decoded_view(self, state: State[S, C], seat: int) -> Any:
        return msgspec.json.decode(self.view_json(state, seat))

    def picture(self, state: State[S, C], seat: int | None = None, names: Sequence[str] = ()) -> Text:
        """The moment drawn for a terminal: everything, or the view of one seat."""
        return self.pictures.picture(state, seat, names)

    def scene(self, state: State[S, C]) -> dict[str, Any]:
        """The constant part of a match, for the browser to draw."""
        return self.pictures.scene(state)

    def frame(self, state: State[S, C], seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
        """The moment for the browser to draw: everything, or the view of one seat, in the same shape."""
        return self.pictures.frame(state, seat, played)

    # Whole states as JSON

    def dump(self, state: State[S, C]) -> dict[str, Any]:
        """Everything in a state, by name."""
        return states.dump(state)

    def load(self, value: object) -> State[S, C]:
        """The state that `dump` wrote; errors name the path of the faulty value."""
        return states.load(self, value)

    def broken_invariants(self, state: State[S, C]) -> Iterable[str]:
        """Violations: facts of a state that the rules can never produce."""
        default = partial(states.usual_faults, self)
        faults: Iterable[str] = self.modules.find("invariants", "broken_invariants", default)(state)
        return faults

    # For learners

    @property
    def actions(self) -> int:
        """The number of flat actions."""
        return self.rules.actions

    @property
    def observation_spec(self) -> ObservationSpec:
        """The meaning of each number in an observation."""
        return self.rules.spec

    def legal(self, state: State[S, C], seat: int) -> npt.NDArray[np.bool_]:
        """The flat actions that are legal for a seat now."""
        return self.learning.legal(state, seat)

    def observe(self, state: State[S, C], seat: int) -> npt.NDArray[np.int16]:
        """The observation of a seat, as numbers."""
        return self.learning.observe(state, seat)


def _set_default(game: Game[Any, Any, Any], name: str, value: Any) -> None:
    """Set an attribute that the class of the game does not state."""
    if not hasattr(type(game), name):
        setattr(game, name, value)
