"""Bots that are rules: valid moves, decided by nothing but what a seat sees and a generator."""

from __future__ import annotations

from typing import Any, NamedTuple

from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.engine.rules import Rule
from lanista.game import InvalidMove, put_moves, take_move
from lanista.testing.play import Moment, redrawn_state, samples
from lanista.testing.trial import Trial

SAMPLES = 25  # those moments at which views are redrawn too
DRAWS = 2


class Decision(NamedTuple):
    """The move that a policy wrote, and how far it advanced the generator."""

    move: Any
    position: int


class Desk:
    """The records that a policy works with: its move, its generator and the scratch space."""

    def __init__(self, trial: Trial) -> None:
        rules = trial.game.rules
        self.kind = type(trial.game.missing)
        self.moves = over_all(rules.move, zeros(rules.move, trial.seats))
        self.work = over(rules.work, zeros(rules.work).view("u1"))
        self.generator = over(Generator, zeros(Generator).view("u1"))

    def decide(self, policy: Rule, state: State[Any, Any], seat: int, seed: int) -> Decision:
        """What a policy plays; its move is written over the last one."""
        self.generator.position = derive(seed, "policy", seat)
        policy(state.record, state.const, seat, self.generator, self.moves[seat], self.work)
        return Decision(take_move(self.kind, self.moves[seat]), self.generator.position)

    def step(self, state: State[Any, Any], moves: list[Any]) -> State[Any, Any]:
        """The state after a turn in the same scratch space."""
        after = state.clone()
        put_moves(self.moves, moves)
        after.rules.step(after.record, self.moves, after.const, self.work)
        return after


def policies_write_valid_moves(trial: Trial) -> None:
    """Every policy writes a whole valid move, the same one again, and leaves the match as it is."""
    for moment in samples(trial, SAMPLES):
        for policy in trial.game.rules.policies:
            for seat in trial.some_seats(moment.turn):
                trial.at(moment.seed, moment.turn, seat)
                _expect_valid(trial, policy, moment, seat)


def _expect_valid(trial: Trial, policy: Rule, moment: Moment, seat: int) -> None:
    name, state, desk = policy.__name__, moment.state, Desk(trial)
    before: State[Any, Any] = State(state.rules, state.clone().data, state.fixed.copy())
    decision = desk.decide(policy, state, seat, moment.turn)
    trial.expect_same(before, state, f"the policy `{name}` must write only into its move and the scratch space")
    _expect_understood(trial, name, state, seat, decision.move)
    after, fresh = (each.step(state, moment.moves) for each in (desk, Desk(trial)))
    trial.expect_same(fresh, after, f"`step` must not depend on what `{name}` left in the scratch space")
    again = desk.decide(policy, state, seat, moment.turn)
    trial.expect(decision, again, f"`{name}` must write every field, and use nothing that an earlier turn left")


def _expect_understood(trial: Trial, name: str, state: State[Any, Any], seat: int, move: Any) -> None:
    text = trial.game.write(move)
    try:
        trial.expect(move, trial.game.read(state, seat, text), f"the policy `{name}` must write what `read` reads")
    except InvalidMove as error:
        trial.fail("a valid move", f"{text!r}: {error.reason}", f"correct the policy `{name}`")


def policies_see_only_what_their_seat_sees(trial: Trial) -> None:
    """When hidden information is redrawn, every policy plays the same move."""
    desk = Desk(trial)
    for moment in samples(trial, SAMPLES):
        for seat in trial.some_seats(moment.turn):
            trial.at(moment.seed, moment.turn, seat)
            redrawn = [redrawn_state(trial, moment, seat, draw) for draw in range(DRAWS)]
            for policy in trial.game.rules.policies:
                decision = desk.decide(policy, moment.state, seat, moment.turn)
                for other in redrawn:
                    advice = f"the policy `{policy.__name__}` must not use what its seat cannot see"
                    trial.expect(decision, desk.decide(policy, other, seat, moment.turn), advice)
