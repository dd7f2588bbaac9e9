"""Bots with one thing wrong each, and examinations of them by a clock that no load affects."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from lanista.bots.player import Budgets
from lanista.bots.resolve import find_bot
from lanista.game import get_game
from lanista.match.terms import MatchTerms
from lanista.sandbox import SandboxRequest
from lanista.tools.doctor import BotExamination, Finding, Subject, examine, find_checks

PATIENT = Budgets(120_000, 120_000)

LINES = """
    import json, os, random, sys, time

    READY = {{"type": "ready"}}
    KEPT = []

    def tell(message):
        print(json.dumps(message), flush=True)

    matches = 0
    for line in sys.stdin.buffer:
        message = json.loads(line)
        kind, turn, view = message["type"], message.get("turn"), message.get("view")
        move = "ACCELERATE"
        if kind == "start":
            matches += 1
            {at_start}
            tell(READY)
        elif kind == "turn":
            {in_turn}
            tell({{"turn": turn, "move": move}})
        {at_end}
"""
HEALTHY = {"at_start": "READY['again'] = True", "in_turn": "pass", "at_end": "pass"}


def lines_bot(**parts: str) -> str:
    """The source of a bot in the lines protocol, with some parts replaced."""
    return textwrap.dedent(LINES).format(**(HEALTHY | {"at_start": "pass"} | parts))


class Steps:
    """A clock that moves on a little whenever it is looked at, so that time is a number of steps."""

    def __init__(self, seconds: float = 0.05) -> None:
        self._seconds = seconds
        self._now = 0.0

    def __call__(self) -> float:
        self._now += self._seconds
        return self._now


def examination(folder: Path, spec: str, game: str = "overdrive", **more: Any) -> BotExamination:
    """An examination whose checks take a fixed number of steps."""
    found = get_game(game)
    terms = MatchTerms(
        settings=more.pop("changes", {"max_rounds": 10}), wanted=more.pop("wanted", SandboxRequest())
    )
    subject = Subject(
        found,
        find_bot(found, spec),
        more.pop("seats", max(2, found.default_seats)),
        1,
        terms.with_budgets(more.pop("limits", PATIENT)),
        home=folder / "doctor",
        now=Steps(),
        **more,
    )
    return BotExamination(subject, 12)


def found_by(examination: BotExamination, *names: str) -> list[Finding]:
    """The findings of checks."""
    return [result.finding for result in examine(examination, find_checks(names))]
