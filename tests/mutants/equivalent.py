"""Mutants that no test can notice, each with the reason, from `equivalent.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from tests.mutants.mutations import Mutant

FILE = Path(__file__).with_name("equivalent.toml")


@cache
def reasons() -> dict[tuple[str, str, str, str], str]:
    """The reason for each module, function, statement and changed statement."""
    listed = tomllib.loads(FILE.read_text(encoding="utf-8")).get("equivalent", [])
    return {
        (entry["module"], entry["function"], entry["before"], after): entry["why"]
        for entry in listed
        for after in entry["after"]
    }


def key(mutant: Mutant) -> tuple[str, str, str, str]:
    """How the list names a mutant."""
    return mutant.module.removeprefix("lanista."), mutant.function, mutant.before, mutant.after


def reason_for(mutant: Mutant) -> str:
    """Why a mutant is equivalent; empty if it is not."""
    return reasons().get(key(mutant), "")
