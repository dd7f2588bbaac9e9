"""Whatever a bot sends is read as a move or refused with InvalidMove, in every installed game."""

from __future__ import annotations

import json
import random
from typing import Any

from lanista.bots.protocol.lines import move_text
from lanista.engine import State
from lanista.game import Game, InvalidMove, game_names, get_game
from tests.fuzz.mutations import FRAGMENTS, VALUES, cases, mutate_bytes, mutate_json
from tests.rows import every_row

CASES = [(name, ruleset) for name in game_names() for ruleset in get_game(name).rulesets]
MAX_REASON = 700  # up to 200 characters of the input, and all that was expected

# Moves as the contests' bots and people write them; others are generated from each game's actions.
TEXTS = [
    "",
    "USE_TWEET 4 700",
    "turn left;",
    "1,2,0",
    "0,0,3,,",
    "No Command",
    "FIRE POSITIONAL 14 3 @2",
    "RIGHT@1 UP@2",
]
OBJECTS: list[dict[str, Any]] = [
    {"action": "Fire", "aiming": "Positional", "position": {"x": 14, "y": 3}},
    {"action": "Scan", "type": "Mono", "orientation": "South-West"},
    {"action": "Move", "direction": "Forward"},
    {"botId": "a", "action": 3},
    {"Action": "UP"},
]


def start(name: str, ruleset: str) -> tuple[Game[Any, Any, Any], State[Any, Any]]:
    """A game and its first state."""
    game = get_game(name)
    return game, game.start(game.configure(ruleset), 1, game.default_seats)


def texts_of(game: Game[Any, Any, Any], state: State[Any, Any]) -> list[str]:
    """Some of a game's moves as text."""
    rng = random.Random(1)
    return [game.write(game.learning.decode(state, 0, rng.randrange(game.actions))) for _ in range(20)]


def expect_plain(reason: str) -> None:
    """A reason is one line, short and without control characters."""
    assert 0 < len(reason) <= MAX_REASON, reason
    assert reason.isprintable(), repr(reason)


def judge(game: Game[Any, Any, Any], state: State[Any, Any], text: str) -> Any:
    """Read a text as the referee does; a refusal has a short reason and a playable move."""
    try:
        move = game.read(state, 0, text)
    except InvalidMove as error:
        expect_plain(error.reason)
        return error.move
    assert game.read(state, 0, game.write(move)) == move
    return move


@every_row(("name", "ruleset"), CASES)
def test_mutated_moves(name: str, ruleset: str) -> None:
    game, state = start(name, ruleset)
    known = [*texts_of(game, state), *TEXTS]
    for rng in cases(150, "moves", name, ruleset):
        data = mutate_bytes(rng, rng.choice(known).encode())
        text = data.decode(errors=rng.choice(["replace", "surrogateescape"]))
        move = judge(game, state, text)
        if rng.randrange(10) == 0:
            game.step(state.clone(), [move, *[game.missing] * (state.seats - 1)])


@every_row(("name", "ruleset"), CASES)
def test_mutated_objects(name: str, ruleset: str) -> None:
    """Moves as JSON objects, mutated as values and as text."""
    game, state = start(name, ruleset)
    for rng in cases(100, "objects", name, ruleset):
        value = mutate_json(rng, rng.choice(OBJECTS))
        judge(game, state, move_text(value))
        text = mutate_bytes(rng, json.dumps(value).encode())
        judge(game, state, text.decode(errors="replace"))


@every_row(("name", "ruleset"), CASES)
def test_fragments_that_broke_parsers_before(name: str, ruleset: str) -> None:
    game, state = start(name, ruleset)
    zeros = "0" * 5000
    deep = '{"action":' + "[" * 996 + "]" * 996 + "}"
    for text in (f"USE_TWEET {zeros}1 5", f"{zeros}1,1,0", f"FIRE POSITIONAL {zeros}1 1", f"UP@{zeros}1", deep):
        judge(game, state, text)
    for fragment in FRAGMENTS:
        judge(game, state, fragment.decode(errors="replace"))
    for value in VALUES:
        judge(game, state, move_text(value))
