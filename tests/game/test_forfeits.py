"""A contest cannot be won by failing: who forfeits a match is last in it, in every game."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import msgspec
import pytest

from lanista.core.verdict import Verdict
from lanista.game import Outcome, game_names, get_game, with_forfeits
from lanista.game.forfeits import NO_MOVE, NOT_READY
from lanista.match.replay import verify_file
from lanista.match.terms import MatchTerms
from lanista.series.compare.result import ranks_of
from lanista.series.spec import MatchReport, MatchSpec, play_spec
from lanista.series.tally import tally
from tests.match.replay.edits import lines_of, write_chained
from tests.rows import every_row
from tests.short import SHORT

OK, LATE, DEAD = Verdict.OK, Verdict.TIMEOUT, Verdict.CRASHED

# ranks by the rules, who forfeits, the ranks that count
RANKS = [
    ((1, 2), (), (1, 2)),
    ((1, 1), (), (1, 1)),
    ((1, 2), ("", ""), (1, 2)),
    ((1, 2), ("x", ""), (2, 1)),
    ((1, 2), ("", "x"), (1, 2)),
    ((1, 1), ("", "x"), (1, 2)),
    ((1, 2), ("x", "x"), (1, 1)),  # nobody beats anybody
    ((1, 2, 3, 4), ("x", "", "", ""), (4, 1, 2, 3)),
    ((1, 2, 3, 4), ("x", "", "x", ""), (3, 1, 3, 2)),
    ((1, 1, 2), ("", "x", ""), (1, 3, 2)),  # no rank is skipped, as in Tanks
    ((1, 2, 3), ("x",), (3, 1, 2)),  # of a damaged replay
    ((1, 2), ("", "", "x"), (1, 2)),
]


@every_row(("places", "forfeits", "ranks"), RANKS)
def test_who_forfeits_is_last_and_the_others_keep_their_order(places, forfeits, ranks):
    outcome = Outcome(places, (0,) * len(places), "over", forfeits=forfeits)
    assert (outcome.rule_ranks, outcome.ranks) == (places, ranks)


CONDUCT = [
    ("both play", (), [{OK: 3}, {OK: 3}], (), ()),
    ("one never gets ready", (1,), [{OK: 3}, {DEAD: 1}], (), ("", NOT_READY)),
    ("nobody gets ready", (0, 1), [{DEAD: 1}, {DEAD: 1}], (), (NOT_READY, NOT_READY)),
    ("no valid move in any turn", (), [{LATE: 2, DEAD: 1}, {OK: 3}], (), (NO_MOVE, "")),
    ("a crash after a valid move: the rules decide", (), [{OK: 1, DEAD: 2}, {OK: 3}], (), ()),
    ("a seat that was never asked", (), [{}, {OK: 3}], (), ()),
    ("the rules know better", (), [{LATE: 9}, {OK: 9}], ("was late", ""), ("was late", "")),
    ("the rules and the conduct", (), [{OK: 9}, {LATE: 9}], ("gave up", ""), ("gave up", NO_MOVE)),
]


@every_row(("absent", "verdicts", "by_rules", "forfeits"), [c[1:] for c in CONDUCT], ids=[c[0] for c in CONDUCT])
def test_conduct_forfeits(absent, verdicts, by_rules, forfeits):
    outcome = Outcome((1, 2), (5, 3), "over", ("a remark",), by_rules)
    found = with_forfeits(outcome, absent, verdicts)
    assert found == msgspec.structs.replace(outcome, forfeits=forfeits)


# Bots that fail, by how; none of them may ever be ahead of a bot that plays.
FAILING = {
    "is never ready": "raise SystemExit(3)\n",
    "crashes at its first move": "def move(view):\n    return 1 / 0\n",
    "leaves at its first move": "import os\ndef move(view):\n    os._exit(3)\n",
    "is always late": "import time\ndef move(view):\n    time.sleep(3600)\n",
    "answers nonsense": "def move(view):\n    return 'GIVE_UP'\n",
}


def play(tmp_path: Path, game: str, bots: tuple[str, ...], turn_ms: int = 5_000) -> MatchReport:
    changes = {name: min(value, 12) for name, value in SHORT[game].items()}
    spec = MatchSpec(
        0,
        game,
        bots,
        tuple(range(len(bots))),
        7,
        replay=str(tmp_path / "m.gz"),
        alone=True,
        terms=MatchTerms(settings=changes, turn_ms=turn_ms),
    )
    return play_spec(spec)


@pytest.mark.parametrize("game", sorted(SHORT))
@pytest.mark.parametrize("how", FAILING)
def test_nobody_profits_from_failing_in_any_game(game, how, tmp_path):
    (tmp_path / "fails.py").write_text(FAILING[how])
    fails, other = str(tmp_path / "fails.py"), get_game(game).bots[0]
    seats = get_game(game).default_seats
    turn_ms = 50 if how == "is always late" else 5_000
    report = play(tmp_path, game, (fails, *[other] * (seats - 1)), turn_ms)
    assert report.counts, report
    assert report.outcome is not None
    assert report.outcome.forfeits[0]
    assert report.outcome.ranks[0] == seats
    assert ranks_of(report) == list(report.outcome.ranks)
    standings = tally(["fails", *["other"] * (seats - 1)], [report])
    assert (standings[0].lost, standings[0].score, standings[0].faults > 0) == (1, 0, True)
    assert verify_file(tmp_path / "m.gz").passed
    if how == "is never ready":
        assert report.outcome.forfeits[0] == NOT_READY


@pytest.mark.parametrize("game", sorted(SHORT))
def test_where_all_fail_nobody_wins(game, tmp_path):
    (tmp_path / "fails.py").write_text(FAILING["crashes at its first move"])
    seats = get_game(game).default_seats
    report = play(tmp_path, game, (str(tmp_path / "fails.py"),) * seats)
    assert report.counts
    assert report.outcome is not None
    assert report.outcome.ranks == (1,) * seats


FLOODS = """
import sys
print('{"type":"ready"}', flush=True)
sys.stdin.readline(), sys.stdin.readline()
while True:
    print("x" * 100_000, end="")
