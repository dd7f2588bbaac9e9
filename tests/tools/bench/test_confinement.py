"""The cost of the sandbox is measured for every level that this machine has."""

from __future__ import annotations

import pytest

from lanista.sandbox import Level
from lanista.sandbox.machine import find_machine
from lanista.tools.bench import confinement


def test_every_level_of_this_machine_is_measured(monkeypatch: pytest.MonkeyPatch):
    for name, value in {"STARTS": 1, "TURNS": 3, "WARM_UP": 1, "THINKING_MS": 1}.items():
        monkeypatch.setattr(confinement, name, value)
    found = list(confinement.run())
    names = [measure.name for measure in found]
    assert [name for name in names if name.endswith(", none")] == [
        "start of a bot, none",
        "processor time of its start and end, none",
        "turn of bots that answer at once, none",
        "turn of bots that think for 1 ms, none",
    ]
    for level in Level:
        if Level.NONE < level <= find_machine().level:
            assert names.count(f"- {level.value}: more") == 4
    assert all(measure.ratio is not None for measure in found if measure.against)
