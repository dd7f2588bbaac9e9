"""What a tick at the hub costs can be measured."""

from lanista.bench.protocols import sproutopia_2024


def test_the_hub():
    (measure,) = sproutopia_2024(ticks=5)
    assert measure.value > 0
    assert measure.ratio is not None
