"""`lanista league check` finds what is wrong with a store, and nothing in one that is well."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lanista.core.errors import StoreError
from lanista.league.check import check_store
from lanista.league.checked import CheckedStore
from lanista.league.runner import LeagueRunner
from lanista.league.store import open_store
from lanista.series.crew import SoloCrew
from tests.league.short_matches import FAST, new_league, new_store


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a league that was played to its end."""
    folder = tmp_path_factory.mktemp("played")
    bot = folder / "fast.py"
    bot.write_text(FAST)
    with new_store(folder) as store:
        league = new_league(store, ("cruise", "greedy"))
        league.add(str(bot), tried=False)
        league.remove("fast")
        LeagueRunner(league, SoloCrew()).run()
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    shutil.copytree(played, tmp_path / "copy")
    return tmp_path / "copy"


def check(folder: Path, *, sample: int = 10, clean: bool = False) -> CheckedStore:
    with open_store(folder / "league.db", create=False) as store:
        return check_store(store, sample=sample, clean=clean, tell=lambda _: None)


def replays(folder: Path) -> Iterator[Path]:
    return (folder / "league.replays").glob("??/*.gz")


def test_a_store_that_is_well(folder: Path):
    found = check(folder)
    assert found.passed, found.problems
    (league,) = found.leagues
    assert (league.bots, league.matches, league.judged, league.waiting) == (3, 2, 2, 0)
    assert (found.archives, found.replays, found.verified, found.unreferenced) == (1, 2, 2, 0)


def damage(statement: str) -> Callable[[Path], None]:
    """A statement that damages the database."""

    def run(folder: Path) -> None:
        with sqlite3.connect(folder / "league.db") as connection:
            connection.execute(statement)
        connection.close()

    return run


def alter_replay(folder: Path) -> None:
    path = next(replays(folder))
    path.write_bytes(path.read_bytes() + b"more")


def lose_replay(folder: Path) -> None:
    next(replays(folder)).unlink()


@pytest.mark.parametrize(
    ("harm", "problem"),
    [
        (alter_replay, "was changed"),
        (lose_replay, "is missing in"),
        (damage("DELETE FROM results WHERE number = 1"), "2 matches, but 1 results and 0 matches without one"),
        (damage("INSERT INTO pending VALUES (1, 0, 0, NULL)"), "1 matches have a result and wait for one"),
        (damage("UPDATE leagues SET length = 5"), "the schedule has 2 matches, but 5 are counted"),
        (damage("UPDATE leagues SET cursor = 1"), "is newer than the last one, 1"),
        (
            damage("UPDATE results SET places = '[1,2,3]' WHERE number = 0"),
            "the result of match 0 does not fit",
        ),
        (damage("UPDATE results SET places = 'no list'"), "a result in it cannot be read"),
        (damage("UPDATE results SET places = '[7,7]' WHERE number = 0"), "[7,7] in the store"),
        (damage("UPDATE results SET scores = '[0,1]' WHERE number = 0"), "recorded: scores ["),
        (damage("UPDATE results SET replay = '' WHERE number = 0"), "match 0 was judged, but no replay shows it"),
        (damage("UPDATE matches SET entries = '[1,0]'"), "is of another match: seats 'cruise' and 'greedy' in"),
        (
            damage("UPDATE results SET replay = (SELECT max(replay) FROM results)"),
            "is of another match: seats",
        ),
        (damage("UPDATE results SET replay = '../../etc' WHERE number = 0"), "which is not a digest"),
        (damage("UPDATE matches SET seed = '5'"), "match 0 has another seed than its unit"),
        (damage("UPDATE matches SET entries = '[0,9]'"), "have gaps"),
        (damage("UPDATE entries SET joined = 1"), "who did not take part then"),
        (damage("UPDATE archives SET data = x'00'"), "is damaged; add that bot again"),
        (damage("DELETE FROM archives"), "the archive of fast is missing"),
    ],
)
def test_damage_is_found(folder: Path, harm: Callable[[Path], None], problem: str):
    harm(folder)
    found = check(folder)
    assert not found.passed
    assert problem in "\n".join(found.problems)


SWAP = "UPDATE results SET places = CASE places WHEN '[1,2]' THEN '[2,1]' ELSE '[1,2]' END"


def test_every_result_is_compared_with_its_replay(folder: Path):
    """A winner that was swapped by SQL was only found in the sample."""
    damage(SWAP)(folder)
    found = check(folder, sample=0)
    assert found.verified == 0
    assert len(found.problems) == 2
    assert all("ended otherwise than recorded: ranks [" in problem for problem in found.problems)
    assert "scores" not in found.problems[0]


def test_a_replay_of_other_moves_is_found(folder: Path):
    """Its digest is right, and its chain sound as far as it goes, but it is not what happened."""
    path = next(replays(folder))
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    forged = folder / "forged.gz"
    forged.write_bytes(gzip.compress(b"".join([*lines[:2], *lines[3:]])))
    with open_store(folder / "league.db") as store:
        digest = store.replays.put(forged)
    damage(f"UPDATE results SET replay = '{digest}' WHERE replay = '{path.name[:64]}'")(folder)
    (problem,) = check(folder).problems
    assert "is not what happened" in problem or "cannot be played again" in problem


def test_unreferenced_replays_are_removed_when_asked(folder: Path):
    (folder / "extra.gz").write_bytes(b"left by a kill")
    with open_store(folder / "league.db") as store:
        digest = store.replays.put(folder / "extra.gz")
    (store.replays.path(digest).parent / ".draft").write_bytes(b"half")
    assert check(folder).unreferenced == 2
    cleaned = check(folder, clean=True)
    assert (cleaned.passed, cleaned.cleaned) == (True, 2)
    assert len(list(replays(folder))) == 2
    assert check(folder).unreferenced == 0


def test_nothing_is_removed_while_a_runner_plays(folder: Path):
    (folder / "extra.gz").write_bytes(b"about to be recorded")
    damage("DELETE FROM results WHERE number = 1")(folder)
    damage("INSERT INTO pending VALUES (1, 1, 0, NULL)")(folder)
    with open_store(folder / "league.db") as store:
        digest = store.replays.put(folder / "extra.gz")
        store.claim(1, store.begin_runner("me"), 1)
        with pytest.raises(StoreError, match="'me' is playing matches"):
            check(folder, clean=True)
        assert store.replays.exists(digest)


def test_the_verb(folder: Path, capsys: pytest.CaptureFixture[str]):
    from click.testing import CliRunner

    from lanista.cli.main import lanista

    words = ["league", "check", "--store", str(folder / "league.db")]
    whole = CliRunner().invoke(lanista, [*words, "--sample", "1"])
    assert whole.exit_code == 0
    assert "cup: 2 matches, 2 judged, 0 waiting; 3 entries" in whole.output
    assert "1 archives, 2 replays, 1 played again" in whole.output
    lose_replay(folder)
    assert CliRunner().invoke(lanista, words).exit_code == 1
    printed = json.loads(CliRunner().invoke(lanista, [*words, "--json"]).stdout)
    assert (printed["passed"], printed["missing"], len(printed["problems"])) == (False, 1, 1)
    (folder / "league.db").write_text("no database, " * 1000)
    assert CliRunner().invoke(lanista, words).exit_code == 2