"""


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_flood_of_output_is_no_way_out(game, tmp_path):
    (tmp_path / "floods.py").write_text(FLOODS)
    seats = get_game(game).default_seats
    others = [get_game(game).bots[0]] * (seats - 1)
    report = play(tmp_path, game, (f"{sys.executable} {tmp_path / 'floods.py'}", *others))
    assert report.counts, report
    assert "output_limit" in report.first_faults[0]
    assert report.outcome is not None
    assert report.outcome.ranks[0] == seats


def test_every_game_is_tried():
    assert set(SHORT) <= set(game_names())


@pytest.fixture
def forfeited(tmp_path: Path) -> Path:
    (tmp_path / "fails.py").write_text(FAILING["answers nonsense"])
    play(tmp_path, "overdrive", (str(tmp_path / "fails.py"), "cruise"))
    return tmp_path / "m.gz"


def test_a_replay_that_hides_a_forfeit_does_not_pass(forfeited, tmp_path):
    lines = lines_of(forfeited)
    assert lines[-1]["outcome"]["forfeits"] == ["gave too many invalid commands", ""]
    lines[-1]["outcome"]["forfeits"] = []
    assert not verify_file(write_chained(tmp_path / "hidden.gz", lines)).passed


def test_a_replay_from_before_there_were_forfeits_passes(forfeited, tmp_path):
    lines = lines_of(forfeited)
    lines[0]["format"] = 2
    del lines[-1]["outcome"]["forfeits"]
    lines[-1]["outcome"]["counts"] = False
    assert verify_file(write_chained(tmp_path / "old.gz", lines)).passed


def test_the_remarks_of_the_original_referee_stay(forfeited):
    with gzip.open(forfeited, "rt") as file:
        footer = json.loads(file.readlines()[-1])
    assert footer["outcome"]["marks"] == ["player 1 gave too many invalid commands"]
