"""Moves: the commands that a farmer sends in a tick, as text, as records, and as flat numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import msgspec

from lanista.core.text import inert, quoted
from lanista.engine import Generator, Ints, Log, State, Words, choices, rand_below, rule, say
from lanista.engine.record import closest
from lanista.game import InvalidMove, speller
from lanista.games.sproutopia.rules import queue_capacity
from lanista.games.sproutopia.state import (
    MAX_COMMANDS,
    MAX_RANK,
    REVERSE,
    Config,
    Direction,
    Farmer,
    Garden,
    Order,
)

WORDS = tuple(direction.name for direction in Direction)
COMMANDS = WORDS[1:]
RANK = re.compile(r"@[0-9]+")
EXPECTED = f"expected {', '.join(COMMANDS)} or {WORDS[0]}"


class Move(NamedTuple):
    """A farmer's commands in a tick, in the layout of `Order`: one arrival rank per command, 0 for none."""

    length: int
    ranks: tuple[int, ...]
    commands: tuple[int, ...]

    @classmethod
    def of(cls, commands: Sequence[int], ranks: Sequence[int] = ()) -> Move:
        """A move of commands in order, with their arrival ranks if known."""
        return cls(len(commands), tuple(ranks) or (0,) * len(commands), tuple(map(int, commands)))

    def sent(self) -> list[tuple[Direction, int]]:
        """The commands with their ranks, 0 for none."""
        return [(Direction(command), rank) for command, rank in zip(self.commands, self.ranks, strict=True)]


MISSING = Move(0, (), ())

# Flat actions: send nothing, or one of the four commands
ACTIONS = len(Direction)


def parse(config: Config, text: str) -> Move:
    """The commands of a text; raises InvalidMove with the reason and the move played instead."""
    words = [_read_json(text)] if text.lstrip().startswith("{") else text.split()
    if not words or words == [WORDS[0]]:
        return MISSING
    if len(words) > MAX_COMMANDS:
        raise InvalidMove(f"expected at most {MAX_COMMANDS} commands in a move, got {len(words)}", MISSING)
    sent = [_read_command(word) for word in words]
    commands, ranks = [command for command, _ in sent], [rank for _, rank in sent if rank]
    if ranks and not config.ranks_in_moves:
        raise InvalidMove(
            f"expected commands without ranks (@), as the setting ranks_in_moves is 0, got {inert(text, 80)!r}",
            MISSING,
        )
    if ranks and len(ranks) < len(commands):
        raise InvalidMove(
            f"expected an arrival rank on every command or on none, got {inert(text, 80)!r}", MISSING
        )
    if any(rank >= after for rank, after in pairwise(ranks)):
        shown = inert(", ".join(map(str, ranks)), 80)
        raise InvalidMove(f"expected increasing arrival ranks, got {shown}", MISSING)
    return Move.of(commands, ranks)


def refusal(state: State[Garden, Config], seat: int, move: Move) -> str:
    """Why not all commands of a move count, or "" if they do."""
    farmer = state.record.farmers[seat]
    return _lack_of_room(farmer, state.const, move) or _reversal(farmer, move)


def instead_of(move: Move) -> Move:
    """The rules drop what the queue has no room for (E4), and replace a reversal by going straight on (3.6)."""
    return move


def sent(state: State[Garden, Config], seat: int, move: Move) -> Move:
    """The part of a plan that is sent now: its first command, nothing to go straight on."""
    farmer = state.record.farmers[seat]
    if not move.length or (move.commands[0] == farmer.direction == farmer.last):
        return MISSING
    return Move.of(move.commands[:1])


def untimed(text: str) -> str:
    """Strips arrival ranks, which only the hub may set."""
    return RANK.sub("", text)


def _read_json(text: str) -> str:
    """Parse a command as the contest's bots send it (8.3): a number, or a name in any case."""
    try:
        command = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        why = inert(str(error), 80)  # it names a path, which may be long
        raise InvalidMove(f"expected words or a JSON object, got {inert(text, 40)!r} ({why})", MISSING) from error
    action = {name.lower(): value for name, value in command.items()}.get("action")
    if isinstance(action, str) and action.upper() in WORDS:
        return action.upper()
    if isinstance(action, int) and not isinstance(action, bool) and 0 <= action < ACTIONS:
        return WORDS[action]
    shown = quoted(action if isinstance(action, (list, dict)) else str(action), 40)
    raise InvalidMove(f"expected a member action from 0 to 4 or a direction's name, got {shown}", MISSING)


