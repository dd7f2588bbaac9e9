"""A game of another package brings its own contest: one module, and nothing else anywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.bots.resolve import find_bot
from lanista.cli.main import lanista
from lanista.core.errors import BotError, InputError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.game.contest import OriginalContest
from lanista.match.classic_logs import classic_logs
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult
from lanista.match.terms import MatchTerms
from tests.plugins import forget_games, install, unload

GAME = """
from tests.coins import Coins
class Toys(Coins):
    name = "toys"
    bots = ()
    package = __package__  # a variant has the modules of its original unless it names a package
GAME = Toys()
"""

CONTEST = '''
"""The contest of a stranger's game: everything that it brings stands in this module."""
from lanista.bots.builtin import FunctionPlayer
from lanista.game.contest import BotProtocol, OriginalContest

class Guest(FunctionPlayer):
    def meet_at(self, venue):
        self.venue = venue

def player(name, command, folder, cwd):
    return (FunctionPlayer if command else Guest)(lambda view: "STAY", name)

class Fair:
    def __init__(self): self.seats = []
    def open(self): pass
    def invite(self, seat): self.seats.append(seat)
    def invitation(self): return "come to the fair"
    def gather(self, seconds): return 0
    def nickname(self, seat): return f"visitor {seat}"
    def dismiss(self, reason): pass
    def close(self): pass

class Diary:
    def __init__(self, folder, names):
        self.folder, self.names, self.turns = folder, names, 0
    def begin(self, *_): pass
    def turn(self, *_): self.turns += 1
    def end(self, result):
        self.folder.mkdir(exist_ok=True)
        (self.folder / "diary.txt").write_text(f"{self.turns} turns of {' and '.join(self.names)}")

class Remark:
    def begin(self, *_): pass
    def turn(self, *_): pass
    def end(self, result): result.marks.append("the jury was not amused")

def conform(game, path, comparison):
    comparison.matches += 1
    comparison.compare(1, "greeting", path.read_text(), "hello")

class ToyCup(OriginalContest):
    def venue(self, config, seats, *, lock_step): return Fair()
    def logs(self): return Diary
    def remarks(self): return [Remark()]
    def recordings(self): return conform

CONTEST = ToyCup("", BotProtocol("toys-1999", "Toy Cup 1999", player, prefix="toy", joinable=True))
'''


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with a game and its contest."""
    packages = tmp_path / "packages"
    files = {"toys/__init__.py": "", "toys/game.py": GAME, "toys/contest.py": CONTEST}
    files |= {
        f"toys/{name}.py": f"from tests.coins.{name} import *\n" for name in ("invariants", "moves", "views")
    }
    install(packages, "toys = toys.game:GAME", files, "toys-game")
    monkeypatch.syspath_prepend(str(packages))
    forget_games()
    yield
    unload("toys")
    forget_games()


def play(*bots: str, logs: Path | None = None) -> MatchResult:
    plan = plan_match("toys", bots, MatchTerms(ruleset="short"), seed=1)
    if logs:
        plan.observers.append(classic_logs(plan.game, logs, [bot.name for bot in plan.bots]))
    return plan.play()


@pytest.mark.usefixtures("toys")
class TestToys:
    def test_its_prefix_leads_to_its_protocol(self):
        bot = find_bot(get_game("toys"), "toy:true")
        assert (bot.protocol.id, bot.protocol.title) == ("toys-1999", "Toy Cup 1999")
        assert [seat.verdicts for seat in play("toy:true", "toy:true").seats] == [{Verdict.OK: 8}] * 2

    def test_a_folder_may_ask_for_it(self, tmp_path):
        (tmp_path / "bot").mkdir()
        (tmp_path / "bot" / "lanista.toml").write_text('command = "true"\nprotocol = "toys-1999"\n')
        assert find_bot(get_game("toys"), str(tmp_path / "bot")).protocol.id == "toys-1999"
        with pytest.raises(BotError, match="the protocol toys-1999 is for toys, not for overdrive"):
            find_bot(get_game("overdrive"), str(tmp_path / "bot"))

    def test_bots_join_at_its_venue(self):
        result = play("join", "toy:true")
        assert result.seats[0].name == "visitor 0"
        with pytest.raises(BotError, match=r"bots join matches of .*toys.* by themselves, not of overdrive"):
            find_bot(get_game("overdrive"), "join")

    def test_it_writes_its_logs(self, tmp_path):
        play("toy:true", "toy:true", logs=tmp_path / "logs")
        assert (tmp_path / "logs" / "diary.txt").read_text() == "8 turns of true and true"

    def test_its_remarks_stand_in_its_results_only(self):
        assert play("toy:true", "toy:true").marks == ["the jury was not amused"]
        assert (
            plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings={"max_rounds": 1})).play().marks
            == []
        )

    def test_its_recordings_are_compared(self, tmp_path):
        (tmp_path / "recording").write_text("hallo")
        words = ["conform", "toys", str(tmp_path / "recording"), "--ruleset", "short", "--json"]
        shown = json.loads(CliRunner().invoke(lanista, words).stdout)
        assert shown["comparisons"][0]["differences"][0]["field"] == "greeting"

    def test_the_list_of_games_says_how_its_bots_are_named(self):
        listed = CliRunner().invoke(lanista, ["games"]).stdout
        assert 'Toy Cup 1999             "toy:COMMAND" or join      toys-1999' in listed


def test_a_game_without_a_contest_has_one_that_does_nothing(tmp_path):
    from tests.coins import COINS

    contest = COINS.contest
    assert type(contest) is OriginalContest
    assert (contest.protocols, contest.logs(), contest.recordings()) == ((), None, None)
    assert (list(contest.remarks()), list(contest.bench()), contest.crash_hint("standard", "x")) == ([], [], "")
    with pytest.raises(InputError, match="knows the log folders of"):
        classic_logs(COINS, tmp_path, [])
    with pytest.raises(BotError, match="by themselves, not of coins"):
        find_bot(COINS, "join")


def test_every_protocol_has_one_id_and_one_prefix():
    from lanista.bots.protocol.registry import OURS, contest_protocols

    protocols = [*OURS, *(protocol for _, protocol in contest_protocols())]
    ids = [protocol.id for protocol in protocols]
    prefixes = [protocol.prefix for protocol in protocols if protocol.prefix]
    assert sorted(set(ids)) == sorted(ids)
    assert sorted(set(prefixes)) == sorted(prefixes)
