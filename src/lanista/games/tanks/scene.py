"""The battlefield for the browser: the land and the tanks, what a seat knows of them, and a turn in words.

The terrain is hidden from the players, so it belongs to the frames and not to the scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from lanista.engine import State, over, over_all, zeros
from lanista.game import Event, Played, put_moves
from lanista.games.tanks import rules, views
from lanista.games.tanks.moves import ORIENTATION_NAMES, Move
from lanista.games.tanks.state import DX, DY, Action, Arena, Config, Direction, Order, Shell, Tank, Work
from lanista.text import seat_letter

Moment = State[Arena, Config]

WAYS = tuple(name.lower() for name in ORIENTATION_NAMES)
STEPS = {Direction.FORWARD: (1, "forward"), Direction.BACKWARDS: (-1, "backwards")}


def scene(state: Moment) -> dict[str, Any]:
    """The size of the world, and the rules' distances and damages."""
    config = state.const
    return {
        "width": config.width,
        "height": config.height,
        "scan": config.scanning_distance,
        "reach": config.cardinal_shot_distance,
        "lob": config.positional_shot_distance,
        "health": config.full_health,
        "damage": {
            "lake": config.lake_damage,
            "forest": config.forest_damage,
            "tank": config.tank_damage,
            "direct": config.direct_damage,
            "indirect": config.indirect_damage,
        },
    }


# A moment


