"""The index of matches, the order of the table, and charts."""

import re

import pytest
from msgspec.structs import replace

from lanista.core.errors import InputError
from lanista.league.values import CurvePoint, Estimated
from lanista.serve.access import Actor, Standpoint
from lanista.serve.books import Books, ContestSummary
from lanista.serve.pages.charts import interval_bar, outcome_bar, rating_curve
from lanista.serve.pages.fragments import Fragments
from lanista.serve.privacy import Audience
from lanista.serve.results.index import BotOutcome, MatchFilter, MatchIndex, MatchState
from lanista.serve.results.searching import MatchQuery
from lanista.serve.results.snapshot import TableSnapshot
from lanista.serve.results.table_order import TableOrder, ordered
from lanista.serve.results.views import TableRow
from tests.serve.pages.filled import FilledContest

MATCHES = [(0, 1), (1, 2), (2, 0), (0, 1, 2), (1, 0)]


def index() -> MatchIndex:
    found = MatchIndex()
    for number, entries in enumerate(MATCHES):
        found.add(number, entries, "hill" if number % 2 else "lake")
    found.end(0, (1, 2), (0, 0), "", 10.0)
    found.end(1, (1, 1), (3, 0), "", 30.0)
    found.end(2, (), (), "cancelled: a bot left", 40.0)
    found.end(3, (), (0, 1, 0), "the engine failed", 20.0)
    return found


@pytest.mark.parametrize(
    ("trend", "half", "steady"),
    [(None, 9, True), (0.9, 0, True), (1.1, 0, False), (30, 200, True), (30, 100, False), (-30, 100, False)],
)
def test_a_trend_is_one_only_if_the_rating_is_known_well_enough(trend: float | None, half: float, steady: bool):
    wide = row("a", 1, trend=trend)
    assert replace(wide, rating=Estimated(0, -half, half)).is_steady is steady


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (MatchFilter(), [3, 1, 0]),
        (MatchFilter(before=3), [1, 0]),
        (MatchFilter(frozenset({2})), [3, 1]),
        (MatchFilter(frozenset({0}), BotOutcome.WON), [0]),
        (MatchFilter(frozenset({1}), BotOutcome.LOST), [0]),
        (MatchFilter(frozenset({1}), BotOutcome.DRAWN), [1]),
        (MatchFilter(outcome=BotOutcome.WON), [0]),
        (MatchFilter(faults=True), [3, 1]),
        (MatchFilter(frozenset({2}), faults=True), []),
        (MatchFilter(frozenset({1}), faults=True), [3, 1]),
        (MatchFilter(faults=True, before=3), [1]),
        (MatchFilter(map="hill"), [3, 1]),
        (MatchFilter(map="moon"), []),
        (MatchFilter(pending=True), [4]),
        (MatchFilter(frozenset({2}), pending=True), []),
        (MatchFilter(frozenset({-1})), []),
    ],
)
def test_matches_are_found(wanted: MatchFilter, numbers: list[int]):
    assert list(index().find(wanted)) == numbers


def test_what_is_known_is_not_counted_twice():
    found = index()
    found.add(0, (2, 1), "hill")
    found.end(0, (2, 1), (9, 9), "", 99.0)
    found.end(77, (2, 1), (9, 9), "", 99.0)
    assert (found.entries[0], found.played, found.last, found.queue()) == ((0, 1), 2, (30.0, 1), [4])
    assert [MatchState(state) for state in found.states] == [1, 1, 3, 2, 0]
    assert found.map_names() == ["hill", "lake"]


def test_a_book_grows_as_one_that_is_read_at_once(filled: FilledContest):
    books = Books(filled.site)
    book = books.book(filled.contest)
    assert (len(book.index), book.index.played, len(book.entries)) == (60, 58, 4)
    assert books.book(filled.contest) is book
    fresh = Books(filled.site).book(filled.contest)
    assert fresh.index == book.index
    assert book.number_of(filled.replay) == 0


