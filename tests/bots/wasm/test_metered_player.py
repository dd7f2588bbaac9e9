"""The verdicts of metered bots, and their reasons; each is the same on every machine."""

import sys
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.bots.resolve import BotKind, find_bot
from lanista.bots.wasm.engine import engine
from lanista.core.errors import BotError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.recorder import line_of
from lanista.match.referee import PlayedTurn, SeatResult
from lanista.match.replay import TurnLine
from lanista.match.terms import MatchTerms
from lanista.sandbox import SandboxRequest
from tests.bots.wasm.modules import PLAYS, binary, command, literal, packed, reactor, saved

OVERDRIVE = get_game("overdrive")
TERMS = MatchTerms(settings={"max_rounds": 4}, start_fuel=2_000_000, turn_fuel=1_000_000)
OK, TIMEOUT, CRASHED, MEMORY = Verdict.OK, Verdict.TIMEOUT, Verdict.CRASHED, Verdict.OUT_OF_MEMORY
FLOOD, PROTOCOL, INVALID = Verdict.OUTPUT_LIMIT, Verdict.PROTOCOL_ERROR, Verdict.INVALID

SPIN = "(loop (br 0))"
SECOND_TURN = "(i32.eq (global.get $messages) (i32.const 3))"
ABORT = "(func $choose_lane unreachable)"
DEEP = "(func $search (call $search))"
GREEDY = "(loop $more (br_if $more (i32.ne (i32.const -1) (memory.grow (i32.const 100))))) unreachable"
SLEEPS = """(import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))"""


class Lines:
    """An observer that collects the lines of a replay."""

    def __init__(self) -> None:
        self.lines: list[TurnLine] = []

    def begin(self, *_: object) -> None:
        pass

    def turn(self, turn: PlayedTurn, state: Any) -> None:
        self.lines.append(line_of(turn, state))

    def end(self, _: object) -> None:
        pass


def played(tmp_path: Path, data: bytes, terms: MatchTerms = TERMS, name: str = "bot") -> SeatResult:
    """The result of a match of a module against itself, and the verdicts of its seat 0."""
    spec = saved(tmp_path, name, data)
    result = plan_match("overdrive", [spec, "cruise"], terms, seed=1).play()
    return result.seats[0]


