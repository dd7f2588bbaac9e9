"""A robot for Rampage: collects items, shoots at the opponent, waits while turrets fire. Change `Bot.move`."""

from collections.abc import Iterable, Iterator

from lanista.bot import Start, run
from lanista.games.rampage.typed import Map, Move, Player, View

STEP = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
Spot = tuple[int, int]


class Bot:
    """Knows the map."""

    def __init__(self, start: Start) -> None:
        self.seat: int = start["seat"]
        self.map: Map = start["map"]
        self.range: int = start["config"]["laser_range"]
        self.turrets = [(turret["x"], turret["y"]) for turret in self.map["turrets"]]
        self.solid = {(wall["x"], wall["y"]) for wall in self.map["walls"]} | set(self.turrets)

    def move(self, view: View) -> Move:
        """The move for one turn."""
        me, other = view["players"][self.seat], view["players"][1 - self.seat]
        here, there = (me["x"], me["y"]), (other["x"], other["y"])
        live = {spot: t for spot, t in zip(self.turrets, view["turrets"], strict=True) if t["alive"]}
        covered = self.beams(live)
        danger = self.beams(spot for spot, turret in live.items() if turret["fires_next"])
        if here in danger and me["items"]["shield"] and not me["shield_left"]:
            return "SHIELD"
        if me["items"]["laser"] and any(there in self.line(here, way, self.range) for way in STEP):
            return "LASER"
        if there in self.line(here, me["facing"], 6):
            return "SHOOT"
        items = {(item["x"], item["y"]) for item in view["items"]}
        goals = items or {there}
        way = self.direction_to(here, goals, covered) or self.direction_to(here, goals, set())
        return self.go(me, way, danger)

    def go(self, me: Player, way: str, danger: set[Spot]) -> Move:
        """Step in a direction, turn that way first, or wait."""
        if way and way != me["facing"]:
            return f"FACE_{way}"  # type: ignore[return-value]
        return "FORWARD" if way and self.next((me["x"], me["y"]), way) not in danger else "NONE"

    def next(self, spot: Spot, way: str) -> Spot:
        """The neighbouring square in a direction; the edges of the board wrap around."""
        return (spot[0] + STEP[way][0]) % self.map["width"], (spot[1] + STEP[way][1]) % self.map["height"]

    def line(self, spot: Spot, way: str, reach: int) -> Iterator[Spot]:
        """The squares in a direction up to the first wall or turret."""
        for _ in range(reach):
            spot = self.next(spot, way)
            if spot in self.solid:
                return
            yield spot

    def beams(self, turrets: Iterable[Spot]) -> set[Spot]:
        """The squares within reach of turrets."""
        return {spot for turret in turrets for way in STEP for spot in self.line(turret, way, self.range)}

    def direction_to(self, here: Spot, goals: set[Spot], avoid: set[Spot]) -> str:
        """The direction of a shortest path to the nearest goal, avoiding some squares; empty if there is none."""
        first = {here: ""}
        for spot in (waiting := [here]):
            if spot in goals:
                return first[spot]
            for way in STEP:
                beyond = self.next(spot, way)
                if beyond not in first and beyond not in self.solid | avoid:
                    first[beyond] = first[spot] or way
                    waiting.append(beyond)
        return ""


if __name__ == "__main__":
    run(Bot)
