"""The rules note what they do: notes account for every change, and frames tell what became of each bullet."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.game import Played
from lanista.games.rampage import rules
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from lanista.games.rampage.notes import (
    Blocked,
    Blow,
    BulletEnded,
    End,
    Moved,
    Pay,
    PickedUp,
    Reflected,
    Scored,
    Shot,
    Struck,
    Used,
)
from lanista.games.rampage.state import BY_TURRET, SEATS, Direction, Hit, ItemKind, Word
from lanista.games.rampage.views import bullet_code, first, hits_of
from lanista.tools.conformance.play import RandomPlay
from tests.rows import every_row

from .positions import Position, last_turn, position

UP, DOWN, LEFT, RIGHT = Direction
LONE = (".A.B.......", *9 * ("...........",))  # a laser does not come round


def noted(rows: tuple[str, ...], words: str, ruleset: str = "standard", **given: Any) -> list[Any]:
    """The notes of a turn such as `SHOOT/NONE`."""
    state = position(*rows, ruleset=ruleset, **given)
    return [*Played(state, [Move(Word[word]) for word in words.split("/")]).notes]


def flights(rows: tuple[str, ...], words: str) -> list[tuple[int, bool, int]]:
    """The ways of bullets as the frame after a turn tells them."""
    played, after = last_turn(position(*rows), words)
    return flights_of(RAMPAGE.frame(after, None, played))


def flights_of(frame: dict[str, Any]) -> list[tuple[int, bool, int]]:
    """Each bullet before it advanced, whether it is new, and what stopped it."""
    old = len(frame["flights"]) - frame["shots"]
    pairs = zip(frame["flights"], frame["ends"], strict=True)
    return [(bullet, i >= old, end) for i, (bullet, end) in enumerate(pairs)]


# Bullets

FLIGHTS = [
    (("A....", ".....", "....B"), "SHOOT/NONE", End.NOTHING),
    (("A#...", ".....", "....B"), "SHOOT/NONE", End.WALL),
    (("AT.....", ".......", "......B"), "SHOOT/NONE", End.HULL),
    (("AB...", ".....", "....."), "SHOOT/NONE", End.HULL),
    (("A.B..", ".....", "....."), "SHOOT/FORWARD", End.HULL),
]


@pytest.mark.parametrize(("rows", "words", "end"), FLIGHTS)
def test_a_new_bullet_begins_at_its_shooter(rows: tuple[str, ...], words: str, end: End) -> None:
    """D12: it advances in the turn in which it is fired."""
    bullet = bullet_code(0, RIGHT, 0)
    assert flights(rows, words) == [(bullet, True, end)]
    notes = noted(rows, words)
    assert notes[0] == Shot(0, bullet)
    ends = [BulletEnded(0, bullet_code(1, RIGHT, 0), end)] if end != End.NOTHING else []
    assert [one for one in notes if isinstance(one, BulletEnded)] == ends


def test_a_bullet_that_is_met_head_on() -> None:
    """D14: the robot steps onto the square of a bullet that flies against it."""
    rows, bullet = ("A<...", ".....", "....B"), bullet_code(1, LEFT, 1)
    assert flights(rows, "FORWARD/NONE") == [(bullet, False, End.HEAD_ON)]
    assert noted(rows, "FORWARD/NONE") == [
        Moved(0, 0, 1),
        Blow(0, 0, 1, 2, 1),
        Scored(1, 750, Pay.HIT),
        BulletEnded(0, bullet, End.HEAD_ON),
        Scored(0, 1, Pay.TRAVEL),
    ]


def test_bullets_are_told_in_the_order_in_which_they_were_fired() -> None:
    """Those met head-on leave the list at once; the places of the others are counted without them."""
    rows = (".v...", "A.<..", "....B")
    assert flights(rows, "NONE/NONE") == [
        (bullet_code(1, DOWN, 1), False, End.NOTHING),
        (bullet_code(7, LEFT, 1), False, End.NOTHING),
    ]
    rows = (".v...", "A<...", "....B")
    assert flights(rows, "FORWARD/NONE") == [
        (bullet_code(1, DOWN, 1), False, End.HULL),
        (bullet_code(6, LEFT, 1), False, End.HEAD_ON),
    ]
    rows = (".....", "A<<..", ".#^.B")
    assert flights(rows, "FORWARD/SHOOT") == [
        (bullet_code(6, LEFT, 1), False, End.HEAD_ON),
        (bullet_code(7, LEFT, 1), False, End.HULL),
        (bullet_code(12, UP, 1), False, End.NOTHING),
        (bullet_code(14, LEFT, 1), True, End.NOTHING),
    ]


def test_a_head_on_hit_that_is_not_listed_is_noted() -> None:
    """D15: the original engine leaves it out of its list; it costs HP all the same."""
    state = position("A<...", ".....", "....B", ruleset="classic")
    played, after = last_turn(state, "FORWARD/NONE")
    assert after.record.players[0].n_hits == 0
    assert Blow(0, 0, 1, 2, 1) in played.notes
    a, b = RAMPAGE.frame(after, None, played)["robots"]
    assert (a["hits"], b["hits"]) == ([{"kind": 0, "by": 1, "lost": 1}], [])


# Beams


def test_a_laser_that_is_sent_back() -> None:
    assert noted(LONE, "LASER/NONE", a={"laser": 1}, b={"shield_left": 4}) == [
        Used(0, ItemKind.LASER),
        Reflected(0, 1, RIGHT, 2),
        Scored(1, 750, Pay.REFLECTION),
        Blow(0, Hit.LASER + Hit.REFLECTED, 1, 2, 1),
        Blow(1, Hit.LASER + Hit.ABSORBED, 0, 2, 2),
    ]


def test_a_beam_that_comes_round_to_a_shield() -> None:
    """D23: the original engine lists it twice, the second time as if the other robot had sent it back."""
    rows = ("A...", "....", "....", "....", "..B.")
    notes = noted(rows, "LASER/NONE", "classic", a={"laser": 1, "shield_left": 4})
    absorbed = Hit.LASER + Hit.ABSORBED
    assert notes[1:] == 2 * [Blow(0, absorbed, 0, 2, 2), Blow(0, absorbed + Hit.REFLECTED, 1, 2, 2)]


def test_a_turret_whose_beam_is_sent_back() -> None:
    assert noted((".A.T.....", ".........", "........B"), "NONE/NONE", a={"shield_left": 4}) == [
        Blow(0, Hit.LASER + Hit.ABSORBED, BY_TURRET, 2, 2),
        Reflected(BY_TURRET, 0, LEFT, 2),
        Scored(0, 500, Pay.TURRET),
    ]


def test_who_strikes_a_turret() -> None:
    notes = noted((".ATB.....", ".........", "........."), "SHOOT/SHOOT")
    assert [one for one in notes if isinstance(one, (Struck, Scored))] == [
        Struck(0, 0),
        Struck(0, 1),
        Scored(0, 250, Pay.TURRET),
        Scored(1, 250, Pay.TURRET),
    ]


def test_turrets_that_strike_each_other() -> None:
    """D3: nobody is paid; a turret that is already disabled is struck by no more beams."""
    rows = (".........", "..T.T.T..", ".........", ".........", ".........", ".........", "A.......B")
    notes = noted(rows, "NONE/NONE", changes={"turret_beams_hit_turrets": 1})
    assert notes == [Struck(1, BY_TURRET), Struck(0, BY_TURRET + 1), Struck(2, BY_TURRET + 1)]


# Moves


def test_obstacles_items_and_teleports() -> None:
    assert noted(("A#..0", ".....", "....B"), "FORWARD/TELEPORT_0", b={"teleport": 1}) == [
        Used(1, ItemKind.TELEPORT),
        Blocked(0, 1),
        Moved(1, 14, 4),
        Scored(1, 1, Pay.TRAVEL),
    ]
    assert noted(("AL..0", ".....", "....B"), "FORWARD/TELEPORT_0") == [
        Moved(0, 0, 1),
        PickedUp(0, 0, ItemKind.LASER),
        Scored(0, 200, Pay.ITEM),
        Scored(0, 1, Pay.TRAVEL),
    ]


def test_robots_that_want_the_same_square() -> None:
    assert noted(("A.B..", ".....", "....."), "FORWARD/FORWARD") == [Blocked(0, 1), Blocked(1, 1)]
    assert noted(("AB...", ".....", "....."), "FORWARD/NONE") == [Blocked(0, 1)]


def test_points_at_the_end() -> None:
    tie = noted(("A....", ".....", "...B."), "NONE/NONE", turns=50, turn=49)
    assert tie == [Scored(0, 1000, Pay.END), Scored(1, 1000, Pay.END)]
    won = noted((".AB...", "......", "......"), "SHOOT/NONE", b={"hp": 1})
    assert won[-1] == Scored(0, 2598, Pay.END)


# Whole matches


class Account:
    """A state's numbers, changed by notes alone."""

    def __init__(self, state: Position) -> None:
        arena, self.config = state.record, state.const
        players = arena.players
        self.hp = [player.hp for player in players]
        self.points = [player.points for player in players]
        self.squares = [player.square for player in players]
        self.shields = [player.shield_left for player in players]
        self.items = [[player.laser, player.shield, player.teleport] for player in players]
        self.lies = [*arena.lies]
        self.alive = [turret.alive for turret in arena.turrets]
        self.bullets = [*first(arena.bullets, arena.n_bullets)]

    def numbers(self) -> dict[str, Any]:
        """All of them by name."""
        return {name: value for name, value in vars(self).items() if name != "config"}

    def play(self, notes: list[Any]) -> None:
        """Apply the notes of a turn; only the clock of a shield and the flight of bullets are not noted."""
        self.shields = [max(0, left - 1) for left in self.shields]
        ended = [one for one in notes if isinstance(one, BulletEnded)]
        self.bullets += [one.bullet for one in notes if isinstance(one, Shot)]
        for one in ended:
            if one.end == End.HEAD_ON:
                assert self.bullets.pop(one.place) == one.bullet
        self.bullets = [rules.advance_bullet(self.config, bullet) for bullet in self.bullets]
        gone = {one.place: one.bullet for one in ended if one.end != End.HEAD_ON}
        assert {place: self.bullets[place] for place in gone} == gone
        self.bullets = [bullet for place, bullet in enumerate(self.bullets) if place not in gone]
        for one in notes:
            self.apply(one)

    def apply(self, one: Any) -> None:
        """Apply one note; it begins where the one before it ended."""
        if isinstance(one, Blow):
            assert self.hp[one.seat] == one.was
            self.hp[one.seat] = one.now
            if one.kind & Hit.ABSORBED:
                self.shields[one.seat] = 1
        elif isinstance(one, Scored):
            self.points[one.seat] += one.points
        elif isinstance(one, Moved):
            assert self.squares[one.seat] == one.was
            self.squares[one.seat] = one.now
        elif isinstance(one, Used):
            self.items[one.seat][one.kind] -= 1
            if one.kind == ItemKind.SHIELD:
                self.shields[one.seat] = self.config.shield_turns
        elif isinstance(one, PickedUp):
            assert self.lies[one.item] == 1
            self.lies[one.item] = 0
            self.items[one.seat][one.kind] += 1
        elif isinstance(one, Struck):
            self.alive[one.turret] = 0
        elif isinstance(one, Reflected) and one.by >= BY_TURRET:
            self.alive[one.by - BY_TURRET] = 0


