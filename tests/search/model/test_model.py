"""The model plays by the rules of the referee, from views or states."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from lanista.core.errors import InputError
from lanista.engine.native import available
from lanista.game import Game, get_game
from lanista.search.model import Model
from lanista.search.model import model as models
from tests.coins import COINS
from tests.sixth_game.game import FRUIT

pytestmark = [
    pytest.mark.compiles,
    pytest.mark.skipif(not available(), reason="needs a C compiler"),
]
GAMES: dict[str, Game[Any, Any, Any]] = {"coins": COINS, "fruit": FRUIT, "tanks": get_game("tanks")}
TURNS = 12


def start_message(game: Game[Any, Any, Any], seat: int = 0, seats: int | None = None) -> dict[str, Any]:
    """The start message of a bot."""
    config = game.configure()
    fixed = game.fixed_json(game.start(config, 3, seats), seat)
    return {
        "type": "start",
        "game": game.name,
        "seat": seat,
        "seats": game.default_seats if seats is None else seats,
        "config": dict(config),
        "map": msgspec.json.decode(fixed) if fixed else None,
    }


def seen(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the future, which default views show but nobody may foresee."""
    return {name: value for name, value in view.items() if name != "generator"}


@pytest.fixture
def fruit() -> Model:
    return Model(FRUIT)


# Turns


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("as_text", [False, True], ids=["flat actions", "texts"])
def test_turns_are_those_of_the_referee(name: str, as_text: bool) -> None:
    game, model, rng = GAMES[name], Model(GAMES[name]), np.random.default_rng(1)
    state = game.start(game.configure(), 5)
    handle = model.load_state(game.dump(state))
    for _ in range(TURNS):
        chosen = [rng.choice(np.flatnonzero(game.legal(state, seat))) for seat in range(state.seats)]
        moves = [game.learning.decode(state, seat, int(action)) for seat, action in enumerate(chosen)]
        texts = [game.write(move) for move in moves]
        stepped = model.step([handle], [[texts if as_text else [int(action) for action in chosen]]])
        game.step(state, moves)
        assert stepped.played.tolist() == [1]
        assert model.dump(handle) == game.dump(state)


def test_many_states_and_turns_at_once(fruit: Model) -> None:
    one, two = fruit.new(1), fruit.new(2)
    moves = np.random.default_rng(1).integers(FRUIT.actions, size=(2, 5, 2), dtype=np.int32)
    copies = fruit.clone([one, two])
    fruit.step([one, two], moves)
    for turn in range(5):
        fruit.step(copies, moves[:, turn : turn + 1])
    assert [fruit.dump(state) for state in copies] == [fruit.dump(state) for state in (one, two)]


def test_a_match_that_is_over_stays_as_it_is() -> None:
    model = Model(FRUIT, changes={"max_turns": 3})
    handle = model.new(1)
    stepped = model.step([handle], [[[0, 0]] * 5])
    assert (stepped.played.tolist(), stepped.over.tolist()) == ([3], [True])
    outcome = model.outcome(handle)
    assert outcome is not None
    assert model.value([handle]).tolist() == [[{1: 1.0, 2: -1.0}[place] for place in outcome.rule_ranks]] or (
        outcome.rule_ranks == (1, 1) and model.value([handle]).tolist() == [[0.0, 0.0]]
    )


def test_the_policy_plays_what_is_left_to_it() -> None:
    model = Model("tanks")
    handle = model.new(1, 3)
    model.step([handle], [[["IDLE", None, -1]]])
    assert model.game.turn(model.game.load(model.dump(handle))) == 2


@pytest.mark.parametrize("name", GAMES)
def test_legal_moves_are_those_of_the_game(name: str) -> None:
    game, model = GAMES[name], Model(GAMES[name])
    handle, state = model.new(4), game.start(game.configure(), 4)
    found = model.legal(handle, 1)
    assert [move.action for move in found] == np.flatnonzero(game.legal(state, 1)).tolist()
    assert [move.text for move in found] == [
        game.write(game.learning.decode(state, 1, move.action)) for move in found
    ]


def test_proposals_can_be_played() -> None:
    game, model = GAMES["tanks"], Model("tanks")
    handle, state = model.new(4), game.start(game.configure(), 4)
    proposed = model.propose(handle, 0, 5)
    assert 1 < len(proposed) <= 5
    assert len(set(proposed)) == len(proposed)
    for proposal in proposed:
        game.read(state, 0, proposal.sent)
        assert proposal.move == proposal.sent


# Estimates


def test_playouts_are_reproducible() -> None:
    def estimate(seed: int | None) -> list[Any]:
        model = Model(COINS)
        handles = model.clone([model.new(3)], 4)
        found = model.playouts(handles, 20, turns=9, wild=1000, seed=seed)
        assert found.turns == 4 * 20 * 9
        assert found.means.shape == (4, 2)
        means: list[Any] = found.means.tolist()
        return means

    assert estimate(1) == estimate(1) != estimate(2)
    assert estimate(None) == estimate(None)


def test_a_playout_without_turns_is_the_value(fruit: Model) -> None:
    handle = fruit.new(1)
    assert fruit.playouts([handle], 3, turns=0).means.tolist() == fruit.value([handle]).tolist()


