"""The parts of the manual that are made from the code, by name.

A page asks for a part with a line `<!-- generated: NAME -->`, which everything after it is replaced by.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module

from lanista.core.errors import InputError

MARK = re.compile(r"^<!-- generated: ([\w ]+) -->$.*", re.MULTILINE | re.DOTALL)


def filled(text: str) -> str:
    """A page with its generated part."""
    return MARK.sub(lambda found: made(found[1]), text)


@cache
def made(name: str) -> str:
    """A generated part; the title of a page that it is made from is left out."""
    text = _maker(*name.split())()
    return re.sub(r"\A# .*\n+", "", text)


def _maker(kind: str, *words: str) -> Callable[[], str]:
    if kind == "messages":
        from lanista.bot.reference import reference_of

        return partial(reference_of, *words)
    if kind == "json":
        from lanista.cli.schema.contract import commands_page

        return commands_page
    if kind in ("api", "replay", "settings", "store", "verbs"):
        part: Callable[[], str] = import_module(f"{__name__}.{kind}").page
        return part
    raise InputError(f"a page of the manual asks for an unknown part: {kind}")


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    """A table in Markdown; bars in cells are escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines]