# A module, the verdict of its four turns (or of all), and words of the reason of its first fault
CASES = {
    "plays": (reactor(), [OK] * 4, ""),
    "plays as a program": (command(PLAYS), [OK] * 4, ""),
    "plays by JSON": (reactor(move='{"turn":1,"move":"FIX","say":"hello"}'), [OK, PROTOCOL, PROTOCOL, PROTOCOL],
                      "answered twice, or before turn 2 was asked"),
    "unknown word": (reactor(move="FLY"), [INVALID] * 4, "FLY"),
    "broken JSON": (reactor(move='{"move":'), [PROTOCOL] * 4, "expected a JSON object"),
    "says nothing": (reactor("(return (i64.const 0))"), [TIMEOUT] * 4, "it wants the next message after"),
    "endless loop": (reactor(SPIN), [TIMEOUT] * 4, "no answer within 1,000,000 units of fuel, in turn"),
    "one endless loop": (reactor(f"(if {SECOND_TURN} (then {SPIN}))"), [OK, TIMEOUT, OK, TIMEOUT], "1,000,000 units"),  # noqa: E501
    "endless loop at the start": (
        reactor(more="(func $think (loop (br 0))) (start $think)"), [TIMEOUT] * 4,
        "not ready after 2,000,000 units of fuel, in think"),
    "endless loop as a program": (command(f"(call $read) (call $ready) {SPIN}"), [TIMEOUT] * 4, "in main"),
    "fills memory at once": (
        reactor("(loop (memory.fill (i32.const 0) (i32.const 0) (i32.const 4194304)) (br 0))"), [TIMEOUT] * 4,
        "1,000,000 units"),
    "trap": (reactor("(call $choose_lane)", more=ABORT), [CRASHED] * 4,
             "it reached `unreachable`: a panic, an abort or a failed assertion, in choose_lane, called by turn"),
    "trap at the start": (reactor(more=f"{ABORT} (start $choose_lane)"), [CRASHED] * 4, "in choose_lane"),
    "division by zero": (reactor("(drop (i32.div_s (i32.const 1) (i32.const 0)))"), [CRASHED] * 4, "division by zero"),  # noqa: E501
    "outside its memory": (reactor("(drop (i32.load (i32.const -8)))"), [CRASHED] * 4, "outside its memory"),
    "deep recursion": (reactor("(call $search)", more=DEEP), [CRASHED] * 4,
                       "nested too deeply: they need more than 32,768 slots, in search, called by search"),
    "answer outside its memory": (reactor("(return (i64.const -1))"), [CRASHED] * 4, "outside its memory"),
    "no place for a message": (reactor(alloc="(i32.const -1)"), [CRASHED] * 4, "`alloc` returned no place"),
    "wants too much memory": (reactor(GREEDY), [MEMORY] * 4, "out of memory, and may have 16 MiB"),
    "begins with too much": (reactor(pages="2000"), [MEMORY] * 4, "begins with 125 MiB of memory"),
    "floods": (command("(call $read) (call $ready) (loop (call $move) (br 0))"), [FLOOD] * 4, "more than 100 lines"),  # noqa: E501
    "floods in one line": (reactor("(return (i64.const 0x0000000000200000))"), [FLOOD] * 4, "bytes a line"),
    "answers twice": (
        command("(call $read) (call $ready) (loop (call $read) (call $move) (call $move) (br 0))"),
        [OK, PROTOCOL, PROTOCOL, PROTOCOL], "answered twice, or before turn 2 was asked"),
    "exits": (command("(call $read) (call $ready) (call $proc_exit (i32.const 3))"), [CRASHED] * 4,
              "the program ended: exit status 3"),
    "exits at once": (command("(call $proc_exit (i32.const 0))"), [CRASHED] * 4, "exit status 0"),
    "main returns": (command("(call $read) (call $ready) (call $read)"), [CRASHED] * 4, "its main program returned"),  # noqa: E501
    "never ready": (command("(loop (call $read) (br 0))"), [TIMEOUT] * 4, 'before it has written {"type":"ready"}'),  # noqa: E501
    "other words first": (reactor(ready="hello"), [PROTOCOL] * 4, 'expected {"type":"ready"} first, got \'hello\''),  # noqa: E501
    "not ready": (reactor(ready='{"type":"not_ready","reason":"no book"}'), [CRASHED] * 4, "not ready: no book"),
    "sleeps": (
        command(
            "(call $read) (call $ready) (loop (call $read) (i32.store8 (i32.const 520) (i32.const 0))"
            " (i64.store (i32.const 536) (i64.const 1000000000000))"
            " (drop (call $poll (i32.const 512) (i32.const 768) (i32.const 1) (i32.const 900))) (call $move) (br 0))",  # noqa: E501
            more=SLEEPS),
        [TIMEOUT] * 4, "1,000,000 units"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "verdicts", "reason"), CASES.values(), ids=CASES)
def test_verdicts(tmp_path, data, verdicts, reason):
    wanted = SandboxRequest(resources={"memory_mb": 16})
    terms = MatchTerms(
        settings=TERMS.settings, start_fuel=TERMS.start_fuel, turn_fuel=TERMS.turn_fuel, wanted=wanted
    )
    seat = played(tmp_path, data, terms)
    expected = {verdict: verdicts.count(verdict) for verdict in set(verdicts)}
    assert dict(seat.verdicts) == expected, seat.fault
    assert reason in (seat.fault.reason if seat.fault else "")


def test_a_bot_out_of_fuel_starts_anew(tmp_path):
    """It loses its memory, and the next turn has its whole budget."""
    body = f"(if {SECOND_TURN} (then {SPIN})) (call $note)"
    seat = played(tmp_path, reactor(body, more="(func $note)"))
    assert seat.fault is not None
    assert seat.fault.turn == 2
    assert seat.times_ms[1] > 0.5 >= seat.times_ms[2]


def test_ten_timeouts_in_a_row_stop_it(tmp_path):
    terms = MatchTerms(settings={"max_rounds": 12, "too_many_invalid": 20}, turn_fuel=100_000)
    plan = plan_match("overdrive", [saved(tmp_path, "bot", reactor(SPIN)), "cruise"], terms, seed=1)
    collected = Lines()
    assert plan.play([collected]).seats[0].verdicts == {TIMEOUT: 12}
    assert [(line.fuel[0] or 0) > 100_000 for line in collected.lines] == [True] * 10 + [False] * 2
    assert collected.lines[10].reasons[0] == "stopped after 10 turns in a row without an answer"


