"""The built-in bots: whole matches without illegal moves, their order, what they remember, what they play."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from lanista.engine import Generator, derive, over, zeros
from lanista.engine.batch import Batch
from lanista.engine.chooser import Chooser
from lanista.engine.ready import ready
from lanista.game import BotStart, take_move
from lanista.game.policy_bot import PolicyBot
from lanista.games.sproutopia import rules
from lanista.games.sproutopia.bots.notebook import FOREIGN, NEAR, OWN, PREY, TRAIL, Notebook
from lanista.games.sproutopia.bots.walks import Aim
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.state import Direction
from tests.games.policies import chosen, play, reward_against_random
from tests.games.sproutopia.positions import Position, position, run
from tests.rows import every_row

SMALL = {"Rows": 24, "Cols": 24, "MaxTicks": 300}
SEEDS = range(20)
UP, DOWN, LEFT, RIGHT = list(Direction)[1:]
REMEMBERING = ("squares", "hunter", "greedy")
AIMING = [bot for bot in SPROUTOPIA.bots if bot != "random"]


def match(names: tuple[str, ...], seed: int, ruleset: str = "standard", **changes: int) -> Position:
    """A whole match on a small map; a move that is not legal raises InvalidMove."""
    config = SPROUTOPIA.configure(ruleset, {**SMALL, **changes})
    state = SPROUTOPIA.start(config, seed, len(names))
    starts = [BotStart(seat, len(names), ruleset, config, seed + seat) for seat in range(len(names))]
    bots = [PolicyBot(SPROUTOPIA, start, name, live=state) for name, start in zip(names, starts, strict=True)]
    while not state.record.over:
        texts = [bot.move(None) for bot in bots]
        SPROUTOPIA.step(state, [SPROUTOPIA.read(state, seat, text) for seat, text in enumerate(texts)])
    return state


@pytest.fixture
def _compiled() -> Any:
    """Compiled bots play faster, and do the same."""
    was_wanted = ready.wanted
    ready.prefer_compiled(compiling=True)
    yield
    ready.prefer_compiled(wanted=was_wanted)


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize("bot", SPROUTOPIA.bots)
def test_a_bot_plays_whole_matches_without_an_invalid_move(bot: str, ruleset: str) -> None:
    state = match((bot, "random", bot, "squares"), 1, ruleset, PowerUpStartTick=5, WeedsStartTick=5)
    assert SPROUTOPIA.outcome(state) is not None


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("bot", SPROUTOPIA.bots)
def test_the_same_seed_gives_the_same_match(bot: str) -> None:
    assert match((bot, "random"), 3, MaxTicks=120).bytes() == match((bot, "random"), 3, MaxTicks=120).bytes()


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("bot", AIMING)
def test_a_bot_beats_the_random_one(bot: str) -> None:
    wins = 0
    for seed in range(6):
        outcome = SPROUTOPIA.outcome(match((bot, "random"), seed))
        wins += outcome is not None and outcome.rule_ranks[0] == 1
    assert wins >= 5


@pytest.mark.parametrize("ruleset", SPROUTOPIA.rulesets)
def test_greedy_beats_random_moves_of_all_others(ruleset: str) -> None:
    rewards = [reward_against_random(SPROUTOPIA, ruleset, seed, MaxTicks=250) for seed in range(2)]
    assert rewards == [1000] * 2


@pytest.mark.parametrize("pair", list(pairwise(bot for bot in SPROUTOPIA.bots if bot != "settler")))
def test_bots_are_listed_from_the_weakest_to_the_strongest(pair: tuple[str, str]) -> None:
    """By their land before the last tick of whole matches, two seats each; `settler` is not in this order."""
    count, ticks = 24, 1000
    starts = [SPROUTOPIA.start(SPROUTOPIA.configure(), seed, 4) for seed in range(count)]
    land = np.zeros(2)
    for first in range(2):
        batch = Batch(starts, count, opponents={seat: pair[(seat + first) % 2] for seat in range(4)})
        actions = batch.draw_actions(1)
        for _ in range(ticks - 1):
            batch.step(actions)
        for seat in range(4):
            land[(seat + first) % 2] += batch.states["farmers"]["cells"][:, seat].sum()
    assert land[1] > land[0]


@pytest.mark.parametrize("bot", SPROUTOPIA.bots)
def test_a_bot_can_practise_alone(bot: str) -> None:
    state = match((bot,), 2, MaxTicks=100)
    outcome = SPROUTOPIA.outcome(state)
    assert outcome is not None
    assert outcome.rule_ranks == (1,)
    assert rules.reward(state.record, state.const, 0) == 1000


# What a bot remembers

WIDE = (*(f"AAA{22 * '.'}",) * 3, *(25 * ".",) * 19, *(f"{22 * '.'}BBB",) * 3)


class Watched:
    """A bot as A in a position, with its memory."""

    def __init__(self, state: Position, bot: str = "greedy") -> None:
        kind: Any = state.rules.memory_of(bot)
        self.state = state
        self.book: Notebook = over(kind, bytearray(kind.dtype.itemsize))
        self._bot = bot

    def look(self) -> str:
        """The command that it sends now."""
        rules, state = self.state.rules, self.state
        move = over(rules.move, zeros(rules.move).view("u1"))
        work = over(rules.work, zeros(rules.work).view("u1"))
        generator = over(Generator, zeros(Generator).view("u1"))
        generator.position = derive(state.record.tick, "watched")
        rules.policy(self._bot)(state.record, state.const, 0, generator, move, work, self.book)
        return SPROUTOPIA.write(take_move(Move, move))

    def goes(self, *words: str) -> None:
        """It looks, and then A is sent elsewhere than it wanted."""
        for word in words:
            self.look()
            self.state = run(self.state, f"{word}/").state
        self.look()

    def plays(self, ticks: int) -> list[tuple[int, int]]:
        """Where A goes if it is left alone."""
        cells = []
        for _ in range(ticks):
            word = self.look()
            self.state = run(self.state, f"{'' if word == 'IDLE' else word}/").state
            cells.append((self.state.record.farmers[0].x, self.state.record.farmers[0].y))
        self.look()
        return cells

    def knows(self, bit: int) -> set[tuple[int, int]]:
        """The cells that have a bit."""
        cols, rows = self.state.const.Cols, self.state.const.Rows
        return {(x, y) for x in range(cols) for y in range(rows) if self.book.cells[y * cols + x] & bit}


def test_what_was_seen_is_remembered() -> None:
    bot = Watched(position(changes={"PlayerWindowSize": 2}))
    bot.goes("RIGHT", "", "")
    assert (0, 0) in bot.knows(OWN), "it has been out of sight for a while"
    assert bot.knows(TRAIL) == {(2, 1), (3, 1), (4, 1)}
    assert {bot.book.trail_cells[i] for i in range(bot.book.trail)} == {11, 12, 13}


def test_a_completed_trail_is_land() -> None:
    bot = Watched(position(changes={"PlayerWindowSize": 2}))
    bot.goes("RIGHT", "", "DOWN", "", "LEFT", "", "UP")
    assert bot.knows(TRAIL) == set()
    assert bot.book.trail == 0
    assert bot.knows(OWN) >= {(3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2)}


def test_a_farmer_that_was_sent_home_forgets_its_land() -> None:
    state = position(*("AAAAAAAAA",) * 6, *("......BBB",) * 3, a={"at": [6, 1], "dir": RIGHT})
    bot = Watched(state)
    bot.look()
    assert (6, 3) in bot.knows(OWN)
    bot.state = position(a={"at": [1, 1]})
    bot.state.record.tick = 1
    bot.look()
    assert bot.knows(OWN) == {(x, y) for x in range(3) for y in range(3)}


def test_others_are_remembered_where_they_were_last_seen() -> None:
    bot = Watched(position(b={"at": [5, 3], "dir": DOWN}))
    bot.look()
    assert bot.book.alert
    assert bot.knows(NEAR) == {(5, 3), (5, 2), (5, 4), (4, 3), (6, 3)}
    bot.state = run(bot.state, "/").state
    bot.look()
    assert bot.book.others == 1, "it is the same one"
    assert (bot.book.other_x[0], bot.book.other_y[0]) == (5, 4)
    assert bot.knows(NEAR) == {(5, 4), (5, 3), (5, 5), (4, 4), (6, 4)}


def test_views_show_land_and_trails_of_others() -> None:
    bot = Watched(position(a={"at": [2, 2]}, b={"at": [5, 7], "trail": [[6, 7], [5, 7]]}))
    bot.look()
    assert bot.knows(PREY) == {(6, 7), (5, 7)}
    assert bot.knows(FOREIGN) == {(6, 6), (7, 6), (7, 7)}


@pytest.mark.parametrize("bot", REMEMBERING)
def test_a_bot_follows_its_plan_to_the_end(bot: str) -> None:
    """A loop is planned once, and its steps are counted."""
    farmer = Watched(position(*WIDE, b={"at": [23, 23], "spawn": [23, 23]}), bot)
    farmer.look()
    steps, path = farmer.book.steps, [farmer.book.path[i] for i in range(farmer.book.steps)]
    assert farmer.book.aim == Aim.LOOP
    for taken in range(1, steps):
        farmer.plays(1)
        assert (farmer.book.taken, farmer.book.steps) == (taken, steps)
        assert [farmer.book.path[i] for i in range(steps)] == path
    before = farmer.state.record.farmers[0].cells
    farmer.plays(1)
    assert farmer.state.record.farmers[0].cells > before, "the loop is closed"


@pytest.mark.parametrize(("rows", "trail"), [(1, 29), (20, 16)])
def test_greedy_claims_large_squares_until_it_has_much_to_lose(rows: int, trail: int) -> None:
    """With smaller ones its land grows more slowly than it could."""
    garden = (*(40 * "A",) * rows, *(40 * ".",) * (37 - rows), *(f"{37 * '.'}BBB",) * 3)
    far = {"at": [38, 38], "spawn": [38, 38]}
    home = {"at": [20, rows - 1], "dir": RIGHT}
    farmer = Watched(position(*garden, a=home, b=far, changes={"PlayerWindowSize": 20}))
    farmer.look()
    assert farmer.book.aim == Aim.LOOP
    assert trail - 1 <= farmer.book.steps <= trail


def test_a_plan_that_is_blocked_is_dropped() -> None:
    farmer = Watched(position(a={"at": [2, 1], "dir": RIGHT}))
    farmer.look()
    first = farmer.book.path[0]
    x, y = 2 + (first == RIGHT) - (first == LEFT), 1 + (first == DOWN) - (first == UP)
    farmer.state = position(a={"at": [2, 1], "dir": RIGHT}, weeds=[{"cells": [[x, y]], "super": 4}])
    farmer.book.tick = farmer.state.record.tick
    farmer.look()
    assert farmer.book.path[0] != first
    assert farmer.book.taken == 0


def test_a_plan_ends_when_a_turn_was_missed() -> None:
    farmer = Watched(position())
    farmer.look()
    way = Direction(farmer.book.path[0])
    farmer.goes(next(other.name for other in (UP, RIGHT, DOWN, LEFT) if other != way))
    assert farmer.book.taken == 0


def test_who_remembers_nothing_can_play_from_any_state() -> None:
    """Playouts begin in the middle of a match."""
    for moment, state in enumerate(play(SPROUTOPIA, ("greedy", "random", "greedy", "squares"), MaxTicks=160)):
        if moment % 20 == 0:
            for bot in REMEMBERING:
                SPROUTOPIA.read(state, moment // 20 % 4, chosen(SPROUTOPIA, state, moment // 20 % 4, policy=bot))


# What they play in a few positions


def choices(state: Position, bot: str = "greedy") -> set[str]:
    """The moves of A with different random numbers."""
    return {chosen(SPROUTOPIA, state, seed=seed, policy=bot) for seed in SEEDS}


OUT: dict[str, Any] = {"at": [5, 2], "dir": RIGHT, "trail": [[2, 2], [3, 2], [4, 2], [5, 2]]}
ALL_A = ("AAAAAAAAAAAAAA.",) * 9
HUNTED = {"at": [0, 6], "dir": LEFT, "trail": [[x, 6] for x in range(6, -1, -1)]}

# What is special about the position, who plays, the rows of the map, the position, and what A may play
POSITIONS: list[tuple[str, str, tuple[str, ...], dict[str, Any], set[str]]] = [
    ("at home, it goes to where there is land to gain", "greedy", (), {}, {"DOWN", "RIGHT"}),
    ("it goes home when another is near", "greedy", (), {"a": OUT, "b": {"at": [8, 3]}}, {"UP"}),
    ("it goes home when another is near", "squares", (), {"a": OUT, "b": {"at": [6, 4]}}, {"UP"}),
    (
        "it stays at home when another is near",
        "greedy",
        (),
        {"a": {"at": [2, 2], "dir": RIGHT}, "b": {"at": [3, 3]}},
        {"UP"},
    ),
    (
        "it avoids weeds",
        "greedy",
        (),
        {"a": OUT, "weeds": [{"cells": [[5, 3], [4, 3], [3, 3], [6, 3], [6, 2]], "super": 5}]},
        {"UP"},
    ),
    ("it cuts the trail of another", "hunter", (), {"a": {"at": [3, 3], "dir": RIGHT}, "b": HUNTED}, {"DOWN"}),
    (
        "it leaves others alone",
        "squares",
        (),
        {"a": {"at": [2, 2], "dir": UP}, "b": HUNTED},
        {"RIGHT", "LEFT", "IDLE"},
    ),
    (
        "it cuts the trail of another that is near its land",
        "greedy",
        (),
        {"a": {"at": [2, 2]}, "b": {"at": [0, 4], "trail": [*([x, 4] for x in range(6, -1, -1))]}},
        {"DOWN"},
    ),
    (
        "inside its land it goes to the border",
        "greedy",
        (*ALL_A[:8], "AAAAAAAA......."),
        {"a": {"at": [10, 4]}},
        {"RIGHT", "DOWN"},
    ),
]


@every_row(("about", "bot", "rows", "given", "moves"), POSITIONS, ids=[f"{row[1]}: {row[0]}" for row in POSITIONS])
def test_it_plays(about: str, bot: str, rows: tuple[str, ...], given: dict[str, Any], moves: set[str]) -> None:
    found = choices(position(*rows, **given), bot)
    assert found
    assert found <= moves


@pytest.mark.parametrize("bot", REMEMBERING)
def test_a_bot_sends_nothing_while_commands_are_queued(bot: str) -> None:
    state = position(changes={"e4_queue_is_limited": 1, "PlayerQueueSize": 1})
    state.record.farmers[0].queued = 1
    assert choices(state, bot) == {"IDLE"}


@pytest.mark.parametrize("bot", AIMING)
def test_a_bot_plays_without_seeing_anything(bot: str) -> None:
    state = position(changes={"PlayerWindowSize": 0})
    for text in choices(state, bot):
        SPROUTOPIA.read(state, 0, text)


# A is in a dead end at the right border: B stands on its own land above, a weed is on the left

TRAP = (*(".........",) * 2, *("......BBB",) * 3, ".........", *("......AAA",) * 3)
STANDING = {"at": [8, 4], "spawn": [7, 3], "dir": 4}
CLIMBING = {"at": [8, 5], "spawn": [7, 7], "dir": 1, "trail": [[8, 6], [8, 5]]}
ALONG = {"at": [8, 5], "spawn": [7, 7], "dir": 4, "trail": [[7, 6], [7, 5], [8, 5]]}


@pytest.mark.parametrize("bot", REMEMBERING)
def test_a_bot_does_not_run_into_a_farmer_on_that_farmers_land(bot: str) -> None:
    """5.6: the owner of the land wins there, and gets all that the other had."""
    state = position(*TRAP, a=CLIMBING, b=STANDING, weeds=[{"cells": [[7, 5]], "super": 4}])
    assert choices(state, bot) == {"LEFT"}, "of two ways to lose everything, the one that benefits nobody"
    assert run(state, "LEFT/").state.record.farmers[1].cells == 9


@pytest.mark.parametrize("bot", REMEMBERING)
def test_a_bot_stands_still_at_the_border_rather_than_lose_everything(bot: str) -> None:
    """5.4: running against the border stops a farmer."""
    state = position(*TRAP, a=ALONG, b=STANDING, weeds=[{"cells": [[8, 6]], "super": 4}])
    assert choices(state, bot) <= {"IDLE", "RIGHT"}
    after = run(state, "RIGHT/").state.record.farmers[0]
    assert (after.x, after.y, after.cells) == (8, 5, 9)


def test_a_chooser_keeps_what_a_bot_remembers() -> None:
    state = SPROUTOPIA.start(SPROUTOPIA.configure(), 1, 2)
    bot = Chooser(state, 0, "greedy")
    bot.choose(state, 1)
    moves = [take_move(Move, bot.choose(state, 1)), Move.of([])]
    SPROUTOPIA.step(state, moves)
    assert take_move(Move, bot.choose(state, 2)).length == 0, "it goes straight on"
