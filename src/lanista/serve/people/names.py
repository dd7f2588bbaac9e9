"""Names of people and teams: short, visible, harmless to show, and compared without regard to spelling."""

from __future__ import annotations

import unicodedata

from lanista.bots.source.names import tidy
from lanista.core.errors import InputError
from lanista.core.text import UNSAFE, quoted
from lanista.game import get_game
from lanista.game.bots import is_builtin

MAX_NAME = 40  # characters
MAX_MARKS = 3  # combining characters in a row; more would grow over other lines
VISIBLE = ("L", "N", "P", "S")  # one character at least
# Characters that show nothing, though their category does not say so: fillers, joiners, selectors of variants
BLANK = frozenset({0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0})
SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


def check_name(name: str, kind: str = "name") -> str:
    """A name as it is stored: normalised, with single spaces; raises InputError."""
    if len(name) > 4 * MAX_NAME:
        raise InputError(f"expected a {kind} of 1 to {MAX_NAME} characters, got {len(name):,}")
    found = " ".join(part for part in unicodedata.normalize("NFC", name).split(" ") if part)
    if not 0 < len(found) <= MAX_NAME:
        raise InputError(
            f"expected a {kind} of 1 to {MAX_NAME} characters, got {quoted(name) if name else 'none'}"
        )
    if odd := next((letter for letter in found if _is_refused(letter)), None):
        raise InputError(
            f"the {kind} {quoted(found)} contains the invisible or special character U+{ord(odd):04X}; remove it"
        )
    if _marks(found) > MAX_MARKS or not any(unicodedata.category(letter)[0] in VISIBLE for letter in found):
        raise InputError(f"the {kind} {quoted(found)} cannot be read; choose one of letters and digits")
    return found


def fold(name: str) -> str:
    """A name as names are compared: `Ada`, `ada` and wide letters are the same."""
    text = unicodedata.normalize("NFKC", name)
    text = unicodedata.normalize("NFKC", text.casefold())
    return " ".join(text.split())


def check_team_name(name: str, game: str) -> str:
    """A team's name, which is also the name of its bot in the league."""
    found = check_name(name, "name for the team")
    if tidy(found) != found:
        raise InputError(f"{quoted(found)} cannot be the name of a bot; choose another name for the team")
    if is_builtin(get_game(game), fold(found)):
        raise InputError(f"{quoted(found)} is a built-in bot of the game; choose another name for the team")
    return found


def _is_refused(letter: str) -> bool:
    if letter == " ":
        return False
    code = ord(letter)
    is_blank = code in BLANK or any(code in selectors for selectors in SELECTORS)
    return is_blank or unicodedata.category(letter) in UNSAFE or not letter.isprintable()


def _marks(name: str) -> int:
    """The most combining characters in a row; a name that begins with one has too many."""
    longest, here = 0, MAX_MARKS
    for letter in name:
        here = here + 1 if unicodedata.category(letter)[0] == "M" else 0
        longest = max(longest, here)
    return longest
