"""A profile of a turn: matches of built-in bots with timers around the parts of a turn.

A match of the same seed plays the same turns every time. So each turn is measured several times, by runs that
alternate, and its fastest time counts: another process may slow one run down, but hardly the same turn of all.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

from lanista.engine.ready import ready
from lanista.game import Game
from lanista.game.policy_bot import PolicyBot
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.recorder import Recorder
from lanista.tools.bench.measure import Measure

RUNS = 7
CALIBRATION = 20_000  # calls that show what a timer itself costs

Row = dict["TurnPart", float]


class TurnPart(Enum):
    """A part of a turn; all but the last have timers."""

    RULES = "rules"
    BOTS = "the bots' own thinking"
    VIEWS = "views"
    JUDGING = "judging"
    RECORDING = "recording and digests"
    REST = "referee, players, state"


AROUND = (TurnPart.VIEWS, TurnPart.JUDGING, TurnPart.REST)  # of a match that is not recorded


class Timers:
    """Adds up the seconds spent in each part. Inside one no other is timed: a bot's look-ahead is its own."""

    def __init__(self) -> None:
        self.spent: Row = dict.fromkeys(TurnPart, 0.0)
        self._is_inside = False
        self._calls = 0
        self._inside = self._outside = 0.0  # what a timer adds to the part it measures, and to the rest
        self._calibrate()

    def around(self, part: TurnPart, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with a timer around it."""

        def timed(*arguments: Any, **named: Any) -> Any:
            if self._is_inside:
                return function(*arguments, **named)
            self._is_inside = True
            self._calls += 1
            began = time.perf_counter()
            try:
                return function(*arguments, **named)
            finally:
                self.spent[part] += time.perf_counter() - began - self._inside
                self._is_inside = False

        return timed

    def _calibrate(self) -> None:
        """Measure what a timer itself costs, which is not counted."""
        nothing = self.around(TurnPart.VIEWS, lambda: None)
        began = time.perf_counter()
        for _ in range(CALIBRATION):
            nothing()
        whole = (time.perf_counter() - began) / CALIBRATION
        self._inside = self.take(0.0)[TurnPart.VIEWS] / CALIBRATION
        self._outside = whole - self._inside

    def take(self, seconds: float) -> Row:
        """The seconds since the last call, by part."""
        taken, calls = self.spent, self._calls
        self.spent, self._calls = dict.fromkeys(TurnPart, 0.0), 0
        taken[TurnPart.REST] = seconds - sum(taken.values()) - calls * (self._inside + self._outside)
        return taken


class TurnTimes:
    """An observer that measures each turn, and its parts if there are timers."""

    def __init__(self, timers: Timers | None = None) -> None:
        self.timers = timers
        self.seconds: list[float] = []
        self.rows: list[Row] = []

    def begin(self, *_: object) -> None:
        """The bots are ready."""
        if self.timers:
            self.timers.take(0.0)
        self._began = time.perf_counter()

    def turn(self, *_: object) -> None:
        """A turn was played."""
        self.seconds.append(time.perf_counter() - self._began)
        if self.timers:
            self.rows.append(self.timers.take(self.seconds[-1]))
        self._began = time.perf_counter()

    def end(self, *_: object) -> None:
        """The match is over."""


def turn_costs(game: Game[Any, Any, Any], bot: str, seed: int, *, runs: int = RUNS) -> Iterator[Measure]:
    """A turn of a match of built-in bots: as a whole without a recording, and the parts of one with it."""
    plan = plan_match(game.name, [bot] * game.default_seats, seed=seed)
    plain, timed = [], []
    with tempfile.TemporaryDirectory() as folder:
        for run in range(runs):  # alternating, so that noise affects both alike
            plain.append(played(plan).seconds)
            timed.append(timed_run(plan, Path(folder) / f"{run}.jsonl.gz").rows)
    turn = fastest(plain)
    parts = {part: fastest([[row[part] for row in rows] for rows in timed]) for part in TurnPart}
    around = sum(parts[part] for part in AROUND)
    yield Measure(f"turn of {bot} bots, {len(plain[0])} turns", 1e6 * turn, "us")
    for part in TurnPart:
        yield Measure(f"- {part.value}", 1e6 * parts[part], "us", parts[part] / turn, "the turn")
    yield Measure("around the rules and the bots", 1e6 * around, "us", around / turn, "the turn")
    with compiled_rules():
        in_series = fastest([played(plan).seconds for _ in range(runs)])
    yield Measure(f"turn in a series, {speed_of(plan)}", 1e6 * in_series, "us", in_series / turn, "the turn")


@contextmanager
def compiled_rules() -> Iterator[None]:
    """Within it, the rules in the cache are used, as in a series."""
    ready.prefer_compiled()
    try:
        yield
    finally:
        ready.prefer_compiled(wanted=False)


def speed_of(plan: PlannedMatch) -> str:
    """Words for how the turns of a series are stepped."""
    setup = plan.setup
    with compiled_rules():
        state = plan.game.start(setup.config, setup.seed, len(plan.bots), setup.map)
        return "compiled rules" if plan.game.compiled_step(state) else "not in the cache, so interpreted rules"


def played(plan: PlannedMatch, replay: Path | None = None, timers: Timers | None = None) -> TurnTimes:
    """The turns of a match."""
    turns = TurnTimes(timers)
    plan.play([turns], replay=replay)
    return turns


def timed_run(plan: PlannedMatch, replay: Path) -> TurnTimes:
    """The turns of a match with timers."""
    timers, game = Timers(), plan.game
    with ExitStack() as stack:
        for owner, name, part in (
            (game, "shared_view", TurnPart.VIEWS),
            (game, "view_json", TurnPart.VIEWS),
            (game, "read", TurnPart.JUDGING),
            (PolicyBot, "move", TurnPart.BOTS),
            (Recorder, "turn", TurnPart.RECORDING),
        ):
            stack.enter_context(replaced(owner, name, timers.around(part, getattr(owner, name))))
        if ready.wanted:  # compiled rules have no separate function here
            stack.enter_context(replaced(game, "step", timers.around(TurnPart.RULES, game.step)))
        else:
            step = timers.around(TurnPart.RULES, game.rules.step)
            stack.enter_context(replaced(game, "rules", replace(game.rules, step=step)))
        return played(plan, replay, timers)


@contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Within it, an attribute of an object, class or module has another value."""
    before = vars(owner).get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if before is None:
            delattr(owner, name)
        else:
            setattr(owner, name, before)


def fastest(runs: list[list[float]]) -> float:
    """Seconds per turn, if every turn takes the shortest time of all runs."""
    best: list[float] = [min(times) for times in zip(*runs, strict=True)]
    return sum(best) / len(best)
