"""Targets: the move texts of every installed game."""

from __future__ import annotations

import random
import zlib
from functools import cache, partial
from typing import Any

from lanista.engine import State
from lanista.game import Game, InvalidMove, game_names, get_game
from lanista.tools.conformance.play import RandomPlay
from tests.fuzz.mutations import mutate_json_text
from tests.fuzz.target import Finding, Target, expect_plain

TURNS = (0, 12)  # played before the texts are read
MAX_REASON = 700  # up to 200 characters of the input, and all that was expected
WRITTEN = [
    b"USE_TWEET 4 700", b"turn left;", b"1,2,0", b"0,0,3,,", b"No Command", b"FIRE POSITIONAL 14 3 @2",
    b"RIGHT@1 UP@2", b'{"action":"Fire","aiming":"Positional","position":{"x":14,"y":3}}',
    b'{"action":"Move","direction":"Forward"}',
    b'{"action":"Scan","type":"Mono","orientation":"South-West"}', b'{"botId":"a","action":3}', b'{"Action":"UP"}',
]  # fmt: skip


@cache
def states(name: str) -> list[State[Any, Any]]:
    """The start and a later state under each ruleset."""
    game, found = get_game(name), []
    for ruleset in game.rulesets:
        for turns in TURNS:
            state, dice = game.start(game.configure(ruleset), 1, game.default_seats), RandomPlay(game, 1)
            for _ in range(turns):
                game.step(state, [dice.legal(state, seat) for seat in range(state.seats)])
            found.append(state)
    return found


def read(name: str, data: bytes) -> None:
    """Read a text in every state; some of the moves are played as well."""
    game, text = get_game(name), data.decode(errors="surrogateescape")
    digest = zlib.crc32(data)
    for number, state in enumerate(states(name)):
        move = judged(game, state, text)
        if digest % (8 * len(states(name))) == number:
            game.step(state.clone(), [move, *[game.missing] * (state.seats - 1)])


def judged(game: Game[Any, Any, Any], state: State[Any, Any], text: str) -> Any:
    """The move of a text, or the one played instead of a refused one."""
    try:
        move = game.read(state, 0, text)
    except InvalidMove as error:
        expect_plain(error.reason, MAX_REASON)
        return error.move
    if game.read(state, 0, game.write(move)) != move:
        raise Finding(f"{text!r} is read as {move}, which is not read again from {game.write(move)!r}")
    return move


def texts(name: str) -> list[bytes]:
    """Moves as the contests' bots and people write them, and some of the game's flat actions."""
    game, state, rng = get_game(name), states(name)[0], random.Random(1)
    actions = [game.learning.decode(state, 0, rng.randrange(game.actions)) for _ in range(12)]
    return [*dict.fromkeys(game.write(move).encode() for move in actions), *WRITTEN]


TARGETS = [
    Target(
        f"moves.{name}", partial(read, name), partial(texts, name), mutate_json_text, refuses=(), max_bytes=1000
    )
    for name in game_names()
]
