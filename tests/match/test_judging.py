"""The referee alone, with scripted players: what it asks, judges, records and reports."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from lanista.bots.player import BotAnswer, Budgets, FaultEvidence, Opening
from lanista.bots.poll_loop import PollLoop
from lanista.core.errors import BotError, EngineError, InputError, Terminated
from lanista.core.text import MAX_REASON
from lanista.core.verdict import Verdict
from lanista.engine import derive
from lanista.match.referee import FirstFault, MatchSetup, ObserverError, Referee, StrictStop, judge
from tests.clock import ManualClock
from tests.coins import COINS, Coins
from tests.coins.moves import Move
from tests.coins.state import Way
from tests.rows import every_row

EVIDENCE = FaultEvidence("last words", ["log"], "exit 3")
STAY = BotAnswer(Verdict.OK, "STAY", ms=2.0)


class Stub:
    """A player that answers from a list, then stays, and records what it receives."""

    def __init__(self, name: str, answers: Sequence[BotAnswer] = ()) -> None:
        self.name = name
        self.answers_at_once = True
        self.openings: list[Opening] = []
        self.questions: list[tuple[int, bytes]] = []
        self.outcomes: list[object] = []
        self.is_closed = False
        self._answers = iter(answers)

    def start(self, opening: Opening) -> None:
        self.openings.append(opening)

    def ask(self, turn: int, view: bytes) -> None:
        self.questions.append((turn, view))

    def ready(self) -> bool:
        return True

    def waiting(self) -> bool:
        return False

    def take(self) -> BotAnswer:
        return next(self._answers, copy(STAY))

    def evidence(self) -> FaultEvidence:
        return EVIDENCE

    def finish(self, outcome: Any) -> None:
        self.outcomes.append(outcome)

    def close(self) -> None:
        self.is_closed = True


class Slow(Stub):
    """A player that takes its time: it is ready, and has answered, when its deadline comes."""

    def __init__(self, name: str, log: list[str]) -> None:
        super().__init__(name)
        self.answers_at_once = False
        self.is_waited_for = False
        self._log = log

    def start(self, opening: Opening) -> None:
        self._begin("starts")

    def ask(self, turn: int, view: bytes) -> None:
        self._begin("is asked")

    def _begin(self, what: str) -> None:
        self._log.append(f"{self.name} {what}")
        self.is_waited_for = True

    def waiting(self) -> bool:
        return self.is_waited_for

    def watch(self, poller: object) -> None:
        """It has no pipes."""

    def deadline(self) -> float | None:
        return 0.0

    def expire(self, now: float) -> None:
        self._log.append(f"{self.name} is done")
        self.is_waited_for = False

    def leaving(self) -> bool:
        return False

    def give_up(self, reason: str) -> None:
        raise AssertionError(reason)


class Failing(Stub):
    """A player that raises an error when it is started or asked."""

    def __init__(self, at: str, error: BaseException) -> None:
        super().__init__("failing")
        self._at, self._error = at, error

    def start(self, opening: Opening) -> None:
        self._fail("start")

    def ask(self, turn: int, view: bytes) -> None:
        self._fail("ask")

    def _fail(self, at: str) -> None:
        if at == self._at:
            raise self._error


def referee(*players: Stub, game: Coins = COINS, observers: Sequence[Any] = (), strict: bool = False) -> Referee:
    """A short match of coins."""
    setup = MatchSetup(game, 5, "short", game.configure("short"), Budgets(5_000, 2_000), strict)
    return Referee(setup, players, observers, ManualClock())


# What a match notes


def test_the_number_of_players_must_fit() -> None:
    with pytest.raises(InputError, match=r"coins takes 2 to 3 bots, got 1"):
        referee(Stub("a"))


def test_every_player_receives_its_seat_the_names_and_its_own_seed() -> None:
    a, b = Stub("a"), Stub("b")
    referee(a, b).play()
    for seat, player in enumerate((a, b)):
        (opening,) = player.openings
        match = opening.match
        assert (match.game, match.ruleset, opening.seat) == ("coins", "short", seat)
        assert (match.names, opening.seed) == (["a", "b"], derive(5, "bot", seat))
        assert match.limits == Budgets(5_000, 2_000)
        assert [turn for turn, _ in player.questions] == list(range(1, 9))
        assert player.is_closed


def test_verdicts_times_and_the_first_fault_are_noted() -> None:
    late = BotAnswer(Verdict.TIMEOUT, reason="too late", ms=200.0)
    a = Stub("a", [STAY, BotAnswer(Verdict.OK, "JUMP", ms=7.5), late])
    result = referee(a, Stub("b")).play()
    assert result.outcome is not None
    assert result.turns == 8
    assert a.outcomes == [result.outcome]
    assert result.seats[0].verdicts == {Verdict.OK: 6, Verdict.INVALID: 1, Verdict.TIMEOUT: 1}
    assert result.seats[0].times_ms == [2.0, 7.5, 200.0, *[2.0] * 5]
    reason = "expected one of STAY, LEFT, RIGHT, got 'JUMP'"
    assert result.seats[0].fault == FirstFault(2, Verdict.INVALID, reason, 7.5, EVIDENCE, "")
    assert result.seats[1].fault is None
    assert (result.void, result.stopped) == ("", "")


def test_strict_stops_after_observers_saw_the_turn_and_keeps_the_question() -> None:
    a, seen = Stub("a", [STAY, BotAnswer(Verdict.OK, "JUMP")]), Listener()
    with pytest.raises(StrictStop, match=r"^stopped at the first fault of a \(A\)$") as stop:
        referee(a, Stub("b"), observers=[seen], strict=True).play()
    result = stop.value.result
    assert (stop.value.seat, result.outcome, result.turns) == (0, None, 2)
    assert result.seats[0].fault is not None
    assert result.seats[0].fault.sent.encode() == a.questions[1][1]
    assert seen.calls == ["begin", "turn 1", "turn 2", "end"]
    assert result.stopped == "stopped at the first fault of a (A)"


def test_a_fault_in_the_last_turn_of_a_strict_match_leaves_no_outcome() -> None:
    a = Stub("a", [*(copy(STAY) for _ in range(7)), BotAnswer(Verdict.OK, "JUMP")])
    with pytest.raises(StrictStop) as stop:
        referee(a, Stub("b"), strict=True).play()
    assert (stop.value.result.turns, stop.value.result.outcome) == (8, None)


class Absent(Stub):
    """A player that does not get ready."""

    def ready(self) -> bool:
        return False


class WithoutAbsent(Coins):
    """Coins, but seat 1 is never asked."""

    def asked(self, state: Any, seat: int) -> bool:
        return seat != 1


def test_strict_stops_before_the_first_turn_if_a_seat_that_is_not_asked_is_absent() -> None:
    present, crash = Stub("a"), BotAnswer(Verdict.CRASHED, reason="gone")
    with pytest.raises(StrictStop) as stop:
        referee(present, Absent("b", [crash]), game=WithoutAbsent(), strict=True).play()
    fault = stop.value.result.seats[1].fault
    assert fault is not None
    assert (fault.turn, fault.verdict, fault.reason) == (0, Verdict.CRASHED, "gone")
    assert (present.questions, stop.value.result.turns) == ([], 0)


class OverWithoutAll(Coins):
    """Coins, but over at once if somebody is absent."""

    def leave_out(self, state: Any, seats: Sequence[int]) -> None:
        state.record.turn = self.max_turns(state)


def test_a_match_may_be_over_before_its_first_turn() -> None:
    present = Stub("a")
    result = referee(present, Absent("b"), game=OverWithoutAll()).play()
    assert result.outcome is not None
    assert (result.turns, present.questions) == (0, [])


def test_who_thinks_in_this_process_is_asked_first() -> None:
    log: list[str] = []
    quick = Slow("quick", log)
    quick.answers_at_once = True
    referee(Slow("slow", log), quick).play()
    assert log[4:8] == ["quick is asked", "slow is asked", "slow is done", "quick is done"]


AT_ONCE = ["a starts", "b starts", "a is done", "b is done", "a is asked", "b is asked", "a is done", "b is done"]
IN_TURN = ["a starts", "a is done", "b starts", "b is done", "a is asked", "a is done", "b is asked", "b is done"]


@pytest.mark.parametrize(("one_at_a_time", "expected"), [(False, AT_ONCE), (True, IN_TURN)])
def test_players_start_and_think_together_or_one_after_the_other(one_at_a_time: bool, expected: list[str]) -> None:
    log: list[str] = []
    match = referee(Slow("a", log), Slow("b", log))
    match.setup = replace(match.setup, one_at_a_time=one_at_a_time)
    match.play()
    assert log[:8] == expected


# Observers


class Listener:
    """An observer that notes its calls, and may fail at one."""

    def __init__(self, name: str = "", log: list[str] | None = None, error: Exception | None = None) -> None:
        self.calls: list[str] = [] if log is None else log
        self._name, self._error = name, error

    def begin(self, *_: object) -> None:
        self.calls.append(self._name + "begin")

    def turn(self, turn: Any, state: object) -> None:
        self.calls.append(f"{self._name}turn {turn.turn}")

    def end(self, result: object) -> None:
        self.calls.append(self._name + "end")
        if self._error:
            raise self._error


def test_all_observers_hear_of_the_end_the_first_first_even_if_one_fails() -> None:
    log: list[str] = []
    observers = [Listener("1 ", log, OSError(28, "No space left on device")), Listener("2 ", log)]
    with pytest.raises(
        ObserverError, match=r"^the match cannot be followed any longer: .*No space left on device"
    ):
        referee(Stub("a"), Stub("b"), observers=observers).play()
    assert log[-2:] == ["1 end", "2 end"]


def test_what_was_written_before_a_question_is_read_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would pass for the answer."""
    log: list[str] = []
    monkeypatch.setattr(PollLoop, "listen", lambda _: log.append("everybody is heard"))
    referee(Slow("a", log), Slow("b", log)).play()
    asked = [i for i, line in enumerate(log) if line == "a is asked"]
    assert asked
    assert {log[i - 1] for i in asked} == {"everybody is heard"}
    assert log.count("everybody is heard") == len(asked)


