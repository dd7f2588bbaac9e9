"""Coins: two or three runners on a line. A whole game in one folder, as a stranger would write it.

Coins fall on the line. A runner sees three places to either side, and nobody's purse but its own. Runners move
at once; who would meet on one place stay where they are. After thirty turns the fullest purse wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

import msgspec

from lanista.engine import Rules, State, Stream, derive
from lanista.game import Config as Settings
from lanista.game import Game, Outcome
from lanista.verdict import Verdict
from tests.coins import moves, rules, views
from tests.coins.moves import Move
from tests.coins.state import LENGTH, STARTS, Config, Line, Step, Way, Work

if TYPE_CHECKING:
    from rich.text import Text

RULES = Rules.of(
    "coins",
    state=Line,
    const=Config,
    move=Step,
    work=Work,
    rules=rules,
    moves=moves,
    views=views,
)


class Reason(Enum):
    """Why a match ended."""

    TURN_LIMIT = "turn limit"


class Coins(Game[Line, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "coins"
    title: ClassVar = "Coins on a line"
    seats: ClassVar = range(2, 4)
    behaviour: ClassVar = 1
    rulesets: ClassVar = {"standard": {"max_turns": 30}, "short": {"max_turns": 8}}
    bots: ClassVar[tuple[str, ...]] = ("stay",)
    rules: ClassVar = RULES
    missing = Move(Way.STAY)

    read = staticmethod(moves.read)
    write = staticmethod(moves.write)
    take_move = staticmethod(moves.take_move)

    def start(self, config: Settings, seed: int, seats: int = 2, map: str = "") -> State[Line, Config]:
        """Runners stand apart; five coins lie on the line."""
        self.check_seats(seats)
        state: State[Line, Config] = State.blank(self.rules)
        state.const.seats, state.const.max_turns = seats, config["max_turns"]
        state.record.generator.position = derive(seed, "coins")
        for runner, place in zip(state.record.runners, STARTS[:seats], strict=False):
            runner.place = place
        for _ in range(5):
            rules.drop_coin(state.record)
        return state

    def turn(self, state: State[Line, Config]) -> int:
        """The turn about to be played."""
        return state.record.turn + 1

    def max_turns(self, state: State[Line, Config]) -> int:
        """The turn limit."""
        return state.const.max_turns

    def outcome(self, state: State[Line, Config], verdicts: Sequence[Sequence[Verdict]] = ()) -> Outcome | None:
        """The fullest purse wins."""
        if not rules.is_over(state.record, state.const):
            return None
        purses = tuple(runner.purse for runner in state.record.runners)[: state.seats]
        places = tuple(1 + sum(other > purse for other in purses) for purse in purses)
        return Outcome(places=places, scores=purses, reason=Reason.TURN_LIMIT.value)

    def view_json(self, state: State[Line, Config], seat: int) -> bytes:
        """What a runner sees."""
        return msgspec.json.encode(views.view(state, seat))

    def picture(self, state: State[Line, Config], seat: int | None = None, names: Sequence[str] = ()) -> Text:
        """The line as characters."""
        return views.picture(state, seat)

    def redraw_hidden(self, state: State[Line, Config], seat: int, seed: int) -> State[Line, Config]:
        """Other coins out of sight, other purses, and another future."""
        stream, other = Stream(derive(seed, seat)), state.clone()
        seen = views.sight(state.record.runners[seat])
        for place in (place for place in range(LENGTH) if place not in seen):
            other.record.coins[place] = stream.below(2)
        for runner in other.record.runners[: state.seats]:
            if runner is not other.record.runners[seat]:
                runner.purse = stream.below(state.record.turn + 1)
        other.record.generator.position = derive(seed, "future")
        return other

    def broken_invariants(self, state: State[Line, Config]) -> Iterator[str]:
        """What no match can come to."""
        for seat, runner in enumerate(state.record.runners[: state.seats]):
            if not 0 <= runner.place < LENGTH:
                yield f"runner {seat} stands on {runner.place}, expected 0 to {LENGTH - 1}"
            if not 0 <= runner.purse <= state.record.turn:
                yield f"runner {seat} has {runner.purse} coins after {state.record.turn} turns"

    def exchange_seats(self, state: State[Line, Config]) -> State[Line, Config] | None:
        """The runners change places."""
        other, seats = state.clone(), state.seats
        other.data["runners"][0][:seats] = state.data["runners"][0][:seats][::-1]
        return other


COINS = Coins()
