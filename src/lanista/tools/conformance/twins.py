"""Interpreted and compiled rules, side by side: the same bytes, answers and batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanista.engine import Generator, State, over_all, rand_below, zeros
from lanista.engine.batch import Batch
from lanista.engine.native import native
from lanista.engine.playouts import step_native
from lanista.game import Game, put_moves, take_move
from lanista.tools.conformance.play import RandomPlay, match, samples, walk
from lanista.tools.conformance.probe import probe
from lanista.tools.conformance.trial import GameTrial

SAMPLES = 80
LAST_TURNS = 12  # a batch starts this many turns before an end, so that its matches restart
STARTS = 3
MATCHES = 5
SAME_SOURCE = "use signed whole numbers that fit their fields, and read before writing what is moved or exchanged"


def compiled_rules_give_the_same_bytes(trial: GameTrial) -> None:
    """Interpreted and compiled steps give the same bytes after every turn of random play."""
    rules = trial.game.rules
    moves, work = zeros(rules.move, trial.seats), zeros(rules.work)
    records = over_all(rules.move, moves)
    twin = None
    for moment in walk(trial, trial.turns):
        if twin is None or moment.turn == 1:
            twin = moment.state.clone()
        trial.expect_same(moment.state, twin, SAME_SOURCE)
        put_moves(records, moment.moves)
        step_native(twin, moves, work)


def compiled_rules_give_the_same_answers(trial: GameTrial) -> None:
    """Legal actions, decoded actions, random moves and actions, observations, rewards and ends agree."""
    for moment in samples(trial, SAMPLES):
        interpreted = _interpreted_answers(trial.game, moment.state, moment.turn)
        for name, answer in _compiled_answers(trial.game, moment.state, moment.turn).items():
            trial.expect(interpreted[name], answer, f"compiled and interpreted `{name}` differ; {SAME_SOURCE}")
        trial.expect(interpreted["legal"], interpreted["mask"], "`mask` must say the same as `legal`")
        for seat, action in enumerate(interpreted["random_action"]):
            if not interpreted["legal"][seat][action]:
                trial.fail("a legal action", action, f"`random_action` of seat {seat}")


def _interpreted_answers(game: Game[Any, Any, Any], state: State[Any, Any], seed: int) -> dict[str, Any]:
    seats, play = range(state.seats), RandomPlay(game, seed)
    drawn = [(tuple(play.legal(state, seat)), play.action(state, seat)) for seat in seats]
    return {
        "legal": [game.legal(state, seat).tolist() for seat in seats],
        "decode": [tuple(game.learning.decode(state, seat, a)) for seat in seats for a in range(game.actions)],
        "mask": [game.learning.mask(state, seat).tolist() for seat in seats],
        "random_move": [move for move, _ in drawn],
        "random_action": [action for _, action in drawn],
        "generator": play.generator.position,
        "observe": [game.observe(state, seat).tolist() for seat in seats],
        "reward": [game.rules.reward(state.record, state.const, seat) for seat in seats],
        "is_over": int(game.rules.is_over(state.record, state.const)),
    }


def _compiled_answers(game: Game[Any, Any, Any], state: State[Any, Any], seed: int) -> dict[str, Any]:
    rules, seats, move = game.rules, state.seats, type(game.missing)
    generators, drawn = zeros(Generator), zeros(rules.move, seats)
    generators["position"] = RandomPlay(game, seed).generator.position
    masks, flags = np.zeros((2, seats, rules.actions), dtype=np.bool_)
    chosen = np.zeros(seats, dtype=np.int64)
    decoded = zeros(rules.move, seats * rules.actions).reshape(seats, rules.actions)
    rows = np.zeros((seats, *rules.observation), dtype=np.int16)
    results = np.zeros(seats + 1, dtype=np.int64)
    native(rules).loop(probe)(
        state.data, state.fixed, generators, masks, flags, decoded, drawn, chosen, rows, results
    )
    return {
        "legal": masks.tolist(),
        "mask": flags.tolist(),
        "decode": [tuple(take_move(move, record)) for record in over_all(rules.move, decoded.ravel())],
        "random_move": [tuple(take_move(move, record)) for record in over_all(rules.move, drawn)],
        "random_action": chosen.tolist(),
        "generator": int(generators["position"][0]),
        "observe": rows.tolist(),
        "reward": results[:seats].tolist(),
        "is_over": int(results[seats]),
    }


def batches_equal_single_matches(trial: GameTrial) -> None:
    """A batch equals its matches played singly: states, ends, rewards, observations and restarts."""
    starts = [_near_the_end(trial, seed) for seed in range(1, STARTS + 1)]
    batch, learner = Batch(starts, MATCHES), Batch(starts, MATCHES, observations="int16", masks="bytes")
    singles = [starts[i % STARTS].clone() for i in range(MATCHES)]
    dice = RandomPlay(trial.game, 1)
    for turn in range(1, max(2, trial.turns // MATCHES)):
        trial.at(turn=turn)
        actions = _some_actions(batch, dice, turn)
        batch.step(actions)
        learner.step(actions)
        observed = batch.observe()
        _expect_same_batches(trial, batch, learner)
        for i in range(MATCHES):
            singles[i] = _follow(trial, batch, i, singles[i], actions[i], starts)
            for seat in trial.some_seats(turn):
                row = trial.game.observe(singles[i], seat)
                trial.expect(row.tolist(), observed[i, seat].tolist(), f"observation {seat} of match {i} differs")
                legal = trial.game.legal(singles[i], seat)
                trial.expect(legal.tolist(), learner.masks[i, seat].tolist(), f"mask {seat} of match {i} differs")
    if not batch.resets.any():
        trial.report(f"{trial}: no match of the batch ended, so restarts were NOT checked")


def _expect_same_batches(trial: GameTrial, plain: Batch, learner: Batch) -> None:
    """Compare a batch that writes observations while it steps with one that does not."""
    for name in ("states", "rewards", "done", "lengths", "resets", "observations"):
        mine, theirs = getattr(plain, name), getattr(learner, name)
        trial.expect(mine.tobytes(), theirs.tobytes(), f"`{name}` of a batch for learners must be the same")


def _near_the_end(trial: GameTrial, seed: int) -> State[Any, Any]:
    """A state a few turns before the end of a random match."""
    limit = trial.game.max_turns(trial.start(seed))
    states = [moment.state.clone() for moment in match(trial, seed, limit)]
    return states[-LAST_TURNS:][0]


def _some_actions(batch: Batch, dice: RandomPlay, turn: int) -> Any:
    """Legal actions, about one in four replaced by any action."""
    actions = batch.draw_actions(turn)
    for index in np.ndindex(actions.shape):
        if rand_below(dice.generator, 4) == 0:
            actions[index] = rand_below(dice.generator, batch.rules.actions)
    return actions


def _follow(
    trial: GameTrial, batch: Batch, i: int, single: State[Any, Any], actions: Any, starts: list[State[Any, Any]]
) -> State[Any, Any]:
    """Step a single match as the batch did, compare, and restart it as the batch did."""
    game = trial.game
    game.step(single, [game.learning.decode(single, seat, int(action)) for seat, action in enumerate(actions)])
    over = game.outcome(single) is not None
    rewards = [
        game.rules.reward(single.record, single.const, s) / 1000 if over else 0.0 for s in range(trial.seats)
    ]
    trial.expect(over, bool(batch.done[i]), f"`done` of match {i}: `is_over` and `outcome` must agree")
    trial.expect(
        np.array(rewards, dtype=np.float32).tolist(), batch.rewards[i].tolist(), f"rewards of match {i} differ"
    )
    mine = batch.states[i].tobytes()
    if not over:
        trial.expect_same(single, _with_bytes(single, mine), f"match {i} of the batch; {SAME_SOURCE}")
        return single
    start = next((start for start in starts if start.bytes() == mine), None)
    if start is None:
        trial.fail("one of the starts", f"match {i} restarts from another state", "see `lanista.engine.batch`")
    return start.clone()


def _with_bytes(like: State[Any, Any], raw: bytes) -> State[Any, Any]:
    state = like.clone()
    state.record.raw[:] = raw
    return state
