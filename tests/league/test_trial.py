"""Bots are tried before they join; a busy machine costs none of them its place."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from lanista.core.verdict import Verdict
from lanista.league import trial
from lanista.league.trial import TrialFailed, try_bot
from lanista.match.planning import PlannedMatch
from lanista.series.spec import MatchSpec

FAULT = SimpleNamespace(verdict=Verdict.TIMEOUT, turn=0, reason="not ready", evidence=SimpleNamespace(log_tail=[]))


@pytest.mark.parametrize(
    ("doubtful", "works", "plays"),
    [(False, True, [False]), (True, True, [False, True]), (True, False, [False, True])],
)
def test_a_doubtful_trial_is_repeated_patiently_and_then_decided(monkeypatch, doubtful, works, plays):
    played: list[bool] = []

    def play(plan: PlannedMatch) -> tuple[Any, Any]:
        played.append(plan.setup.patient)
        is_late = doubtful and not plan.setup.patient
        fault = FAULT if is_late or not works else None
        setup = SimpleNamespace(absent=(0,) if fault else ())
        seats = [SimpleNamespace(fault=fault)]
        return SimpleNamespace(doubtful="late" if is_late else "", seats=seats, setup=setup, void=""), None

    monkeypatch.setattr(trial, "_play", play)
    spec = MatchSpec(1, "overdrive", ("cruise", "cruise"), (0, 1), 5)
    if works:
        try_bot(spec, "cruise")
    else:
        with pytest.raises(TrialFailed, match="not ready"):
            try_bot(spec, "cruise")
    assert played == plays
