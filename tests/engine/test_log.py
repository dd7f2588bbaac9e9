"""Rules note what happens; translations take the same notes, or none."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanista.core.errors import RuleError
from lanista.engine import Records, State, note, over, over_all, rule, zeros
from lanista.engine.compiler import node
from lanista.engine.log import ROOM, Log, clear, rows_of
from lanista.engine.loops import step_once
from lanista.engine.native import native
from lanista.engine.translate import c
from lanista.engine.translate.entries import NOTED_STEP, layout_of, rules_program
from lanista.engine.translate.javascript import module_of
from lanista.game import Played, put_moves
from lanista.tools.conformance.play import RandomPlay
from tests.coins import COINS, RULES
from tests.coins.notes import Blocked, Kind, Took
from tests.coins.rules import step
from tests.coins.state import Config, Line, Step, Work
from tests.programs import need

SEED = 1  # of a match in which runners block each other and take coins


def turns() -> Iterator[tuple[State[Line, Config], list[Any]]]:
    """The turns of a random match."""
    state, play = COINS.start(COINS.configure(), SEED, 3), RandomPlay(COINS, SEED)
    while COINS.outcome(state) is None:
        moves = play.moves(state)
        yield state.clone(), moves
        COINS.step(state, moves)


def test_notes_account_for_every_coin() -> None:
    taken = blocked = 0
    for before, moves in turns():
        after = before.clone()
        COINS.step(after, moves)
        purses = [runner.purse for runner in before.record.runners]
        for noted in Played(before, moves).notes:
            if isinstance(noted, Took):
                purses[noted.seat] += 1
                assert noted.purse == purses[noted.seat]
                taken += 1
            else:
                assert isinstance(noted, Blocked)
                blocked += 1
        assert purses == [runner.purse for runner in after.record.runners]
    assert taken
    assert blocked


def test_each_turn_begins_with_an_empty_log() -> None:
    before, moves = next(iter(turns()))
    assert Played(before, moves).notes == Played(before, moves).notes


def test_a_full_log_counts_what_is_lost() -> None:
    log: Log = over(Log, bytearray(Log.dtype.itemsize))  # type: ignore[attr-defined]
    for seat in range(ROOM + 3):
        note(log, Kind.BLOCKED, seat, 7)
    assert (log.count, log.lost) == (ROOM, 3)
    assert rows_of(log)[-1][:3] == (Kind.BLOCKED, ROOM - 1, 7)
    clear(log)
    assert rows_of(log) == []


@rule
def step_that_floods(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """More notes than there is room for."""
    step(line, moves, config, work)
    for i in range(3000):
        note(work.log, Kind.BLOCKED, 0, i)


def test_a_log_that_overflows_costs_no_state() -> None:
    flooding = replace(RULES, step=step_that_floods, package="")
    before, moves = next(iter(turns()))
    played = Played(State(flooding, before.data, before.fixed), moves)
    assert len(played.notes) == ROOM
    assert played.lost > 3000 - ROOM - 1
    plain = before.clone()
    flooded: State[Line, Config] = State(flooding, before.clone().data, before.fixed)
    COINS.step(plain, moves)
    records = over_all(RULES.move, zeros(RULES.move, 3))
    put_moves(records, moves)
    flooding.step(flooded.record, records, flooded.const, over(Work, zeros(Work).view(np.uint8)))
    assert flooded.bytes() == plain.bytes()


@rule
def step_with_a_number_too_few(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Took has three numbers."""
    note(work.log, Kind.TOOK, 0, 1)


@rule
def step_with_an_unknown_kind(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """There is no 77."""
    note(work.log, 77, 0, 1)


@rule
def step_that_calls_in_a_note(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """A call within a note would be left out with it."""
    note(work.log, Kind.BLOCKED, 0, three())


@rule
def three() -> int:
    """A number."""
    return 3


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (step_with_a_number_too_few, "2 numbers in this note; give 3: seat, place, purse"),
        (step_with_an_unknown_kind, "a note of the kind 77; name a kind of the table NOTES"),
        (step_that_calls_in_a_note, "the call of a rule in a note; assign its result to a name first"),
    ],
)
def test_a_wrong_note_is_refused_with_its_line(wrong: Any, words: str) -> None:
    with pytest.raises(RuleError, match=rf"test_log.py:\d+ in {wrong.__name__}: rules must not contain {words}"):
        replace(RULES, step=wrong).check()


# Translations


def test_rules_are_translated_without_a_trace_of_notes() -> None:
    plain, noted = rules_program(RULES, ("step",)), rules_program(RULES, (NOTED_STEP,))
    assert "write" not in {function.name for function in plain.functions}
    assert "write" in {function.name for function in noted.functions}
    assert len(c.functions(plain)) < len(c.functions(noted))


@pytest.mark.compiles
def test_compiled_rules_take_no_notes() -> None:
    need("cc")
    moves_data, work_data = zeros(RULES.move, 3), zeros(RULES.work)
    moves, work = over_all(RULES.move, moves_data), over(Work, work_data.view(np.uint8))
    for before, chosen in turns():
        put_moves(moves, chosen)
        after, compiled = before.clone(), before.clone()
        COINS.step(after, chosen)
        native(RULES).loop(step_once)(compiled.data, moves_data, compiled.fixed, work_data)
        assert rows_of(work.log) == []
        assert after.bytes() == compiled.bytes()


DRIVER = """
import {{ readFileSync }} from "node:fs";
import {{ layout, instantiate }} from "./rules.mjs";
import {{ Model }} from "{model}";
const model = new Model({{ layout, instantiate }});
const bytes = (text) => Uint8Array.from(Buffer.from(text, "hex"));
const found = JSON.parse(readFileSync("turns.json", "utf8")).map(({{ state, fixed, moves }}) => {{
  model.load(bytes(state), bytes(fixed), moves.length);
  model.step(moves.map(bytes), {{ noted: true }});
  return model.notes;
}});
console.log(JSON.stringify(found));
"""


def test_pages_take_the_same_notes(tmp_path: Path) -> None:
    need("node")
    model = Path(__file__).parents[2] / "src/lanista/web/static/film/model.js"
    (tmp_path / "rules.mjs").write_text(module_of(rules_program(RULES, (NOTED_STEP,)), layout_of(RULES)))
    (tmp_path / "model.mjs").write_text(model.read_text())
    (tmp_path / "driver.mjs").write_text(DRIVER.format(model="./model.mjs"))
    data, expected = zeros(RULES.move, 3), []
    records, job = over_all(RULES.move, data), []
    for before, moves in turns():
        put_moves(records, moves)
        job.append(
            {
                "state": before.bytes().hex(),
                "fixed": before.fixed.tobytes().hex(),
                "moves": [one.tobytes().hex() for one in data],
            }
        )
        expected.append([list(noted) for noted in Played(before, moves).notes])
    (tmp_path / "turns.json").write_text(json.dumps(job))
    command = [node() or "node", "driver.mjs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    found = [[row[1 : 1 + len(RULES.notes[row[0]]._fields)] for row in rows] for rows in json.loads(done.stdout)]
    assert found == expected
