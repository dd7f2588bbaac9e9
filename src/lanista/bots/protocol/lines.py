"""The lines protocol: one JSON object per line, for every game and language."""

from __future__ import annotations

import string
from typing import Any

import msgspec

from lanista.bots.player import MatchInfo
from lanista.core.errors import LanistaError
from lanista.core.text import MAX_QUOTED, inert

NAME = "lines"
PROTOCOL = 1
MAX_SAID = 500
MAX_DEPTH = 64
NULL_MOVE = 'expected a move, got "move": null; did the bot\'s function return nothing (is a `return` missing)?'


class NotAnAnswer(LanistaError):  # noqa: N818 - reads as what it is
    """A line that is not a message of the protocol."""


class Message(msgspec.Struct):
    """A message from a bot: `ready` (or `not_ready` with a reason), or the answer to a turn.

    `again` in `ready` says that its process can play another match after this one.
    """

    type: str = "answer"
    turn: int | None = None
    move: Any = None
    say: str | None = None
    draw: list[Any] | None = None
    reason: str = ""
    again: bool = False


_decoder = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def start_message(match: MatchInfo, seat: int, fixed: bytes = b"") -> dict[str, Any]:
    """The message before the first turn; it never contains the seed."""
    message = {
        "type": "start",
        "protocol": PROTOCOL,
        "game": match.game,
        "ruleset": match.ruleset,
        "seat": seat,
        "seats": len(match.names),
        "names": list(match.names),
        "config": dict(match.config),
        "limits": match.limits.as_json(),
    }
    return message | ({"map": msgspec.Raw(fixed)} if fixed else {})


def start_line(match: MatchInfo, seat: int, fixed: bytes = b"") -> bytes:
    """The start message as a line."""
    return encode(start_message(match, seat, fixed))


def turn_line(turn: int, view: bytes) -> bytes:
    """The question of a turn; `view` is already JSON."""
    return b'{"type":"turn","turn":%d,"view":%b}\n' % (turn, view)


def end_line(outcome: Any) -> bytes:
    """The message after the last turn."""
    return encode({"type": "end", "outcome": outcome})


def encode(message: object) -> bytes:
    """A message as one line of JSON."""
    return _encoder.encode(message) + b"\n"


def parse(line: bytes) -> Message:
    """Read a line from a bot: a JSON object, or a bare move."""
    if not line.lstrip().startswith(b"{"):
        try:
            return Message(move=line.decode().strip(string.whitespace))
        except UnicodeDecodeError as error:
            raise NotAnAnswer(
                f"expected UTF-8, got byte {line[error.start]:#04x} at column {error.start + 1}"
            ) from None
    try:
        message = _decoder.decode(line)
        check_depth(line, message)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        why = inert(str(error), MAX_QUOTED)
        raise NotAnAnswer(f'expected a JSON object such as {{"turn":1,"move":"..."}}: {why}') from None
    if message.type == "answer" and message.move is None:
        raise NotAnAnswer(NULL_MOVE if b'"move"' in line else 'expected a member "move" in the answer')
    if message.say is not None:
        message.say = message.say[:MAX_SAID]
    return message


def check_depth(line: bytes, message: Message) -> None:
    """Refuse moves and drawings that are nested too deeply to be encoded again safely."""
    if (
        len(line) > MAX_DEPTH  # most answers are shorter than that
        and line.count(b"[") + line.count(b"{") > MAX_DEPTH
        and max(map(depth, (message.move, message.draw))) > MAX_DEPTH
    ):
        raise ValueError(f"it is nested deeper than {MAX_DEPTH} levels")


def depth(value: Any) -> int:
    """The nesting depth of lists and objects."""
    deepest, level = 0, [value]
    while level := [part for part in level if isinstance(part, list | dict)]:
        deepest += 1
        level = [inner for part in level for inner in (part.values() if isinstance(part, dict) else part)]
    return deepest


def move_text(move: Any) -> str:
    """A move as text; a move that is not a text is passed on as JSON."""
    return move if isinstance(move, str) else _encoder.encode(move).decode()