def frame(state: Moment, seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """The land, and the tanks by seat; a seat knows its own, and by number those of its scan."""
    if seat is not None:
        return _known(state, seat)
    arena, config = state.record, state.const
    return {
        "turn": arena.turn,
        "limit": config.max_turns,
        "land": {"x": 0, "y": 0, "rows": _land(config)},
        "ids": [i + 1 if i < arena.n_tanks else None for i in bytes(config.tank_of)[: config.seats]],
        "tanks": _rows(state),
        "seen": [],
    }


def _rows(state: Moment) -> list[list[int] | None]:
    """All tanks by seat."""
    config, n = state.const, state.record.n_tanks
    tanks = [_row(tank) for tank in state.record.tanks[:n]]
    return [tanks[i] if i < n else None for i in bytes(config.tank_of)[: config.seats]]


def _row(t: Tank) -> list[int]:
    """A tank in nine numbers: how it is, and what was last asked of it."""
    return [t.x, t.y, t.orientation, t.health, t.mobile, t.action, t.way, t.target_x, t.target_y]


def _known(state: Moment, seat: int) -> dict[str, Any]:
    """What a seat's view shows: scores, the turn limit and whose tank is which are not in it."""
    arena, config = state.record, state.const
    i = config.tank_of[seat]
    tank, takes_part = arena.tanks[i], i < arena.n_tanks
    way = views.scan_way(tank) if tank.health > 0 else -1
    nobody = [None] * config.seats
    return {
        "turn": arena.turn,
        "limit": None,
        "land": None if way < 0 else _scanned_land(config, tank, way),
        "ids": [*nobody[:seat], i + 1 if takes_part else None, *nobody[seat + 1 :]],
        "tanks": [*nobody[:seat], _row(tank) if takes_part else None, *nobody[seat + 1 :]],
        "seen": [] if way < 0 else list(_scanned_tanks(state, seat, way)),
    }


def _land(config: Config) -> list[str]:
    """The terrain row by row."""
    width = config.width
    letters = bytes(config.terrain)[: width * config.height].translate(views.LETTER_OF).decode()
    return [letters[at : at + width] for at in range(0, len(letters), width)]


def _scanned_land(config: Config, tank: Tank, way: int) -> dict[str, Any]:
    return {
        "x": views.scan_left(config, tank, way),
        "y": views.scan_top(config, tank, way),
        "rows": views.scan_rows(config, tank, way),
    }


def _scanned_tanks(state: Moment, seat: int, way: int) -> Iterator[list[int]]:
    """The others in a scan: place, orientation, whether it lives, and the number of the tank."""
    arena, mine = state.record, state.const.tank_of[seat]
    for _, _, i in views.scanned_tanks(state, arena.tanks[mine], way):
        tank = arena.tanks[i]
        if i != mine:
            yield [tank.x, tank.y, tank.orientation, int(tank.health > 0), i + 1]


# Curves


def numbers(state: Moment) -> dict[str, list[int]]:
    """The score with the points for survival, health, and how many living others the radar has found."""
    arena, config = state.record, state.const
    order = [config.tank_of[seat] for seat in range(config.seats)]
    return {
        "score": [max(0, rules.final_score(arena, config, i)) for i in order],
        "health": [arena.tanks[i].health for i in order],
        "tanks in sight": [_in_sight(state, i)[0] for i in order],
    }


def _in_sight(state: Moment, i: int) -> tuple[int, int]:
    """How many other living tanks, and how many wrecks, the scan of a living tank shows."""
    tanks = state.record.tanks
    way = views.scan_way(tanks[i])
    if way < 0 or tanks[i].health == 0:
        return 0, 0
    found = [tanks[j].health > 0 for _, _, j in views.scanned_tanks(state, tanks[i], way) if j != i]
    return found.count(True), found.count(False)


# A turn in words


def events(before: Moment, after: Moment, moves: Sequence[Move]) -> list[Event]:
    """What each tank did and what came of it, in the order of the rules.

    A tank's own lines say no more than its health, its place and its scan tell it: who was hit by a shell is told
    right after who fired it, each to its own seat only.
    """
    if before.record.over:
        return []
    return list(Retelling(before.clone(), moves).lines())


class Retelling:
    """A turn played again step by step (6.2), with a look at the tanks between the steps."""

    def __init__(self, state: Moment, moves: Sequence[Move]) -> None:
        self.state = state
        self.arena, self.config = state.record, state.const
        self.work: Work = over(Work, zeros(Work).view(np.uint8))
        orders = over_all(Order, zeros(Order, state.seats))
        put_moves(orders, moves)
        rules.collect(self.arena, orders, self.config, self.work)

    def lines(self) -> Iterator[Event]:
        """The steps in their order."""
        acting = [self.work.acting[k] for k in range(self.work.n_acting)]
        for i in acting:
            yield from self.order(i)
        yield from self.void_shots(acting)
        yield from self.shells()
        yield from self.scans(acting)

    def tell(self, i: int, words: str) -> Event:
        """A line for the one who plays a tank."""
        seat = self.config.seat_of[i]
        return Event(f"{seat_letter(seat)} {words}", (seat,))

    def healths(self) -> list[int]:
        """The health of all tanks now."""
        return [tank.health for tank in self.arena.tanks[: self.arena.n_tanks]]

    # Orders

    def order(self, i: int) -> Iterator[Event]:
        """What a tank does before the shells fly."""
        tank = self.arena.tanks[i]
        if tank.action == Action.MOVE:
            yield from self.move(i)
            return
        rules.carry_out(self.arena, self.config, self.work, i)
        if tank.action == Action.ROTATE:
            yield self.tell(i, f"turned {WAYS[tank.orientation]}")
        elif tank.action == Action.IDLE and tank.health > 0:
            yield self.tell(i, "waited")

    def move(self, i: int) -> Iterator[Event]:
        """A step, or what kept the tank from it (6.3)."""
        tank, old = self.arena.tanks[i], self.healths()
        if not tank.mobile:
            yield self.tell(i, "is stuck in a swamp and stayed where it is")
            return
        sign, word = STEPS[Direction(tank.way)]
        place = x, y = tank.x + sign * DX[tank.orientation], tank.y + sign * DY[tank.orientation]
        is_inside = rules.is_on_map(self.config, x, y)
        other = rules.tank_on(self.arena, self.config, self.work, x, y) if is_inside else rules.NOBODY
        rules.carry_out(self.arena, self.config, self.work, i)
        change = loss(old[i], tank.health)
        if (tank.x, tank.y) == place:
            swamp = "" if tank.mobile else ", into a swamp: stuck for good"
            lake = f", into a lake{change}" if change else ""
            yield self.tell(i, f"drove {word} to {x}, {y}{swamp}{lake}")
        elif other != rules.NOBODY:
            yield self.tell(i, f"rammed a tank{change}")
            if old[other]:
                yield self.tell(other, f"was rammed{loss(old[other], self.arena.tanks[other].health)}")
        else:
            yield self.tell(i, f"ran {'into a forest' if is_inside else 'against the edge of the map'}{change}")

    # Shells (6.4 and 6.5)

    def void_shots(self, acting: Sequence[int]) -> Iterator[Event]:
        """Shots without any effect (D12, D13)."""
        for i in acting:
            tank = self.arena.tanks[i]
            if tank.action == Action.FIRE_POSITIONAL and rules.is_void(self.config, tank):
                yield self.tell(i, f"fired at {tank.target_x}, {tank.target_y}, out of reach: nothing came of it")

    def shells(self) -> Iterator[Event]:
        """Each shell when it has exploded or is lost: who fired, then who was hit."""
        work, tick = self.work, 0
        while work.n_waiting > 0:
            tick += 1
            for shell in work.shells[: work.n_shells]:
                if shell.due == rules.FLYING:
                    rules.fly_on(self.arena, self.config, work, shell, tick)
                    if shell.due == rules.LOST:
                        yield self.fired(shell)
                elif shell.due == tick:
                    yield self.fired(shell)
                    yield from self.explode(shell)
                    work.n_waiting -= 1

    def fired(self, shell: Shell) -> Event:
        """Nobody is told where its own cardinal shell landed."""
        tank = self.arena.tanks[shell.shooter]
        aim = WAYS[tank.way] if tank.action == Action.FIRE_CARDINAL else f"at {tank.target_x}, {tank.target_y}"
        return self.tell(shell.shooter, f"fired {aim}")

    def explode(self, shell: Shell) -> Iterator[Event]:
        """Those whom a blast has hit."""
        old = self.healths()
        rules.explode(self.arena, self.config, self.work, shell)
        for i, (was, now) in enumerate(zip(old, self.healths(), strict=True)):
            if was != now:
                tank = self.arena.tanks[i]
                is_direct = (tank.x, tank.y) == (shell.x, shell.y)
                yield self.tell(i, f"{self.blow(shell, i, is_direct=is_direct)}{loss(was, now)}")

    def blow(self, shell: Shell, i: int, *, is_direct: bool) -> str:
        """How a tank was hit, and what that is worth (D23)."""
        if i == shell.shooter:
            return "was caught in its own blast"
        config = self.config
        points = config.direct_points if is_direct else config.indirect_points
        points += config.final_blow_points if self.arena.tanks[i].health == 0 else 0
        return f"was hit {'directly' if is_direct else 'by a blast'} for {counted(points, 'point')}"

    # Scans (section 7)

    def scans(self, acting: Sequence[int]) -> Iterator[Event]:
        """What those who live to see it have found."""
        for i in acting:
            tank = self.arena.tanks[i]
            way = views.scan_way(tank)
            if way >= 0 and tank.health > 0:
                where = "all around" if way == views.OMNI else WAYS[way]
                tanks, wrecks = _in_sight(self.state, i)
                beside = f", {counted(wrecks, 'wreck')}" if wrecks else ""
                yield self.tell(i, f"scanned {where}: {counted(tanks, 'other tank')}{beside}")


def loss(was: int, now: int) -> str:
    """A change of health."""
    if was == now:
        return ""
    return f": health {was} to {now}{'' if now else ', destroyed'}"


def counted(number: int, word: str) -> str:
    """A number of things."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
