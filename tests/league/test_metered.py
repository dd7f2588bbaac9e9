"""Metered leagues: modules only, and the same results on every machine."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lanista.core.errors import BotError
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import open_league
from tests.bots.wasm.modules import PLAYS, command, reactor, saved
from tests.league.short_matches import SHORT, new_league, new_store

LATE = "(if (i32.gt_s (global.get $messages) (i32.const 3)) (then (loop (br 0))))"  # from its third turn on
METERED = LeagueTerms(matches=replace(LEAGUE_MATCHES, settings=SHORT, turn_fuel=500_000), metered=True)


def played(folder: Path, bots: list[str], jobs: int, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The results and the replays of a league that another machine plays: it has another cache."""
    folder.mkdir()
    monkeypatch.setenv("LANISTA_CACHE", str(folder / "cache"))
    store = new_store(folder)
    league = new_league(store, bots, conditions=METERED)
    league.run(jobs=jobs)
    league.refresh()
    results = sorted(league.history.results.items())
    store.close()
    return [(number, result.ranks, result.replay) for number, result in results]


def test_two_runners_give_the_same_results_and_replays_bit_by_bit(tmp_path, monkeypatch):
    bots = [
        f"still={saved(tmp_path, 'still', reactor(move='NOTHING'))}",
        f"fast={saved(tmp_path, 'fast', command(PLAYS))}",
        f"late={saved(tmp_path, 'late', reactor(LATE))}",
    ]
    first = played(tmp_path / "one", bots, 1, monkeypatch)
    second = played(tmp_path / "two", bots, 2, monkeypatch)
    assert len(first) >= 6
    assert all(replay for _, _, replay in first)
    assert second == first


def test_conditions_are_stored(tmp_path):
    store = new_store(tmp_path)
    new_league(store, [], conditions=METERED)
    store.close()
    found = open_league(tmp_path / "league.db", "cup")
    assert (found.conditions.metered, found.conditions.matches.turn_fuel) == (True, 500_000)
    found.store.close()


def test_other_bots_may_not_join(tmp_path):
    (tmp_path / "bot.py").write_text("def move(view):\n    return 'FIX'\n")
    built = tmp_path / "built"
    built.mkdir()
    saved(built, "bot", reactor())
    (built / "lanista.toml").write_text('command = "bot.wasm"\nbuild = "wasm"\n')
    store = new_store(tmp_path)
    league = new_league(store, [], conditions=METERED)
    for spec in ("cruise", str(tmp_path / "bot.py"), str(built)):
        with pytest.raises(BotError, match="the league 'cup' is metered: expected a WebAssembly module"):
            league.add(spec)
    store.close()


def test_a_module_joins_any_league(tmp_path):
    store = new_store(tmp_path)
    league = new_league(store, [saved(tmp_path, "mine", reactor()), "cruise"])
    assert [entry.bot for entry in league.history.active()] == ["mine", "cruise"]
    store.close()
