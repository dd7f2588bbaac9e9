"""Pins put to bots: what holds, what fails and why, and that one bad pin stops none of the others."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.core.errors import BotError
from lanista.core.verdict import Verdict
from lanista.match.pins import run_pins, write_pin
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay
from lanista.match.terms import MatchTerms

PATIENT = MatchTerms(start_ms=20_000, turn_ms=20_000)
KIT = Path(__file__).parents[2] / "games" / "rampage" / "contest" / "kit.py"

# Says by its move which match it plays, if it was asked in all turns that it should be.
COUNTS = """
    MOVES = ["ACCELERATE", "DECELERATE", "FIX", "NOTHING"]
    matches = 0

    class Bot:
        def __init__(self, start):
            global matches
            matches += 1
            self.seen = []

        def move(self, view):
            self.seen.append(view["currentRound"])
            return MOVES[matches - 1] if self.seen in ([3, 4, 5], [7]) else "FLY"
"""
FAULTS = """
    import os, time

    def move(view):
        if view["currentRound"] == 3:
            raise ValueError("a fault of the bot")
        if view["currentRound"] == 4:
            time.sleep(60)
        return "FLY" if view["currentRound"] == 5 else "ACCELERATE"
"""


@pytest.fixture
def pins(race, tmp_path):
    """Pins of turns 3 to 6 that want the bot of seat A to fix its car."""
    return [write_pin(race, turn, 0, expect=["FIX"], folder=tmp_path / "pins") for turn in (3, 4, 5, 6)]


def test_a_pin_holds_if_the_answer_is_wanted(race, tmp_path):
    wanted: list[dict[str, Any]] = [
        {"expect": ["FIX", "NOTHING"]},
        {"avoid": ["ACCELERATE"]},
        {"expect": ["ACCELERATE"]},
        {"avoid": ["FIX"]},
    ]
    pins = [write_pin(race, 3, 0, folder=tmp_path, **each) for each in wanted]
    results = run_pins(lambda view: " fix", pins)
    assert [result.holds for result in results] == [True, True, False, False]
    assert [result.why() for result in results] == [
        "",
        "",
        "expected ACCELERATE, got FIX",
        "expected not FIX, got FIX",
    ]
    assert [len(result.replies) for result in results] == [2] * 4
    assert not any(result.changes for result in results)


def test_answers_that_change_from_run_to_run_are_flagged(pins):
    answers = iter(["FIX", "FIX", "NOTHING", "FIX"])
    first, second = run_pins(lambda view: next(answers), pins[:2])
    assert (first.holds, first.changes) == (False, True)
    assert [reply.move for reply in first.replies] == ["FIX", "NOTHING"]
    assert (second.holds, second.changes) == (True, False)
    assert first.why() == "expected FIX, got NOTHING"


def test_built_in_bots_get_another_seed_in_each_run(pins):
    results = run_pins("random", pins, runs=12)
    assert all(result.changes for result in results)
    assert [[reply.move for reply in result.replies] for result in results] == [
        [reply.move for reply in result.replies] for result in run_pins("random", pins, runs=12)
    ]


def test_a_bot_is_asked_in_the_turns_before_and_one_process_serves_all_pins(race, bot, tmp_path):
    histories = {5: 2, 7: 0}
    pins = [
        write_pin(race, turn, 0, avoid=["FIX"], history=histories[turn], folder=tmp_path) for turn in histories
    ]
    results = run_pins(bot(COUNTS), pins, PATIENT)
    moves = [[reply.move for reply in result.replies] for result in results]
    assert moves == [["ACCELERATE", "FIX"], ["DECELERATE", "NOTHING"]]


def test_a_fault_fails_its_pin_with_the_reason_and_the_others_go_on(pins, bot, tmp_path):
    damaged = tmp_path / "damaged.pin.json"
    damaged.write_text("{")
    results = run_pins(bot(FAULTS), [damaged, *pins], MatchTerms(start_ms=20_000, turn_ms=1_000), runs=1)
    assert [result.holds for result in results] == [False] * 5
    assert "not a pin, or damaged" in results[0].why()
    verdicts = [result.replies[0].verdict for result in results[1:]]
    assert verdicts == [Verdict.CRASHED, Verdict.TIMEOUT, Verdict.INVALID, Verdict.OK]
    assert "a fault of the bot" in results[1].replies[0].log
    assert results[2].why().startswith("expected FIX, got timeout: no answer within")
    assert results[3].why().startswith("expected FIX, got invalid (FLY): unknown command 'FLY'")
    assert results[4].why() == "expected FIX, got ACCELERATE"


def test_bots_of_contests_are_asked_in_their_own_protocol(tmp_path):
    path = tmp_path / "duel.jsonl.gz"
    plan_match("rampage", ["hunter", "random"], MatchTerms(map="crossroads"), seed=2).play(replay=path)
    pin = write_pin(read_replay(path), 4, 1, avoid=["NONE"], history=1, folder=tmp_path)
    [result] = run_pins(f"orbis:{sys.executable} {KIT}", [pin], PATIENT, runs=1)
    assert result.replies[0].verdict is Verdict.OK


def test_a_bot_that_is_not_found_is_refused_once(pins):
    with pytest.raises(BotError, match="no bot 'gredy'; did you mean 'greedy'"):
        run_pins("gredy", pins)
    with pytest.raises(BotError, match="pins are for bots that Lanista starts, got 'human'"):
        run_pins("human", pins)


def test_a_bot_of_another_game_fails_only_the_pins_of_that_game(pins, tmp_path):
    path = tmp_path / "duel.jsonl.gz"
    plan_match("rampage", ["random", "random"], MatchTerms(settings={"max_turns": 50}), seed=2).play(replay=path)
    other = write_pin(read_replay(path), 2, 0, avoid=["NONE"], folder=tmp_path)
    race, duel = run_pins("cruise", [pins[0], other], runs=1)
    assert len(race.replies) == 1
    assert "no bot 'cruise'" in duel.problem


def test_the_commands(race, pins, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = f"pin {race.path} --turn 9 --seat cruise --avoid fix nothing --note soon".split()
    written = json.loads(CliRunner().invoke(lanista, [*words, "--json"]).stdout)
    assert (written["turn"], written["seat"], written["avoid"]) == (9, 1, ["FIX", "NOTHING"])
    assert written["played"] == race.turns[8].moves[1]
    assert Path(written["file"]) == Path("pins/race-turn-9-B.pin.json")
    shown = CliRunner().invoke(lanista, ["pins", "cruise"])
    assert shown.exit_code == 1
    assert " of 5 pins hold, each run 2 times" in shown.output
    assert "expected FIX, got" in shown.output
    good = CliRunner().invoke(lanista, ["pins", "cruise", written["file"], "--runs", "1", "--json"])
    assert good.exit_code == 0
    printed = json.loads(good.stdout)
    assert (printed["held"], printed["failed"], printed["pins"][0]["note"]) == (1, 0, "soon")
    assert printed["command"] == f"lanista pins cruise {written['file']} --runs 1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "A"], "expected moves to --expect or to --avoid; A played"),
        (["--seat", "A", "--expect", "FIX", "--avoid", "FIX"], "--expect and --avoid exclude each other"),
        (
            ["--seat", "A", "--expect", "FIX", "-o", "pin.txt"],
            "-o expects a folder, or a file whose name ends with .pin.json",
        ),
    ],
)
def test_a_wrong_request_is_refused_in_words(race, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(lanista, ["pin", str(race.path), "--turn", "3", *words])
    assert (shown.exit_code, said in shown.output) == (2, True), shown.output
    assert not (tmp_path / "pins").exists()
