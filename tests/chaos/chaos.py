"""Many leagues, each disturbed a few times at random moments, and compared with the same one undisturbed."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec

from lanista.core.files import write_whole
from tests.chaos import faults
from tests.chaos.faults import Fault
from tests.chaos.league import Plan, Trial
from tests.chaos.processes import Part
from tests.postgres import PostgresServer

BUILT_IN = tuple((f"{name}{number}", name) for number in (1, 2) for name in ("greedy", "cruise", "random"))
PROGRAMS = (("fast", "fast"), ("turner", "turner"))
SHORT = (("max_rounds", 12),)
PLANS = {
    "round robin": Plan(bots=BUILT_IN + PROGRAMS, settings=SHORT),
    "Swiss": Plan(format="swiss", bots=BUILT_IN + PROGRAMS, settings=SHORT, options=(("rounds", 6),), seed=2),
    "knock-out": Plan(
        format="knockout", bots=BUILT_IN + PROGRAMS, settings=SHORT, options=(("best_of", 5),), seed=3
    ),
}
COPY = "store copied in mid-run"
FULL = "full disk"
RESTART = "PostgreSQL restarted"
KINDS: dict[str, Fault] = {
    "kill the runner": faults.kill(Part.RUNNER),
    "kill a worker": faults.kill(Part.WORKER),
    "kill a supervisor": faults.kill(Part.SUPERVISOR),
    "kill a bot's start": faults.kill(Part.JAIL),
    "kill a bot": faults.kill(Part.BOT),
    "kill everything": faults.kill_everything,
    "second runner": faults.second_runner,
    "second runner killed": faults.second_runner_killed,
    "runner stands still": faults.stopped_runner,
    "clock jumps": faults.jumping_clock,
    "late and repeated reports": faults.late_reports,
    FULL: faults.full_disk,
}
KILLS = [kind for kind in KINDS if "kill" in kind]
OF_BOTS = ("kill a bot", "kill a bot's start")  # a bot that is killed is at fault, so its match may end otherwise
KILLED = b"killed by SIGKILL"
MAX_BETWEEN = 4  # results between two faults


class Expected(msgspec.Struct):
    """An undisturbed league."""

    table: bytes
    results: dict[int, bytes]


class Outcome(msgspec.Struct):
    """The outcome of one league."""

    number: int
    plan: str
    store: str
    faults: dict[str, int]
    matches: int = 0
    lost: int = 0
    doubled: int = 0
    charged: int = 0  # matches that a bot lost by being killed
    equal: bool = False
    copy_equal: bool = True
    left: list[str] = []
    problems: list[str] = []
    folder: str = ""

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong."""
        return self.equal and self.copy_equal and not (self.lost or self.doubled or self.left or self.problems)


