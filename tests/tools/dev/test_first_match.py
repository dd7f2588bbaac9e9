"""The first match of a version: a doubtful one is played once more, patiently."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from lanista.tools.dev import first_match


@pytest.mark.parametrize(("doubtful", "plays"), [("", ["plan"]), ("turn 2: late", ["plan", "patient plan"])])
def test_a_doubtful_first_match_is_played_again_patiently(monkeypatch, doubtful, plays):
    played: list[str] = []

    def play(_job: Any, _question: Any, plan: Any, _report: Any) -> tuple[str, str]:
        played.append(str(plan) if isinstance(plan, str) else plan.name)
        return f"match of the {played[-1]}", doubtful

    plan = SimpleNamespace(name="plan", patient=lambda: "patient plan")
    monkeypatch.setattr(first_match, "_plan", lambda *_: plan)
    monkeypatch.setattr(first_match, "_play", play)
    job: Any = None
    assert first_match.play_first_match(job, job, print) == f"match of the {plays[-1]}"  # type: ignore[comparison-overlap]
    assert played == plays
