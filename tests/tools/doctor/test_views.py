"""Which moments are chosen: extremes, rare values and the end of matches come first."""

from lanista.tools.doctor.features import current, features, weights
from lanista.tools.doctor.views import collect, generate, sample_match
from tests.tools.doctor.examined import examination


def test_features_tell_values_lengths_and_records():
    texts: dict[str, set[str]] = {}
    numbers: dict[str, tuple[float, float]] = {}
    first = features({"x": 3, "on": True, "items": [1, 2], "name": "a"}, texts, numbers)
    assert {(".x", "+2"), (".on", True), (".items", "2 items"), (".name", "a"), (".x", ("least", 3))} <= first
    second = features({"x": 9, "on": True, "items": [], "name": None}, texts, numbers)
    assert {(".x", ("greatest", 9)), (".items", "0 items"), (".name", None)} <= second
    assert (".x", ("greatest", 3)) not in current(first, numbers)
    assert (".x", ("least", 3)) in current(first, numbers)
    assert weights([first, second])[".on", True] == 0.5


def test_generated_moments_cover_the_last_turns_and_the_extremes(tmp_path):
    subject = examination(tmp_path, "python3 -V").subject
    replays = [sample_match(subject), *generate(subject, 3.0)]
    assert replays[0].footer is not None
    assert replays[0].footer.outcome is not None
    found = collect(subject, replays, 100)
    chosen = list(found.chosen())
    assert len(chosen) == len(found.moments)
    early = [feature for moment in chosen[: len(chosen) // 8] for feature in moment.features]
    for which in (".currentRound", ".player.position.y"):
        assert (which, ("greatest", found.numbers[which][1])) in early
        assert (which, ("least", found.numbers[which][0])) in early
    assert {moment.seat for moment in chosen} == {0, 1}
