"""Moves as text, records and flat numbers; every refusal says what was expected and what came."""

from __future__ import annotations

from collections import Counter

import pytest

from lanista.bots.player import BotAnswer
from lanista.core.errors import InputError
from lanista.core.verdict import Verdict
from lanista.engine import Generator, over
from lanista.game import InvalidMove
from lanista.games.sproutopia import moves
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import MISSING, Move
from lanista.games.sproutopia.state import Direction, Order
from lanista.match.referee import judge
from tests.games.sproutopia.positions import Position, position, run
from tests.rows import every_row

UP, DOWN, LEFT, RIGHT = (int(way) for way in Direction if way)

READ: list[tuple[str, Move]] = [
    ("", MISSING),
    ("  ", MISSING),
    ("IDLE", MISSING),
    ("RIGHT", Move.of([RIGHT])),
    (" UP  LEFT ", Move.of([UP, LEFT])),
    ("UP@3", Move.of([UP], [3])),
    ("UP@3 LEFT@1024", Move.of([UP, LEFT], [3, 1024])),
    (" ".join(["UP"] * 256), Move.of([UP] * 256)),
    (" ".join(f"UP@{rank}" for rank in range(769, 1025)), Move.of([UP] * 256, range(769, 1025))),
    ('{"action":4,"botId":"x"}', Move.of([RIGHT])),
    ('{"Action":"left"}', Move.of([LEFT])),
    ('{"action":0}', MISSING),
]


@every_row(("text", "move"), READ)
def test_a_text_is_parsed(text: str, move: Move) -> None:
    assert SPROUTOPIA.read(position(changes={"ranks_in_moves": 1}), 0, text) == move


@pytest.mark.parametrize(
    ("text", "move"), [pair for pair in READ if pair[0] and not pair[0].startswith((" ", "{"))]
)
def test_a_move_is_written_as_it_was_read(text: str, move: Move) -> None:
    assert SPROUTOPIA.write(move) == text


REFUSED = [
    ("JUMP", "unknown command 'JUMP'; expected UP, DOWN, LEFT, RIGHT or IDLE"),
    ("up", "unknown command 'up'; expected UP, DOWN, LEFT, RIGHT or IDLE; did you mean 'UP'?"),
    ("UP IDLE", "unknown command 'IDLE'"),
    ("UP@", "expected an arrival rank from 1 to 1024, got 'UP@'"),
    ("UP@0", "got 'UP@0'"),
    ("UP@1025", "got 'UP@1025'"),
    ("UP@" + "0" * 5000 + "1", "got 'UP@00000"),
    ("UP@٣", "got 'UP@٣'"),
    ("UP@2 LEFT@1", "expected increasing arrival ranks, got 2, 1"),
    ("UP@2 LEFT@2", "expected increasing arrival ranks"),
    ("UP@2 LEFT", "expected an arrival rank on every command or on none"),
    (" ".join(["UP"] * 257), "expected at most 256 commands in a move, got 257"),
    ('{"action":5}', "expected a member action from 0 to 4 or a direction's name, got '5'"),
    ('{"action":true}', "got 'True'"),
    ("{}", "got 'None'"),
    ("{nonsense", "expected words or a JSON object"),
    ("\x1b[31mUP", "unknown command '\N{REPLACEMENT CHARACTER}[31mUP'"),
]


