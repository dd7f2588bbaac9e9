"""`Model`: a game's rules for a bot that looks ahead: states by handle, stepped and played out in batches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.engine import Generator, State, derive, zeros
from lanista.engine.arguments import at_least_1, expect_int
from lanista.engine.native import NativeLoop, native
from lanista.game import Game, Outcome, get_game
from lanista.search.model import loops
from lanista.search.model.match import FollowedMatch
from lanista.search.model.moves import Moves, Write, orders_of
from lanista.search.model.pool import Handles, Pool, Slots
from lanista.search.model.texts import MAX_TEXTS, MoveTexts
from lanista.search.searcher import Searcher, Thought, plan_of

MAX_WORK = 1_000_000  # turns that one call may play: states times playouts times turns
MAX_MS = 60_000  # of one search
MAX_WORLDS = 1024  # states imagined by one call
POINTS = 1000.0  # of a win, in rules


class Stepped(NamedTuple):
    """The outcome of `step` per state: the number of turns played, and whether the match is over."""

    played: npt.NDArray[np.int32]
    over: npt.NDArray[np.bool_]


class Estimate(NamedTuple):
    """Results of playouts: the mean for each state and seat, from -1 (lost) to 1 (won), and all turns played."""

    means: npt.NDArray[np.float64]
    turns: int


class LegalMove(NamedTuple):
    """A flat action and its text."""

    action: int
    text: str


class Proposal(NamedTuple):
    """A move worth a try, and the text that plays it: the same, unless it is a plan of several turns."""

    move: str
    sent: str


class Model:
    """The rules of one game, and states by handle.

    `game` is a game, its name, or the start message of a bot, whose views can then be loaded. All states have the
    layout of the ruleset and its changes, or of the match. The same calls in the same order give the same results;
    `seed` replaces the number of the call.
    """

    def __init__(
        self,
        game: str | Game[Any, Any, Any] | Mapping[str, Any],
        *,
        ruleset: str = "standard",
        changes: Mapping[str, object] | None = None,
    ) -> None:
        named = game.get("game") if isinstance(game, Mapping) else game
        self.game: Game[Any, Any, Any] = named if isinstance(named, Game) else get_game(str(named))
        self.plan = plan_of(self.game)
        self._config = self.game.configure(ruleset, changes)
        self._match: FollowedMatch | None = None
        self._calls = 0
        self._lay_out()
        if isinstance(game, Mapping):
            self.begin(game)

    def begin(self, start: Mapping[str, Any]) -> None:
        """Follow another match, given the start message of its bot; all states are freed."""
        self._match = FollowedMatch(self.game, start)
        self._config = self._match.start.config
        self.pool.clear()
        if self.game.layout(self._config) != self.rules:
            self._lay_out()

    def prepare(self) -> None:
        """Load the compiled rules, which otherwise happens when they are first needed; it may take a second."""
        self._loop(loops.step_many, "")

    def _lay_out(self) -> None:
        """Without states, in the layout of the settings."""
        self.rules = self.game.layout(self._config)
        self.pool = Pool(self.rules)
        self._work = zeros(self.rules.work)
        self._scratch = zeros(self.rules.state)
        self._texts = MoveTexts(self.game, self.rules)
        self._search: tuple[Any, Searcher] | None = None

    # States

    def see(self, view: dict[str, Any]) -> None:
        """Update by a view of the match; with every turn seen, imagined states become more likely."""
        self._followed().see(view)

    def load(self, view: dict[str, Any], count: int = 1, *, seed: int | None = None) -> list[int]:
        """Update by a view, and imagine states that agree with all seen so far; only hidden parts differ."""
        match = self._followed()
        match.see(view)
        if at_least_1("count", count) > MAX_WORLDS:
            raise InputError(f"count: expected at most {MAX_WORLDS} states, got {count}")
        drawn = self._seed(seed)
        return [self.pool.add(match.imagine(derive(drawn, "world", i))) for i in range(count)]

    def load_state(self, state: object) -> int:
        """The state that `dump` wrote."""
        return self.pool.add(self.game.load(state))

    def new(self, seed: int = 0, seats: int | None = None, map: str = "") -> int:  # noqa: A002
        """The first state of a match."""
        return self.pool.add(self.game.start(self._config, expect_int("seed", seed), seats, map))

    def clone(self, states: Handles, count: int = 1) -> list[int]:
        """Copies of states, `count` of the first one, then as many of the next."""
        return self.pool.clone(states, at_least_1("count", count))

    def free(self, states: Handles | None = None) -> None:
        """Forget states, by default all."""
        if states is None:
            self.pool.clear()
        else:
            self.pool.free(states)

    def dump(self, state: int) -> dict[str, Any]:
        """Everything in a state, by name."""
        return self.game.dump(self._state(state))

    def view(self, state: int, seat: int) -> dict[str, Any]:
        """The view of a seat in a state."""
        found = self._state(state)
        return self.game.view(found, self._checked_seat(seat, found.seats))

    def outcome(self, state: int) -> Outcome | None:
        """How a match ended; None while it runs."""
        return self.game.outcome(self._state(state))

    # Moves

    def legal(self, state: int, seat: int) -> list[LegalMove]:
        """The flat actions that a seat may take, with their texts."""
        slots = self.pool.slots([state])
        self._checked_seat(seat, self.pool.seats(slots))
        flags = np.zeros(self.rules.actions, np.int8)
        self._run(loops.legal_flags, slots, flags, seat)
        actions = np.flatnonzero(flags).astype(np.int32)
        moves = zeros(self.rules.move, max(1, len(actions)))
        self._run(loops.decode_actions, slots, *self._space(moves, 0), actions, seat)
        texts = self._texts.texts(seat, moves[: len(actions)])
        return [LegalMove(*pair) for pair in zip(actions.tolist(), texts, strict=True)]

    def propose(
        self, state: int, seat: int, count: int = 16, *, policy: str = "", seed: int | None = None
    ) -> list[Proposal]:
        """At most `count` moves worth a try: the policy's first, then the most promising ones."""
        slots = self.pool.slots([state])
        self._checked_seat(seat, self.pool.seats(slots))
        if at_least_1("count", count) > MAX_TEXTS:
            raise InputError(f"count: expected at most {MAX_TEXTS} moves, got {count}")
        moves = zeros(self.rules.move, count)
        space = self._space(moves, self._seed(seed), policy)
        found = self._run(loops.candidates, slots, *space, seat, self.game.seats[-1], policy=policy)
        texts, sent = (
            self._texts.texts(seat, moves[:found]),
            self._texts.sent(self._state(state), seat, moves[:found]),
        )
        unique = dict(zip(texts, sent, strict=True))
        return [Proposal(text, first) for text, first in unique.items() if first is not None]

    def step(self, states: Handles, moves: Moves, *, policy: str = "", seed: int | None = None) -> Stepped:
        """Play turns: `moves[i][turn][seat]` is a flat action, None for the policy's move, or a text.

        Texts are for the first turn only. A match that is over does not change.
        """
        slots = self.pool.slots(states)
        seats = self.pool.seats(slots)
        orders = orders_of(moves, len(slots), seats, self.rules, self._writer(slots))
        _check_work(orders.actions.size // seats)
        played, over = np.zeros(len(slots), np.int32), np.zeros(len(slots), np.bool_)
        space = self._space(zeros(self.rules.move, seats), self._seed(seed), policy)
        self._run(loops.step_many, slots, *space, *orders, played, over, seats, policy=policy)
        return Stepped(played, over)

    # Estimates

    def value(self, states: Handles) -> npt.NDArray[np.float64]:
        """The result of each seat of each state, or the game's estimate of it: from -1 to 1."""
        slots = self.pool.slots(states)
        totals = np.zeros((len(slots), self.pool.seats(slots)), np.int64)
        self._run(loops.value_many, slots, self._work, totals)
        return totals / POINTS

    def playouts(
        self,
        states: Handles,
        count: int = 1,
        *,
        turns: int | None = None,
        policy: str = "",
        wild: int | None = None,
        seed: int | None = None,
    ) -> Estimate:
        """Play each state on `count` times by the policy, and take each seat's result or estimate.

        A playout has at most `turns` turns, and of 1000 moves `wild` are random; both are by default as in the
        game's plan.
        """
        slots = self.pool.slots(states)
        length = self.plan.turns if turns is None else expect_int("turns", turns)
        wild = self.plan.wild if wild is None else expect_int("wild", wild)
        if length < 0 or not 0 <= wild <= 1000:
            raise InputError(f"expected turns from 0 and wild from 0 to 1000, got {length} and {wild}")
        _check_work(len(slots) * at_least_1("count", count) * length)
        totals = np.zeros((len(slots), self.pool.seats(slots)), np.int64)
        space = self._space(zeros(self.rules.move, totals.shape[1]), self._seed(seed), policy)
        arguments = self._scratch, totals, count, length, wild
        played = self._run(loops.playouts_many, slots, *space, *arguments, policy=policy)
        return Estimate(totals / (POINTS * count), played)

    def best(
        self, states: Handles, seat: int | None = None, *, ms: float | None = None, playouts: int | None = None
    ) -> Thought:
        """Search as the built-in bot `search` does: the best move so far from imagined states of one moment."""
        if (ms is None) == (playouts is None):
            raise InputError("best: expected either `ms` or `playouts`")
        if ms is not None and not 0 < ms <= MAX_MS:
            raise InputError(f"ms: expected more than 0, at most {MAX_MS}, got {shown(ms)}")
        if playouts is not None:
            _check_work(at_least_1("playouts", playouts) * (self.plan.turns + self.plan.depth))
        slots = self.pool.slots(states)
        worlds = [self.pool.state(int(slot)) for slot in slots]
        searcher = self._searcher(self._our_seat(seat), self.pool.seats(slots))
        match = self._match if self._match is not None and self._match.start.seat == searcher.seat else None
        thought = searcher.think(worlds, ms=ms, playouts=playouts, first=match.advice() if match else ())
        if match is not None:
            match.follow(thought)
        return thought

    # What these share

    def _followed(self) -> FollowedMatch:
        if self._match is None:
            raise InputError(
                "views can be loaded only once a match is followed: give the bot's start message first"
            )
        return self._match

    def _our_seat(self, seat: int | None) -> int:
        return self._followed().start.seat if seat is None else seat

    def _searcher(self, seat: int, seats: int) -> Searcher:
        """The searcher of a seat, whose memory is used again."""
        key = self._checked_seat(seat, seats), seats
        if self._search is None or self._search[0] != key:
            self._search = key, Searcher(self.game, seat, seats=seats, rules=self.rules)
        return self._search[1]

    def _seed(self, seed: int | None) -> int:
        """The seed of a call, by default its number."""
        self._calls += 1
        return derive(self._calls if seed is None else expect_int("seed", seed), "model")

    def _state(self, handle: int) -> State[Any, Any]:
        return self.pool.state(int(self.pool.slots([handle])[0]))

    def _checked_seat(self, seat: int, seats: int) -> int:
        if not 0 <= expect_int("seat", seat) < seats:
            raise InputError(f"expected a seat from 0 to {seats - 1}, got {seat}")
        return seat

    def _loop(self, template: Any, policy: str) -> NativeLoop:
        return native(self.rules).loop(template, policy or self.plan.policy)

    def _run(self, template: Any, slots: Slots, *arguments: Any, policy: str = "") -> int:
        pool = self.pool
        return self._loop(template, policy)(pool.states, pool.consts, pool.which, slots, *arguments)

    def _writer(self, slots: Slots) -> Write:
        """A function that parses a move and writes it into a record."""
        return lambda i, seat, text, record: self._texts.write(self.pool.state(int(slots[i])), seat, text, record)

    def _space(self, moves: npt.NDArray[np.void], seed: int, policy: str = "") -> tuple[Any, ...]:
        """The scratch arguments of loops: move records, scratch space, memories, and a generator."""
        generator = zeros(Generator)
        generator["position"] = np.uint64(seed)
        memories = zeros(self.rules.memory_of(policy or self.plan.policy), self.game.seats[-1] + 1)
        return moves, self._work, memories, generator


def _check_work(turns: int) -> None:
    if turns > MAX_WORK:
        raise InputError(f"expected work of at most {MAX_WORK:,} turns in one call, got {turns:,}; split it up")
