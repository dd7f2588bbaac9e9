"""`lanista bench stats`."""

from lanista.bench import statistics


def test_rates_and_lengths_of_every_shape(monkeypatch):
    monkeypatch.setattr(statistics, "SHAPES", {"few draws": (23, 4, 46, 4, 23)})
    monkeypatch.setattr(statistics, "ERRORS", (0.1,))
    said: list[str] = []
    measures = list(statistics.run(said.append, tests=20))
    assert [measure.unit for measure in measures] == ["%", "%", "pairs", "pairs", "pairs", "µs", "µs"]
    assert said == ["20 tests at 0.1, few draws", "the cost of a look at a test"]
    assert measures[0].against == "nominal 10 %"
    assert all(measure.value > 100 for measure in measures[2:5])
