"""`lanista bench stats`."""

from lanista.series.stats.coverage import MadeUp
from lanista.tools.bench import statistics


def test_rates_and_lengths_of_every_shape(monkeypatch):
    monkeypatch.setattr(statistics, "SHAPES", {"few draws": (23, 4, 46, 4, 23)})
    monkeypatch.setattr(statistics, "ERRORS", (0.1,))
    monkeypatch.setattr(statistics, "LEAGUES", ())
    monkeypatch.setattr(statistics, "SURE", ())
    said: list[str] = []
    measures = list(statistics.run(said.append, tests=20))
    assert [measure.unit for measure in measures] == ["%", "%", "pairs", "pairs", "pairs", "µs", "µs"]
    assert said == ["20 tests at 0.1, few draws", "the cost of a look at a test"]
    assert measures[0].against == "nominal 10 %"
    assert all(measure.value > 100 for measure in measures[2:5])


def test_coverage_of_ratings_and_of_places(monkeypatch):
    monkeypatch.setattr(statistics, "ERRORS", ())
    monkeypatch.setattr(statistics, "LOOKS", 1)
    monkeypatch.setattr(statistics, "LEAGUES", (MadeUp("four bots", 4, 2, 3),))
    monkeypatch.setattr(statistics, "SURE", (MadeUp("five bots", 5, 2, 10),))
    measures = {measure.name: measure for measure in statistics.run(rated=20)}
    covered = measures["four bots: covered"]
    assert 50 < covered.value <= 100
    assert covered.against.startswith("nominal 95 %, ±")
    assert measures["four bots: width"].value > 100
    assert measures["five bots: first 3 right"].against.startswith("promised")
