"""Rules in other languages beside the interpreted ones: the same bytes and answers after every turn."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from lanista.core.errors import NativeError
from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.engine.chooser import Chooser
from lanista.engine.compiler import node
from lanista.engine.rules import Rules
from lanista.game import Game, put_moves, take_move
from lanista.tools.conformance.play import walk
from lanista.tools.conformance.trial import GameTrial
from lanista.tools.kits import script_kit

NODE_SECONDS = 300.0
ASKED_EVERY = 50  # turns between those at which every rule is asked
BOT_TURNS = 60
SAME_SOURCE = "use whole numbers below 2**53 that fit their fields, and bit operations of 32 bits"
DRIVER = Path(__file__).with_name("targets.mjs")

Turns = Iterable[tuple[State[Any, Any], Sequence[Any]]]  # the state before a turn, and the moves


def javascript_gives_the_same_bytes(trial: GameTrial) -> None:
    """Translated to JavaScript, all rules give the same bytes and answers, in random play and matches of bots."""
    _expect_equal(trial, "js", "JavaScript")


def webassembly_gives_the_same_bytes(trial: GameTrial) -> None:
    """Translated to C and compiled to WebAssembly, all rules give the same bytes and answers."""
    _expect_equal(trial, "wasm", "WebAssembly")


def _expect_equal(trial: GameTrial, target: str, title: str) -> None:
    if not trial.recorded:
        trial.recorded = [*_random_matches(trial), _bots_match(trial)]
    found = compare(trial.game, trial.start(1), target, trial.recorded)
    if "turns" not in found:
        trial.at(found["seed"] or None, found["turn"])
        trial.fail(
            f"{found['what']}: {found['expected']}",
            f"{found['got']} in {title}",
            f"{found['what']}; {SAME_SOURCE}",
        )


def compare(
    game: Game[Any, Any, Any], start: State[Any, Any], target: str, matches: Iterable[dict[str, Any]]
) -> Mapping[str, Any]:
    """Play matches of `recorded` by rules in another language: the number of turns, or the first difference."""
    with tempfile.TemporaryDirectory(prefix="lanista-") as folder:
        for name, content in script_kit(game, start, target).items():
            Path(folder, name).write_bytes(content)
        module = next(Path(folder).glob("*.mjs"))
        return run_driver(module, {"seats": start.seats, "matches": list(matches)}, Path(folder))


def run_driver(module: Path, job: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
    """Play a job by the rules in a module."""
    path = folder / "job.json"
    path.write_text(json.dumps(job), encoding="utf-8")
    command = [node() or "node", str(DRIVER), str(module), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    if done.returncode != 0:
        raise NativeError(f"node failed: {done.stderr.strip()[-500:]}")
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found


# Matches


def _random_matches(trial: GameTrial) -> Iterator[dict[str, Any]]:
    """The matches of random play, as far as all checks play them."""
    batch: list[tuple[State[Any, Any], Sequence[Any]]] = []
    seed = 0
    for moment in walk(trial, trial.turns):
        if moment.turn == 1 and batch:
            yield recorded(trial.game, batch, seed, trial.some_seats)
            batch = []
        seed = moment.seed
        batch.append((State(moment.state.rules, moment.state.clone().data, moment.state.fixed), moment.moves))
    yield recorded(trial.game, batch, seed, trial.some_seats)


def _bots_match(trial: GameTrial) -> dict[str, Any]:
    """The first turns of a match between all built-in bots in turn."""
    return recorded(
        trial.game, islice(bot_turns(trial.game, trial.start(1), trial.config), BOT_TURNS), 1, trial.some_seats
    )


def bot_turns(game: Game[Any, Any, Any], state: State[Any, Any], config: Mapping[str, Any]) -> Iterator[Any]:
    """Turns of built-in bots, strongest first, as far as the match goes."""
    names = [game.bots[-1 - seat % len(game.bots)] for seat in range(state.seats)]
    bots = [Chooser(state, seat, name) for seat, name in enumerate(names)]
    while game.outcome(state) is None:
        moves = [
            take_move(type(game.missing), bots[seat].interpret(state, derive(game.turn(state), seat)))
            if game.asked(state, seat)
            else game.missing
            for seat in range(state.seats)
        ]
        yield state.clone(), moves
        game.step(state, moves)


def recorded(
    game: Game[Any, Any, Any], turns: Turns, seed: int, some_seats: Callable[[int], Sequence[int]]
) -> dict[str, Any]:
    """A match as the driver reads it: the start, and each turn's moves and digest by the interpreted rules."""
    lines: list[dict[str, Any]] = []
    start: State[Any, Any] | None = None
    records: _RuleRecords | None = None
    for number, (state, moves) in enumerate(turns):
        if start is None or records is None:
            start, records = state, _RuleRecords(game, state)
        line = records.turn(state, moves)
        if number % ASKED_EVERY == 0:
            line["question"] = records.question(state, list(some_seats(number)), number)
        lines.append(line)
    assert start is not None
    return {"seed": seed, "start": _base64(start.bytes()), "const": _base64(start.fixed.tobytes()), "turns": lines}


