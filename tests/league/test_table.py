"""The table of a league: what it counts, whom it shows, and that the order of results does not matter."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import msgspec
import pytest

from lanista.game import get_game
from lanista.league.format import FormatRank, Outlook, Planned
from lanista.league.formats import FORMATS, facts_of, make_format
from lanista.league.history import LeagueHistory
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
from lanista.league.table import make_table
from lanista.league.values import LeagueOverview


@dataclass
class AsJoined:
    """A format that places bots in the order in which they joined."""

    remarks: dict[int, str] = field(default_factory=dict)

    def next(self, history: LeagueHistory) -> list[Planned]:
        return []

    def is_over(self, history: LeagueHistory) -> bool:
        return history.is_complete

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        return [
            FormatRank(entry.id, rank, 10.0 - rank, self.remarks.get(entry.id, ""))
            for rank, entry in enumerate(history.active(), 1)
        ]

    def outlook(self, history: LeagueHistory) -> Outlook:
        return Outlook(len(history.matches), "nearly done", 3)


def _history(
    entries: int, played: list[tuple[tuple[int, ...], tuple[int, ...]]], maps: tuple[str, ...] = ("a",)
) -> LeagueHistory:
    return LeagueHistory(
        (LeagueEntry(number, f"bot{number}", 1, f"digest{number}") for number in range(entries)),
        (
            LeagueMatch(number, number // 2, 0, seats, number // 2, maps[number // 2 % len(maps)])
            for number, (seats, _) in enumerate(played)
        ),
        (StoredResult(number, places) for number, (_, places) in enumerate(played)),
    )


def _table(history: LeagueHistory) -> LeagueOverview:
    return make_table(history, AsJoined())


def test_a_row_counts_matches_by_rank():
    """Alone at rank 1 wins, sharing it draws, all else loses; the score is the share of opponents beaten."""
    table = _table(_history(3, [((0, 1, 2), (1, 2, 3)), ((1, 2, 0), (1, 1, 3)), ((0, 2), (1, 1))]))
    counts = {row.bot: (row.matches, row.won, row.drawn, row.lost, row.score) for row in table.rows}
    assert counts == {
        "bot0": (3, 1, 1, 1, 0.5),
        "bot1": (2, 0, 1, 1, 0.625),
        "bot2": (3, 0, 2, 1, pytest.approx((0 + 0.75 + 0.5) / 3, abs=1e-6)),
    }
    assert [(seat.matches, seat.score) for seat in table.rows[0].seats] == [(2, 0.75), (0, None), (1, 0.0)]


def test_pairs_are_counted_once_and_from_the_lower_entry():
    table = _table(_history(3, [((0, 1), (1, 2)), ((1, 0), (1, 2)), ((1, 0), (1, 1)), ((0, 2), (2, 1))]))
    pairs = {(pair.first, pair.second): (pair.matches, pair.won, pair.drawn, pair.lost) for pair in table.pairs}
    assert pairs == {(0, 1): (3, 1, 1, 1), (0, 2): (1, 0, 0, 1)}
    assert all(pair.score.low <= pair.score.value <= pair.score.high for pair in table.pairs)


def test_a_pair_of_several_seats_is_who_ended_before_whom():
    table = _table(_history(4, [((3, 1, 0, 2), (1, 2, 2, 4))]))
    assert {(pair.first, pair.second): pair.score.value for pair in table.pairs} == {
        (0, 1): 0.5,
        (0, 2): 1.0,
        (0, 3): 0.0,
        (1, 2): 1.0,
        (1, 3): 0.0,
        (2, 3): 0.0,
    }


def test_faults_and_matches_that_do_not_count():
    history = _history(2, [((0, 1), (1, 2))])
    for number, result in enumerate(
        [
            StoredResult(1, (1, 2), faults=(0, 3)),
            StoredResult(2, void="the engine failed", faults=(1, 0)),
            StoredResult(3, void="cancelled: bot1 left"),
        ],
        1,
    ):
        history.add_match(LeagueMatch(number, number, 0, (0, 1), 0))
        history.add_result(result)
    table = _table(history)
    first, second = table.rows
    assert (first.matches, first.faults, first.faulty_matches, first.void, first.cancelled) == (2, 1, 1, 1, 1)
    assert (second.faults, second.faulty_matches) == (3, 1)
    assert (table.progress.scheduled, table.progress.counted) == (4, 2)
    assert (table.progress.void, table.progress.cancelled) == (1, 1)
    assert [match.void for match in table.matches] == ["", "", "the engine failed", "cancelled: bot1 left"]


def test_rank_points_and_remark_are_those_of_the_format():
    table = make_table(_history(3, [((0, 1), (2, 1))]), AsJoined({1: "lost the final"}))
    assert [(row.rank, row.bot, row.points, row.remark) for row in table.rows] == [
        (1, "bot0", 9.0, ""),
        (2, "bot1", 8.0, "lost the final"),
        (3, "bot2", 7.0, ""),
    ]
    assert (table.progress.sentence, table.progress.remaining) == ("nearly done", 3)


def test_who_left_is_shown_below_without_a_rank_and_does_not_move_the_zero():
    """An earlier version is a separate player, and its results stay."""
    history = _history(3, [((0, 1), (1, 2)), ((1, 2), (1, 2)), ((2, 0), (2, 1))])
    history.add_entry(LeagueEntry(0, "bot0", 1, "digest0", left=3))
    history.add_entry(LeagueEntry(3, "bot0", 2, "digest3", joined=3))
    table = _table(history)
    assert [(row.rank, row.bot, row.version) for row in table.rows] == [
        (1, "bot1", 1),
        (2, "bot2", 1),
        (3, "bot0", 2),
    ]
    assert [(row.rank, row.points, row.bot, row.version, row.won) for row in table.left] == [
        (None, None, "bot0", 1, 2)
    ]
    assert sum(row.rating.value for row in table.rows if row.matches) == pytest.approx(0, abs=0.05)
    assert table.left[0].rating.value > max(row.rating.value for row in table.rows)


def test_a_bot_without_matches_has_a_wide_interval_and_does_not_blur_others():
    table = _table(_history(3, [((0, 1), (1, 2)), ((1, 0), (1, 2))] * 30))
    played, _, idle = (row.rating for row in table.rows)
    assert idle.high - idle.low > 1500 > 3 * (played.high - played.low)


def test_names_and_remarks_of_strangers_are_inert():
    history = LeagueHistory(
        [LeagueEntry(0, "a\x1b[31m", 1, ""), LeagueEntry(1, "b", 1, "")],
        [LeagueMatch(0, 0, 0, (0, 1), 0, "\x07", "x\x1b")],
    )
    history.add_result(StoredResult(0, (1, 2), void=""))
    shown = msgspec.json.encode(make_table(history, AsJoined({0: "\x9b1m"}))).decode()
    assert "\\u001b" not in shown
    assert "\x9b" not in shown
    assert "\\u0007" not in shown


@pytest.mark.parametrize("entries", [0, 1, 3])
def test_a_league_without_matches_has_a_table(entries):
    table = _table(_history(entries, []))
    assert len(table.rows) == entries
    assert all(row.rating.value == 0 and row.matches == 0 and row.score is None for row in table.rows)
    assert (table.seats, table.maps, table.pairs, table.curves, table.matches) == ([], [], [], [], [])


def test_seats_and_maps_are_biased_by_what_they_score_beyond_the_ratings():
    """On map b the first seat always wins; on map a the better bot does."""
    played: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for unit in range(40):
        on_b = unit % 2
        played += [((0, 1), (1, 2)), ((1, 0), (1, 2) if on_b else (2, 1))]
    table = _table(_history(2, played, ("a", "b")))
    first, second = table.seats
    assert first.bias.low < first.bias.value == -second.bias.value == pytest.approx(0.25, abs=0.01)
    assert first.bias.low > 0.1
    assert [(on.map, on.matches) for on in table.maps] == [("b", 40), ("a", 40)]
    assert table.maps[0].seats[0].bias.value == pytest.approx(0.5, abs=0.01)
    assert abs(table.maps[1].seats[0].bias.value) < 0.01


def _shuffled(history: LeagueHistory, seed: int) -> LeagueHistory:
    results = list(history.results.values())
    random.Random(seed).shuffle(results)
    return LeagueHistory(reversed(history.entries.values()), history.matches, results + results[::3])


@pytest.mark.parametrize("seats", [2, 4])
def test_results_in_any_order_and_twice_give_the_same_table(seats):
    draw = random.Random(seats)
    played = [
        (tuple(draw.sample(range(8), seats)), tuple(draw.randint(1, 3) for _ in range(seats))) for _ in range(40)
    ]
    history = _history(8, played, ("a", "b", "c"))
    expected = msgspec.json.encode(_table(history))
    for seed in range(2):
        assert msgspec.json.encode(_table(_shuffled(history, seed))) == expected


def test_curves_end_at_the_rating_and_start_with_the_first_match():
    draw = random.Random(3)
    played = [(tuple(draw.sample(range(4), 2)), (1, 2)) for _ in range(150)]
    history = _history(5, [*played, ((4, 0), (1, 2))])
    table = _table(history)
    curves = {curve.entry: curve.points for curve in table.curves}
    for row in table.rows:
        last = curves[row.entry][-1]
        assert (last.matches, last.rating) == (151, row.rating)
    assert 50 < len(curves[0]) <= 60
    assert [point.matches for point in curves[4]] == [151]
    widths = [point.rating.high - point.rating.low for point in curves[0]]
    assert widths[0] > 2 * widths[-1]


def test_curves_do_not_look_ahead():
    """A point of the curve is the rating of a league that ended there."""
    draw = random.Random(3)
    history = _history(4, [(tuple(draw.sample(range(4), 2)), (1, 2)) for _ in range(120)])
    point = _table(history).curves[0].points[29]
    then = _table(
        LeagueHistory(history.entries.values(), history.matches[: point.matches], history.results.values())
    )
    assert point.rating.value == pytest.approx(then.rows[0].rating.value, abs=0.5)


@pytest.mark.parametrize("form", FORMATS)
def test_a_league_is_over_only_when_every_match_has_a_result(form: str):
    """A stopped run leaves scheduled matches open; a league without matches waits for bots."""
    rules = make_format(form, {}, facts_of(get_game("overdrive")))
    history = LeagueHistory()
    assert not make_table(history, rules).progress.is_over
    for number in range(3):
        history.add_entry(LeagueEntry(number, f"bot{number}", 1, f"digest{number}"))
    said = []
    while planned := rules.next(history)[:500]:
        for plan in planned:
            number = len(history.matches)
            history.add_match(LeagueMatch(number, plan.unit, plan.round, plan.entries, 1, plan.map, plan.label))
        said.append(make_table(history, rules, curves=False).progress.is_over)
        for match in history.matches[history.prefix :]:
            better = match.entries[0] < match.entries[1]
            history.add_result(
                StoredResult(match.number, (1, 2) if better else (2, 1), (1, 0) if better else (0, 1))
            )
    assert said
    assert not any(said), "matches of the last round have no result"
    assert make_table(history, rules).progress.is_over
