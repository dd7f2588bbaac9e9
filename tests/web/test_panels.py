"""Panels around the board: curves, groups of moments, who is ahead, ranks, and texts that are cut."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.web import static_js

# Curves

COLUMNS = """
import { Columns, differenceOf, faultsOf, numbersOf } from "./charts/curves.js";
const about = (columns) => [columns.length, [...columns.low], [...columns.high], columns.version];
const rows = asked.rows.map((row) => row);
const film = { data: { seats: [{}, {}], numbers: { score: rows }, turns: [] } };
const seen = [about(numbersOf(film, "score")), about(numbersOf(film, "score"))];
rows.push([9, 1]);
seen.push(about(numbersOf(film, "score")));
rows.length = 1; // turns are taken back, and played anew
rows.push([5, 5], [6, 6], [7, 7], [8, 8], [8, 9]);
const columns = numbersOf(film, "score");
const values = columns.values.map((column) => [...column.slice(0, columns.length)]);
const other = { data: { seats: [{}, {}], numbers: { score: [[0, 0], [1, 2], [null, 2]] }, turns: [] } };
const difference = differenceOf(film, other, "score");
const far = [0, 1, 2, 3].map((turn) => [0, 1].map((seat) => difference.at(seat, turn)));
const long = new Columns(1).follow(1000, (turn) => [turn]);
answer([seen, values, far, difference === differenceOf(film, other, "score"), long.at(0, 999), long.at(0, 1000)]);
"""


def test_curves_are_read_once_and_again_when_turns_were_taken_back():
    seen, values, far, is_kept, last, after = static_js.run(COLUMNS, rows=[[0, 0], [None, 2], [3, 1]])
    first, again, grown = seen
    assert first == again
    assert first[:3] == [3, [0, 0], [3, 2]]
    assert grown[:3] == [4, [0, 0], [9, 2]]
    assert grown[3] > first[3]
    assert values == [[0, 5, 6, 7, 8, 8], [0, 5, 6, 7, 8, 9]]
    assert far == [[0, 0], [4, 3], [None, 4], [None, None]]
    assert is_kept
    assert (last, after) == (999, None)


FAULTS = """
import { faultsOf } from "./charts/curves.js";
const turns = asked.turns;
const film = { data: { turns } };
const first = faultsOf(film).map((fault) => ({ ...fault }));
turns.push({ verdicts: ["late", "ok"], ms: [7, 1], starved: [{ waited_ms: 5 }, null] });
answer([first, faultsOf(film)]);
"""


def test_faults_are_found_as_a_film_grows():
    turns = [{"verdicts": ["ok", None], "ms": [1, None]}, {"verdicts": ["ok", "illegal"], "ms": [1, 2]}]
    first, grown = static_js.run(FAULTS, turns=turns)
    assert first == [{"turn": 2, "seat": 1, "value": 2, "doubtful": False}]
    assert grown == [*first, {"turn": 3, "seat": 0, "value": 7, "doubtful": True}]


REDUCED = """
import { reduced } from "./charts/chart-scale.js";
const values = Float64Array.from({ length: 12000 }, (_, turn) => Math.sin(turn / 900));
values[5000] = 40;
values[7001] = -40;
for (let turn = 9000; turn < 9500; turn += 1) values[turn] = NaN;
const points = reduced(values, 12000, 11999, 260);
const short = reduced(Float64Array.from([1, 2, 3]), 3, 2, 260);
answer({ points: points.map((v) => (Number.isNaN(v) ? null : v)), short });
"""


def test_a_long_curve_has_as_many_points_as_pixels_and_keeps_its_peaks():
    found = static_js.run(REDUCED)
    turns, values = found["points"][::2], found["points"][1::2]
    assert len(turns) <= 4 * 260
    assert turns == sorted(turns)
    assert (turns[0], turns[-1]) == (0, 11999)
    assert max(v for v in values if v is not None) == 40
    assert min(v for v in values if v is not None) == -40
    assert [v for t, v in zip(turns, values, strict=True) if 9050 <= t < 9450] == [None] * len(
        [t for t in turns if 9050 <= t < 9450]
    )
    assert None in values
    assert found["short"] == [0, 1, 1, 2, 2, 3]


APART = """
import { Scale, spreadLabels } from "./charts/chart-scale.js";
import { Columns } from "./charts/curves.js";
const line = (values) => ({ seat: 0, columns: new Columns(1).follow(values.length, (turn) => [values[turn]]) });
const area = { left: 40, right: 240, top: 20, bottom: 80 };
const scale = new Scale([line([10, 20])], 100, area);
const flat = new Scale([line([3, 3])], 100, area);
const away = new Scale([line([4, 9])], 100, area, { zero: true });
const empty = new Scale([], 0, area);
answer({
  apart: asked.wanted.map((wanted) => spreadLabels(wanted, 10, 0, 50)),
  turns: [-50, 40, 140, 240, 900].map((x) => scale.turnAt(x)),
  ranges: [scale, flat, away, empty].map(({ low, high, last }) => [low, high, last]),
  ends: [scale.x(0), scale.x(100), scale.y(10), scale.y(20)],
});
"""


def test_a_scale_and_labels_that_do_not_overlap():
    wanted = [[20], [20, 20], [49, 50, 50], [0, 0, 0], [50, 0, 1]]
    found = static_js.run(APART, wanted=wanted)
    assert found["apart"] == [[20], [20, 30], [30, 40, 50], [0, 10, 20], [50, 0, 10]]
    assert found["turns"] == [0, 0, 50, 100, 100]
    assert found["ranges"] == [[10, 20, 100], [3, 4, 100], [0, 9, 100], [0, 1, 1]]
    assert found["ends"] == [40, 240, 80, 20]


# The timeline

LEAD = """
import { Columns } from "./charts/curves.js";
import { leadAt, leadStrip } from "./charts/lead.js";
const columns = new Columns(3).follow(asked.rows.length, (turn) => asked.rows[turn]);
answer([asked.rows.map((_, turn) => leadAt(columns, turn)), leadStrip(columns, asked.last, asked.pixels)]);
"""


def test_who_is_ahead_and_by_how_much():
    rows = [[0, 0, 0], [5, 1, 3], [5, 5, 3], [1, 9, 1], [None, 4, None], [None, None, None]]
    leads, strip = static_js.run(LEAD, rows=rows, last=11, pixels=12)
    nobody = {"seat": -1, "margin": 0}
    assert leads == [nobody, {"seat": 0, "margin": 2}, nobody, {"seat": 1, "margin": 8}, nobody, nobody]
    assert [lead["seat"] for lead in strip] == [-1, 0, -1, 1, -1, -1]  # half of the turns are known
    assert [lead["part"] for lead in strip] == [0, 0.25, 0, 1, 0, 0]


CLUSTERS = """
import { clustersOf, mainMoment, momentAfter, momentBefore } from "./charts/moments.js";
const many = asked.many.map((turn) => ({ turn, kind: "hit", text: "", at: null }));
const moments = asked.turns.map(([turn, kind]) => ({ turn, kind, text: "", at: null }));
const clusters = clustersOf(moments, (turn) => turn * asked.scale, asked.gap);
answer({
  clusters: clusters.map(({ x, moments }) => [x, moments.map(({ turn }) => turn), mainMoment(moments).kind]),
  after: [0, 3, 4, 90].map((turn) => momentAfter(moments, turn)?.turn ?? null),
  many: clustersOf(many, (turn) => turn * 0.2, 22).map(({ x, moments }) => [x, moments.length]),
  before: [3, 4, 90].map((turn) => momentBefore(moments, turn)?.turn ?? null),
});
"""


def test_moments_that_are_too_close_are_one_icon():
    turns = [(3, "hit"), (4, "death"), (4, "odd"), (30, "gain"), (80, "hit")]
    many = [turn * turn // 40 for turn in range(400)]
    found = static_js.run(CLUSTERS, turns=turns, scale=1, gap=10, many=many)
    assert [cluster[1:] for cluster in found["clusters"]] == [[[3, 4, 4], "death"], [[30], "gain"], [[80], "hit"]]
    assert found["clusters"][0][0] == pytest.approx(11 / 3)
    assert found["after"] == [3, 4, 30, None]
    assert found["before"] == [None, 3, 80]
    assert all(b - a >= 22 for (a, _), (b, _) in pairwise(found["many"]))
    assert sum(count for _, count in found["many"]) == len(many)


# The scoreboard

STANDINGS = """
import { rankedSeats, standingsOf } from "./viewer/scoreboard.js";
answer(asked.films.map(({ points, outcome, turn }) => {
  const film = { last: 9, score: () => points, data: { seats: points.map(() => ({})), outcome } };
  const standings = standingsOf(film, turn);
  return [standings.map(({ rank }) => rank), rankedSeats(standings), standings.map(({ winner }) => winner)];
}));
"""

RANKS: list[tuple[dict[str, Any], list[Any]]] = [
    ({"points": [3, 7, 5], "turn": 4}, [[3, 1, 2], [1, 2, 0], [False] * 3]),
    ({"points": [3, 7, 7], "turn": 4}, [[3, 1, 1], [1, 2, 0], [False] * 3]),
    ({"points": [3, None, None], "turn": 4}, [[None] * 3, [0, 1, 2], [False] * 3]),  # what one seat sees
    ({"points": [3, 7, 5], "turn": 9}, [[1, 3, 2], [0, 2, 1], [True, False, False]]),  # as the outcome says
    (
        {
            "points": [3, 7, 5],
            "turn": 9,
            "outcome": {"places": [1, 3, 2], "scores": [3, 7, 5], "forfeits": ["x", "", ""]},
        },
        [[3, 2, 1], [2, 1, 0], [False, False, True]],
    ),
]


def test_seats_are_ranked_by_points_and_at_the_end_by_the_outcome():
    outcome = {"places": [1, 3, 2], "scores": [3, 7, 5]}
    found = static_js.run(STANDINGS, films=[{"outcome": outcome, **film} for film, _ in RANKS])
    assert found == [expected for _, expected in RANKS]


# Texts

CUT = """
import { cut, cutNames } from "./shared/excerpt.js";
const cuts = asked.texts.map(([text, limit]) => cut(text, limit));
answer([cuts, cut("x".repeat(1e6), 40), cutNames([{ name: "y".repeat(1e6), letter: "A" }])]);
"""

TEXTS = [
    ("", 5, ""),
    ("abcde", 5, "abcde"),
    ("abcdef", 5, "abcd…"),
    ("🚗🚗🚗", 3, "🚗🚗🚗"),
    ("🚗🚗🚗🚗", 3, "🚗🚗…"),
    ("a🚗b🚗c", 4, "a🚗b…"),
]


def test_texts_are_cut_at_letters():
    cut, huge, named = static_js.run(CUT, texts=[(text, limit) for text, limit, _ in TEXTS])
    assert cut == [expected for _, _, expected in TEXTS]
    assert huge == "x" * 39 + "…"
    assert named == [{"name": "y" * 39 + "…", "letter": "A"}]
