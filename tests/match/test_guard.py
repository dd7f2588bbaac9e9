"""An error of ours voids the match, is reported and recorded, and costs no player anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lanista.bots.builtin import FunctionPlayer
from lanista.bots.player import BotAnswer, Budgets
from lanista.core.errors import EngineError, LanistaError
from lanista.core.verdict import Verdict
from lanista.match.recorder import Recorder
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn, Referee, StrictStop, judge
from lanista.match.replay import SeatHeader, read_replay
from tests.clock import ManualClock
from tests.coins import Coins
from tests.rows import every_row

HASTY = Budgets(1_000, 200)
FAULTS = [ValueError("x" * 5000), RecursionError("deep"), KeyError("nothing"), MemoryError(), LanistaError("ours")]


class Failing(Coins):
    """Coins, but something fails in its third turn, or at the start."""

    def __init__(self, what: str, error: Exception) -> None:
        super().__init__()
        self._what = what
        self._error = error

    def _fail(self, what: str, state: Any) -> None:
        at_start = what in ("fixed_json", "leave_out")
        if what == self._what and (at_start or state.record.turn == 2):
            raise self._error

    def fixed_json(self, state, seat):
        self._fail("fixed_json", state)
        return super().fixed_json(state, seat)

    def asked(self, state, seat):
        self._fail("asked", state)
        return super().asked(state, seat)

    def view_json(self, state, seat):
        self._fail("view_json", state)
        return super().view_json(state, seat)

    def untimed(self, text):
        if self._what == "untimed":
            raise self._error
        return super().untimed(text)

    def read(self, state, seat, text):
        self._fail("read", state)
        return super().read(state, seat, text)

    def step(self, state, moves):
        turn = state.record.turn
        super().step(state, moves)
        if turn == 2 and self._what == "step":
            raise self._error

    def outcome(self, state, verdicts=()):
        if len(verdicts) == 3 and self._what == "outcome":
            raise self._error
        return super().outcome(state, verdicts)


def play(game: Coins, tmp_path: Path, *observers: object, strict: bool = False) -> tuple[MatchResult, Path]:
    players = [FunctionPlayer(lambda view: "STAY", name) for name in ("a", "b")]
    setup = MatchSetup(game, 5, "short", game.configure("short"), Budgets(5_000, 2_000), strict)
    path = tmp_path / "match.replay"
    recorder = Recorder(path, [SeatHeader(player.name, player.name, "") for player in players])
    return Referee(setup, players, [recorder, *observers], ManualClock()).play(), path  # type: ignore[list-item]


@pytest.mark.parametrize("strict", [False, True], ids=["plain", "strict"])
@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("what", ["fixed_json", "asked", "view_json", "untimed", "read", "step", "outcome"])
def test_whatever_fails_in_judging_voids_the_match(tmp_path, what, error, strict):
    result, path = play(Failing(what, error), tmp_path, strict=strict)
    assert result.outcome is None
    assert result.void.startswith("the engine failed at ")
    assert len(result.void) < 600
    assert "\n" not in result.void
    assert [seat.verdicts[Verdict.ENGINE_ERROR] for seat in result.seats] == [1, 1]
    assert [seat.fault for seat in result.seats] == [None, None], "it costs nobody anything"
    replay = read_replay(path)
    assert replay.footer is not None
    assert replay.footer.void == result.void
    assert replay.footer.outcome is None
    if what != "fixed_json":
        assert replay.turns[-1].verdicts == ["engine_error", "engine_error"]
        before = replay.turns[-2].digest if len(replay.turns) > 1 else replay.header.start
        assert replay.turns[-1].digest == before, "nothing has happened in that turn"


class Broken:
    """An observer that fails at one of its calls."""

    def __init__(self, at: str, error: Exception) -> None:
        self._at = at
        self._error = error
        self.ended = False

    def begin(self, *_: object) -> None:
        self._fail("begin")

    def turn(self, turn: PlayedTurn, state: object) -> None:
        self._fail("turn")

    def end(self, result: MatchResult) -> None:
        self.ended = True
        self._fail("end")

    def _fail(self, at: str) -> None:
        if at == self._at:
            raise self._error


@pytest.mark.parametrize("at", ["begin", "turn", "end"])
def test_an_observer_that_fails_stops_the_match_with_a_sentence(tmp_path, at):
    other = Broken("", OSError())
    with pytest.raises(LanistaError, match="No space left"):
        play(Coins(), tmp_path, Broken(at, OSError(28, "No space left on device")), other)
    assert other.ended, "the others hear of the end"
    assert read_replay(tmp_path / "match.replay").footer is not None


def test_an_observer_may_stop_a_match_by_an_error_of_its_own(tmp_path):
    class Quit(Exception):
        """Somebody has seen enough."""

    with pytest.raises(Quit):
        play(Coins(), tmp_path, Broken("turn", Quit()))


def test_a_strict_stop_is_no_fault_of_ours(tmp_path):
    players = [FunctionPlayer(lambda view: "FLY", "a"), FunctionPlayer(lambda view: "STAY", "b")]
    game = Coins()
    setup = MatchSetup(game, 5, "short", game.configure("short"), Budgets(None, None), strict=True)
    with pytest.raises(StrictStop) as stop:
        Referee(setup, players).play()
    assert stop.value.result.void == ""
    assert stop.value.result.seats[0].fault is not None


def test_whoever_judges_a_single_answer_gets_a_sentence():
    game = Failing("untimed", ValueError("lost"))
    state = game.start(game.configure("short"), 1, 2)
    with pytest.raises(EngineError, match=r"the move 'STAY' of seat 0: ValueError: lost \(match/test_guard.py:"):
        judge(game, state, 0, BotAnswer(Verdict.OK, "STAY"))


# Players in this process


class Slow:
    """Takes its time in some turns, by the match's own clock."""

    def __init__(self, clock: ManualClock, seconds: dict[int, float]) -> None:
        self._clock = clock
        self._seconds = seconds
        self.asked = 0

    def move(self, view):
        self.asked += 1
        self._clock.pass_by(self._seconds.get(self.asked, 0.0))
        return "STAY"


