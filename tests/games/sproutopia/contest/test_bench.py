"""The cost of a tick at the hub can be measured."""

from lanista.games.sproutopia.contest.bench import measures


def test_a_tick_has_a_cost():
    (measure,) = measures(ticks=5)
    assert measure.name == "turn of Entelect Challenge 2024 bots"
    assert measure.value > 0
    assert measure.ratio is not None
