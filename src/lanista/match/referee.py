"""The referee: asks every seat, judges every answer, steps the game, and lets nothing stop the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.player import (
    BotAnswer,
    BotPlayer,
    Budgets,
    FaultEvidence,
    FuelBudgets,
    InProcessBot,
    MatchInfo,
    Opening,
    Remarking,
)
from lanista.bots.poll_loop import PollLoop
from lanista.core.errors import BotError, EngineError, InputError, LanistaError, Terminated
from lanista.core.text import MAX_QUOTED, MAX_REASON, describe, inert, quoted, seat_name
from lanista.core.verdict import Verdict
from lanista.engine import State, derive
from lanista.game import Config, Game, InvalidMove, Outcome, seat_range, with_forfeits
from lanista.match.replay.format import Branch
from lanista.sandbox import NO_SANDBOX, SandboxPolicy


@dataclass(frozen=True)
class MatchSetup:
    """Everything that determines a match, except its players."""

    game: Game[Any, Any, Any]
    seed: int
    ruleset: str
    config: Config
    limits: Budgets
    strict: bool = False
    map: str = ""
    absent: tuple[int, ...] = ()  # seats whose bots did not become ready
    branch: Branch | None = None  # the match that this one resumes
    one_at_a_time: bool = False  # whether seats are asked one after the other
    sandbox: SandboxPolicy = NO_SANDBOX
    patient: bool = False  # whether bots that the machine starves are waited for, so that every verdict stands
    fuel: FuelBudgets | None = None  # of metered bots; None: as much as the limits
    needs_all: bool = False  # whether a match is not played if a bot crashes before the first turn

    def info(self, names: Sequence[str]) -> MatchInfo:
        """The information that all players receive; `names` are those of the seats."""
        fuel = self.fuel or FuelBudgets.of(self.limits)
        return MatchInfo(
            self.game.name, self.ruleset, self.config, names, self.limits, self.sandbox, self.patient, fuel
        )


@dataclass
class PlayedTurn:
    """The answers of one turn, by seat."""

    turn: int
    answers: list[BotAnswer]

    @property
    def verdicts(self) -> list[Verdict]:
        """The seats' verdicts."""
        return [answer.verdict for answer in self.answers]


@dataclass
class FirstFault:
    """A seat's first fault, with what helps to explain it."""

    turn: int
    verdict: Verdict
    reason: str
    ms: float
    evidence: FaultEvidence
    sent: str = ""  # the question that led to it
    cpu_ms: float | None = None  # processor time, where it is measured

    def summary(self) -> str:
        """The fault in one line, with the last line of the bot's log, which often says why."""
        when = f"in turn {self.turn}" if self.turn else "at the start"
        last = next((line.strip() for line in reversed(self.evidence.log_tail) if line.strip()), "")
        says = f"; its log ends: {inert(last, MAX_QUOTED)}" if last and self.verdict is not Verdict.INVALID else ""
        return f"{self.verdict.value} {when}: {self.reason}{says}"


@dataclass
class SeatResult:
    """One seat's part in a match."""

    name: str
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    times_ms: list[float] = field(default_factory=list)
    fault: FirstFault | None = None
    cpu_ms: list[float] = field(default_factory=list)  # processor time, in turns in which it was measured


@dataclass
class MatchResult:
    """The result of a match. Without an outcome it gives the reason: `void` (an internal error) or `stopped`."""

    setup: MatchSetup
    seats: list[SeatResult]
    outcome: Outcome | None = None
    turns: int = 0
    void: str = ""
    stopped: str = ""
    doubtful: str = ""  # the first timeout of a bot that the machine had starved
    marks: list[str] = field(default_factory=list)  # remarks on how the match came about
    incomplete: list[str] = field(default_factory=list)  # what could not be saved, and why


