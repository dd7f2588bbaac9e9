"""Which replays are kept, and which of them are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanista.series.compare import Comparison, Keep
from lanista.series.compare import replays as replays_module
from lanista.series.spec import MatchReport, MatchSpec
from tests.series.compare.made_up import Play, compare, report, run, won_by

NEW, OLD = 0, 1


def saved(play: Play) -> Play:
    """The same matches, each with a replay on disk."""

    def played(spec: MatchSpec) -> MatchReport:
        if spec.replay:
            Path(spec.replay).write_text(str(spec.number))
        return play(spec)

    return played


def some_lost(spec: MatchSpec) -> MatchReport:
    """NEW loses unit 1 from both seats, match 6 after 3 turns, and is at fault in match 9, which it wins."""
    made = won_by(OLD if spec.number in (2, 3, 6) else NEW)(spec)
    made.turns = 3 if spec.number == 6 else 50
    if spec.number == 9:
        made.faults, made.first_faults = [1, 1], ["why", "why"]
    return made


def kept(comparison: Comparison) -> list[int]:
    folder = comparison.replays.folder
    return sorted(int(path.read_text()) for path in folder.iterdir()) if folder and folder.is_dir() else []


@pytest.mark.parametrize(
    ("keep", "expected"), [(Keep.LOST, [2, 3, 6, 9]), (Keep.ALL, list(range(12))), (Keep.NONE, [])]
)
def test_keeping(keep, expected):
    comparison = run(compare(saved(some_lost), keep=keep, max_units=6))
    assert kept(comparison) == expected
    assert (comparison.replays.folder is None) == (keep is Keep.NONE)


def test_nothing_lost_leaves_no_folder():
    comparison = run(compare(saved(won_by(NEW)), max_units=3))
    assert comparison.replays.folder is not None
    assert not comparison.replays.folder.exists()
    assert comparison.most_telling() == []


def test_the_most_telling_matches():
    comparison = run(compare(saved(some_lost), max_units=6))
    assert [
        (telling.why, telling.result.part + 2 * telling.result.unit) for telling in comparison.most_telling()
    ] == [
        ("the first fault", 9),
        ("lost from every seat", 2),
        ("the quickest loss, in 3 turns", 6),
    ]


def test_only_the_newest_and_the_most_telling_are_kept(monkeypatch):
    monkeypatch.setattr(replays_module, "MAX_KEPT", 5)

    def play(spec: MatchSpec) -> MatchReport:
        made = report(spec, (2, 1) if spec.entrants[0] == NEW else (1, 2))
        made.turns = 2 if spec.number == 1 else 5
        return made

    comparison = run(compare(saved(play), max_units=10))
    assert kept(comparison) == [1, 16, 17, 18, 19], "match 1 is the quickest"


def test_what_unfinished_matches_leave_is_removed():
    running = compare(saved(some_lost), ahead=4).run()
    next(running)
    assert len(list(Path("replays").glob("*/*"))) == 1
    Path(next(Path("replays").iterdir()), "000003.jsonl.gz").write_text("half")
    running.close()
    assert [path.read_text() for path in Path("replays").glob("*/*")] == ["3"]


def test_earlier_replays_are_told_from_continued_ones():
    first = compare(saved(some_lost)).run()
    for _ in range(8):
        next(first)
    first.close()
    again = run(compare(saved(some_lost), max_units=6))
    assert [telling.result.unit for telling in again.most_telling()] == [4, 1, 3]
