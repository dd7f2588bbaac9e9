"""Options without effect are rejected, exit codes mean one thing each, and `last` is the newest replay."""

import gzip
import json
import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from lanista.cli.shared.options import group, option, option_group, spread, takes
from lanista.cli.shared.replays import is_replay, newest_replay
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms

PLAY = ("play", "overdrive", "cruise", "random", "--set", "max_rounds=5")
HUB = ("play", "sproutopia", "random", "random")
IGNORED = [
    ((*PLAY, "--watch", "--no-replay"), "--no-replay and --watch exclude each other"),
    ((*PLAY, "--no-replay", "-o", "x.gz"), "--no-replay and --output exclude each other"),
    ((*PLAY, "--watch", "--json"), "--watch shows the match to a person"),
    ((*PLAY, "--no-timeout", "--turn-ms", "5"), "exclude each other"),
    ((*PLAY, "--no-timeout", "--start-ms", "5"), "exclude each other"),
    ((*PLAY, "--port", "8000"), "--port is for pages in the browser; add --view"),
    ((*PLAY, "--host", "127.0.0.1"), "--host is for pages in the browser"),
    ((*PLAY, "--no-open"), "--no-open is for pages in the browser"),
    (("play", "overdrive", "human", "random", "--terminal", "--port", "0"), "--port is for pages"),
    (("play", "overdrive", "human", "random", "--terminal", "--view"), "--terminal and --view exclude each other"),
    ((*PLAY, "--terminal"), "--terminal is for a person"),
    ((*PLAY, "--step", "--pace", "3"), "--pace has no effect with --step"),
    ((*PLAY, "--step", "--view"), "--step is for matches between bots"),
    ((*PLAY, "--lock-step"), "--lock-step is for bots at a hub"),
    ((*PLAY, "--real-time"), "--real-time is for bots at a hub"),
    ((*HUB, "--tick-ms", "10", "--set", "TickRate=20"), "are the same setting"),
    (
        ("play", "overdrive", "cruise", "cruise", "--tick-ms", "10"),
        "has no ticks, so --tick-ms does nothing; --turn-ms",
    ),
    ((*PLAY, "--set", "max_rounds=6"), "--set max_rounds is given twice: 5 and 6"),
    (("watch", "a.gz", "--turn", "1", "--speed", "2"), "--speed is for watching a whole match"),
    (("watch", "a.gz", "--json", "--speed", "2"), "--speed is for watching a whole match"),
    (("watch", "a.gz", "--json", "--seat", "0"), "--seat with --json needs --turn"),
    (("view", "a.gz", "a.gz", "--with", "a.gz"), "--with compares two replays, got 3"),
    (("export", "a.gz", "--from", "1"), "--from is for an animation; add --gif"),
    (("export", "a.gz", "--to", "1"), "--to is for an animation"),
    (("export", "a.gz", "--png", "1", "--step", "1"), "--step is for an animation"),
    (("export", "a.gz", "--fps", "5"), "--fps is for an animation"),
    (("export", "a.gz", "--width", "640"), "--width is for pictures"),
    (("export", "a.gz", "--seat", "0"), "--seat is for pictures"),
    (("export", "a.gz", "--dark"), "--dark is for pictures"),
    (("export", "a.gz", "--gif", "--to", "999"), "the match has 5 turns, got --to 999"),
    (("feed", "a.gz", "cruise", "--turn", "1", "--seat", "0", "--no-timeout", "--turn-ms", "9"), "exclude each"),
    (("takeover", "a.gz", "cruise", "--turn", "1", "--seat", "0", "--clock"), "--clock is for a person"),
    (("takeover", "a.gz", "cruise", "--turn", "1", "--seat", "0", "--port", "1"), "--port is for pages"),
    (("takeover", "a.gz", "cruise", "--turn", "1", "--seat", "0", "--replace", "0=greedy"), "seat 0 gets one bot"),
    (("schema", "overdrive", "--markdown", "--json"), "--markdown and --json exclude each other"),
]


@pytest.fixture
def folder(invoke):
    """An empty folder with one replay."""
    plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 5}), seed=5).play(
        replay=Path("a.gz")
    )
    return invoke


