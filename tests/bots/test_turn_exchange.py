"""The state machine of a player's turns, alone: events in, phases and verdicts out, on its own clock."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lanista.bots.player import TIMEOUTS_IN_ROW, BotAnswer
from lanista.bots.protocol.matching import AnswerMatch
from lanista.bots.turn_exchange import CLOSED_SECONDS, AnswerTerms, TurnExchange, TurnPhase
from lanista.core.verdict import Verdict
from tests.clock import ManualClock
from tests.rows import every_row

OK, TIMEOUT, PROTOCOL = Verdict.OK, Verdict.TIMEOUT, Verdict.PROTOCOL_ERROR
LIMIT, CRASHED, KILLED = Verdict.OUTPUT_LIMIT, Verdict.CRASHED, Verdict.KILLED
START_MS, TURN_MS = 1000, 200
TAGGED = AnswerTerms(one_answer="one line per turn", can_tag=True)

Step = tuple[Any, ...]


class Stage:
    """An exchange and the clock that it is judged by; events are named as the tables name them."""

    def __init__(self, terms: AnswerTerms = TAGGED) -> None:
        self.clock = ManualClock()
        self.ends = 0
        self.exchange = TurnExchange(terms, self._count_end)

    def _count_end(self) -> None:
        self.ends += 1

    def do(self, name: str, *arguments: Any) -> Any:
        return getattr(self, name)(*arguments)

    def play(self, *steps: Step) -> list[BotAnswer]:
        """The answers that were taken on the way."""
        came = [self.do(*step) for step in steps]
        return [answer for answer in came if isinstance(answer, BotAnswer)]

    def start(self) -> None:
        self.exchange.start(self.clock.now, START_MS)

    def ready(self) -> None:
        self.exchange.ready()

    def begin(self) -> None:
        self.start()
        self.ready()

    def ask(self, turn: int, budget_ms: int | None = TURN_MS) -> bool:
        return self.exchange.ask(turn, budget_ms)

    def say(self, text: str, tag: int | None = None) -> AnswerMatch:
        return self.exchange.receive(BotAnswer(OK, text), text.encode(), tag)

    def replace(self, text: str) -> bool:
        return self.exchange.replace(BotAnswer(OK, text))

    def settle(self, verdict: Verdict, in_time: bool = True) -> None:
        self.exchange.settle(BotAnswer(verdict), in_time=in_time)

    def rubbish(self) -> None:
        self.exchange.receive_invalid("expected JSON", b"{")

    def flood(self) -> None:
        self.exchange.flood("wrote too much")

    def close(self) -> None:
        self.exchange.output_closed()

    def end(self, verdict: Verdict = CRASHED) -> None:
        self.exchange.end(verdict, "the end")

    def wait(self, ms: float) -> None:
        self.clock.pass_by(ms / 1000)

    def expire(self) -> None:
        """Time passes to the deadline."""
        if self.exchange.clock.deadline is not None:
            self.clock.pass_by(max(0.0, self.exchange.clock.deadline - self.clock.now()))
        self.exchange.expire(self.clock.now(), "no answer in time")

    def take(self) -> BotAnswer:
        return self.exchange.take()


BEGIN: Step = ("begin",)
TAKE: Step = ("take",)

# Events, the verdicts of the answers that are taken, and the phase at the end.
SEQUENCES: dict[str, tuple[list[Step], list[Verdict], TurnPhase]] = {
    "nothing": ([], [], TurnPhase.NOT_STARTED),
    "started": ([("start",)], [], TurnPhase.GETTING_READY),
    "ready": ([BEGIN], [], TurnPhase.IDLE),
    "ready before the start": ([("ready",)], [], TurnPhase.NOT_STARTED),
    "not ready in time": ([("start",), ("expire",), TAKE], [TIMEOUT], TurnPhase.ENDED),
    "crashed before it was ready": (
        [("start",), ("end",), TAKE, ("ask", 1), TAKE],
        [CRASHED] * 2,
        TurnPhase.ENDED,
    ),
    "ended before the start": ([("end",), ("start",), ("ask", 1), TAKE], [CRASHED], TurnPhase.ENDED),
    "asked without a start": ([("ask", 1), TAKE], [CRASHED], TurnPhase.ENDED),
    "asked": ([BEGIN, ("ask", 1)], [], TurnPhase.ASKED),
    "answered": ([BEGIN, ("ask", 1), ("say", "a")], [], TurnPhase.ANSWERED),
    "taken": ([BEGIN, ("ask", 1), ("say", "a"), TAKE], [OK], TurnPhase.IDLE),
    "late": ([BEGIN, ("ask", 1), ("expire",)], [], TurnPhase.LATE),
    "late and taken": ([BEGIN, ("ask", 1), ("expire",), TAKE], [TIMEOUT], TurnPhase.IDLE),
    "a late answer is dropped": (
        [BEGIN, ("ask", 1), ("expire",), TAKE, ("say", "late"), ("ask", 2), ("say", "b"), TAKE],
        [TIMEOUT, OK],
        TurnPhase.IDLE,
    ),
    "a late answer after the next question is dropped too": (
        [BEGIN, ("ask", 1), ("expire",), TAKE, ("ask", 2), ("say", "late"), ("say", "b"), TAKE],
        [TIMEOUT, OK],
        TurnPhase.IDLE,
    ),
    "rubbish for a late answer is dropped": (
        [BEGIN, ("ask", 1), ("expire",), TAKE, ("rubbish",), ("ask", 2), ("say", "b"), TAKE],
        [TIMEOUT, OK],
        TurnPhase.IDLE,
    ),
    "early": ([BEGIN, ("say", "early"), ("ask", 1), ("say", "a", 1), TAKE], [PROTOCOL], TurnPhase.IDLE),
    "early and then late": ([BEGIN, ("say", "early"), ("ask", 1), ("expire",), TAKE], [PROTOCOL], TurnPhase.IDLE),
    "twice": (
        [BEGIN, ("ask", 1), ("say", "a", 1), ("say", "a", 1), TAKE, ("ask", 2), ("say", "b", 2), TAKE],
        [OK, PROTOCOL],
        TurnPhase.IDLE,
    ),
    "bare answers out of step": (
        [BEGIN, ("say", "x"), *[s for t in (1, 2) for s in (("ask", t), ("say", "a"), TAKE)]],
        [PROTOCOL, PROTOCOL],
        TurnPhase.IDLE,
    ),
    "another turn's answer": ([BEGIN, ("ask", 1), ("say", "a", 7), TAKE], [PROTOCOL], TurnPhase.IDLE),
    "rubbish": ([BEGIN, ("ask", 1), ("rubbish",), TAKE], [PROTOCOL], TurnPhase.IDLE),
    "rubbish after an early line costs one turn": (
        [BEGIN, ("say", "x"), ("ask", 1), ("rubbish",), TAKE, ("ask", 2), ("say", "b", 2), TAKE],
        [PROTOCOL, OK],
        TurnPhase.IDLE,
    ),
    "a flood": ([BEGIN, ("ask", 1), ("flood",), TAKE, ("ask", 2), TAKE], [LIMIT, LIMIT], TurnPhase.ENDED),
    "a flood after the answer": ([BEGIN, ("ask", 1), ("say", "a"), ("flood",), TAKE], [LIMIT], TurnPhase.ENDED),
    "a flood after the deadline": ([BEGIN, ("ask", 1), ("expire",), ("flood",), TAKE], [LIMIT], TurnPhase.ENDED),
    "a flood between turns": (
        [BEGIN, ("ask", 1), ("say", "a"), TAKE, ("flood",), ("ask", 2), TAKE],
        [OK, LIMIT],
        TurnPhase.ENDED,
    ),
    "crashed after its answer": (
        [BEGIN, ("ask", 1), ("say", "a"), ("end",), TAKE, ("ask", 2), TAKE],
        [OK, CRASHED],
        TurnPhase.ENDED,
    ),
    "the first end counts": (
        [BEGIN, ("ask", 1), ("end", KILLED), ("flood",), ("end", CRASHED), TAKE, ("ask", 2), TAKE],
        [KILLED, KILLED],
        TurnPhase.ENDED,
    ),
    "an answer after the end": ([BEGIN, ("ask", 1), ("end",), ("say", "a"), TAKE], [CRASHED], TurnPhase.ENDED),
    "closed": ([BEGIN, ("ask", 1), ("close",), ("expire",), TAKE], [CRASHED], TurnPhase.ENDED),
    "closed between turns": ([BEGIN, ("close",), ("ask", 1), ("expire",), TAKE], [CRASHED], TurnPhase.ENDED),
    "closed after its answer": (
        [BEGIN, ("ask", 1), ("say", "a"), ("close",), TAKE, ("ask", 2), ("expire",), TAKE],
        [OK, CRASHED],
        TurnPhase.ENDED,
    ),
    "the last one counts": (
        [BEGIN, ("ask", 1), ("replace", "a"), ("replace", "b"), TAKE],
        [OK],
        TurnPhase.IDLE,
    ),
    "too late to be the last one": (
        [BEGIN, ("ask", 1), ("expire",), ("replace", "b"), TAKE],
        [TIMEOUT],
        TurnPhase.IDLE,
    ),
    "the last one came, and the time is up": (
        [BEGIN, ("ask", 1), ("replace", "a"), ("expire",), TAKE],
        [OK],
        TurnPhase.IDLE,
    ),
    "settled": ([BEGIN, ("ask", 1), ("settle", CRASHED), TAKE], [CRASHED], TurnPhase.IDLE),
    "settled twice": ([BEGIN, ("ask", 1), ("settle", OK), ("settle", CRASHED), TAKE], [OK], TurnPhase.IDLE),
    "settled before it is asked": ([BEGIN, ("settle", CRASHED), TAKE], [OK], TurnPhase.IDLE),
}


@every_row("kind", SEQUENCES)
def test_events_lead_to_verdicts_and_a_phase(kind):
    steps, verdicts, phase = SEQUENCES[kind]
    stage = Stage()
    assert [answer.verdict for answer in stage.play(*steps)] == verdicts
    assert stage.exchange.phase is phase
    assert stage.ends == (1 if phase is TurnPhase.ENDED else 0)


@pytest.mark.parametrize("phase", TurnPhase)
def test_it_waits_only_while_something_is_to_come(phase):
    """Before the start nothing is."""
    steps = next(steps for steps, _, end in SEQUENCES.values() if end is phase)
    stage = Stage()
    stage.play(*steps)
    assert stage.exchange.waiting == (phase in (TurnPhase.GETTING_READY, TurnPhase.ASKED))


# Reasons

REASONS: dict[str, tuple[list[Step], str]] = {
    "an early line": (
        [BEGIN, ("say", "x"), ("ask", 1), ("say", "a", 1), TAKE],
        "answered twice, or before turn 1 was asked: 'x' (one line per turn)",
    ),
    "an early line, then silence": (
        [BEGIN, ("say", "x"), ("ask", 1), ("expire",), TAKE],
        "no answer in time, but answered twice, or before turn 1 was asked: 'x' (one line per turn)",
    ),
    "out of step": (
        [BEGIN, ("say", "x"), ("ask", 1), ("say", "a"), TAKE, ("ask", 2), ("say", "b"), TAKE],
        "it has answered more often than it was asked, so bare answers cannot be matched to turns; "
        'answer {"turn":2,"move":"..."} (one line per turn)',
    ),
    "another turn": (
        [BEGIN, ("ask", 1), ("say", "a", 7), TAKE],
        "expected an answer to turn 1, got one to turn 7; the line was 'a'",
    ),
    "rubbish": ([BEGIN, ("ask", 1), ("rubbish",), TAKE], "expected JSON; the line was '{'"),
    "closed": ([BEGIN, ("ask", 1), ("close",), ("expire",), TAKE], "closed its standard output"),
    "never started": ([("ask", 1), TAKE], "it was never started"),
}


@pytest.mark.parametrize("kind", REASONS)
def test_reasons(kind):
    steps, reason = REASONS[kind]
    assert Stage().play(*steps)[-1].reason == reason


def test_protocols_without_tags_are_never_out_of_step():
    stage = Stage(AnswerTerms())
    answers = stage.play(BEGIN, ("say", "x"), *[s for t in (1, 2) for s in (("ask", t), ("say", "a"), TAKE)])
    assert [answer.verdict for answer in answers] == [PROTOCOL, OK]


# Time


def test_deadlines_and_times():
    stage = Stage()
    stage.play(("start",))
    assert stage.exchange.clock.deadline == 1
    stage.play(("wait", 400), ("ready",), ("ask", 1))
    assert stage.exchange.clock.deadline == pytest.approx(0.6)
    stage.play(("wait", 50), ("say", "a"))
    assert stage.take().ms == pytest.approx(50)


def test_what_is_read_after_the_deadline_came_in_time():
    stage = Stage()
    (answer,) = stage.play(BEGIN, ("ask", 1), ("wait", 999), ("say", "a"), TAKE)
    assert (answer.verdict, answer.ms) == (OK, TURN_MS)


def test_a_bot_whose_output_has_ended_is_not_waited_for_long():
    stage = Stage()
    stage.play(BEGIN, ("ask", 1, None), ("wait", 100), ("close",))
    assert stage.exchange.clock.deadline == pytest.approx(0.1 + CLOSED_SECONDS)
    stage.play(("ask", 2, 50))
    assert stage.exchange.clock.deadline == pytest.approx(0.1 + CLOSED_SECONDS), "whatever its budget is"


ORDERLY: list[tuple[bool, list[Step]]] = [
    (True, [("begin",), ("ask", 1), ("say", "A"), ("take",), ("ask", 2), ("say", "B", 2), ("take",)]),
    (False, [("begin",), ("ask", 1), ("expire",)]),
    (False, [("begin",), ("ask", 1), ("expire",), ("say", "A"), ("take",), ("ask", 2), ("say", "B"), ("take",)]),
    (False, [("begin",), ("ask", 1), ("say", "A"), ("say", "B")]),
    (False, [("begin",), ("say", "A")]),
    (False, [("begin",), ("ask", 1), ("say", "A", 2)]),
    (False, [("begin",), ("ask", 1), ("say", "A"), ("take",), ("close",)]),
    (False, [("begin",), ("end",)]),
]


@every_row(("orderly", "steps"), ORDERLY)
def test_who_was_late_or_wrote_out_of_turn_is_not_orderly(orderly, steps):
    stage = Stage()
    stage.play(*steps)
    assert stage.exchange.orderly is orderly


def test_without_a_budget_there_is_no_deadline():
    stage = Stage()
    stage.play(BEGIN, ("ask", 1, None))
    assert stage.exchange.clock.deadline is None
    assert stage.play(("wait", 5000), ("say", "a"), TAKE)[0].ms == pytest.approx(5000)


def late(turns: range) -> list[Step]:
    return [step for turn in turns for step in (("ask", turn), ("expire",), TAKE)]


def test_who_is_late_too_often_in_a_row_is_stopped():
    stage = Stage()
    answers = stage.play(BEGIN, *late(range(1, TIMEOUTS_IN_ROW + 1)), ("ask", 11), TAKE)
    assert [answer.verdict for answer in answers] == [TIMEOUT] * (TIMEOUTS_IN_ROW + 1)
    assert answers[-2].reason == "no answer in time"
    assert answers[-1].reason == "stopped after 10 turns in a row without an answer"


@pytest.mark.parametrize(
    ("between", "stopped"),
    [(("settle", OK), False), (("settle", CRASHED, False), True), (("say", "a", 10), False)],
    ids=["an answer", "a fault instead of one", "a tagged answer"],
)
def test_an_answer_in_time_ends_the_row(between, stopped):
    stage = Stage()
    row = range(1, TIMEOUTS_IN_ROW)
    stage.play(BEGIN, *late(row), ("ask", 10), between, TAKE, *late(range(11, 12)))
    assert stage.exchange.ended == stopped


def test_a_person_may_be_late_for_ever():
    stage = Stage(AnswerTerms(max_late=None))
    stage.play(BEGIN, *late(range(1, 5 * TIMEOUTS_IN_ROW)))
    assert stage.exchange.phase is TurnPhase.IDLE


@pytest.mark.parametrize(
    ("answers", "owed"),
    [
        ([], [1, 2, 3]),
        ([("say", "late")], [2, 3]),
        ([("rubbish",)], [2, 3]),
        ([("say", "late", 2)], [3]),
        ([("say", "d", 4)], []),
    ],
)
def test_turns_that_are_owed(answers, owed):
    stage = Stage()
    stage.play(BEGIN, *late(range(1, 4)), ("ask", 4), *answers)
    assert list(stage.exchange.owed) == owed


# Any sequence of events


def random_step(rng: random.Random, turn: int) -> Step:
    """Any event, those of a usual match more often."""
    steps: list[Step] = [
        ("say", "bare"),
        ("say", "tagged", turn + rng.choice([0, 0, 0, -1, 1, -2])),
        ("replace", "last"),
        ("settle", rng.choice([OK, CRASHED, TIMEOUT]), rng.random() < 0.5),
        ("rubbish",),
        ("expire",),
        ("wait", rng.choice([1, 100, 1000])),
        ("ready",),
        ("close",),
        ("flood",),
        ("end",),
        ("start",),
    ]
    weights = [6, 6, 2, 2, 2, 4, 4, 4, 0.3, 0.1, 0.2, 1]
    return rng.choices(steps, weights)[0]


class Witness(Stage):
    """Remembers what was asked, said and taken, and holds the exchange to it."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.turn = 0

    def step(self) -> None:
        before = self.exchange.phase
        choice = self.rng.random()
        if choice < 0.2 and not self.exchange.waiting:
            self.turn += 1
            self.ask(self.turn)
            assert self.exchange.turn == self.turn
        elif choice < 0.35:
            self.check_taken()
        else:
            self.do(*random_step(self.rng, self.turn))
        if before is TurnPhase.ENDED:
            assert self.exchange.phase is TurnPhase.ENDED, "ended is final"
        assert self.ends == int(self.exchange.ended), "the end is announced once"

    def check_taken(self) -> None:
        waiting = self.exchange.waiting
        first, second = self.take(), self.take()
        assert (first.verdict, first.text, first.reason) == (second.verdict, second.text, second.reason)
        if self.turn == 0 or waiting:
            assert first.text is None, "an answer to a turn that was not asked or not answered"
        if first.text is not None:
            assert first.verdict is OK


@every_row("seed", range(40))
def test_whatever_happens_a_turn_has_one_verdict_and_the_end_is_final(seed):
    for case in range(10):
        witness = Witness(random.Random(1000 * seed + case))
        for _ in range(60):
            witness.step()


@every_row("seed", range(40))
def test_a_taken_verdict_never_changes(seed):
    """Whatever comes between a turn's end and the next question."""
    rng = random.Random(seed)
    stage = Stage()
    stage.play(BEGIN)
    for turn in range(1, 20):
        stage.ask(turn)
        for _ in range(rng.randrange(4)):
            stage.do(*random_step(rng, turn))
        if stage.exchange.waiting:
            stage.expire()
        answer = stage.take()
        seen = (answer.verdict, answer.text, answer.reason, answer.ms)
        for _ in range(rng.randrange(6)):
            stage.do(*random_step(rng, turn))
        again = stage.take()
        assert (again.verdict, again.text, again.reason, again.ms) == seen