@every_row(("text", "reason"), REFUSED)
def test_a_refused_text_has_a_reason_and_sends_nothing(text: str, reason: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        SPROUTOPIA.read(position(changes={"ranks_in_moves": 1}), 0, text)
    assert reason in caught.value.reason
    assert caught.value.move == MISSING


def test_ranks_are_stripped_unless_the_hub_set_them() -> None:
    assert SPROUTOPIA.untimed("UP@1 LEFT@127") == "UP LEFT"
    move = judge(SPROUTOPIA, position(changes={"ranks_in_moves": 1}), 0, answer := BotAnswer(Verdict.OK, "UP@1"))
    assert (move, answer.text) == (Move.of([UP]), "UP")
    timed = BotAnswer(Verdict.OK, "UP@1", timed=True)
    assert judge(SPROUTOPIA, position(changes={"ranks_in_moves": 1}), 0, timed) == Move.of([UP], [1])


def test_ranks_are_refused_where_arrivals_are_not_recorded() -> None:
    with pytest.raises(InvalidMove, match="without ranks") as caught:
        SPROUTOPIA.read(position(), 0, "UP@1")
    assert caught.value.move == MISSING


def test_doubling_back_is_refused_and_played_as_going_straight_on() -> None:
    state = run(position(), "RIGHT/").state
    with pytest.raises(InvalidMove, match="LEFT is the reverse of RIGHT") as caught:
        SPROUTOPIA.read(state, 0, "LEFT")
    assert caught.value.move == Move.of([LEFT])
    waiting = run(position(), "RIGHT UP/").state
    assert SPROUTOPIA.read(waiting, 0, "LEFT") == Move.of([LEFT]), "it comes after a turn"


def test_a_move_that_overflows_the_queue_is_refused_and_the_room_left_is_named() -> None:
    """The rules drop what there is no room for, whatever the order of arrival (E4)."""
    state = position(changes={"e4_queue_is_limited": 1, "PlayerQueueSize": 3, "ranks_in_moves": 1})
    state = run(state, "RIGHT RIGHT RIGHT/").state
    with pytest.raises(InvalidMove, match="holds at most 3 commands and has 2 already, got 2 more") as caught:
        SPROUTOPIA.read(state, 0, "UP@1 LEFT@3")
    assert caught.value.move == Move.of([UP, LEFT], [1, 3])
    ended = []
    for move in (caught.value.move, Move.of([UP], [1])):
        after = state.clone()
        SPROUTOPIA.step(after, [move, Move.of([LEFT], [2])])
        ended.append(after.bytes())
    assert ended[0] == ended[1]


@pytest.mark.parametrize(
    "move", [Move(3, (), ()), Move(-1, (), ()), Move(257, (), ()), Move(1, (1025,), (1,)), Move(2, (0, 0), (1, 5))]
)
def test_an_invalid_move_is_refused_before_it_is_played(move: Move) -> None:
    state = position()
    before = state.bytes()
    SPROUTOPIA.step(state.clone(), [Move.of([UP] * 9), MISSING])  # nothing of it is left over
    with pytest.raises(InputError, match=r"moves\[0\] is no move of sproutopia: expected"):
        SPROUTOPIA.step(state, [move, MISSING])
    assert state.bytes() == before


def test_a_move_with_more_than_a_record_holds_is_refused() -> None:
    with pytest.raises(InputError, match=r"moves\[0\] is no move: expected a tuple of numbers"):
        SPROUTOPIA.step(position(), [Move.of([UP] * 257), MISSING])


def test_a_move_says_what_it_sends() -> None:
    assert Move.of([UP, RIGHT], [4, 9]).sent() == [(Direction.UP, 4), (Direction.RIGHT, 9)]
    assert MISSING.sent() == []


# Flat actions

DRAWS = 2000
CHI_SQUARE = 18.5  # exceeded once in a thousand times by chance with five kinds


def legal(state: Position) -> list[int]:
    """The flat actions that A may take."""
    return [action for action, allowed in enumerate(SPROUTOPIA.legal(state, 0)) if allowed]


def full_queue() -> Position:
    """A's queue has no room."""
    state = position(changes={"e4_queue_is_limited": 1, "PlayerQueueSize": 1})
    state.record.farmers[0].queued = 1
    return state


def test_flat_actions_are_nothing_and_the_four_commands() -> None:
    state = position()
    assert SPROUTOPIA.actions == 5
    assert [SPROUTOPIA.write(SPROUTOPIA.learning.decode(state, 0, action)) for action in range(5)] == list(
        moves.WORDS
    )


def test_doubling_back_and_a_full_queue_are_masked() -> None:
    assert legal(position()) == [0, 1, 2, 3, 4]
    assert legal(run(position(), "RIGHT/").state) == [0, 1, 2, 4]
    assert legal(full_queue()) == [0]


def test_random_moves_are_equally_likely() -> None:
    state = run(position(), "RIGHT/").state
    generator: Generator = over(Generator, bytearray(8))
    order: Order = over(Order, bytearray(Order.dtype.itemsize))  # type: ignore[attr-defined]
    counts: Counter[int] = Counter()
    for _ in range(4000):
        SPROUTOPIA.rules.random_move(state.record, state.const, 0, generator, order)
        counts[order.commands[0]] += 1
    assert sorted(counts) == [0, 1, 2, 4]
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize(
    "state", [position(), *(run(position(), f"{way}/").state for way in moves.COMMANDS), full_queue()]
)
def test_random_actions_are_the_legal_ones_and_equally_likely(state: Position) -> None:
    generator: Generator = over(Generator, bytearray(8))
    counts = Counter(SPROUTOPIA.rules.random_action(state.record, state.const, 0, generator) for _ in range(DRAWS))
    expected = DRAWS / len(counts)
    assert sorted(counts) == legal(state)
    assert SPROUTOPIA.learning.mask(state, 0).nonzero()[0].tolist() == legal(state)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < CHI_SQUARE
