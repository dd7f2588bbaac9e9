"""The conformance suite passes what conforms, and catches each fault under the property that it breaks."""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.text import Text

from lanista.core.errors import NativeError, RuleError
from lanista.engine import State
from lanista.engine.ready import ready
from lanista.engine.showing import ToldLine
from lanista.game import BotStart, InvalidMove, Learning, Outcome, Pictures
from lanista.game.modules import Modules
from lanista.games.overdrive.game import OVERDRIVE
from lanista.testing import NotConforming, check_game
from lanista.tools import conformance as testing
from lanista.tools.conformance.targets import javascript_gives_the_same_bytes, webassembly_gives_the_same_bytes
from lanista.tools.conformance.trial import GameTrial
from lanista.tools.conformance.twins import batches_equal_single_matches
from tests.coins import COINS, RULES, Coins, Reason, views
from tests.coins.moves import Move
from tests.coins.show import picture
from tests.coins.state import Way
from tests.plugins import forget_games, install
from tests.programs import check_with_all_tools, need
from tests.rows import every_row
from tests.tools.conformance import broken_rules
from tests.tools.conformance.forbidden_rules import WORDS

FOLDER = Path(__file__).parents[2]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The sixth game as an installed package: a folder and one entry point."""
    install(tmp_path, "coins = tests.coins:COINS", {}, package="sixth-game")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget_games()
    yield
    forget_games()


# What conforms


@pytest.mark.compiles
@pytest.mark.parametrize("turns", [100, pytest.param(600, marks=pytest.mark.long)])
def test_overdrive_conforms(turns: int) -> None:
    lines = check_with_all_tools(OVERDRIVE, turns=turns)
    assert "overdrive (standard, 2 seats): views do not leak hidden information" in lines
    assert "overdrive (classic, 2 seats): compiled rules give the same bytes" in lines
    assert "overdrive (standard, 2 seats): batches equal single matches" in lines
    assert [line for line in lines if "NOT" in line] == []


@pytest.mark.usefixtures("installed")
def test_a_sixth_game_is_one_folder_and_an_entry_point() -> None:
    lines = check_with_all_tools(COINS, turns=300)
    assert "coins: the game is installed" in lines
    for ruleset, seats in itertools.product(("standard", "short"), (2, 3)):
        assert f"coins ({ruleset}, {seats} seats): compiled rules give the same answers" in lines
        assert f"coins ({ruleset}, {seats} seats): javascript gives the same bytes" in lines
        assert f"coins ({ruleset}, {seats} seats): webassembly gives the same bytes" in lines


# The suite can fail: a fault, and the property under which it must be caught


def learning(part: type[Learning[Any, Any, Any]]) -> type[Coins]:
    """The game with another part for learners."""
    return with_part("learning", part)


def pictures(part: type[Pictures[Any, Any, Any]]) -> type[Coins]:
    """The game with other pictures."""
    return with_part("pictures", part)


def with_part(name: str, part: Callable[[Coins], Any]) -> type[Coins]:
    """The game with another optional part."""

    def __init__(self: Coins) -> None:
        Coins.__init__(self)
        setattr(self, name, part(self))

    return with_facts(__init__=__init__)


def with_facts(**facts: Any) -> type[Coins]:
    """The game with something else said about it."""
    return type("Variant", (Coins,), {"__module__": Coins.__module__, **facts})


class BelievesInTheStart(Modules):
    """The game's modules, and a belief that takes no notice of views."""

    def __init__(self, game: Coins) -> None:
        super().__init__(game.package)

    def find(self, module: str, name: str, default: Any) -> Any:
        return StartBelief if module == "search.imagine" else super().find(module, name, default)


class StartBelief:
    def __init__(self, game: Coins, start: BotStart) -> None:
        self._state = game.start(start.config, 1, start.seats)

    def see(self, view: dict[str, Any]) -> None:
        pass

    def imagine(self, seed: int) -> State[Any, Any]:
        return self._state


class SharingState(State[Any, Any]):
    """Clones that are no copies."""

    def clone(self) -> State[Any, Any]:
        return SharingState(self.rules, self.data, self.fixed)


