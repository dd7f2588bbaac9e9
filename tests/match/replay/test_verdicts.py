"""The answers of `verify` about a match: complete, unfinished or void; and files of other formats and games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import lanista
from lanista.core.errors import RuleError
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.referee import StrictStop
from lanista.match.replay import verify_file
from lanista.match.terms import MatchTerms
from tests.match.replay.edits import MATCHES, lines_of, record, write_as_is, write_chained


def run(*words: object) -> Result:
    return CliRunner().invoke(lanista, [str(word) for word in words])


@pytest.fixture
def replay(tmp_path) -> Path:
    return record("overdrive", tmp_path / "m.gz")


def as_format_1(path: Path) -> Path:
    """The same match in format 1, without a chain."""
    header, *turns, footer = [{k: v for k, v in line.items() if k != "chain"} for line in lines_of(path)]
    header["format"] = 1
    for late in ("turns", "stopped"):
        del footer[late]
    return write_as_is(path, [header, *turns, footer])


@pytest.mark.parametrize("game", MATCHES)
def test_matches_of_every_game_are_complete(game, tmp_path):
    found = verify_file(record(game, tmp_path / "m.gz"))
    assert found.passed
    assert found.status == "complete"


def test_a_void_match_is_not_complete(tmp_path, monkeypatch):
    game, step, count = get_game("overdrive"), type(get_game("overdrive")).step, []

    def breaks(self: Any, *rest: Any) -> None:
        count.append(1)
        if len(count) == 3:
            raise RuleError("made to fail")
        step(self, *rest)

    monkeypatch.setattr(type(game), "step", breaks)
    path = tmp_path / "m.gz"
    plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 9}), seed=3).play(replay=path)
    monkeypatch.undo()
    found = verify_file(path)
    assert (found.status, found.identical, found.passed, found.turns) == ("void", True, False, 3)
    printed = run("verify", path)
    assert printed.exit_code == 1
    assert "void: the engine failed at turn 3" in printed.output


def test_a_strict_match_that_stopped_is_unfinished(tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text("def move(view):\n    return 'FLY'\n")
    path = tmp_path / "m.gz"
    with pytest.raises(StrictStop):
        plan_match("overdrive", [str(bot), "cruise"], seed=1, strict=True).play(replay=path)
    found = verify_file(path)
    assert (found.status, found.reason, found.identical) == (
        "unfinished",
        "stopped at the first fault of bad (A)",
        True,
    )


def test_format_1_is_read_and_reported_without_a_chain(replay):
    found = verify_file(as_format_1(replay))
    assert found.passed
    assert found.chain.status == "absent"
    printed = run("verify", replay)
    assert printed.exit_code == 0
    assert "written without a digest chain, cannot be checked line by line" in printed.output


def test_a_newer_format_names_the_versions(replay):
    lines = lines_of(replay)
    write_as_is(replay, [{"type": "header", "format": 7, "lanista": "3.1", "players": "new"}, *lines[1:]])
    for verb in ("verify", "watch", "export"):
        printed = run(verb, replay)
        assert printed.exit_code == 2
        assert f"{replay}: replay format 7, written by lanista 3.1, but this is lanista" in printed.output
        assert "reads formats 1 to 3; install a version that reads it" in printed.output


def test_an_unknown_game_names_the_file(replay):
    lines = lines_of(replay)
    write_chained(replay, [{**lines[0], "game": "overdrife"}, *lines[1:]])
    for words in (("verify",), ("watch",), ("export",), ("feed", "--turn", "1", "--seat", "0")):
        rest = ["random"] if words[0] == "feed" else []
        printed = run(words[0], replay, *rest, *words[1:])
        assert printed.exit_code == 2
        assert f"{replay}: its game is not installed here: no game is called 'overdrife'" in printed.output


def test_an_unknown_verdict_names_file_and_line(replay):
    lines = lines_of(replay)
    lines[2]["verdicts"][0] = "fine"
    printed = run("verify", write_as_is(replay, lines))
    assert printed.exit_code == 2
    assert (
        f"{replay}, line 3: turn 2 has an unknown verdict 'fine'; there are: crashed, denied, engine_error, "
        in (printed.output)
    )


def test_the_broken_line_is_named_and_the_match_still_played(replay):
    lines = lines_of(replay)
    lines[2]["ms"][0] += 1
    printed = run("verify", write_as_is(replay, lines))
    assert printed.exit_code == 1
    assert "identical, 3 turns" in printed.output
    assert "the digest chain breaks at line 3 (turn 2)" in printed.output
    check = json.loads(run("verify", replay, "--json").output)["replays"][0]
    assert check["passed"] is False
    assert check["complete"] is True
    assert check["check"]["identical"] is True
    assert check["check"]["chain"] == {
        "status": "broken",
        "line": 3,
        "what": "turn 2",
        "why": "it was changed, or a line before it was removed or moved",
    }


@pytest.mark.parametrize(
    "words",
    [
        ("watch", "--turn", "1"),
        ("watch", "--json"),
        ("export", "-o", "x.html"),
        ("feed", "random", "--turn", "1", "--seat", "0"),
        ("takeover", "random", "--turn", "1", "--seat", "0", "-o", "y.gz"),
        ("view", "--no-open"),
    ],
)
def test_reading_a_changed_replay_warns(replay, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("lanista.cli.view.command.wait_for_interrupt", lambda: None)
    lines = lines_of(replay)
    lines[0]["seats"].reverse()
    write_as_is(replay, lines)
    printed = run(words[0], replay, *words[1:])
    assert printed.exit_code == 0, printed.output
    assert printed.stderr.count("was changed after it was written: the digest chain breaks at line 1") == 1


def test_a_file_that_is_not_a_replay_does_not_hide_the_others(replay, tmp_path):
    (tmp_path / "other").write_text("text")
    printed = run("verify", tmp_path / "other", replay)
    assert printed.exit_code == 2
    assert "expected gzip" in printed.output
    assert f"{replay}: identical" in printed.output


class TestSigned:
    """The organiser's key."""

    def test_from_the_key_to_the_check(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert run("key", "org").exit_code == 0
        assert Path("org.key").stat().st_mode & 0o777 == 0o600
        play = ("play", "overdrive", "cruise", "random", "--set", "max_rounds=3", "--sign", "org.key")
        assert run(*play, "-o", "m.gz").exit_code == 0
        assert "signed by key" in run("verify", "m.gz").output
        assert "not checked" in run("verify", "m.gz").output
        checked = run("verify", "m.gz", "--key", "org.pub", "--json")
        assert checked.exit_code == 0
        assert json.loads(checked.output)["replays"][0]["check"]["signature"]["status"] == "valid"
        run("key", "other")
        assert run("verify", "m.gz", "--key", "other.pub").exit_code == 1

    def test_an_unsigned_replay_does_not_pass_with_a_key(self, replay, tmp_path):
        run("key", tmp_path / "org")
        printed = run("verify", replay, "--key", tmp_path / "org.pub")
        assert printed.exit_code == 1
        assert "not signed, although a key was given" in printed.output

    def test_keys_are_not_overwritten(self, tmp_path):
        run("key", tmp_path / "org")
        before = (tmp_path / "org.key").read_bytes()
        assert run("key", tmp_path / "org").exit_code == 2
        assert (tmp_path / "org.key").read_bytes() == before

    @pytest.mark.parametrize(
        "text", ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
    )
    def test_what_is_no_key_is_told(self, replay, tmp_path, text):
        (tmp_path / "x").write_text(text)
        for words in (("verify", replay, "--key"), ("play", "overdrive", "cruise", "random", "--sign")):
            printed = run(*words, tmp_path / "x")
            assert printed.exit_code == 2
            assert "not a key; expected the NAME." in printed.output