class Observer(Protocol):
    """Follows a match as it runs: a replay file, a progress bar, a screen."""

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The match begins with this state."""

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """A turn was played."""

    def end(self, result: MatchResult) -> None:
        """The match is over."""


class StrictStop(LanistaError):  # noqa: N818 - a stop, not an error
    """A strict match ended at its first fault, or a match was not begun because a bot crashed."""

    def __init__(self, result: MatchResult, seat: int, reason: str = "stopped at the first fault of") -> None:
        super().__init__(f"{reason} {seat_name(result.seats[seat].name, seat)}")
        self.result = result
        self.seat = seat


class ObserverError(LanistaError):
    """An observer failed, so the match is stopped: it would not be recorded."""


class Referee:
    """Plays one match."""

    def __init__(
        self,
        setup: MatchSetup,
        players: Sequence[BotPlayer],
        observers: Sequence[Observer] = (),
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        game = setup.game
        if len(players) not in game.seats:
            raise InputError(f"{game.name} takes {seat_range(game)} bots, got {len(players)}")
        self.setup = setup
        self.game = game
        self.players = list(players)
        self.observers = observers
        self.clock = clock
        self.state = self._first_state(len(players))
        game.compiled_step(self.state)  # loads compiled rules, if they are wanted, while no clock runs
        self._before = self.state.clone()  # the state before the turn, restored if the engine fails
        self.result = MatchResult(setup, [SeatResult(player.name) for player in players])
        self._history: list[list[Verdict]] = []
        # Built-in bots run in this process: they go first, while no other player's clock runs.
        self._order = sorted(range(len(players)), key=lambda seat: not players[seat].answers_at_once)
        # They need no JSON, except to show in a strict match which question led to a fault.
        self._direct = [
            player if isinstance(player, InProcessBot) and not setup.strict else None for player in players
        ]

    def _first_state(self, seats: int) -> State[Any, Any]:
        setup = self.setup
        try:
            return self.game.start(setup.config, setup.seed, seats, setup.map)
        except LanistaError:
            raise
        except Exception as error:
            raise EngineError(f"a match of {self.game.name} cannot be started: {describe(error)}") from error

    def play(self) -> MatchResult:
        """Play to the outcome; all bots are ended on every path."""
        loop = PollLoop(self.players, self.clock, freeze=self.setup.sandbox.freeze)
        try:
            self._start(loop)
            self._notify(lambda observer: observer.begin(self.setup, self._names(), self.state))
            while self.result.outcome is None and not self.result.void:
                self._play_turn(loop)
        except BaseException as stop:
            self.result.stopped = _why_stopped(stop)
            raise
        finally:
            self.result.marks += self._remarks()
            with ExitStack() as stack:  # every observer is notified of the end, even if one fails
                for observer in reversed(self.observers):
                    stack.callback(_call, observer, lambda observer: observer.end(self.result))
                stack.callback(loop.close, self.result.outcome)
        return self.result

    def _remarks(self) -> list[str]:
        """The remarks of players about their part in the match."""
        speaking = [player for player in self.players if isinstance(player, Remarking)]
        return [f"{inert(player.name, 40)} {said}" for player in speaking for said in player.remarks()]

    def _notify(self, call: Callable[[Observer], None]) -> None:
        for observer in self.observers:
            _call(observer, call)

    def _names(self) -> list[str]:
        return [player.name for player in self.players]

    def _start(self, loop: PollLoop) -> None:
        """Start all players; an internal error here voids the match before its first turn."""
        try:
            for seat, player in enumerate(self.players):
                self._start_player(seat, player)
                loop.seat(player)
                if self.setup.one_at_a_time:
                    loop.wait(player)
            loop.wait()
            loop.start_again()
            self._stop_if_crashed()
            self._leave_out([seat for seat, player in enumerate(self.players) if not player.ready()])
        except (StrictStop, InputError):
            raise
        except Exception as error:  # noqa: BLE001 - no player pays for an internal error
            self._void(error)

    def _start_player(self, seat: int, player: BotPlayer) -> None:
        setup = self.setup
        player.start(
            Opening(
                match=setup.info(self._names()),
                seat=seat,
                seed=derive(setup.seed, "bot", seat),
                state=self.state,
                fixed=self.game.fixed_json(self.state, seat),
                clock=self.clock,
            )
        )

    def _stop_if_crashed(self) -> None:
        """Refuse to begin a match that needs all its bots if one of them does not compile or load."""
        if not self.setup.needs_all:
            return
        crashed = [seat for seat, player in enumerate(self.players) if _has_crashed(player)]
        for seat in crashed:
            self._record(seat, 0, self.players[seat].take(), b"")
        if crashed:
            raise StrictStop(self.result, crashed[0], "not played, because of a crash before turn 1:")

    def _leave_out(self, absent: list[int]) -> None:
        """Leave absent seats out of the game; a seat that is then not asked has its fault recorded now."""
        if absent:
            self.setup = self.result.setup = replace(self.setup, absent=tuple(absent))
            self.game.leave_out(self.state, absent)
        for seat in absent:
            if not self.game.asked(self.state, seat):
                self._record(seat, 0, self.players[seat].take(), b"")
        self._stop_if_strict()
        self._conclude(self.game.outcome(self.state))

    def _play_turn(self, loop: PollLoop) -> None:
        """Play one turn; if anything but a bot fails, it is undone and all seats get `engine_error`."""
        self._before.assign(self.state)
        turn = PlayedTurn(self.result.turns + 1, [BotAnswer(Verdict.OK) for _ in self.players])
        try:
            turn.turn = self.game.turn(self.state)
            views = self._ask(loop, turn)
            moves = [judge(self.game, self.state, seat, answer) for seat, answer in enumerate(turn.answers)]
            self.game.step(self.state, moves)
            self._history.append(turn.verdicts)
            outcome = self.game.outcome(self.state, self._history)
        except BotError:
            raise
        except Exception as error:  # noqa: BLE001 - no player pays for an internal error
            self._void(error, turn)
        else:
            self._record_all(turn, views)
            self._conclude(outcome)
        self.result.turns += 1
        self._notify(lambda observer: observer.turn(turn, self.state))
        self._stop_if_strict()

    def _conclude(self, outcome: Outcome | None) -> None:
        """End the match if the rules say so, with who has forfeited it."""
        if outcome is not None:
            verdicts = [seat.verdicts for seat in self.result.seats]
            self.result.outcome = with_forfeits(outcome, self.setup.absent, verdicts)

    def _stop_if_strict(self) -> None:
        """End a strict match at its first fault, after observers have recorded the turn."""
        if not self.setup.strict:
            return
        for seat, result in enumerate(self.result.seats):
            if result.fault is not None:
                self.result.outcome = None
                raise StrictStop(self.result, seat)

    def _ask(self, loop: PollLoop, turn: PlayedTurn) -> dict[int, bytes]:
        """Ask all seats and fill in their answers; returns the JSON that each was sent."""
        loop.listen()
        views: dict[int, bytes] = {}
        for seat in self._order:
            if self.game.asked(self.state, seat):
                views[seat] = self._ask_seat(turn.turn, seat)
                if self.setup.one_at_a_time:
                    loop.wait(self.players[seat])
        if views:
            loop.wait(*(self.players[seat] for seat in views))
        for seat in views:
            turn.answers[seat] = self.players[seat].take()
        return views

    def _ask_seat(self, turn: int, seat: int) -> bytes:
        """Ask one seat; returns the JSON that it was sent, which is empty for a bot in this process."""
        direct = self._direct[seat]
        if direct is not None:
            view_of = self.game.shared_view if direct.only_reads else self.game.view
            direct.ask_object(turn, None if direct.is_rule else view_of(self.state, seat))
            return b""
        view = self.game.view_json(self.state, seat)
        self.players[seat].ask(turn, view)
        return view

    def _void(self, error: Exception, turn: PlayedTurn | None = None) -> None:
        """Void the match after an internal error, and restore the state before the turn."""
        self.state.assign(self._before)
        said = str(error) if isinstance(error, LanistaError) else describe(error)
        where = f"turn {turn.turn}" if turn else "the start"
        self.result.void = f"the engine failed at {where}: {said}"
        for answer in turn.answers if turn else ():
            answer.verdict, answer.reason = Verdict.ENGINE_ERROR, self.result.void
        for seat in self.result.seats:
            seat.verdicts[Verdict.ENGINE_ERROR] += 1

    def _record_all(self, turn: PlayedTurn, views: Mapping[int, bytes]) -> None:
        for seat, view in sorted(views.items()):
            self._record(seat, turn.turn, turn.answers[seat], view)

    def _record(self, seat: int, turn: int, answer: BotAnswer, view: bytes) -> None:
        result = self.result.seats[seat]
        result.verdicts[answer.verdict] += 1
        result.times_ms.append(answer.ms)
        if answer.cpu_ms is not None:
            result.cpu_ms.append(answer.cpu_ms)
        if answer.verdict is Verdict.OK:
            return
        if answer.starved and not self.result.doubtful:
            self.result.doubtful = f"turn {turn}: {result.name} {answer.starved}"
        if result.fault is None:
            sent = view.decode() if self.setup.strict else ""
            evidence = self.players[seat].evidence()
            reason = answer.reason + (answer.hint if answer.verdict is Verdict.INVALID else "")
            result.fault = FirstFault(turn, answer.verdict, reason, answer.ms, evidence, sent, answer.cpu_ms)


def _call(observer: Observer, call: Callable[[Observer], None]) -> None:
    """Notify an observer; turns an OSError into an ObserverError."""
    try:
        call(observer)
    except OSError as error:
        raise ObserverError(f"the match cannot be followed any longer: {describe(error)}") from error


def _has_crashed(player: BotPlayer) -> bool:
    """Whether a bot ended before its first turn; one that is only late has not."""
    return player.evidence().has_ended or (not player.ready() and player.take().verdict is Verdict.CRASHED)


def _why_stopped(stop: BaseException) -> str:
    """Why a match was stopped, for the replay."""
    if isinstance(stop, (Terminated, SystemExit)):
        return "stopped by a signal (SIGTERM)"
    if isinstance(stop, KeyboardInterrupt):
        return "stopped by the person (Ctrl-C)"
    return inert(str(stop), MAX_QUOTED) or f"stopped by {type(stop).__name__}"


def judge(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, answer: BotAnswer) -> Any:
    """The move that a seat plays; sets the verdict and reason of an answer that the rules refuse."""
    if answer.verdict is not Verdict.OK or answer.text is None:
        return game.missing
    try:
        if not answer.timed:
            answer.text = game.untimed(answer.text)
        return game.read(state, seat, answer.text)
    except InvalidMove as error:
        answer.verdict = Verdict.INVALID
        answer.reason = error.reason[:MAX_REASON]
        return error.move
    except Exception as error:
        raise EngineError(f"the move {quoted(answer.text)} of seat {seat}: {describe(error)}") from error
