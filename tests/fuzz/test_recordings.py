"""Untrusted recordings, maps and states: whatever they contain, only LanistaError is raised."""

from __future__ import annotations

import gzip
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import LanistaError, LoadError
from lanista.game import Game, find_map, game_names, get_game, map_warnings
from lanista.game.conform import ConformTally, Differs
from lanista.games.rampage.moves import MOVES
from lanista.tools.conformance.play import RandomPlay
from tests.fuzz.mutations import cases, mutate_bytes, mutate_json

TRACES = Path(__file__).parents[1] / "traces"
GAMES = [name for name in game_names() if (TRACES / name).is_dir()]
MAX_BYTES = 60_000  # of the lines replayed per case, so that thousands of cases are feasible
MAX_LINES = 8


@cache
def beginnings(name: str) -> list[list[bytes]]:
    """The first lines, and the last, of some of a game's recordings."""
    found = []
    for path in sorted((TRACES / name).rglob("*.jsonl*")):
        data = path.read_bytes()
        lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
        excerpt = [*lines[: MAX_LINES - 1], *lines[MAX_LINES - 1 :][-1:]]
        if sum(map(len, excerpt)) < MAX_BYTES:
            found.append(excerpt)
    return random.Random(name).sample(found, min(12, len(found)))


def replay(game: Game[Any, Any, Any], path: Path, ruleset: str) -> None:
    """Compare a file; anything but a difference or an error that names the file fails the test."""
    try:
        expect_plain(difference(game, path, ruleset))
    except LoadError as error:
        expect_plain(str(error), str(path))


def difference(game: Game[Any, Any, Any], path: Path, ruleset: str) -> str:
    """The first difference in a recording, or "none"; raises LoadError."""
    comparison = ConformTally(ruleset)
    comparison.file = path.name
    try:
        game.contest.conform(game, path, comparison)
    except Differs as found:
        return str(found)
    return "none"


def expect_plain(message: str, start: str = "") -> None:
    """A message begins with its location and has a bounded length."""
    assert message.startswith(start)
    assert 0 < len(message) < 1500, message


@pytest.mark.parametrize("name", GAMES)
def test_mutated_lines(name: str, tmp_path: Path) -> None:
    """One value of one line is changed."""
    game, path = get_game(name), tmp_path / "changed.jsonl"
    for rng in cases(60, "lines", name):
        lines = list(rng.choice(beginnings(name)))
        at = rng.randrange(len(lines))
        lines[at] = json.dumps(mutate_json(rng, json.loads(lines[at]))).encode()
        path.write_bytes(b"\n".join(lines) + b"\n")
        replay(game, path, rng.choice(list(game.rulesets)))


@pytest.mark.parametrize("name", GAMES)
def test_mutated_bytes(name: str, tmp_path: Path) -> None:
    """Bytes of the text or of the compressed file are changed."""
    game, plain, packed = get_game(name), tmp_path / "changed.jsonl", tmp_path / "changed.jsonl.gz"
    for rng in cases(40, "bytes", name):
        data = b"\n".join(rng.choice(beginnings(name)))
        ruleset = rng.choice(list(game.rulesets))
        plain.write_bytes(mutate_bytes(rng, data))
        replay(game, plain, ruleset)
        packed.write_bytes(mutate_bytes(rng, gzip.compress(data, 1)))
        replay(game, packed, ruleset)


@pytest.mark.parametrize("name", GAMES)
def test_lines_dropped_duplicated_and_shuffled(name: str, tmp_path: Path) -> None:
    game, path = get_game(name), tmp_path / "changed.jsonl"
    for rng in cases(20, "order", name):
        lines = list(rng.choice(beginnings(name)))
        match rng.randrange(3):
            case 0:
                del lines[rng.randrange(len(lines))]
            case 1:
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            case 2:
                rng.shuffle(lines)
        path.write_bytes(b"\n".join(lines) + b"\n")
        replay(game, path, rng.choice(list(game.rulesets)))


# A result file of Rampage names a map beside it


def test_mutated_result_files(tmp_path: Path) -> None:
    game, path = get_game("rampage"), tmp_path / "Results" / "Game-1.json"
    path.parent.mkdir()
    (tmp_path / "map.json").write_text(json.dumps(SMALL_MAP))
    player = {"score": 0, "HP": 2, "shield": 0, "laser": 0, "teleport": 0, "name": "a", "moves": [*MOVES][:8]}
    result = {"winner": 1, "player1": player, "player2": player, "turnNumber": 8, "mapPath": "map.json"}
    for rng in cases(150, "results"):
        data = json.dumps(mutate_json(rng, result)).encode()
        path.write_bytes(mutate_bytes(rng, data) if rng.randrange(2) else data)
        replay(game, path, "classic")


# Maps

SMALL_MAP = {
    "width": 5, "height": 5, "player1X": 0, "player1Y": 1, "player2X": 4, "player2Y": 3, "initialHP": 2,
    "maxTurns": 40, "turrets": [{"x": 2, "y": 2, "fireTime": 1, "cooldownTime": 3}], "laser": [{"x": 0, "y": 4}],
    "shield": [], "teleport": [{"x": 2, "y": 0}], "teleportPad": [{"x": 0, "y": 0}], "walls": [{"x": 1, "y": 2}],
}  # fmt: skip
MAP_TEXTS = ["\n".join(["S" * 12, *["S" + "." * 10 + "S"] * 10, "S" * 12])]


@pytest.mark.parametrize("name", [name for name in game_names() if get_game(name).maps])
def test_mutated_maps(name: str, tmp_path: Path) -> None:
    game, path = get_game(name), tmp_path / "map"
    for rng in cases(100, "maps", name):
        data = json.dumps(mutate_json(rng, SMALL_MAP)).encode()
        if rng.randrange(2):
            data = mutate_bytes(rng, rng.choice([data, *(text.encode() for text in MAP_TEXTS)]))
        path.write_bytes(data)
        try:
            text = find_map(game, str(path))
            map_warnings(game, text)
            game.start(game.configure(), 1, game.default_seats, text)
        except LanistaError as error:
            expect_plain(str(error))


# Whole states


@cache
def dumped(name: str, ruleset: str) -> Any:
    """A state some turns into a match."""
    game = get_game(name)
    state, dice = game.start(game.configure(ruleset), 1, game.default_seats), RandomPlay(game, 1)
    for _ in range(10):
        game.step(state, [dice.legal(state, seat) for seat in range(state.seats)])
    return game.dump(state)


@pytest.mark.parametrize("name", game_names())
def test_mutated_states(name: str) -> None:
    """A state that loads can be viewed and stepped; others are refused with a path."""
    game = get_game(name)
    for rng in cases(40, "states", name):
        value = mutate_json(rng, dumped(name, rng.choice(list(game.rulesets))))
        try:
            state = game.load(value)
        except LanistaError as error:
            expect_plain(str(error))
            continue
        game.view_json(state, 0)
        if game.outcome(state) is None:
            game.step(state, [game.missing] * state.seats)