def busy_match(ruleset: str, name: str, seed: int) -> tuple[Position, RandomPlay]:
    """The start of a random match of tough robots with many items, in which turrets strike each other (D3)."""
    settings = {"initial_hp": 60, "max_turns": 100, "turret_beams_hit_turrets": seed % 2}
    state = RAMPAGE.start(RAMPAGE.configure(ruleset, settings), seed, map=name)
    for player in state.record.players:
        player.laser = player.shield = player.teleport = 20
    return state, RandomPlay(RAMPAGE, seed)


@every_row("ruleset", ["standard", "classic"])
@every_row(("name", "seed"), [("pocket", 1), ("pocket", 2), ("duel", 3), ("duel", 4), ("", 5), ("", 6)])
def test_notes_account_for_every_change(ruleset: str, name: str, seed: int) -> None:
    """HP, points, places, shields, items, turrets and bullets after a turn follow from those before it."""
    state, play = busy_match(ruleset, name, seed)
    seen: set[type[Any]] = set()
    while not state.record.over:
        account, played = Account(state), Played(state.clone(), play.moves(state))
        RAMPAGE.step(state, played.moves)
        account.play([*played.notes])
        assert account.numbers() == Account(state).numbers()
        assert played.lost == 0
        for seat in range(SEATS):
            assert_deeds(played, state, seat)
        assert_frame_tells(played, state)
        seen |= {type(one) for one in played.notes}
    assert {Blow, BulletEnded, Moved, Scored, Shot, Used} <= seen


