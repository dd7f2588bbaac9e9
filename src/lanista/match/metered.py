"""Plays the metered bots of a replay again: each must give the recorded answers, and use the recorded fuel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.player import BotAnswer, BotPlayer, FuelBudgets, MatchInfo, Opening
from lanista.bots.resolve import FoundBot, find_bot
from lanista.bots.wasm.module import is_module
from lanista.core.errors import ReplayError
from lanista.core.text import inert, quoted
from lanista.engine import derive
from lanista.match.referee import judge
from lanista.match.replay import Replay, ReplayStream, SeatHeader, TurnLine
from lanista.match.replay.playing import game_of, guarded, move_of, start_again
from lanista.match.terms import recorded_limits
from lanista.sandbox import Level, Resources, SandboxPolicy


@dataclass(frozen=True)
class BotDifference:
    """Where a bot's answer differs from the recorded one: `what` is move, verdict, reason, fuel, say or log."""

    turn: int
    seat: int
    what: str
    expected: object
    got: object


@dataclass(frozen=True)
class BotsCheck:
    """The result of playing the metered bots again: their seats, and the first difference."""

    seats: list[int]
    turns: int
    difference: BotDifference | None

    @property
    def passed(self) -> bool:
        """Whether all answers are those that were recorded."""
        return self.difference is None


def check_bots(path: Path, bots: Sequence[str] = ()) -> BotsCheck:
    """Play the metered bots of a replay again; `bots` are their modules if they are elsewhere now."""
    replay = ReplayStream(path)
    seats = [seat for seat, header in enumerate(replay.header.seats) if header.module]
    if not seats:
        raise ReplayError(f"{path}: no bot was metered in this match, so none can be checked; leave out --bots")
    found = _find(replay, seats, bots)
    with ExitStack() as stack:
        players = {seat: bot.player(game_of(replay), bot.name) for seat, bot in found.items()}
        for player in players.values():
            stack.callback(player.close)
        turns = _Rematch(replay, players)
        return BotsCheck(seats, *turns.compare())


def _find(replay: ReplayStream, seats: Sequence[int], bots: Sequence[str]) -> dict[int, FoundBot]:
    """The bots of the metered seats, each with the recorded module."""
    game = game_of(replay)
    given = {bot.module_digest: bot for bot in (find_bot(game, spec) for spec in bots)}
    found = {}
    for seat in seats:
        header = replay.header.seats[seat]
        bot = given.get(header.module)
        found[seat] = bot if bot is not None else _recorded(game, header, seat)
    return found


def _recorded(game: Any, header: SeatHeader, seat: int) -> FoundBot:
    """The module that a replay names, if it is the recorded one still; it may name nothing else."""
    was, path = inert(header.module, 40), Path(header.bot)
    if not is_module(path) or not path.is_file():
        raise ReplayError(f"seat {seat} was played by the module {was}; name its file or folder with --bot")
    bot = find_bot(game, header.bot)
    if bot.module_digest != header.module:
        raise ReplayError(
            f"seat {seat} was played by the module {was}, but {quoted(header.bot)} is {bot.module_digest} now; "
            "name the file of that module with --bot"
        )
    return bot


class _Rematch:
    """A recorded match in which some bots answer anew, while the recorded moves are played."""

    def __init__(self, replay: Replay | ReplayStream, players: dict[int, BotPlayer]) -> None:
        self._replay = replay
        self._players = players
        self._game, self._state = start_again(replay)

    def compare(self) -> tuple[int, BotDifference | None]:
        """How many turns were played, and the first difference."""
        self._start()
        turns = 0
        for line in self._replay.turns:
            with guarded(self._replay.path, f", turn {line.turn}"):
                if line.engine_failed:
                    break
                if difference := next(self._differences(line), None):
                    return turns, difference
                moves = [move_of(self._game, self._state, seat, line) for seat in range(self._state.seats)]
                self._game.step(self._state, moves)
            turns += 1
        return turns, None

    def _start(self) -> None:
        header = self._replay.header
        with guarded(self._replay.path):
            first = self._game.start(
                self._game.configure(header.ruleset, header.config), header.seed, len(header.seats), header.map
            )
            budgets = msgspec.convert(header.fuel, dict[str, int])
            info = MatchInfo(
                header.game,
                header.ruleset,
                self._game.configure(header.ruleset, header.config),
                [seat.name for seat in header.seats],
                recorded_limits(header),
                SandboxPolicy(Level.NONE, Resources.of(header.resources)),
                fuel=FuelBudgets(budgets["start"], budgets["turn"]),
            )
            for seat, player in self._players.items():
                fixed = self._game.fixed_json(first, seat)
                player.start(Opening(info, seat, derive(header.seed, "bot", seat), first, fixed))

    def _differences(self, line: TurnLine) -> Iterator[BotDifference]:
        """The answers of a turn that are not those recorded."""
        for seat, player in self._players.items():
            if self._game.asked(self._state, seat):
                player.ask(self._game.turn(self._state), self._game.view_json(self._state, seat))
                answer = player.take()
                judge(self._game, self._state, seat, answer)
                for what, expected, got in _pairs(line, seat, answer):
                    if expected != got:
                        yield BotDifference(line.turn, seat, what, expected, got)


def _pairs(line: TurnLine, seat: int, answer: BotAnswer) -> Iterator[tuple[str, object, object]]:
    """The recorded parts of an answer, and those of this one."""
    yield "move", line.moves[seat], answer.text
    yield "verdict", line.verdicts[seat], answer.verdict.value
    yield "reason", line.reasons[seat] if line.reasons else "", answer.reason
    yield "fuel", line.fuel[seat] if line.fuel else None, answer.fuel
    yield "say", line.say[seat] if line.say else None, answer.say
    yield "log", line.log[seat] if line.log else "", answer.log
