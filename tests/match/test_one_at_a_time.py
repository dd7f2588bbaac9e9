"""Seats asked one after the other: each seat's clock runs only while it is asked, in every protocol."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lanista.bots.player import Budgets
from lanista.core.errors import InputError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.planning import free_cores, plan_match
from lanista.match.referee import MatchSetup, PlayedTurn, Referee
from lanista.match.terms import MatchTerms
from tests.bots.matches import Watcher
from tests.bots.scripted import Scripted, Scripted2018, Scripted2020, ScriptedLines
from tests.clock import ManualClock

LIMITS = Budgets(0, 2_000)
IN_TURN = MatchTerms(one_at_a_time=True)


class Machine:
    """One core: two bots that think at the same time take twice as long."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.thinking = 0


class Thinker(Scripted):
    """A bot that needs 1.9 seconds of a core for every answer."""

    def on(self, machine: Machine) -> Thinker:
        self.machine = machine
        return self

    def ask(self, turn: int, view: bytes) -> None:
        super().ask(turn, view)
        self.machine.thinking += 1
        self.machine.clock.after(0.001, partial(self._think, turn))

    def _think(self, turn: int) -> None:
        self.machine.clock.after(1.9 * self.machine.thinking, partial(self._answer_turn, turn))

    def _answer_turn(self, turn: int) -> None:
        self.machine.thinking -= 1
        self.write(self.words(turn))

    def words(self, turn: int) -> bytes:
        raise NotImplementedError


class LinesThinker(Thinker, ScriptedLines):
    def start(self, opening):
        super().start(opening)
        self.write(b'{"type":"ready"}\n')

    def words(self, turn: int) -> bytes:
        return b'{"turn":%d,"move":"NOTHING"}\n' % turn


class Thinker2020(Thinker, Scripted2020):
    def words(self, turn: int) -> bytes:
        return b"C;%d;NOTHING\n" % turn


class Thinker2018(Thinker, Scripted2018):
    def words(self, turn: int) -> bytes:
        return b"No Command"


def play(kind: type[Thinker], *, one_at_a_time: bool) -> list[PlayedTurn]:
    clock = ManualClock()
    game = get_game("tower_defence" if kind is Thinker2018 else "overdrive")
    folder: tuple[Any, ...] = () if kind is LinesThinker else (Path("."),)
    machine = Machine(clock)
    players = [kind(["bot"], name, *folder).on(machine) for name in ("a", "b")]
    config = game.configure("standard", {"max_rounds": 4})
    seen = Watcher()
    setup = MatchSetup(game, 1, "standard", config, LIMITS, one_at_a_time=one_at_a_time)
    Referee(setup, players, [seen], clock).play()
    return seen.turns


@pytest.mark.parametrize("kind", [LinesThinker, Thinker2020, Thinker2018])
def test_each_seats_clock_runs_only_while_it_is_asked(kind):
    turns = play(kind, one_at_a_time=True)
    assert len(turns) == 4
    for turn in turns:
        assert turn.verdicts == [Verdict.OK, Verdict.OK]
        assert [answer.ms for answer in turn.answers] == pytest.approx([1901, 1901])


@pytest.mark.parametrize("kind", [LinesThinker, Thinker2020, Thinker2018])
def test_together_they_share_the_machine(kind):
    first = play(kind, one_at_a_time=False)[0]
    assert Verdict.TIMEOUT in first.verdicts


def test_the_match_says_how_it_was_asked(tmp_path):
    from lanista.match.replay import read_replay

    plan = plan_match("overdrive", ["cruise", "cruise"], replace(IN_TURN, settings={"max_rounds": 2}), seed=1)
    assert plan.command().endswith("--one-at-a-time")
    plan.play(replay=tmp_path / "r.gz")
    assert read_replay(tmp_path / "r.gz").header.one_at_a_time
    assert not plan_match("overdrive", ["cruise", "cruise"]).setup.one_at_a_time


@pytest.mark.parametrize(
    ("cores", "load", "bots", "one_at_a_time"),
    [
        (2, 0.3, 2, False),
        (2, 1.0, 2, True),
        (2, 9.0, 2, True),
        (2, 9.0, 1, False),
        (1, 0.0, 2, True),
        (8, 5.9, 2, False),
        (8, 7.0, 2, True),
    ],
)
def test_by_default_the_cores_decide(monkeypatch, cores, load, bots, one_at_a_time):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0))
    assert free_cores() == max(0, cores - round(load))
    specs = [*["true"] * bots, *["cruise"] * (2 - bots)]
    assert plan_match("overdrive", specs, MatchTerms(one_at_a_time=None)).setup.one_at_a_time is one_at_a_time


def test_at_a_hub_in_real_time_nobody_is_waited_for():
    with pytest.raises(InputError, match="--lock-step"):
        plan_match("sproutopia", ["signalr:true", "greedy"], IN_TURN)
    in_lock_step = plan_match("sproutopia", ["signalr:true", "greedy"], replace(IN_TURN, lock_step=True))
    assert in_lock_step.setup.one_at_a_time
    by_default = plan_match("sproutopia", ["signalr:true", "signalr:true"], MatchTerms(one_at_a_time=None))
    assert not by_default.setup.one_at_a_time
