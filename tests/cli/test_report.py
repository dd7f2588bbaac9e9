"""A report names a seat in one way: the bot's name and the letter of its seat."""

import io

import pytest
from rich.console import Console

from lanista.cli.shared.report import print_result
from lanista.game import Outcome
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms


@pytest.mark.parametrize(
    ("mark", "printed"),
    [
        ("player 1 gave too many invalid commands", "bad (A) gave too many invalid commands"),
        ("player 2 gave no valid command", "cruise (B) gave no valid command"),
        ("player 3 is not there", "player 3 is not there"),
        ("to be verified: player 1", "to be verified: player 1"),
    ],
)
def test_remarks_of_the_rules_name_the_bots(tmp_path, mark, printed):
    (tmp_path / "bots").mkdir()
    bot = tmp_path / "bots" / "bad.py"
    bot.write_text("def move(view):\n    return 'FLY'\n")
    result = plan_match("overdrive", [str(bot), "cruise"], MatchTerms(settings={"max_rounds": 1}), seed=1).play()
    result.outcome = Outcome((2, 1), (0, 1), "round limit", marks=(mark,))
    out = io.StringIO()
    print_result(Console(file=out, width=200), result)
    text = out.getvalue()
    assert f"\n{printed}\n" in text
    assert "bad (A): invalid first in turn 1 (1 of 1 turns)" in text
    assert "2  bad (A) " in text
