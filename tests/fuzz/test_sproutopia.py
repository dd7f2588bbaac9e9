"""Sproutopia's inputs: moves as text, states as JSON, and recordings; only LanistaError is raised."""

from __future__ import annotations

import contextlib
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lanista.core.errors import LanistaError
from lanista.game import InvalidMove
from lanista.game.conform import ConformTally, Differs, read_lines
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import Move
from tests.fuzz.mutations import cases, mutate_bytes, mutate_json
from tests.games.sproutopia.positions import Position, position, run
from tests.rows import every_row

TRACES = Path(__file__).parents[1] / "traces" / "sproutopia"
TEXTS = [
    "IDLE", "RIGHT", "UP LEFT DOWN", "UP@3 LEFT@127", " ".join(["UP", "LEFT"] * 100), '{"action":4,"botId":"x"}',
    '{"Action":"left"}', '{"action":' + "0" * 5000 + "1}", '{"action":' + "9" * 5000 + "}", "UP@" + "0" * 5000,
    "UP@\u0663", '{"action":1e999}', '{"action":"\u0131dle"}', '{"action":' + "[" * 3000 + "]" * 3000 + "}",
    '{"\ud800":1}', '{"a' + "\u00df" * 50 + '":1}', "UP\u2028LEFT", "UP\x1cLEFT", "\ufb01",
    '{"action":' + "[" * 900 + "1e999" + "]" * 900 + "}",
]  # fmt: skip


def sound() -> Position:
    """A trail, items, a weed, a queue and ranks."""
    weeds = [{"cells": [[4, 4], [4, 5]], "super": 5}]
    state = position(items=[[6, 1, 2], [7, 2, 4]], weeds=weeds, changes={"ranks_in_moves": 1})
    return run(state, "RIGHT RIGHT DOWN LEFT/UP").state


def read(state: Position, text: str) -> Move:
    """The move of a text; for a refused one, the move played instead."""
    try:
        return SPROUTOPIA.read(state, 0, text)
    except InvalidMove as error:
        refused = error
    assert len(refused.reason) < 200, "reasons quote only a short piece of the input"
    assert refused.reason.isprintable()
    move: Move = refused.move
    return move


def expect_read(state: Position, text: str) -> None:
    """A text is read or refused; its move can be written, read again and played."""
    move = read(state, text)
    assert read(state, SPROUTOPIA.write(move)) == move
    SPROUTOPIA.step(state.clone(), [move, Move.of([])])


@every_row("text", TEXTS, ids=range(len(TEXTS)))
def test_texts_that_broke_parsers_before(text: str) -> None:
    expect_read(sound(), text)


def test_mutated_moves_are_read_or_refused() -> None:
    state = sound()
    for rng in cases(400, "sproutopia moves"):
        text = rng.choice(TEXTS).encode(errors="replace")
        expect_read(
            state, mutate_bytes(rng, text).decode(errors=rng.choice(["replace", "ignore", "surrogateescape"]))
        )


def test_mutated_json_moves_are_read_or_refused() -> None:
    state = sound()
    for rng in cases(200, "sproutopia json moves"):
        command = mutate_json(rng, {"action": rng.choice([1, 4, "LEFT"]), "botId": "x"})
        expect_read(state, json_text(command))


def json_text(value: Any) -> str:
    """A value as JSON, including integers longer than `str` allows."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(str(k))}:{json_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    return json.dumps(value)


# Whole states


def test_mutated_states_are_loaded_or_refused() -> None:
    state = sound()
    dump = SPROUTOPIA.dump(state)
    for rng in cases(60, "sproutopia states"):
        try:
            loaded = SPROUTOPIA.load(mutate_json(rng, dump))
        except LanistaError:
            continue
        SPROUTOPIA.step(loaded, [SPROUTOPIA.missing] * loaded.seats)


# Recordings


@cache
def recorded(name: str, lines: int) -> tuple[bytes, ...]:
    """The first lines of a recording."""
    values = [value for _, value in read_lines(TRACES / name)][:lines]
    return tuple(msgspec.json.encode(value) for value in values)


FILES = [("more/p2_0002.jsonl.gz", 3), ("more/scenarios/corner1.jsonl.gz", 1), ("more/edge_0013.jsonl.gz", 2)]


def changed(rng: random.Random) -> bytes:
    """A recording with one mutation, in its JSON or its bytes."""
    lines = list(recorded(*rng.choice(FILES)))
    end = json.dumps({"type": "end", "ticks": len(lines) - 1, "cells": [9, 9], "tbp": [0, 0]}).encode()
    if b'"init"' in lines[0]:
        lines.append(end)
    i = rng.randrange(len(lines))
    if rng.random() < 0.7:
        lines[i] = json_text(mutate_json(rng, json.loads(lines[i]))).encode(errors="replace")
    else:
        lines[i] = mutate_bytes(rng, lines[i])
    return b"\n".join(lines)


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_mutated_recordings_are_compared_or_refused(tmp_path: Path, ruleset: str) -> None:
    path = tmp_path / "changed.jsonl"
    for rng in cases(150, "sproutopia recordings", ruleset):
        path.write_bytes(changed(rng))
        comparison = ConformTally(ruleset)
        comparison.file = path.name
        with contextlib.suppress(LanistaError, Differs):
            SPROUTOPIA.contest.conform(SPROUTOPIA, path, comparison)
