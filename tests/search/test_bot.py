"""The bot `search` in matches."""

from __future__ import annotations

import gc
import json
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import lanista
from lanista.cli.main import lanista as verbs
from lanista.core.errors import InputError
from lanista.engine.native import available
from lanista.game import BotStart
from lanista.game.belief import Redrawn, WholeView, belief_of
from lanista.match.replay import read_replay
from lanista.match.terms import MatchTerms
from lanista.search.bot import SearchBot, without_collection
from lanista.search.compiled import CompiledSearch
from lanista.search.options import SearchOptions
from lanista.search.searcher import Searcher
from lanista.series import searching
from lanista.series.player import MatchPlayer
from lanista.series.spec import MatchSpec
from tests.coins import COINS
from tests.plugins import forget_games, install
from tests.sixth_game.game import FRUIT

compiles = pytest.mark.compiles
needs_compiler = pytest.mark.skipif(not available(), reason="needs a C compiler")
START = BotStart(0, 2, "standard", FRUIT.configure(), 1)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    install(tmp_path, "fruit = tests.sixth_game.game:FRUIT", {}, package="fruit-game")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget_games()
    yield
    forget_games()


def played(bot: SearchBot, turns: int) -> list[Any]:
    state = FRUIT.start(FRUIT.configure(), 4)
    answers = []
    for _ in range(turns):
        answers.append(bot.move(FRUIT.view(state, 0)))
        FRUIT.step(state, [FRUIT.read(state, 0, answers[-1]["move"]), FRUIT.missing])
    return answers


@compiles
@needs_compiler
def test_it_says_what_it_thought():
    bot = SearchBot(FRUIT, START, SearchOptions(playouts=80))
    answer = played(bot, 3)[-1]
    assert answer["say"].startswith("win ")
    assert "80 playouts: " in answer["say"]
    assert answer["draw"] == []


@compiles
@needs_compiler
def test_the_same_seed_plays_the_same_match():
    first, second = (played(SearchBot(FRUIT, START, SearchOptions(playouts=50)), 10) for _ in range(2))
    assert first == second


@compiles
@needs_compiler
@pytest.mark.usefixtures("installed")
def test_it_plays_a_game_that_knows_nothing_of_it():
    def wander(view):
        return ("LEFT", "RIGHT", "STAY")[view["turn"] * view["turn"] % 3]

    outcomes = [lanista.play("fruit", ["search:playouts=200", wander], seed=seed).outcome for seed in range(4)]
    scores = [outcome.scores for outcome in outcomes if outcome is not None]
    assert sum(score[0] for score in scores) > 2 * sum(score[1] for score in scores)


def test_until_it_is_compiled_it_plays_the_policy(monkeypatch):
    monkeypatch.setattr(CompiledSearch, "is_ready", lambda self, seconds=0.0: False)
    monkeypatch.setattr(Searcher, "think", lambda *_, **__: pytest.fail("thought without compiled rules"))
    answers = played(SearchBot(FRUIT, START, SearchOptions()), 5)
    assert {answer["say"] for answer in answers} == {"seeker: the search is being compiled"}


def test_without_a_compiler_it_says_so(monkeypatch):
    monkeypatch.setattr("lanista.search.compiled.available", lambda: False)
    monkeypatch.setattr("lanista.engine.native.Native.cached_loop", lambda *_: None)
    answers = played(SearchBot(FRUIT, START, SearchOptions()), 2)
    assert answers[-1]["say"] == "seeker: there is no C compiler"


def test_the_budget_of_a_turn_is_kept(monkeypatch):
    asked = []

    def think(self, worlds, *, ms=None, **_):
        asked.append(ms)
        raise StopIteration

    monkeypatch.setattr(CompiledSearch, "is_ready", lambda self, seconds=0.0: True)
    monkeypatch.setattr(Searcher, "prepare", lambda self, worlds: None)
    monkeypatch.setattr(Searcher, "think", think)
    view = FRUIT.view(FRUIT.start(FRUIT.configure(), 4), 0)
    for turn_ms, ms in ((None, 300), (1000, 300), (100, 300), (100, 20)):
        with pytest.raises(StopIteration):
            SearchBot(FRUIT, START._replace(turn_ms=turn_ms), SearchOptions(ms=ms)).move(view)
    assert asked == [297, 297, 85, 17]


