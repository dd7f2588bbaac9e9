"""The measures of the protocols can be taken."""

from __future__ import annotations

from lanista.bench.protocols import entelect_2018, entelect_2020


def test_a_turn_of_either_protocol_has_a_cost():
    for measure in (*entelect_2018(rounds=3), *entelect_2020(rounds=5)):
        assert measure.value > 0
        assert measure.ratio is not None
        assert measure.against
