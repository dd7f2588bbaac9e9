"""Bots that are rules: valid moves, decided by nothing but what a seat sees and a generator."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.engine.chooser import FIRST, RUNNING
from lanista.engine.loops import policy_moves
from lanista.engine.native import native
from lanista.game import InvalidMove, put_moves, take_move
from lanista.game.belief import belief_of
from lanista.tools.conformance.play import PlayMoment, redrawn_by, redrawn_state, samples
from lanista.tools.conformance.searching import start_of
from lanista.tools.conformance.trial import GameTrial
from lanista.tools.conformance.twins import SAME_SOURCE

SAMPLES = 25  # those moments at which views are redrawn too
DRAWS = 2
FOLLOWED_TURNS = 30


class PolicyDecision(NamedTuple):
    """The move that a policy wrote, how far it advanced the generator, and what it remembers then."""

    move: Any
    position: int
    memory: bytes


class PolicyRecords:
    """The records that a policy works with: its move, its generator, its memory and the scratch space."""

    def __init__(self, trial: GameTrial) -> None:
        self.rules = rules = trial.game.rules
        self.kind = type(trial.game.missing)
        self._moves, self._work, self._generator = (
            zeros(rules.move, trial.seats),
            zeros(rules.work),
            zeros(Generator),
        )
        self.moves = over_all(rules.move, self._moves)
        self.work = over(rules.work, self._work.view("u1"))
        self.generator = over(Generator, self._generator.view("u1"))

    def decide(
        self,
        policy: str,
        state: State[Any, Any],
        seat: int,
        seed: int,
        memory: bytes = b"",
        *,
        is_compiled: bool = False,
    ) -> PolicyDecision:
        """Let a policy choose a move, with this memory or an empty one; overwrites the last decision's move."""
        kind = self.rules.memory_of(policy)
        memories = zeros(kind, 2)
        kept = memories[:1].view("u1")
        kept[: len(memory)] = np.frombuffer(memory, "u1")
        self.generator.position = derive(seed, "policy", seat)
        if is_compiled:
            chosen = self._generator, self._work.reshape(1, 1), self._moves.reshape(1, -1), memories
            choose = native(self.rules).loop(policy_moves, policy)
            choose(state.data, state.fixed, FIRST, *chosen, RUNNING, seat)
        else:
            records = self.generator, self.moves[seat], self.work, over(kind, kept)
            self.rules.policy(policy)(state.record, state.const, seat, *records)
        return PolicyDecision(take_move(self.kind, self.moves[seat]), self.generator.position, kept.tobytes())

    def draw(self, state: State[Any, Any], seat: int, seed: int) -> Any:
        """A random legal move."""
        self.generator.position = derive(seed, "random", seat)
        self.rules.random_move(state.record, state.const, seat, self.generator, self.moves[seat])
        return take_move(self.kind, self.moves[seat])

    def step(self, state: State[Any, Any], moves: list[Any]) -> State[Any, Any]:
        """The state after a turn in the same scratch space."""
        after = state.clone()
        put_moves(self.moves, moves)
        after.rules.step(after.record, self.moves, after.const, self.work)
        return after


def policies_write_valid_moves(trial: GameTrial) -> None:
    """Every policy writes a whole valid move, the same one again, and leaves the match as it is."""
    for moment in samples(trial, SAMPLES):
        for policy in _names(trial):
            for seat in trial.some_seats(moment.turn):
                trial.at(moment.seed, moment.turn, seat)
                _expect_valid(trial, policy, moment, seat)


def _names(trial: GameTrial) -> list[str]:
    return [policy.__name__ for policy in trial.game.rules.policies]


