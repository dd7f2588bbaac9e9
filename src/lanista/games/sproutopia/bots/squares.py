"""Claims land in small squares, and returns home when somebody comes near."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.sproutopia.tactics.ground import Ground, Loop, Spot

SIZES = range(2, 5)
PATIENCE = 3  # ticks added to every loop, so that larger ones pay


class Bot:
    """Walks one loop after another."""

    sizes = SIZES
    widths = SIZES
    margin = 1  # spare ticks on the way home

    def __init__(self, start: BotStart) -> None:
        self.ground = Ground(start)
        self.plan: tuple[Spot, ...] = ()

    def move(self, view: dict[str, Any]) -> str:
        """Follow the plan while it is safe; without one, go home or start a loop."""
        ground = self.ground
        ground.see(view)
        self.plan = self.plan[1:] if self.plan and self.plan[0] == ground.here else ()
        if not self.is_sound():
            self.plan = ()
        self.plan = self.attack() or self.retreat() or self.plan or self.next_plan()
        return ground.command(self.plan) if self.plan else ground.survive()

    def is_sound(self) -> bool:
        """Whether nothing blocks the plan."""
        return all(self.ground.is_open(spot) for spot in self.plan)

    def attack(self) -> tuple[Spot, ...]:
        """This bot leaves others alone."""
        return ()

    def retreat(self) -> tuple[Spot, ...]:
        """The shortest path home if the trail is in danger."""
        ground = self.ground
        if not ground.is_out() or not ground.others:
            return ()
        home = ground.path_home()
        return home if home and ground.is_threatened(len(home), self.margin) else ()

    def next_plan(self) -> tuple[Spot, ...]:
        """From outside, home; from inside, a loop, or towards the border of the land."""
        ground = self.ground
        if ground.is_out():
            return ground.path_home()
        best = max(ground.loops(self.sizes, self.widths), key=self.value, default=None)
        if best is not None and self.value(best) > 0:
            return best.path
        return self.pass_time()

    def pass_time(self) -> tuple[Spot, ...]:
        """Towards the border of the land."""
        return self.ground.path_out()[:1]

    def value(self, loop: Loop) -> float:
        """Cells per tick."""
        return loop.gain / (len(loop.path) + PATIENCE)