def _read_command(word: str) -> tuple[Direction, int]:
    """Parse one word: a command, optionally with its rank after an @."""
    name, at, rank = word.partition("@")
    if name not in COMMANDS:
        meant = closest(name.upper(), set(WORDS))
        raise InvalidMove(f"unknown command {inert(name, 40)!r}; {EXPECTED}{meant}", MISSING)  # D14
    if not at:
        return Direction[name], 0
    if not (rank.isascii() and rank.isdecimal() and len(rank) <= 4 and 1 <= int(rank) <= MAX_RANK):
        raise InvalidMove(f"expected an arrival rank from 1 to {MAX_RANK}, got {inert(word, 40)!r}", MISSING)
    return Direction[name], int(rank)


def _lack_of_room(farmer: Farmer, config: Config, move: Move) -> str:
    """E4: whether the queue lacks room for all commands."""
    room = queue_capacity(config)
    if farmer.queued + move.length <= room:
        return ""
    return f"the queue holds at most {room} commands and has {farmer.queued} already, got {move.length} more"


def _reversal(farmer: Farmer, move: Move) -> str:
    """3.6: whether the first command is a reversal."""
    if not move.length or farmer.queued or not is_reversal(farmer, move.commands[0]):
        return ""
    command, direction = Direction(move.commands[0]), Direction(farmer.direction)
    return f"{command.name} is the reverse of {direction.name}; a farmer cannot double back"


class Text(IntEnum):
    """The parts of a move as text."""

    COMMAND = 0
    SPACE = 1
    RANK = 2


TEXTS = {
    Text.COMMAND: Words(f"{{command:{choices(Direction)}}}"),
    Text.SPACE: Words("+ "),
    Text.RANK: Words("+@{rank}"),
}


@rule
def spell(move: Order, told: Log) -> None:
    """The text of a move: its commands with their arrival ranks, or IDLE."""
    for i in range(move.length):
        if i > 0:
            say(told, Text.SPACE)
        say(told, Text.COMMAND, move.commands[i])
        if move.ranks[i] > 0:
            say(told, Text.RANK, move.ranks[i])
    if move.length == 0:
        say(told, Text.COMMAND, Direction.IDLE)


write = speller(Order, spell, TEXTS)


def check_move(record: Order) -> None:
    """Raise ValueError unless a record is a valid move."""
    if not 0 <= record.length <= MAX_COMMANDS:
        raise ValueError(f"expected up to {MAX_COMMANDS} commands, got {record.length}")
    for i in range(record.length):
        if not Direction.UP <= record.commands[i] <= Direction.RIGHT or not 0 <= record.ranks[i] <= MAX_RANK:
            raise ValueError(f"expected command {i} from 1 to 4 and its rank from 0 to {MAX_RANK}")


@rule
def is_reversal(farmer: Farmer, action: int) -> bool:
    """Whether a command is the reverse of the farmer's direction."""
    return action != Direction.IDLE and REVERSE[action] == farmer.direction


@rule
def decode(garden: Garden, config: Config, seat: int, action: int, move: Order) -> None:
    """Write the move for a flat action."""
    move.length = 0 if action == Direction.IDLE else 1
    move.commands[0] = action
    move.ranks[0] = 0


@rule
def legal(garden: Garden, config: Config, seat: int, action: int) -> bool:
    """Sending nothing is always legal; a command must not double back and needs room in the queue."""
    farmer = garden.farmers[seat]
    return action == Direction.IDLE or (
        farmer.queued < queue_capacity(config) and action != reversing_command(farmer)
    )


@rule
def reversing_command(farmer: Farmer) -> int:
    """The command that would double back; IDLE if there is none."""
    return REVERSE[farmer.direction] if farmer.queued == 0 else Direction.IDLE


@rule
def mask(garden: Garden, config: Config, seat: int, flags: Ints) -> None:
    """Write for each flat action whether it is legal."""
    farmer = garden.farmers[seat]
    room = 1 if farmer.queued < queue_capacity(config) else 0
    for action in range(ACTIONS):
        flags[action] = room
    flags[reversing_command(farmer)] = 0
    flags[Direction.IDLE] = 1


@rule
def random_action(garden: Garden, config: Config, seat: int, generator: Generator) -> int:
    """Each legal flat action is equally likely."""
    farmer = garden.farmers[seat]
    if farmer.queued >= queue_capacity(config):
        return Direction.IDLE
    reverse = reversing_command(farmer)
    if reverse == Direction.IDLE:
        return rand_below(generator, ACTIONS)
    action = rand_below(generator, ACTIONS - 1)
    return action + 1 if action >= reverse else action
