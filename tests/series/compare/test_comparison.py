"""Units are counted in order, stored as they come, and continued."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from lanista.core.errors import BotError, FileError, InputError
from lanista.match.terms import MatchTerms
from lanista.series.compare import Comparison, ComparisonQuestion
from lanista.series.spec import MatchReport, MatchSpec
from lanista.series.stats import EloScale, ScoreSample, Sprt, SprtDecision, strength
from tests.series.compare.made_up import QUESTION, TEST, MadeUp, compare, report, run, won_by

NEW, OLD = 0, 1


def by_chance(spec: MatchSpec) -> MatchReport:
    """NEW wins 60 % of its matches, as the match's number says."""
    wins = random.Random(spec.number).random() < 0.6
    return won_by(NEW if wins else OLD)(spec)


def test_a_better_bot_is_accepted_and_a_worse_one_rejected():
    better, worse = run(compare(won_by(NEW))).standing, run(compare(won_by(OLD), fresh=True)).standing
    assert (better.decision, worse.decision) == (SprtDecision.ACCEPTED, SprtDecision.REJECTED)
    assert (better.new.won, better.new.lost) == (2 * better.units, 0)
    assert (better.old.won, better.old.lost) == (0, 2 * better.units)
    assert better.strength == strength(better.sample)


def test_a_unit_is_one_seed_with_both_seats():
    executor = MadeUp(won_by(NEW))
    run(compare(won_by(NEW), executor=executor))
    first, second, third, fourth = executor.specs[:4]
    assert [spec.bots for spec in (first, second)] == [("greedy", "cruise"), ("cruise", "greedy")]
    assert first.seed == second.seed != third.seed == fourth.seed


@pytest.mark.parametrize("ahead", [1, 2, 3, 7, 16])
def test_the_decision_does_not_depend_on_the_order_in_which_matches_end(ahead):
    one, many = run(compare(by_chance)), run(compare(by_chance, ahead=ahead, fresh=True))
    assert (one.standing.units, one.standing.sample, one.standing.decision) == (
        many.standing.units,
        many.standing.sample,
        many.standing.decision,
    )
    assert one.standing.new == many.standing.new


def test_a_unit_waits_for_those_before_it():
    comparison = compare(by_chance, ahead=6)
    counted = [standing.units for standing in comparison.run()]
    assert counted[:6] == [0, 0, 0, 0, 0, 3], "matches 5 to 0 end in this order"


def test_what_was_played_is_continued():
    whole = run(compare(by_chance, folder=Path("whole")))
    running = compare(by_chance).run()
    for _ in range(7):
        next(running)
    running.close()
    executor = MadeUp(by_chance)
    again = compare(by_chance, executor=executor)
    assert (again.standing.units, again.standing.matches, again.standing.stored) == (3, 7, 7)
    assert run(again).standing.sample == whole.standing.sample
    assert executor.specs[0].number == 7, "the rest of the fourth unit comes first"
    assert again.standing.stored == 7


def test_a_torn_line_is_ignored_and_overwritten():
    running = compare(by_chance).run()
    for _ in range(4):
        next(running)
    running.close()
    (path,) = Path(".lanista/compare").glob("*.jsonl")
    path.write_bytes(path.read_bytes()[:-9])
    again = compare(by_chance)
    assert (again.standing.units, again.standing.matches) == (1, 3)
    assert run(again).standing.decision is SprtDecision.ACCEPTED
    assert all(json.loads(line) for line in path.read_text().splitlines())
    assert run(compare(by_chance)).standing.sample == again.standing.sample


def test_a_decided_comparison_is_not_played_again():
    decided = run(compare(won_by(NEW))).standing
    executor = MadeUp(won_by(OLD))
    again = run(compare(won_by(OLD), executor=executor))
    assert (again.standing.sample, again.standing.decision) == (decided.sample, decided.decision)
    assert executor.specs == []
    assert run(compare(won_by(OLD), fresh=True)).standing.decision is SprtDecision.REJECTED


def test_a_stored_seed_is_kept_unless_another_is_given():
    question = replace(QUESTION, seed=None)
    first = run(compare(by_chance, question, max_units=2))
    assert compare(by_chance, question).seed == first.seed
    assert compare(by_chance, replace(question, seed=first.seed)).path == first.path
    other = compare(by_chance, replace(question, seed=first.seed ^ 1))
    assert (other.path != first.path, other.standing.matches) == (True, 0)


def test_a_changed_bot_starts_anew():
    Path("bot.py").write_text("def move(view):\n    return 'NOTHING'\n")
    question = replace(QUESTION, new="bot.py")
    run(compare(by_chance, question, max_units=3))
    assert compare(by_chance, question).standing.units == 3
    Path("bot.py").write_text("def move(view):\n    return 'ACCELERATE'\n")
    assert compare(by_chance, question).standing.units == 0


CHANGES: list[dict[str, object]] = [
    {"old": "random"},
    {"against": ("random",)},
    {"terms": MatchTerms(settings={"max_rounds": 30})},
    {"terms": MatchTerms(ruleset="classic")},
    {"terms": MatchTerms(turn_ms=77)},
    {"terms": MatchTerms(no_timeout=True)},
]


