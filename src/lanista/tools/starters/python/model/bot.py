"""A bot for {{title}} that looks ahead with the forward model. Change `choose`.

It imagines what it cannot see, tries the moves that the game proposes in several such worlds, lets all sides play
on by a policy of the rules, and takes the move that ends best. From time to time it drops the weaker half.
"""

import time
from typing import Any

from lanista.bot import Start, run
from lanista_model import Model

WIDTH = 16  # moves that are tried
PLAYOUTS = {"count": 4, "turns": 24, "wild": 100}  # of each move in each world; of 1000 moves 100 are random
ROUNDS = 2  # in each of which a move is tried in all worlds, before the weaker half is dropped
SHARE = 0.3  # of the time for a turn, of which at most a second counts

MODEL = Model()  # one process for all matches


class Bot:
    """Plays one match."""

    def __init__(self, start: Start) -> None:
        self.seat, self.seats = start["seat"], start["seats"]
        self.seconds = SHARE * min(start["limits"]["turn_ms"] or 1000, 1000) / 1000
        self.worlds = MODEL.ask("begin", start=start)["worlds"]

    def move(self, view: dict[str, Any]) -> str:
        """The best move of one turn."""
        deadline = time.monotonic() + self.seconds
        worlds = MODEL.ask("load", view=view, count=self.worlds)["states"]
        proposed = MODEL.ask("propose", state=worlds[0], seat=self.seat, count=WIDTH)
        best = self.choose(worlds, proposed["moves"], deadline)
        MODEL.ask("free")
        sent: dict[str, str] = dict(zip(proposed["moves"], proposed["sent"], strict=True))
        return sent[best]  # the same, unless it is a plan, which is sent turn by turn

    def choose(self, worlds: list[int], moves: list[str], deadline: float) -> str:
        """Try moves until the time is up; the one with the best results."""
        totals = dict.fromkeys(moves, 0.0)
        tried, took = 0, 0.0
        while len(moves) > 1 and time.monotonic() + took < deadline:
            began = time.monotonic()
            for move, result in zip(moves, self.results(worlds[tried % len(worlds)], moves), strict=True):
                totals[move] += result
            tried += 1
            if tried % (ROUNDS * len(worlds)) == 0:
                moves = sorted(moves, key=lambda move: -totals[move])[: max(2, len(moves) // 2)]
            took = time.monotonic() - began
        return max(moves, key=lambda move: totals[move])

    def results(self, world: int, moves: list[str]) -> list[float]:
        """The mean result of each move in one world, from -1 (lost) to 1 (won)."""
        clones = MODEL.ask("clone", states=[world], count=len(moves))["states"]
        seats = range(self.seats)  # the moves of the others are left to the policy
        turns = [[[move if seat == self.seat else None for seat in seats]] for move in moves]
        MODEL.ask("step", states=clones, moves=turns)
        means = MODEL.ask("playouts", states=clones, **PLAYOUTS)["means"]
        MODEL.ask("free", states=clones)
        return [row[self.seat] for row in means]


if __name__ == "__main__":
    run(Bot)
