# mypy: disable-error-code="no-untyped-def, name-defined"
# ruff: noqa: ANN001, ANN201, F821
"""The beam search of `lookahead` as one compiled loop, much faster; both choose the same command.

It is bound to the rules as the loops of the engine are, which is where `step` comes from.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanista.engine import State, rule, zeros
from lanista.engine.loop import CONSTS, MOVES, STATES, WHOLE, WORKS, Argument, loop
from lanista.engine.ready import Loop, ready
from lanista.games.overdrive.state import Command, Config, Order, Race
from lanista.games.overdrive.tactics.worth import DRIVING, VICTORY, can_help, can_hit, is_alike, value_of

WAYS = (*map(int, DRIVING), int(Command.USE_EMP))


class CompiledSearch:
    """Search by compiled rules from a state of one seat, if they are ready."""

    def __init__(self, now: State[Race, Config], seat: int, *, depth: int, width: int) -> None:
        self._made: tuple[Any, ...] = now, seat, depth, width
        rules = now.rules
        half = len(WAYS) * min(width, len(WAYS) ** (depth - 1))
        moments = zeros(rules.state, 1 + 2 * half)
        self._theirs = np.zeros(3, np.int64)
        tables = np.zeros(len(moments)), np.zeros(len(moments), np.int64), np.zeros((2, half), np.int64)
        records = moments, now.fixed, zeros(rules.move, 2), zeros(rules.work)
        self._arguments: tuple[Any, ...] = (*records, seat, depth, width, self._theirs, *tables)
        self._bytes = now.data.view(np.uint8)
        self._first_bytes = moments[:1].view(np.uint8)
        self._loop: Loop | None = ready.loop(rules, best_command)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy loads the loop anew, and shares its state with the copy of its owner."""
        return _search_again, self._made

    @property
    def is_ready(self) -> bool:
        """Whether it can be used."""
        return self._loop is not None

    def best(self, theirs: tuple[int, int, int]) -> Command:
        """The first command of the best line; `theirs` is the opponent's expected move in the first round."""
        assert self._loop is not None
        self._first_bytes[:] = self._bytes
        for i, number in enumerate(theirs):
            self._theirs[i] = number
        return Command(self._loop(*self._arguments))


def _search_again(now: State[Race, Config], seat: int, depth: int, width: int) -> CompiledSearch:
    return CompiledSearch(now, seat, depth=depth, width=width)


@loop(
    moments=STATES,
    consts=CONSTS,
    moves=MOVES,
    works=WORKS,
    seat=WHOLE,
    depth=WHOLE,
    width=WHOLE,
    theirs=Argument("i8"),
    values=Argument("f8"),
    firsts=Argument("i8"),
    lines=Argument("i8", 2),
)
def best_command(moments, consts, moves, works, seat, depth, width, theirs, values, firsts, lines):
    """The first command of the best line from `moments[0]`.

    Two generations of states alternate in the two halves of the other moments; `lines[g]` lists one of them, best
    first. Of lines that end in the same condition the best is kept.
    """
    half = lines.shape[1]
    best = -1
    best_value = -2 * VICTORY
    lines[1, 0] = 0
    count = 1
    for ahead in range(depth):
        first = 1 + ahead % 2 * half
        n = 0
        for rank in range(count):
            line = lines[(ahead + 1) % 2, rank]
            if moments[line].winner >= 0 and values[line] > best_value:
                best = firsts[line]
                best_value = values[line]
            for command in WAYS:
                if is_worth_a_try(moments[line], seat, command):
                    new = first + n
                    moments[new] = moments[line]
                    order(moves[seat], command, 0, 0)
                    if ahead:
                        order(moves[1 - seat], Command.ACCELERATE, 0, 0)
                    else:
                        order(moves[1 - seat], theirs[0], theirs[1], theirs[2])
                    step(moments[new], moves, consts[0], works[0])
                    values[new] = value_of(moments[new], seat)
                    firsts[new] = firsts[line] if ahead else command
                    same = first
                    while same < new and not is_alike(moments[same], moments[new]):
                        same += 1
                    if same == new:
                        n += 1
                    elif values[same] < values[new]:
                        moments[same] = moments[new]
                        values[same] = values[new]
                        firsts[same] = firsts[new]
        for i in range(n):  # a stable sort
            j = i
            while j > 0 and values[lines[ahead % 2, j - 1]] < values[first + i]:
                lines[ahead % 2, j] = lines[ahead % 2, j - 1]
                j -= 1
            lines[ahead % 2, j] = first + i
        count = min(n, width) if ahead else n
    last = lines[(depth + 1) % 2, 0]
    return firsts[last] if count > 0 and values[last] > best_value else best


@rule
def is_worth_a_try(race: Race, seat: int, command: int) -> bool:
    """Whether the search tries a command in a state."""
    if race.winner >= 0:
        return False
    if command == Command.USE_EMP:
        return can_hit(race.cars[seat], race.cars[1 - seat])
    return can_help(race.cars[seat], command)


@rule
def order(move: Order, command: int, lane: int, block: int) -> None:
    """Write a move."""
    move.command = command
    move.lane = lane
    move.block = block
