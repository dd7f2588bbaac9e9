"""A warning where programs are started that the machine cannot keep in."""

import sys

import pytest

from lanista.bots.resolve import find_bot
from lanista.cli.confining import sandbox_warning
from lanista.game import get_game
from lanista.sandbox import Level, Wanted, machine, policy


@pytest.fixture
def here(monkeypatch):
    """Set the best level of this machine."""

    class Machine:
        level = Level.NONE

        def missing(self, level: Level) -> list[str]:
            return ["install bubblewrap"]

    monkeypatch.delenv(policy.VARIABLE, raising=False)
    monkeypatch.setattr(policy, "find_machine", Machine)
    monkeypatch.setattr(machine, "find_machine", Machine)
    return Machine


def warning(wanted: Wanted, *specs: str) -> str:
    return sandbox_warning(wanted, [find_bot(get_game("overdrive"), spec) for spec in specs])


PROGRAM = f"{sys.executable} -c 0"


@pytest.mark.parametrize("level", [Level.NONE, Level.LIMITS])
def test_a_machine_without_namespaces_is_named_with_what_is_missing(here, level):
    here.level = level
    assert warning(Wanted(), PROGRAM, "cruise").startswith(f"sandbox: {level.value} (install bubblewrap); do not")


@pytest.mark.parametrize("level", [Level.NAMESPACES, Level.CGROUP])
def test_a_machine_with_namespaces_is_not(here, level):
    here.level = level
    assert warning(Wanted(), PROGRAM, "cruise") == ""


def test_nothing_is_said_where_no_program_is_started(here):
    assert warning(Wanted(), "cruise", "cruise") == ""


def test_nothing_is_said_of_what_was_asked_for(here, monkeypatch):
    assert warning(Wanted(Level.NONE), PROGRAM, "cruise") == ""
    here.level = Level.CGROUP
    monkeypatch.setenv(policy.VARIABLE, "none")
    assert warning(Wanted(), PROGRAM, "cruise") == ""