class SharesItsClones(Coins):
    def start(self, config, seed, seats=2, map=""):
        state = super().start(config, seed, seats)
        return SharingState(state.rules, state.data, state.fixed)


class StartsByChance(Coins):
    counter = itertools.count()

    def start(self, config, seed, seats=2, map=""):
        return super().start(config, seed + next(self.counter), seats)


class RemembersOutsideTheState(Coins):
    steps = 0

    def step(self, state, moves):
        super().step(state, moves)
        self.steps += 1
        state.record.filler = self.steps % 7


class LeaksInItsView(Coins):
    def view_json(self, state, seat):
        purses = [runner.purse for runner in state.record.runners]
        return msgspec.json.encode({**views.view(state, seat), "purses": purses})


class LeaksInItsPicture(Coins):
    def picture(self, state, seat=None, names=()):
        return picture.draw(state, None)


class HidesWithoutRedrawing(Learning[Any, Any, Any]):
    def redraw_hidden(self, state, seat, seed):
        other = super().redraw_hidden(state, seat, seed)
        for mine, kept in zip(other.record.runners, state.record.runners, strict=True):
            mine.purse = kept.purse
        return other


class RedrawsByChance(Learning[Any, Any, Any]):
    counter = itertools.count()

    def redraw_hidden(self, state, seat, seed):
        return super().redraw_hidden(state, seat, next(self.counter))


class RedrawsTheState(Learning[Any, Any, Any]):
    def redraw_hidden(self, state, seat, seed):
        state.assign(super().redraw_hidden(state, seat, seed))
        return state


class RedrawsNonsense(Learning[Any, Any, Any]):
    def redraw_hidden(self, state, seat, seed):
        other = super().redraw_hidden(state, seat, seed)
        other.record.runners[1 - min(seat, 1)].purse = -1
        return other


class ShowsNoJson(Coins):
    def view_json(self, state, seat):
        return b"turn " + super().view_json(state, seat)


class ShowsTwoLines(Coins):
    def view_json(self, state, seat):
        return msgspec.json.format(super().view_json(state, seat))


class ShowsOneThingAndAnother(Coins):
    def view(self, state, seat):
        return {**super().view(state, seat), "turn": 0}


class ShowsFractions(Coins):
    def view(self, state, seat):
        return {**super().view(state, seat), "turn": float(state.record.turn + 1)}


class ShowsTheSameObjectAgain(Coins):
    def view(self, state, seat):
        return shared(super().view_json(state, seat))


@cache
def shared(text: bytes) -> Any:
    return msgspec.json.decode(text)


class ChangesWhatItLooksAt(Coins):
    def view_json(self, state, seat):
        state.record.filler += 1
        return super().view_json(state, seat)


class EndsByItself(Coins):
    def outcome(self, state, verdicts=()):
        return Outcome((1,) * state.seats, (0,) * state.seats, "turn limit") if state.record.turn > 5 else None


class DrawsNothing(Coins):
    def picture(self, state, seat=None, names=()):
        return Text(" ") if seat is None else super().picture(state, seat)


class LeaksInItsFrame(Coins):
    def frame(self, state, seat=None, played=None):
        return {"purses": [runner.purse for runner in state.record.runners]}


class DrawsWhatIsNoJson(Coins):
    def scene(self, state):
        return {"state": state}


class DrawsCurvesForSome(Pictures[Any, Any, Any]):
    def curves(self, state, seat=None):
        return {"purse": [0]}


class DrawsByCounting(Coins):
    counter = itertools.count()

    def frame(self, state, seat=None, played=None):
        return {"count": next(self.counter) if seat is None else 0}


class TellsNothingAtLength(Pictures[Any, Any, Any]):
    def told(self, state, played, seat=None):
        return [ToldLine(" ")]


class TellsKindsAtLength(Pictures[Any, Any, Any]):
    def told(self, state, played, seat=None):
        return [ToldLine("a coin fell", kind="Coin fell")]


