"""The benchmark of the protocol runs."""

from lanista.games.rampage.contest.bench import measures


def test_a_turn_has_a_cost():
    (measure,) = measures(rounds=5)
    assert measure.name == "turn of Orbis Challenge 2015 bots"
    assert measure.value > 0
    assert measure.ratio is not None
