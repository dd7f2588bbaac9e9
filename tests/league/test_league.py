"""A league over a store: how it is made, and who takes part."""

import re
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from lanista.core.errors import BotError, ConfigError, InputError, SandboxError, StoreError
from lanista.game import find_map, get_game
from lanista.games.rampage.mapfile import write_map
from lanista.games.rampage.maps import built_in
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import Joined, League, open_league
from lanista.league.packing import pack_bot
from lanista.league.policy import lowest_level, refuse_lower, wanted_by
from lanista.league.runner import LeagueRunner
from lanista.league.store import LeagueStore
from lanista.league.trouble import UnplayableError
from lanista.sandbox import Level
from tests.league.crews import FakeCrew
from tests.league.short_matches import IDLE, SHORT, new_league, new_store

CRASHES = "import sys\nprint('cannot find my model', file=sys.stderr)\nsys.exit(3)\n"


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


def bot_file(folder: Path, name: str, source: str = IDLE) -> str:
    path = folder / f"{name}.py"
    path.write_text(source)
    return str(path)


# Made


def test_a_league_is_opened_as_it_was_made(store: LeagueStore, tmp_path):
    conditions = LeagueTerms(
        matches=replace(
            LEAGUE_MATCHES,
            settings=SHORT,
            turn_ms=500,
            wanted=replace(LEAGUE_MATCHES.wanted, resources={"memory_mb": 64}, freeze=False),
        )
    )
    made = League.create(store, "cup", "overdrive", seed=7, conditions=conditions, options={"rounds": 2})
    found = open_league(tmp_path / "league.db", "cup")
    assert found.record == made.record
    assert found.conditions == made.conditions
    assert (found.conditions.matches.turn_ms, found.conditions.behaviour) == (500, found.game.behaviour)
    assert League.open(store).name == "cup", "the only one needs no name"
    found.store.close()


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"game": "overdriv"}, InputError, "no game is called 'overdriv'; did you mean"),
        ({"format": "rond-robin"}, ConfigError, "no format 'rond-robin'; did you mean"),
        ({"options": {"rouns": 3}}, ConfigError, "rouns"),
        ({"options": {"seats": 9}}, InputError, "2"),
        ({"maps": ["nowhere"]}, InputError, "no maps to choose from"),
        (
            {"conditions": LeagueTerms(matches=replace(LEAGUE_MATCHES, ruleset="classick"))},
            ConfigError,
            "classick",
        ),
        (
            {"conditions": LeagueTerms(matches=replace(LEAGUE_MATCHES, settings={"max_round": 3}))},
            ConfigError,
            "max_round",
        ),
        ({"name": ""}, InputError, "expected a name for the league"),
        ({"name": "a\x1b[2J"}, InputError, "expected a name for the league of 1 to 60 printable characters"),
    ],
)
def test_what_is_wrong_is_refused_before_anything_is_stored(store: LeagueStore, changes, error, message):
    with pytest.raises(error, match=re.escape(message)):
        League.create(store, **{"name": "cup", "game": "overdrive", **changes})
    assert store.leagues() == []


def test_a_name_is_taken_once(store: LeagueStore):
    new_league(store, [])
    with pytest.raises(StoreError, match="there is a league 'cup' already"):
        new_league(store, [])


def test_a_map_file_travels_with_the_league(store: LeagueStore, tmp_path):
    """Another machine does not have the file."""
    game, text = get_game("rampage"), write_map(built_in("duel")) + "\n"
    (tmp_path / "mine.txt").write_text(text)
    league = League.create(store, "cup", "rampage", maps=["pocket", str(tmp_path / "mine.txt")])
    (tmp_path / "mine.txt").unlink()
    opened = League.open(store, "cup")
    assert opened.maps == ("pocket", "mine.txt")
    assert opened.conditions.map_word("mine.txt") == text
    assert find_map(game, text) == text
    assert league.specs.example(2, "mine.txt").plan().setup.map == text


# Bots


def test_bots_join_and_get_new_versions(store: LeagueStore, tmp_path):
    league = new_league(store, [])
    first, joined = league.add(bot_file(tmp_path, "alice"))
    assert (first.bot, first.version, joined) == ("alice", 1, Joined.NEW)
    assert store.archive(first.digest) == pack_bot(league.game, str(tmp_path / "alice.py")).archive
    assert league.add(str(tmp_path / "alice.py")) == (first, Joined.UNCHANGED)
    second, joined = league.add(bot_file(tmp_path, "alice", IDLE + "# better\n"))
    assert (second.bot, second.version, joined) == ("alice", 2, Joined.VERSION)
    assert [entry.id for entry in league.history.active()] == [second.id]
    assert league.add("greedy", "bob").entry.builtin == "greedy"
    assert league.replace("bob", "random").entry.version == 2
    assert league.remove("bob").left == 0
    assert [entry.bot for entry in League.open(store).history.active()] == ["alice"]


