"""Every verb that prints how to repeat it repeats all options that matter."""

import shlex
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

import click
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from lanista.cli.main import lanista
from lanista.cli.shared.again import UNREPEATED, again, option_words
from lanista.cli.shared.options import Several
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from tests.rows import every_row

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


@every_row(("verb", "words"), CASES, ids=lambda value: value if isinstance(value, str) else value[0])
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


TERMS = MatchTerms(
    ruleset="classic",
    settings={"max_rounds": 4},
    map="yard",
    start_ms=5000,
    turn_ms=600,
    start_fuel=7,
    turn_fuel=8,
    lock_step=True,
    one_at_a_time=True,
    wanted=SandboxRequest(Level.LIMITS, {"memory_mb": 64}, True, True, model=False, allow_paths=("/usr/lib",)),
)
PATIENT = MatchTerms(no_timeout=True)


def spelt(words: list[str]) -> list[list[str]]:
    """Each option with its value."""
    starts = [number for number, word in enumerate(words) if word.startswith("--")]
    return [words[start:end] for start, end in pairwise([*starts, len(words)])]


def test_the_words_of_terms_say_all_of_them() -> None:
    """People's clock has no option where matches begin: it follows from --turn-ms."""
    for name in MatchTerms.__struct_fields__:
        terms = PATIENT if name == "no_timeout" else TERMS
        default = replace(terms, **{name: getattr(MatchTerms(), name)})
        assert (default.words() == terms.words()) is (name == "clock"), name


@pytest.mark.parametrize("verb", sorted(VERBS))
@pytest.mark.parametrize("terms", [TERMS, PATIENT])
def test_a_verb_repeats_every_term_that_was_given(verb: str, terms: MatchTerms) -> None:
    known = {word for option in options_of(verb) for word in option.opts}
    given = [words for words in spelt(terms.words()) if words[0] in known]
    with parsed(verb, [*VERBS[verb], *chain.from_iterable(given)]):
        printed = spelt(shlex.split(again()))
    assert [words for words in given if words not in printed] == []


def test_play_takes_every_term() -> None:
    known = {word for option in options_of("play") for word in option.opts}
    assert {words[0] for words in spelt(TERMS.words() + PATIENT.words())} <= known


# What options are called, by the Python names of what they give
CALLED = {
    "ruleset": "--ruleset",
    "settings": "--set",
    "map": "--map",
    "maps": "--map",
    "seat": "--seat",
    "seats": "--seats",
    "turn": "--turn",
    "start_ms": "--start-ms",
    "turn_ms": "--turn-ms",
    "no_timeout": "--no-timeout",
    "sandbox": "--sandbox",
    "limits": "--limit",
    "allow_paths": "--allow-path",
    "freeze": "--freeze",
    "scale": "--scale",
    "output": "--output",
}


def commands(
    command: click.Command, context: click.Context, path: str = ""
) -> Iterator[tuple[str, click.Command]]:
    """All commands below one, with their names."""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands(found, context, f"{path} {name}".strip())
    else:
        yield path, command


def test_no_verb_has_an_option_for_a_term_under_another_name() -> None:
    names = {name: {own for own, word in CALLED.items() if word == name} for name in CALLED.values()}
    with click.Context(lanista) as context:
        for path, command in commands(lanista, context):
            for param in command.params:
                own, words = param.name or "", [word for word in param.opts if word.startswith("--")]
                if isinstance(param, click.Option):
                    assert CALLED.get(own, words[0]) == words[0], (path, words)
                    assert own in names.get(words[0], {own}), (path, words)
                    assert len(words) == 1, (path, words)


OLD = [
    ("compare tanks greedy random --rules classic", "--rules is called --ruleset now"),
    ("rules tanks --target c --rules classic", "--rules is called --ruleset now"),
    ("train tanks -o bot --rules classic", "--rules is called --ruleset now"),
    ("audit tanks --on small yard", "--on is called --map now"),
    ("league new cup --game tanks --on yard", "--on is called --map now"),
    ("sprt --pairs 1,2,3,4,5 --model logistic", "--model is called --scale now"),
    ("play tanks greedy random --replay a.gz", "--replay is called --output now"),
    ("play tanks greedy random --replay=a.gz", "--replay is called --output now"),
]


@pytest.mark.parametrize(("words", "expected"), OLD)
def test_old_names_are_answered_with_the_new_ones(words: str, expected: str) -> None:
    result = CliRunner().invoke(lanista, words.split())
    assert (result.exit_code, f"Error: {expected}\n" in result.stderr) == (2, True), result.output


def test_another_verb_may_use_an_old_name() -> None:
    """`--on` is a cluster for `league run`, and `--model` a client for `new`; nothing else is suggested there."""
    result = CliRunner().invoke(lanista, ["games", "--rules", "x"])
    assert (result.exit_code, "is called" in result.stderr) == (2, False)


def test_only_what_was_given_is_written() -> None:
    with parsed("compare", VERBS["compare"]):
        assert again() == "lanista compare tanks greedy random"
    with parsed("bisect", [*VERBS["bisect"], "--elo1", "30"]):
        assert option_words(leave_out=("bot", "game")) == ["--elo1", "30"]


def test_verbs_that_have_a_command_are_in_the_table() -> None:
    """`train` repeats a task, also one that it resumed, and `sandbox` means the program that it runs."""
    from lanista.cli.schema.contract import shapes_by_verb

    printing = {
        verb for verb, shapes in shapes_by_verb().items() if any("command" in s.__struct_fields__ for s in shapes)
    }
    assert printing - {"train", "sandbox"} == set(VERBS)
