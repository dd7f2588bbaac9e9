"""`lanista sandbox`: the sandbox levels of this machine, proved by trying to escape."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import FAILED, console, print_json, verb
from lanista.cli.shared.options import refuse_given
from lanista.cli.shared.progress import doing

if TYPE_CHECKING:
    from lanista.bots.escapes import EscapeTrial
    from lanista.cli.sandbox.shapes import Sandbox
    from lanista.sandbox import Level
    from lanista.sandbox.requirements import Requirement

LEVELS = ("none", "limits", "namespaces", "cgroup")


@verb
@click.argument("program", nargs=-1, metavar="[-- PROGRAM [ARGUMENT]...]")
@click.option(
    "--level", type=click.Choice(LEVELS), help="Only this level, with details.  [default: all that there are]"
)
@click.option("--calls", is_flag=True, help="List the system calls that a bot may not make, with the reasons.")
@click.option("--no-tries", is_flag=True, help="Explain, but try nothing.")
@click.option(
    "--require",
    type=click.Choice(["public"]),
    help="Check that this machine has what a public contest needs; exit with 1 if something is missing.",
)
def command(
    program: tuple[str, ...], level: str | None, calls: bool, no_tries: bool, require: str | None, as_json: bool
) -> None:
    """Explain how this machine confines bots, and prove it by trying to escape.

    Every attempt is made at every level that this machine has; none does harm if it succeeds. Exits with 1 if one
    succeeds that the level promises to stop.

    With `-- PROGRAM`, runs a program in the sandbox to look around, as in `lanista sandbox -- ls -la /`.
    """
    from lanista.sandbox import Level

    chosen = None if level is None else Level(level)
    if program:
        refuse_given("calls", "no_tries", "require", because="is not for running a program")
        _run(program, chosen, as_json)
    elif require is not None:
        refuse_given("level", "calls", because="is not for --require, which checks all that is needed")
        _require(require, no_tries, as_json)
    else:
        _explain(chosen, calls, no_tries, as_json)


def _explain(level: Level | None, calls: bool, no_tries: bool, as_json: bool) -> None:
    """Print what the sandbox does, and the outcomes of trying to escape."""
    from lanista.cli.sandbox import text as sandbox_text

    no_tries = no_tries or not sys.platform.startswith("linux")  # other systems cannot confine bots
    trials = [] if no_tries else _tried(_levels(level), quiet=as_json)
    if as_json:
        print_json(_as_json(trials))
    else:
        sandbox_text.print_all(console(), trials, calls=calls, details=level is not None)
    if any(trial.escapes for trial in trials):
        sys.exit(FAILED)


def _require(kind: str, no_tries: bool, as_json: bool) -> None:
    """Print the needs of a kind of contest, and whether this machine meets them."""
    from lanista.cli.sandbox.shapes import SandboxRequirement, SandboxRequirements
    from lanista.cli.sandbox.text import print_requirements
    from lanista.sandbox.machine import find_machine
    from lanista.sandbox.requirements import public_requirements

    found = public_requirements(find_machine())
    if not no_tries and all(each.ok for each in found):
        found.append(_attempts(quiet=as_json))
    ok = all(each.ok for each in found)
    if as_json:
        rows = [SandboxRequirement(each.name, each.ok, each.found, each.remedy) for each in found]
        print_json(SandboxRequirements(kind, ok, rows))
    else:
        print_requirements(console(), kind, found)
    if not ok:
        sys.exit(FAILED)


def _attempts(*, quiet: bool) -> Requirement:
    """Whether the best level stops every escape attempt."""
    from lanista.sandbox.machine import find_machine
    from lanista.sandbox.requirements import Requirement

    (trial,) = _tried([find_machine().level], quiet=quiet)
    stopped = sum(not outcome.escaped for outcome in trial.outcomes)
    remedy = f"report this fault: {'; '.join(trial.escapes)}" if trial.escapes else ""
    return Requirement("attempts to get out", f"{stopped} of {len(trial.outcomes)} were stopped", remedy)


def _levels(level: Level | None) -> list[Level]:
    """The requested level, or all that this machine has."""
    from lanista.sandbox import Level, SandboxRequest
    from lanista.sandbox.machine import find_machine

    if level is not None:
        return [SandboxRequest(level).policy().level]
    best = find_machine().level
    return [each for each in Level if each <= best]


def _tried(levels: list[Level], *, quiet: bool) -> list[EscapeTrial]:
    from lanista.bots.escapes import try_all

    with doing(quiet=quiet) as report:
        return [try_all(level, report) for level in levels]


def _as_json(trials: list[EscapeTrial]) -> Sandbox:
    from lanista.cli.sandbox.shapes import DeniedCalls, Escape, LevelInfo, Limit, Sandbox
    from lanista.cli.sandbox.text import LEVELS as TEXTS
    from lanista.cli.sandbox.text import machine_facts
    from lanista.sandbox import Level, Resources
    from lanista.sandbox.machine import find_machine
    from lanista.sandbox.resources import MEANINGS
    from lanista.sandbox.syscalls import RULES

    machine, defaults = find_machine(), Resources()
    return Sandbox(
        best=machine.level.value,
        machine=dict(machine_facts(machine)),
        levels=[
            LevelInfo(level.value, TEXTS[level], level <= machine.level, machine.missing(level)) for level in Level
        ],
        limits=[Limit(name, getattr(defaults, name), text) for name, text in MEANINGS.items()],
        calls=[DeniedCalls(rule.calls.split(), rule.condition, str(rule.action), rule.reason) for rule in RULES],
        escapes=[
            Escape(
                attempt=outcome.attempt.name,
                title=outcome.attempt.title,
                level=outcome.level.value,
                stopped_from=outcome.attempt.stopped_from,
                got=outcome.got,
                why=outcome.why,
                escaped=outcome.escaped,
            )
            for trial in trials
            for outcome in trial.outcomes
        ],
        escaped=[f"{trial.level.value}: {text}" for trial in trials for text in trial.escapes],
    )


def _run(program: tuple[str, ...], level: Level | None, as_json: bool) -> None:
    """Run a program in the sandbox and pass on its output."""
    from lanista.bots.escapes import run_program
    from lanista.cli.sandbox.shapes import SandboxedProgram
    from lanista.sandbox import SandboxRequest

    policy = SandboxRequest(level).policy()
    output, ending = run_program(list(program), policy)
    if as_json:
        print_json(SandboxedProgram(list(program), policy.level.value, output.decode(errors="replace"), ending))
    else:
        click.echo(output, nl=False)
        click.echo(f"[{policy.level.value}: {ending}]", err=True)
    if ending != "exit status 0":
        sys.exit(FAILED)
