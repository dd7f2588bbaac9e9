"""Bot folders without a description: finds the one file that must be the bot."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lanista.bots.build.runtimes import JAVA, NODE
from lanista.bots.source.project import python_command
from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert

LOOKED_FOR = (
    "lanista.toml, a contest's bot.json, bot.py, main.py or a single .py file, package.json with `main`, bot.js, "
    "main.js, index.js or a single .js file, a single .jar file, and a program called bot or bot.sh"
)

MAX_PACKAGE = 2**20  # bytes
PROGRAMS = ("bot", "bot.sh")
EXAMPLE = '`command = "node bot.js"`'


class EntryFile(NamedTuple):
    """A file that looks like a bot, and the command that starts it in its folder."""

    file: str
    command: tuple[str, ...]


def find_entry(folder: Path) -> EntryFile:
    """The only candidate for the bot in a folder; raises BotError if there is not exactly one."""
    found = list(_entries(folder))
    if len(found) != 1:
        came = f"found {', '.join(found)}, and cannot tell which is the bot" if found else "found none of them"
        raise BotError(
            f"{folder} is a folder; looked in it for {LOOKED_FOR}; {came}{_not_executable(folder)}. "
            f"Write a lanista.toml with a line such as {EXAMPLE}, or give the bot's file or its command in quotes"
        )
    return EntryFile(found[0], _command(folder, found[0]))


def _not_executable(folder: Path) -> str:
    """A hint on a program that would be the bot if it were executable."""
    for name in PROGRAMS:
        if os.path.isfile(folder / name) and not os.access(folder / name, os.X_OK):
            return f"; {name} is there but not executable: run `chmod +x {folder / name}`"
    return ""


def _entries(folder: Path) -> Iterator[str]:
    """The candidates, at most one per language."""
    names = sorted(path.name for path in folder.iterdir() if os.path.isfile(path))
    yield from _first_or_single(names, ("bot.py", "main.py"), ".py")
    main = _package_main(folder) if "package.json" in names else ""
    yield from [main] if main else _first_or_single(names, ("bot.js", "main.js", "index.js"), ".js")
    yield from _first_or_single(names, (), ".jar")
    yield from [name for name in PROGRAMS if name in names and os.access(folder / name, os.X_OK)][:1]


def _first_or_single(names: list[str], usual: tuple[str, ...], suffix: str) -> list[str]:
    known = [name for name in usual if name in names]
    of_kind = [name for name in names if name.endswith(suffix)]
    return known[:1] or (of_kind if len(of_kind) == 1 else [])


def _package_main(folder: Path) -> str:
    """The existing file that `package.json` names as `main`, or an empty text."""
    try:
        with (folder / "package.json").open("rb") as file:
            package = json.loads(file.read(MAX_PACKAGE))
    except (OSError, ValueError, RecursionError) as error:
        raise BotError(f"{folder / 'package.json'} cannot be read: {inert(str(error), MAX_QUOTED)}") from None
    main = package.get("main") if isinstance(package, dict) else None
    return main if isinstance(main, str) and main and os.path.isfile(folder / main) else ""


def _command(folder: Path, file: str) -> tuple[str, ...]:
    if file.endswith(".py"):
        return python_command(folder, file)
    if file.endswith((".js", ".mjs", ".cjs")):
        return tuple(NODE.command(file, str(folder)))
    if file.endswith(".jar"):
        return tuple(JAVA.command(file, str(folder)))
    return (f"./{file}",)