def test_bots_that_do_not_take_part(store: LeagueStore):
    league = new_league(store, ["greedy"])
    for change in (lambda: league.remove("gredy"), lambda: league.replace("gredy", "random")):
        with pytest.raises(InputError, match="has no bot 'gredy'; did you mean 'greedy'"):
            change()


def test_nobody_joins_a_knock_out_that_has_begun(store: LeagueStore):
    league = new_league(store, ["random", "greedy"], format="knockout")
    league.extend()
    for name in ("", "greedy"):
        with pytest.raises(InputError, match="cannot join the league 'cup': the first round"):
            league.add("cruise", name)
    assert league.add("greedy").joined is Joined.UNCHANGED


def test_a_bot_that_does_not_start_is_refused_with_its_log(store: LeagueStore, tmp_path):
    league = new_league(store, [])
    with pytest.raises(BotError) as refused:
        league.add(bot_file(tmp_path, "alice", CRASHES))
    assert "the bot 'alice' does not work: crashed in turn 1: the process ended: exit status 3\n" in str(
        refused.value
    )
    assert "cannot find my model" in str(refused.value)
    assert not league.history.entries
    assert league.add(str(tmp_path / "alice.py"), tried=False).joined is Joined.NEW


def test_a_bot_whose_moves_are_refused_may_join(store: LeagueStore, tmp_path):
    """That is its own business, and costs it turns."""
    league = new_league(store, [])
    assert league.add(bot_file(tmp_path, "alice", "def move(view):\n    return 'FLY'\n")).joined is Joined.NEW


def test_a_bot_that_cannot_be_built_is_refused(store: LeagueStore, tmp_path):
    folder = tmp_path / "bot"
    (folder / "bin").mkdir(parents=True)
    (folder / "lanista.toml").write_text('command = "./bin/bot"\nbuild = "sh bin/make.sh"\n')
    (folder / "bin" / "make.sh").write_text("exit 0\n")
    with pytest.raises(BotError) as refused:
        new_league(store, []).add(str(folder))
    assert "the build failed, `sh bin/make.sh`" in str(refused.value)
    assert "'bin' was not packed, as its build makes it; if it holds sources" in str(refused.value)


def test_an_archive_with_a_trick_is_refused(store: LeagueStore, tmp_path):
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr("../bot.py", IDLE)
    with pytest.raises(BotError, match=r"evil\.zip cannot be unpacked: .*leads out of the bot's folder"):
        new_league(store, []).add(str(tmp_path / "evil.zip"))


# Sandbox


def test_a_league_keeps_the_best_level_of_the_machine_where_it_was_made(store: LeagueStore):
    league = new_league(store, [])
    assert league.conditions.sandbox is lowest_level()
    wanted = wanted_by(league.conditions)
    assert (wanted.level, wanted.at_least, wanted.freeze) == (None, lowest_level(), True)


def test_a_lower_level_is_refused_with_how_to_allow_it(monkeypatch):
    conditions = LeagueTerms(sandbox=Level.LIMITS)
    monkeypatch.setenv("LANISTA_SANDBOX", "none")
    with pytest.raises(SandboxError, match="expected a sandbox of level limits or better, but none was asked for"):
        refuse_lower(wanted_by(conditions))
    refuse_lower(wanted_by(conditions, Level.NONE))


def test_built_in_bots_need_no_sandbox(store: LeagueStore, monkeypatch):
    league = new_league(store)
    assert league.needs().level is None
    monkeypatch.setenv("LANISTA_SANDBOX", "none")
    assert LeagueRunner(league, FakeCrew()).run().is_over


# Another lanista


def test_other_rules_are_refused(store: LeagueStore, monkeypatch):
    league = new_league(store)
    monkeypatch.setattr(type(league.game), "behaviour", 99)
    with pytest.raises(
        InputError, match=r"made with version .* of the rules of overdrive, and this is version 99"
    ):
        League.open(store).run(jobs=1)


def test_another_built_in_bot_is_refused(store: LeagueStore, monkeypatch):
    league = new_league(store)
    monkeypatch.setattr("lanista.league.specs.builtin_digest", lambda *_: "other")
    with pytest.raises(UnplayableError, match=r"the built-in bot '.*' is not the one that joined"):
        LeagueRunner(league, FakeCrew()).run()