def judged(seconds: dict[int, float], limits: Budgets = HASTY) -> tuple[list[Verdict], Slow]:
    clock = ManualClock()
    bot = Slow(clock, seconds)
    game = Coins()
    seen: list[Verdict] = []
    watcher = Broken("", OSError())
    watcher.turn = lambda turn, state: seen.append(turn.verdicts[0])  # type: ignore[method-assign]
    players = [FunctionPlayer(bot, "slow"), FunctionPlayer(lambda view: "STAY", "b")]
    Referee(MatchSetup(game, 5, "short", game.configure("short"), limits), players, [watcher], clock).play()
    return seen, bot


OK, TIMEOUT = Verdict.OK, Verdict.TIMEOUT


def test_a_bot_in_our_process_is_judged_by_the_clock():
    seen, bot = judged({2: 0.2, 3: 0.201, 5: 5.0})
    assert seen[:6] == [OK, OK, TIMEOUT, OK, TIMEOUT, OK]
    assert bot.asked == len(seen)


def test_its_first_turn_has_the_start_budget_on_top():
    assert judged({1: 1.1})[0][:2] == [OK, OK]
    assert judged({1: 1.3})[0][:2] == [TIMEOUT, OK]


def test_without_limits_it_may_take_for_ever():
    assert set(judged({1: 1e6, 4: 1e6}, Budgets(None, None))[0]) == {OK}


class Counter:
    """A class is made anew for each match, with the start message."""

    def __init__(self, start: dict[str, Any]) -> None:
        assert start["type"] == "start"
        self.seat = start["seat"]

    def move(self, view):
        return {"move": "STAY", "say": f"seat {self.seat}"}


# What plays, the verdict of its first turn, a word of the reason.
FUNCTIONS = [
    (lambda view: "STAY", OK, ""),
    (Counter, OK, ""),
    (Counter({"type": "start", "seat": 7}), OK, ""),
    (lambda view: None, Verdict.PROTOCOL_ERROR, "move"),
    (lambda view: "FLY", Verdict.INVALID, "FLY"),
    (lambda view: {"move": "STAY", "say": 7}, Verdict.PROTOCOL_ERROR, "say"),
    (lambda view: view["nothing"], Verdict.CRASHED, "KeyError: 'nothing'"),
    (lambda view: exit(3), Verdict.CRASHED, "SystemExit: 3"),
    (lambda view: object(), Verdict.CRASHED, "cannot be sent as JSON"),
    (7, Verdict.CRASHED, "TypeError"),
    (int, Verdict.CRASHED, "TypeError"),
]


@every_row(("function", "verdict", "reason"), FUNCTIONS)
def test_functions_objects_and_classes_are_bots(function, verdict, reason):
    game = Coins()
    players = [FunctionPlayer(function, "f"), FunctionPlayer(lambda view: "STAY", "b")]
    setup = MatchSetup(game, 5, "short", game.configure("short"), Budgets(None, None))
    result = Referee(setup, players).play()
    assert set(result.seats[0].verdicts) == {verdict}
    fault = result.seats[0].fault
    assert reason in (fault.reason if fault else "")
    assert set(result.seats[1].verdicts) == {OK}


def test_a_void_match_is_reported_and_exits_with_1(monkeypatch, tmp_path):
    from click.testing import CliRunner

    from lanista.cli.main import lanista
    from lanista.game import get_game

    def broken(*_: object) -> None:
        raise ZeroDivisionError("made to fail")

    monkeypatch.setattr(type(get_game("overdrive")), "step", broken)
    words = ["play", "overdrive", "cruise", "cruise", "-o", str(tmp_path / "r.gz")]
    done = CliRunner().invoke(lanista, words)
    assert done.exit_code == 1
    assert (
        "void because of an internal error: the engine failed at turn 1: ZeroDivisionError: made to fail"
        in done.output
    )
    footer = read_replay(tmp_path / "r.gz").footer
    assert footer is not None
    assert "made to fail" in footer.void


def test_a_match_that_cannot_be_started_is_reported_in_a_sentence(monkeypatch):
    game = Coins()
    monkeypatch.setattr(Coins, "start", lambda *_: 1 // 0)
    with pytest.raises(EngineError, match="a match of coins cannot be started: ZeroDivisionError"):
        Referee(MatchSetup(game, 5, "short", game.configure("short"), HASTY), [FunctionPlayer(Counter, "a")] * 2)
