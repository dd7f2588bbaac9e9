"""The referee: asks every seat, judges every answer, steps the game, and lets nothing stop the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from lanista.bots.player import Answer, Evidence, Limits, Opening, Player
from lanista.bots.table import Table
from lanista.engine import State, derive
from lanista.errors import InputError, LanistaError, RuleError
from lanista.game import Config, Game, InvalidMove, Outcome
from lanista.replay.format import Branch
from lanista.verdict import Verdict


@dataclass(frozen=True)
class Setup:
    """Everything that decides a match but its players."""

    game: Game[Any, Any, Any]
    seed: int
    ruleset: str
    config: Config
    limits: Limits
    strict: bool = False
    map: str = ""
    absent: tuple[int, ...] = ()  # seats whose bots did not get ready
    branch: Branch | None = None  # the match that this one goes on from


@dataclass
class Turn:
    """What happened in one turn, seat by seat."""

    turn: int
    answers: list[Answer]

    @property
    def verdicts(self) -> list[Verdict]:
        """The seats' verdicts."""
        return [answer.verdict for answer in self.answers]


@dataclass
class Fault:
    """A seat's first fault, with all that helps to see why."""

    turn: int
    verdict: Verdict
    reason: str
    ms: float
    evidence: Evidence
    sent: str = ""  # the question that led to it


@dataclass
class SeatResult:
    """One seat's part in a match."""

    name: str
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    times_ms: list[float] = field(default_factory=list)
    fault: Fault | None = None


@dataclass
class MatchResult:
    """How a match went. Without an outcome it was stopped; `void` says why if the engine was at fault."""

    setup: Setup
    seats: list[SeatResult]
    outcome: Outcome | None = None
    turns: int = 0
    void: str = ""
    marks: list[str] = field(default_factory=list)  # remarks on how the match came about


class Observer(Protocol):
    """Whoever wants to follow a match as it runs: a replay file, a progress bar, a screen."""

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The first state."""

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """A turn was played."""

    def end(self, result: MatchResult) -> None:
        """The match is over."""


class StrictStop(LanistaError):  # noqa: N818 - it is a stop, not a mistake of ours
    """A strict match ended at its first fault."""

    def __init__(self, result: MatchResult, seat: int) -> None:
        super().__init__(f"stopped at the first fault of {result.seats[seat].name}")
        self.result = result
        self.seat = seat


class Referee:
    """Plays one match."""

    def __init__(self, setup: Setup, players: Sequence[Player], observers: Sequence[Observer] = ()) -> None:
        game = setup.game
        if len(players) not in game.seats:
            raise InputError(f"{game.name} takes {game.seats_in_words()} bots, got {len(players)}")
        self.setup = setup
        self.game = game
        self.players = list(players)
        self.observers = observers
        self.state = game.start(setup.config, setup.seed, len(players), setup.map)
        self.result = MatchResult(setup, [SeatResult(player.name) for player in players])
        self._history: list[list[Verdict]] = []
        # Built-in bots think in this process: they go first, so that nobody's clock runs meanwhile.
        self._order = sorted(range(len(players)), key=lambda seat: players[seat].waiting())

    def play(self) -> MatchResult:
        """From the start to the outcome; whatever happens, no bot survives it."""
        table = Table(self.players)
        try:
            self._start(table)
            for observer in self.observers:
                observer.begin(self.setup, self._names(), self.state)
            while self.result.outcome is None and not self.result.void:
                self._play_turn(table)
        finally:
            table.close(self.result.outcome)
            for observer in self.observers:
                observer.end(self.result)
        return self.result

    def _names(self) -> list[str]:
        return [player.name for player in self.players]

    def _start(self, table: Table) -> None:
        setup = self.setup
        for seat, player in enumerate(self.players):
            seed = derive(setup.seed, "bot", seat)
            fixed = self.game.fixed_json(self.state, seat)
            names, limits, state = self._names(), setup.limits, self.state
            player.start(
                Opening(self.game.name, setup.ruleset, setup.config, seat, names, limits, seed, state, fixed)
            )
        table.seat()
        table.wait()
        self._leave_out([seat for seat, player in enumerate(self.players) if not player.ready()])

    def _leave_out(self, absent: list[int]) -> None:
        """Tell the game who is not ready; a seat that it does not ask for a move has its fault noted now."""
        if absent:
            self.setup = self.result.setup = replace(self.setup, absent=tuple(absent))
            self.game.leave_out(self.state, absent)
        for seat in absent:
            if not self.game.asked(self.state, seat):
                self._note(seat, 0, self.players[seat].take(), b"")
        self.result.outcome = self.game.outcome(self.state)

    def _play_turn(self, table: Table) -> None:
        table.listen()
        number = self.game.turn(self.state)
        views: dict[int, bytes] = {}
        for seat in self._order:
            if self.game.asked(self.state, seat):
                views[seat] = self.game.view_json(self.state, seat)
                self.players[seat].ask(number, views[seat])
        table.wait()
        answers = [
            player.take() if seat in views else Answer(Verdict.OK) for seat, player in enumerate(self.players)
        ]
        moves = [judge(self.game, self.state, seat, answer) for seat, answer in enumerate(answers)]
        for seat, view in sorted(views.items()):
            self._note(seat, number, answers[seat], view)
        self._step(moves)
        turn = Turn(number, answers)
        self._history.append(turn.verdicts)
        self.result.turns += 1
        for observer in self.observers:
            observer.turn(turn, self.state)
        if not self.result.void:
            self.result.outcome = self.game.outcome(self.state, self._history)

    def _note(self, seat: int, turn: int, answer: Answer, view: bytes) -> None:
        result = self.result.seats[seat]
        result.verdicts[answer.verdict] += 1
        result.times_ms.append(answer.ms)
        if answer.verdict is Verdict.OK:
            return
        if result.fault is None:
            sent = view.decode() if self.setup.strict else ""
            evidence = self.players[seat].evidence()
            result.fault = Fault(turn, answer.verdict, answer.reason, answer.ms, evidence, sent)
        if self.setup.strict:
            raise StrictStop(self.result, seat)

    def _step(self, moves: list[Any]) -> None:
        try:
            self.game.step(self.state, moves)
        except RuleError as error:
            # Our fault, nobody's loss: the match is void.
            self.result.void = str(error)
            for seat in self.result.seats:
                seat.verdicts[Verdict.ENGINE_ERROR] += 1


def judge(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, answer: Answer) -> Any:
    """The move that a seat plays; an answer that the rules refuse gets its verdict and reason."""
    if answer.verdict is not Verdict.OK or answer.text is None:
        return game.missing
    if not answer.timed:
        answer.text = game.untimed(answer.text)
    try:
        return game.read(state, seat, answer.text)
    except InvalidMove as error:
        answer.verdict = Verdict.INVALID
        answer.reason = error.reason
        return error.move
