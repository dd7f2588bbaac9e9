"""Simulates each of its moves against some replies of the opponent with the actual rules, and takes the best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanista.engine import State
from lanista.game import BotStart
from lanista.games.rampage import views
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.maps import Spot
from lanista.games.rampage.moves import Move
from lanista.games.rampage.rules import can_use
from lanista.games.rampage.state import DIRECTIONS, TURRET, Arena, Config, Player, Word
from lanista.games.rampage.tactics.ground import FAR, Board, Ground

Moment = State[Arena, Config]

HP_WORTH = 900  # points per HP
ITEM_WORTH = 40  # points per item held
STEP_WORTH = 6  # points per step closer to a goal
SHOT_WORTH = 260  # points for a bullet about to hit a turret or an opponent ...
FADING = 0.8  # ... multiplied once per square of distance
AIM_WORTH = 30
LOOK = 8
REPLIES = (Word.NONE, Word.FORWARD, Word.SHOOT, Word.LASER)
NOTHING = Move(Word.NONE)


class Bot:
    """Looks one turn ahead for both players, and one more in which both idle."""

    def __init__(self, start: BotStart) -> None:
        self._seat = start.seat
        self._board = Board(start)
        self._now: Moment = RAMPAGE.blank(start.config, self._board.map)
        self._after = self._now.clone()

    def move(self, view: dict[str, Any]) -> str:
        """The move with the best sum of its worst and its mean value."""
        now = self._now
        views.imagine(view, now)
        ground = Ground(self._board, view, self._seat)
        self._away = self._goal_distances(ground)
        me, other = self._players(now)
        words = [word for word in Word if can_use(me, now.const, word)]
        replies = [word for word in REPLIES if can_use(other, now.const, word)]
        return max(words, key=lambda word: self._worth(now, word, replies)).name

    def _players(self, moment: Moment) -> tuple[Player, Player]:
        players = moment.record.players
        return players[self._seat], players[1 - self._seat]

    def _goal_distances(self, ground: Ground) -> dict[Spot, int]:
        """Distances to items; failing that, to lines of fire on turrets out of their reach, or on the opponent."""
        alive = [spot for spot, turret in ground.turrets.items() if turret["alive"]]
        lines = {square for spot in alive for square in ground.firing_squares(spot) - ground.beams(spot)}
        return ground.distances(ground.items() or lines or ground.firing_squares(ground.there))

    def _worth(self, now: Moment, word: Word, replies: list[Word]) -> float:
        values = [self._value_after(now, word, reply) for reply in replies]
        return min(values) + sum(values) / len(values)

    def _value_after(self, now: Moment, word: Word, reply: Word) -> float:
        """The value of the position after both moves and one more turn of bullets and turrets."""
        after = self._after
        after.assign(now)
        moves = (Move(word), Move(reply))
        RAMPAGE.step(after, moves if self._seat == 0 else moves[::-1])
        steps = self._steps_left(after)
        RAMPAGE.step(after, (NOTHING, NOTHING))
        return self._value(after) - STEP_WORTH * steps

    def _steps_left(self, moment: Moment) -> float:
        """Steps to the nearest goal; facing the right way counts as half a step."""
        me, config = self._players(moment)[0], moment.const
        squares = (me.square, config.ahead[me.square * DIRECTIONS + me.facing])
        here, ahead = (self._away.get(views.spot_of(config, square), FAR) for square in squares)
        return min(50, here) - (0.5 if ahead < here else 0)

    def _value(self, moment: Moment) -> float:
        me, other = self._players(moment)
        aim = AIM_WORTH if self._aims(moment, me) else 0
        return self._standing(me) - self._standing(other) + sum(self._shots(moment)) + aim

    def _standing(self, player: Player) -> float:
        held = player.laser + player.shield + player.teleport
        return player.points + HP_WORTH * player.hp + ITEM_WORTH * held

    def _shots(self, moment: Moment) -> Iterator[float]:
        """The expected value of each bullet in flight."""
        for square, direction, owner in views.bullets_of(moment):
            sign = 1 if owner == self._seat else -1
            away, met = self._first_obstacle(moment, square, direction)
            if met is not None and met != owner:
                yield sign * SHOT_WORTH * FADING**away

    def _aims(self, moment: Moment, me: Player) -> bool:
        return self._first_obstacle(moment, me.square, me.facing)[1] is not None

    def _first_obstacle(self, moment: Moment, square: int, direction: int) -> tuple[int, int | None]:
        """The distance to the first obstacle in a direction, and the robot or live turret there, if it is one."""
        arena, config = moment.record, moment.const
        for away in range(LOOK):
            square = config.ahead[square * DIRECTIONS + direction]
            for seat, player in enumerate(arena.players):
                if player.square == square:
                    return away, seat
            code = config.board[square]
            if code:
                return away, code if code >= TURRET and arena.turrets[code - TURRET].alive else None
        return LOOK, None