@pytest.mark.parametrize("changes", CHANGES)
def test_another_question_has_results_of_its_own(changes):
    assert compare(by_chance).path != compare(by_chance, replace(QUESTION, **changes)).path


def test_words_of_a_command_belong_to_the_bot():
    Path("bot.py").touch()
    questions = [replace(QUESTION, new=f"python3 bot.py {depth}") for depth in (3, 5)]
    assert len({compare(by_chance, question).path for question in questions}) == 2


def test_the_number_of_units_is_bounded():
    standing = run(compare(won_by(NEW), max_units=2)).standing
    assert (standing.decision, standing.units, standing.matches) == (SprtDecision.UNDECIDED, 2, 4)


def test_speed_and_the_time_left():
    seconds = iter(range(0, 1000, 2))
    running = compare(by_chance, clock=lambda: next(seconds)).run()
    assert [next(running).matches_per_second for _ in range(3)] == [0.5] * 3
    standing = next(running)
    assert standing.status.units_left is not None
    assert standing.seconds_left is not None
    running.close()


def test_the_time_left_is_steady_at_first():
    """It begins with what a close comparison takes, and the few first pairs hardly change it."""
    seconds = iter(range(0, 1000, 2))
    comparison = compare(by_chance, max_units=5000, clock=lambda: next(seconds))
    assert comparison.expected_units == pytest.approx(800, abs=5)
    running = comparison.run()
    left = [next(running).seconds_left or 0 for _ in range(24)][2:]
    running.close()
    assert left[0] == pytest.approx(4 * 800, rel=0.25)
    assert max(left) / min(left) < 2.5


def test_only_one_process_continues_a_comparison():
    running = compare(by_chance).run()
    next(running)
    with pytest.raises(FileError, match="another comparison of these bots is running here"):
        next(compare(by_chance).run())
    running.close()


def test_results_that_another_process_added_meanwhile_are_kept():
    executor = MadeUp(by_chance)
    early = compare(by_chance, executor=executor)
    run(compare(by_chance, max_units=4))
    run(early)
    assert executor.specs[0].number == 8
    assert early.standing.sample == compare(by_chance).standing.sample


def test_closing_ends_the_matches():
    executor = MadeUp(by_chance)
    running = compare(by_chance, executor=executor).run()
    next(running)
    running.close()
    assert executor.closed


# Matches without a result


def void_at(*numbers: int):
    def play(spec: MatchSpec) -> MatchReport:
        return MatchReport(spec, void="our fault") if spec.number in numbers else won_by(NEW)(spec)

    return play


def test_a_void_match_costs_its_unit():
    standing = run(compare(void_at(2, 5), max_units=6)).standing
    assert (standing.units, standing.matches, standing.errors) == (6, 16, 2)
    assert standing.first_error == "our fault"
    assert standing.new.won == 12


def test_several_in_a_row_end_the_comparison():
    comparison = compare(void_at(2, 4, 6, 7))
    with pytest.raises(InputError, match=r"3 .* in a row have no result.*our fault"):
        run(comparison)
    assert comparison.standing.units == 1
    assert compare(void_at(2, 4, 6, 7)).standing.units == 1, "what was played is kept"


def test_a_match_is_lost_by_the_bot_that_forfeits_it():
    def play(spec: MatchSpec) -> MatchReport:
        made = report(
            spec, (1, 2), faults=[9 * (one == NEW) for one in spec.entrants], first_faults=["why", "why"]
        )
        assert made.outcome is not None
        forfeits = tuple("gave up" if one == NEW else "" for one in spec.entrants)
        made.outcome = type(made.outcome)(made.outcome.rule_ranks, (0, 0), "end", ("too many",), forfeits)
        return made

    standing = run(compare(play, max_units=3)).standing
    assert (standing.new.lost, standing.new.faults, standing.new.faulted) == (6, 54, 6)
    assert (standing.new.first_fault, standing.new.first_fault_command) == ("why", "repeat 0")
    assert (standing.old.faults, standing.old.first_fault) == (0, "")


def test_a_bot_that_cannot_be_started_ends_the_comparison():
    def play(spec: MatchSpec) -> MatchReport:
        seat = spec.entrants.index(NEW)
        return report(spec, (1, 2), faults=[1, 1], first_faults=["crash in turn 0: no module"] * 2, absent=(seat,))

    with pytest.raises(
        BotError, match=r"the bot 'greedy' cannot be started: crash in turn 0: no module.*repeat 0"
    ):
        run(compare(play))


def test_a_bot_that_fails_to_start_later_loses_that_match():
    def play(spec: MatchSpec) -> MatchReport:
        absent = (spec.entrants.index(NEW),) if spec.number == 4 else ()
        made = won_by(OLD if absent else NEW)(spec)
        made.absent = absent
        return made

    assert run(compare(play, max_units=4)).standing.new.lost == 1


