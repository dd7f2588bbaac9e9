"""Golden playthroughs: a short match of every game and ruleset, with everything that can be asked of it.

A difference is a change of behaviour. If it is wanted, `make playthroughs` writes the files again; the difference
then shows in review what the change did. If the rules changed, the game's `behaviour` number must grow.
"""

from __future__ import annotations

import difflib
from itertools import islice
from pathlib import Path

import pytest

from lanista.game import game_names, get_game
from lanista.games.overdrive.game import OVERDRIVE
from lanista.tools.conformance import playthrough as playthroughs
from lanista.tools.conformance.playthrough import playthrough
from tests.coins import COINS

FOLDER = Path(__file__).parent / "playthroughs"
CASES = [(name, ruleset) for name in game_names() for ruleset in get_game(name).rulesets]
SHOWN = 60  # lines of a difference


@pytest.mark.parametrize(("name", "ruleset"), CASES)
def test_a_match_goes_as_it_always_went(name: str, ruleset: str) -> None:
    file = FOLDER / f"{name}-{ruleset}.txt"
    assert file.exists(), f"{file.name} is missing; write it with: make playthroughs"
    difference = list(
        difflib.unified_diff(
            file.read_text(encoding="utf-8").splitlines(),
            playthrough(get_game(name), ruleset).splitlines(),
            f"{file.name} as committed",
            f"{file.name} as played now",
            lineterm="",
        )
    )
    if difference:
        shown = "\n".join(islice(difference, SHOWN))
        pytest.fail(f"{shown}\n... {len(difference)} lines. If this is wanted: make playthroughs", pytrace=False)


def test_no_file_is_left_over() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}-{ruleset}.txt" for name, ruleset in CASES}


@pytest.mark.parametrize("ruleset", OVERDRIVE.rulesets)
def test_something_happens_in_overdrive(ruleset: str) -> None:
    text = (FOLDER / f"overdrive-{ruleset}.txt").read_text(encoding="utf-8")
    for words in ("hit mud", "hit cyber truck", "used boost", "USE_TWEET", "damage: 0 -> ", "track["):
        assert words in text, words


# The text itself, on the sixth game


def test_a_playthrough_is_the_same_twice_and_another_with_another_seed() -> None:
    assert playthrough(COINS, "short", 1) == playthrough(COINS, "short", 1)
    assert playthrough(COINS, "short", 1) != playthrough(COINS, "short", 2)


def test_a_playthrough_shows_everything_that_can_be_asked() -> None:
    lines = playthrough(COINS, "standard", 1, 3).splitlines()
    assert lines[2:5] == ["game: coins", "behaviour: 1", "ruleset: standard"]
    for beginning in (
        "$.config: seats 2, max_turns 30",
        "$.state.coins: 0",
        "--- turn 3 ",
        "move 1: ",
        "  $.state.turn: 2 -> 3",
        "digest: ",
        "outcome: null",
        "legal 0: 0-2",
        "view 1: ",
        "  | turn 4 ",
        "--- end: left after 3 turns ",
    ):
        assert any(line.startswith(beginning) for line in lines), beginning


def test_a_playthrough_ends_with_the_match() -> None:
    text = playthrough(COINS, "short", 1, 100)
    assert '"reason":"turn limit"' in text
    assert "--- turn 8 " in text
    assert "--- turn 9 " not in text
    assert "--- end: the match is over" in text


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([], "none"), ([3], "3"), ([0, 1, 2], "0-2"), ([0, 2, 3, 9], "0, 2-3, 9")],
)
def test_numbers_are_shown_as_ranges(numbers: list[int], text: str) -> None:
    assert playthroughs._ranges(numbers) == text


@pytest.mark.parametrize(("row", "text"), [([], "nothing"), ([0, 0, 0, 7, 1, 1], "0*3, 7, 1*2")])
def test_rows_are_shown_as_runs(row: list[int], text: str) -> None:
    assert playthroughs._runs(row) == text


def test_the_command_writes_a_file_per_game_and_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playthroughs, "game_names", lambda: ["coins"])
    monkeypatch.setattr(playthroughs, "get_game", lambda name: COINS)
    playthroughs.main([str(tmp_path / "new")])
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == ["coins-short.txt", "coins-standard.txt"]
    assert (tmp_path / "new" / "coins-short.txt").read_text(encoding="utf-8") == playthrough(COINS, "short")
    assert "coins-short.txt" in capsys.readouterr().out
