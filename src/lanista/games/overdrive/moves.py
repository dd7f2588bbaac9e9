"""Commands: as text (section 5), as records, and as flat actions for learners."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from lanista.core.text import quoted, whole_number
from lanista.engine import Generator, Ints, Log, State, Words, choices, rand_below, rule, say
from lanista.engine.bits import count_bits, nth_bit
from lanista.game import InvalidMove, speller, suggestion
from lanista.games.overdrive.rules import is_off_track_turn_valid, is_valid
from lanista.games.overdrive.state import LANES, LENGTH, POWERUP_USED, Car, Command, Config, Order, Powerup, Race


class Move(NamedTuple):
    """A player's move; lane and block are the target of a tweet."""

    command: Command
    lane: int = 0
    block: int = 0


MISSING = Move(Command.MISSING)

# Flat actions: first the commands without arguments, then tweets lane by lane onto the TWEET_REACH blocks ahead
# of the opponent, where a truck can matter in the next round.
PLAIN_ACTIONS = int(Command.USE_TWEET)
TWEET_REACH = 30
ACTIONS = PLAIN_ACTIONS + LANES * TWEET_REACH
# Sets of commands, as bits
PLAIN_COMMANDS = (1 << PLAIN_ACTIONS) - 1
ALWAYS_VALID = sum(1 << c for c in (Command.NOTHING, Command.ACCELERATE, Command.DECELERATE, Command.FIX))

WORDS = {command.name: command for command in Command if command is not Command.MISSING}
WORDS["DO_NOTHING"] = Command.NOTHING  # S5: the text uses both names
PLAIN_MOVES = {word: Move(command) for word, command in WORDS.items() if command is not Command.USE_TWEET}
TRIMMED = "".join(map(chr, range(ord(" ") + 1)))  # section 5: U+0000 to U+0020, but no other white space


def parse(config: Config, text: str) -> Move:
    """The command of a text; raises InvalidMove with the reason and the move that is played instead."""
    return PLAIN_MOVES.get(text) or _parse_command(text)


def _parse_command(text: str) -> Move:
    """The command in the first non-empty part between semicolons, for a tweet with its block."""
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
    """The lane and block of a tweet; further arguments are ignored (S37)."""
    lane, block = (*map(whole_number, arguments[:2]), None, None)[:2]
    if lane is None or block is None:
        got = quoted(" ".join(arguments))
        raise InvalidMove(f"expected USE_TWEET <lane> <block> with two whole numbers, got {got}", MISSING)
    if not (1 <= lane <= LANES and 1 <= block <= LENGTH):
        raise InvalidMove(
            f"expected a lane from 1 to {LANES} and a block from 1 to {LENGTH}, got {lane} and {block}",
            MISSING,
        )
    return lane, block


def refusal(state: State[Race, Config], seat: int, move: Move) -> str:
    """Why a command is invalid in this state, or "" if it is valid."""
    car = state.record.cars[seat]
    if is_valid(car, state.const, move.command, move.lane, move.block):
        return ""
    if move.command in (Command.TURN_LEFT, Command.TURN_RIGHT):
        return f"{move.command.name} in lane {car.lane} leads off the track"
    powerup = Powerup(POWERUP_USED[move.command])
    return f"{move.command.name} needs a {powerup.name}, and the car holds none"


def instead_of(move: Move) -> Move:
    """An invalid command is played as it is: the rules charge for it (D1)."""
    return move


class Text(IntEnum):
    """The forms of a move as text; MISSING has none."""

    COMMAND = 0
    TWEET = 1


TEXTS = {Text.COMMAND: Words(f"{{command:{choices(Command)}}}"), Text.TWEET: Words("USE_TWEET {lane} {block}")}


@rule
def spell(move: Order, told: Log) -> None:
    """The text of a move."""
    if move.command == Command.USE_TWEET:
        say(told, Text.TWEET, move.lane, move.block)
    elif move.command != Command.MISSING:
        say(told, Text.COMMAND, move.command)


write = speller(Order, spell, TEXTS)


@rule
def order(move: Order, command: int, lane: int, block: int) -> None:
    """Write a move."""
    move.command = command
    move.lane = lane
    move.block = block


@rule
def decode(race: Race, config: Config, seat: int, action: int, move: Order) -> None:
    """Decode a flat action into a move."""
    if action < PLAIN_ACTIONS:
        order(move, action, 0, 0)
    else:
        lane = (action - PLAIN_ACTIONS) // TWEET_REACH + 1
        block = race.cars[1 - seat].block + 1 + (action - PLAIN_ACTIONS) % TWEET_REACH
        order(move, Command.USE_TWEET, lane, block)


@rule
def legal(race: Race, config: Config, seat: int, action: int) -> bool:
    """Whether a flat action is a valid command in this state."""
    car = race.cars[seat]
    if action < PLAIN_ACTIONS:
        return is_valid(car, config, action, 0, 0)
    block = race.cars[1 - seat].block + 1 + (action - PLAIN_ACTIONS) % TWEET_REACH
    return is_valid(car, config, Command.USE_TWEET, 1, block)


@rule
def valid_commands(car: Car, config: Config) -> int:
    """The set of commands that are valid, as bits; of a tweet only whether the car holds one."""
    commands = ALWAYS_VALID
    swerves = is_off_track_turn_valid(car, config)
    if car.lane > 1 or swerves:
        commands |= 1 << Command.TURN_LEFT
    if car.lane < LANES or swerves:
        commands |= 1 << Command.TURN_RIGHT
    for command in range(Command.USE_BOOST, Command.MISSING):
        commands |= min(1, car.held[POWERUP_USED[command]]) << command
    return commands


@rule
def count_tweets(race: Race, seat: int, commands: int) -> int:
    """The number of blocks of each lane onto which a tweet is legal."""
    if not commands >> Command.USE_TWEET & 1:
        return 0
    return min(TWEET_REACH, LENGTH - race.cars[1 - seat].block)


@rule
def mask(race: Race, config: Config, seat: int, flags: Ints) -> None:
    """Write for each flat action whether it is legal."""
    commands = valid_commands(race.cars[seat], config)
    for action in range(PLAIN_ACTIONS):
        flags[action] = commands >> action & 1
    flags[PLAIN_ACTIONS:ACTIONS] = 0
    tweets = count_tweets(race, seat, commands)
    if tweets > 0:
        for lane in range(LANES):
            first = PLAIN_ACTIONS + lane * TWEET_REACH
            flags[first : first + tweets] = 1


@rule
def random_action(race: Race, config: Config, seat: int, generator: Generator) -> int:
    """Draw a legal flat action, all equally likely: a command without arguments or, after those, a tweet."""
    commands = valid_commands(race.cars[seat], config)
    plain = commands & PLAIN_COMMANDS
    count = count_bits(plain)
    tweets = count_tweets(race, seat, commands)
    drawn = rand_below(generator, count + LANES * tweets)
    if drawn < count:
        return nth_bit(plain, drawn)
    drawn -= count
    return PLAIN_ACTIONS + drawn // tweets * TWEET_REACH + drawn % tweets


@rule
def random_move(race: Race, config: Config, seat: int, generator: Generator, move: Order) -> None:
    """Draw a valid command, all equally likely; a tweet goes somewhere ahead of the opponent."""
    commands = valid_commands(race.cars[seat], config)
    command = nth_bit(commands, rand_below(generator, count_bits(commands)))
    order(move, command, 0, 0)
    if command == Command.USE_TWEET:
        move.lane = 1 + rand_below(generator, LANES)
        move.block = min(LENGTH, race.cars[1 - seat].block + 1 + rand_below(generator, TWEET_REACH))