class Chaos:
    """Disturbs league after league; `expected` keeps the tables of the undisturbed ones."""

    def __init__(self, folder: Path, seed: int, per_league: int, server: PostgresServer | None) -> None:
        self.folder, self.seed, self.per_league, self.server = folder, seed, per_league, server

    def expected(self, name: str) -> Expected:
        """The table of a plan when nothing happens; played once."""
        file = self.folder / "expected" / f"{name}.json"
        if not file.exists():
            with self._trial(f"undisturbed {name}", PLANS[name]) as trial:
                trial.create()
                trial.play_here()
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, msgspec.json.encode(Expected(trial.table(), trial.outcomes())))
        return msgspec.json.decode(file.read_bytes(), type=Expected)

    def play(self, number: int, kinds: list[str] | None = None) -> Outcome:
        """Play and disturb one league."""
        randomly = Random(f"{self.seed} {number}")
        plan = list(PLANS)[number % len(PLANS)]
        store = ["SQLite", "PostgreSQL", "SQLite in memory"][number % 4 % 3] if self.server else "SQLite"
        expected = self.expected(plan)
        outcome = Outcome(number, plan, store, {})
        with self._trial(f"league {number}", PLANS[plan], store, outcome) as trial:
            trial.create()
            copies = self._disturb(trial, outcome, randomly, kinds or self._kinds(plan, store, randomly))
            trial.finish()
            self._judge(trial, expected, outcome)
            for copy in copies:
                copy.finish()
                outcome.copy_equal &= self._is_equal(copy, expected, outcome) and copy.lost_and_doubled() == (0, 0)
        return outcome

    def _kinds(self, plan: str, store: str, randomly: Random) -> list[str]:
        """The faults of a league: mostly kills; of bots only where the schedule does not depend on results."""
        kills = [kind for kind in KILLS if plan == "round robin" or kind not in OF_BOTS]
        others = [kind for kind in KINDS if kind not in KILLS and kind != FULL]
        if store == "PostgreSQL":
            others += [RESTART] * 3
        else:
            others += [COPY]
        if store == "SQLite in memory":
            others += [FULL] * 3
        return [randomly.choice(kills if randomly.random() < 0.65 else others) for _ in range(self.per_league)]

    def _disturb(self, trial: Trial, outcome: Outcome, randomly: Random, kinds: list[str]) -> list[Trial]:
        copies: list[Trial] = []
        for kind in kinds:
            while not trial.alive():
                if trial.is_over():
                    return copies
                trial.start()
            if not trial.wait_for_results(randomly.randint(0, MAX_BETWEEN), randomly):
                continue
            if kind == COPY:
                copies.append(faults.copied(trial, trial.folder / f"copy {len(copies) + 1}"))
            elif not self._fault(kind)(trial, randomly):
                continue
            outcome.faults[kind] = outcome.faults.get(kind, 0) + 1
        return copies

    def _fault(self, kind: str) -> Fault:
        if kind == RESTART:
            assert self.server is not None
            return faults.restart(self.server)
        return KINDS[kind]

    def _judge(self, trial: Trial, expected: Expected, outcome: Outcome) -> None:
        outcome.equal = self._is_equal(trial, expected, outcome)
        outcome.lost, outcome.doubled = trial.lost_and_doubled()
        outcome.matches = trial.results()
        outcome.left = trial.leftovers()
        outcome.problems = trial.problems()

    def _is_equal(self, trial: Trial, expected: Expected, outcome: Outcome) -> bool:
        """Whether the table is the same, bit by bit; matches that a bot lost by being killed may differ."""
        table, results = trial.table(), trial.outcomes()
        (trial.folder / "table.json").write_bytes(table)
        kills = sum(outcome.faults.get(kind, 0) for kind in OF_BOTS)
        other = [number for number, result in results.items() if expected.results.get(number) != result]
        if table == expected.table or not kills:
            return table == expected.table
        outcome.charged += len(other)
        is_charged = all(KILLED in results[number] for number in other)
        return results.keys() == expected.results.keys() and is_charged and len(other) <= kills

    @contextmanager
    def _trial(self, name: str, plan: Plan, store: str = "", outcome: Outcome | None = None) -> Iterator[Trial]:
        folder = Path(tempfile.mkdtemp(prefix=f"{name.replace(' ', '-')}-", dir=self.folder))
        address = self.server.new_store() if self.server and store == "PostgreSQL" else ""
        if store == "SQLite in memory":
            faults.mounted(folder / "store")
        trial = Trial(folder, plan, address)
        try:
            yield trial
        finally:
            trial.close()
            keep = outcome is not None and not outcome.is_well
            if outcome is not None and keep:
                outcome.folder = str(folder)
            if not keep:
                faults.unmounted(folder / "store")
                shutil.rmtree(folder, ignore_errors=True)


def run(chaos: Chaos, wanted: int, done: list[Outcome], report: Callable[[Outcome], bool]) -> None:
    """Disturb leagues until there were as many faults as wanted; `report` receives each and may end it."""
    number = 1 + max((outcome.number for outcome in done), default=-1)
    while sum(sum(outcome.faults.values()) for outcome in done) < wanted:
        outcome = chaos.play(number)
        done.append(outcome)
        number += 1
        if not report(outcome):
            return


def tally(outcomes: list[Outcome]) -> list[tuple[str, int, int, int, int, int]]:
    """By kind of fault: times, leagues, matches lost and doubled in these, and how many tables are equal."""
    times = Counter[str]()
    for outcome in outcomes:
        times.update(outcome.faults)
    rows = []
    for kind in [*KINDS, COPY, RESTART]:
        with_it = [outcome for outcome in outcomes if outcome.faults.get(kind)]
        rows.append(
            (
                kind,
                times[kind],
                sum(outcome.lost for outcome in with_it),
                sum(outcome.doubled for outcome in with_it),
                len(with_it),
                sum(outcome.equal and outcome.copy_equal for outcome in with_it),
            )
        )
    return rows
