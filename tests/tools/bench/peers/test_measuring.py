"""`lanista bench peers`: the table has a row for every environment, and a reason for every one that is missing."""

from __future__ import annotations

import io
import json

import pytest

from lanista.cli.bench.command import _find, _print_environments
from lanista.tools.bench.measure import LEFT_OUT, Environment, Measure
from lanista.tools.bench.peers import measuring
from lanista.tools.bench.peers.catalogue import ADAPTERS, ALONE, LIBRARIES, SEEN, Library, PeerEnvironment
from lanista.tools.bench.peers.process import PeerError, PeerProcess
from lanista.tools.bench.peers.serve import answer, serve

RATES = {SEEN: 1000.0, ALONE: 2000.0}
ONE_GAME = Library("Lanista", f"{ADAPTERS}.ours", "lanista", {"rampage": "a torus"})


def make(name: str) -> PeerEnvironment:
    """This module is an adapter too."""
    if name == "broken":
        raise ValueError("no such environment\nin this version")
    return PeerEnvironment(2, 2, 7, 42, {SEEN: lambda: 3, ALONE: lambda: 5})


class FakeProcess:
    """Answers as the process of a library would, from this module."""

    def __init__(self) -> None:
        self.adapter = ""
        self.made: dict[str, PeerEnvironment] = {}
        self.windows = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def ask(self, _, **question):
        if "adapter" in question:
            self.adapter = question["adapter"]
            if self.adapter == "absent":
                raise PeerError("not installed (No module named 'absent')")
            return {"version": "1.2"}
        if "make" in question:
            try:
                return answer(question, make, self.made)
            except ValueError as error:
                raise PeerError(str(error)) from None
        self.windows += 1
        if self.adapter == "dying" and self.windows > 1:
            raise PeerError("its process ended: Segmentation fault")
        factor = 10 if self.adapter.endswith("ours") else 1
        return {"rate": factor * self.windows * RATES[question["job"]]}


@pytest.fixture
def fakes(monkeypatch):
    monkeypatch.setattr(measuring, "PeerProcess", FakeProcess)
    monkeypatch.setattr(measuring, "our_games", lambda: ONE_GAME)
    monkeypatch.setattr(measuring, "WINDOWS", 2)


def peer(adapter: str, *names: str) -> Library:
    return Library(adapter.title(), adapter, adapter, dict.fromkeys(names, "a board"))


def test_every_environment_has_a_row_and_every_fault_a_reason(fakes):
    libraries = [peer("good", "one", "broken"), peer("absent", "two"), peer("dying", "three")]
    found = {measure.name: measure for measure in measuring.run(libraries=libraries)}
    assert list(found) == ["Lanista rampage", "Good one", "Dying three", "Good broken", "Absent"]
    good = found["Good one"]
    assert good.environment == Environment("Good", "1.2", 2, 2, 7, 42, "a board", steps=3000.0, alone=8000.0)
    assert (good.value, good.ratio, good.against) == (6000.0, 0.1, "rampage"), "the fastest window counts"
    reasons = {name: measure.against for name, measure in found.items() if measure.unit == LEFT_OUT}
    assert reasons == {
        "Dying three": "its process ended: Segmentation fault",
        "Good broken": "no such environment\nin this version",
        "Absent": "not installed (No module named 'absent'); to install it: pip install 'lanista[peers]'",
    }


def test_after_ctrl_c_what_was_measured_is_shown(fakes, monkeypatch):
    def interrupted(message: str) -> None:
        if message == "window 1 of 2: Good two":
            raise KeyboardInterrupt

    found = list[Measure]()
    with pytest.raises(KeyboardInterrupt):
        found.extend(measuring.run(interrupted, [peer("good", "one", "two")]))
    assert [(measure.name, measure.against) for measure in found] == [
        ("Lanista rampage", ""),
        ("Good one", "rampage"),
        ("Good two", "not measured"),
    ]


def test_ours_of_like_complexity_has_about_as_many_seats_actions_and_numbers():
    def entry(name: str, actions: int, numbers: int, seats: int = 2) -> measuring.PeerEntry:
        environment = Environment("", "", seats, 1, actions, numbers, "")
        return measuring.PeerEntry("", PeerProcess.__new__(PeerProcess), name, environment)

    ours = {
        "small": entry("small", 5, 100),
        "crowded": entry("crowded", 5, 100, 9),
        "large": entry("large", 300, 700),
    }
    for name, actions, numbers, expected in (("snake", 4, 121, "small"), ("chess", 4672, 7104, "large")):
        found = measuring.alike(entry(name, actions, numbers), ours)
        assert found is not None
        assert found.name == expected
    assert measuring.alike(entry("snake", 4, 121), {}) is None


def test_without_any_library_our_games_are_measured_and_the_others_are_named(monkeypatch):
    """With real processes: the first is ours, the second library is not there, the third is no adapter."""
    monkeypatch.setattr(measuring, "our_games", lambda: ONE_GAME)
    monkeypatch.setattr(measuring, "WINDOWS", 1)
    monkeypatch.setattr(measuring, "WINDOW_SECONDS", 0.001)
    libraries = [
        Library("Nobody's", "lanista.nobodys", "nobodys", {"a": "b"}),
        Library("JSON", "json", "json", {}),
    ]
    ours, *others = measuring.run(libraries=libraries)
    assert ours.environment is not None
    assert ours.environment.alone is not None
    assert min(ours.value, ours.environment.alone) > 0
    assert 1 < ours.environment.moves <= 2, "seats that have a choice"
    assert [other.unit for other in others] == [LEFT_OUT, LEFT_OUT]
    assert others[0].against.startswith("not installed (No module named 'lanista.nobodys'); to install it: pip")
    assert others[1].against.startswith("AttributeError: module 'json' has no attribute 'make'")


def test_a_process_that_does_not_answer_in_time_is_ended():
    with PeerProcess() as process, pytest.raises(PeerError, match="did not answer within 0 s"):
        process.ask(0.0, adapter="time", distribution="numpy")
    assert process._process.returncode is not None


def test_the_process_answers_line_by_line():
    questions = [
        {"adapter": __name__, "distribution": "numpy"},
        {"make": "one"},
        {"make": "broken"},
        {"run": "one", "job": SEEN, "seconds": 0.0001},
    ]
    answers = io.StringIO()
    serve(io.StringIO("".join(json.dumps(question) + "\n" for question in questions)), answers)
    version, made, broken, rate = map(json.loads, answers.getvalue().splitlines())
    assert set(version) == {"version"}
    assert made == {"seats": 2, "moves": 2, "actions": 7, "numbers": 42, "jobs": [SEEN, ALONE]}
    assert broken == {"error": "ValueError: no such environment"}
    assert rate["rate"] > 0


def test_the_table_says_how_many_times_as_fast_ours_is(fakes, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "180")
    _print_environments([*measuring.run(libraries=[peer("good", "one")])], "Peers")
    printed = capsys.readouterr().out
    heading, ours, good = (printed.splitlines()[i].split() for i in (1, 2, 3))
    assert heading[:4] == ["environment", "seats", "actions", "numbers"]
    assert ours == ["Lanista", "rampage", "2", "7", "42", "a", "torus", "80,000", "30,000", "60,000"]
    assert good == ["Good", "one", "2", "7", "42", "a", "board", "8,000", "3,000", "6,000", "rampage", "10x"]


def test_the_command_knows_it_and_every_library_has_environments():
    assert _find("peers", quick=False)[0] == "peers"
    assert all(library.environments and library.install for library in LIBRARIES)
    assert len({library.title for library in LIBRARIES}) == len(LIBRARIES)
