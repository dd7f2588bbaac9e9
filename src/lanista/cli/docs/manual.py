"""The manual's pages by topic, as text: shipped with the package, with the parts that are made from the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import lanista
from lanista.cli.docs.reference import filled
from lanista.core.errors import FileError, InputError
from lanista.core.files import file_errors
from lanista.core.text import quoted
from lanista.engine.record import closest

SHIPPED = Path(lanista.__file__).with_name("manual")
CHECKOUT = Path(lanista.__file__).parents[2] / "docs"
INDEX = "README"

_NAME = re.compile(r"[\w-]+(/[\w-]+)*")
_REMARK = re.compile(r"<!--.*?-->\n*", re.DOTALL)
_ROW = re.compile(r"^\| (.+?) \| (.*?) \|", re.MULTILINE)  # of the index
_LINK = re.compile(r"\[([^]]+)\]\(([\w/.-]+)\.md\)")


class Topic(NamedTuple):
    """A page of the manual."""

    name: str
    title: str
    about: str


@cache
def topics() -> list[Topic]:
    """All pages, in the order of the index."""
    listed = dict(_listed())
    names = {path.relative_to(_folder()).with_suffix("").as_posix() for path in _folder().rglob("*.md")}
    ordered = [name for name in listed if name in names] + sorted(names - {INDEX, *listed})
    return [Topic(name, title_of(_source(name)), listed.get(name, "")) for name in ordered]


def page(name: str) -> str:
    """The text of a page, as Markdown without remarks; raises InputError for an unknown name."""
    if not _NAME.fullmatch(name) or not (_folder() / f"{name}.md").is_file():
        raise InputError(f"the manual has no page {quoted(name)}{_hint(name)}")
    return _REMARK.sub("", filled(_source(name)))


def title_of(text: str) -> str:
    """The title of a page."""
    return text.partition("\n")[0].lstrip("# ")


def _source(name: str) -> str:
    """A page as it is stored."""
    path = _folder() / f"{name}.md"
    with file_errors(path, "read"):
        return path.read_text(encoding="utf-8")


def _hint(word: str) -> str:
    """The page that was perhaps meant, or the pages that mention a word."""
    names = [topic.name for topic in topics()]
    if hint := closest(word, set(names)):
        return hint
    mentioning = [name for name in names if word.strip() and word.lower() in _source(name).lower()]
    if mentioning:
        return f"; {quoted(word)} is mentioned in: {', '.join(mentioning)}"
    return "; `lanista docs` lists them"


@cache
def _folder() -> Path:
    for folder in (SHIPPED, CHECKOUT):
        if (folder / f"{INDEX}.md").is_file():
            return folder
    raise FileError(f"the manual is missing: expected it in {SHIPPED}; install lanista again")


def _listed() -> Iterator[tuple[str, str]]:
    """The pages that the index names, each with what it says of them."""
    for first, about in _ROW.findall(_source(INDEX)):
        for _, name in _LINK.findall(first):
            yield name, "" if _LINK.search(about) else about.replace("`", "")
        for title, name in _LINK.findall(about):
            yield name, title
