"""The text output of `lanista sandbox`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from lanista.cli.shared.layout import new_table, print_table
from lanista.sandbox import Level, Resources
from lanista.sandbox.machine import MachineAbilities, find_machine
from lanista.sandbox.resources import MEANINGS
from lanista.sandbox.syscalls import RULES

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.bots.escapes import EscapeResult, EscapeTrial
    from lanista.sandbox.requirements import Requirement

LEVELS = {
    Level.NONE: "A supervisor ends all processes of a bot with the match. Otherwise it may do whatever you may.",
    Level.LIMITS: "Limits of memory, processes and files; a filter of system calls; no privileges; none of your "
    "environment.",
    Level.NAMESPACES: "A file system with its toolchain and its own files, read-only, and a private /tmp; its own "
    "processes, network and shared memory.",
    Level.CGROUP: "Memory, processes and processor time are counted over all its processes; it can be frozen.",
}
LEVEL_WORDS = ("level", "here", "what it does to a bot; each level includes those before it")
LIMIT_WORDS = ("limit", "default", "of what, and what happens to a bot at the limit")


def print_all(out: Console, trials: Sequence[EscapeTrial], *, calls: bool, details: bool) -> None:
    """Print everything: the machine, the levels, the limits, denied calls if asked for, and the attempts."""
    machine = find_machine()
    _print_machine(out, machine)
    _print_levels(out, machine)
    _print_limits(out)
    if calls:
        _print_calls(out)
    if trials:
        (_print_details if details else _print_outcomes)(out, trials)
        _print_conclusion(out, trials)
    _print_next(out, machine)


def machine_facts(machine: MachineAbilities) -> Iterator[tuple[str, str]]:
    """The facts about this machine, and what they mean."""
    yield "system", f"{platform.system()} {platform.release()}, {platform.machine()}"
    if sys.platform.startswith("linux"):
        yield from _linux_facts(machine)
    else:
        yield "namespaces", "none: they need Linux"


def _linux_facts(machine: MachineAbilities) -> Iterator[tuple[str, str]]:
    from lanista.sandbox.jail import call_filter, landlock
    from lanista.sandbox.usage.cgroup_support import find_cgroups

    whose = "every bot gets its own user" if machine.first_user else "bots run as the same user as you"
    user = os.geteuid() if hasattr(os, "geteuid") else "you"
    yield "user", f"{user or 'root'}; {whose}"
    yield "namespaces", _namespaces(machine)
    groups = find_cgroups()
    yield "control groups", f"{groups.kind or 'none'}: {groups.why}"
    yield "call filter", "seccomp" if call_filter.is_known() else f"none for {platform.machine()}"
    version = landlock.abi()
    lacks = f", which lacks {landlock.missing(version)}" if landlock.missing(version) else ""
    yield "Landlock", f"version {version}{lacks}" if version else "none"


def _namespaces(machine: MachineAbilities) -> str:
    made = {"own": "made by Lanista itself", "bubblewrap": "made by bubblewrap"}
    return made.get(machine.runner, machine.runner) or f"none: {'; '.join(machine.missing(Level.NAMESPACES))}"


def _print_machine(out: Console, machine: MachineAbilities) -> None:
    table = new_table("this machine", "", left=("this machine", ""))
    for name, text in machine_facts(machine):
        table.add_row(name, text)
    print_table(out, table)


def _print_levels(out: Console, machine: MachineAbilities) -> None:
    table = new_table(*LEVEL_WORDS, left=LEVEL_WORDS)
    for level, text in LEVELS.items():
        here = level <= machine.level
        mark = Text("best", "bold green") if level is machine.level else Text("yes" if here else "no")
        table.add_row(level.value, mark, text, style="" if here else "dim")
    out.print()
    print_table(out, table)


def _print_limits(out: Console) -> None:
    defaults = Resources()
    table = new_table(*LIMIT_WORDS, left=LIMIT_WORDS)
    for name, text in MEANINGS.items():
        table.add_row(name, str(getattr(defaults, name) or "none"), text)
    out.print()
    print_table(out, table)


def _print_calls(out: Console) -> None:
    words = ("system calls", "the kernel", "because a bot")
    table = new_table(*words, left=words)
    for rule in RULES:
        calls = ", ".join(rule.calls.split()) + (f" ({rule.condition})" if rule.condition else "")
        table.add_row(calls, str(rule.action), rule.reason)
    out.print()
    print_table(out, table)


def _print_outcomes(out: Console, trials: Sequence[EscapeTrial]) -> None:
    """One row per attempt, one column per level."""
    titles = ["a bot tries to", *(trial.level.value for trial in trials)]
    table = new_table(*titles, left=titles)
    rows: dict[str, list[EscapeResult | None]] = {}
    for column, trial in enumerate(trials):
        for outcome in trial.outcomes:
            rows.setdefault(outcome.attempt.title, [None] * len(trials))[column] = outcome
    for title, outcomes in rows.items():
        table.add_row(title, *map(word, outcomes))
    out.print()
    print_table(out, table)


def _print_details(out: Console, trials: Sequence[EscapeTrial]) -> None:
    """One row per attempt with what it reached, or what stopped it."""
    titles = ("a bot tries to", "outcome", "what it got, or what stopped it")
    table = new_table(*titles, left=titles)
    for outcome in (outcome for trial in trials for outcome in trial.outcomes):
        table.add_row(outcome.attempt.title, word(outcome), Text(outcome.got or outcome.why))
    out.print()
    print_table(out, table)


def word(outcome: EscapeResult | None) -> Text:
    """The outcome of an attempt in a word."""
    if outcome is None:
        return Text("not tried", "dim")
    if outcome.escaped:
        return Text("ESCAPED", "bold red")
    return Text("possible", "yellow") if outcome.got else Text("stopped", "green")


def _print_conclusion(out: Console, trials: Sequence[EscapeTrial]) -> None:
    out.print()
    for trial in trials:
        stopped = sum(not outcome.got for outcome in trial.outcomes)
        out.print(f"{trial.level.value}: {stopped} of {len(trial.outcomes)} attempts were stopped")
        for text in trial.escapes:
            out.print(f"  should have been stopped: {text}", style="bold red", markup=False)


def print_requirements(out: Console, kind: str, requirements: Sequence[Requirement]) -> None:
    """Print the needs of a kind of contest, whether this machine meets them, and how to get what is missing."""
    titles = (f"a {kind} contest needs", "", "here", "what to do")
    table = new_table(*titles, left=titles)
    for each in requirements:
        mark = Text("ok", "green") if each.ok else Text("missing", "bold red")
        table.add_row(each.name, mark, Text(each.found), Text(each.remedy))
    print_table(out, table)
    missing = sum(not each.ok for each in requirements)
    lacks = f"lacks {missing} of the {len(requirements)} things" if missing else "has all"
    out.print(f"\nThis machine {lacks} that a {kind} contest needs.")


def _print_next(out: Console, machine: MachineAbilities) -> None:
    """Print how to get the next level."""
    better = next((level for level in Level if level > machine.level), None)
    if better is not None:
        out.print(f"\nFor the level {better.value}:", style="bold")
        for text in machine.missing(better):
            out.print(f"  {text}", markup=False)