class _RuleRecords:
    """The records that interpreted rules work with."""

    def __init__(self, game: Game[Any, Any, Any], state: State[Any, Any]) -> None:
        self.rules: Rules = state.rules
        self._data = zeros(self.rules.move, state.seats)
        self._moves = over_all(self.rules.move, self._data)
        self._generator = over(Generator, zeros(Generator).view(np.uint8))

    def _work(self) -> Any:
        return over(self.rules.work, zeros(self.rules.work).view(np.uint8))

    def turn(self, state: State[Any, Any], moves: Sequence[Any]) -> dict[str, Any]:
        """A turn's moves as bytes, and the digest of the state after it."""
        put_moves(self._moves, list(moves))
        after = state.clone()
        self.rules.step(after.record, self._moves, after.const, self._work())
        return {"moves": _base64(self._data.tobytes()), "digest": _digest(after.bytes(), state.fixed.tobytes())}

    def question(self, state: State[Any, Any], seats: list[int], position: int) -> dict[str, Any]:
        """The answers of every other rule in a state, as digests."""
        answers = {"is_over": str(int(self.rules.is_over(state.record, state.const)))}
        for seat in seats:
            for name, part in self._answers(state, seat, position):
                answers[name] = _digest(answers.get(name, "").encode(), part)
        return {"seats": seats, "position": position, "answers": answers}

    def _answers(self, state: State[Any, Any], seat: int, position: int) -> Iterator[tuple[str, bytes]]:
        rules, record, const = self.rules, state.record, state.const
        yield "reward", str(int(rules.reward(record, const, seat))).encode()
        move = self._moves[0]
        for action in range(rules.actions):
            yield "legal", b"1" if rules.legal(record, const, seat, action) else b"0"
            move.raw[:] = bytes(len(move.raw))  # a rule may leave unused fields as they are
            rules.decode(record, const, seat, action, move)
            yield "decode", bytes(move.raw)
        row = np.zeros(rules.observation, dtype=np.int16)
        rules.observe(record, const, seat, row)
        yield "observe", row.tobytes()
        for policy in rules.policies:
            self._generator.position = position
            move.raw[:] = bytes(len(move.raw))
            kind = rules.memory_of(policy.__name__)
            memory = over(kind, bytearray(kind.dtype.itemsize))
            rules.policy(policy.__name__)(record, const, seat, self._generator, move, self._work(), memory)
            yield f"policy_{policy.__name__}", bytes(move.raw)
            yield f"policy_{policy.__name__}", bytes(self._generator.raw)  # type: ignore[attr-defined]
            yield f"policy_{policy.__name__}", bytes(memory.raw)
        yield from self._redrawn(state, seat, position)

    def _redrawn(self, state: State[Any, Any], seat: int, position: int) -> Iterator[tuple[str, bytes]]:
        if self.rules.redraw is not None:
            other: State[Any, Any] = State(self.rules, state.clone().data, state.fixed.copy())
            self._generator.position = position
            self.rules.redraw(other.record, other.const, seat, self._generator)
            yield "redraw", other.bytes()
            yield "redraw", other.fixed.tobytes()


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _digest(*parts: bytes) -> str:
    mark = hashlib.sha256()
    for part in parts:
        mark.update(part)
    return mark.hexdigest()[:16]
