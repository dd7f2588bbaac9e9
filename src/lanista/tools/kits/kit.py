"""`make_kit`: the files of a kit for one target."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from lanista.core.errors import InputError
from lanista.engine import State
from lanista.engine.translate import c
from lanista.engine.translate.entries import layout_of, rules_program
from lanista.game import Game
from lanista.tools.kits import c_files, script_files
from lanista.tools.kits.fields import field_tables
from lanista.tools.kits.recording import recorded_play
from lanista.tools.kits.texts import fill_in, text

TARGETS = ("c", "js", "wasm")
INTERFACE = 1  # grows when programs written for a kit would have to change
HIDES = "hides.md"
SHOWS = "shows.md"


@dataclass(frozen=True)
class Kit:
    """The files of a kit by name, and a digest of the translated rules."""

    files: dict[str, bytes]
    digest: str


def make_kit(game: Game[Any, Any, Any], start: State[Any, Any], target: str, command: str) -> Kit:
    """A kit with the rules for states of the layout of `start`; `command` made it."""
    if target not in TARGETS:
        raise InputError(f"there is no target {target!r}; choose one of {', '.join(TARGETS)}")
    program = rules_program(start.rules)
    values = _values(game, start, command)
    write = c_files.files_of if target == "c" else script_files.files_of
    made = write(target, start.rules, program, values)
    values |= {"files": _listed(made, values["game"]), "example": made[_example(made)].decode()}
    files = {
        **made,
        **_data_files(game, start),
        "README.md": fill_in(text(f"{_folder(target)}/README.md"), values).encode(),
    }
    return Kit(files, hashlib.sha256(c.functions(program).encode()).hexdigest()[:16])


def _folder(target: str) -> str:
    return "c" if target == "c" else "script"


def _example(files: Mapping[str, bytes]) -> str:
    return next(name for name in files if name.startswith("example."))


def script_kit(game: Game[Any, Any, Any], start: State[Any, Any], target: str) -> dict[str, bytes]:
    """The scripts of a kit alone: the module, and with the target `wasm` the compiled rules beside it."""
    files = script_files.files_of(target, start.rules, rules_program(start.rules), _values(game, start, ""))
    return {name: content for name, content in files.items() if name not in ("test.mjs", "example.mjs")}


def _values(game: Game[Any, Any, Any], start: State[Any, Any], command: str) -> dict[str, str]:
    """The values that fill the templates of a kit."""
    name = re.sub(r"\W", "_", game.name)
    layout = layout_of(start.rules)
    values = {
        "game": name,
        "GAME": name.upper(),
        "title": game.title,
        "command": command,
        "interface": str(INTERFACE),
        "seats": str(start.seats),
        "policies": ", ".join(f"`{policy}`" for policy in layout["policies"]) or "none",
        **{f"{record}_size": str(size) for record, size in layout["sizes"].items()},
    }
    hidden = text(HIDES if start.rules.redraw is not None or not game.nothing_hidden else SHOWS)
    return values | {"seeing": fill_in(hidden, values).strip()}


def _data_files(game: Game[Any, Any, Any], start: State[Any, Any]) -> dict[str, bytes]:
    """The start, the constant record, recorded play, and the table of fields."""
    return {
        "start.bin": start.bytes(),
        "const.bin": start.fixed.tobytes(),
        "start.json": msgspec.json.encode(game.dump(start)) + b"\n",
        "fields.json": msgspec.json.format(msgspec.json.encode(field_tables(start.rules))) + b"\n",
        "expected.txt": recorded_play(start).encode(),
    }


def _listed(made: Mapping[str, bytes], game: str) -> str:
    """The table of files for the README."""
    about = {
        f"{game}.h": "the interface, and every record as a struct",
        f"{game}.c": "the rules; one file without dependencies",
        f"{game}.mjs": "the interface and, for JavaScript, the rules; an ES module without imports",
        f"{game}.wasm": "the rules",
    }
    names = [name for name in about if name in made]
    return "\n".join(f"| `{name}` | {about[name]} |" for name in names)
