"""A new game as a separate package: a complete small game, to be changed file by file."""

from __future__ import annotations

import importlib.util
import keyword
import re
import shlex
from pathlib import Path

from lanista.core.errors import InputError
from lanista.core.text import quoted

TEMPLATE = Path(__file__).with_name("game")
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
PLACEHOLDER = re.compile(r"mygame|MYGAME|MyGame|My game")  # the game in the template


def game_files(name: str, folder: Path) -> dict[str, str]:
    """The files of a package with a game of this name, by path."""
    from lanista.tools.kits.texts import fill_in
    from lanista.tools.starters import files_in

    check_name(name)
    forms = {  # of PLACEHOLDER
        "mygame": name,
        "MYGAME": name.upper(),
        "MyGame": "".join(word.capitalize() for word in name.split("_")),
        "My game": name.replace("_", " ").capitalize(),
    }

    def renamed(text: str) -> str:
        return PLACEHOLDER.sub(lambda found: forms[found[0]], text)

    return {
        renamed(path): renamed(fill_in(text, {"folder": folder.name})) for path, text in files_in(TEMPLATE).items()
    }


def check_name(name: str) -> None:
    """Raise InputError for a name that a game's package cannot have."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise InputError(f"expected a name of lower-case letters, digits and underscores, got {quoted(name)}")
    if importlib.util.find_spec(name) is not None:
        raise InputError(f"there is a Python module {quoted(name)} already; choose another name for the game")
    from lanista.game import game_names

    if name in game_names():
        raise InputError(f"there is a game {quoted(name)} already; choose another name")


def next_commands(name: str, folder: Path) -> dict[str, str]:
    """The command lines to continue with."""
    path = shlex.quote(str(folder))
    return {
        "install": f"pip install -e {path}",
        "test": f"python -m pytest {path}",
        "play": f"lanista play {name} seeker random",
    }
