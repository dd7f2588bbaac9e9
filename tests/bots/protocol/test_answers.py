"""Which turn an answer counts for, whenever its bytes arrive: on its own clock, so no machine is too busy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import combinations, pairwise

import pytest

from lanista.bots.player import TIMEOUTS_IN_ROW, Budgets
from lanista.core.verdict import Verdict
from tests.bots.scripted import Rehearsal, Scripted, Scripted2020, ScriptedLines
from tests.rows import every_row

OK, TIMEOUT, PROTOCOL = Verdict.OK, Verdict.TIMEOUT, Verdict.PROTOCOL_ERROR
LIMIT, CRASHED = Verdict.OUTPUT_LIMIT, Verdict.CRASHED


def tagged(turn: int, move: str = "NOTHING") -> bytes:
    return b'{"turn":%d,"move":"%s"}\n' % (turn, move.encode())


def verdicts_of(*turns: bytes, early: bytes = b"") -> list[Verdict]:
    """The verdicts of turns in each of which a bot writes something at once."""
    with Rehearsal() as rehearsal:
        rehearsal.get_ready(b'{"type":"ready"}\n' + early)
        return [rehearsal.ask(turn, (0.01, data)).verdict for turn, data in enumerate(turns, 1)]


# What a bot writes in turns 1, 2, 3 ..., and the verdicts.
SEQUENCES: dict[str, tuple[list[bytes], list[Verdict]]] = {
    "one each": ([tagged(1), tagged(2), tagged(3)], [OK, OK, OK]),
    "one each, bare": ([b"FIX\n", b"FIX\n", b"FIX\n"], [OK, OK, OK]),
    "turn 1 twice": ([tagged(1) * 2, tagged(2), tagged(3)], [OK, PROTOCOL, OK]),
    "turn 1 three times": ([tagged(1) * 3, tagged(2), tagged(3)], [OK, PROTOCOL, OK]),
    "always twice": ([tagged(1) * 2, tagged(2) * 2, tagged(3) * 2], [OK, PROTOCOL, PROTOCOL]),
    "turn 2 early": ([tagged(1) + tagged(2), tagged(2), tagged(3)], [OK, PROTOCOL, OK]),
    "turn 1 again in turn 2": ([tagged(1), tagged(1) + tagged(2), tagged(3)], [OK, PROTOCOL, OK]),
    "turn 1 for turn 2": ([tagged(1), tagged(1), tagged(3)], [OK, PROTOCOL, OK]),
    "a turn that never was": ([tagged(1), tagged(0), tagged(3)], [OK, PROTOCOL, OK]),
    "a turn to come": ([tagged(1), tagged(9), tagged(3)], [OK, PROTOCOL, OK]),
    "rubbish": ([tagged(1), b"{\n", tagged(3)], [OK, PROTOCOL, OK]),
    "rubbish after the answer": ([tagged(1) + b"{\n", tagged(2), tagged(3)], [OK, PROTOCOL, OK]),
    "another message after the answer": (
        [tagged(1) + b'{"type":"ready"}\n', tagged(2), tagged(3)],
        [OK, PROTOCOL, OK],
    ),
    "bare, one too many": ([b"FIX\nFIX\n", b"FIX\n", b"FIX\n", b"FIX\n"], [OK, PROTOCOL, PROTOCOL, PROTOCOL]),
    "bare, then tagged": ([b"FIX\nFIX\n", b"FIX\n", tagged(3), b"FIX\n"], [OK, PROTOCOL, OK, OK]),
    "a debug line each turn": (
        [b"hm\n" + tagged(1), b"hm\n" + tagged(2), b"hm\n" + tagged(3)],
        [OK, PROTOCOL, PROTOCOL],
    ),
    "empty lines": ([b"\n\n" + tagged(1) + b"\n", tagged(2), tagged(3)], [OK, OK, OK]),
}


@every_row("kind", SEQUENCES)
def test_the_first_answer_counts_and_more_are_charged_to_the_next_turn(kind):
    turns, verdicts = SEQUENCES[kind]
    assert verdicts_of(*turns) == verdicts


def cuts(data: bytes) -> Iterator[list[bytes]]:
    """Some ways to cut bytes into up to three pieces, at every line's end and inside lines."""
    ends = [offset + 1 for offset, byte in enumerate(data) if byte == 10][:-1]
    offsets = sorted({*ends, *(end + 3 for end in ends), 1, len(data) // 2} & set(range(1, len(data))))
    for count in range(3):
        for chosen in combinations(offsets, count):
            edges = [0, *chosen, len(data)]
            yield [data[a:b] for a, b in pairwise(edges)]


def arrivals(turns: list[bytes]) -> Iterator[list[list[bytes]]]:
    """Every way to cut one turn's bytes, the others in one piece."""
    for turn, data in enumerate(turns):
        for pieces in cuts(data):
            yield [pieces if number == turn else [other] for number, other in enumerate(turns)]


def chunked(turns: list[list[bytes]], *, slow_other: bool) -> list[Verdict]:
    """The verdicts when each turn's bytes arrive in pieces.

    With a slow opponent the turn stays open for all of them; otherwise it closes at the answer, and the rest
    arrives before the next question.
    """
    verdicts = []
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        for turn, pieces in enumerate(turns, 1):
            rehearsal.loop.listen()
            rehearsal.player.ask(turn, b"{}")
            for number, piece in enumerate(pieces):
                if slow_other:
                    rehearsal.player.write(piece)
                    rehearsal.loop.listen()
                else:
                    rehearsal.clock.after(0.01 * number, partial(rehearsal.player.write, piece))
            rehearsal.loop.wait()
            verdicts.append(rehearsal.player.take().verdict)
            rehearsal.clock.pass_by(0.1)
    return verdicts


@every_row("slow_other", [True, False], ids=["slow opponent", "fast opponent"])
@every_row("kind", SEQUENCES)
def test_the_verdicts_do_not_depend_on_when_bytes_arrive_within_a_turn(kind, slow_other):
    turns, verdicts = SEQUENCES[kind]
    tried = list(arrivals(turns))
    assert len(tried) > len(turns)
    for pieces in tried:
        assert chunked(pieces, slow_other=slow_other) == verdicts, pieces


@pytest.mark.parametrize("early", [b"FIX\n", tagged(1), b"{\n"], ids=["bare", "tagged", "rubbish"])
def test_an_answer_before_the_first_question(early):
    assert verdicts_of(tagged(1), tagged(2), early=early) == [PROTOCOL, OK]


# Late answers


@every_row("when", ["before the next question", "after it", "both", "a turn later"])
@every_row("answer", [tagged(1), b"FIX\n"], ids=["tagged", "bare"])
def test_a_late_answer_is_dropped_and_costs_one_turn(when, answer):
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        assert rehearsal.ask(1).verdict is TIMEOUT
        before = answer if when in ("before the next question", "both") else b""
        after = answer if when == "after it" or (when == "both" and answer == tagged(1)) else b""
        rehearsal.between(before)
        if when == "a turn later" and answer == tagged(1):
            assert rehearsal.ask(2, (0.01, tagged(2))).verdict is OK
            assert rehearsal.ask(3, (0.01, answer), (0.02, tagged(3))).verdict is OK
            return
        second = tagged(2) if answer == tagged(1) or when == "a turn later" else b"DECELERATE\n"
        got = rehearsal.ask(2, (0.01, after), (0.02, second))
        assert (got.verdict, got.text) == (OK, "NOTHING" if second == tagged(2) else "DECELERATE")


def test_a_bot_that_stays_silent_is_stopped():
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        answers = [rehearsal.ask(turn) for turn in range(1, TIMEOUTS_IN_ROW + 3)]
        assert {answer.verdict for answer in answers} == {TIMEOUT}
        assert answers[0].ms == pytest.approx(200)
        assert answers[-1].reason == "stopped after 10 turns in a row without an answer"


def test_half_a_line_is_no_answer():
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        assert rehearsal.ask(1, (0.01, tagged(1)[:-1])).verdict is TIMEOUT
        assert rehearsal.ask(2, (0.01, b"\n" + tagged(2))).verdict is OK


# The referee's own delay


@pytest.mark.parametrize("kind", [ScriptedLines, Scripted2020])
def test_what_is_in_the_pipe_when_we_wake_up_late_came_in_time(kind: type[Scripted]):
    answer = tagged(1) if kind is ScriptedLines else b"C;1;FIX\n"
    with Rehearsal(kind, Budgets(0, 200)) as rehearsal:
        if kind is ScriptedLines:
            rehearsal.get_ready()
        rehearsal.player.ask(1, b"{}")
        rehearsal.clock.after(0.1, lambda: rehearsal.player.write(answer))
        rehearsal.clock.pass_by(0.453)  # the machine is busy, and we are not scheduled
        rehearsal.loop.wait()
        got = rehearsal.player.take()
        assert got.verdict is OK
        assert got.ms == pytest.approx(200), "when exactly it came is unknown, but not after the deadline"


def test_both_seats_are_looked_at_before_either_is_late():
    """Two bots answered in time, but the referee slept: nobody is late."""
    from lanista.bots.poll_loop import PollLoop

    with Rehearsal() as first, Rehearsal() as second:
        loop = PollLoop([first.player, second.player], first.clock)
        second.player._exchange.clock.now = first.clock.now
        for rehearsal in (first, second):
            rehearsal.get_ready()
        loop.seat()
        for rehearsal in (first, second):
            rehearsal.player.ask(1, b"{}")
            rehearsal.player.write(tagged(1))
        first.clock.pass_by(0.453)
        loop.wait()
        assert [rehearsal.player.take().verdict for rehearsal in (first, second)] == [OK, OK]


def test_an_answer_after_the_deadline_is_late():
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        assert rehearsal.ask(1, (0.21, tagged(1))).verdict is TIMEOUT
        assert rehearsal.ask(2, (0.05, tagged(2))).verdict is OK


# Waits that end


FLOODS = {
    "letters": b"A" * 60_000,
    "blanks": b" " * 60_000,
    "empty lines": b"\n" * 60_000,
    "answers": b"C;1;FIX\n" * 7_000,
}


@every_row("no_timeout", [False, True], ids=["with a deadline", "without"])
@every_row("kind", [ScriptedLines, Scripted2020])
@every_row("flood", FLOODS)
def test_a_flood_ends_the_bot_and_no_wait_is_for_ever(flood, kind, no_timeout):
    """The bot continues to write whenever there is room, also when it has ended long ago."""
    with Rehearsal(kind, Budgets(None, None) if no_timeout else Budgets(1000, 200)) as rehearsal:
        if kind is ScriptedLines:
            rehearsal.get_ready()
        seen = []
        for turn in range(1, 6):
            seen.append(rehearsal.ask(turn, *[(0.001 * n, FLOODS[flood]) for n in range(40)]).verdict)
        assert seen[-1] is LIMIT
        assert set(seen) <= {OK, LIMIT, PROTOCOL}
        assert len(rehearsal.player._reader.rest) == 0


@pytest.mark.parametrize("kind", [ScriptedLines, Scripted2020])
def test_an_ended_bot_is_not_waited_for_even_without_a_deadline(kind):
    with Rehearsal(kind, Budgets(None, None)) as rehearsal:
        if kind is ScriptedLines:
            rehearsal.get_ready()
        rehearsal.clock.after(0.1, lambda: rehearsal.player.write(b'{"exit":3}\n', "status"))
        assert rehearsal.ask(1).verdict is CRASHED
        assert rehearsal.ask(2).verdict is CRASHED


@pytest.mark.parametrize(
    ("number", "name"), [(9, "SIGKILL"), (40, "SIGRTMIN+6"), (64, "SIGRTMAX"), (200, "signal 200")]
)
def test_every_signal_has_a_name(number, name):
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        rehearsal.clock.after(0.1, lambda: rehearsal.player.write(b'{"signal":%d}\n' % number, "status"))
        got = rehearsal.ask(1)
        assert got.verdict is Verdict.KILLED
        assert f"killed by {name}" in got.reason


@pytest.mark.parametrize(
    "said", [b"{\n", b"[]\n", b"7\n", b'{"exit":"x"}\n', b'{"signal":null}\n', b"\xff\n", b"\n"]
)
def test_what_a_bot_writes_in_its_supervisors_name_hurts_only_itself(said):
    """The status pipe can be found and opened by a bot that looks for it."""
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        rehearsal.clock.after(0.1, lambda: rehearsal.player.write(said, "status"))
        assert rehearsal.ask(1, (0.15, tagged(1))).verdict in (PROTOCOL, CRASHED, Verdict.KILLED, OK)


def test_a_bot_that_never_reads_its_input_is_ended():
    """Nobody may fill our memory while the bot waits."""
    with Rehearsal() as rehearsal:
        rehearsal.get_ready()
        nobody, stdin = os.pipe()
        os.set_blocking(stdin, False)
        rehearsal.player._pipes.add("stdin", stdin)
        view = b'{"x":"' + b"y" * 1_000_000 + b'"}'
        verdicts = []
        for turn in range(1, 13):
            rehearsal.player.ask(turn, view)
            rehearsal.player.write(tagged(turn))
            rehearsal.loop.wait()
            verdicts.append(rehearsal.player.take().verdict)
        os.close(nobody)
        assert verdicts[0] is OK
        assert verdicts[-1] is PROTOCOL
