"""Moves: as text (section 6), as records, and as the flat numbers that learners use."""

from __future__ import annotations

from typing import NamedTuple

from lanista.core.text import quoted
from lanista.engine import Generator, Ints, State, rand_below, rule
from lanista.game import InvalidMove, suggestion
from lanista.games.rampage.rules import can_use
from lanista.games.rampage.state import Arena, Config, Order, Word


class Move(NamedTuple):
    """A player's move in a turn."""

    word: Word


MISSING = Move(Word.NONE)  # D36: no answer in time is NONE

# Flat actions are the fifteen words in the order of section 6.
ACTIONS = len(Word)
PAD_WORDS = ACTIONS - Word.TELEPORT_0

MOVES = {word.name: Move(word) for word in Word}


def parse(config: Config, text: str) -> Move:
    """The move of a word; raises InvalidMove with the reason and the move that is played instead."""
    word = text.strip()
    move = MOVES.get(word)
    if move is None:
        hint = suggestion(word.upper().replace(" ", "_"), MOVES)
        raise InvalidMove(f"unknown move {quoted(word, 40)}{hint}", MISSING)  # D37
    return move


def refusal(state: State[Arena, Config], seat: int, move: Move) -> str:
    """Why a move that needs an item cannot be used now, or "" if it can."""
    word, player = move.word, state.record.players[seat]
    if can_use(player, state.const, word):
        return ""
    if word < Word.TELEPORT_0:
        return f"{word.name} needs a {word.name.lower()} item, and the robot holds none"
    if player.teleport == 0:
        return f"{word.name} needs a teleport item, and the robot holds none"
    pads = state.const.n_pads
    return f"{word.name} needs a pad of that number, and the map has {pads or 'none'}"


def instead_of(move: Move) -> Move:
    """A move without its item is played as it is: the rules say what it does."""
    return move


@rule
def decode(arena: Arena, config: Config, seat: int, action: int, move: Order) -> None:
    """Write the move for a flat action."""
    move.word = action


@rule
def legal(arena: Arena, config: Config, seat: int, action: int) -> bool:
    """Whether the item and pad that a flat action needs are available."""
    return can_use(arena.players[seat], config, action)


@rule
def mask(arena: Arena, config: Config, seat: int, flags: Ints) -> None:
    """Write for each flat action whether it is legal."""
    player = arena.players[seat]
    for word in range(Word.SHIELD):
        flags[word] = 1
    flags[Word.SHIELD] = 1 if player.shield > 0 else 0
    flags[Word.LASER] = 1 if player.laser > 0 else 0
    pads = config.n_pads if player.teleport > 0 else 0
    for i in range(PAD_WORDS):
        flags[Word.TELEPORT_0 + i] = 1 if i < pads else 0


@rule
def random_action(arena: Arena, config: Config, seat: int, generator: Generator) -> int:
    """Draw a legal flat action, all equally likely; those that need no item come first, then pads."""
    player = arena.players[seat]
    shields = 1 if player.shield > 0 else 0
    lasers = 1 if player.laser > 0 else 0
    pads = min(PAD_WORDS, config.n_pads) if player.teleport > 0 else 0
    action = rand_below(generator, Word.SHIELD + shields + lasers + pads)
    if action < Word.SHIELD + shields:
        return action
    action += 1 - shields
    return action if action < Word.LASER + lasers else action + 1 - lasers


@rule
def random_move(arena: Arena, config: Config, seat: int, generator: Generator, move: Order) -> None:
    """Draw a legal move, all equally likely."""
    move.word = random_action(arena, config, seat, generator)


def possible_actions(config: Config) -> list[int]:
    """The flat actions that can be legal on a map: no teleports to pads that it has not."""
    return [word for word in Word if word - Word.TELEPORT_0 < config.n_pads]
