"""Every verb that prints how to repeat it repeats all options that matter."""

import shlex
from typing import Any

import click
import pytest

from lanista.cli.again import UNREPEATED, again, option_words
from lanista.cli.main import lanista
from lanista.cli.options import Several

# The verbs that print the command line that repeats them, with the words that each needs
VERBS = {
    "analyse": ["match.gz"],
    "audit": ["tanks"],
    "bisect": ["a..b", "--bot", "bot.py", "--game", "tanks"],
    "compare": ["tanks", "greedy", "random"],
    "doctor": ["bot.py", "--game", "tanks"],
    "feed": ["match.gz", "bot.py", "--turn", "3", "--seat", "1"],
    "pin": ["match.gz", "--turn", "3", "--seat", "1", "--expect", "FIRE"],
    "pins": ["bot.py", "pins"],
    "play": ["tanks", "greedy", "python3 my bot.py"],
    "rules": ["tanks", "--target", "c"],
    "sprt": ["--pairs", "1,2,3,4,5"],
    "takeover": ["match.gz", "cruise", "--turn", "3", "--seat", "1"],
}


def options_of(verb: str) -> list[click.Option]:
    with click.Context(lanista) as context:
        command = lanista.get_command(context, verb)
    assert command is not None
    return [param for param in command.params if isinstance(param, click.Option)]


def parsed(verb: str, words: list[str]) -> click.Context:
    with click.Context(lanista) as context:
        command = lanista.get_command(context, verb)
    assert command is not None
    return command.make_context(verb, list(words))


def sample(option: click.Option) -> str:
    """A value of an option."""
    if isinstance(option.type, click.Choice):
        return str(option.type.choices[-1])
    if isinstance(option.type, click.types.IntParamType):
        return "7"
    if isinstance(option.type, click.types.FloatParamType):
        return "0.25" if option.name in ("alpha", "beta", "bias") else "17.5"
    return "memory_mb=64" if option.multiple and not isinstance(option, Several) else "a b"


def variants(verb: str) -> list[list[str]]:
    """Every option of the verb, in every form that matters."""
    found = []
    for option in options_of(verb):
        name = option.opts[0]
        if option.name in UNREPEATED or name in VERBS[verb]:
            continue
        if option.is_flag:
            found += [[word] for word in (*option.opts[:1], *option.secondary_opts)]
        elif option.multiple:
            found.append([name, sample(option), name, sample(option).replace("64", "65")])
        else:
            found.append([name, sample(option)])
    return found


CASES = [(verb, words) for verb in VERBS for words in variants(verb)]


@pytest.mark.parametrize(("verb", "words"), CASES, ids=lambda value: value if isinstance(value, str) else value[0])
def test_every_option_that_matters_is_repeated(verb: str, words: list[str]) -> None:
    with parsed(verb, [*VERBS[verb], *words]) as context:
        printed = shlex.split(again())
    assert printed[:2] == ["lanista", verb]
    assert parsed(verb, printed[2:]).params == context.params


@pytest.mark.parametrize(
    ("verb", "words", "resolved", "expected"),
    [
        (
            "takeover",
            ["--turn", "3", "--seat", "1", "cruise"],
            {"replay": "r/x.gz", "bot": "cruise"},
            "r/x.gz cruise",
        ),
        ("play", ["--seed", "3"], {"seed": 4}, "tanks greedy 'python3 my bot.py' --seed 4"),
        ("play", ["--one-at-a-time"], {"one_at_a_time": None}, "tanks greedy 'python3 my bot.py'"),
    ],
)
def test_what_a_verb_chose_counts(verb: str, words: list[str], resolved: dict[str, Any], expected: str) -> None:
    with parsed(verb, [*([] if verb == "takeover" else VERBS[verb]), *words]):
        assert again(**resolved).startswith(f"lanista {verb} {expected}")


def test_only_what_was_given_is_written() -> None:
    with parsed("compare", VERBS["compare"]):
        assert again() == "lanista compare tanks greedy random"
    with parsed("bisect", [*VERBS["bisect"], "--elo1", "30"]):
        assert option_words(leave_out=("bot", "game")) == ["--elo1", "30"]


def test_verbs_that_have_a_command_are_in_the_table() -> None:
    """`train` repeats a task, also one that it resumed, and `sandbox` means the program that it runs."""
    from lanista.cli.shapes import SHAPES

    printing = {verb for verb, shapes in SHAPES.items() if any("command" in s.__struct_fields__ for s in shapes)}
    assert printing - {"train", "sandbox"} == set(VERBS)
