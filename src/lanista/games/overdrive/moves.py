"""Commands: as text (section 5), as records, and as the flat numbers that learners use."""

from __future__ import annotations

from typing import NamedTuple

from lanista.engine import Generator, State, rand_below, rule
from lanista.game import InvalidMove, suggestion
from lanista.games.overdrive.rules import is_valid
from lanista.games.overdrive.state import (
    LANES,
    LENGTH,
    POWERUP_USED,
    Command,
    Config,
    Order,
    Powerup,
    Race,
)
from lanista.text import quoted, whole_number


class Move(NamedTuple):
    """What a player does in a round; lane and block are those of a tweet."""

    command: Command
    lane: int = 0
    block: int = 0


MISSING = Move(Command.MISSING)

# Flat actions: each command without arguments has its own number; then come the tweets, which put the truck
# up to TWEET_REACH blocks ahead of the opponent, where it can matter in the next round. Lane by lane.
PLAIN_ACTIONS = int(Command.USE_TWEET)
TWEET_REACH = 30
ACTIONS = PLAIN_ACTIONS + LANES * TWEET_REACH

WORDS = {command.name: command for command in Command if command is not Command.MISSING}
WORDS["DO_NOTHING"] = Command.NOTHING  # S5: the text uses both names
PLAIN_MOVES = {word: Move(command) for word, command in WORDS.items() if command is not Command.USE_TWEET}
TRIMMED = "".join(map(chr, range(ord(" ") + 1)))  # section 5: U+0000 to U+0020, and no other white space


def read(state: State[Race, Config], seat: int, text: str) -> Move:
    """The move that a text asks for; raises InvalidMove with the reason and what is played instead."""
    move = PLAIN_MOVES.get(text) or parse(text)
    if not is_valid(state.record.cars[seat], state.const, move.command, move.lane, move.block):
        raise InvalidMove(why_invalid(state.record, seat, move), move)
    return move


def parse(text: str) -> Move:
    """The first part between semicolons that is not empty: a command word and, for a tweet, its block."""
    parts = (part.strip(TRIMMED) for part in text.split(";"))
    first = next((part for part in parts if part), "").upper()
    if not first:
        raise InvalidMove("no command", MISSING)
    word, *arguments = first.split(" ")
    if word not in WORDS:
        hint = suggestion(first.replace(" ", "_"), sorted(WORDS))
        raise InvalidMove(f"unknown command {quoted(word)}{hint}", MISSING)
    command = WORDS[word]
    lane, block = _read_block(arguments) if command is Command.USE_TWEET else (0, 0)
    return Move(command, lane, block)


def _read_block(arguments: list[str]) -> tuple[int, int]:
    """The two numbers of a tweet; what comes after them is ignored (S37)."""
    lane, block = (*map(whole_number, arguments[:2]), None, None)[:2]
    if lane is None or block is None:
        came = quoted(" ".join(arguments))
        raise InvalidMove(f"expected USE_TWEET <lane> <block> with two whole numbers, got {came}", MISSING)
    if not (1 <= lane <= LANES and 1 <= block <= LENGTH):
        raise InvalidMove(
            f"expected a lane from 1 to {LANES} and a block from 1 to {LENGTH}, got {lane} and {block}",
            MISSING,
        )
    return lane, block


def why_invalid(race: Race, seat: int, move: Move) -> str:
    """The reason why a command is invalid on this state."""
    if move.command in (Command.TURN_LEFT, Command.TURN_RIGHT):
        return f"{move.command.name} in lane {race.cars[seat].lane} leads off the track"
    powerup = Powerup(POWERUP_USED[move.command])
    return f"{move.command.name} needs a {powerup.name}, and the car holds none"


def write(move: Move) -> str:
    """The text of a move."""
    if move.command is Command.MISSING:
        return ""
    return f"USE_TWEET {move.lane} {move.block}" if move.command is Command.USE_TWEET else move.command.name


@rule
def decode(race: Race, config: Config, seat: int, action: int, move: Order) -> None:
    """Write the move of a flat action."""
    if action < PLAIN_ACTIONS:
        move.command = action
        move.lane = 0
        move.block = 0
    else:
        move.command = Command.USE_TWEET
        move.lane = (action - PLAIN_ACTIONS) // TWEET_REACH + 1
        move.block = race.cars[1 - seat].block + 1 + (action - PLAIN_ACTIONS) % TWEET_REACH


@rule
def legal(race: Race, config: Config, seat: int, action: int) -> bool:
    """Whether a flat action is a valid command now."""
    car = race.cars[seat]
    if action < PLAIN_ACTIONS:
        return is_valid(car, config, action, 0, 0)
    block = race.cars[1 - seat].block + 1 + (action - PLAIN_ACTIONS) % TWEET_REACH
    return is_valid(car, config, Command.USE_TWEET, 1, block)


@rule
def random_move(race: Race, config: Config, seat: int, generator: Generator, move: Order) -> None:
    """Each valid command is equally likely; a tweet goes somewhere ahead of the opponent."""
    command = rand_below(generator, PLAIN_ACTIONS + 1)
    while not is_valid(race.cars[seat], config, command, 1, 1):
        command = rand_below(generator, PLAIN_ACTIONS + 1)
    move.command = command
    move.lane = 0
    move.block = 0
    if command == Command.USE_TWEET:
        move.lane = 1 + rand_below(generator, LANES)
        move.block = min(LENGTH, race.cars[1 - seat].block + 1 + rand_below(generator, TWEET_REACH))
