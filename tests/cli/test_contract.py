"""The --json output of every verb matches its schema, and the manual page is current."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lanista.cli.league.command import LEAGUE_VERBS
from lanista.cli.main import VERBS
from lanista.cli.schema.contract import command_schema, commands_page, shapes_by_verb
from lanista.cli.serve.command import SERVE_VERBS
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.store import open_store
from lanista.match.pins import write_pin
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.serve.ops.backup import write_backup
from lanista.serve.ops.folder import prepare
from lanista.serve.site import open_site
from tests.bot.check import faults

TRACE = Path(__file__).parents[1] / "traces" / "overdrive" / "match-018.jsonl.gz"
SHORT = ("--set", "max_rounds=4")
TURN = ("--turn", "2", "--seat", "0")
PRINTS = [
    ("demo", "overdrive"),
    ("games",),
    ("maps", "rampage", "pocket"),
    ("new", "python", "overdrive", "made"),
    ("new", "game", "gems", "gems"),
    ("docs",),
    ("docs", "bots"),
    ("model", "overdrive"),
    ("play", "overdrive", "cruise", "random", *SHORT),
    ("play", "overdrive", "bad.py", "random", *SHORT, "--strict", "--no-replay"),
    ("play", "overdrive", "cruise", "random", *SHORT, "--games", "2", "--swap"),
    ("dev", "bad.py", "--game", "overdrive", *SHORT, "--once"),
    ("watch", "a.gz"),
    ("watch", "a.gz", "--turn", "2"),
    ("watch", "a.gz", *TURN),
    ("export", "a.gz", "-o", "a.html"),
    ("site", "pages", "a.gz", "--game", "overdrive"),
    ("takeover", "a.gz", "cruise", *TURN, "-o", "b.gz"),
    ("analyse", "a.gz", "--seconds", "1", "--threads", "1"),
    ("feed", "a.gz", "cruise", *TURN),
    ("feed", "a.gz", "bad.py", *TURN),
    ("doctor", "python bad.py", "--game", "overdrive", *SHORT, "--checks", "start"),
    ("verify", "a.gz"),
    ("conform", "overdrive", str(TRACE)),
    ("completion", "bash"),
    ("help", "league", "run"),
    ("league", "list"),
    ("league", "export"),
    ("league", "new", "other", "--game", "overdrive"),
    ("league", "add", "cup", "random", "greedy"),
    ("league", "remove", "cup", "greedy"),
    ("league", "release", "cup", "failing"),
    ("league", "status"),
    ("league", "check"),
    ("league", "run", "--max-matches", "1", "--jobs", "1"),
    ("league", "table"),
    ("league", "export", "-o", "table.csv"),
    ("league", "show", "greedy"),
    ("audit", "overdrive", "--bots", "cruise", "--matches", "2", *SHORT, "--jobs", "1"),
    ("pin", "a.gz", "--turn", "2", "--seat", "cruise", "--avoid", "FIX"),
    ("pins", "cruise", "pins"),
    ("serve", "backup", "another.tar", "--data", "server"),
    ("serve", "check", "--data", "server"),
    ("serve", "restore", "all.tar", "--data", "new"),
    ("sandbox", "--no-tries"),
    ("sandbox", "--require", "public", "--no-tries"),
    ("sandbox", "--level", "none"),
    ("sandbox", "echo", "looking around"),
    ("sprt", "--pairs", "1,2,3,4,5"),
    ("sprt", "--pairs", "0,0,0,0,0"),
    ("sprt", "--pairs", "0,0,0,0,9"),
    *((*verb.split(), "--nothing") for verb in shapes_by_verb()),
]
# Servers and what speaks to them, work of minutes, and a schema itself
PRINTED_ELSEWHERE = {"view", "bench", "train", "schema", "login", "submit", "serve", "runner"}
GROUPS = ("league", "serve")


def verb_of(words: tuple[str, ...]) -> str:
    """The verb of a command line, with that of its group."""
    is_within = words[0] in GROUPS and not words[1].startswith("-")
    return " ".join(words[:2]) if is_within else words[0]


def misfits(verb: str, printed: Any) -> list[str]:
    schema = command_schema(verb)
    return list(faults(printed, schema, schema["$defs"]))


@pytest.fixture
def folder(invoke, bad_bot):
    plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 4}), seed=5).play(
        replay=Path("a.gz")
    )
    return invoke


def make_league() -> None:
    with open_store("lanista.db") as store:
        short = LeagueTerms(matches=replace(LEAGUE_MATCHES, settings={"max_rounds": 4}))
        league = League.create(store, "cup", "overdrive", seed=1, conditions=short)
        for bot in ("greedy", "cruise"):
            league.add(bot)
        failing = league.add("random", "failing").entry
        store.quarantine(league.id, failing.id, "it failed 10 matches in a row")


def make_server() -> None:
    prepare(Path("server"), "")
    with open_site(Path("server")) as site:
        write_backup(site, Path("all.tar"))


@pytest.mark.parametrize("words", PRINTS, ids=" ".join)
def test_output_matches_the_schema(folder, words):
    if words[0] == "league":
        make_league()
    if words[0] == "serve":
        make_server()
    if words[0] == "pins":
        write_pin("a.gz", 2, "A", avoid=["FIX"])
    result = folder(*words, "--json")
    printed = json.loads(result.stdout)
    assert ("error" in printed) == (words[-1] == "--nothing"), printed
    assert misfits(verb_of(words), printed) == []


def test_a_difference_matches_the_schema(folder):
    import gzip

    lines = gzip.decompress(TRACE.read_bytes()).splitlines(keepends=True)
    changed = json.loads(lines[4])
    changed["players"][1]["speed"] = 77
    Path("x.jsonl.gz").write_bytes(gzip.compress(b"".join([*lines[:4], json.dumps(changed).encode() + b"\n"])))
    assert misfits("conform", json.loads(folder("conform", "overdrive", "x.jsonl.gz", "--json").stdout)) == []


def test_a_measurement_matches_the_schema():
    import msgspec

    from lanista.cli.bench.shapes import BenchMachine, BenchReport
    from lanista.cli.view.shapes import ViewerUrl
    from lanista.tools.bench.measure import Measure

    bench = BenchReport(
        "overdrive", BenchMachine("3.11", "x", 2), [Measure("a", 1.5, "s"), Measure("b", 2, "s", 0.5, "a")], False
    )
    assert misfits("bench", msgspec.to_builtins(bench)) == []
    assert misfits("view", msgspec.to_builtins(ViewerUrl("http://127.0.0.1:1/"))) == []


def test_every_verb_is_covered():
    within = {f"league {verb}" for verb in LEAGUE_VERBS} | {f"serve {verb}" for verb in SERVE_VERBS}
    verbs = set(VERBS) - {"league"} | within
    assert set(shapes_by_verb()) == verbs - {"schema"}
    assert {verb_of(words) for words in PRINTS} | PRINTED_ELSEWHERE == verbs


def test_a_mismatch_is_found():
    assert misfits("view", {"url": 3})
    assert misfits("view", {"url": "x", "more": 1})
    assert misfits("view", {})


def test_the_manual_has_the_page(invoke):
    assert invoke("docs", "json").stdout.endswith(commands_page().partition("\n\n")[2])


def test_schemas_are_printed(invoke):
    printed = json.loads(invoke("schema", "--command", "play").stdout)
    assert printed == json.loads(json.dumps(command_schema("play")))
    assert json.loads(invoke("schema", "--command", "play", "--json").stdout) == printed
    assert invoke("schema", "--command", "all", "--markdown").stdout == commands_page()


WRONG = [
    ((), "expected a GAME or --command VERB"),
    (("overdrive", "--command", "play"), "and not both"),
    (("--command", "plya"), "got 'plya'; there are"),
    (("--command", "play", "--markdown"), "the manual page covers all verbs"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_schema_misuse(invoke, words, said):
    result = invoke("schema", *words)
    assert result.exit_code == 2
    assert said in result.output


def test_all_verbs_share_a_page_but_no_schema(invoke):
    refused = invoke("schema", "--command", "all")
    assert refused.exit_code == 2
    assert "add --markdown, or name one verb" in refused.output
