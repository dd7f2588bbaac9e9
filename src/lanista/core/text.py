"""Untrusted text made safe to show: names, output and logs of bots are hostile until they pass here."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

TAB = 4  # columns
MAX_QUOTED = 200  # characters of a value that a message shows
MAX_SEAT_NAME = 40  # characters of a bot's name in a report
MAX_REASON = 500  # characters of a whole reason that a game or a bot gives

# Any number of leading zeros, then what fits 64 bits: `int` refuses more than 4,300 digits.
WHOLE_NUMBER = re.compile(r"([+-]?)0*([0-9]{1,18})", re.ASCII)

# Control, format (invisible, right-to-left), surrogate, private and unassigned characters.
UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def inert(text: str, limit: int | None = None) -> str:
    """One line of text without anything a terminal or a page could act on, cut to a length; tabs are spaces."""
    if limit is not None:
        text = text[: limit + 1]  # the rest would not be shown, and may be long
    text = text.expandtabs(TAB)
    if not text.isascii() or not text.isprintable():
        text = "".join("�" if unicodedata.category(c) in UNSAFE else c for c in text)
    if limit is not None and len(text) > limit:
        return text[: limit - 1] + "…"
    return text


def inert_text(text: str) -> str:
    """Text without anything a terminal or a page could act on, but with its lines and tabs."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c in "\n\t" else inert(c) for c in text)


def quoted(value: object, limit: int = MAX_QUOTED) -> str:
    """A value in quotes for a message: inert and cut to a length; bytes are decoded as UTF-8."""
    return repr(brief(value, limit))


def brief(value: object, limit: int = MAX_QUOTED) -> str:
    """A value without quotes for a message: inert and cut to a length."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else _text_of(value)
    return inert(text, limit)


def shown(value: object, limit: int = MAX_QUOTED) -> str:
    """A Python value as it would be written in code, inert and cut to a length."""
    try:
        return inert(repr(value), limit)
    except (ValueError, RecursionError):
        return f"a very large {type(value).__name__}"


def describe(error: BaseException) -> str:
    """An unexpected error as one sentence: its type, its text, and file and line."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    said = f"{type(error).__name__}: {inert(_text_of(error), MAX_QUOTED)}".removesuffix(": ")
    if trace is None:
        return said
    code = trace.tb_frame.f_code
    return f"{said} ({'/'.join(Path(code.co_filename).parts[-2:])}:{trace.tb_lineno} in {code.co_name})"


def abridge(message: str, limit: int = 4 * MAX_QUOTED) -> str:
    """A long message with its middle cut out."""
    if len(message) <= limit:
        return message
    return f"{message[: limit // 2]}…{message[-(limit // 2 - 1) :]}"


def _text_of(value: object) -> str:
    """A string unchanged, a JSON value as JSON, or its type if it is too large or too deep."""
    try:
        is_json = value is None or isinstance(value, (bool, int, float, list, dict))
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str) if is_json else str(value)
    except (ValueError, RecursionError):
        return f"a very large {type(value).__name__}"
    except Exception:  # noqa: BLE001 - `__str__` of an untrusted class may raise anything
        return f"a {type(value).__name__} that cannot be shown"


def whole_number(text: str) -> int | None:
    """A decimal number with an optional sign, of at most 18 digits after leading zeros; None for other text."""
    found = WHOLE_NUMBER.fullmatch(text)
    return int(found[1] + found[2]) if found else None


def column_name(name: str, fallback: str, width: int) -> str:
    """A name made inert and cut to the width of a terminal column."""
    from rich.cells import cell_len, set_cell_size

    words = inert(" ".join(name[:1000].split()), width)
    if cell_len(words) > width:
        words = set_cell_size(words, width)
    return words.strip() or fallback


def column_names(names: Sequence[str], fallbacks: Sequence[str], width: int) -> list[str]:
    """The names of all seats for terminal columns; a seat without a name has its fallback."""
    given = [*names, *[""] * len(fallbacks)]
    return [column_name(name, fallback, width) for name, fallback in zip(given, fallbacks, strict=False)]


def seat_letter(seat: int) -> str:
    """The letter of a seat: A to Z, then AA, AB and so on."""
    first, last = divmod(seat, 26)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)


def seat_name(name: str, seat: int) -> str:
    """A bot and its seat, as all reports name them."""
    return f"{inert(name, MAX_SEAT_NAME)} ({seat_letter(seat)})"


def inert_lines(text: str) -> list[str]:
    """Every line of a text, each made inert."""
    return [inert(line) for line in text.splitlines()]


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def append_marks(line: Text, marks: Iterable[tuple[str, str]]) -> None:
    """Append styled characters to a line of a picture, grouped by style."""
    for style, group in groupby(marks, key=itemgetter(1)):
        line.append("".join(mark for mark, _ in group), style)
