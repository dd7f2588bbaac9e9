"""Each part of a turn is measured separately, and measuring leaves the game as it was."""

from lanista.engine.ready import ready
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.tools.bench import turns
from lanista.tools.bench.turns import AROUND, Timers, TurnPart


def test_time_counts_for_its_part_and_never_twice() -> None:
    """A bot that looks ahead with the game's rules is charged for that."""
    timers = Timers()
    rules = timers.around(TurnPart.RULES, lambda: None)
    timers.around(TurnPart.BOTS, rules)()
    spent = timers.take(10.0)
    assert spent[TurnPart.RULES] == 0.0
    assert spent[TurnPart.BOTS] != 0.0
    rules()
    assert timers.take(0.0)[TurnPart.RULES] != 0.0


def test_the_rest_is_what_no_timer_saw() -> None:
    """Parts and rest add up to the turn, except for the cost of the timers."""
    timers = Timers()
    assert sum(timers.take(1.0).values()) == 1.0


def test_a_series_is_measured_by_the_rules_that_it_uses() -> None:
    """Without compiled rules in the cache the bench says so, and `ready` is as it was afterwards."""
    plan = plan_match("rampage", ["random", "random"], seed=20)
    assert turns.speed_of(plan) in ("compiled rules", "not in the cache, so interpreted rules")
    assert not ready.wanted


def test_each_turn_counts_with_its_fastest_run() -> None:
    """The mean over turns of the minimum over runs."""
    assert turns.fastest([[1.0, 4.0], [3.0, 2.0]]) == 1.5


def test_a_match_in_parts() -> None:
    """Every part is listed once, and the game is not changed by the timers."""
    game = get_game("rampage")
    names = [measure.name for measure in turns.turn_costs(game, "random", 20, runs=1)]
    assert [name for name in names if name.startswith("- ")] == [f"- {part.value}" for part in TurnPart]
    assert not {"rules", "view", "view_json", "read"} & set(vars(game))
    assert {TurnPart.RULES, TurnPart.BOTS, TurnPart.RECORDING}.isdisjoint(AROUND)