class TellsOfElsewhere(Pictures[Any, Any, Any]):
    def scene(self, state):
        return {"width": 4, "height": 1}

    def told(self, state, played, seat=None):
        return [ToldLine("a coin fell", at=(4, 0))]


class SaysMovesInTwoLines(Pictures[Any, Any, Any]):
    def words(self, played, seat):
        return "go\nleft"


class LosesAField(Coins):
    def dump(self, state):
        value = super().dump(state)
        del value["state"]["generator"]
        return value

    def load(self, value):
        lost = {"generator": {"position": 0}}
        return super().load({**value, "state": {**lost, **value["state"]}})


class LoadsAnything(Coins):
    def load(self, value):
        try:
            return super().load(value)
        except Exception:  # noqa: BLE001 - the fault
            return self.start(self.configure(), 1)


class ForgetsThePath(Coins):
    def load(self, value):
        try:
            return super().load(value)
        except Exception as error:
            raise type(error)("something is wrong") from error


class WritesInItsOwnWay(Coins):
    def write(self, move):
        return super().write(move).lower()


class WritesTheOtherWay(Coins):
    def write(self, move):
        return Way(-move.way % 3).name


class ReadsAnything(Coins):
    def read(self, state, seat, text):
        try:
            return super().read(state, seat, text)
        except InvalidMove as error:
            return error.move


class TripsOverWords(Coins):
    def read(self, state, seat, text):
        return Move(Way[text])


class GivesNoReason(Coins):
    def read(self, state, seat, text):
        try:
            return super().read(state, seat, text)
        except InvalidMove as error:
            raise InvalidMove("", error.move) from None


class CountsFromZero(Coins):
    def turn(self, state):
        return super().turn(state) - 1


class PromisesAnEarlierEnd(Coins):
    def max_turns(self, state):
        return super().max_turns(state) - 1


class SwapsSometimes(Learning[Any, Any, Any]):
    def swap_seats(self, state):
        return super().swap_seats(state) if state.record.turn < 5 else None


class StartsByOtherRules(Coins):
    rules = replace(RULES)

    def start(self, config, seed, seats=2, map=""):
        return COINS.start(config, seed, seats)


class TakesAnySeats(Coins):
    def start(self, config, seed, seats=2, map=""):
        return super().start(config, seed, min(max(seats, 2), 3))


class ConfiguresAnything(Coins):
    def configure(self, ruleset="standard", changes=None):
        return {**self.rulesets.get(ruleset, self.rulesets["standard"]), **(changes or {})}


class SharesItsSettings(Coins):
    def configure(self, ruleset="standard", changes=None):
        super().configure(ruleset, changes)
        return self.rulesets[ruleset]

    rulesets = {"standard": {"max_turns": 30}}  # noqa: RUF012 - not to spoil those of the game


def with_rules(**rules: Any) -> type[Coins]:
    """The sixth game with some of its rules replaced."""
    return with_facts(rules=replace(RULES, **rules))


def with_policy(policy: Any, **rules: Any) -> type[Coins]:
    """The sixth game with one other policy."""
    return with_rules(policies=(policy,), **rules)


def with_outcome(**changes: Any) -> type[Coins]:
    """The sixth game with an outcome that is wrong in one thing."""

    def outcome(self: Coins, state: State[Any, Any], verdicts: object = ()) -> Outcome | None:
        good = Coins.outcome(self, state)
        return good and msgspec.structs.replace(good, **changes)

    return with_facts(outcome=outcome)


DESCRIBES = "class attributes are valid"
DETERMINISM = "same seed and moves give same bytes"
CLONES = "clones are independent"
INVARIANTS = "invariants hold"
ENDS = "random play ends"
OUTCOMES = "outcomes are well formed"
STILL = "steps after the end change nothing"
ALIKE = "seats are treated alike"
DUMPS = "states survive dump and load"
WRONG_DUMPS = "invalid dumps are refused"
TEXTS = "legal moves survive write and read"
OTHER_TEXTS = "invalid move texts are refused"
SEEN = "views are plain json"
HIDDEN = "views do not leak hidden information"
REDRAWN = "hidden fields are redrawn"
POLICIES = "policies write valid moves"
POLICY_SIGHT = "policies see only what their seat sees"
IMAGINED = "imagined states agree with views"
THINKING = "values and proposals are usable"
PICTURES = "pictures can be drawn"
BROWSER = "scenes and frames are plain json"
NOTES = "notes fit in the log"
EVENTS = "events are single lines of text"
IN_WORDS = "moves in words are single lines"
SETTINGS = "invalid settings are refused"
SEATS = "invalid seat counts are refused"
REGISTRY = "the game is installed"

