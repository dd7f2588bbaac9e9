"""When the time of a turn is up, on clocks that the tests move: processor time decides, wall time protects."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanista.bots.player import BotAnswer
from lanista.bots.turn_clock import MIN_STEP, NEARLY, PATIENCE, TurnClock
from lanista.bots.turn_exchange import TurnExchange, TurnPhase
from lanista.core.verdict import Verdict
from lanista.sandbox import Resources
from lanista.sandbox.usage.starvation import Starved
from tests.clock import ManualClock
from tests.rows import every_row

BUDGET_MS = 1000
STARVED = Starved(412, 1000, 63, 0)


class Bot:
    """A bot that keeps this many cores busy all the time, and is its own meter."""

    def __init__(self, clock: ManualClock, rates: list[tuple[float, float]], *, starved: bool = False) -> None:
        self._clock = clock
        self._rates = rates  # until when, and how many cores it uses
        self._starved = starved
        self.late = 0.0  # as the clock last said
        self.readings = 0

    def used(self) -> float:
        now, used, since = self._clock.now(), 0.0, 0.0
        for until, rate in self._rates:
            used += rate * (min(now, until) - min(now, since))
            since = until
        return used

    def start(self) -> float:
        return self.used()

    def begin(self) -> float:
        return self.used()

    def now(self) -> float:
        return self.used()

    def look(self) -> float:
        self.readings += 1
        return self.used()

    def starved(self, late: float = 0.0) -> Starved | None:
        self.late = late
        return STARVED if self._starved else None


class Turn:
    """One turn of a bot, whose exchange is woken at every deadline."""

    def __init__(
        self,
        *rates: tuple[float, float],
        cores: int = 1,
        budget_ms: int = BUDGET_MS,
        starved: bool = False,
        patient: bool = False,
        **resources: int,
    ) -> None:
        self.time = ManualClock()
        self.bot = Bot(self.time, [*rates], starved=starved)
        self.exchange = TurnExchange()
        self.exchange.clock.measure(self.bot, Resources(**resources), cores, patient=patient)
        self.exchange.start(self.time.now, 1000)
        self.exchange.ready()
        self.exchange.ask(1, budget_ms)
        self.looks: list[float] = []

    def run(self, answers_at: float = 1e9) -> BotAnswer:
        """Play until the answer or the timeout."""
        exchange = self.exchange
        while exchange.waiting:
            deadline = exchange.clock.deadline
            assert deadline is not None
            self.time.pass_by(max(0.0, min(answers_at, deadline) - self.time.now()))
            if self.time.now() >= answers_at:
                exchange.receive(BotAnswer(Verdict.OK, "a"), b"a")
            elif not exchange.extend(self.time.now()):
                exchange.expire(self.time.now(), f"no answer within {exchange.clock.granted(BUDGET_MS)}")
            self.looks.append(self.time.now())
        return exchange.take()


# The cores that a bot uses until a moment, when it answers, the verdict, real time and processor time in ms.
TURNS = {
    "answers at once": ([(9, 1.0)], 0.1, Verdict.OK, 100, 100),
    "answers at the last moment": ([(9, 1.0)], 0.99, Verdict.OK, 990, 990),
    "computes for ever": ([(9, 1.0)], 9, Verdict.TIMEOUT, 1000, 1000),
    "sleeps for ever": ([(9, 0.0)], 9, Verdict.TIMEOUT, 3000, 0),
    "gets half a core": ([(9, 0.5)], 1.8, Verdict.OK, 1800, 900),
    "gets half a core and is too slow": ([(9, 0.5)], 2.5, Verdict.TIMEOUT, 2000, 1000),
    "gets nearly no core": ([(9, 0.1)], 9, Verdict.TIMEOUT, 3000, 300),
    "sleeps, then answers": ([(9, 0.0)], 2.9, Verdict.OK, 2900, 0),
    "computes on two cores": ([(9, 2.0)], 0.8, Verdict.TIMEOUT, 500, 1000),
    "computes on two cores, but not for long": ([(9, 2.0)], 0.4, Verdict.OK, 400, 800),
    "is kept waiting, then computes": ([(2, 0.0), (9, 1.0)], 2.7, Verdict.OK, 2700, 700),
}


@every_row("name", TURNS)
def test_processor_time_decides_and_wall_time_protects(name):
    rates, answers_at, verdict, ms, cpu_ms = TURNS[name]
    answer = Turn(*rates, cores=2).run(answers_at)
    assert answer.verdict is verdict
    assert answer.ms == pytest.approx(ms, rel=0.03)
    assert answer.cpu_ms == pytest.approx(cpu_ms, rel=0.03)


REASONS = {
    "no answer within 1000 ms (it used 1,000 ms of processor time)": [(9, 1.0)],
    "no answer within 1000 ms (it used 0 ms of processor time, and 3,000 ms have passed)": [(9, 0.0)],
}


@pytest.mark.parametrize("reason", REASONS)
def test_the_reason_says_which_clock(reason):
    assert Turn(*REASONS[reason]).run().reason == reason


@given(
    rates=st.lists(st.tuples(st.floats(0.01, 4), st.floats(0, 4)), min_size=1, max_size=6),
    answers_at=st.floats(0.001, 13),
    cores=st.integers(1, 8),
    factor=st.integers(1, 5),
)
def test_a_turn_ends_when_it_must(rates, answers_at, cores, factor):
    """Whatever a bot does: it has its budget on the first clock that runs out, and readings are few."""
    until, edges = 0.0, []
    for length, rate in rates:
        until += length
        edges.append((until, min(rate, cores)))
    turn = Turn(*edges, cores=cores, wall_factor=factor)
    answer = turn.run(answers_at)
    assert answer.cpu_ms is not None
    if answer.verdict is Verdict.OK:
        assert answer.ms <= factor * BUDGET_MS + 1e-6
        assert answer.cpu_ms <= 1.05 * BUDGET_MS + cores * 1000 * MIN_STEP, "seen in time, whatever it used"
    else:
        nearly = (1 - NEARLY) * BUDGET_MS
        assert answer.cpu_ms >= nearly or answer.ms >= factor * BUDGET_MS - 1e-6, "it still had time"
        assert answer.ms <= factor * BUDGET_MS + 1e-6
    assert turn.bot.readings <= 60 * factor
    assert all(earlier <= later for earlier, later in pairwise(turn.looks))


def test_an_early_answer_costs_no_search_for_processes():
    turn = Turn((9, 1.0), cores=4)
    looked = turn.bot.readings
    turn.run(0.09)
    assert turn.bot.readings == looked


def test_a_factor_of_one_makes_real_time_decide():
    """As in a contest that measures real time."""
    answer = Turn((9, 0.0), wall_factor=1).run()
    assert (answer.verdict, answer.ms) == (Verdict.TIMEOUT, BUDGET_MS)


def test_without_a_meter_the_budget_is_real_time():
    clock, time = TurnClock(), ManualClock()
    clock.now = time.now
    clock.measure(None, Resources(), 8)
    clock.grant(200)
    assert clock.deadline == pytest.approx(0.2)
    time.pass_by(0.3)
    assert not clock.extend(0.2)
    assert clock.used_ms() == pytest.approx(200), "what we read late had arrived in time"
    assert clock.cpu_ms() is None
    assert clock.granted(200) == "200 ms"


def test_the_start_is_real_time():
    turn = Turn((9, 0.0))
    exchange = TurnExchange()
    exchange.clock.measure(turn.bot, Resources(), 2)
    exchange.start(turn.time.now, 500)
    assert exchange.clock.deadline == pytest.approx(0.5)
    turn.time.pass_by(0.5)
    assert not exchange.extend(0.5)
    exchange.expire(0.5, "not ready")
    assert exchange.take().verdict is Verdict.TIMEOUT


# Doubt


def test_a_timeout_of_a_starved_bot_is_doubtful_and_says_why():
    answer = Turn((9, 0.1), starved=True).run()
    assert answer.verdict is Verdict.TIMEOUT
    assert answer.starved == STARVED
    assert answer.reason.endswith("; doubtful: it waited 412 of 1,000 ms for a core; pressure 63 %")


def test_a_bot_that_used_its_processor_time_was_not_starved():
    """A busy loop on a busy machine: however long it waited, its budget is used up."""
    answer = Turn((9, 0.5), starved=True, budget_ms=997).run()
    assert answer.verdict is Verdict.TIMEOUT
    assert answer.starved is None
    assert "doubtful" not in answer.reason


def test_an_answer_in_time_is_never_doubtful():
    assert Turn((9, 0.1), starved=True).run(2.0).starved is None


def test_a_starved_start_is_doubtful_once():
    turn = Turn((9, 0.0), starved=True)
    exchange = TurnExchange()
    exchange.clock.measure(turn.bot, Resources(), 2)
    exchange.start(turn.time.now, 500)
    exchange.extend(0.5)
    exchange.expire(0.5, "not ready")
    assert not exchange.ask(1, 200)
    assert exchange.take().starved == STARVED
    assert not exchange.ask(2, 200)
    assert exchange.take().starved is None, "it is the same event"
    assert exchange.phase is TurnPhase.ENDED


def test_a_late_first_look_is_said_to_the_meter():
    turn = Turn((9, 0.0))
    turn.time.pass_by(0.1 + 0.4)
    assert turn.exchange.extend(turn.time.now())
    turn.run()
    assert turn.bot.late == pytest.approx(0.4)


# The last attempt: the cores that a bot uses, whether it is starved, when it answers, the verdict and real time
PATIENT = {
    "a starved bot is waited for": ([(99, 0.05)], True, 15.0, Verdict.OK, 15_000),
    "processor time still decides": ([(99, 0.1)], True, 99, Verdict.TIMEOUT, 10_000),
    "not for ever": ([(99, 0.01)], True, 99, Verdict.TIMEOUT, PATIENCE * 3000),
    "a bot that sleeps is not": ([(99, 0.01)], False, 99, Verdict.TIMEOUT, 3000),
}


@pytest.mark.parametrize("name", PATIENT)
def test_a_patient_clock_waits_for_starved_bots_and_its_verdicts_stand(name):
    rates, starved, answers_at, verdict, ms = PATIENT[name]
    answer = Turn(*rates, starved=starved, patient=True).run(answers_at)
    assert (answer.verdict, answer.starved) == (verdict, None)
    assert answer.ms == pytest.approx(ms, rel=0.03)
    assert "doubtful" not in answer.reason


def test_a_patient_clock_waits_for_a_starved_start():
    turn = Turn((99, 0.0), starved=True)
    exchange = TurnExchange()
    exchange.clock.measure(turn.bot, Resources(), 2, patient=True)
    exchange.start(turn.time.now, 500)
    looks = []
    while exchange.extend(turn.time.now()):
        assert exchange.clock.deadline is not None
        looks.append(exchange.clock.deadline)
        turn.time.pass_by(exchange.clock.deadline - turn.time.now())
    assert looks[-1] == pytest.approx(PATIENCE * 0.5)
    exchange.expire(turn.time.now(), "not ready")
    assert exchange.take().starved is None


# The whole match


@pytest.mark.parametrize(
    ("rate", "resources", "reason"),
    [
        (1.0, {"cpu_s_match": 2}, "its turns have used 2 s of processor time in this match, and cpu_s_match is 2"),
        (0.0, {"wall_s_match": 2}, "its turns have used 2 s in this match, and wall_s_match is 2"),
    ],
)
def test_the_turns_of_a_match_have_a_budget_together(rate, resources, reason):
    turn = Turn((99, rate), **resources)
    played = [turn.run(turn.time.now() + 0.8)]
    for number in (2, 3):
        assert turn.exchange.ask(number, BUDGET_MS)
        played.append(turn.run(turn.time.now() + 0.8))
    assert [answer.verdict for answer in played] == [Verdict.OK, Verdict.OK, Verdict.TIMEOUT]
    assert played[2].ms == pytest.approx(400, rel=0.01)
    assert not turn.exchange.ask(4, BUDGET_MS)
    assert turn.exchange.take().reason == reason
    assert turn.exchange.ended


def test_no_limit_for_the_match():
    turn = Turn((9999, 1.0), cpu_s_match=0, wall_s_match=0)
    for number in range(2, 50):
        assert turn.run(turn.time.now() + 0.9).verdict is Verdict.OK
        assert turn.exchange.ask(number, BUDGET_MS)