def _expect_valid(trial: GameTrial, name: str, moment: PlayMoment, seat: int) -> None:
    state, desk = moment.state, PolicyRecords(trial)
    before: State[Any, Any] = State(state.rules, state.clone().data, state.fixed.copy())
    decision = desk.decide(name, state, seat, moment.turn)
    trial.decided[name, moment.seed, moment.turn, seat] = decision
    trial.expect_same(before, state, f"the policy `{name}` must write only into its move and the scratch space")
    _expect_understood(trial, name, state, seat, decision.move)
    after, fresh = (each.step(state, moment.moves) for each in (desk, PolicyRecords(trial)))
    trial.expect_same(fresh, after, f"`step` must not depend on what `{name}` left in the scratch space")
    again = desk.decide(name, state, seat, moment.turn, is_compiled=trial.is_compiled)
    trial.expect(decision, again, f"`{name}` must write every field, and use nothing that an earlier turn left")


def _expect_understood(trial: GameTrial, name: str, state: State[Any, Any], seat: int, move: Any) -> None:
    text = trial.game.write(move)
    try:
        trial.expect(move, trial.game.read(state, seat, text), f"the policy `{name}` must write what `read` reads")
    except InvalidMove as error:
        trial.fail("a valid move", f"{text!r}: {error.reason}", f"correct the policy `{name}`")


def policies_see_only_what_their_seat_sees(trial: GameTrial) -> None:
    """When hidden information is redrawn, every policy plays the same move and remembers the same.

    So it does in a state that its seat's views tell of: a bot in a match is the same as one in a batch. Where
    rules are compiled, the compiled policy decides in the other states; it must do what the interpreted one does.
    """
    for moment in samples(trial, SAMPLES):
        for seat in trial.some_seats(moment.turn):
            trial.at(moment.seed, moment.turn, seat)
            others = [redrawn_state(trial, moment, seat, draw) for draw in range(DRAWS)]
            for name in _names(trial):
                decision = _decision(trial, name, moment, seat)
                _expect_same_decisions(trial, name, decision, others, seat, moment.turn)
    for seat in trial.some_seats()[:2]:
        for name in _names(trial):
            _expect_same_sight(trial, name, seat)


def _decision(trial: GameTrial, name: str, moment: PlayMoment, seat: int) -> PolicyDecision:
    """The decision of a policy at a moment, which other checks may have needed before."""
    key = (name, moment.seed, moment.turn, seat)
    if key not in trial.decided:
        trial.decided[key] = PolicyRecords(trial).decide(name, moment.state, seat, moment.turn)
    found: PolicyDecision = trial.decided[key]
    return found


def _expect_same_decisions(
    trial: GameTrial,
    name: str,
    decision: PolicyDecision,
    others: list[State[Any, Any]],
    seat: int,
    turn: int,
    memory: bytes = b"",
) -> None:
    """Expect the decision of a policy in other states."""
    desk = PolicyRecords(trial)
    for other in others:
        found = desk.decide(name, other, seat, turn, memory, is_compiled=trial.is_compiled)
        trial.expect(decision, found, f"the policy `{name}` must not use, nor remember, what its seat cannot see")


def _expect_same_sight(trial: GameTrial, name: str, seat: int) -> None:
    """Follow a policy through its own match against random moves."""
    game, desk, state, memory = trial.game, PolicyRecords(trial), trial.start(1), b""
    belief = belief_of(game, start_of(trial, state, seat), state)
    reads_views = game.modules.find("search.imagine", "Belief", None) is not None
    for turn in range(1, FOLLOWED_TURNS + 1):
        if game.outcome(state) is not None:
            return
        trial.at(1, turn, seat)
        others = [redrawn_by(trial, state, seat, draw) for draw in range(DRAWS)]
        if reads_views:
            belief.see(game.view(state, seat))
            others.append(belief.imagine(turn))
        decision = desk.decide(name, state, seat, turn, memory)
        if trial.is_compiled:
            compiled = desk.decide(name, state, seat, turn, memory, is_compiled=True)
            trial.expect(decision, compiled, f"compiled and interpreted `{name}` differ; {SAME_SOURCE}")
        _expect_same_decisions(trial, name, decision, others, seat, turn, memory)
        memory = decision.memory
        moves = [desk.draw(state, other, turn) for other in range(state.seats)]
        moves[seat] = game.sent(state, seat, decision.move)
        game.step(state, moves)
