"""What happened in a turn: the rules play it again, and are watched.

Pictures and words are made from this record; neither repeats a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

from lanista.engine import Records
from lanista.game import Played
from lanista.games.rampage.state import (
    BY_TURRET,
    DIRECTIONS,
    SEATS,
    WALL,
    Arena,
    Config,
    Hit,
    Order,
    Player,
    Word,
    Work,
)
from lanista.games.rampage.views import Moment, first

Rule = Callable[..., Any]


class End(IntEnum):
    """What stopped a bullet, as frames name it."""

    NOTHING = 0
    HEAD_ON = 1  # a robot that stepped against it (D14)
    WALL = 2
    HULL = 3  # of a robot or a turret


class Flight(NamedTuple):
    """A bullet's way in a turn, from where it was before it advanced."""

    bullet: int
    is_new: bool
    end: End = End.NOTHING


class Blow(NamedTuple):
    """A hit as the list of hits names it, and the HP that it cost; also one that `classic` does not list (D15)."""

    seat: int
    kind: int
    by: int
    lost: int


class Reflection(NamedTuple):
    """A beam that a shield sent back: whose it was, who sent it, and its way from where it came."""

    by: int
    seat: int
    direction: int
    away: int


class TurnLog:
    """The record of a turn."""

    def __init__(self, played: Played) -> None:
        self.flights: list[Flight] = []
        self.blows: list[Blow] = []
        self.reflections: list[Reflection] = []
        self.struck: list[tuple[int, int]] = []  # a live turret, and whose bullet or beam reached it
        self.picked_up: list[tuple[int, int]] = []  # seat and kind of item
        self.teleports: list[int] = []  # seats that spent one
        self.obstacles: dict[int, int] = {}  # by seat: the square with a wall or turret that stopped its robot
        self._flying: list[Flight] = []  # as the bullets stand in their list
        self._unlisted: dict[int, Blow] = {}  # by seat: the hit that is not yet in the list of hits
        self._beam = (0, 0)  # the direction and length of the beam looked at
        self.after: Moment = played.watch(
            {
                "step": self._step,
                "read_move": self._read_move,
                "shoot": self._shoot,
                "stop_at_obstacle": self._stop_at_obstacle,
                "hit_head_on": self._hit_head_on,
                "remove_bullet": self._remove_bullet,
                "add_item": self._take_in_hand,
                "strike_turret": self._strike_turret,
                "steps": self._steps,
                "strike_back": self._strike_back,
                "reflect_turret": self._reflect_turret,
                "hurt": self._hurt,
                "list_hit": self._list_hit,
                "end_bullets": self._end_bullets,
            }
        )

    def _step(self, rule: Rule, arena: Arena, moves: Records[Order], config: Config, work: Work) -> None:
        self._seats = {id(player): seat for seat, player in enumerate(arena.players)}
        self._flying = [Flight(bullet, is_new=False) for bullet in first(arena.bullets, arena.n_bullets)]
        rule(arena, moves, config, work)

    # Moves

    def _read_move(self, rule: Rule, arena: Arena, config: Config, work: Work, seat: int, word: int) -> None:
        rule(arena, config, work, seat, word)
        if arena.players[seat].effective >= Word.TELEPORT_0:
            self.teleports.append(seat)

    def _shoot(self, rule: Rule, arena: Arena, seat: int) -> None:
        rule(arena, seat)
        self._flying.append(Flight(arena.bullets[arena.n_bullets - 1], is_new=True))

    def _stop_at_obstacle(self, rule: Rule, player: Player, config: Config, work: Work, seat: int) -> None:
        target = work.target[seat]
        rule(player, config, work, seat)
        if work.target[seat] != target:
            self.obstacles[seat] = target

    def _take_in_hand(self, rule: Rule, player: Player, kind: int) -> None:
        rule(player, kind)
        self.picked_up.append((self._seats[id(player)], kind))

    # Bullets

    def _hit_head_on(self, rule: Rule, arena: Arena, config: Config, seat: int, owner: int) -> None:
        rule(arena, config, seat, owner)
        if seat in self._unlisted:
            self.blows.append(self._unlisted.pop(seat)._replace(by=owner))

    def _remove_bullet(self, rule: Rule, arena: Arena, index: int) -> None:
        rule(arena, index)
        self.flights.append(self._flying.pop(index)._replace(end=End.HEAD_ON))

    def _end_bullets(self, rule: Rule, arena: Arena, config: Config) -> None:
        ends = list(first(arena.bullets, arena.n_bullets))
        rule(arena, config)
        left = set(first(arena.bullets, arena.n_bullets))
        for flight, bullet in zip(self._flying, ends, strict=True):
            is_at_wall = config.board[bullet // (DIRECTIONS * SEATS)] == WALL
            end = End.NOTHING if bullet in left else End.WALL if is_at_wall else End.HULL
            self.flights.append(flight._replace(end=end))

    # Hits

    def _strike_turret(self, rule: Rule, arena: Arena, work: Work, turret: int, owner: int) -> None:
        if arena.turrets[turret].alive:
            self.struck.append((turret, owner))
        rule(arena, work, turret, owner)

    def _steps(self, rule: Rule, config: Config, origin: int, square: int, direction: int) -> int:
        away = int(rule(config, origin, square, direction))
        self._beam = direction, away
        return away

    def _strike_back(self, rule: Rule, arena: Arena, config: Config, owner: int, seat: int) -> None:
        self.reflections.append(Reflection(owner, seat, *self._beam))
        rule(arena, config, owner, seat)

    def _reflect_turret(self, rule: Rule, arena: Arena, i: int, seat: int) -> None:
        self.reflections.append(Reflection(BY_TURRET + i, seat, *self._beam))
        rule(arena, i, seat)

    def _hurt(self, rule: Rule, player: Player, config: Config) -> bool:
        seat, hp = self._seats[id(player)], player.hp
        has_cost = bool(rule(player, config))
        self._unlisted[seat] = Blow(seat, 0 if has_cost else Hit.ABSORBED, -1, hp - player.hp)
        return has_cost

    def _list_hit(self, rule: Rule, arena: Arena, seat: int, kind: int, by: int) -> None:
        rule(arena, seat, kind, by)
        hurt = self._unlisted.pop(seat, None)
        listed = arena.hits[seat].kind[arena.players[seat].n_hits - 1]
        self.blows.append(Blow(seat, listed, by, hurt.lost if hurt else 0))