FAULTS: list[tuple[str, type[Coins], str, str]] = [
    ("a name with a capital", with_facts(name="Coins"), DESCRIBES, "name: lower-case"),
    ("no title", with_facts(title=" "), DESCRIBES, "title"),
    ("seats as a number", with_facts(seats=2), DESCRIBES, "seats: a range"),
    ("no behaviour", with_facts(behaviour=0), DESCRIBES, "behaviour"),
    ("no time", with_facts(turn_ms=0), DESCRIBES, "turn_ms"),
    ("no standard ruleset", with_facts(rulesets={"short": {"max_turns": 8}}), DESCRIBES, "`standard`"),
    (
        "rulesets of different settings",
        with_facts(rulesets={"standard": {"max_turns": 30}, "short": {}}),
        DESCRIBES,
        "the same settings",
    ),
    ("rules of another name", with_rules(name="gold"), DESCRIBES, "rules.name"),
    (
        "a misspelt field",
        with_rules(step=broken_rules.step_with_a_misspelt_field),
        DESCRIBES,
        "no record has a field 'turns'; did you mean 'turn'?",
    ),
    ("states of other rules", StartsByOtherRules, DESCRIBES, "made with `game.rules`"),
    ("settings unguarded", ConfiguresAnything, SETTINGS, "'no such ruleset'"),
    ("settings shared", SharesItsSettings, SETTINGS, "a copy of the settings"),
    ("any number of seats", TakesAnySeats, SEATS, "start with 1 seats is accepted"),
    ("a start by chance", StartsByChance, DETERMINISM, "state.generator.position = "),
    ("memory outside the state", RemembersOutsideTheState, DETERMINISM, "state.filler = "),
    ("clones that share bytes", SharesItsClones, CLONES, "must not share the bytes"),
    (
        "a rule that writes into the constants",
        with_rules(step=broken_rules.step_that_changes_the_limit),
        CLONES,
        "constant record",
    ),
    (
        "an impossible purse",
        with_rules(step=broken_rules.step_that_pays_twice),
        INVARIANTS,
        "runner 0 has 2 coins after 1 turns",
    ),
    ("turns counted from 0", CountsFromZero, ENDS, "expected: 1\n  got:      0"),
    ("an end promised too early", PromisesAnEarlierEnd, ENDS, "turn 29 at the latest"),
    ("an end that only the outcome sees", EndsByItself, OUTCOMES, "must agree"),
    ("a reward for the last", with_rules(reward=broken_rules.reward_for_all), OUTCOMES, "better rank"),
    ("ranks from 0", with_outcome(rule_ranks=(0, 1)), OUTCOMES, "ranks from 1"),
    ("no first rank", with_outcome(rule_ranks=(2, 2)), OUTCOMES, "ranks from 1"),
    ("a gap in the ranks", with_outcome(rule_ranks=(1, 3)), OUTCOMES, "ranks from 1"),
    ("a rank too few", with_outcome(rule_ranks=(1,)), OUTCOMES, "one rank per seat"),
    ("a score too many", with_outcome(scores=(1, 2, 3)), OUTCOMES, "one score per seat"),
    ("half a point", with_outcome(scores=(0.5, 1)), OUTCOMES, "whole numbers"),
    ("no reason", with_outcome(reason=""), OUTCOMES, "a reason as text"),
    ("a reason that is no text", with_outcome(reason=Reason.TURN_LIMIT), OUTCOMES, "a reason as text"),
    (
        "a match after the end",
        with_rules(step=broken_rules.step_without_end),
        STILL,
        "return at once if the match is over",
    ),
    (
        "a rule that favours a seat",
        with_rules(step=broken_rules.step_that_prefers_a_seat),
        ALIKE,
        "a rule favours a seat; the moves were",
    ),
    ("seats swapped sometimes", learning(SwapsSometimes), ALIKE, "always return a state, or never"),
    ("a dump without a field", LosesAField, DUMPS, "state.generator.position = 0"),
    ("anything is loaded", LoadsAnything, WRONG_DUMPS, "load accepts $.config.seats = "),
    ("errors without a path", ForgetsThePath, WRONG_DUMPS, "contains the path $.config.seats"),
    ("a text that is not read", WritesInItsOwnWay, TEXTS, "InvalidMove: expected one of STAY"),
    ("a text of another move", WritesTheOtherWay, TEXTS, "must agree on"),
    ("legal but refused", with_rules(legal=broken_rules.legal_everywhere), TEXTS, "leads off the line"),
    ("nothing is legal", with_rules(legal=broken_rules.legal_nowhere), TEXTS, "a legal action"),
    ("nonsense is read", ReadsAnything, OTHER_TEXTS, "`read` must refuse"),
    ("words that raise", TripsOverWords, OTHER_TEXTS, "KeyError"),
    ("a refusal without reason", GivesNoReason, OTHER_TEXTS, "a reason as text"),
    ("a view that is no JSON", ShowsNoJson, SEEN, "DecodeError"),
    ("a view of two lines", ShowsTwoLines, SEEN, "one line with a JSON object"),
    ("two different views", ShowsOneThingAndAnother, SEEN, "what `view_json` says"),
    ("a view that is equal but not the same", ShowsFractions, SEEN, "what `view_json` says"),
    ("a view of shared objects", ShowsTheSameObjectAgain, SEEN, "bots may change their view"),
    ("a view that changes the state", ChangesWhatItLooksAt, SEEN, "must not change the state"),
    ("a leak in the view", LeaksInItsView, HIDDEN, '"purses":['),
    ("a leak in the numbers", with_rules(observe=broken_rules.observe_with_a_leak), HIDDEN, "number 11 is"),
    (
        "numbers that no view shows",
        with_rules(observe=broken_rules.observe_that_foresees),
        "observations show no more than views",
        "another one for another filler",
    ),
    ("a leak in the picture", LeaksInItsPicture, HIDDEN, "`picture` of a seat"),
    ("hidden things drawn by chance", learning(RedrawsByChance), HIDDEN, "depend on its seed alone"),
    (
        "hidden things drawn into the state",
        learning(RedrawsTheState),
        HIDDEN,
        "`redraw_hidden` must work on a clone",
    ),
    ("hidden things drawn impossible", learning(RedrawsNonsense), HIDDEN, "has -1 coins"),
    ("a policy that leaves the line", with_policy(broken_rules.policy_of_one_way), POLICIES, "LEFT leads off"),
    ("a policy that plays by itself", with_policy(broken_rules.policy_that_moves), POLICIES, "only into its move"),
    ("a policy that changes constants", with_policy(broken_rules.policy_that_buys_time), POLICIES, "max_turns"),
    ("a policy without a move", with_policy(broken_rules.policy_that_writes_nothing), POLICIES, "every field"),
    (
        "a policy that leaves notes for the rules",
        with_policy(broken_rules.policy_that_takes_notes, step=broken_rules.step_after_a_target),
        POLICIES,
        "left in the scratch space",
    ),
    ("a policy that remembers all", with_policy(broken_rules.policy_that_remembers_all), POLICY_SIGHT, "remember"),
    ("a policy that sees all", with_policy(broken_rules.policy_that_looks_around), POLICY_SIGHT, "cannot see"),
    (
        "a policy that draws by hidden values",
        with_policy(broken_rules.policy_that_draws_for_the_rich),
        POLICY_SIGHT,
        "cannot see",
    ),
    ("a belief that stays at the start", with_part("modules", BelievesInTheStart), IMAGINED, "what was seen"),
    ("a value beyond a win", with_rules(value=broken_rules.value_beyond_a_win), THINKING, "-1000 to 1000"),
    (
        "a proposal that leaves the line",
        with_rules(propose=broken_rules.propose_one_way),
        THINKING,
        "LEFT leads off",
    ),
    ("too many proposals", with_rules(propose=broken_rules.propose_too_many), THINKING, "0 to 16 proposals"),
    ("hidden fields that are not redrawn", learning(HidesWithoutRedrawing), REDRAWN, "runners.purse redrawn"),
    ("an empty picture", DrawsNothing, PICTURES, "`picture` for seat None"),
    ("a leak in the frame", LeaksInItsFrame, HIDDEN, "`frame` of a seat"),
    ("a scene that is no JSON", DrawsWhatIsNoJson, BROWSER, "TypeError"),
    ("curves for some", pictures(DrawsCurvesForSome), BROWSER, "one number per seat for 'purse'"),
    ("frames by chance", DrawsByCounting, BROWSER, "depend on the state alone"),
    ("a log that overflows", with_rules(step=broken_rules.step_that_notes_every_pace), NOTES, "note less"),
    ("an event without text", pictures(TellsNothingAtLength), EVENTS, "one line of text"),
    ("an event of a long kind", pictures(TellsKindsAtLength), EVENTS, "a kind that is one word"),
    ("an event off the board", pictures(TellsOfElsewhere), EVENTS, "a cell of the board"),
    ("moves in two lines", pictures(SaysMovesInTwoLines), IN_WORDS, "one line of words"),
    ("a game that is not installed", Coins, REGISTRY, "coins among the installed games"),
]


