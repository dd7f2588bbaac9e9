"""`Model` in the page holds the same bytes as the rules in Python, whatever is asked of it."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import numpy as np
import pytest

from lanista.engine import Generator, State, over
from lanista.game import Game, game_names, get_game
from tests.games.policies import memory_of
from tests.web.play_js import packed, run, start_of

AnyGame = Game[Any, Any, Any]

TURNS = 30
LOOKS = 10  # turns between two looks at everything, which is slow in Python
SEEDS = (1, 2, 3)

DRIVER = """
const looks = (model) => Array.from({ length: model.seats }, (_, seat) => ({
  legal: model.legal(seat),
  seen: digest(new Uint8Array(model.observe(seat).buffer)),
  moves: rules.layout.policies.map((name) => text(model.policy(name, seat, 99 + seat))),
  redrawn: Object.values(model.redrawn(seat, 77)).map(digest),
}));
answer(asked.matches.map(({ start, turns }) => {
  const model = new Model(rules);
  const { state, const: fixed, seats } = startOf(start);
  model.load(state, fixed, seats);
  return turns.map((actions, turn) => {
    const looked = turn % asked.looks === 0 ? looks(model) : null;
    if (turn % 2) model.step(actions.map((action, seat) => model.decode(seat, action)));
    else {
      actions.forEach((action, seat) => model.setAction(seat, action));
      model.advance();
    }
    const rewards = actions.map((_, seat) => model.reward(seat));
    return { looked, state: digest(model.state), fixed: digest(model.fixed), over: model.isOver(), rewards };
  });
}));
"""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _generator(seed: int) -> Any:
    generator = over(Generator, bytearray(8))
    generator.position = seed
    return generator


def _looks(game: AnyGame, state: State[Any, Any], memories: dict[tuple[str, int], Any]) -> list[dict[str, Any]]:
    return [
        {
            "legal": np.flatnonzero(game.legal(state, seat)).tolist(),
            "seen": _digest(game.observe(state, seat).tobytes()),
            "moves": [
                _policy_move(state, name, seat, memories) for name in dict.fromkeys(["random", *_policies(state)])
            ],
            "redrawn": [_digest(part) for part in _redrawn(state, seat)],
        }
        for seat in range(state.seats)
    ]


def _policies(state: State[Any, Any]) -> list[str]:
    return [policy.__name__ for policy in state.rules.policies]


def _policy_move(state: State[Any, Any], name: str, seat: int, memories: dict[tuple[str, int], Any]) -> str:
    """A policy's move as text; every policy has its own memory at every seat."""
    rules = state.rules
    move, work = bytearray(rules.move.dtype.itemsize), bytearray(rules.work.dtype.itemsize)
    arguments = [state.record, state.const, seat, _generator(99 + seat), over(rules.move, move)]
    if name == "random":
        rules.random_move(*arguments)
    else:
        memory = memories.setdefault((name, seat), memory_of(state, name))
        rules.policy(name)(*arguments, over(rules.work, work), memory)
    return base64.b64encode(bytes(move)).decode()


def _redrawn(state: State[Any, Any], seat: int) -> tuple[bytes, bytes]:
    other: State[Any, Any] = State(state.rules, state.clone().data, state.fixed.copy())
    if state.rules.redraw is not None:
        state.rules.redraw(other.record, other.const, seat, _generator(77))
    return other.bytes(), other.fixed.tobytes()


def _play(game: AnyGame, seed: int) -> tuple[dict[str, Any], list[list[int]], list[dict[str, Any]]]:
    """A match of random flat actions: its start, the actions, and what Python says about every turn."""
    state, random = start_of(game, seed), np.random.default_rng(seed)
    start = packed(state)
    turns: list[list[int]] = []
    expected: list[dict[str, Any]] = []
    memories: dict[tuple[str, int], Any] = {}
    while len(turns) < TURNS and not game.rules.is_over(state.record, state.const):
        looked = _looks(game, state, memories) if len(turns) % LOOKS == 0 else None
        actions = [int(random.choice(np.flatnonzero(game.legal(state, seat)))) for seat in range(state.seats)]
        game.step(state, [game.learning.decode(state, seat, action) for seat, action in enumerate(actions)])
        turns.append(actions)
        rules, record, const = game.rules, state.record, state.const
        expected.append(
            {
                "looked": looked,
                "state": _digest(state.bytes()),
                "fixed": _digest(state.fixed.tobytes()),
                "over": bool(rules.is_over(record, const)),
                "rewards": [int(rules.reward(record, const, seat)) for seat in range(state.seats)],
            }
        )
    return start, turns, expected


@pytest.mark.parametrize("name", game_names())
def test_every_turn_has_the_same_bytes(name):
    game = get_game(name)
    matches = [_play(game, seed) for seed in SEEDS]
    asked = [{"start": start, "turns": turns} for start, turns, _ in matches]
    answers = run(DRIVER, game, start_of(game), matches=asked, looks=LOOKS)
    assert sum(len(turns) for turns in answers) >= TURNS
    for played, (_, _, expected) in zip(answers, matches, strict=True):
        for turn, (page, python) in enumerate(zip(played, expected, strict=True), 1):
            assert page == python, f"turn {turn}"


PLAYOUT = """
const model = new Model(rules);
const { state, const: fixed, seats } = startOf(asked.start);
model.load(state, fixed, seats);
model.keep(1);
model.seed(asked.seed);
const first = model.playout(() => "random", 10);
const after = digest(model.state);
model.restore(1);
const back = digest(model.state) === digest(state);
model.seed(asked.seed);
model.playout(() => "random", 10);
const told = [];
const wrong = [
  () => model.load(state.subarray(1), fixed, seats), () => model.load(state, fixed, 0), () => model.step([]),
  () => model.setMove(0, new Uint8Array(1)), () => model.keep(99), () => model.policy("nobody", 0, 1),
];
for (const attempt of wrong) try { attempt(); } catch (error) { told.push(error.message); }
answer({ first, same: digest(model.state) === after, back, told });
"""


def test_a_playout_is_repeated_by_its_seed_and_wrong_calls_are_refused():
    game = get_game("rampage")
    state = start_of(game)
    answers = run(PLAYOUT, game, state, start=packed(state), seed=2**40 + 3)
    told = answers.pop("told")
    assert answers == {"first": 10, "same": True, "back": True}
    words = (
        "a state of",
        "1 to 64 seats, got 0",
        "2 moves",
        "the move of seat 0",
        "a slot from 0",
        "no policy_nobody",
    )
    assert len(told) == len(words)
    assert all(word in said for word, said in zip(words, told, strict=True)), told
