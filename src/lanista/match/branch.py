"""Resumes a recorded match after some turns, with another player at one of the seats.

The other bots are restarted and asked again with the same views, so that they rebuild their memory. The recorded
moves are played, and the bots' answers are compared with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lanista.bots.human import HUMAN, HumanInput
from lanista.bots.player import BotAnswer, BotPlayer, InProcessBot
from lanista.bots.player_wrapper import PlayerWrapper
from lanista.bots.process.live_bots import LiveBots
from lanista.bots.resolve import FoundBot, find_bot, is_program
from lanista.core.errors import BotError, InputError
from lanista.core.text import inert, seat_name
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.game import Game, builtin_names, is_builtin
from lanista.match.planning import PlannedMatch, Repeat, policy_for
from lanista.match.referee import MatchResult, MatchSetup, Observer, PlayedTurn
from lanista.match.replay import JUDGED, Branch, Replay, SeatHeader, TurnLine, game_of
from lanista.match.terms import STANDARD, MatchTerms, default_limits, recorded_limits
from lanista.sandbox import SandboxRequest


def branch(
    replay: Replay,
    point: Branch,
    newcomer: str,
    *,
    replace: Mapping[int, str] | None = None,
    trust: bool = False,
    allow_external_bots: bool = True,
    terms: MatchTerms = STANDARD,
) -> BranchPlan:
    """Plan a match that resumes a replay after `point.turn` turns with a newcomer at seat `point.seat`.

    `replace` names other bots for other seats. A replay may come from a stranger, so programs that it names are
    built and started only with `trust`. A newcomer that is not built in needs `allow_external_bots`. Of the terms,
    the replay sets all but the sandbox and whether people have a clock.
    """
    header, wanted = replay.header, terms.wanted
    _check_turn(replay, point.turn)
    seats = len(header.seats)
    named = {**(replace or {}), point.seat: newcomer}
    for number in named:
        if number not in range(seats):
            raise InputError(f"the match has seats 0 to {seats - 1}, got seat {number}")
    game = game_of(replay)
    if not allow_external_bots and newcomer != HUMAN and not is_builtin(game, newcomer):
        raise BotError(f"expected `human` or a built-in bot ({', '.join(builtin_names(game))}), got {newcomer!r}")
    bots = _find_bots(game, header.seats, named, wanted, trust=trust)
    limits = default_limits(game, header.ruleset).override(*recorded_limits(header))
    setup = MatchSetup(
        game,
        header.seed,
        header.ruleset,
        game.configure(header.ruleset, header.config),
        limits,
        map=header.map,
        branch=point,
        one_at_a_time=header.one_at_a_time,
        sandbox=policy_for(wanted, bots),
    )
    notes = _changed(header.seats, bots, named)
    return BranchPlan(
        game,
        bots,
        setup,
        MatchTerms(
            ruleset=header.ruleset, settings=dict(header.config), map=header.map, clock=terms.clock, wanted=wanted
        ).with_budgets(limits),
        replay=replay,
        newcomers=frozenset(named),
        notes=notes,
    )


def _check_turn(replay: Replay, turn: int) -> None:
    over = replay.footer is not None and replay.footer.outcome is not None
    failed = bool(replay.turns) and replay.turns[-1].engine_failed
    last = len(replay.turns) - (1 if over or failed else 0)
    if not 0 <= turn <= last:
        raise InputError(f"{replay.path}: expected a turn from 0 (the start) to {last} to go on from, got {turn}")


def _find_bots(
    game: Game[Any, Any, Any],
    seats: Sequence[SeatHeader],
    named: Mapping[int, str],
    wanted: SandboxRequest,
    *,
    trust: bool,
) -> list[FoundBot]:
    """The bots of the new match; raises one BotError for all that cannot be found or must not be started."""
    bots: list[FoundBot] = []
    problems: list[str] = []
    for number, seat in enumerate(seats):
        if number in named:
            bots.append(find_bot(game, named[number], wanted))
        elif not trust and is_program(game, seat.bot):  # finding it might build it
            problems.append(f"seat {number}: the replay names a program of this machine: {inert(seat.bot, 200)}")
        else:
            try:
                bots.append(find_bot(game, seat.bot, wanted))
            except BotError as error:
                problems.append(f"seat {number}: {error}")
    if problems:
        advice = "Name others with --replace SEAT=BOT, or --trust the replay to start the programs that it names"
        raise BotError("the opponents cannot be started again:\n  " + "\n  ".join(problems) + f"\n{advice}")
    return bots


def _changed(seats: Sequence[SeatHeader], bots: Sequence[FoundBot], named: Mapping[int, str]) -> list[str]:
    return [
        f"{seat_name(bot.name, number)} is not the version that was recorded"
        for number, (seat, bot) in enumerate(zip(seats, bots, strict=True))
        if number not in named and bot.digest != seat.digest
    ]


@dataclass
class BranchPlan(PlannedMatch):
    """A match that resumes another one."""

    replay: Replay = field(kw_only=True)
    newcomers: frozenset[int] = field(kw_only=True)  # seats whose answers to recorded turns are not compared
    notes: list[str] = field(default_factory=list, kw_only=True)

    def __post_init__(self) -> None:
        branching = self.setup.branch
        assert branching is not None, "the setup of a branch has its `branch`"
        self._recorded = {line.turn: line for line in self.replay.turns[: branching.turn]}

    def players(self, human_input: HumanInput | None = None, live_bots: LiveBots | None = None) -> list[BotPlayer]:
        """The players, which play the recorded turns first."""
        absent = self.replay.header.absent
        return [
            Resuming(player, seat, self._recorded, present=seat not in absent, idle=self.bots[seat].is_person)
            for seat, player in enumerate(super().players(human_input, live_bots))
        ]

    def remarks(self, players: Sequence[BotPlayer]) -> list[Observer]:
        """Observers that also report whose answers differ from the recording."""
        old = [player for player in players if isinstance(player, Resuming) and player.seat not in self.newcomers]
        return [*super().remarks(players), Remarks(self.notes, old)]

    @property
    def repeats(self) -> tuple[Repeat, ...]:
        """A rematch resumes the recorded match from the same turn."""
        return tuple(how for how in super().repeats if how is Repeat.AGAIN)

    def again(self, how: Repeat = Repeat.AGAIN) -> PlannedMatch:
        """Plan a rematch; the seed is that of the resumed match."""
        return replace(super().again(how), setup=self.setup)


class Resuming(PlayerWrapper):
    """A player whose first turns are recorded: it is asked in them too, but the recorded answers count.

    A player that is `idle` (a person) is not asked in those turns.
    """

    def __init__(
        self, player: BotPlayer, seat: int, recorded: Mapping[int, TurnLine], *, present: bool, idle: bool
    ) -> None:
        super().__init__(player)
        self.seat = seat
        self.differences: list[tuple[int, str, str]] = []  # turn, recorded, answered now
        self._recorded = recorded
        self._present = present
        self._idle = idle
        self._line: TurnLine | None = None

    def ask(self, turn: int, view: bytes) -> None:
        """Ask the player, unless the turn is recorded and the player is idle."""
        if self._is_asked(turn):
            self._player.ask(turn, view)

    def _ask_object(self, turn: int, view: Any) -> None:
        """As `ask`, if the player's bot runs in this process."""
        if self._is_asked(turn) and isinstance(self._player, InProcessBot):
            self._player.ask_object(turn, view)

    def _is_asked(self, turn: int) -> bool:
        self._line = self._recorded.get(turn)
        return self._line is None or not self._idle

    def ready(self) -> bool:
        """Whether it was ready in the recorded match."""
        return self._present

    def take(self) -> BotAnswer:
        """The recorded answer, or the player's own after the recorded turns."""
        line = self._line
        if line is None:
            return self._player.take()
        text, verdict = line.moves[self.seat], line.verdicts[self.seat]
        if not self._idle:
            self._compare(line.turn, text, self._player.take())
        return BotAnswer(
            Verdict.OK if verdict in JUDGED else Verdict(verdict),
            text,
            reason=line.reasons[self.seat] if line.reasons and verdict not in JUDGED else "",
            ms=line.ms[self.seat],
            say=line.say[self.seat] if line.say else None,
            draw=line.drawn(self.seat) or None,
            log=line.log[self.seat] if line.log else "",
        )

    def _compare(self, turn: int, recorded: str | None, answer: BotAnswer) -> None:
        if answer.text != recorded:
            now = answer.text if answer.text is not None else answer.verdict.value
            self.differences.append((turn, recorded if recorded is not None else "no move", now))

    def remark(self) -> str:
        """The number of turns whose answers differ from the recording, and the first of them."""
        turn, recorded, now = self.differences[0]
        return (
            f"{seat_name(self.name, self.seat)} answered {len(self.differences)} of the recorded "
            f"turns differently, first turn {turn}: {inert(now, 40)} instead of {inert(recorded, 40)}"
        )


class Remarks:
    """An observer that reports how the opponents of a branch differ from the recorded ones."""

    def __init__(self, notes: Sequence[str], players: Sequence[Resuming]) -> None:
        self._notes = list(notes)
        self._players = players

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Do nothing."""

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Do nothing."""

    def end(self, result: MatchResult) -> None:
        """Add the remarks to the result, before it is recorded."""
        result.marks += self._notes
        for player in self._players:
            if player.differences:
                result.marks.append(player.remark())
