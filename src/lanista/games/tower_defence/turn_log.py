"""What happened in a round: the rules play it again, and are watched.

Pictures and words are made from this record; neither repeats a rule.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lanista.game import Played
from lanista.games.tower_defence.board import missiles_of
from lanista.games.tower_defence.rules import SPENT
from lanista.games.tower_defence.state import CELLS, SEATS, Battle, Config, Order, Player, Refusal, Work

Rule = Callable[..., Any]

ENEMY_BASE = -1  # what a shot met, if it was no building
CURTAIN = -2


@dataclass
class Deed:
    """An order, and what came of it: the cell and kind of a building that was begun or taken down."""

    refusal: Refusal = Refusal.NONE
    cell: int = 0
    building: int = 0


@dataclass
class Hit:
    """What a shot met, a cell, ENEMY_BASE or CURTAIN, and the health that it took."""

    met: int
    lost: int = 0


@dataclass
class Wound:
    """A building that lost health in this round: its kind, its health before and now."""

    building: int
    was: int
    now: int


@dataclass
class Bolt:
    """The shot of a tesla tower; in vain if it has no hits."""

    seat: int
    tower: int
    hits: list[Hit] = field(default_factory=list)


@dataclass
class Flight:
    """A missile in this round: the cell where it was, the cells flown, and what ended it."""

    seat: int
    start: int
    is_fresh: bool  # fired in this round
    flown: int = 0
    hit: Hit | None = None


class TurnLog:
    """The record of a round; lists are in the order of the rules."""

    def __init__(self, played: Played) -> None:
        self.deeds = [Deed() for _ in range(SEATS)]
        self.finished: dict[int, int] = {}  # kinds of building by cell
        self.fired: list[int] = []  # cells of turrets
        self.bolts: list[Bolt] = []
        self.flights: list[Flight] = []
        self.wounds: dict[int, Wound] = {}  # by cell
        self._deed = Deed()  # the order under way
        self._hits: list[Hit] = []  # of the shot under way
        self._flying: deque[Flight] = deque()
        self.after = played.watch(
            {
                "give_order": self._give_order,
                "why_refused": self._why_refused,
                "build": self._build,
                "deconstruct": self._deconstruct,
                "finish": self._finish,
                "shoot_tesla": self._shoot_tesla,
                "fire_turrets": self._fire_turrets,
                "move_missiles": self._move_missiles,
                "fly": self._fly,
                "hit_base": self._hit_base,
                "lose_health": self._lose_health,
                "note_curtain_hit": self._note_curtain_hit,
            }
        )

    # Orders

    def _give_order(self, rule: Rule, battle: Battle, config: Config, seat: int, order: Order) -> None:
        self._deed = self.deeds[seat]
        rule(battle, config, seat, order)

    def _why_refused(self, rule: Rule, *about: Any) -> int:
        self._deed.refusal = Refusal(rule(*about))
        return self._deed.refusal

    def _build(self, rule: Rule, battle: Battle, config: Config, player: Player, building: int, cell: int) -> None:
        self._deed.cell, self._deed.building = cell, building
        rule(battle, config, player, building, cell)

    def _deconstruct(self, rule: Rule, battle: Battle, config: Config, player: Player, cell: int) -> None:
        self._deed.cell, self._deed.building = cell, battle.building[cell]
        rule(battle, config, player, cell)

    def _finish(self, rule: Rule, battle: Battle, config: Config, cell: int) -> None:
        self.finished[cell] = battle.building[cell]
        rule(battle, config, cell)

    # Shots

    def _shoot_tesla(self, rule: Rule, battle: Battle, config: Config, work: Work, seat: int, tower: int) -> None:
        bolt = Bolt(seat, tower)
        self.bolts.append(bolt)
        self._hits = bolt.hits
        rule(battle, config, work, seat, tower)

    def _fire_turrets(self, rule: Rule, battle: Battle, config: Config) -> None:
        before = battle.n_missiles
        rule(battle, config)
        self.fired = [missile % CELLS for missile in missiles_of(battle)[before:]]

    def _move_missiles(self, rule: Rule, battle: Battle, config: Config, work: Work) -> None:
        missiles = missiles_of(battle)
        old = len(missiles) - len(self.fired)
        self.flights = [Flight(*divmod(missile, CELLS), i >= old) for i, missile in enumerate(missiles)]
        self._flying.extend(self.flights)
        rule(battle, config, work)

    def _fly(self, rule: Rule, battle: Battle, config: Config, work: Work, missile: int) -> int:
        flight = self._flying.popleft()  # all fly in turn, cell by cell (D17)
        flight.flown += 1
        self._hits = []
        moved = int(rule(battle, config, work, missile))
        if moved == SPENT:
            flight.hit = self._hits[0]
        else:
            self._flying.append(flight)
        return moved

    # What they met

    def _hit_base(self, rule: Rule, battle: Battle, config: Config, seat: int, damage: int) -> None:
        before = battle.players[1 - seat].health
        rule(battle, config, seat, damage)
        self._hits.append(Hit(ENEMY_BASE, before - battle.players[1 - seat].health))

    def _lose_health(self, rule: Rule, battle: Battle, work: Work, cell: int, lost: int) -> None:
        before = battle.health[cell]
        rule(battle, work, cell, lost)
        now = battle.health[cell]
        self._hits.append(Hit(cell, before - now))  # D7: a building without health may still stop a missile
        if now < before:
            self.wounds.setdefault(cell, Wound(battle.building[cell], before, now)).now = now

    def _note_curtain_hit(self, rule: Rule, battle: Battle, stopped: int) -> None:
        rule(battle, stopped)
        self._hits.append(Hit(CURTAIN))
