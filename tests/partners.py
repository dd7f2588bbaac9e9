"""Matches of a built-in bot against itself, beside the rule that plays its moves for learners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from lanista.engine import Generator, loops, over_all, zeros
from lanista.engine.native import native
from lanista.game import BotStart, Game, take_move


def moves_of_bot_and_partner(
    game: Game[Any, Any, Any], name: str, ruleset: str, turns: int, *, seed: int = 1, map: str = ""
) -> Iterator[tuple[str, str]]:
    """What the bot plays in every turn of a match for two, and what its partner plays in the same state."""
    config = game.configure(ruleset)
    state = game.start(config, seed, 2, map)
    fixed = [msgspec.json.decode(game.fixed_json(state, seat) or b"null") for seat in range(2)]
    starts = [BotStart(seat, 2, ruleset, config, seed, fixed[seat]) for seat in range(2)]
    bots = [game.modules.get(f"bots.{name}").Bot(start) for start in starts]
    choose = native(state.rules).loop(loops.policy_moves, f"{name}_bot")
    given, work = zeros(state.rules.move, 2).reshape(1, 2), zeros(state.rules.work).reshape(1, 1)
    for _ in range(turns):
        if game.outcome(state) is not None:
            return
        texts = [bots[seat].move(game.view(state, seat)) for seat in range(2)]
        for seat in range(2):
            choose(state.data, state.fixed, np.zeros(1, np.int64), zeros(Generator), work, given, seat)
            record = over_all(state.rules.move, given.ravel())[seat]
            yield texts[seat], game.write(take_move(type(game.missing), record))
        game.step(state, [game.read(state, seat, texts[seat]) for seat in range(2)])
