"""The file of a pin: JSON that people can read and keep in git.

It holds the messages that the bot receives, and the whole state, from which contests' protocols are served and
answers are judged.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec

from lanista.core.errors import FileError, InputError
from lanista.core.files import read_text
from lanista.core.text import inert

FORMAT = 1
SUFFIX = ".pin.json"
MAX_CHARACTERS = 8 * 2**20
MAX_NOTE = 1000  # characters
MAX_MOVES = 100  # expected or to be avoided
MAX_HISTORY = 100  # turns before the moment
WIDTH = 115  # columns of a line that can be broken
INDENT = 2

Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Budget = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Moves = Annotated[list[str], msgspec.Meta(max_length=MAX_MOVES)]


class PinError(InputError):
    """A pin is damaged, of another format or game, or asks for what the rules do not allow."""


class PinSource(msgspec.Struct):
    """Where a pin comes from: the replay, and what the seat played there (null if no move counted)."""

    replay: str = ""
    played: str | None = None


class PinStart(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The start message of the match, as the lines protocol sends it."""

    type: str
    protocol: int
    game: str
    ruleset: str
    seat: Number
    seats: Number
    names: list[str]
    config: dict[str, int]
    limits: dict[str, Budget | None]
    map: Any = None


class Earlier(msgspec.Struct):
    """A turn before the moment: the moves of all seats as they sent them, null where none counted."""

    turn: Number
    moves: list[str | None]


class Pin(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A moment of a match, and the moves that a bot should play there, or should not."""

    pin: int = FORMAT
    note: Annotated[str, msgspec.Meta(max_length=MAX_NOTE)] = ""
    turn: Number
    expect: Moves = []
    avoid: Moves = []
    source: PinSource = msgspec.field(default_factory=PinSource)
    lanista: str
    behaviour: int  # the version of the game's rules
    start: PinStart
    view: Any = None  # the seat's view; null if the pin's author could not know it
    history: Annotated[list[Earlier], msgspec.Meta(max_length=MAX_HISTORY)] = []
    state: str  # before the first turn of the history, or the pinned one: base64 of gzip of the record
    const: str  # the constant record, in the same form

    @property
    def game(self) -> str:
        """The game's name."""
        return self.start.game

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.start.seat


class _PinStamp(msgspec.Struct):
    """The member that every format has."""

    pin: int | None = None


def read_pin(path: Path | str) -> Pin:
    """Read a pin; raises PinError or FileError in words."""
    return decode_pin(read_text(path, "a pin", MAX_CHARACTERS), str(path))


def decode_pin(text: str, where: str) -> Pin:
    """A pin from the text of its file; errors name `where`."""
    try:
        stamp = msgspec.json.decode(text, type=_PinStamp)
        if stamp.pin == FORMAT:
            return _checked(msgspec.json.decode(text, type=Pin))
    except PinError as error:
        raise PinError(f"{where}: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise PinError(f"{where}: not a pin, or damaged: {inert(str(error), 200)}") from None
    if stamp.pin is None:
        raise PinError(f'{where}: expected a pin, which has a member "pin"; is this another file?')
    raise PinError(f"{where}: a pin of format {stamp.pin}, but this version of Lanista reads format {FORMAT}")


def _checked(pin: Pin) -> Pin:
    """Refuse an impossible pin; the game's own checks run when it is played."""
    if bool(pin.expect) == bool(pin.avoid):
        raise PinError("expected moves in either `expect` or `avoid`, got " + ("both" if pin.expect else "none"))
    seats = pin.start.seats
    if not 0 <= pin.seat < seats or len(pin.start.names) != seats:
        raise PinError(f"expected a seat below {seats} and {seats} names, got {pin.seat} and others")
    if any(len(earlier.moves) != seats for earlier in pin.history):
        raise PinError(f"expected {seats} moves in each turn of `history`")
    if set(pin.start.limits) != {"start_ms", "turn_ms"}:
        raise PinError("expected start_ms and turn_ms in `start.limits`")
    return pin


def encode_pin(pin: Pin) -> str:
    """The text of a pin's file: a member per line, and long ones broken into lines."""
    return _laid_out(msgspec.to_builtins(pin)) + "\n"


def _laid_out(value: Any, indent: int = 0, used: int = 0) -> str:
    """JSON in one line if it fits after `used` columns, else in lines of several members, the outermost alone."""
    plain = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or (indent and used + len(plain) <= WIDTH):
        return plain
    inner = indent + INDENT
    if isinstance(value, dict):
        labelled = [(f"{json.dumps(name, ensure_ascii=False)}: ", member) for name, member in value.items()]
    else:
        labelled = [("", member) for member in value]
    members = [label + _laid_out(member, inner, inner + len(label) + 1) for label, member in labelled]
    body = ",\n".join(" " * inner + line for line in (_filled(members, WIDTH - inner) if indent else members))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{body}\n{' ' * indent}{closing}"


def _filled(members: list[str], width: int) -> list[str]:
    """Lines of as many members as fit; a member of several lines stands alone."""
    lines: list[str] = []
    for member in members:
        joined = f"{lines[-1]}, {member}" if lines else member
        if lines and "\n" not in joined and len(joined) < width:
            lines[-1] = joined
        else:
            lines.append(member)
    return lines


def find_pins(paths: list[Path]) -> list[Path]:
    """The pins among files and in folders and their folders, sorted; raises FileError if there is none."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.rglob(f"*{SUFFIX}"))
        elif path.is_file():
            found.append(path)
        else:
            raise FileError(f"{path}: no such file or folder; `lanista pin` writes pins into pins/")
    if not found:
        where = ", ".join(map(str, paths))
        raise FileError(
            f"no pins (*{SUFFIX}) in {where}; write one with `lanista pin REPLAY --turn N --seat A ...`"
        )
    return list(dict.fromkeys(found))