class Resumed(Coins):
    """Coins, but its turns are counted from 5, or not at all."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self._error = error

    def turn(self, state: Any) -> int:
        if self._error:
            raise self._error
        return super().turn(state) + 4


def test_a_turn_has_the_number_that_the_game_gives_it() -> None:
    player = Stub("a")
    referee(player, Stub("b"), game=Resumed()).play()
    assert [turn for turn, _ in player.questions] == [5 + i for i in range(len(player.questions))]
    result = referee(Stub("a"), Stub("b"), game=Resumed(ValueError("oh"))).play()
    assert result.void.startswith("the engine failed at turn 1: ValueError: oh (")


# What stops a match

STOPS: list[tuple[BaseException, str]] = [
    (KeyboardInterrupt(), "stopped by the person (Ctrl-C)"),
    (Terminated(), "stopped by a signal (SIGTERM)"),
    (SystemExit(), "stopped by a signal (SIGTERM)"),
    (BotError("no such bot"), "no such bot"),
    (BotError(), "stopped by BotError"),
]


@every_row("at", ["start", "ask"])
@every_row(("error", "reason"), STOPS, ids=[reason for _, reason in STOPS])
def test_a_stop_is_passed_on_and_its_reason_kept(at: str, error: BaseException, reason: str) -> None:
    other = Stub("other")
    match = referee(Failing(at, error), other)
    with pytest.raises(type(error)):
        match.play()
    assert match.result.stopped == reason
    assert (match.result.outcome, match.result.void) == (None, "")
    assert (match.result.turns, other.is_closed) == (0, True)


@pytest.mark.parametrize(("at", "where"), [("start", "the start"), ("ask", "turn 1")])
def test_a_fault_of_ours_voids_the_match_and_names_the_moment(at: str, where: str) -> None:
    result = referee(Stub("a"), Failing(at, ValueError("oh"))).play()
    assert result.void.startswith(f"the engine failed at {where}: ValueError: oh (")
    assert [seat.verdicts for seat in result.seats] == [{Verdict.ENGINE_ERROR: 1}] * 2
    assert result.turns == (0 if at == "start" else 1)


class NoStart(Coins):
    """Coins, but no match of it begins."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    def start(self, *_: Any, **__: Any) -> Any:
        raise self._error


