"""A meter reads the clock, and looks at processes only when it must."""

from __future__ import annotations

import os

from lanista.sandbox.usage.meter import ProcessMeter


class Counted:
    """A clock that counts how it is read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def now(self) -> float:
        self.read.append("now")
        return len(self.read)

    def scan(self) -> float:
        self.read.append("scan")
        return len(self.read)


def test_ordinary_turns_only_read_the_clock():
    clock = Counted()
    meter = ProcessMeter(clock, os.getpid())
    meter.start()
    for _ in range(3):
        meter.begin()
        meter.now()
    assert clock.read == ["scan", "scan", "now", "now", "now", "now", "now"], "all processes at the first turn"
    assert meter.starved() is None, "this turn was not looked at"
    assert meter.look() == 8


def test_starving_counts_from_the_first_look(monkeypatch):
    meter = ProcessMeter(Counted(), os.getpid())
    taken: list[float] = []
    monkeypatch.setattr(meter._starvation, "sample", lambda: taken.append(0))
    monkeypatch.setattr(meter._starvation, "find", lambda cpu, unseen: taken.extend((cpu, unseen)))
    meter.begin()
    assert [meter.look(), meter.look()] == [2, 3]
    meter.starved(late=5.0)
    assert taken == [0, 4 - 2, 5 - 1], "one sample, the processor time since, and what was not seen before"
