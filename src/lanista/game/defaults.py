"""Defaults for a game: moves by the names of an enumeration, views of everything, pictures as plain text."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec
import numpy as np

from lanista.core.errors import PluginError
from lanista.core.text import quoted
from lanista.engine import State, dump_record, over, zeros
from lanista.engine.record import closest
from lanista.engine.showing import Judgement
from lanista.game.values import InvalidMove, Outcome

if TYPE_CHECKING:
    from rich.text import Text

    from lanista.game.base import Game

TURN_LIMIT, DECIDED = "turn limit", "decided"  # why a match ended


def first_word(move: Any) -> Any:
    """The default `missing` move for moves of one word: the first word; otherwise None."""
    kinds = list(get_type_hints(move).values()) if move is not None else []
    return move(next(iter(kinds[0]))) if len(kinds) == 1 and issubclass(kinds[0], IntEnum) else None


def parse(game: Game[Any, Any, Any], const: Any, text: str) -> Any:
    """The move that a word names."""
    words = type(game.missing[0]).__members__
    if text not in words:
        raise InvalidMove(f"unknown move {quoted(text, 40)}{suggestion(text, words)}", game.missing)
    return type(game.missing)(words[text])


def refusal(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, move: Any) -> str:
    """A word that is not legal cannot be played; what is more than a word can."""
    is_word = game.modules.find("moves", "parse", None) is None
    is_legal = not is_word or game.rules.legal(state.record, state.const, seat, move[0])
    return "" if is_legal else f"{move[0].name} cannot be played now"


def write(move: Any) -> str:
    """The word of a move."""
    word: str = move[0].name
    return word


def outcome(game: Game[Any, Any, Any], state: State[Any, Any]) -> Outcome | None:
    """The outcome by the rule `judge`, once the rule `is_over` says so."""
    rules = state.rules
    if not rules.is_over(state.record, state.const):
        return None
    if rules.judge is None:
        raise PluginError(f"{game.name} needs a rule `score`, or `judge` in a module `ending`")
    judgement = over(Judgement, zeros(Judgement).view(np.uint8))
    rules.judge(state.record, state.const, judgement)
    is_last = game.turn(state) > game.max_turns(state)
    reason = reasons(game)[judgement.reason] if judgement.reason >= 0 else TURN_LIMIT if is_last else DECIDED
    return Outcome(tuple(judgement.ranks[: state.seats]), tuple(judgement.scores[: state.seats]), reason)


def reasons(game: Game[Any, Any, Any]) -> list[str]:
    """Why matches end, by number."""
    return [reason.value for reason in game.modules.find("ending", "Reason", ())]


def view_json(state: State[Any, Any], seat: int) -> bytes:
    """The seat, and everything that changes."""
    return msgspec.json.encode({"seat": seat, **dump_record(state.record)})


def picture(values: dict[str, Any]) -> Text:
    """Values by name, one per line."""
    from rich.text import Text

    return Text("\n".join(f"{name}: {msgspec.json.encode(value).decode()}" for name, value in values.items()))


def suggestion(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the closest match, and the known words."""
    names = list(known)
    meant = closest(word, set(names))
    return f"{f'{meant} Expected' if meant else '; expected'} one of {', '.join(names)}"