def test_a_list_of_contests_reads_no_results(filled: FilledContest):
    book = Books(filled.site).book(filled.contest)
    wanted = ContestSummary(len(book.active()), book.index.played, book.index.last[0])
    books = Books(filled.site)
    assert books.summary(filled.contest) == wanted
    assert not books._books
    filled.site.store.remove_entry(filled.contest.league.id, "Delta")
    assert books.summary(filled.contest).bots == wanted.bots - 1
    books.book(filled.contest)
    assert books.summary(filled.contest).played == wanted.played


def row(bot: str, rank: int | None, rating: float | None = None, trend: float | None = None) -> TableRow:
    estimated = None if rating is None else Estimated(rating, rating - 9, rating + 9)
    return TableRow(rank, ord(bot[0]), bot, 1, "", estimated, trend, 5, 3, 0, 2, 0.5, 1, 1, 0, False)


ROWS = [row("zoe", 1, 50.0, -3.0), row("adam", 2, 10.0), row("Bob", 3, -5.0, 7.0), row("new", None)]


@pytest.mark.parametrize(
    ("order", "bots"),
    [
        (TableOrder(), "zoe adam Bob new"),
        (TableOrder(turned=True), "new Bob adam zoe"),
        (TableOrder("bot"), "adam Bob new zoe"),
        (TableOrder("rating"), "zoe adam Bob new"),
        (TableOrder("trend"), "Bob zoe adam new"),
        (TableOrder(find="B"), "Bob"),
        (TableOrder(find="x"), ""),
        (TableOrder(page=99), "zoe adam Bob new"),
    ],
)
def test_the_table_is_ordered(order: TableOrder, bots: str):
    assert [each.bot for each in ordered(ROWS, order).rows] == bots.split()


def test_the_table_comes_in_pages():
    rows = [row(f"b{number}", number) for number in range(1, 251)]
    part = ordered(rows, TableOrder(page=3))
    assert (len(part.rows), part.first, part.pages, part.total) == (50, 201, 3, 250)


@pytest.mark.parametrize("query", [{"sort": "x"}, {"page": "-1"}, {"page": "1e9"}])
def test_a_wrong_order_is_refused(query):
    with pytest.raises(InputError):
        TableOrder.of(query)


def test_a_query_survives_a_round_trip():
    asked = MatchQuery("a b", 3, "won", True, "hill", True, 9)
    assert MatchQuery.of(asked.query(9)) == asked
    order = TableOrder("bot", True, "x y", 4)
    assert TableOrder.of(order.query()) == order


def test_charts_need_neither_scripts_nor_inline_styles():
    points = [CurvePoint(number, Estimated(number * 3.0, number - 900.0, number + 900.0)) for number in (1, 5, 60)]
    charts = [
        rating_curve(points, '"><script>'),
        interval_bar(points[0].rating, (-100, 100)),
        outcome_bar(3, 0, 4),
    ]
    for chart in charts:
        assert chart.startswith("<svg")
        assert chart.endswith("</svg>")
        assert not re.search(r"script>|style=|nan", chart)
    assert 'aria-label="Rating of &#34;&gt;&lt;script&gt;: +180 now' in charts[0]
    assert rating_curve(points[:1], "x") == ""


def test_fragments_are_made_once_and_are_bounded():
    fragments, made = Fragments(2), list[int]()
    for key in (1, 1, 2, 1, 3, 1, 2):
        fragments.get(key, lambda key=key: made.append(key))  # type: ignore[misc]
    assert made == [1, 2, 3, 2]


def test_an_empty_table_has_a_scale():
    assert TableSnapshot().span == (-100.0, 100.0)


@pytest.mark.parametrize(
    ("audience", "owned"),
    [
        (Audience(), frozenset()),
        (Audience("b"), frozenset({1, 2})),
        (Audience("c"), frozenset()),
        (Audience("b", sees_all=True), None),
    ],
)
def test_private_details_are_for_owners_and_helpers(audience: Audience, owned: frozenset[int] | None):
    assert audience.owned(["a", "b", "b"]) == owned
    assert Audience.of(Standpoint(Actor()), "") == Audience()