def assert_deeds(played: Played, after: Position, seat: int) -> None:
    """A step succeeds or is blocked, every reflection is paid, and hits are listed, except some head-on (D15)."""
    player = after.record.players[seat]
    mine = [one for one in played.notes if not isinstance(one, (BulletEnded, Struck)) and one.seat == seat]
    if player.requested == Word.FORWARD:
        assert sum(isinstance(one, (Blocked, Moved)) for one in mine) == 1
    paid = [one for one in mine if isinstance(one, Scored) and one.why == Pay.REFLECTION]
    assert len(paid) == sum(isinstance(one, Reflected) and one.by < BY_TURRET for one in mine)
    blows = [(one.kind, one.by) for one in mine if isinstance(one, Blow)]
    assert blows[len(blows) - player.n_hits :] == list(hits_of(after.record, seat))


def assert_frame_tells(played: Played, after: Position) -> None:
    """The hits and flights of a frame are all that happened."""
    old, new = played.before.record, after.record
    frame = RAMPAGE.frame(after, None, played)
    for seat, robot in enumerate(frame["robots"]):
        assert old.players[seat].hp - sum(hit["lost"] for hit in robot["hits"]) == new.players[seat].hp
    assert len(frame["flights"]) == old.n_bullets + frame["shots"]
    flown = [bullet for bullet, _, end in flights_of(frame) if end == End.NOTHING]
    assert [rules.advance_bullet(after.const, bullet) for bullet in flown] == [*first(new.bullets, new.n_bullets)]
