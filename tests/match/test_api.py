"""One match from Python: functions and objects are bots, errors are ours, and nothing is written unasked."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.core.errors import BotError, ConfigError, InputError, LanistaError, Terminated
from lanista.core.verdict import Verdict
from lanista.game.policy_bot import PolicyBot
from lanista.match.replay import read_replay, verify
from tests.rows import every_row

SHORT = {"max_rounds": 6}


def accelerate(view):
    assert view["currentRound"] >= 1
    return "ACCELERATE"


class Careful:
    """Knows its seat from the start message."""

    def __init__(self, start):
        self.seat = start["seat"]

    def move(self, view):
        return {"move": "NOTHING", "say": f"seat {self.seat}"}


class Counting:
    turns = 0

    def move(self, view):
        self.turns += 1
        return "ACCELERATE"


def test_functions_objects_classes_files_and_names_are_bots(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text("def move(view):\n    return 'ACCELERATE'\n")
    counting = Counting()
    pairs: list[Any] = [
        (accelerate, "cruise"),
        (Careful, counting),
        ("mine.py", file),
        (lambda view: "NOTHING", accelerate),
    ]
    for bots in pairs:
        match = lanista.play("overdrive", bots, seed=3, settings=SHORT)
        assert match.outcome is not None
        assert match.verdicts == [{Verdict.OK: 6}, {Verdict.OK: 6}]
        assert match.faults == [None, None]
        assert (match.seed, match.replay, len(match.turns)) == (3, None, 6)
    assert counting.turns == 6
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "__pycache__") == ["mine.py"]


def test_the_same_seed_gives_the_same_match():
    first = lanista.play("overdrive", ["greedy", "random"], seed=3)
    again = lanista.play("overdrive", ["greedy", "random"], seed=first.seed)
    assert [turn.digest for turn in first.turns] == [turn.digest for turn in again.turns]
    assert first.winner == 0
    assert first.command == "lanista play overdrive greedy random --seed 3"


def test_turns_are_those_of_a_replay(tmp_path):
    path = tmp_path / "kept" / "m.jsonl.gz"
    match = lanista.play("overdrive", [Careful, accelerate], seed=3, settings=SHORT, replay=path)
    kept = read_replay(path)
    assert match.replay == path
    assert [(turn.moves, turn.digest) for turn in kept.turns] == [(t.moves, t.digest) for t in match.turns]
    assert match.turns[0].say == ["seat 0", None]
    assert match.names == ["Careful", "accelerate"]
    assert verify(kept).identical


def test_what_a_function_does_wrong_is_its_verdict():
    def broken(view):
        raise ValueError("oh")

    match = lanista.play("overdrive", [broken, lambda view: "FLY"], settings=SHORT)
    assert match.faults[0] is not None
    assert match.faults[0].verdict is Verdict.CRASHED
    assert "ValueError: oh" in match.faults[0].reason
    assert match.verdicts[1] == {Verdict.INVALID: 6}


class Unshowable(Exception):
    def __str__(self):
        raise RuntimeError("not even that")


def raising(error: BaseException) -> Callable[[Any], Any]:
    def move(view: Any) -> Any:
        raise error

    return move


@every_row(
    ("move", "verdict", "reason"),
    [
        (raising(Unshowable()), Verdict.CRASHED, "Unshowable: a Unshowable that cannot be shown"),
        (raising(SystemExit(Unshowable())), Verdict.CRASHED, "SystemExit: a SystemExit that cannot be shown"),
        (raising(BaseException("all")), Verdict.CRASHED, "BaseException: all"),
        (raising(GeneratorExit()), Verdict.CRASHED, "GeneratorExit: "),
        (raising(ValueError("\x1b[2J\ud800")), Verdict.CRASHED, "ValueError: \ufffd[2J\ufffd"),
        (raising(ValueError("x" * 10**6)), Verdict.CRASHED, "ValueError: xxx"),
        (lambda view: "A" * 10**6, Verdict.OUTPUT_LIMIT, "its answer has 1000024 bytes, at most 262144"),
        (lambda view: {"move": "FIX", "draw": [[0] * 10**6]}, Verdict.OUTPUT_LIMIT, "bytes, at most 262144"),
    ],
    ids=["unshowable", "exit", "base", "generator", "control", "long", "answer", "drawing"],
)
def test_whatever_a_function_raises_or_returns_is_its_own_verdict_and_bounded(move, verdict, reason):
    settings = {"max_rounds": 3, "too_many_invalid": 0}
    match = lanista.play("overdrive", [move, "cruise"], seed=3, settings=settings, turn_ms=60_000)
    assert match.void == ""
    assert match.verdicts == [{verdict: 3}, {Verdict.OK: 3}]
    fault = match.faults[0]
    assert fault is not None
    assert reason in fault.reason
    assert len(fault.reason) < 600
    assert all(line.isprintable() for line in fault.evidence.log_tail)
    assert max(len(log) for turn in match.turns for log in turn.log or [""]) < 10_000


def test_a_person_who_wants_to_stop_is_not_taken_for_a_bots_fault():
    with pytest.raises(KeyboardInterrupt):
        lanista.play("overdrive", [raising(KeyboardInterrupt()), "cruise"], seed=3)


@pytest.mark.parametrize("signal", [KeyboardInterrupt, Terminated])
def test_a_signal_while_a_bot_thinks_ends_the_match(monkeypatch, signal):
    def interrupted(*_: Any) -> None:
        raise signal

    monkeypatch.setattr(PolicyBot, "move", interrupted)
    for bot in ("cruise", interrupted):
        with pytest.raises(signal):
            lanista.play("overdrive", [bot, "random"], seed=3)


def test_strict_stops_at_the_first_fault():
    match = lanista.play("overdrive", [lambda view: "FLY", "cruise"], strict=True)
    assert match.outcome is None
    assert match.winner is None
    assert match.faults[0] is not None
    assert '"currentRound":1' in match.faults[0].sent


def test_two_functions_of_one_name_are_told_apart():
    assert lanista.play("overdrive", [accelerate, accelerate], settings=SHORT).names == [
        "accelerate",
        "accelerate 2",
    ]


def test_maps_rulesets_and_budgets():
    match = lanista.play("rampage", ["random", "hunter"], map="pocket", ruleset="classic", turn_ms=5000, seed=1)
    assert match.command.startswith("lanista play rampage random hunter --seed 1 --ruleset classic --map pocket")
    assert "--turn-ms 5000" in match.command
    assert lanista.play("overdrive", [accelerate, "random"], timeouts=False, settings=SHORT).outcome


WRONG = [
    (("overdriv", ["a", "b"]), {}, InputError, "did you mean 'overdrive'"),
    (("overdrive", [accelerate]), {}, InputError, "takes 2 bots, got 1"),
    (("overdrive", "cruise"), {}, InputError, "expected a list of bots"),
    (("overdrive", None), {}, InputError, "expected a list of bots"),
    (("overdrive", ["cruise", 7]), {}, BotError, "expected a bot: .* got 7"),
    (("overdrive", ["cruise", "nobody.py"]), {}, BotError, "no such file"),
    (("overdrive", ["cruise", "human"]), {}, InputError, "need somebody to come"),
    (("overdrive", ["cruise", "random"]), {"seed": "x"}, InputError, "seed expects a whole number"),
    (("overdrive", ["cruise", "random"]), {"turn_ms": 0}, InputError, "turn_ms expects a whole number above 0"),
    (("overdrive", ["cruise", "random"]), {"turn_ms": 9, "timeouts": False}, InputError, "leave out"),
    (("overdrive", ["cruise", "random"]), {"ruleset": "x"}, ConfigError, "it has: standard, classic"),
    (("overdrive", ["cruise", "random"]), {"settings": {"x": 1}}, ConfigError, "no setting 'x'"),
    (("overdrive", ["cruise", "random"]), {"map": "x"}, InputError, "no maps"),
    (("overdrive", ["cruise", "random"]), {"replay": "/dev/null/x.gz"}, LanistaError, "/dev/null"),
]


@every_row(("args", "options", "kind", "said"), WRONG)
def test_errors_are_ours(args, options, kind, said):
    with pytest.raises(kind, match=said):
        lanista.play(*args, **options)


def test_importing_is_cheap():
    code = "import lanista, sys; print([m for m in ('numpy', 'msgspec', 'click') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = lanista.nothing


def test_the_manual_shows_it():
    for page in ("docs/tour.md", "docs/python.md"):
        assert "lanista.play(" in (Path(__file__).parents[2] / page).read_text()
