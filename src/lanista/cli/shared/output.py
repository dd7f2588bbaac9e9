"""Lets output streams of any encoding print any text, with the nearest characters that they can encode."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata

NEAREST = str.maketrans(
    {
        **dict.fromkeys("─━═", "-"),
        **dict.fromkeys("│┃║┊▌▐", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
        **dict.fromkeys("█▓▇▆■●", "#"),
        **dict.fromkeys("▒▅▄♣♠", "%"),
        "≈": "~",
        **dict.fromkeys("░▃▂▁□", ":"),
        **dict.fromkeys("·…•", "."),
        **dict.fromkeys("→▶»›", ">"),
        **dict.fromkeys("←◀«‹", "<"),
        **dict.fromkeys("↑▲", "^"),
        **dict.fromkeys("↓▼", "v"),
        **dict.fromkeys("↗↙", "/"),
        **dict.fromkeys("↖↘", "\\"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("‘’", "'"),
        "±": "+-",
    }
)


def nearest(error: UnicodeError) -> tuple[str, int]:
    """A codec error handler: substitutes the most similar ASCII characters, or question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_nearest, error.object[error.start : error.end])), error.end


def _nearest(character: str) -> str:
    plain = character.translate(NEAREST)
    plain = plain if plain.isascii() else unicodedata.normalize("NFKD", plain)[0]
    return plain if plain.isascii() else "?"


def open_closed_streams() -> None:
    """Connect closed standard streams to the null device, so that no file opened later gets their descriptors."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def degrade_output() -> None:
    """Make standard output and error print any text in any encoding."""
    codecs.register_error("lanista.nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="lanista.nearest")