def test_garbage_waits_while_it_thinks():
    assert gc.isenabled()
    with without_collection():
        assert not gc.isenabled()
        with without_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


# Beliefs of games that have none of their own


def test_views_of_everything_are_read_back():
    state = FRUIT.start(FRUIT.configure(), 9)
    belief = belief_of(FRUIT, START)
    assert isinstance(belief, WholeView)
    with pytest.raises(InputError, match="expected a view"):
        belief.imagine(1)
    belief.see(FRUIT.view(state, 0))
    one, same, other = (belief.imagine(seed) for seed in (1, 1, 2))
    assert one.bytes() == same.bytes() != other.bytes()
    assert one.record.generator.position != state.record.generator.position  # the future is not known
    assert (one.record.fruit, list(one.record.cells)) == (state.record.fruit, list(state.record.cells))


def test_other_views_are_replaced_by_redrawn_states():
    state = COINS.start(COINS.configure(), 9)
    belief = belief_of(COINS, BotStart(0, 2, "standard", COINS.configure(), 1), state)
    assert isinstance(belief, Redrawn)
    drawn = [belief.imagine(seed) for seed in range(8)]
    assert all(COINS.view(one, 0) == COINS.view(state, 0) for one in drawn)
    assert len({bytes(one.record.coins) for one in drawn}) > 1
    assert all(one.record.generator.position != state.record.generator.position for one in drawn)


def test_a_game_whose_views_cannot_be_read_says_what_to_do():
    with pytest.raises(InputError, match=r"add `imagine.py` with a class `Belief`"):
        belief_of(COINS, BotStart(0, 2, "standard", COINS.configure(), 1))


UNSEARCHED = (
    "search did not search in 5 of 5 turns: the search is being compiled; the policy seeker played instead"
)


@pytest.mark.usefixtures("installed")
def test_a_search_that_never_searched_is_said_by_every_result(monkeypatch, tmp_path):
    """The table of a match, of a series and of a comparison, their JSON, and the replay."""
    monkeypatch.setattr(CompiledSearch, "is_ready", lambda self, seconds=0.0: False)
    monkeypatch.chdir(tmp_path)
    words = ["fruit", "search", "seeker", "--set", "max_turns=5"]

    def call(*more: str) -> str:
        return CliRunner().invoke(verbs, [*more], env={"COLUMNS": "400"}).stdout

    replay = tmp_path / "match.jsonl"
    assert UNSEARCHED in call("play", *words, "-o", str(replay))
    footer = read_replay(replay).footer
    assert footer is not None
    assert list(footer.marks) == [UNSEARCHED]
    assert json.loads(call("play", *words, "--no-replay", "--json"))["marks"] == [UNSEARCHED]
    series = ["play", *words, "--games", "2", "--jobs", "1", "--no-replay"]
    assert f"in 2 of 2 matches: {UNSEARCHED}" in call(*series)
    assert [match["marks"] for match in json.loads(call(*series, "--json"))["matches"]] == [[UNSEARCHED]] * 2
    compare = ["compare", *words, "--max-pairs", "1", "--jobs", "1", "--fresh"]
    assert f"in 2 of 2 matches: {UNSEARCHED}" in call(*compare)
    assert json.loads(call(*compare, "--json"))["remarks"][0] == f"in 2 of 2 matches: {UNSEARCHED}"


@pytest.mark.usefixtures("installed")
def test_a_series_compiles_the_search_before_its_first_match(monkeypatch):
    waited = []

    def is_ready(self, seconds=0.0):
        waited.append(seconds)
        return False

    monkeypatch.setattr(CompiledSearch, "is_ready", is_ready)
    monkeypatch.setattr(searching, "_prepared", set())
    spec = MatchSpec(0, "fruit", ("search", "seeker"), (0, 1), 7, terms=MatchTerms(settings={"max_turns": 2}))
    with MatchPlayer() as player:
        for _ in range(2):
            player.play(spec)
        player.play(msgspec.structs.replace(spec, bots=("seeker", "seeker")))
    assert waited[0] is None, "no clock runs while it is waited for"
    assert waited.count(None) == 1