@pytest.mark.parametrize(("words", "said"), IGNORED)
def test_options_without_effect_are_rejected(folder, words, said):
    result = folder(*words)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "Traceback" not in result.output
    assert not Path("replays").exists(), "nothing was played"


def test_a_turn_as_json(folder):
    shown = json.loads(folder("watch", "a.gz", "--turn", "3", "--json").stdout)
    assert (shown["turn"], shown["last"], shown["seat"]) == (3, 5, None)
    assert [answer["name"] for answer in shown["answers"]] == ["cruise", "random"]
    assert shown["state"]["state"]
    seen = json.loads(folder("watch", "a.gz", "--turn", "3", "--seat", "1", "--json").stdout)
    assert [answer["seat"] for answer in seen["answers"]] == [1]
    assert seen["state"] is None
    assert seen["view"]["currentRound"] == 4
    assert json.loads(folder("watch", "a.gz", "--turn", "0", "--json").stdout)["answers"] == []
    assert folder("watch", "a.gz", "--turn", "6", "--json").exit_code == 2


SEATED = [
    ("watch", "a.gz", "--turn", "3"),
    ("feed", "a.gz", "cruise", "--turn", "3"),
]


@pytest.mark.parametrize("words", SEATED, ids=lambda words: words[0])
def test_a_seat_is_a_letter_a_number_or_the_name_of_a_bot(folder, words):
    shown = [json.loads(folder(*words, "--seat", seat, "--json").stdout) for seat in ("1", "B", "b", "random")]
    assert [found["seat"] for found in shown] == [1, 1, 1, 1]
    wrong = folder(*words, "--seat", "C")
    assert wrong.exit_code == 2
    assert "expected a seat by number, letter or bot (0 A cruise, 1 B random), got 'C'" in wrong.output


def test_the_seats_of_a_takeover_are_named_in_the_same_ways(folder):
    for own, other in (("0", "1"), ("A", "B"), ("cruise", "random")):
        words = ("takeover", "a.gz", "cruise", "--turn", "3", "--seat", own, "--replace", f"{other}=greedy")
        shown = json.loads(folder(*words, "--json").stdout)
        assert [each["name"] for each in shown["seats"]] == ["cruise", "greedy"]


def test_pace_works_without_a_page(folder):
    assert folder(*PLAY, "--pace", "100", "--no-replay").exit_code == 0


# Exit codes


def test_fail_on_fault(invoke, bad_bot):
    words = ("play", "overdrive", bad_bot, "cruise", "--set", "max_rounds=3", "--no-replay")
    assert invoke(*words).exit_code == 0
    assert invoke(*words, "--fail-on-fault").exit_code == 1
    printed = invoke(*words, "--fail-on-fault", "--json")
    assert printed.exit_code == 1
    assert json.loads(printed.stdout)["seats"][0]["fault"]["verdict"] == "invalid"


def test_fail_on_fault_without_a_fault(invoke):
    assert invoke(*PLAY, "--no-replay", "--fail-on-fault").exit_code == 0


def test_a_takeover_fails_on_a_fault_too(folder, bad_bot):
    words = ("takeover", "a.gz", bad_bot, "--turn", "2", "--seat", "0")
    assert folder(*words).exit_code == 0
    assert folder(*words, "--fail-on-fault").exit_code == 1


# The newest replay


@pytest.fixture
def replays(folder):
    """A match, a newer one of a series, and newer files that are not replays."""
    Path("replays/series").mkdir(parents=True)
    data = Path("a.gz").read_bytes()
    names = ["old.jsonl.gz", "series/new.jsonl.gz", "empty.gz", "text.gz", "other.gz", "half.gz"]
    contents = [data, data, b"", b"no gzip", gzip.compress(b'{"type":"turn"}\n'), data[:9]]
    for number, (name, content) in enumerate(zip(names, contents, strict=True)):
        path = Path("replays") / name
        path.write_bytes(content)
        os.utime(path, (1000 + number, 1000 + number))
    Path("replays/folder.gz").mkdir()
    Path("replays/gone.gz").symlink_to("nowhere")
    return folder