def test_a_bot_that_is_changed_meanwhile_ends_the_comparison():
    def play(spec: MatchSpec) -> MatchReport:
        made = won_by(NEW)(spec)
        digests = [bot.digest for bot in comparison.arrangement.bots]
        made.digests = tuple("new" if spec.number == 3 and one == NEW else digests[one] for one in spec.entrants)
        return made

    comparison = compare(play)
    with pytest.raises(InputError, match="'greedy' was changed during the comparison"):
        run(comparison)
    assert comparison.standing.matches == compare(play).standing.matches == 3


# Questions


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (ComparisonQuestion("overdrive", "human", "cruise"), "got `human`"),
        (ComparisonQuestion("rampage", "join", "greedy"), "got `join`"),
        (ComparisonQuestion("overdrive", "nobody", "cruise"), "no bot 'nobody'"),
        (ComparisonQuestion("overdrive", "greedy", "cruise", maps=("nowhere",)), "no maps to choose from"),
        (ComparisonQuestion("overdrive", "greedy", "cruise", terms=MatchTerms(settings={"speed": 1})), "speed"),
        (ComparisonQuestion("overdrive", "greedy", "cruise", seats=1), "at least 2 seats"),
        (ComparisonQuestion("overdrive", "greedy", "cruise", seats=3), "3 seats"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_match(question, said):
    with pytest.raises(InputError, match=said):
        compare(by_chance, question)


def test_the_same_bot_is_noticed():
    assert compare(by_chance, replace(QUESTION, old="greedy")).arrangement.is_same_bot
    assert not compare(by_chance).arrangement.is_same_bot


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_new_plays_every_seat_against_old_in_all_others(seats):
    executor = MadeUp(won_by(NEW))
    question = ComparisonQuestion("tanks", "greedy", "sniper", seats=seats, seed=1)
    standing = run(compare(won_by(NEW), question, executor=executor, max_units=1)).standing
    assert [spec.entrants.index(NEW) for spec in executor.specs] == list(range(seats))
    assert all(spec.entrants.count(OLD) == seats - 1 for spec in executor.specs)
    assert (standing.matches, standing.sample) == (seats, ScoreSample({1.0: 1}, seats))


def test_a_rank_is_a_score():
    """With four seats: ranks 1, 2, 3 and 4 in turn are the scores 1, 2/3, 1/3 and 0."""

    def play(spec: MatchSpec) -> MatchReport:
        its_seat = spec.entrants.index(NEW)
        others = [rank for rank in (1, 2, 3, 4) if rank != its_seat + 1]
        ranks = [its_seat + 1 if seat == its_seat else others.pop() for seat in range(4)]
        return report(spec, tuple(ranks))

    question = ComparisonQuestion("tanks", "greedy", "sniper", seats=4, seed=1)
    standing = run(compare(play, question, max_units=1)).standing
    assert list(standing.sample.counts) == [pytest.approx(0.5)]
    assert (standing.new.won, standing.new.lost) == (1, 3)


def test_maps_take_turns():
    executor = MadeUp(by_chance)
    question = ComparisonQuestion("tanks", "greedy", "sniper", seats=2, seed=1, maps=("", "arena"))
    with pytest.raises(InputError, match="arena"):
        compare(by_chance, question)
    maps = tuple(_maps()[:2])
    run(compare(by_chance, replace(question, maps=maps), executor=executor, max_units=4))
    assert [spec.terms.map for spec in executor.specs] == 2 * ([maps[0]] * 2 + [maps[1]] * 2)


def _maps() -> tuple[str, ...]:
    from lanista.game import get_game

    return get_game("tanks").maps


def test_units_that_all_go_the_same_way_are_noticed():
    standings = list(compare(won_by(NEW)).run())
    assert [standing.all_alike for standing in standings if standing.units == 1] == [False, False]
    assert all(standing.all_alike and standing.elo is None for standing in standings if standing.units >= 2)
    assert (standings[-1].different, standings[0].different) == (2, 0)
    assert not run(compare(by_chance, fresh=True)).standing.all_alike


def drawn(spec: MatchSpec) -> MatchReport:
    return report(spec, (1, 1))


@pytest.mark.parametrize(
    ("play", "test", "decision"),
    [
        (won_by(NEW), TEST, SprtDecision.ACCEPTED),
        (won_by(OLD), TEST, SprtDecision.REJECTED),
        (drawn, TEST, SprtDecision.REJECTED),
        (drawn, Sprt(-20, 0), SprtDecision.ACCEPTED),
        (drawn, Sprt(-20, 0, model=EloScale.LOGISTIC), SprtDecision.ACCEPTED),
        (won_by(OLD), Sprt(-20, 0), SprtDecision.REJECTED),
    ],
)
def test_without_chance_twenty_units_are_enough(play, test, decision):
    standing = run(Comparison(QUESTION, test, max_units=1000, executor=MadeUp(play))).standing
    assert (standing.status.decision, standing.decision) == (SprtDecision.UNDECIDED, decision)
    assert (standing.units, standing.is_over) == (20, True)


def test_several_maps_may_differ():
    question = ComparisonQuestion("tanks", "greedy", "sniper", seats=2, seed=1, maps=("small", "yard"))
    assert run(compare(drawn, question, max_units=50)).standing.units == 50