def test_the_best_move_is_legal(fruit: Model) -> None:
    handle = fruit.new(1)
    thought = fruit.best([handle], 0, playouts=50)
    assert thought.text in [move.text for move in fruit.legal(handle, 0)]
    assert thought.playouts == 50
    assert 0.0 <= thought.win <= 1.0


# Views


@pytest.mark.parametrize("name", ["fruit", "tanks"])
def test_views_are_loaded(name: str) -> None:
    game = GAMES[name]
    model = Model(start_message(game, 1)) if name == "tanks" else Model(game)
    model.begin(start_message(game, 1))
    state = game.start(game.configure(), 3)
    for _ in range(3):
        model.see(game.view(state, 1))
        game.step(state, [game.missing] * state.seats)
    view = game.view(state, 1)
    worlds = model.load(view, 3)
    assert [seen(model.view(world, 1)) for world in worlds] == [seen(view)] * 3
    assert model.step(worlds, [[[None] * state.seats]] * 3).played.tolist() == [1, 1, 1]


def test_the_next_match_frees_all_states(fruit: Model) -> None:
    fruit.begin(start_message(FRUIT))
    old = fruit.load(FRUIT.view(FRUIT.start(FRUIT.configure(), 3), 0))
    fruit.begin(start_message(FRUIT, 1))
    new = fruit.load(FRUIT.view(FRUIT.start(FRUIT.configure(), 3), 1))
    assert not set(old) & set(new)
    with pytest.raises(InputError, match="there is no state"):
        fruit.clone(old)


# What is refused

WRONG_MOVES = [
    ([[["NO", "NO"]]], r"moves\[0\]\[0\]\[0\]: unknown move 'NO'"),
    ([[[0, 99]]], r"moves\[0\]\[0\]\[1\]: expected a flat action from 0 to 2, .*; got 99"),
    ([[[0, -2]]], r"moves\[0\]\[0\]\[1\]: expected a flat action"),
    ([[[None, -2]]], r"moves\[0\]\[0\]\[1\]: expected a flat action"),
    ([[[None, True]]], r"moves\[0\]\[0\]\[1\]: .* got True"),
    ([[[0.5, 0]]], r"moves\[0\]\[0\]\[0\]: .* got 0.5"),
    ([[[0, 0]], [[0, 0]]], "one list for each of 1 states"),
    ([[[0, 0, 0]]], "the moves of 2 seats"),
    ([[[0, None], [0]]], r"got \[0\] at moves\[0\]\[1\]"),
    ([[0, 1]], "the moves of 2 seats"),
    ("LEFT", "one list for each of 1 states"),
    (["LEFT"], r"got 'L' at moves\[0\]\[0\]|the moves of 2 seats"),
    ([[[0, 0], ["LEFT", 0]]], "so only in its first turn"),
]


@pytest.mark.parametrize(("moves", "message"), WRONG_MOVES)
def test_wrong_moves(fruit: Model, moves: Any, message: str) -> None:
    handle = fruit.new(1)
    before = fruit.dump(handle)
    with pytest.raises(InputError, match=message):
        fruit.step([handle], moves)
    assert fruit.dump(handle) == before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m, h: m.load({}), "give the bot's start message first"),
        (
            lambda m, h: m.begin({"game": "chess"}),
            "start: expected the start message .*missing required field `seat`",
        ),
        (lambda m, h: m.begin({**start_message(FRUIT), "game": "chess"}), "a match of fruit, got one of 'chess'"),
        (lambda m, h: m.begin({**start_message(FRUIT), "seat": 2}), "a seat from 0 to 1, got 2"),
        (lambda m, h: m.begin({**start_message(FRUIT), "seats": 9}), "got 9 seats"),
        (lambda m, h: m.begin({**start_message(FRUIT), "config": {"speed": 1}}), "has no setting 'speed'"),
        (lambda m, h: (m.begin(start_message(FRUIT)), m.load({"cells": []})), "view: Missing field"),
        (lambda m, h: m.load_state({"state": {}}), "Expected an object"),
        (lambda m, h: m.legal(h, 2), "a seat from 0 to 1, got 2"),
        (lambda m, h: m.view(h, -1), "a seat from 0 to 1, got -1"),
        (lambda m, h: m.propose(h, 0, 0), "count: expected a whole number from 1, got 0"),
        (lambda m, h: m.playouts([h], policy="clever"), "has no policy 'clever'; it has: random"),
        (lambda m, h: m.playouts([h], 10**6, turns=10**6), "at most 1,000,000 turns in one call"),
        (lambda m, h: m.playouts([h], wild=1001), "wild from 0 to 1000"),
        (lambda m, h: m.best([h], 0), "either `ms` or `playouts`"),
        (lambda m, h: m.best([h], 0, ms=10**9), "at most 60000"),
        (lambda m, h: m.best([h], ms=1), "give the bot's start message first"),
    ],
)
def test_what_is_refused(fruit: Model, call: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call(fruit, fruit.new(1))


def test_views_that_are_none_of_the_game() -> None:
    model = Model(start_message(GAMES["tanks"]))
    with pytest.raises(InputError, match="view: it is not as a bot of this game receives it"):
        model.load({"turn": []})


def test_worlds_are_limited(fruit: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "MAX_WORLDS", 4)
    fruit.begin(start_message(FRUIT))
    with pytest.raises(InputError, match="count: expected at most 4 states, got 5"):
        fruit.load(FRUIT.view(FRUIT.start(FRUIT.configure(), 3), 0), 5)
