"""Which turn a line belongs to, whenever it is read; on a manual clock."""

import pytest

from lanista.core.verdict import Verdict
from tests.games.rampage.contest.seated import BUDGET, Seated

OK, TIMEOUT, PROTOCOL = Verdict.OK, Verdict.TIMEOUT, Verdict.PROTOCOL_ERROR


def test_what_is_in_the_socket_by_the_deadline_counts():
    """The referee is delayed far beyond the budget after the line has arrived."""
    with Seated() as seated:
        seated.ask()
        seated.say("FORWARD")
        seated.clock.pass_by(10)
        answer = seated.take()
    assert (answer.verdict, answer.text) == (OK, "FORWARD")
    assert answer.ms <= 1000 * BUDGET


def test_a_late_line_before_the_next_question_costs_one_turn():
    with Seated() as seated:
        seated.ask()
        first = seated.take()
        seated.say("FACE_DOWN")
        seated.ask()
        seated.say("FORWARD")
        second = seated.take()
    assert [first.verdict, second.verdict] == [TIMEOUT, OK]
    assert second.text == "FORWARD"
    assert "came too late and was dropped: FACE_DOWN" in second.log


def test_a_late_line_after_the_next_question_costs_one_turn_too():
    with Seated() as seated:
        seated.ask()
        first = seated.take()
        seated.ask()
        seated.say("FACE_DOWN", "FORWARD")
        second = seated.take()
    assert [first.verdict, second.verdict, second.text] == [TIMEOUT, OK, "FORWARD"]


@pytest.mark.parametrize("moment", ["with the first", "before it is taken", "after it is taken"])
def test_two_lines_are_judged_alike_whenever_the_second_comes(moment):
    """The second line costs the next turn."""
    verdicts = []
    with Seated() as seated:
        for _ in range(6):
            seated.ask()
            seated.say(*["FORWARD"] * (2 if moment == "with the first" else 1))
            seated.loop.wait()
            if moment == "before it is taken":
                seated.say("SHOOT")
                seated.loop.listen()
            verdicts.append(seated.take().verdict)
            if moment == "after it is taken":
                seated.say("SHOOT")
    assert verdicts == [OK] + [PROTOCOL] * 5


def test_a_line_before_the_first_question_costs_the_first_turn():
    with Seated(rest=b"FORWARD\n") as seated:
        seated.ask()
        seated.say("FACE_UP")
        first = seated.take()
        seated.ask()
        seated.say("FACE_UP")
        second = seated.take()
    assert [first.verdict, second.verdict] == [PROTOCOL, OK]
    assert "before turn 1 was asked: 'FORWARD'" in first.reason


def test_an_empty_line_too_many_counts_as_any_other():
    with Seated() as seated:
        seated.ask()
        seated.say("FORWARD", "")
        first = seated.take()
        seated.ask()
        seated.say("FORWARD")
        second = seated.take()
    assert [first.verdict, second.verdict] == [OK, PROTOCOL]


@pytest.mark.parametrize("flood", [b"A" * 300_000, b" " * 300_000, b"FORWARD\n" * 200])
def test_a_flood_ends_the_bot_and_nobody_waits_for_it(flood):
    with Seated() as seated:
        seated.ask()
        seated.client.setblocking(False)
        sent = 0
        while sent < len(flood) and seated.player.waiting():
            try:
                sent += seated.client.send(flood[sent:])
            except OSError:
                seated.loop.listen()
        first = seated.take()
        for _ in range(3):
            seated.ask()
            assert seated.take().verdict is Verdict.OUTPUT_LIMIT
    assert first.verdict is Verdict.OUTPUT_LIMIT


def test_reasons_quote_little():
    with Seated() as seated:
        seated.ask()
        seated.say("FORWARD", "x" * 50_000)
        seated.take()
        seated.ask()
        seated.say("FORWARD")
        assert len(seated.take().reason) < 400