def test_a_match_that_cannot_be_started_says_so() -> None:
    with pytest.raises(EngineError, match=r"^a match of coins cannot be started: ValueError: oh \("):
        referee(Stub("a"), Stub("b"), game=NoStart(ValueError("oh")))
    with pytest.raises(InputError, match=r"^no such map$"):
        referee(Stub("a"), Stub("b"), game=NoStart(InputError("no such map")))


# Judging one answer


class Timed(Coins):
    """Coins, but a text may end with the moment at which it arrived."""

    def untimed(self, text: str) -> str:
        return text.removesuffix("@5")

    @staticmethod
    def read(state: Any, seat: int, text: str) -> Move:
        return COINS.read(state, seat, text.removesuffix("@5"))


JUDGED: list[tuple[str, BotAnswer, Move, Verdict, str]] = [
    ("a move", BotAnswer(Verdict.OK, "RIGHT"), Move(Way.RIGHT), Verdict.OK, "RIGHT"),
    ("no text", BotAnswer(Verdict.OK), Move(Way.STAY), Verdict.OK, ""),
    ("a fault", BotAnswer(Verdict.TIMEOUT, "RIGHT"), Move(Way.STAY), Verdict.TIMEOUT, "RIGHT"),
    ("what only our clock may say", BotAnswer(Verdict.OK, "RIGHT@5"), Move(Way.RIGHT), Verdict.OK, "RIGHT"),
    ("what it says", BotAnswer(Verdict.OK, "RIGHT@5", timed=True), Move(Way.RIGHT), Verdict.OK, "RIGHT@5"),
    ("no move", BotAnswer(Verdict.OK, "JUMP"), Move(Way.STAY), Verdict.INVALID, "JUMP"),
]


@pytest.mark.parametrize(
    ("answer", "move", "verdict", "text"), [j[1:] for j in JUDGED], ids=[j[0] for j in JUDGED]
)
def test_an_answer_is_judged(answer: BotAnswer, move: Move, verdict: Verdict, text: str) -> None:
    game = Timed()
    state = game.start(game.configure(), 1)
    assert judge(game, state, 0, answer) == move
    assert (answer.verdict, answer.text or "") == (verdict, text)
    assert bool(answer.reason) == (verdict is Verdict.INVALID)


def test_a_reason_is_cut_and_an_error_in_reading_is_ours() -> None:
    state = COINS.start(COINS.configure(), 1)
    answer = BotAnswer(Verdict.OK, "J" * 5000)
    judge(COINS, state, 0, answer)
    assert len(answer.reason) == MAX_REASON
    with pytest.raises(EngineError, match=r"^the move 'STAY' of seat 7: \w+Error"):
        judge(COINS, state, 7, BotAnswer(Verdict.OK, "STAY"))