NEWEST = "replays/old.jsonl.gz"
TAKES_LAST = [
    ("watch", "--turn", "1"),
    ("watch", "--json"),
    ("verify",),
    ("export", "-o", "x.html"),
    ("feed", "cruise", "--turn", "2", "--seat", "0"),
    ("takeover", "cruise", "--turn", "2", "--seat", "0", "-o", "b.gz"),
]


@pytest.mark.parametrize("words", TAKES_LAST)
def test_the_default_is_the_newest_replay(replays, words):
    result = replays(*words)
    assert result.exit_code == 0, result.output
    assert f"newest replay: {NEWEST}" in result.stderr.splitlines()


@pytest.mark.parametrize("words", TAKES_LAST)
def test_last_names_the_newest_replay(replays, words):
    result = replays(words[0], "last", *words[1:])
    assert result.exit_code == 0, result.output
    assert f"newest replay: {NEWEST}" in result.stderr.splitlines()


def test_a_match_of_a_series_is_the_last_only_if_there_is_no_other(replays):
    Path(NEWEST).unlink()
    result = replays("verify", "last")
    assert "newest replay: replays/series/new.jsonl.gz" in result.stderr.splitlines()


@pytest.mark.parametrize("verb", ["feed", "takeover"])
def test_last_alone_is_no_bot(replays, verb):
    result = replays(verb, "last", "--turn", "2", "--seat", "0")
    assert result.exit_code == 2
    assert "expected a bot after the replay: [REPLAY] BOT, got last alone" in result.stderr


def test_a_file_named_last_takes_precedence(replays):
    Path("a.gz").rename("last")
    result = replays("verify", "last")
    assert result.stdout.startswith("last: identical")
    assert result.stderr == ""


@pytest.mark.parametrize("words", [*TAKES_LAST, ("view",), ("view", "last"), ("verify", "last")])
def test_no_replay_at_all(invoke, words):
    result = invoke(*words)
    assert result.exit_code == 2
    assert "there is none in" in result.output or "there are none in" in result.output
    assert "lanista play" in result.output


def test_a_replay_without_a_bot_is_an_error(folder):
    result = folder("feed", "a.gz", "--turn", "1", "--seat", "0")
    assert result.exit_code == 2
    assert "expected a bot after the replay" in result.output


def test_other_files_are_skipped(replays):
    assert newest_replay() == Path(NEWEST)
    assert not is_replay(Path("replays"))
    assert not is_replay(Path("nowhere"))


# Groups


@option_group
class Inner:
    as_json: bool
    turn_ms: int = option("--turn-ms", type=int, default=7)


@option_group
class Outer:
    seed: int | None = option("--seed", type=int)
    inner: Inner = group(Inner)
    dry: bool = option("--dry", is_flag=True)


def test_a_command_receives_its_options_in_groups():
    received = []

    @click.command()
    @click.argument("game")
    @click.option("--json", "as_json", is_flag=True)
    @takes(Outer)
    def command(game: str, options: Outer, as_json: bool) -> None:
        received.append((game, options, as_json))

    assert CliRunner().invoke(command, ["chess", "--seed", "3", "--json"]).exit_code == 0
    inner = Inner(as_json=True, turn_ms=7)
    assert received == [("chess", Outer(seed=3, inner=inner, dry=False), True)]
    assert [param.name for param in command.params] == ["game", "as_json", "seed", "turn_ms", "dry"]


SPREAD = [
    ("g a b --against x y z --seed 3", "g a b --against x --against y --against z --seed 3"),
    ("g a b --against x --against y", "g a b --against x --against y"),
    ("g a b --against=x y", "g a b --against=x y"),
    ("g a b --map p q --against x -h", "g a b --map p --map q --against x -h"),
    ("g --seed 3 a b", "g --seed 3 a b"),
    ("--against x -- a b", "--against x -- a b"),
    ("--against", "--against"),
]


@pytest.mark.parametrize(("words", "expected"), SPREAD)
def test_several_values_may_follow_one_option(words, expected):
    assert spread(words.split(), {"--against", "--map"}) == expected.split()
