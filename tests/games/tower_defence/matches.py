"""Matches played by texts, interpreted and compiled side by side, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lanista.engine import Records, State, over, zeros
from lanista.engine.playouts import step_native
from lanista.game import BotStart, Played, put_moves
from lanista.game.policy_bot import PolicyBot
from lanista.games.tower_defence import rules
from lanista.games.tower_defence.contest import recordings
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.moves import Move
from lanista.games.tower_defence.state import CELLS, SEATS, WIDTH, Battle, Building, Config, Order, Work

FOLDER = Path(__file__).parents[2] / "traces" / "tower_defence"

Moment = State[Battle, Config]

RULESETS = ["standard", "classic", "extended"]
SCRIPT: list[Any] = [["1,3,2", "0,0,2"], 4, ["2,1,1", "3,2,0"], 3]  # every kind of building that all rulesets have
LETTERS = {"D": Building.DEFENSE, "A": Building.ATTACK, "E": Building.ENERGY, "T": Building.TESLA}


def begin(ruleset: str = "standard", changes: Mapping[str, int] | None = None) -> Moment:
    """The first state of a match."""
    return TOWER_DEFENCE.start(TOWER_DEFENCE.configure(ruleset, changes), 0)


def board(*rows: str, energy: int, ruleset: str = "standard", missiles: int = 0) -> Moment:
    """A board with these buildings, A's energy, and missiles of B in the first row."""
    state = begin(ruleset)
    battle, config, work = state.record, state.const, over(Work, zeros(Work).view(np.uint8))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in LETTERS:
                cell = y * WIDTH + x
                rules.build(battle, config, work, rules.owner_of(config, cell), LETTERS[letter], cell)
    for i in range(missiles):
        battle.missiles[i] = CELLS + config.width - 1
    battle.n_missiles = missiles
    battle.players[0].energy = energy
    return state


def play(state: Moment, *texts: str) -> None:
    """Play one round interpreted; the compiled rules must give the same bytes, and all invariants hold."""
    moves = [recordings.read_move(TOWER_DEFENCE, state, seat, text) for seat, text in enumerate(texts)]
    twin = state.clone()
    TOWER_DEFENCE.step(state, moves)
    step_compiled(twin, moves)
    assert twin.bytes() == state.bytes(), "interpreted and compiled rules differ"
    assert list(TOWER_DEFENCE.broken_invariants(state)) == []


def step_compiled(state: Moment, moves: list[Move]) -> None:
    """Play one round by the compiled rules."""
    records = zeros(Order, SEATS)
    size = Order.dtype.itemsize  # type: ignore[attr-defined]
    put_moves(Records(over(Order, records.view(np.uint8), size * seat) for seat in range(SEATS)), moves)
    step_native(state, records, zeros(Work))


def played(script: list[Any], ruleset: str = "standard", changes: Mapping[str, int] | None = None) -> Moment:
    """The state after a script of rounds."""
    state = begin(ruleset, changes)
    for texts in rounds_of(script):
        play(state, *texts)
    return state


def next_round(state: Moment, *texts: str) -> Played:
    """Play a round interpreted: the state before it, and the moves."""
    before = state.clone()
    orders = enumerate(texts or ("", ""))
    moves = [recordings.read_move(TOWER_DEFENCE, state, seat, text) for seat, text in orders]
    TOWER_DEFENCE.step(state, moves)
    return Played(before, moves)


def rounds_of(script: list[Any]) -> Iterator[tuple[str, str]]:
    """A script round by round: [a, b], or a number of rounds without orders, or [number, a, b]."""
    for entry in script:
        if isinstance(entry, int):
            yield from [("", "")] * entry
        else:
            *count, a, b = entry
            yield from [(a, b)] * (count[0] if count else 1)


def facts_of(state: Moment) -> dict[str, Any]:
    """A state in the form of the specification's scenarios (section 10)."""
    moment = recordings.moment_of(state)
    facts = {f"{name}.{key}": value for name, of in moment["players"].items() for key, value in of.items()}
    return {
        **facts,
        "buildings": [[x, y, kind[0], *rest] for x, y, kind, *rest in moment["buildings"]],
        "missiles": [missile[:3] for missile in moment["missiles"]],
        "tesla_hits": moment.get("tesla_hits"),
        "curtain_hits": moment.get("curtain_hits"),
    }


def duel(ruleset: str, *names: str, seed: int = 1, changes: dict[str, int] | None = None) -> Moment:
    """The end of a match of built-in bots; every order must be legal."""
    config = TOWER_DEFENCE.configure(ruleset, changes)
    state = TOWER_DEFENCE.start(config, seed)
    starts = [BotStart(seat, 2, ruleset, config, 2 * seed + seat) for seat in range(2)]
    bots = [PolicyBot(TOWER_DEFENCE, start, name) for name, start in zip(names, starts, strict=True)]
    while TOWER_DEFENCE.outcome(state) is None:
        texts = [bot.move(TOWER_DEFENCE.view(state, seat)) for seat, bot in enumerate(bots)]
        TOWER_DEFENCE.step(state, [TOWER_DEFENCE.read(state, seat, text) for seat, text in enumerate(texts)])
    return state