@pytest.mark.parametrize(("fault", "broken", "property_", "words"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_fault_is_caught(fault: str, broken: type[Coins], property_: str, words: str) -> None:
    with pytest.raises(NotConforming) as caught:
        check_game(broken(), turns=200, native=False)
    assert caught.value.property == property_
    assert words in str(caught.value)


@every_row("step", WORDS, ids=lambda step: step.__name__)
def test_what_rules_must_not_contain_is_caught(step: Any) -> None:
    lines, first = inspect.getsourcelines(step)
    line = first + next(i for i, text in enumerate(lines) if "# FAULT" in text)
    with pytest.raises(NotConforming) as caught:
        check_game(with_rules(step=step)(), turns=1, native=False)
    assert caught.value.property == DESCRIBES
    location = f"forbidden_rules.py:{line} in {step.__name__}"
    assert f"{location}: rules must not contain {WORDS[step]}" in str(caught.value)


def test_every_property_has_a_fault_that_breaks_it() -> None:
    from lanista.tools.conformance.checks import EVERY_RULESET, FIRST, LAST

    properties = {check.__name__.replace("_", " ") for check in (*FIRST, *EVERY_RULESET, *LAST)}
    assert properties == {property_ for _, _, property_, _ in FAULTS}


@pytest.mark.parametrize(
    ("rules", "property_", "words"),
    [
        ({"step": broken_rules.step_of_two_minds}, "compiled rules give the same bytes", "state.filler = 1"),
        (
            {"observe": broken_rules.observe_of_two_minds},
            "compiled rules give the same answers",
            "interpreted `observe`",
        ),
    ],
)
@pytest.mark.parametrize("wanted", [False, True])
def test_a_rule_that_is_another_when_compiled_is_caught(
    rules: dict[str, Any], property_: str, words: str, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a process that has played so long that it prefers compiled rules."""
    monkeypatch.setattr(ready, "wanted", wanted)
    monkeypatch.setattr(ready, "_compiling", wanted)
    with pytest.raises(NotConforming) as caught:
        check_game(with_rules(**rules)(), turns=60)
    assert caught.value.property == property_
    assert words in str(caught.value)


def test_an_index_that_is_negative_at_times_is_caught() -> None:
    with pytest.raises(NotConforming) as caught:
        check_game(with_rules(step=broken_rules.step_that_counts_from_the_end)(), turns=60)
    assert caught.value.property == "compiled rules give the same bytes"
    where = r"broken_rules.py:\d+ in step_that_counts_from_the_end"
    assert re.search(f"{where}: an index is out of range", str(caught.value))


@pytest.mark.parametrize("check", [javascript_gives_the_same_bytes, webassembly_gives_the_same_bytes])
@pytest.mark.parametrize(("name", "rule"), [("step", "step_of_two_minds"), ("observe", "observe_of_two_minds")])
def test_a_rule_that_is_another_in_a_script_is_caught(name: str, rule: str, check: Any) -> None:
    need("node")
    game = with_rules(**{name: getattr(broken_rules, rule)})()
    trial = GameTrial(game, "short", 2, 60, lambda _: None, property="scripts")
    with pytest.raises(NotConforming) as caught:
        check(trial)
    assert (caught.value.seed, caught.value.turn) == (1, 1)
    assert f"to do:    {name}; use whole numbers below 2**53" in str(caught.value)


def test_a_batch_that_parts_from_its_matches_is_caught() -> None:
    class NeverOut(Coins):
        def outcome(self, state, verdicts=()):
            return None

    trial = GameTrial(NeverOut(), "short", 2, 100, lambda _: None, property="batches")
    with pytest.raises(NotConforming, match="`done` of match 0"):
        batches_equal_single_matches(trial)


def test_a_message_says_where_what_and_what_to_do() -> None:
    with pytest.raises(NotConforming) as caught:
        check_game(LeaksInItsView(), turns=300, native=False)
    error = caught.value
    assert (error.game, error.ruleset, error.property) == ("coins", "standard", HIDDEN)
    assert (error.seed, error.seat) == (1, 0)
    assert isinstance(error.turn, int)
    assert str(error).splitlines()[:2] == [
        f"coins (standard, 2 seats) does not conform: {HIDDEN}",
        f"  where:    seed 1, turn {error.turn}, seat 0",
    ]
    assert [line.split(":")[0].strip() for line in str(error).splitlines()[2:]] == ["expected", "got", "to do"]


def test_an_error_inside_a_rule_is_the_cause() -> None:
    rules = {"step": broken_rules.step_with_a_misspelt_field}
    broken = with_rules(**rules)()
    with pytest.raises(NotConforming) as caught:
        check_game(broken, turns=10, native=False)
    assert isinstance(caught.value.__cause__, RuleError)
    assert "broken_rules.py:" in str(caught.value.__cause__)


# With and without a compiler and node

MISSING = [
    ("available", "compiled rules", "a C compiler is missing; pip install 'lanista[compiler]'"),
    ("node", "rules in JavaScript", "node is missing; install Node.js"),
    ("zig", "rules in WebAssembly", "Zig's compiler is missing; pip install 'lanista[compiler]'"),
]
LEFT = {"available": 8, "node": 4, "zig": 8}  # lines about equal bytes: four trials for each target that is left


@pytest.mark.parametrize(("tool", "what", "why"), MISSING)
def test_it_says_what_was_left_out_without_a_tool(
    tool: str, what: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("node")
    monkeypatch.setattr(testing, tool, lambda: None)
    lines: list[str] = []
    with pytest.raises(NotConforming, match=REGISTRY):
        check_game(Coins(), turns=20, report=lines.append)
    assert f"coins: {what} NOT checked: {why}" in lines
    assert sum("the same bytes" in line and "moves" not in line for line in lines) == LEFT[tool]


@pytest.mark.parametrize(("tool", "what", "why"), MISSING)
def test_without_a_tool_it_fails_where_native_is_asked_for(
    tool: str, what: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each, _, _ in MISSING:
        monkeypatch.setattr(testing, each, lambda found=each != tool: found)
    with pytest.raises(NativeError) as caught:
        check_game(Coins(), turns=20, native=True)
    assert str(caught.value) == f"native=True: {what} cannot be checked: {why}"


def test_what_was_not_asked_for_is_said_too() -> None:
    lines: list[str] = []
    with pytest.raises(NotConforming, match=REGISTRY):
        check_game(Coins(), turns=20, native=False, report=lines.append)
    assert "coins: rules in C, JavaScript and WebAssembly NOT checked, as requested" in lines