REFUSED = {
    "an import that nobody has": (binary('(module (import "env" "magic" (func)) (memory (export "memory") 1))'),
                                  "imports 'magic' from 'env', which nothing provides"),
    "a misspelt call": (
        binary('(module (import "wasi_snapshot_preview1" "fd_wriet" (func)) (memory (export "memory") 1))'),
        "did you mean 'fd_write'"),
    "a call of another type": (
        binary('(module (import "wasi_snapshot_preview1" "fd_write" (func)) (memory (export "memory") 1))'),
        "with other parameters"),
    "no memory": (binary("(module)"), "exports no memory"),
    "no bot": (binary('(module (memory (export "memory") 1) (func (export "main")))'), "it is no bot"),
    "turn of another type": (
        binary('(module (memory (export "memory") 1) (func (export "turn")))'),
        "its export `turn` should be a function"),
    "text": (b"#!/bin/sh\n", "not a WebAssembly module"),
    "not valid": (binary('(module (memory (export "memory") 1) (func (export "_start")))')[:-2] + b"\x6a\x0b",
                  "not a valid module"),
    "too large": (b"\0asm\x01\0\0\0" + bytes(32 * 2**20), "at most 32 MiB"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "why"), REFUSED.values(), ids=REFUSED)
def test_modules_that_are_no_bots(tmp_path, data, why):
    with pytest.raises(BotError, match=r"bot\.wasm cannot play: ") as refused:
        find_bot(OVERDRIVE, saved(tmp_path, "bot", data))
    assert why in str(refused.value)


def test_a_missing_module_is_named(tmp_path):
    with pytest.raises(BotError, match="no such file"):
        find_bot(OVERDRIVE, str(tmp_path / "bot.wasm"))


def test_without_the_engine_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr("lanista.bots.wasm.module.engine", engine.__wrapped__)
    with pytest.raises(BotError, match=r"pip install 'lanista\[wasm\]'"):
        find_bot(OVERDRIVE, saved(tmp_path, "bot", reactor(more="(func $other)")))


def test_a_folder_may_name_its_module(tmp_path):
    saved(tmp_path, "bot", reactor())
    (tmp_path / "lanista.toml").write_text('name = "metered"\ncommand = "bot.wasm"\n')
    bot = find_bot(OVERDRIVE, str(tmp_path))
    assert (bot.kind, bot.name, bot.command) == (BotKind.METERED, "metered", ())
    (tmp_path / "bot.wasm").write_bytes(reactor("nop"))
    assert find_bot(OVERDRIVE, str(tmp_path)).digest != bot.digest


def test_random_numbers_and_the_clock_come_from_the_match(tmp_path):
    """The log has 8 random bytes and the time, in each turn."""
    calls = """
      (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
    """
    body = """(call $read) (call $ready) (loop (call $read)
      (drop (call $random (i32.const 512) (i32.const 8)))
      (drop (call $clock (i32.const 1) (i64.const 1) (i32.const 520)))
      (i32.store8 (i32.const 528) (i32.const 10))
      (call $write (i32.const 2) (i32.const 512) (i32.const 17)) (call $move) (br 0))"""
    spec = saved(tmp_path, "bot", command(body, more=calls))
    settings = {"max_rounds": 3}

    def logs(seed: int) -> list[str]:
        match = lanista.play("overdrive", [spec, spec], seed=seed, settings=settings)
        return [log for line in match.turns for log in line.log]

    first = logs(1)
    assert logs(1) == first
    assert len(set(first)) == 6
    assert not set(logs(2)) & set(first)


def test_texts_of_modules_are_inert(tmp_path):
    name = literal("\x1b[31m\u202ered")
    text = f'(func $"{name}" unreachable)'
    data = reactor(f'(call $"{name}")', more=text)
    fault = played(tmp_path, data).fault
    assert fault is not None
    assert fault.reason.isprintable()


def test_packed_answers():
    assert packed(1024, "FIX") == "(i64.const 4398046511107)"
