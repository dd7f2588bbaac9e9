"""The command line: whatever the arguments, it exits with 0, 1, 2 or 3 and never prints a traceback."""

import json
import random
from collections.abc import Iterator
from typing import Any

import click
import pytest
from click.testing import CliRunner

from lanista.cli.league.command import LEAGUE_VERBS
from lanista.cli.main import VERBS, lanista
from lanista.cli.serve.command import SERVE_VERBS
from lanista.cli.shared import completers
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from tests.fuzz.mutations import cases, mutate_bytes

CASES = 300
UNWANTED = "\0/~"  # arguments cannot contain NUL; the others could lead out of this folder
# Verbs that serve, watch, draw or measure for a long time are left out.
LEFT_OUT = ("bench", "demo", "view", "dev", "league", "train", "serve", "runner")
QUICK = [
    *(verb for verb in VERBS if verb not in LEFT_OUT),
    *(f"league {verb}" for verb in LEAGUE_VERBS),
    *(f"serve {verb}" for verb in SERVE_VERBS),
]
# Should the arguments be valid by chance
BOUNDS = {
    "analyse": ["--seconds", "1"],
    "compare": ["--max-pairs", "1"],
    "audit": ["--matches", "1"],
    "sandbox": ["--no-tries"],
}
VALUES = [
    "overdrive", "rampage", "cruise", "random", "a.gz", "last", "none.gz", "", "-", "--", "0", "1", "-1", "3",
    "9" * 400, "0" * 5000, "é\u202e", "\udcff", "x" * 5000, "{}", "play", "all", "bash", "classic", "max_rounds=2",
    "max_rounds=", "=", "0=cruise", "out.html", "a.gz/x", ".", "python", "made/here", "NaN",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 3}), seed=5)
    plan.play(replay=tmp_path / "a.gz")
    plan.play(replay=tmp_path / "replays" / "b.jsonl.gz")
    return tmp_path


def command_lines(count: int) -> Iterator[list[str]]:
    for rng in cases(count, "command line"):
        verb = rng.choice(QUICK)
        options = options_of(verb)
        words = [piece(rng, options) for _ in range(rng.randint(0, 6))]
        words += BOUNDS.get(verb, [])
        yield [*verb.split(), *words] if rng.random() < 0.95 else [piece(rng, options), *words]


def options_of(verb: str) -> list[str]:
    """The options of a verb, except those that wait for someone."""
    command: click.Command | None = lanista
    for word in verb.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    assert command is not None
    found = [option for param in command.params for option in param.opts if option.startswith("-")]
    return [option for option in found if option not in ("--view", "--terminal", "--step", "--join", "--games")]


def piece(rng: random.Random, options: list[str]) -> str:
    match rng.randrange(8):
        case 0:
            value = mutate_bytes(rng, rng.choice(VALUES).encode(errors="surrogateescape"))
            text = value.decode(errors="surrogateescape")
            return "".join(character for character in text if character not in UNWANTED)
        case 1 | 2 | 3:
            return rng.choice(options)
        case _:
            return rng.choice(VALUES)


def errors_in(printed: dict[str, Any]) -> list[Any]:
    """The errors in JSON output: of the command, or of each file given to `verify`."""
    if set(printed) == {"error"}:
        return [printed["error"]]
    return [replay["error"] for replay in printed["replays"] if replay["error"]]


def test_no_arguments_break_the_command_line(folder):
    for words in command_lines(CASES):
        result = CliRunner().invoke(lanista, words)
        context = f"{[word[:60] for word in words]}: {result.output[:300]!r}"
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            f"{context} {result.exception!r}"
        )
        assert result.exit_code in (0, 1, 2, 3), context
        assert "Traceback" not in result.output, context
        options = words[: words.index("--")] if "--" in words else words
        if result.exit_code == 2 and "--json" in options and not {"-h", "--help"} & set(options):
            assert errors_in(json.loads(result.stdout)), context


def test_no_arguments_break_completion(folder):
    found = [getattr(completers, name) for name in dir(completers) if name.startswith("complete_")]
    context = click.Context(lanista)
    for rng in cases(CASES, "completion"):
        context.params = {name: rng.choice([*VALUES, None]) for name in ("game", "replay", "ruleset")}
        context.args = [rng.choice(VALUES) for _ in range(rng.randint(0, 2))]
        for complete in found:
            for item in complete(context, lanista.params[0], rng.choice(VALUES)):
                assert isinstance(item.value, str)
