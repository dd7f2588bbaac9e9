"""The summary of a replay in a list of matches."""

import gzip
from pathlib import Path

import pytest

from lanista.match.planning import plan_match
from lanista.match.replay import read_replay
from lanista.match.replay.summary import MAX_NAME, MAX_NUMBER, MAX_SEATS, summarise
from lanista.match.terms import MatchTerms
from tests.match.replay.edits import lines_of, write_as_is


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short match of Overdrive."""
    path = tmp_path_factory.mktemp("summary") / "m.gz"
    plan_match("overdrive", ["greedy", "cruise"], MatchTerms(settings={"max_rounds": 12}), seed=7).play(
        replay=path
    )
    return path


def test_a_summary_says_what_the_whole_replay_says(path):
    replay, summary = read_replay(path), summarise(path)
    assert replay.footer is not None
    assert replay.footer.outcome is not None
    assert (summary.game, summary.ruleset, summary.seed) == ("overdrive", "standard", "7")
    assert summary.names == replay.names
    assert (summary.seats, summary.turns) == (2, len(replay.turns))
    assert (summary.places, summary.scores) == (
        list(replay.footer.outcome.rule_ranks),
        list(replay.footer.outcome.scores),
    )
    assert summary.reason == replay.footer.outcome.reason
    assert (summary.ended, summary.counts, summary.faults, summary.error) == (True, True, {}, "")


def test_faults_are_counted_by_verdict(path, tmp_path):
    lines = lines_of(path)
    lines[2]["verdicts"] = ["timeout", "crashed"]
    lines[3]["verdicts"] = ["timeout", "ok"]
    assert summarise(write_as_is(tmp_path / "f.gz", lines)).faults == {"timeout": 2, "crashed": 1}


def test_a_match_without_an_end_is_summed_up_so_far(path, tmp_path):
    whole = path.read_bytes()
    (tmp_path / "cut.gz").write_bytes(whole[: len(whole) * 2 // 3])
    summary = summarise(tmp_path / "cut.gz")
    assert not summary.ended
    assert 0 < summary.turns < 12
    assert summary.places == []


def test_a_void_match_says_why_and_does_not_count(path, tmp_path):
    lines = lines_of(path)
    lines[-1] = {**lines[-1], "outcome": None, "void": "the engine failed"}
    summary = summarise(write_as_is(tmp_path / "void.gz", lines))
    assert (summary.reason, summary.counts, summary.places) == ("the engine failed", False, [])


BAD = {
    "no gzip": (b"hello", "not a replay, or damaged"),
    "nothing": (b"", "expected a replay that begins with a header"),
    "other JSON": (gzip.compress(b'{"a":1}\n'), "not a line of a replay"),
    "a later format": (gzip.compress(b'{"type":"header","format":9,"lanista":"7"}\n'), "replay format 9"),
}


@pytest.mark.parametrize(("content", "said"), BAD.values(), ids=BAD)
def test_a_file_that_is_no_replay_says_why(tmp_path, content, said):
    (tmp_path / "bad.gz").write_bytes(content)
    summary = summarise(tmp_path / "bad.gz")
    assert said in summary.error
    assert str(tmp_path) not in summary.error, "a list shows the file's name beside it"


def test_strangers_texts_and_numbers_are_cut(path, tmp_path):
    lines = lines_of(path)
    lines[0]["seats"] = [{"name": "x\x1b[1m" + "y" * 10**4, "bot": "", "digest": ""}] * 500
    lines[0]["seed"] = 10**400
    lines[-1]["outcome"]["scores"] = [10**30, -(10**30)]
    summary = summarise(write_as_is(tmp_path / "long.gz", lines))
    assert len(summary.names) == MAX_SEATS
    assert summary.seats == 500
    assert {len(name) for name in summary.names} == {MAX_NAME}
    assert "\x1b" not in summary.names[0]
    assert len(summary.seed) == MAX_NAME
    assert summary.scores == [MAX_NUMBER, -MAX_NUMBER]
