"""The table of a league and its run on screens of any width."""

import io
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from lanista.cli.league.run_panel import Leader, RunMoment, boxed, plain_line
from lanista.cli.league.standings import standings_table
from lanista.cli.league.table_screen import Parts, print_table_screen
from lanista.league.values import MapBias, SeatBias
from lanista.series.cluster import Condition, NodeState
from tests.cli.league.values import around, row, table
from tests.rows import every_row

LEAGUE: Any = SimpleNamespace(
    name="cup", game=SimpleNamespace(title="A Game"), record=SimpleNamespace(format="swiss")
)


ALL = Parts()


def printed(width: int, *values) -> str:
    text = io.StringIO()
    out = Console(file=text, width=width, highlight=False)
    for value in values:
        out.print(value)
    return text.getvalue()


def screen(width: int, shown, parts: Parts = ALL, top: int | None = None) -> str:
    text = io.StringIO()
    print_table_screen(Console(file=text, width=width, highlight=False), LEAGUE, shown, parts, top)
    return text.getvalue()


@every_row("width", [60, 80, 120, 200])
@every_row("bots", [3, 20, 200])
def test_a_table_fits_the_screen_and_every_rating_has_its_interval(width, bots):
    text = screen(width, table(bots))
    assert max(map(len, text.splitlines())) <= width
    rows = [line for line in text.splitlines() if " bot-" in line and "+" in line.partition("bot-")[2]]
    assert rows
    assert all(" to " in line for line in rows if "±" not in line)
    assert "P(top 3 is right) = 97 %" in text


def test_columns_of_wide_and_narrow_screens():
    rows = [row(1, "alice"), row(2, "x" * 60, faults=7)]
    wide, narrow = printed(120, standings_table(rows, 120)), printed(80, standings_table(rows, 80))
    assert wide.split()[:2] == ["#", "bot"]
    assert "won  drawn  lost" in wide
    assert "W/D/L" in narrow
    assert "12/3/5" in narrow
    assert "━" in wide
    assert "━" in narrow
    assert "7" in narrow.splitlines()[2].split()
    assert "points" not in printed(120, standings_table(rows, 120, points=False))


def test_a_bot_without_matches_has_no_rating():
    assert " -  " in printed(100, standings_table([row(1, "new", matches=0)], 100))


def test_the_parts_of_a_table():
    text = screen(100, table(30))
    assert "--pairs shows all" in text
    assert "--curves shows all" in text
    assert "+5.0 %" in text
    whole = screen(100, table(30), Parts(pairs=True))
    assert "--pairs shows all" not in whole
    assert "advantage" not in whole
    assert whole.count("\n 30 bot-30") == 2, "two blocks of columns"
    assert "and 28 more" in screen(100, table(30), top=2)


def test_clear_advantages_on_maps_are_shown():
    clear, unclear = around(0.1, 0.05), around(0.01, 0.05)
    maps = [MapBias("yard", 40, [SeatBias(0, 40, clear)]), MapBias("fords", 40, [SeatBias(1, 40, unclear)])]
    text = screen(100, table(3, maps=maps))
    assert "A on yard" in text
    assert "B on fords" not in text
    assert "B on fords" in screen(100, table(3, maps=maps), Parts(seats=True))


def test_remarks_and_bots_that_have_left():
    rows = [row(1, "alice", remark="won the final")]
    left = [row(None, "bob", points=None, left=True)]
    text = screen(100, table(2, rows=rows, left=left), Parts(left=True))
    assert "alice: won the final" in text
    assert "bob" in text.partition("have left")[2]


def test_names_cannot_act_on_the_terminal():
    rows = [row(1, "\x1b[31mred"), row(2, "北京" * 30)]
    text = screen(80, table(2, rows=rows))
    assert "\x1b" not in text


def test_no_bots_yet():
    assert "no bots yet" in screen(80, table(0))


MOMENT = RunMoment(
    "cup: game, ladder",
    done=1234,
    total=5000,
    speed=12.3,
    seconds_left=720,
    outlook="P(top 3 is right) = 97 %",
    leaders=[Leader(f"bot-{number}", 100.0, 40) for number in range(10)],
    bots=200,
    faults=3,
    first_fault="bob in match 17: timeout in turn 12",
    void=1,
    first_void="match 3: an error",
    runners=("elsewhere:77",),
)


@pytest.mark.parametrize("width", [70, 80, 120])
def test_a_run_fits_the_screen(width):
    text = printed(width, boxed(MOMENT, width))
    assert max(map(len, text.splitlines())) <= width
    for words in (
        "1,234 of 5,000, 12.3 per second",
        "P(top 3 is right) = 97 %, about 12 min left",
        "rating so far",
        "+100",
        "and 190 more",
        "3 matches, the first: bob in match 17",
        "elsewhere:77",
    ):
        assert words in text


def test_nodes_of_a_cluster_are_shown_with_what_is_wrong():
    nodes = (
        NodeState("rome", Condition.PLAYING, 4, 8, 1200, faults=3),
        NodeState("capua", Condition.LOST, 4, 0, 17, lost=5, reason="it was \x1b[31mkilled"),
        *[NodeState(f"node-{number}", Condition.PLAYING) for number in range(20)],
    )
    text = printed(110, boxed(RunMoment("cup", nodes=nodes), 110))
    assert text.index("capua: lost, 17 played, 5 lost and played again (it was") < text.index(
        "rome: playing, 1,200"
    )
    assert "1,200 played, faults in 3" in text
    assert "and 14 more" in text
    assert "\x1b" not in text
    assert "nodes: rome: playing, 1,200 played" in plain_line(RunMoment("cup", nodes=nodes))


def test_a_run_in_one_line():
    assert plain_line(MOMENT) == (
        "matches: 1,234 of 5,000, 12.3 per second, P(top 3 is right) = 97 %, about 12 min left, "
        "first bot-0 +100, faults in 3, 1 void, also: elsewhere:77"
    )
    assert plain_line(RunMoment("cup")) == "0 matches"
