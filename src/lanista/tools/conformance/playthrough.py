"""Playthroughs: a short random match as one text, with every public value at every step.

A committed playthrough shows as a readable diff how a change of the code changed behaviour.
`python -m lanista.tools.conformance.playthrough FOLDER` writes those of all games and rulesets.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from lanista.engine import State
from lanista.game import Game, game_names, get_game
from lanista.tools.conformance.play import RandomPlay
from lanista.tools.conformance.trial import flat

SEED = 45  # of Overdrive: every kind of power-up is used, a truck is hit
TURNS = 36
WIDTH = 110


def playthrough(game: Game[Any, Any, Any], ruleset: str, seed: int = SEED, turns: int = TURNS) -> str:
    """A match of random legal moves, with every value before the first turn and after each turn."""
    config = game.configure(ruleset)
    state, play = game.start(config, seed, _seats(game)), RandomPlay(game, seed)
    lines = [*_header(game, ruleset, seed, turns), *_whole(game.dump(state)), *_moment(game, state)]
    for _ in range(turns):
        if game.outcome(state) is not None:
            break
        number, before = game.turn(state), flat(game.dump(state), "$")
        moves = [play.legal(state, seat) for seat in range(state.seats)]
        game.step(state, moves)
        lines += ["", f"--- turn {number} ".ljust(WIDTH, "-")]
        lines += [f"move {seat}: {game.write(move)}" for seat, move in enumerate(moves)]
        lines += [*_changes(before, flat(game.dump(state), "$")), *_moment(game, state)]
    ended = "the match is over" if game.outcome(state) is not None else f"left after {turns} turns"
    return "\n".join([*lines, "", f"--- end: {ended} ".ljust(WIDTH, "-"), ""])


def _seats(game: Game[Any, Any, Any]) -> int:
    """Two seats if the game takes two, so that seats interact; else the nearest number that it takes."""
    return max(min(game.seats), min(2, max(game.seats)))


def _header(game: Game[Any, Any, Any], ruleset: str, seed: int, turns: int) -> Iterator[str]:
    yield f"{game.title}: a playthrough, made by `make playthroughs`"
    yield ""
    facts = {
        "game": game.name,
        "behaviour": game.behaviour,
        "ruleset": ruleset,
        "seed": seed,
        "turns": turns,
        "seats": f"{_seats(game)} of {min(game.seats)} to {max(game.seats)}",
        "actions": game.actions,
        "observation": " x ".join(map(str, game.rules.observation)),
        "record": f"{game.rules.state.dtype.itemsize} bytes",
    }
    yield from (f"{name}: {value}" for name, value in facts.items())
    yield from ("", "--- start ".ljust(WIDTH, "-"))


def _whole(value: Any, path: str = "$") -> Iterator[str]:
    """Everything in a dump: the plain values of a record in one line, and each row of numbers in its own."""
    if isinstance(value, dict):
        plain = {name: element for name, element in value.items() if not isinstance(element, dict | list)}
        if plain:
            yield from _line(path, ", ".join(f"{name} {_json(element)}" for name, element in plain.items()))
        for name in (name for name in value if name not in plain):
            yield from _whole(value[name], f"{path}.{name}")
    elif any(isinstance(element, dict | list) for element in value):
        for i, element in enumerate(value):
            yield from _whole(element, f"{path}[{i}]")
    else:
        yield from _line(path, _runs(value))


def _line(path: str, text: str) -> list[str]:
    return textwrap.wrap(f"{path}: {text}", WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _runs(row: Sequence[Any]) -> str:
    """A row of values, equal neighbours as `value*times`."""
    runs = [(_json(value), sum(1 for _ in group)) for value, group in groupby(row)]
    return ", ".join(f"{value}*{count}" if count > 1 else value for value, count in runs) or "nothing"


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Every value that changed; a missing value is shown as `-`."""
    for path in {**before, **after}:
        old, new = before.get(path, "-"), after.get(path, "-")
        if old != new:
            yield f"  {path}: {_json(old)} -> {_json(new)}"


def _moment(game: Game[Any, Any, Any], state: State[Any, Any]) -> Iterator[str]:
    """Digest, outcome, and what each seat may do and sees."""
    yield f"digest: {state.digest()}"
    yield f"outcome: {_json(game.outcome(state))}"
    for seat in range(state.seats):
        yield f"legal {seat}: {_ranges(np.flatnonzero(game.legal(state, seat)).tolist())}"
        view, numbers = game.view_json(state, seat), game.observe(state, seat).tobytes()
        yield f"view {seat}: {len(view)} bytes, {_mark(view)}; observe: {_mark(numbers)}"
    yield from (f"  | {line}".rstrip() for line in game.picture(state).plain.rstrip("\n").split("\n"))


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers as `0-3, 7`."""
    groups = [[n for _, n in group] for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{group[0]}-{group[-1]}" if len(group) > 1 else str(group[0]) for group in groups) or "none"


def _mark(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=4).hexdigest()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def all_playthroughs() -> dict[str, str]:
    """The playthroughs of all installed games by the names of their files."""
    return {
        f"{name}-{ruleset}.txt": playthrough(get_game(name), ruleset)
        for name in game_names()
        for ruleset in get_game(name).rulesets
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Write all playthroughs into a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, help="the folder for the files")
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in all_playthroughs().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{folder / name}: {text.count(chr(10))} lines\n")


if __name__ == "__main__":
    main()
