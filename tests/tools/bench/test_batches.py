"""The measures of batches in `lanista bench GAME`."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine.batch import Batch
from lanista.game import get_game
from lanista.tools.bench import batches

GAME = get_game("rampage")


def starts() -> list[Any]:
    return [GAME.start(GAME.configure(), seed, 2) for seed in range(2)]


def test_a_job_counts_the_turns_of_all_matches():
    batch = Batch(starts(), 3)
    for job in (batches.stepping(batch), batches.drawing(batch)):
        assert job() == 3 * batches.ACTION_SETS


def test_all_that_learners_ask_for_is_compared_with_steps_alone(monkeypatch):
    monkeypatch.setattr(batches, "SMALL", 2)
    monkeypatch.setattr(batches, "LARGE", 4)
    monkeypatch.setattr(batches, "WINDOW_SECONDS", 0.0005)
    found = {measure.name: measure for measure in batches.batches(GAME, lambda _: None)}
    names = [*batches.LEARNERS, *(f"{name} in a seat" for name in GAME.bots)]
    expected = [f"standard: 2 + {name}" for name in names]
    expected += ["standard: random legal actions", "standard: turns within random playouts"]
    for name in expected:
        assert found[name].against == "steps alone"
        assert found[name].ratio == pytest.approx(
            found[name].value / found["standard: batch of 2, 1 thread"].value
        )
    assert found["standard: batch of 4, 2 threads"].against == "1 thread"
