"""`lanista bench league` yields figures of everything that it names, on a small scale."""

from lanista.tools.bench import league, stores
from lanista.tools.bench.measure import LEFT_OUT, missing
from lanista.tools.bench.stores import POSTGRES, postgres_addresses


def test_schedules_and_ratings_are_timed():
    found = {measure.name: measure for measure in (*league.schedules(6, 80), *league.ratings(6, 200))}
    assert len(found) == 8
    assert all(measure.value >= 0 for measure in found.values())


def test_a_table_is_timed():
    assert all(measure.value > 0 for measure in league.table(600))


def test_a_store_is_opened_and_two_processes_record_each_match_once(tmp_path):
    """The rate is that of all matches: each is recorded by one of them."""
    opened = list(stores.opening(tmp_path / "many.db", 300))
    rates = list(stores.recording("SQLite", [str(tmp_path / "1.db"), str(tmp_path / "2.db")], 24))
    assert all(measure.value > 0 for measure in opened + rates)


def test_what_is_missing_says_why(monkeypatch):
    measure = missing("PostgreSQL: recorded", "it is not installed")
    assert (measure.unit, measure.against) == (LEFT_OUT, "it is not installed")
    monkeypatch.setattr(stores, "find_programs", lambda: None)
    monkeypatch.delenv(POSTGRES, raising=False)
    with postgres_addresses(2) as addresses:
        assert addresses == []
