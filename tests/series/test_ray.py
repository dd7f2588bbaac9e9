"""Leagues on a real Ray cluster of three nodes: one is refused, one is killed, and the table is the same.

One test, because a cluster takes seconds to start; what needs no cluster is in `test_cluster.py`.
"""

import builtins
import importlib.util
import threading
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.runner import LeagueRunner
from lanista.league.specs import Specs
from lanista.league.store import LeagueStore
from lanista.match.replay import read_replay, verify
from lanista.sandbox import Level
from lanista.series.cluster import Condition, NodeState
from lanista.series.crews import Needs, make_crew, nodes_of
from tests.league.short_matches import SHORT, new_league, new_store, outcomes
from tests.processes import eventually
from tests.series.ray_cluster import ThreeNodes

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(900),
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs Ray: pip install 'lanista[ray]'"),
]

# Leaves a mark for each node that builds it; on the node "killed" its first turn lasts until that
BUILD = """
import os, pathlib
with pathlib.Path({marks!r}, "builds").open("a") as marks:
    marks.write(f"{{os.environ.get('LC_NODE', 'head')}} {name}\\n")
"""
BOT = """
import os, pathlib, time
def move(view):
    mark = pathlib.Path({marks!r}, "thinking")
    if os.environ.get("LC_NODE") == "killed" and not mark.exists():
        mark.touch()
        time.sleep(600)
    return {move!r}
"""
PRINT = builtins.print
MOVES = {"fast": "ACCELERATE", "idle": "NOTHING", "slow": "DECELERATE", "fixes": "FIX"}


def write_bot(folder: Path, name: str, marks: Path) -> str:
    bot = folder / name
    bot.mkdir(parents=True)
    (bot / "build.py").write_text(BUILD.format(marks=str(marks), name=name))
    (bot / "bot.py").write_text(BOT.format(marks=str(marks), move=MOVES[name]))
    (bot / "lanista.toml").write_text(
        f'name = "{name}"\nprotocol = "python"\nbuild = "python3 build.py"\ncommand = "bot.py"\n'
    )
    return str(bot)


def make_league(store: LeagueStore, folder: Path, marks: Path) -> League:
    """A league of four bots that are built: 24 matches of three turns, whose clocks allow any wait."""
    marks.mkdir(parents=True)
    bots = [write_bot(folder, name, marks) for name in MOVES]
    wanted = replace(LEAGUE_MATCHES.wanted, level=Level.NONE, freeze=False)
    matches = replace(LEAGUE_MATCHES, settings=SHORT, no_timeout=True, wanted=wanted)
    conditions = LeagueTerms(matches=matches)
    return new_league(store, bots, conditions=conditions, options={"rounds": 2})


def test_a_league_on_three_nodes_of_which_one_is_killed(tmp_path, monkeypatch):
    monkeypatch.setenv("LANISTA_SANDBOX", "limits")
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "head"))
    with ThreeNodes(tmp_path, {"killed": "limits", "poor": "none"}) as cluster:
        refuses_a_node_with_a_lower_sandbox(cluster)
        monkeypatch.setenv("LANISTA_SANDBOX", "none")  # builds and bots leave marks for the test
        survives_the_loss_of_a_node(cluster, tmp_path)
    assert builtins.print is PRINT  # Ray would replace it


def refuses_a_node_with_a_lower_sandbox(cluster: ThreeNodes) -> None:
    crew = make_crew(cluster.address, None, Needs("overdrive", thinking=2, level=Level.LIMITS))
    try:
        eventually(lambda: all_are_known(crew))
        states = {state.condition: state for state in nodes_of(crew)}
        refused = states[Condition.REFUSED]
        assert "expected a sandbox of level limits or better, but none was asked for" in refused.reason
        assert Counter(state.condition for state in nodes_of(crew)) == {Condition.PLAYING: 2, Condition.REFUSED: 1}
        assert crew.wanted() == 2 * 2  # two calls for each of the nodes that play
    finally:
        crew.end()


def all_are_known(crew) -> bool:
    list(crew.collect(0.1))
    return all(state.condition is not Condition.STARTING for state in nodes_of(crew)) and len(nodes_of(crew)) == 3


def survives_the_loss_of_a_node(cluster: ThreeNodes, folder: Path) -> None:
    with new_store(folder) as store:
        league = make_league(store, folder / "bots", folder / "marks")
        crew = make_crew(cluster.address, None, league.needs())
        specs = Specs(store, league.game.name, league.conditions, Level.NONE)
        eventually(lambda: all_are_known(crew))
        killer = threading.Thread(target=kill_while_it_thinks, args=(cluster, folder / "marks" / "thinking"))
        killer.start()
        progress = LeagueRunner(league, crew, specs=specs).run()
        killer.join()
        assert progress.is_over
        assert progress.recorded == len(league.history.matches) == 24
        assert_nodes(nodes_of(crew))
        builds = Counter((folder / "marks" / "builds").read_text().split("\n")[:-1])
        assert set(builds.values()) == {1}  # once per node
        assert {line.partition(" ")[0] for line in builds} == {"head", "killed", "poor"}
        replays = [store.replays.path(result.replay) for result in league.history.results.values()]
        assert all(verify(read_replay(path)).identical for path in replays[::6])
        assert outcomes(league) == outcomes_here(folder / "here")


def kill_while_it_thinks(cluster: ThreeNodes, mark: Path) -> None:
    eventually(mark.exists)
    cluster.nodes[0].kill()


def assert_nodes(states: list[NodeState]) -> None:
    """The killed node was lost with the match that it played, and the others have played all others.

    For a while Ray lists it as alive, and our process may be started there once more.
    """
    lost = [state for state in states if state.lost]
    assert len(lost) == 1
    assert lost[0].condition in (Condition.LOST, Condition.STARTING)
    assert lost[0].reason
    assert sum(state.played for state in states) == 24
    assert all(state.played for state in states if state.condition is Condition.PLAYING)


def outcomes_here(folder: Path) -> dict[int, tuple[int, ...]]:
    """The same league, played by this machine."""
    folder.mkdir()
    with new_store(folder) as store:
        league = make_league(store, folder / "bots", folder / "marks")
        league.run(jobs=2)
        return outcomes(league)
