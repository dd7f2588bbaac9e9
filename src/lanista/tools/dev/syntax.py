"""Notices that a Python bot cannot be parsed before a match is played with it."""

from __future__ import annotations

import traceback
import warnings
from pathlib import Path

from lanista.bots.protocol.registry import PYTHON
from lanista.bots.source.project import PROJECT, read_project
from lanista.bots.source.python_files import python_files
from lanista.core.errors import BotError
from lanista.core.text import inert
from lanista.tools.dev.sources import BotSource


def syntax_error(source: BotSource) -> list[str]:
    """The message of the first syntax error in a Python bot, as Python prints it; empty if there is none."""
    for path in _modules(source):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # the last two: nested too deeply
            lines = "".join(traceback.format_exception_only(error)).splitlines()
            return [inert(line) for line in lines] or [f"{path}: {error}"]
    return []


def _modules(source: BotSource) -> list[Path]:
    """The Python files of a bot that plays as a Python file."""
    entry = source.path if source.is_file else _entry(source)
    if entry is None or not entry.is_file():
        return []
    return [path for path in python_files(entry) if path.suffix == ".py"]


def _entry(source: BotSource) -> Path | None:
    """The Python file of a folder whose protocol is `python`."""
    if not (source.root / PROJECT).is_file():
        return None
    try:
        project = read_project(source.root, source.game)
    except BotError:  # the build reports it
        return None
    return source.root / project.command.split()[0] if project.protocol == PYTHON.id else None
