"""The benchmark of the contest's protocol."""

from lanista.games.overdrive.contest.bench import measures


def test_a_round_has_a_cost():
    (measure,) = measures(rounds=5)
    assert measure.value > 0
    assert measure.ratio is not None
    assert measure.against
