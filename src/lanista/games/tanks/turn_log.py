"""What happened in a turn: the rules play it again, and are watched.

Pictures and words are made from this record; neither repeats a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from lanista.engine import Records, State, over, zeros
from lanista.game import Played
from lanista.games.tanks import rules
from lanista.games.tanks.rules import FLYING, LOST, NOBODY
from lanista.games.tanks.state import FUSE, Arena, Config, Order, Shell, Tank, Work

Moment = State[Arena, Config]
Cell = tuple[int, int]
Rule = Callable[..., Any]


class Blow(NamedTuple):
    """Health that a tank has lost; by a shell, also how it was hit and the points that this is worth."""

    tank: int
    was: int
    now: int
    is_direct: bool = False
    points: int = 0


@dataclass
class Drive:
    """A move (6.3)."""

    tank: int
    target: Cell | None = None  # None if the tank cannot move
    is_inside: bool = True
    other: int = NOBODY  # the tank or wreck on the target cell
    is_other_alive: bool = False  # before the collision
    has_moved: bool = False
    blows: list[Blow] = field(default_factory=list)


@dataclass
class Shot:
    """A shell on its way (6.4), and its explosion (6.5)."""

    tank: int
    start: Cell
    is_lob: bool
    cells: list[Cell] = field(default_factory=list)  # in order; a lost shell's last one is off the map
    tick: int = 0  # of the explosion; of a lost shell, when it would have been
    explodes: bool = False
    blows: list[Blow] = field(default_factory=list)


@dataclass
class Deed:
    """What a tank did when its order was carried out."""

    tank: int
    drive: Drive | None = None
    is_void: bool = False  # a positional shot without any effect (D12, D13)
    is_alive: bool = True  # when it had done it


class TurnLog:
    """The record of a turn: deeds in processing order, and shots in the order in which they ended."""

    def __init__(self, played: Played) -> None:
        self.deeds: list[Deed] = []
        self.shots: list[Shot] = []
        self._fired: dict[int, Shot] = {}  # by tank
        self._drive: Drive | None = None  # the one under way
        self._blows: list[Blow] = []  # of the drive or explosion under way
        self.after: Moment = played.watch(
            {
                "step": self._step,
                "carry_out": self._carry_out,
                "is_void": self._is_void,
                "move": self._move,
                "is_on_map": self._is_on_map,
                "tank_on": self._tank_on,
                "hurt": self._hurt,
                "fire": self._fire,
                "fly_on": self._fly_on,
                "explode": self._explode,
                "hit": self._hit,
            }
        )

    def _step(self, rule: Rule, arena: Arena, moves: Records[Order], config: Config, work: Work) -> None:
        self._tanks = arena.tanks
        self._numbers = {id(tank): i for i, tank in enumerate(self._tanks)}
        rule(arena, moves, config, work)

    # Orders

    def _carry_out(self, rule: Rule, arena: Arena, config: Config, work: Work, i: int) -> None:
        self.deeds.append(Deed(i))
        rule(arena, config, work, i)
        self.deeds[-1].is_alive = arena.tanks[i].health > 0

    def _is_void(self, rule: Rule, config: Config, tank: Tank) -> bool:
        self.deeds[-1].is_void = bool(rule(config, tank))
        return self.deeds[-1].is_void

    def _move(self, rule: Rule, arena: Arena, config: Config, work: Work, i: int) -> None:
        tank = arena.tanks[i]
        drive = self._drive = self.deeds[-1].drive = Drive(i)
        self._blows = drive.blows
        rule(arena, config, work, i)
        drive.has_moved = (tank.x, tank.y) == drive.target
        self._drive = None

    def _is_on_map(self, rule: Rule, config: Config, x: int, y: int) -> bool:
        is_inside = bool(rule(config, x, y))
        if self._drive:
            self._drive.target, self._drive.is_inside = (x, y), is_inside
        return is_inside

    def _tank_on(self, rule: Rule, arena: Arena, config: Config, work: Work, x: int, y: int) -> int:
        other = int(rule(arena, config, work, x, y))
        if self._drive:
            self._drive.other = other
            self._drive.is_other_alive = other != NOBODY and arena.tanks[other].health > 0
        return other

    def _hurt(self, rule: Rule, tank: Tank, damage: int) -> None:
        was = tank.health
        rule(tank, damage)
        if tank.health != was:
            self._blows.append(Blow(self._numbers[id(tank)], was, tank.health))

    # Shells

    def _fire(self, rule: Rule, work: Work, shooter: int, x: int, y: int, way: int, due: int) -> None:
        tank = self._tanks[shooter]
        self._fired[shooter] = Shot(shooter, (tank.x, tank.y), is_lob=due != FLYING)
        rule(work, shooter, x, y, way, due)

    def _fly_on(self, rule: Rule, arena: Arena, config: Config, work: Work, shell: Shell, tick: int) -> None:
        rule(arena, config, work, shell, tick)
        shot = self._fired[shell.shooter]
        shot.cells.append((shell.x, shell.y))
        if shell.due == LOST:
            shot.tick = tick + FUSE
            self.shots.append(shot)

    def _explode(self, rule: Rule, arena: Arena, config: Config, work: Work, shell: Shell) -> None:
        shot = self._fired[shell.shooter]
        shot.cells = shot.cells or [(shell.x, shell.y)]
        shot.tick, shot.explodes = shell.due, True
        self.shots.append(shot)
        self._blows = shot.blows
        rule(arena, config, work, shell)

    def _hit(self, rule: Rule, victim: Tank, config: Config, is_direct: bool) -> int:
        before = len(self._blows)
        points = int(rule(victim, config, is_direct))
        if len(self._blows) > before:
            self._blows[-1] = self._blows[-1]._replace(is_direct=is_direct, points=points)
        return points


def alone(state: Moment, i: int) -> Moment:
    """The state as if there were no other tank: what a player can work out without knowing of others."""
    lonely = state.clone()
    for other, tank in enumerate(lonely.record.tanks):
        if other != i:
            tank.x = tank.y = -1
            tank.health = 0
    return lonely


def last_shells(state: Moment, shooters: Sequence[int]) -> dict[int, list[Cell]]:
    """The cells on the map that the last shells of these tanks cross, with everybody where they are now."""
    arena, config = state.record, state.const
    work: Work = over(Work, zeros(Work).view(np.uint8))
    for i, tank in enumerate(arena.tanks[: arena.n_tanks]):
        work.standing[tank.y * config.width + tank.x] = i + 1
    for i in shooters:
        rules.carry_out(arena, config, work, i)
    shells = work.shells[: work.n_shells]
    return {shell.shooter: list(_flight(arena, config, work, shell)) for shell in shells}


def _flight(arena: Arena, config: Config, work: Work, shell: Shell) -> Iterator[Cell]:
    """The cells that a shell crosses until it lands."""
    tick = 0
    while shell.due == FLYING:
        tick += 1
        rules.fly_on(arena, config, work, shell, tick)
        if shell.due == FLYING:
            yield shell.x, shell.y
    if shell.due != LOST:
        yield shell.x, shell.y
